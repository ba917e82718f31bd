"""From a `Definition` to a playable `Game`: positions, steps, outcomes, notation."""

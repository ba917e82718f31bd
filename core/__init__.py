"""The engine: definitions, rules, bots, sessions; no clock, no socket, no screen."""

"""The engine: definitions, rules, bots, sessions. It reads no clock, opens no socket, draws nothing."""

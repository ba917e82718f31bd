"""From YAML text to a checked `Definition`, and every message a designer sees."""

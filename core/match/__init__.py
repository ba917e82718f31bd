"""One match: who sits where, and the log of entries that everything else follows from."""

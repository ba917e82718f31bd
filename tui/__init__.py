"""The terminal program: lobby, table and everything drawn; knows no rules."""

"""How the tables of a store came to be what they are; see `core.store.schema`."""

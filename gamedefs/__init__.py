"""The shipped games, one YAML file each."""

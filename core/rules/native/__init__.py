"""Games as native code: the same rules, compiled for this computer. Optional; see `compiler`."""

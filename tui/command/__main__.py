"""`python -m tui.command` is `parlour`."""

from __future__ import annotations

from tui.command import main

if __name__ == "__main__":
    main()

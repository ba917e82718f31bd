"""How large a game file and its parts may be.

Far above what any game needs, and low enough that a hostile file is refused at once: nothing
here can take long or much memory. Each is told as an ordinary problem, with its place.
"""

from __future__ import annotations

FILE_BYTES = 256 * 1024
"""Size of one file; the shipped games have 2 to 4 KiB."""
FILE_DEPTH = 24
"""Lists and mappings inside each other."""
FILE_VALUES = 20_000
"""Keys, list entries and values of one file."""
ANCESTORS = 8
"""Files that `extends:` may lead through."""
CELLS = 1024
"""Cells of a board."""
EXPRESSION = 4_000
"""Characters of one expression."""
NESTING = 50
"""Parentheses inside each other in one expression as written."""
TREE_DEPTH = 100
"""Height of an expression, as written and once its definitions are put in place."""
TREE_NODES = 2_000
"""Nodes of an expression once its definitions are put in place."""
NUMBER = 1_000_000
"""Largest number that can be written."""
COLORS = 64
"""Colors of a piece type."""
PLAYERS = 8
"""Players of a game; at least two."""
RUNS = 64
"""Combinations of variants that a check of a whole file goes through."""
WORK = 50_000
"""Values that such a check reads: the file's own, times the combinations."""
PROBLEMS = 100
"""Problems told about one file."""
SUGGESTIONS = 500
"""Known words that a misspelt one is compared with."""

"""Game files as texts, for the tests of the language."""

from __future__ import annotations

SMALL = """\
format: 1
game: small
players: [black, white]
board: {shape: square, size: 5}
pieces: {stone: }
moves:
  place: {place: stone, at: empty}
turn: {no_moves: draw}
end:
  line: {when: "line(mine, here) >= 4", win: mover}
"""
"""A complete game in few lines."""


def small(**keys: str) -> str:
    """The small game with keys of the file given other values, or added at the end.

    A value is YAML: what stands on the line of the key, or indented lines below it.
    """
    blocks: dict[str, str] = {}
    for line in SMALL.splitlines():
        if line.startswith(" "):
            blocks[next(reversed(blocks))] += f"\n{line}"
        else:
            key, _, value = line.partition(":")
            blocks[key] = value
    blocks |= {key: value if value[:1] == "\n" else f" {value}" for key, value in keys.items()}
    return "".join(f"{key}:{value}\n" for key, value in blocks.items())

"""An example of every key, name, function and loop word of game files.

Each is one line, written as it would stand in a file; most are at home in `SAMPLE`. What else a
line needs around it is said beside it, so that every example can be loaded and played: `whole`
puts it into a complete game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from core.language.expand import written
from core.language.merge import patched
from core.language.nodes import Entry, MapNode, Node, parse
from core.language.problems import Problems, Source, Span

SAMPLE: Final = """\
format: 1
game: sample
players: [black, white]
board: {shape: square, size: 5}
pieces: {stone: }
moves:
  place: {place: stone, at: empty}
turn: {no_moves: draw}
end:
  line: {when: "line(mine, here) >= 3", win: mover}
"""
"""A small game around the examples."""

_BLOCKS: Final = """\
pieces: {block: {owner: none, colors: 4, copies: 5}}
setup: [{deal: block, at: board - center}]
moves: {take: {take: block, into: hand}}
end: {bare: {when: none(occupied), draw: true}}
"""
_ARMIES: Final = """\
players: {black: {forward: N}, white: {forward: S}}
setup:
  - {place: stone, owner: black, at: row(1)}
  - {place: stone, owner: white, at: row(5)}
moves: {walk: {move: stone}}
end: {gone: {when: none(enemy), win: mover}}
"""
_CHECKERED: Final = """\
setup:
  - {place: stone, owner: black, at: phase(0) - center}
  - {place: stone, owner: white, at: phase(1)}
moves: {jump: {move: stone, by: hop, over: enemy, then: [{remove: over}]}}
end: {gone: {when: none(enemy), win: mover}}
"""
_CROSSED: Final = """\
setup:
  - {place: stone, owner: black, at: cells("b3 c2")}
  - {place: stone, owner: white, at: cells("b2 c3")}
"""
_NEUTRAL: Final = "moves: {place: {place: stone, owner: neutral}}"
_SCORED: Final = "end: {full: {when: none(empty), win: most}}"
_SIZED: Final = "board: {shape: square, size: $size}"
_COUNTED: Final = "vars: {quiet: 0}"
_REASON: Final = (
    "moves: {place: {place: stone, if: turn > 1 or here in edge, because: begin at the edge}}"
)
_TWICE: Final = "moves: {place: {place: stone, next: more}, more: {stage: more, place: stone}}"


_START: Final = Span(Source("example", ""), 0, 0)


@dataclass(frozen=True, slots=True)
class Example:
    """One line of a game file, and what it needs."""

    text: str
    given: str = ""
    """Keys of the file around it, in place of those of `SAMPLE`; the example goes on top."""
    frame: str = ""
    """The entry of `FRAMES` it is put into, if that is not the one of its section."""


FRAMES: Final[Mapping[str, str]] = {
    "players": "players:\n  {}\n  white: {{forward: S}}",
    "params": "params:\n  {}",
    "pieces": "pieces:\n  {}",
    "setup": "setup:\n  {}",
    "moves": "moves:\n  {}",
    "moves.then": "moves:\n  place:\n    place: stone\n    then:\n      {}",
    "moves.next": "moves:\n  place:\n    place: stone\n    next:\n      {}",
    "stages": "stages:\n  {}",
    "end": "end:\n  {}",
    "display.players": "display:\n  players:\n    {}",
    "display.progress": "display:\n  progress:\n    {}",
    "records.sgf": "records:\n  sgf:\n    {}",
    "records.ggf": "records:\n  ggf:\n    {}",
    "text": "text:\n  en:\n    {}",
    "variants": "variants:\n  {}",
    # Lines with an expression, by the key that it stands at.
    "at": "moves:\n  place:\n    place: stone\n    {}",
    "if": "moves:\n  place:\n    place: stone\n    {}",
    "to": "moves:\n  walk:\n    move: stone\n    by: leap\n    {}",
    "dirs": "moves:\n  walk:\n    move: stone\n    {}",
    "distance": "moves:\n  walk:\n    move: stone\n    by: slide\n    {}",
    "- remove": "moves:\n  place:\n    place: stone\n    then:\n      {}",
    "- require": "moves:\n  place:\n    place: stone\n    then:\n      {}",
    "- convert": "moves:\n  place:\n    place: stone\n    then:\n      {}",
    "take": "moves:\n  take:\n    take: block\n    into: hand\n    {}",
    "let": "moves:\n  take:\n    take: block\n    into: hand\n    {}\n"
    "    next: [{{when: held(tint) > 1, go: start}}]",
    "then take": "moves:\n  take:\n    take: block\n    then:\n      {}",
    "again": "moves:\n  again:\n    stage: again\n    move: stone\n    by: hop\n    {}",
    "when": "end:\n  shown:\n    {}\n    win: mover",
}
"""Where lines of a section stand in a file, the line itself at `{}`; others stand by themselves."""

KEYS: Final[Mapping[str, Example]] = {
    # The file.
    "format": Example("format: 1"),
    "game": Example("game: three-in-a-row"),
    "extends": Example("extends: sample", "game: narrow\nboard: {size: 3}"),
    "info": Example("info: {name: Three in a Row, minutes: 5}"),
    "players": Example("players: [black, white]"),
    "params": Example(
        "params: {goal: 3}", 'end: {line: {when: "line(mine, here) >= goal", win: mover}}'
    ),
    "board": Example("board: {shape: hexagon, size: 5}"),
    "pieces": Example("pieces: {king: , pawn: }", "moves: {place: {place: pawn}}"),
    "vars": Example(
        "vars: {quiet: 0}", "moves: {place: {place: stone, then: [{set: {quiet: quiet + 1}}]}}"
    ),
    "define": Example(
        "define: {chain: group(here)}", "end: {long: {when: count(chain) >= 3, win: mover}}"
    ),
    "setup": Example("setup: [{place: stone, owner: black, at: row(1)}]"),
    "moves": Example("moves: {place: {place: stone, at: empty}}"),
    "stages": Example("stages: {more: {stop: true}}", _TWICE),
    "turn": Example("turn: {swap: true, no_moves: pass}"),
    "score": Example("score: count(mine)", _SCORED),
    "end": Example("end: {full: {when: none(empty), draw: true}}"),
    "display": Example('display: {players: {black: {color: "#121212"}}}'),
    "records": Example("records: {transcript: true}"),
    "text": Example("text: {en: {moves: {place: place a stone}}}"),
    "variants": Example("variants: {small: {name: 4 by 4, board: {size: 4}}}"),
    # About the game.
    "info.name": Example("info: {name: Three in a Row}"),
    "info.designer": Example("info: {designer: [Ann Lee, Bob Roe]}"),
    "info.aliases": Example("info: {aliases: [Noughts and Crosses]}"),
    "info.origin": Example("info: {origin: Hawaii}"),
    "info.year": Example("info: {year: 1988}"),
    "info.minutes": Example("info: {minutes: 20}"),
    "info.complexity": Example("info: {complexity: 2}"),
    "info.summary": Example("info: {summary: Be the first with three in a row.}"),
    "info.rules": Example('info: {rules: ["https://example.org/rules.pdf"]}'),
    "info.tags": Example("info: {tags: [line, place]}"),
    "info.notes": Example("info: {notes: The second edition allows a longer row.}"),
    # Players and parameters.
    "players.forward": Example("black: {forward: N}"),
    "params.default": Example("size: {default: 7}", _SIZED),
    "params.min": Example("size: {default: 7, min: 3}", _SIZED),
    "params.max": Example("size: {default: 7, max: 12}", _SIZED),
    "params.step": Example("size: {default: 8, min: 4, max: 26, step: 2}", _SIZED),
    "params.label": Example("size: {default: 7, label: Cells per side}", _SIZED),
    # The board.
    "board.shape": Example("board: {shape: hexagon, size: 4}"),
    "board.size": Example(_SIZED, "params: {size: {default: 8, min: 4, max: 26}}"),
    "board.width": Example("board: {shape: rectangle, width: 7, height: 6}"),
    "board.height": Example("board: {shape: rectangle, width: 5, height: 8}"),
    "board.rows": Example("board: {shape: rows, rows: [1, 3, 5, 7]}"),
    "board.sides": Example("board: {shape: hexagon, sides: [3, 3, 5]}"),
    "board.mask": Example('board: {shape: mask, mask: "##..\\n....\\n..##"}'),
    "board.adjacency": Example("board: {shape: square, size: 7, adjacency: all}"),
    "board.labels": Example("board: {shape: square, size: 8, labels: top}"),
    "board.regions": Example(
        "board: {shape: square, size: 5, regions: {goal: {black: side(N), white: side(S)}}}",
        "end: {reached: {when: some(mine & goal), win: mover}}",
    ),
    # Pieces and the starting position.
    "pieces.owner": Example("arrow: {owner: none}", "moves: {place: {place: arrow}}"),
    "pieces.colors": Example("block: {owner: none, colors: 5, copies: 3}", _BLOCKS),
    "pieces.copies": Example("block: {owner: none, colors: 3, copies: 5}", _BLOCKS),
    "setup.place": Example("- {place: stone, owner: black, at: row(1)}"),
    "setup.deal": Example("- {deal: block, at: board - corners}", _BLOCKS),
    "setup.owner": Example("- {place: stone, owner: neutral, at: center}"),
    "setup.at": Example('- {place: stone, owner: white, at: cells("a1 e5")}'),
    "setup.apart": Example("- {deal: block, at: board - center, apart: true}", _BLOCKS),
    # Moves.
    "moves.place": Example("place: {place: stone}"),
    "moves.take": Example("pick: {take: any, at: edge & occupied}", _ARMIES),
    "moves.move": Example("walk: {move: stone}", _ARMIES),
    "moves.select": Example(
        "point: {select: stone, at: mine, next: shoot}",
        _ARMIES
        + """
moves: {shoot: {stage: shoot, take: any, at: enemy}}
""",
    ),
    "moves.stage": Example(
        "shoot: {stage: shoot, place: stone}",
        """
moves: {place: {place: stone, next: shoot}}
""",
    ),
    "moves.at": Example("place: {place: stone, at: empty - edge}"),
    "moves.from": Example("walk: {move: stone, from: mine & edge}", _ARMIES),
    "moves.to": Example("walk: {move: stone, to: empty | enemy}", _ARMIES),
    "moves.by": Example("ride: {move: stone, by: slide}", _ARMIES),
    "moves.dirs": Example("walk: {move: stone, dirs: [forward, forward_left]}", _ARMIES),
    "moves.over": Example("jump: {move: stone, by: hop, over: enemy}", _CHECKERED),
    "moves.through": Example(
        "ride: {move: stone, by: slide, through: empty | mine, to: empty}", _ARMIES
    ),
    "moves.distance": Example("ride: {move: stone, by: slide, distance: 2}", _ARMIES),
    "moves.owner": Example("place: {place: stone, owner: neutral}"),
    "moves.into": Example("take: {take: block, into: hand}", _BLOCKS),
    "moves.if": Example("place: {place: stone, if: none(adjacent(here) & mine)}"),
    "moves.because": Example(
        "place: {place: stone, if: turn > 1 or here in edge, because: begin at the edge}"
    ),
    "moves.minimize": Example("place: {place: stone, minimize: count(adjacent(here) & occupied)}"),
    "moves.maximize": Example("place: {place: stone, maximize: count(liberties(here))}"),
    "moves.sign": Example(
        "red: {place: king, sign: K}",
        """
pieces: {stone: , king: }
moves: {place: {place: stone}}
""",
    ),
    "moves.priority": Example("jump: {move: stone, by: hop, priority: 1}", _ARMIES),
    "moves.let": Example(
        "place: {place: stone, let: {hole: here}, next: again}",
        """
moves: {again: {stage: again, place: stone, at: adjacent(hole) & empty}}
""",
    ),
    "moves.then": Example("place: {place: stone, then: [{remove: surrounded(enemy)}]}"),
    "moves.next": Example("place: {place: stone, next: [{when: captured > 0, go: start}]}"),
    # Effects.
    "moves.then.require": Example("- require: some(liberties(group(here)))"),
    "moves.then.because": Example("- {require: not repeated, because: this was here before}"),
    "moves.then.remove": Example("- remove: surrounded(enemy)"),
    "moves.then.into": Example("- {remove: adjacent(here), into: hand}", _BLOCKS, "then take"),
    "moves.then.convert": Example("- convert: adjacent(here) & enemy"),
    "moves.then.to": Example("- {convert: adjacent(here) & enemy, to: neutral}"),
    "moves.then.place": Example('- {place: stone, at: "shift(here, N)"}'),
    "moves.then.at": Example("- {place: stone, at: adjacent(here)}"),
    "moves.then.owner": Example('- {place: stone, at: "shift(here, N)", owner: neutral}'),
    "moves.then.set": Example('- set: {quiet: "iff(captured > 0, 0, quiet + 1)"}', _COUNTED),
    # What follows.
    "moves.next.when": Example("- {when: captured > 0, go: start}"),
    "moves.next.go": Example("- {go: start}", "moves: {place: {at: empty - edge}}"),
    # Stages and the turn.
    "stages.stop": Example("more: {stop: true}", _TWICE),
    "turn.no_moves": Example("turn: {no_moves: lose}"),
    "turn.pass": Example(
        "turn: {pass: free, no_moves: pass}",
        """
end: {passed: {when: all_passed, draw: true}}
""",
    ),
    "turn.swap": Example("turn: {swap: true, no_moves: draw}"),
    "turn.repeat": Example("turn: {repeat: forbid, no_moves: lose}"),
    "turn.after": Example("turn: {no_moves: draw, after: [{set: {quiet: quiet + 1}}]}", _COUNTED),
    # The end.
    "end.when": Example("full: {when: none(empty), draw: true}"),
    "end.immediate": Example("gone: {when: captured > 0, win: mover, immediate: true}"),
    "end.win": Example("full: {when: none(empty), win: most}", "score: count(mine)"),
    "end.lose": Example('three: {when: "line(mine, here) >= 3", lose: mover}'),
    "end.draw": Example("quiet: {when: turn > 50, draw: true}"),
    "end.tie": Example("full: {when: none(empty), win: most, tie: white}", "score: count(mine)"),
    # How it looks.
    "display.colors": Example(
        'display: {colors: ["#00af00", "#5f0000", "#5f5f00", "#5f87ff"]}', _BLOCKS
    ),
    "display.glyphs": Example("display: {glyphs: ABCD}", _BLOCKS),
    "display.players": Example('display: {players: {black: {color: "#121212", glyph: B}}}'),
    "display.players.color": Example('black: {color: "#121212"}'),
    "display.players.glyph": Example("black: {glyph: B}"),
    "display.pieces": Example("display: {pieces: {stone: o}}"),
    "display.board": Example('display: {board: {style: lines, color: "#af875f"}}'),
    "display.board.style": Example("display: {board: {style: lines}}"),
    "display.board.color": Example('display: {board: {color: "#af875f"}}'),
    "display.click": Example("display: {click: {place: column}}"),
    "display.progress": Example("display: {progress: {stones: {have: count(mine), need: 9}}}"),
    "display.progress.have": Example("stones: {have: count(mine)}"),
    "display.progress.need": Example("stones: {have: count(mine), need: count(board) // 2 + 1}"),
    "display.marks": Example("display: {marks: [3, 5]}", _BLOCKS),
    # Formats of other programs.
    "records.sgf": Example("records: {sgf: {game: 2}}"),
    "records.sgf.game": Example("game: 2"),
    "records.sgf.points": Example("{game: 1, points: letters}"),
    "records.ggf": Example("records: {ggf: {game: Othello}}"),
    "records.ggf.game": Example("game: Othello"),
    "records.ggf.type": Example("{game: Othello, type: a}"),
    "records.transcript": Example("records: {transcript: true}"),
    "records.abstractplay": Example("records: {abstractplay: Three in a Row}"),
    # Words.
    "text.name": Example("name: Three in a Row"),
    "text.summary": Example("summary: Be the first with three in a row."),
    "text.rules": Example('rules: "Place a stone a turn. **Three in a row** win."'),
    "text.notes": Example("notes: Black has a great advantage."),
    "text.moves": Example("moves: {place: place a stone}"),
    "text.stages": Example("stages: {start: 'place a stone, {count(empty)} cells are left'}"),
    "text.end": Example("end: {line: has three in a row}"),
    "text.variants": Example(
        "variants: {small: on a small board}",
        """
variants: {small: {board: {size: 3}}}
""",
    ),
    "text.players": Example("players: {black: Black, white: White}"),
    "text.pieces": Example("pieces: {stone: a stone}"),
    "text.params": Example("params: {size: Cells per side}", "params: {size: 5}\n" + _SIZED),
    "text.progress": Example(
        "progress: {stones: stones on the board}",
        """
display: {progress: {stones: {have: count(mine)}}}
""",
    ),
    "text.colors": Example("colors: [green, maroon, olive, blue]", _BLOCKS),
    "text.because": Example("because: {begin at the edge: comece pela borda}", _REASON),
    "text.stop": Example("stop: finish"),
    "text.pass": Example("pass: nothing can be placed; you must pass"),
    "text.swap": Example("swap: take over Black"),
    # Variants.
    "variants.group": Example("small: {group: board, board: {size: 3}}"),
    "variants.name": Example("small: {name: 3 by 3, board: {size: 3}}"),
    "variants.default": Example("usual: {group: board, default: true, board: {size: 5}}"),
}

NAMES: Final[Mapping[str, Example]] = {
    "board": Example("at: board - edge"),
    "corners": Example("when: corners in mine"),
    "edge": Example("at: empty & edge"),
    "center": Example("if: turn > 1 or here in center"),
    "sides": Example("when: count(s in sides where some(group(here) & s)) >= 2"),
    "colors": Example("when: any(c in colors where held(c) >= 3)", _BLOCKS),
    "players": Example("when: all(p in players where count(own(p)) >= 4)"),
    "nowhere": Example("at: iff(turn == 1, nowhere, edge) | center"),
    "all": Example("at: empty & adjacent(center, all)"),
    "orthogonal": Example("dirs: orthogonal", _ARMIES),
    "diagonal": Example("dirs: diagonal", _ARMIES),
    "me": Example("score: iff(me == white, count(mine) + 2, count(mine))", _SCORED),
    "empty": Example("when: none(empty)"),
    "occupied": Example("at: empty - adjacent(occupied)"),
    "mine": Example("score: count(mine)", _SCORED),
    "enemy": Example("- convert: adjacent(here) & enemy"),
    "neutral": Example("when: count(neutral) >= 3", _NEUTRAL),
    "turn": Example("if: turn > 2 or here in edge"),
    "step": Example("at: iff(step > 1, empty & edge, empty)", _TWICE),
    "mover": Example("score: iff(me == mover, 1, 0)", _SCORED),
    "all_stuck": Example("when: all_stuck"),
    "all_passed": Example("when: all_passed", "turn: {pass: free, no_moves: pass}"),
    "last": Example("if: turn == 1 or none(adjacent(last) & here)"),
    "same_direction": Example(
        "dirs: same_direction", _CHECKERED.replace("then:", "next: again, then:"), "again"
    ),
    "here": Example("if: some(adjacent(here) & empty)"),
    "from": Example("to: empty & ring(from, 2)", _ARMIES),
    "over": Example("- remove: over", _CHECKERED),
    "direction": Example("distance: count(line_through(from, direction) & occupied)", _ARMIES),
    "captured": Example("when: captured >= 2"),
    "repeated": Example("- require: not repeated"),
}

FUNCTIONS: Final[Mapping[str, Example]] = {
    "adjacent": Example("at: empty - adjacent(mine)"),
    "shift": Example("at: empty - shift(empty, N)"),
    "ray": Example("if: none(ray(here, forward) & enemy)", _ARMIES),
    "ring": Example("to: empty & ring(from, 2)", _ARMIES),
    "groups": Example("when: count(groups(mine)) == 1"),
    "touching": Example("- remove: touching(groups(enemy), here)"),
    "side": Example("when: some(mine & side(N))"),
    "phase": Example("at: empty & phase(0)"),
    "row": Example("at: empty & row(1)"),
    "column": Example("if: none(column(here) & mine)"),
    "union": Example("when: count(union(filter(g in groups(mine) where count(g) >= 3))) >= 6"),
    "cells": Example('at: empty - cells("a1 e5")'),
    "line_through": Example("if: none(line_through(here, all) & mine)"),
    "count": Example("when: count(mine) >= 9"),
    "sizes": Example("score: max(sizes(groups(mine)))", _SCORED),
    "max": Example("score: max(max(sizes(groups(mine))), 3)", _SCORED),
    "min": Example("when: min(sizes(groups(mine))) >= 2"),
    "line": Example("when: line(mine, here, orthogonal) >= 3"),
    "some": Example("when: some(mine & corners)"),
    "none": Example("when: none(enemy & edge)"),
    "connected": Example("if: connected(mine | here)"),
    "connects": Example("when: connects(mine, side(N), side(S))"),
    "loop": Example("when: loop(group(here))"),
    "iff": Example("score: count(mine) + iff(me == white, 2, 0)", _SCORED),
    "reach": Example("to: reach(from, orthogonal)", _ARMIES),
    "seen": Example("if: none(seen(here) & enemy)"),
    "group": Example("when: count(group(here)) >= 4"),
    "liberties": Example("if: some(liberties(here))"),
    "surrounded": Example("- remove: surrounded(enemy)"),
    "flanked": Example("- convert: flanked(here)"),
    "of": Example("if: count(of(color(here))) > 1", _BLOCKS, "take"),
    "type": Example("when: none(type(king) & mine)", "pieces: {king: , stone: }"),
    "own": Example("when: count(own(black)) > count(own(white)) + 2"),
    "color": Example("let: {tint: color(here)}", _BLOCKS, "let"),
    "open_run": Example("if: open_run(here) >= 2", _BLOCKS, "take"),
    "held": Example("when: any(c in colors where held(c) >= 4)", _BLOCKS),
    "score": Example("when: max(score(me)) >= 5", "score: count(mine)"),
}

LOOPS: Final[Mapping[str, Example]] = {
    "any": Example("when: any(c in colors where held(c) == 5)", _BLOCKS),
    "all": Example("when: all(g in groups(mine) where count(g) >= 2)"),
    "none": Example("when: none(s in sides where none(mine & s))"),
    "count": Example("score: count(g in groups(mine) where some(g & edge))", _SCORED),
    "filter": Example("- remove: filter(g in groups(enemy) where count(g) == 1)"),
    "run": Example("when: run(c in colors where held(c) >= 2) >= 3", _BLOCKS),
    "max": Example("score: max(held(c) for c in colors)", _BLOCKS),
    "min": Example("score: min(count(g) for g in groups(mine))", _SCORED),
    "sum": Example("score: sum(count(g) * count(g) for g in groups(mine))", _SCORED),
}


def whole(section: str, example: Example) -> str:
    """A complete game with an example in it.

    Args:
        section: Where the line stands, unless the example says so itself: an entry of `FRAMES`;
            lines of any other section stand by themselves.
        example: The line, and what it needs.
    """
    line = FRAMES.get(example.frame or section, "{}").format(example.text)
    keys = {**_keys(SAMPLE)}
    given = _keys(example.given)
    if "extends" in line:
        keys = {}
    keys.update(given)
    for name, entry in _keys(line).items():
        before = given.get(name)
        if before is not None:
            entry = Entry(entry.key, _on_top(before.value, entry.value))
        keys[name] = entry
    return written(MapNode(tuple(keys.values()), _START))


def _keys(text: str) -> dict[str, Entry]:
    root = parse(Source("example", text), Problems())
    return {entry.key.text: entry for entry in root.entries} if isinstance(root, MapNode) else {}


def _on_top(below: Node, above: Node) -> Node:
    if isinstance(below, MapNode) and isinstance(above, MapNode):
        return patched(below, above, Problems())
    return above

"""A page for every rule that a game file can break, in `gamedefs/problems/`.

The name of a rule stands in brackets at the end of a message: `[unknown-key]`. `PAGES` is the one
table of these names. A page says what the rule means and shows a file that breaks it, the message
as it is printed, and the lines that mend it; the tests see to it that the message is printed and
that the mended file is accepted.

`python -m core.language.pages` writes the pages.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

from core.language.load import check_text

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "gamedefs" / "problems"
"""Where the pages are kept."""
BROKEN: Final = ROOT / "tests" / "core" / "language" / "broken"
"""Faulty files, each with the message it gets."""

SMALL: Final = """\
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
"""A game without faults, to break."""

WIDTH: Final = 100
"""Columns of a line of prose."""
_WHOLE: Final = 16
"""Lines of a file that is shown whole; of a longer one only what is around the fault."""
_AROUND: Final = 3


@dataclass(frozen=True, slots=True)
class Page:
    """What is told about a rule."""

    meaning: str
    """Paragraphs of Markdown."""
    mend: tuple[tuple[str, str], ...] = ()
    """What is wrong in the faulty file, each with what mends it."""
    file: str = ""
    """Name of a file of `BROKEN`; "" for `SMALL` as `slips` make it."""
    slips: tuple[tuple[str, str], ...] = ()
    """What stands in `SMALL`, each with what stands there in the faulty file."""
    printed: str = ""
    """The message, where no reading of a file brings it up."""

    def faulty(self) -> str:
        """A file that breaks the rule."""
        if self.file:
            return (BROKEN / self.file).read_text("utf-8")
        return _replaced(SMALL, self.slips)

    def mended(self) -> str:
        """The same file, in order."""
        return _replaced(self.faulty(), self.mend)


def page(rule: str) -> str:
    """The page of a rule, as Markdown."""
    told = PAGES[rule]
    parts = [f"# {rule}", *map(_filled, told.meaning.split("\n\n"))]
    if not told.mend:
        parts += ["The message:", _indented(told.printed)] if told.printed else []
        return "\n\n".join(parts) + "\n"
    faulty, mended = told.faulty(), told.mended()
    problems = check_text(faulty, "game.yaml")
    first = min((problem.line for problem in problems), default=1)
    printed = told.printed or "\n".join(problem.render(faulty) for problem in problems)
    parts += [
        "A file that breaks it:",
        f"```yaml\n{_shown(faulty, first)}\n```",
        "The message:",
        _indented(printed),
        "Mended:",
        f"```yaml\n{_changed(faulty, mended)}\n```",
    ]
    return "\n\n".join(parts) + "\n"


def index() -> str:
    """The page that lists all others."""
    lines = [f"- [`{rule}`]({rule}.md): {_first_sentence(told)}" for rule, told in PAGES.items()]
    head = (
        "# What can be wrong with a game file\n\n"
        "One page for each rule, by the name in brackets at the end of a message.\n\n"
    )
    return head + "\n".join(lines) + "\n"


def written() -> Mapping[str, str]:
    """Every page by its file name."""
    return {"README.md": index(), **{f"{rule}.md": page(rule) for rule in PAGES}}


def _replaced(text: str, pairs: tuple[tuple[str, str], ...]) -> str:
    for old, new in pairs:
        text = text.replace(old, new)
    return text


def _filled(paragraph: str) -> str:
    return textwrap.fill(paragraph, WIDTH, break_long_words=False, break_on_hyphens=False)


def _first_sentence(told: Page) -> str:
    text = " ".join(told.meaning.split("\n\n")[0].split())
    return text.split(". ")[0].rstrip(".")


def _indented(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.split("\n"))


def _shown(text: str, line: int) -> str:
    """A short text whole, else the lines around one."""
    lines = text.rstrip("\n").split("\n")
    if len(lines) <= _WHOLE:
        return "\n".join(lines)
    start, end = max(0, line - 1 - _AROUND), line + _AROUND
    cut = lines[start:end]
    before = ["# ..."] if start else []
    after = ["# ..."] if end < len(lines) else []
    return "\n".join([*before, *cut, *after])


def _changed(faulty: str, mended: str) -> str:
    """The lines of the mended text that differ, from the first to the last."""
    old, new = faulty.rstrip("\n").split("\n"), mended.rstrip("\n").split("\n")
    start = next(
        (place for place, pair in enumerate(zip(old, new, strict=False)) if pair[0] != pair[1]),
        min(len(old), len(new)),
    )
    tail = 0
    while tail < min(len(old), len(new)) - start and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    changed = new[start : len(new) - tail]
    if not changed:
        # Lines were only taken out: show what stands around the gap.
        changed = new[max(0, start - 1) : start + 1]
    return "\n".join(changed)


_PLACE: Final = "  place: {place: stone, at: empty}"
_LINE: Final = '  line: {when: "line(mine, here) >= 4", win: mover}'
_PUT: Final = "  put: {place: stone, at: empty, if: here in edge}"
_TRIAL: Final = "\n\nThis is found by `parlour check --play`, which plays games at random."
_FAULT: Final = f"""

This is a fault of the program, not of the file. Please report it with the file, and with the seed
and the steps that the message gives.{_TRIAL}"""

PAGES: Final[Mapping[str, Page]] = MappingProxyType(
    {
        # Reading the file.
        "file": Page(
            "The file cannot be read, or is far too large. A game file has a few KiB; what is"
            " larger than 256 KiB, or has more than 20,000 values, is not looked at.",
            printed="game.yaml:1:1: error: cannot read the file: no such file or directory [file]",
        ),
        "yaml-syntax": Page(
            "The file is not valid YAML. Most often a text needs quotes (it holds `: ` or `"
            " #`, or begins with a character that means something to YAML), a bracket is not"
            " closed, or a tab stands where blanks should.\n\n"
            "A game file is one document in UTF-8.",
            (("  place: {place: stone, at: * 2}", _PLACE),),
            "80_star.yaml",
        ),
        "yaml-duplicate-key": Page(
            "A key is given twice in one mapping. YAML would silently forget the first.",
            (
                (
                    "turn: {swap: true, no_moves: pass}\nturn: {swap: false}",
                    "turn: {swap: false, no_moves: pass}",
                ),
            ),
            "08_duplicate.yaml",
        ),
        "yaml-alias": Page(
            "YAML's anchors (`&name`) and aliases (`*name`) are not read. A part that is"
            " needed twice gets a name in `define:`; a game like another one says `extends:`.\n\n"
            "A text that begins with `&` or `*` only needs quotes.",
            (("*empty", "empty"),),
            slips=(("at: empty", "at: *empty"),),
        ),
        "yaml-tag": Page(
            "YAML's tags (`!!str`) are not read; the language knows what each value must be."
            " A text that begins with `!` only needs quotes.",
            (("no_moves: !!str draw", "no_moves: draw"),),
            "41_tag.yaml",
        ),
        "quote-me": Page(
            "A comma inside `{ }` or `[ ]` has cut a value in two. There, a comma ends a"
            " value, so an expression or text with a comma needs quotes. On a line of its own"
            " it needs none.",
            (("when: line(mine, here) >= 4, win", 'when: "line(mine, here) >= 4", win'),),
            "44_comma_in_a_condition.yaml",
        ),
        # Keys and the sort of their values.
        "unknown-key": Page(
            "A key is not one of those that may stand there. Keys are written in small"
            " letters, and each belongs to a section; the reference page lists them all.",
            (("    than:", "    then:"),),
            "01_unknown_key.yaml",
        ),
        "missing-key": Page(
            "A key that cannot be left out is missing. A whole file needs `format`, `game`,"
            " `board`, `pieces` and `moves`; what a board needs depends on its shape, and"
            " pieces that belong to players need an `owner:` in `setup:`.",
            (("  - {place: stone, at: row(1)}", "  - {place: stone, owner: black, at: row(1)}"),),
            "53_setup_without_owner.yaml",
        ),
        "type": Page(
            "A value is of another sort than its key takes: a list where a mapping is"
            " expected, a word that is none of those allowed, a number out of its range.\n\n"
            "Nothing is guessed: flags are `true` and `false`, and `05` is no number.",
            (("swap: yes", "swap: true"),),
            "23_yes_is_no_flag.yaml",
        ),
        "name": Page(
            "A name cannot be used. It has characters that names may not have, or it means"
            " something already: a word of the language, a direction, another name of the"
            " file.",
            (
                ("  mine: own(black)", "  dark: own(black)"),
                (_LINE, "  line: {when: count(dark) >= 4, win: mover}"),
            ),
            "34_name_taken.yaml",
        ),
        "renamed": Page(
            "A key is called by a name that it had in an older format. The file is read as if it"
            " had the new name. `parlour upgrade FILE` writes the new name into it and leaves"
            " everything else, comments and white space, as it stands.",
            printed="game.yaml:8:5: warning: 'old' is called 'new' since format 2 [renamed]",
        ),
        "format": Page(
            "The file is written for another version of the language than this program knows.",
            (("format: 2", "format: 1"),),
            "57_wrong_format.yaml",
        ),
        # Other files and variants.
        "extends": Page(
            "The game that `extends:` names is not there, or the files extend each other in a"
            " circle, or through too many files. Only a name is written, without a folder; the"
            " file is looked for beside this one, and then among the shipped games.",
            (("extends: a-game-of-nothing\n", ""),),
            "59_extends_nothing.yaml",
        ),
        "merge": Page(
            "A patch deletes something with `null` that is not there. Either the name is"
            " misspelt, or another variant has deleted it already.",
            (("{lines: null}", "{line: null}"),),
            "47_deleting_nothing.yaml",
        ),
        "variant": Page(
            "Variants do not go together as they are written: two of one group are the"
            " default, or one adds a rule under a name so near to another that a change was"
            " probably meant.",
            (("  short: {group: goal, default: true,", "  short: {group: goal,"),),
            "45_variant_in_two_minds.yaml",
        ),
        "variant-param": Page(
            "A variant gives a value to a parameter that there is none of.",
            (("{sise: 4}", "{size: 4}"),),
            "14_variant_param.yaml",
        ),
        "param": Page(
            "`$name` in `board:` or `pieces:` stands for a parameter, and there is none of"
            " that name.",
            (("board:", "params: {size: 5}\nboard:"),),
            slips=(("size: 5", "size: $size"),),
        ),
        "param-range": Page(
            "The value of a parameter is outside of its own `min:` and `max:`, or not a whole"
            " number of steps (`step:`) from `min:`. Ranges are looked at once variants are"
            " applied.",
            (("  long: {params: {n: 6}}", "  long: {params: {n: 5}}"),),
            "46_parameter_out_of_range.yaml",
        ),
        # What names refer to.
        "board": Page(
            "The board cannot be built: a measure does not go with its shape, or it has no"
            " cells, too many, or a drawing that is none.",
            (("{shape: square, width: 5, height: 5}", "{shape: rectangle, width: 5, height: 5}"),),
            "31_board_of_another_shape.yaml",
        ),
        "direction": Page(
            "A direction is not one of this board, or directions that depend on play are"
            " listed with others. Square cells have `N NE E SE S SW W NW`, hexagonal ones `NE"
            " E SE SW W NW`.",
            (("SSW", "S"),),
            slips=(
                (
                    "players: [black, white]",
                    "players: {black: {forward: N}, white: {forward: SSW}}",
                ),
            ),
        ),
        "players": Page(
            "There are too few or too many players, or a rule only works for another number"
            " of them.",
            (("[black]", "[black, white]"),),
            slips=(("[black, white]", "[black]"),),
        ),
        "player": Page(
            "Something refers to a player that there is none of.",
            (("owner: balck", "owner: black"),),
            "70_owner_unknown.yaml",
        ),
        "piece": Page(
            "Something refers to a type of piece that is not under `pieces:`.",
            (("place: stome", "place: stone"),),
            "27_unknown_piece.yaml",
        ),
        "stage": Page(
            "`next:` names a stage that no action belongs to, a stage has no action, or a"
            " stage is called `end`, which is no stage but the end of the turn.",
            (("    next: moar", "    next: more"),),
            "05_bad_stage.yaml",
        ),
        "action": Page(
            "`display: click:` names an action that is not under `moves:`.",
            (("{drop: column}", "{place: column}"),),
            slips=(("turn:", "display: {click: {drop: column}}\nturn:"),),
        ),
        "var": Page(
            "`set:` changes a variable that is not under `vars:`. Parameters never change"
            " during play.",
            (("moves:\n", "vars: {n: 0}\nmoves:\n"), ("{n: 1}", "{n: n + 1}")),
            "83_set_a_parameter.yaml",
        ),
        "outcome": Page(
            "An end rule does not say who wins: it has none or several of `win`, `lose` and"
            " `draw`, names somebody who is not there, or asks for the higher score in a game"
            " that keeps none.",
            (('>= 4", win: most}', '>= 4", win: mover}'),),
            "30_most_without_score.yaml",
        ),
        "setup": Page(
            "The starting position cannot be set up: two entries put pieces on one cell, or"
            " there are more pieces to deal than cells.",
            (("at: column(1)}", "at: row(5)}"),),
            "52_setup_twice_on_a_cell.yaml",
        ),
        "verb": Page(
            "An action, effect or entry has no verb, or two. Each does exactly one thing.",
            (("{place: stone, take: stone, at: empty}", "{place: stone, at: empty}"),),
            "37_two_verbs.yaml",
        ),
        "verb-key": Page(
            "A key does not go with the verb of its action, or with the way a piece moves, or"
            " has nothing to go with.",
            (("{move: stone, over: enemy}", "{move: stone, by: hop, over: enemy}"),),
            "36_hop_key_on_a_step.yaml",
        ),
        # Expressions.
        "expr": Page(
            "An expression is wrong: its grammar, a name that is not known (or not known"
            " there), or a value of another type than is wanted. The place is that of the"
            " fault; a fault in a definition is shown where the definition is written, with"
            " the places that use it.\n\n"
            "The reference page says which names are known where.",
            (("empty and adjacent(mine)", "empty & adjacent(mine)"),),
            "85_sets_with_and.yaml",
        ),
        # What is probably not meant.
        "unused": Page(
            "A parameter, variable, definition, region or remembered value is never used,"
            " with any choice of variants. Often the name is misspelt where it should be used.",
            (("  spare: count(mine)\n", ""),),
            "16_unused.yaml",
        ),
        "unreachable": Page(
            "No turn ever comes here: no `next:` leads to a stage, or a line of `next:`"
            " stands after one that always holds.",
            (
                (
                    "[{go: end}, {when: captured > 0, go: start}]",
                    "[{when: captured > 0, go: start}]",
                ),
            ),
            "61_line_after_always.yaml",
        ),
        "shadowed": Page(
            "An end rule can never decide, because another is tested before it and holds"
            " whenever it does.",
            (
                (
                    '  line: {when: "line(mine, here) >= 4", win: mover}\n'
                    '  long: {when: "some(mine) and line(mine, here) >= 4", draw: true}',
                    '  line: {when: "line(mine, here) >= 4", win: mover}\n'
                    "  full: {when: none(empty), draw: true}",
                ),
            ),
            "62_end_rule_in_the_shade.yaml",
        ),
        "no-moves": Page(
            "Nothing says what happens to a player who cannot move. Every game should; a draw"
            " is assumed.",
            (("moves:\n", "turn: {no_moves: draw}\nmoves:\n"),),
            "63_nothing_about_being_stuck.yaml",
        ),
        "same-step": Page(
            "Two actions of a stage may make the same step, and nothing tells them apart in a"
            " record. Give one of them a `sign:`, or cells of its own.",
            (("  put: {place: stone, at: empty}", "  put: {place: stone, at: empty, sign: P}"),),
            "64_same_step_twice.yaml",
        ),
        "text": Page(
            "There are words for something that the game does not have, with any choice of"
            " variants. Mostly the name is misspelt. Or an expression in `{ }` stands in a text"
            " that is shown as it is written: only those of `stages:` have expressions.",
            (("{plaec: put}", "{place: put}"),),
            "66_words_for_nothing.yaml",
        ),
        "untranslated": Page(
            "A language lacks words that stand under `text: en:`, for which English will be shown."
            " Words stand under `text:` in the game's file, or in `text/<language>/<game>.yaml`"
            " beside it.",
            (("pt: {moves:", "pt: {end: {line: tem quatro em linha}, moves:"),),
            "108_half_translated.yaml",
        ),
        "stale-reason": Page(
            "A variant changes a condition of an action and not its `because:`, so players are"
            " told a reason that may no longer be one. Give the variant a `because:` too, even if"
            " it is the same, or `because: null`.",
            (("{if: here in edge}", "{if: here in edge, because: stay at the edge}"),),
            "109_reason_of_another_rule.yaml",
        ),
        "display": Page(
            "The pieces have more colors than there are colors or letters to show them, or the"
            " pieces of two players look alike.",
            (("glyphs: AB}", "glyphs: ABC}"),),
            slips=(
                ("{stone: }", "{stone: , block: {owner: none, colors: 3, copies: 1}}"),
                ("turn:", "setup: [{deal: block, at: row(1)}]\ndisplay: {glyphs: AB}\nturn:"),
            ),
        ),
        # Trials, `parlour check --play`.
        "play-start": Page(
            "The first player can do nothing, so the game is over before the first step. Look"
            " at `at:` and `if:` of the actions of the stage `start`, and at `setup:`." + _TRIAL,
            (("empty & adjacent(mine)", "empty - adjacent(mine)"),),
            slips=(("at: empty", "at: empty & adjacent(mine)"),),
            printed=(
                "game.yaml:1:1: error: the game is over before the first step [play-start]\n"
                "     1 | format: 1\n"
                "       | ^\n"
                "       = with seed 0; look at what the actions of the stage start need: `at:`,"
                " `from:`, `to:`, `by:`, `if:`"
            ),
        ),
        "play-endless": Page(
            "A game played at random did not end in 1000 steps and 20 more for each cell."
            " People may end it sooner, but nothing makes them. Let repeated positions be a"
            " draw or forbidden (`turn: repeat:`), or count quiet turns in `vars:` and end the"
            " game when there are too many." + _TRIAL,
            (("{no_moves: pass}", "{no_moves: pass, repeat: draw}"),),
            slips=(
                ("\nmoves:", "\nsetup: [{place: stone, owner: black, at: center}]\nmoves:"),
                (_PLACE, "  fly: {move: stone, by: leap}"),
                ("no_moves: draw", "no_moves: pass"),
            ),
            printed=(
                "game.yaml:1:1: warning: a random game did not end in 1500 steps on 25 cells"
                " [play-endless]\n"
                "     1 | format: 1\n"
                "       | ^\n"
                "       = after 1500 steps c3-d3,pass,d3-b1,pass,b1-c4,pass,c4-c3,pass,c3-b4,pass,"
                "b4-e4,pass,... with seed 0; `turn: {repeat: draw}` or a counter in an end rule"
                " would end it"
            ),
        ),
        "play-token": Page(
            "Two legal steps of one position are written alike, so that a record does not say"
            " which was made. Give one of the actions a `sign:`, or cells of its own." + _TRIAL,
            ((_PUT, _PUT.replace("if:", "sign: P, if:")),),
            slips=((_PLACE, f"{_PLACE}\n{_PUT}"),),
            printed=(
                "game.yaml:1:1: error: 'a1' may mean place or put [play-token]\n"
                "     1 | format: 1\n"
                "       | ^\n"
                "       = with seed 0; give one of the actions a `sign:`"
            ),
        ),
        "play-replay": Page(
            "The steps of a game, as written, do not lead to the same end again." + _FAULT
        ),
        "play-position": Page(
            "A position, as written, does not read as the same position." + _FAULT
        ),
        "play-merge": Page(
            "Two positions that are taken for equal, whatever the order of steps that led to"
            " them, have different legal steps." + _FAULT
        ),
        "play-crash": Page("The program failed in the middle of a game." + _FAULT),
    }
)
"""Name of each rule -> what is told about it, in the order in which a file is read."""


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in written().items():
        (FOLDER / name).write_text(text, encoding="utf-8")

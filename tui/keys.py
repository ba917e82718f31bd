"""Everything a person can do, in one table, and the keys that do it.

What keys do, footers, the help screen and the command list are all made from `ACTIONS`, so they
cannot disagree. Each action has at least one key that prints a character: some terminals and
multiplexers swallow the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from core.words import Message, Text
from tui.language import N_, _


@dataclass(frozen=True, slots=True)
class Action:
    """Something a person can do on a screen."""

    id: str
    """Screen and name: "table.done" calls `action_done` of the table; `keys.yaml` gives it other
    keys under this name."""
    keys: tuple[str, ...]
    """As Textual names them; the first that prints is shown."""
    words: str
    """For the footer and the command list, two or three words, to be translated where shown."""
    help: str
    """For the help screen, one sentence without a full stop, to be translated where shown."""
    footer: bool = False

    @property
    def screen(self) -> str:
        """Where it works: "app" is everywhere."""
        return self.id.partition(".")[0]

    @property
    def name(self) -> str:
        """Without the screen; the method is `action_` and this, with underscores."""
        return self.id.partition(".")[2]


ACTIONS: tuple[Action, ...] = (
    Action("app.help", ("question_mark", "f1"), N_("keys"), N_("the keys of this screen"), True),
    Action("app.commands", ("colon",), N_("commands"), N_("all commands by name")),
    Action("app.theme", ("t",), N_("theme"), N_("dark, light, high contrast, plain, your own")),
    Action(
        "app.mouse", ("M",), N_("mouse"), N_("leave the mouse to the terminal, or take it back")
    ),
    Action(
        "app.terminal",
        ("T",),
        N_("terminal"),
        N_("what the terminal can show, and how to correct it"),
    ),
    Action(
        "app.glyphs", ("v",), N_("glyphs"), N_("how pieces look: colors and letters, plain letters")
    ),
    Action("app.leave", ("q",), N_("back"), N_("back to the screen before; a game is kept"), True),
    Action("app.cancel", ("escape", "semicolon"), N_("cancel"), N_("cancel what is half done")),
    Action("app.quit", ("Q",), N_("quit"), N_("leave Parlour; a running game is kept")),
    Action("app.redraw", ("ctrl+l", "asterisk"), N_("redraw"), N_("draw the whole screen again")),
    # Menus: the lobby, a game's set-up, the settings, the list of commands.
    Action("menu.open", ("enter", "space"), N_("choose"), N_("choose the marked line"), True),
    Action("menu.up", ("up", "k"), N_("up"), N_("the line above")),
    Action("menu.down", ("down", "j"), N_("down"), N_("the line below")),
    Action("menu.less", ("left", "h"), N_("previous value"), N_("the value before")),
    Action("menu.more", ("right", "l"), N_("next value"), N_("the next value")),
    Action("menu.page_up", ("pageup", "left_parenthesis"), N_("page up"), N_("a page up")),
    Action("menu.page_down", ("pagedown", "right_parenthesis"), N_("page down"), N_("a page down")),
    Action("menu.first", ("home", "left_curly_bracket"), N_("first"), N_("the first line")),
    Action("menu.last", ("end", "right_curly_bracket"), N_("last"), N_("the last line")),
    Action(
        "lobby.quick",
        ("p",),
        N_("play at once"),
        N_("play the marked game at once, as set up"),
        True,
    ),
    Action("lobby.resume", ("g",), N_("resume"), N_("go on with the game left last")),
    Action(
        "lobby.find", ("slash",), N_("find"), N_("find a game by typing a part of its name"), True
    ),
    Action("lobby.rules", ("r",), N_("rules"), N_("the rules of the marked game"), True),
    Action("lobby.settings", ("s",), N_("settings"), N_("settings"), True),
    Action("lobby.remove", ("D",), N_("delete"), N_("delete the marked match")),
    Action(
        "lobby.replay", ("w",), N_("replay"), N_("look through the marked match from its start")
    ),
    Action("lobby.ladder", ("L",), N_("ratings"), N_("who is how strong, by rated games")),
    Action("setup.start", ("s",), N_("start"), N_("start the game as set up"), True),
    Action("setup.rules", ("r",), N_("rules"), N_("the rules of this game"), True),
    # Looking through a match; what is not here is as at the table.
    Action(
        "replay.play", ("P",), N_("play, pause"), N_("let the game go on by itself, and stop"), True
    ),
    Action("replay.faster", ("equals_sign",), N_("faster"), N_("play faster; + does so too")),
    Action("replay.slower", ("underscore",), N_("slower"), N_("play slower; - does so too")),
    Action(
        "replay.jump", ("number_sign",), N_("go to step"), N_("look at a step by its number"), True
    ),
    Action("replay.picture", ("V",), N_("picture"), N_("save the screen as a picture (SVG)")),
    Action(
        "replay.recording",
        ("A",),
        N_("recording"),
        N_("save the game as an animated terminal recording (asciicast)"),
    ),
    # The table.
    Action(
        "table.pick", ("enter", "space"), N_("pick"), N_("pick the cell under the cursor"), True
    ),
    Action("table.left", ("left", "h"), N_("left"), N_("cursor left")),
    Action("table.down", ("down", "j"), N_("down"), N_("cursor down")),
    Action("table.up", ("up", "k"), N_("up"), N_("cursor up")),
    Action("table.right", ("right", "l"), N_("right"), N_("cursor right")),
    Action("table.up_left", ("y",), N_("up left"), N_("cursor up and left")),
    Action("table.up_right", ("u",), N_("up right"), N_("cursor up and right")),
    Action("table.down_left", ("b",), N_("down left"), N_("cursor down and left")),
    Action("table.down_right", ("n",), N_("down right"), N_("cursor down and right")),
    Action(
        "table.next_target", ("tab", "plus"), N_("next target"), N_("cursor to the next legal cell")
    ),
    Action(
        "table.previous_target",
        ("shift+tab", "minus"),
        N_("previous target"),
        N_("cursor to the legal cell before"),
    ),
    Action("table.done", ("full_stop",), N_("done"), N_("end the turn where that is allowed")),
    Action(
        "table.undo",
        ("backspace", "comma"),
        N_("undo"),
        N_("undo the last step of this turn"),
        True,
    ),
    Action("table.type", ("m",), N_("type"), N_("type moves, such as d4 or e5,-d4"), True),
    Action(
        "table.offers",
        ("o",),
        N_("offers"),
        N_("take back a turn, swap sides, resign, rematch"),
        True,
    ),
    Action("table.pass", ("p",), N_("pass"), N_("pass, where that is allowed")),
    Action(
        "table.swap",
        ("w",),
        N_("swap"),
        N_("take over the other side, where the pie rule allows it"),
    ),
    Action(
        "table.say",
        ("s",),
        N_("say"),
        N_("describe the cell under the cursor, and why it is refused"),
    ),
    Action("table.say_row", ("S",), N_("say row"), N_("describe the row of the cursor")),
    Action("table.back_step", ("left_square_bracket",), N_("step back"), N_("look one step back")),
    Action("table.on_step", ("right_square_bracket",), N_("step on"), N_("look one step further")),
    Action("table.back_turn", ("less_than_sign",), N_("turn back"), N_("look one turn back")),
    Action("table.on_turn", ("greater_than_sign",), N_("turn on"), N_("look one turn further")),
    Action("table.first", ("left_curly_bracket", "home"), N_("beginning"), N_("look at the start")),
    Action(
        "table.live", ("right_curly_bracket", "end"), N_("now"), N_("back to the game as it stands")
    ),
    Action("table.log_up", ("left_parenthesis", "pageup"), N_("log up"), N_("earlier moves")),
    Action("table.log_down", ("right_parenthesis", "pagedown"), N_("log down"), N_("later moves")),
    Action(
        "table.explore",
        ("x",),
        N_("explore"),
        N_("try lines of play beside the game, and back"),
        True,
    ),
    Action(
        "table.next_variation",
        ("J",),
        N_("next variation"),
        N_("what else was tried in this place"),
    ),
    Action(
        "table.previous_variation",
        ("K",),
        N_("previous variation"),
        N_("the one tried before it"),
    ),
    Action(
        "table.delete_variation", ("D",), N_("delete"), N_("forget the step that was tried here")
    ),
    Action("table.note", ("N",), N_("note"), N_("write a note to this moment of the game")),
    Action("table.hint", ("H",), N_("hint"), N_("let a bot say what is best here"), True),
    Action("table.values", ("E",), N_("value"), N_("show how a bot values what the board shows")),
    Action(
        "table.graph",
        ("G",),
        N_("graph"),
        N_("graphs of score and value in the place of the moves"),
    ),
    Action("table.zoom", ("z",), N_("zoom"), N_("next size of the cells"), True),
    Action("table.zoom_back", ("Z",), N_("zoom back"), N_("previous size of the cells")),
    Action("table.rotate", ("r",), N_("rotate"), N_("rotate the board; then as in a mirror")),
    Action("table.flip", ("F",), N_("flip"), N_("change left and right of the board")),
    Action("table.panels", ("f",), N_("focus"), N_("hide or show the panels")),
    Action("table.copy", ("Y",), N_("copy"), N_("copy the position or the game as text")),
    Action("table.rules", ("R",), N_("rules"), N_("the rules of this game")),
    Action(
        "table.faults",
        ("e",),
        N_("faults"),
        N_("what is wrong with the game's file, once it changes"),
    ),
    # What there is besides at the table of a house, and in its lobby.
    Action(
        "company.chat", ("c",), N_("chat"), N_("say something to the others at this table"), True
    ),
    Action("company.mute", ("C",), N_("mute"), N_("hide or show what is said")),
    Action("company.next", ("g",), N_("next game"), N_("the next game that waits for you")),
    Action("house.new", ("c",), N_("new table"), N_("open a table for others to join"), True),
    Action("house.next", ("g",), N_("next game"), N_("the next game that waits for you")),
    Action("house.rules", ("r",), N_("rules"), N_("the rules of the marked game"), True),
    Action("house.settings", ("s",), N_("settings"), N_("settings"), True),
    Action("house.ladder", ("L",), N_("ratings"), N_("who is how strong, by rated games")),
    Action(
        "house.replay",
        ("w",),
        N_("replay"),
        N_("look through the marked game from its start, once it is over"),
    ),
    # Texts: rules and help.
    Action("text.down", ("down", "j", "enter"), N_("down"), N_("a line down")),
    Action("text.up", ("up", "k"), N_("up"), N_("a line up")),
    Action(
        "text.page_down",
        ("space", "pagedown", "right_parenthesis"),
        N_("page down"),
        N_("a page down"),
        True,
    ),
    Action("text.page_up", ("b", "pageup", "left_parenthesis"), N_("page up"), N_("a page up")),
    Action("text.first", ("home", "g", "left_curly_bracket"), N_("top"), N_("to the top")),
    Action("text.last", ("end", "G", "right_curly_bracket"), N_("bottom"), N_("to the end")),
)
"""Every action, in the order help shows them."""

SCREENS: Mapping[str, str] = {
    "replay": N_("Looking through a game"),
    "table": N_("At the table"),
    "company": N_("At a table with others"),
    "lobby": N_("In the lobby"),
    "house": N_("In the lobby of a house"),
    "setup": N_("Setting up a game"),
    "menu": N_("In a list"),
    "text": N_("In a text"),
    "app": N_("Everywhere"),
}
"""What help calls each part of `ACTIONS`, in the order it shows them."""

TOGETHER: tuple[tuple[str, ...], ...] = (
    ("app", "menu", "lobby"),
    ("app", "menu", "setup"),
    ("app", "table", "company"),
    ("app", "menu", "house"),
    ("app", "table", "replay"),
    ("app", "text"),
)
"""Parts of `ACTIONS` that work on one screen, where no key may mean two things."""

Keys = Mapping[str, tuple[str, ...]]
"""Action id -> its keys, as Textual names them, of the actions that have other than the usual."""

_NAMED = {
    "left": N_("left"),
    "right": N_("right"),
    "up": N_("up"),
    "down": N_("down"),
    "escape": "Esc",
    "enter": "Enter",
    "space": N_("Space"),
    "backspace": "Bksp",
    "tab": "Tab",
    "shift+tab": "Shift+Tab",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
}
"""Keys as they are called on the keyboard, where that is not the character itself."""


def bound(screens: Sequence[str], remapped: Keys) -> Mapping[str, str]:
    """Key -> id of the action it does, in these parts of the table; the first named wins.

    Args:
        screens: Parts of the table, the nearest first.
        remapped: The actions with other keys.
    """
    return _bound(tuple(screens), tuple(remapped.items()))


@lru_cache(64)
def _bound(
    screens: tuple[str, ...], remapped: tuple[tuple[str, tuple[str, ...]], ...]
) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for screen in screens:
        for action in ACTIONS:
            if action.screen == screen:
                for key in keys_of(action, dict(remapped)):
                    found.setdefault(key, action.id)
    return found


def named(id: str) -> Action:
    """The action of an id."""
    return next(action for action in ACTIONS if action.id == id)


def keys_of(action: Action, remapped: Keys) -> tuple[str, ...]:
    """The keys that an action of `ACTIONS` has now."""
    return remapped.get(action.id, action.keys)


def shown(key: str) -> str:
    """How a key is called on the screen: "full_stop" is ".", "escape" is "Esc"."""
    return _(_NAMED[key]) if key in _NAMED else written(key)


def written(key: str) -> str:
    """How a key is called in the file of keys, in whatever language the screens speak."""
    if key in _NAMED:
        return _NAMED[key]
    if key.startswith("ctrl+"):
        return f"Ctrl+{key[5:].upper()}"
    return _CHARACTERS.get(key, key.upper() if key in _FUNCTION else key)


def known(word: str) -> str | None:
    """The key that a person means by a word: "." or "full_stop", "Esc" or "escape"; or None."""
    if len(word) == 1 and word.isascii() and word.isalnum():
        return word
    if word in _CHARACTERS.values():
        return next(key for key, character in _CHARACTERS.items() if character == word)
    small = word.lower()
    if small in _NAMED or small in _CHARACTERS or small in _FUNCTION or small in _CONTROL:
        return small
    return next((key for key, name in _NAMED.items() if name.lower() == small), None)


def prints(key: str) -> bool:
    """Whether a key prints a character, so that every terminal sends it."""
    return key == "space" or key in _CHARACTERS or len(key) == 1


def settled(wanted: Keys) -> tuple[dict[str, tuple[str, ...]], dict[str, Text]]:
    """What of the wanted keys can be had, and what is wrong with the rest.

    Every action keeps a key that prints, and no key means two things on one screen, so nobody can
    lock themselves out: whatever is wanted, leaving and help have keys.

    Args:
        wanted: Action id -> keys; where two of them want one key, the later one yields.

    Returns:
        The actions with other keys; and action id -> why it keeps its usual keys.
    """
    found: dict[str, tuple[str, ...]] = {}
    faults: dict[str, Text] = {}
    for id, keys in wanted.items():
        if id not in _BY_ID:
            faults[id] = _unknown(id)
        elif not any(map(prints, keys)):
            faults[id] = Message("one of its keys must print a character")
        else:
            found[id] = tuple(dict.fromkeys(keys))
    while clash := _clash(found):
        id, words = clash
        del found[id]
        faults[id] = words
    return found, faults


def _clash(remapped: Keys) -> tuple[str, Text] | None:
    """The last action with another key that means something else on a screen, and what."""
    for id in reversed(list(remapped)):
        for parts in TOGETHER:
            if _BY_ID[id].screen not in parts:
                continue
            others = [each for each in ACTIONS if each.screen in parts and each.id != id]
            taken = {key: each.id for each in others for key in keys_of(each, remapped)}
            for key in remapped[id]:
                if key in taken:
                    told = Message(
                        "{key} is a key of {action} already", key=written(key), action=taken[key]
                    )
                    return id, told
    return None


def doubled(remapped: Keys) -> list[str]:
    """Keys that mean two things on one screen; there are none after `settled`."""
    found: list[str] = []
    for parts in TOGETHER:
        here = [action for action in ACTIONS if action.screen in parts]
        counts = Counter(key for action in here for key in keys_of(action, remapped))
        found += [key for key, count in counts.items() if count > 1]
    return found


def _unknown(id: str) -> Text:
    named = repr(id[:60])
    near = get_close_matches(id, _BY_ID, 1)
    if near:
        told = N_("no action is called {action}; did you mean {near}?")
        return Message(told, action=named, near=near[0])
    return Message("no action is called {action}", action=named)


_BY_ID = {action.id: action for action in ACTIONS}
_CHARACTERS = {
    "exclamation_mark": "!",
    "quotation_mark": '"',
    "number_sign": "#",
    "dollar_sign": "$",
    "percent_sign": "%",
    "ampersand": "&",
    "apostrophe": "'",
    "left_parenthesis": "(",
    "right_parenthesis": ")",
    "asterisk": "*",
    "plus": "+",
    "comma": ",",
    "minus": "-",
    "full_stop": ".",
    "slash": "/",
    "colon": ":",
    "semicolon": ";",
    "less_than_sign": "<",
    "equals_sign": "=",
    "greater_than_sign": ">",
    "question_mark": "?",
    "at": "@",
    "left_square_bracket": "[",
    "backslash": "\\",
    "right_square_bracket": "]",
    "circumflex_accent": "^",
    "underscore": "_",
    "grave_accent": "`",
    "left_curly_bracket": "{",
    "vertical_line": "|",
    "right_curly_bracket": "}",
    "tilde": "~",
}
"""Textual's names of keys -> the characters they print."""
_FUNCTION = tuple(f"f{number}" for number in range(1, 13))
_CONTROL = tuple(f"ctrl+{letter}" for letter in "abdefghklnopqrstuvwxyz")
"""Ctrl+C always leaves; Ctrl+I, J and M are Tab and Enter."""

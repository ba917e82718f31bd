"""Words for players in files of their own: `text/<language>/<game>.yaml` beside the game.

Such a file holds what `text: <language>:` holds in the game's own file, and is laid over it.
"""

from __future__ import annotations

from glob import escape
from pathlib import Path

from core.language.merge import patched
from core.language.nodes import Entry, MapNode, Scalar, parse, read_source
from core.language.problems import Problems, Span


def translations(game: Path) -> tuple[Path, ...]:
    """The files of words that go with a game's file, one a language, by their codes."""
    try:
        return tuple(sorted(game.parent.glob(f"text/*/{escape(game.stem)}.yaml")))
    except (OSError, ValueError):  # a name that no file can have
        return ()


def game_of(path: Path) -> Path:
    """The game's file that a file of words belongs to; the path itself where it is none."""
    game = path.absolute().parents[2] / path.name if len(path.absolute().parents) > 2 else path
    return game if path in translations(game) or path.absolute() in translations(game) else path


def with_translations(root: MapNode, game: Path, problems: Problems) -> MapNode:
    """The nodes of a game's file, with the words of its translations under `text:`."""
    for path in translations(game):
        words = _words(path, problems)
        if words is not None:
            patch = _under("text", _under(path.parent.name, words))
            root = patched(root, patch, problems)
    return root


def _words(path: Path, problems: Problems) -> MapNode | None:
    source = read_source(path, problems)
    node = None if source is None else parse(source, problems)
    if source is not None and node is not None and not isinstance(node, MapNode):
        expected = "a file of words is a mapping of keys"
        problems.error(Span(source, 0, 0), "type", expected, "begin with `name:` or `rules: |`")
    return node if isinstance(node, MapNode) else None


def _under(key: str, node: MapNode) -> MapNode:
    """A mapping of one key, which stands nowhere: the first place of the file stands for it."""
    place = Span(node.span.source, 0, 0)
    return MapNode((Entry(Scalar(key, place), node),), node.span)

"""From a game file to a checked `Definition`.

The stages, each of which tells all its problems before the next begins: YAML and keys given
twice, with the files of translations; keys and the sort of their values; `extends:` and variants;
parameters, names and references; the grammar of expressions; their scopes and types; and, for
`check_file`, what is probably not meant.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

from core.language import limits
from core.language.build import Builder
from core.language.definition import Definition
from core.language.lints import EVERYWHERE, lints, untranslated
from core.language.merge import (
    check_variants,
    chosen,
    group_of,
    inherited,
    variant_nodes,
    with_variants,
)
from core.language.nodes import MapNode, Scalar, parse, read_source, size
from core.language.problems import DefinitionError, Problem, Problems, Source, Span, joined
from core.language.renames import renamed
from core.language.shape import check_shape
from core.language.translations import game_of, translations, with_translations
from core.language.vocabulary import TOP


def load_file(path: Path, variants: tuple[str, ...] = ()) -> Definition:
    """The game of a file with these variants, and the defaults of other groups, chosen.

    Raises:
        DefinitionError: The file, or one that it extends, is faulty; has all the problems.
        UnknownGame: There is no such variant, or two are of one group.
    """
    problems = Problems()
    source = read_source(path, problems)
    problems.stop()
    assert source is not None
    return _loaded(source, variants, problems)


def load_text(text: str, file: str, variants: tuple[str, ...] = ()) -> Definition:
    """The game of a text; `file` is what messages call it, and where `extends:` looks from.

    Raises:
        DefinitionError: The text is faulty; has all the problems.
        UnknownGame: There is no such variant, or two are of one group.
    """
    return _loaded(Source(file, text.removeprefix("\ufeff")), variants, Problems())


def check_file(path: Path) -> list[Problem]:
    """Everything wrong or doubtful in a file with any of its variants, in its order.

    A file of words is looked at with the game that it belongs to.
    """
    problems = Problems()
    source = read_source(game_of(path), problems)
    if source is not None:
        _check(source, problems)
    return list(problems.all)


def check_text(text: str, file: str) -> list[Problem]:
    """The same for a text."""
    problems = Problems()
    _check(Source(file, text.removeprefix("\ufeff")), problems)
    return list(problems.all)


def _loaded(source: Source, variants: tuple[str, ...], problems: Problems) -> Definition:
    root = read_root(source, problems)
    return _built(root, chosen(root, variants, _game(root)), source.file, problems).build()


def _built(root: MapNode, names: tuple[str, ...], file: str, problems: Problems) -> Builder:
    resolved = with_variants(root, names, problems)
    problems.stop()
    if names or "extends" in root:
        # Patches were looked at one by one; what they make together must be complete.
        others = tuple(one for one in resolved.entries if one.key.text != "variants")
        check_shape(MapNode(others, resolved.span, resolved.flow), problems)
        problems.stop()
    return Builder(resolved, names, file, problems)


def read_root(source: Source, problems: Problems) -> MapNode:
    """A file's nodes with those of the files it extends, and with their translations.

    Raises:
        DefinitionError: Something is wrong before variants are even chosen.
    """
    root = _nodes(source, problems)
    problems.stop()
    assert root is not None
    root = inherited(root, Path(source.file), _parent, problems)
    problems.stop()
    check_variants(root, problems)
    problems.stop()
    return root


def _parent(path: Path, problems: Problems) -> MapNode | None:
    source = read_source(path, problems)
    return None if source is None else _nodes(source, problems)


def _nodes(source: Source, problems: Problems) -> MapNode | None:
    """The nodes of one file, with keys and values of the right sort."""
    failed = len(problems.all)
    root = parse(source, problems)
    if len(problems.all) > failed:
        return None
    if not isinstance(root, MapNode):
        text = "the file is empty" if root is None else "a game file is a mapping of keys"
        problems.error(Span(source, 0, 0), "type", text, "begin with `format: 1` and `game: name`")
        return None
    root = renamed(with_translations(root, Path(source.file), problems), TOP, problems)
    check_shape(root, problems, patch="extends" in root)
    return root


def _game(root: MapNode) -> str:
    game = root.get("game")
    return game.text if isinstance(game, Scalar) else ""


def _check(source: Source, problems: Problems) -> None:
    """Look at a file with every choice of variants, as far as `limits.RUNS` goes."""
    try:
        root = read_root(source, problems)
    except DefinitionError:
        return
    own = {source.file, *map(str, translations(Path(source.file)))}
    doubts: list[tuple[Problem, ...]] = []
    told: set[Problem] = set()
    choices = _choices(root)
    for names in choices:
        run = Problems()
        try:
            builder = _built(root, names, source.file, run)
            lints(builder, builder.build(), run)
        except DefinitionError as error:
            others = [name for name in names if name not in choices[0]]
            note = f"with variant {' and '.join(map(repr, others))}" if others else ""
            new = [one for one in error.problems if one not in told]
            told.update(new)
            noted = [replace(one, help=joined(one.help, note)) for one in new]
            problems.extend(noted, error.sources)
            continue
        doubts.append(tuple(one for one in run.all if one.file in own))
    if problems.failed:
        return
    untranslated(root, problems)
    unseen = set(variant_nodes(root)) - {name for names in choices for name in names}
    for doubt in dict.fromkeys(one for run_doubts in doubts for one in run_doubts):
        everywhere = not unseen and all(doubt in run_doubts for run_doubts in doubts)
        if everywhere or doubt.rule not in EVERYWHERE:
            problems.extend([doubt], {})


def _choices(root: MapNode) -> list[tuple[str, ...]]:
    """Sets of variants that can be chosen together, the default one first."""
    groups: dict[str, list[str]] = {}
    for name, entry in variant_nodes(root).items():
        if isinstance(entry.value, MapNode):
            group = group_of(entry.value)
            groups.setdefault(f"={group}" if group is not None else f"!{name}", []).append(name)
    game = _game(root)
    base = chosen(root, (), game)
    options = [
        [*((None,) if not any(name in base for name in names) else ()), *names]
        for names in groups.values()
    ]
    count = 1
    for option in options:
        count *= len(option)
    most = max(1, min(limits.RUNS, limits.WORK // size(root)))
    if count <= most:
        picked = [tuple(name for name in one if name is not None) for one in product(*options)]
    else:
        picked = [(name,) for names in groups.values() for name in names][: most - 1]
    return list(dict.fromkeys([base, *(chosen(root, names, game) for names in picked)]))

"""Files that build on others, and variants.

Both are patches: mappings are merged key by key, lists and plain values are replaced, `null`
deletes. Merged nodes keep their places, so that a problem is told where its text stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from core.errors import UnknownGame
from core.language import limits
from core.language.nodes import Entry, MapNode, Scalar
from core.language.problems import Problems, Span, did_you_mean, nearest
from core.words import Message

SHIPPED = Path(__file__).resolve().parents[2] / "gamedefs"
"""Where `extends:` looks after the folder of the file itself."""

_NAME = re.compile(r"[\w-]+(?:\.ya?ml)?")

_VARIANT_KEYS = ("group", "name", "default")


def patched(
    base: MapNode, patch: MapNode, problems: Problems, path: tuple[str, ...] = ()
) -> MapNode:
    """The base with a patch applied."""
    merged: dict[str, Entry] = {entry.key.text: entry for entry in base.entries}
    for entry in patch.entries:
        name = entry.key.text
        old = merged.get(name)
        new = entry.value
        if isinstance(new, Scalar) and new.empty:
            if old is not None:
                del merged[name]
            elif path in (("pieces",), ("players",), ("stages",)):
                merged[name] = entry
            else:
                where = f" in {'.'.join(path)}" if path else ""
                problems.error(
                    entry.key.span,
                    "merge",
                    f"nothing to delete: there is no {name!r}{where}",
                    did_you_mean(name, merged),
                )
        elif old is None:
            merged[name] = entry
        elif isinstance(old.value, MapNode) and isinstance(new, MapNode):
            inner = patched(old.value, new, problems, (*path, name))
            merged[name] = Entry(entry.key, inner)
        elif path == ("params",) and isinstance(old.value, MapNode):
            merged[name] = Entry(old.key, _with_default(old.value, entry))
        else:
            merged[name] = entry
    return MapNode(tuple(merged.values()), base.span, base.flow)


def _with_default(param: MapNode, entry: Entry) -> MapNode:
    """A parameter that is given a plain number keeps its range."""
    others = tuple(one for one in param.entries if one.key.text != "default")
    key = Scalar("default", entry.key.span)
    return MapNode((Entry(key, entry.value), *others), param.span, param.flow)


def inherited(
    root: MapNode,
    file: Path,
    read: Callable[[Path, Problems], MapNode | None],
    problems: Problems,
) -> MapNode:
    """The file with everything it extends put under it.

    Args:
        root: The file's own nodes.
        file: Its path; the files it extends are looked for beside it, then among the shipped.
        read: Gives the nodes of another file, and notes its problems.
        problems: Where problems are noted.
    """
    layers = [root]
    seen = {_identity(file)}
    while isinstance(value := layers[-1].get("extends"), Scalar):
        found = _ancestor(value, file, problems)
        if found is None:
            break
        if _identity(found) in seen:
            problems.error(value.span, "extends", f"{value.text!r} extends itself in a circle")
            break
        if len(layers) > limits.ANCESTORS:
            problems.error(
                value.span, "extends", f"more than {limits.ANCESTORS} files extend each other"
            )
            break
        seen.add(_identity(found))
        parent = read(found, problems)
        if parent is None:
            break
        layers.append(parent)
        file = found
    merged = layers[-1]
    for layer in reversed(layers[:-1]):
        merged = patched(merged, layer, problems)
    return MapNode(merged.entries, root.span, root.flow)


def _identity(file: Path) -> Path:
    return file.resolve()


def _ancestor(value: Scalar, file: Path, problems: Problems) -> Path | None:
    if not _NAME.fullmatch(value.text):
        problems.error(
            value.span,
            "extends",
            f"expected the name of a game beside this one, got {value.text!r}",
            "write a name without a folder",
        )
        return None
    name = value.text if value.text.endswith((".yaml", ".yml")) else f"{value.text}.yaml"
    with suppress(OSError):  # a name that is too long for a file
        for folder in (file.parent, SHIPPED):
            if (folder / name).is_file():
                return folder / name
    known = [
        found.stem
        for folder in (file.parent, SHIPPED)
        if folder.is_dir()
        for found in sorted(folder.glob("*.yaml"))
    ]
    problems.error(
        value.span,
        "extends",
        f"no game {value.text!r} beside this file or among the shipped ones",
        did_you_mean(value.text, known),
    )
    return None


def variant_nodes(root: MapNode) -> dict[str, Entry]:
    """Every variant of a file, in its order."""
    variants = root.get("variants")
    entries = variants.entries if isinstance(variants, MapNode) else ()
    return {entry.key.text: entry for entry in entries if isinstance(entry.value, MapNode)}


def group_of(variant: MapNode) -> str | None:
    """The group a variant belongs to."""
    group = variant.get("group")
    return group.text if isinstance(group, Scalar) else None


def is_default(variant: MapNode) -> bool:
    """Whether a variant is chosen unless another of its group is."""
    default = variant.get("default")
    return isinstance(default, Scalar) and default.text == "true"


def chosen(root: MapNode, ids: Iterable[str], game: str) -> tuple[str, ...]:
    """The variants in force, in the file's order: those asked for, and defaults.

    Raises:
        UnknownGame: There is no such variant, or two belong to one group.
    """
    variants = variant_nodes(root)
    groups: dict[str, str] = {}
    wanted: list[str] = []
    for name in ids:
        entry = variants.get(name)
        if entry is None or not isinstance(entry.value, MapNode):
            unknown = Message("{game} has no variant {variant}", game=game, variant=repr(name))
            if near := nearest(name, variants):
                unknown = Message(
                    "{fault}; did you mean {meant}?", fault=unknown, meant=repr(near[0])
                )
            elif variants:
                known = ", ".join(variants)
                unknown = Message("{fault}; there are {known}", fault=unknown, known=known)
            raise UnknownGame(unknown)
        if name in wanted:
            continue
        group = group_of(entry.value)
        if group is not None:
            if group in groups:
                raise UnknownGame(
                    Message(
                        "{game}: {one} and {other} do not go together;"
                        " both are of the group {group}",
                        game=game,
                        one=repr(groups[group]),
                        other=repr(name),
                        group=repr(group),
                    )
                )
            groups[group] = name
        wanted.append(name)
    for name, entry in variants.items():
        if isinstance(entry.value, MapNode) and is_default(entry.value):
            group = group_of(entry.value)
            if group is None or group not in groups:
                wanted.append(name)
                if group is not None:
                    groups[group] = name
    return tuple(name for name in variants if name in wanted)


def with_variants(root: MapNode, names: Iterable[str], problems: Problems) -> MapNode:
    """The file with these variants applied, in this order."""
    variants = variant_nodes(root)
    for name in names:
        value = variants[name].value
        if isinstance(value, MapNode):
            patch = tuple(one for one in value.entries if one.key.text not in _VARIANT_KEYS)
            root = patched(root, MapNode(patch, value.span, value.flow), problems)
    return root


def check_variants(root: MapNode, problems: Problems) -> None:
    """Note variants that give parameters there are none of, or that are default twice."""
    params = root.get("params")
    known = {entry.key.text for entry in params.entries} if isinstance(params, MapNode) else set()
    defaults: dict[str, Span] = {}
    for name, entry in variant_nodes(root).items():
        variant = entry.value
        if not isinstance(variant, MapNode):
            continue
        given = variant.get("params")
        for param in given.entries if isinstance(given, MapNode) else ():
            if param.key.text not in known and isinstance(param.value, Scalar):
                problems.error(
                    param.key.span,
                    "variant-param",
                    f"variant {name!r} sets unknown parameter {param.key.text!r}",
                    did_you_mean(param.key.text, sorted(known)),
                )
        group = group_of(variant)
        if group is not None and is_default(variant):
            if group in defaults:
                problems.error(
                    entry.key.span,
                    "variant",
                    f"two variants of the group {group!r} are the default",
                    f"the first is on line {defaults[group].line}",
                )
            defaults.setdefault(group, entry.key.span)

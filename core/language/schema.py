"""Game files as a JSON Schema, for editors.

The schema is made from `core.language.vocabulary`. It knows keys, their values and their words,
and shows what they mean; what names refer to and what expressions say is left to
`core.language.load`. Written for `yaml-language-server`, which reads the first line of a file:

    # yaml-language-server: $schema=schema.json

Every section is defined twice: whole, and as a patch. A patch (a variant, or a file with
`extends:`) need not be complete, and any of its keys may be `null`, which deletes.

`python -m core.language.schema` writes `gamedefs/schema.json`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from core.board import SHAPES
from core.language.examples import KEYS as EXAMPLES
from core.language.vocabulary import (
    ACTION,
    BOARD,
    COLOR_TEXT,
    FORMAT,
    SIGN_TEXT,
    TOP,
    VARIANT,
    WAYS,
    Anything,
    Either,
    Expression,
    Flag,
    Integer,
    Key,
    ListOf,
    Names,
    Nothing,
    Reference,
    Section,
    Template,
    Text,
    Value,
    Word,
)

Schema = dict[str, Any]
"""A JSON Schema, or a part of one."""

DRAFT: Final = "http://json-schema.org/draft-07/schema#"

WRITTEN: Final = Path(__file__).resolve().parents[2] / "gamedefs" / "schema.json"
"""Where the schema of the shipped games is kept."""

# Letters of all alphabets, said in the part of regular expressions that all readers share:
# whatever is not ASCII, and the ASCII letters, digits and `_`.
_LETTER = r"[^\u0000-@\[-^`{-\u007f]"
_LATER = r"[^\u0000-/:-@\[-^`{-\u007f]"
_WORD = f"^{_LETTER}{_LATER}*$"
_NAME = rf"^{_LATER}[^\u0000-,./:-@\[-^`{{-\u007f]*$"

_SCALAR = ["string", "number", "boolean"]
"""What may stand for a text: the reader of game files takes `7` and `no` as written."""
_PATTERNS = {COLOR_TEXT.what: "^#[0-9a-fA-F]{6}$", SIGN_TEXT.what: "^[A-Z]+$"}


def schema() -> Schema:
    """The schema of a game file, as plain data for `json`."""
    writer = _Writer()
    whole, patch = writer.reference(TOP, "", False), writer.reference(TOP, "", True)
    return {
        "$schema": DRAFT,
        "title": f"A game of Parlour, format {FORMAT}",
        "description": "Board, pieces, rules, end and words of an abstract board game.",
        "type": "object",
        "if": {"required": ["extends"]},
        "then": patch,
        "else": whole,
        "definitions": dict(sorted(writer.definitions.items())),
    }


def text() -> str:
    """The schema as it stands in its file."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


class _Writer:
    def __init__(self) -> None:
        self.definitions: dict[str, Schema] = {}
        self._called: dict[int, str] = {}
        """Name of each section, by `id`."""

    def reference(self, section: Section, path: str, patch: bool) -> Schema:
        """A section by its name; it is defined when it is first met.

        Args:
            section: The section.
            path: The keys that lead to it, as in `core.language.examples`; "" is the whole file.
            patch: Whether keys may be missing and `null` deletes.
        """
        name = self._called.setdefault(id(section), path.replace(".", "-") or "file")
        defined = f"{name}-patch" if patch else name
        if defined not in self.definitions:
            self.definitions[defined] = {}
            self.definitions[defined] = self._section(section, path, patch)
        return {"$ref": f"#/definitions/{defined}"}

    def _section(self, section: Section, path: str, patch: bool) -> Schema:
        found: Schema = {
            "type": "object",
            "properties": {
                key.name: self._key(key, f"{path}.{key.name}" if path else key.name, patch)
                for key in section.keys
            },
            "additionalProperties": False,
        }
        if patch:
            return found
        required = [key.name for key in section.keys if key.required]
        if required:
            found["required"] = required
        if section.verbs:
            found["anyOf"] = [{"required": [verb]} for verb in section.verbs]
            found["dependencies"] = _verbs(section)
        if section is ACTION:
            found["allOf"] = _ways()
        if section is BOARD:
            found["allOf"] = _shapes()
        return found

    def _key(self, key: Key, path: str, patch: bool) -> Schema:
        found = self._value(key.value, path, patch)
        if patch:
            found = _or_nothing(found)
        # What stands beside a `$ref` is not read, so a reference goes one level down.
        if "$ref" in found:
            found = {"allOf": [found]}
        shown = f"{key.doc}\n\n`{_example(path)}`"
        return {"description": key.doc, "markdownDescription": shown, **found}

    def _value(self, value: Value, path: str, patch: bool) -> Schema:
        match value:
            case Text(what) if what in _PATTERNS:
                return {"type": "string", "pattern": _PATTERNS[what]}
            case Text() | Template():
                return {"type": _SCALAR}
            case Integer(low, high, param):
                number: Schema = {"type": "integer", "minimum": low, "maximum": high}
                parameter = {"type": "string", "pattern": r"^\$"}
                return {"anyOf": [number, parameter]} if param else number
            case Flag():
                return {"type": "boolean"}
            case Word(words):
                return {"enum": list(words)}
            case Reference(kind, words):
                named: Schema = {"type": ["string", "integer"] if kind == "stage" else "string"}
                return {"anyOf": [{"enum": list(words)}, named]} if words else named
            case Expression():
                return {"type": ["string", "integer", "boolean"]}
            case Nothing():
                return {"type": "null"}
            case ListOf(inner):
                # Lists are replaced, never merged, so their entries are always whole.
                return {"type": "array", "items": self._value(inner, path, False)}
            case Names():
                return self._names(value, path, patch)
            case Section():
                return self.reference(value, path, patch)
            case Either(values):
                return {"anyOf": [self._value(one, path, patch) for one in values]}
            case Anything():
                return {}

    def _names(self, value: Names, path: str, patch: bool) -> Schema:
        patch = patch or value.value is VARIANT
        inner = self._value(value.value, path, patch)
        if patch:
            inner = _or_nothing(inner)
        if value.free:
            return {"type": "object", "additionalProperties": inner}
        pattern = _WORD if value.word else _NAME
        return {
            "type": "object",
            "patternProperties": {pattern: inner},
            "additionalProperties": False,
        }


def _or_nothing(found: Schema) -> Schema:
    """The same, or `null`."""
    match found:
        case {"type": str(kind)} if kind != "null" and kind not in ("object", "array"):
            return {**found, "type": [kind, "null"]}
        case {"type": list(kinds)}:
            return {**found, "type": [*kinds, "null"]}
        case {"enum": list(words)}:
            return {**found, "enum": [*words, None]}
        case {"anyOf": list(several)} if {"type": "null"} not in several:
            return {**found, "anyOf": [*several, {"type": "null"}]}
        case {"type": "null"} | {"anyOf": _}:
            return found
    return {"anyOf": [found, {"type": "null"}]}


def _verbs(section: Section) -> Schema:
    """For each verb, the keys that cannot stand beside it."""
    special = {*section.verbs, *(key for keys in section.verbs.values() for key in keys)}
    return {
        verb: {
            "properties": {
                key.name: False
                for key in section.keys
                if key.name in special and key.name not in (verb, *keys)
            }
        }
        for verb, keys in section.verbs.items()
    }


def _ways() -> list[Schema]:
    """The keys of a move that do not go with its way of moving."""
    special = {key for keys in WAYS.values() for key in keys}
    rules = []
    for way, keys in WAYS.items():
        foreign = dict.fromkeys(sorted(special - set(keys)), False)
        if way == "leap":
            foreign["dirs"] = False
        condition: Schema = {"properties": {"by": {"const": way}}, "required": ["move"]}
        if way != "step":
            condition["required"] = ["move", "by"]
        rules.append({"if": condition, "then": {"properties": foreign}})
    return rules


def _shapes() -> list[Schema]:
    """The measures that a board of each shape does not have.

    A measure that is missing is not told: variants may be what gives it.
    """
    measures = {key for keys in SHAPES.values() for key in keys}
    return [
        {
            "if": {"properties": {"shape": {"const": shape}}, "required": ["shape"]},
            "then": {"properties": dict.fromkeys(sorted(measures - set(keys)), False)},
        }
        for shape, keys in SHAPES.items()
    ]


def _example(path: str) -> str:
    """The example of a key; one that stands in several places has its example in one."""
    for one in (path, path.removeprefix("variants."), path.replace("turn.after", "moves.then")):
        if one in EXAMPLES:
            return EXAMPLES[one].text
    raise KeyError(path)


if __name__ == "__main__":
    WRITTEN.write_text(text(), encoding="utf-8")

"""A fingerprint of the rules, so that a finished game is never replayed under others."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from core.language.nodes import ListNode, MapNode, Node, Scalar
from core.language.vocabulary import NOT_RULES


def digest(root: MapNode, params: Mapping[str, int]) -> str:
    """SHA-256 of all that decides the rules, as 64 hexadecimal digits.

    What is only shown (`info:`, `display:`, `text:`, `because:`, labels and ranges of parameters),
    `records:`, variants that are not in force, white space and comments do not count.

    Args:
        root: All keys, with parents and variants merged.
        params: Name -> value.
    """
    rules = {
        entry.key.text: _plain(entry.value)
        for entry in root.entries
        if entry.key.text not in NOT_RULES and entry.key.text != "params"
    }
    whole = {"params": dict(params), "rules": rules}
    text = json.dumps(whole, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(node: Node) -> object:
    """A node as lists and texts; a mapping is a list of pairs, as its order may matter."""
    match node:
        case Scalar():
            return None if node.empty else " ".join(node.text.split())
        case ListNode():
            return [_plain(item) for item in node.items]
        case MapNode():
            return [
                [entry.key.text, _plain(entry.value)]
                for entry in node.entries
                if entry.key.text != "because"
            ]

"""How messages about expressions call things, and what they advise."""

from __future__ import annotations

from core.language.definition import Type
from core.language.vocabulary import FUNCTIONS, LOOPS

Want = tuple[Type, ...]
"""Types that will do; empty: any."""


def either(types: Want) -> str:
    """What should be there, in words."""
    words = [one.value for one in types]
    if len(words) > 3:
        return "a set or list"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def hint(want: Want, got: Type, junction: bool) -> str:
    """How to make one type of another; "" where there is no usual way.

    Args:
        want: The types that will do.
        got: The type that is there.
        junction: Whether it stands beside `and`, `or` or `not`.
    """
    cells = got in (Type.SET, Type.GROUPS)
    if want == (Type.CONDITION,) and cells:
        ask = "use some(...)/none(...) to ask about one"
        return f"use & or | to combine sets; {ask}" if junction else ask
    if Type.NUMBER in want and cells:
        return "use count(...)"
    if Type.NUMBER in want and got is Type.NUMBERS:
        return "use max(...), min(...) or sum(x for x in ...)"
    if want == (Type.CONDITION,) and got is Type.NUMBER:
        return "compare it: n > 0"
    if Type.NUMBER in want and got is Type.CONDITION:
        return "use iff(condition, 1, 0)"
    if Type.SET in want:
        return {
            Type.COLOR: "use of(...) for the pieces of a color",
            Type.PLAYER: "use own(...) for the pieces of a player",
            Type.PIECE: "use type(...) for the pieces of a type",
            Type.CONDITION: "use & | - to combine sets; and, or, not combine conditions",
            Type.DIRECTIONS: "use shift(...), adjacent(...) or ray(...) with directions",
        }.get(got, "")
    if Type.GROUPS in want and got is Type.SET:
        return "use groups(...)"
    if Type.NUMBERS in want and got is Type.GROUPS:
        return "use sizes(...)"
    if Type.PLAYER in want and cells:
        return "me, mover and the players' names are players"
    return ""


def usage(name: str) -> str:
    """How a function or loop is written."""
    function = FUNCTIONS.get(name)
    if function is None:
        return loop_usage(name)
    forms = [
        f"{name}({', '.join(argument.name for argument in one.arguments)})"
        for one in function.signatures
    ]
    return " or ".join(dict.fromkeys(forms))


def loop_usage(name: str) -> str:
    """How a loop is written."""
    if LOOPS[name].form == "where":
        return f"{name}(x in set where condition)"
    return f"{name}(value for x in set)"

"""The text of an expression as a syntax tree.

    expr := or ; or := and {"or" and} ; and := not {"and" not} ; not := "not" not | cmp
    cmp  := sum [("=="|"!="|"<"|"<="|">"|">="|"in") sum]                  (no chaining)
    sum  := prod {("|"|"+"|"-") prod} ; prod := atom {("&"|"*"|"//"|"%") atom}
    atom := INT | "text" | NAME | NAME "(" args ")" | "(" expr ")"
    args := expr {"," expr} | NAME "in" expr "where" expr | expr "for" NAME "in" expr

Nothing here knows what a name means; `core.language.check` does. Every node keeps the stretch
of the text it was written as.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from core.language import limits


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Quoted:
    """A text in quotes."""

    text: str
    start: int
    """Of the opening quote."""
    end: int


@dataclass(frozen=True, slots=True)
class Named:
    """A name."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Call:
    """A function with its arguments."""

    name: str
    arguments: tuple[Tree, ...]
    start: int
    name_end: int
    end: int


@dataclass(frozen=True, slots=True)
class Loop:
    """`word(variable in collection where body)` or `word(body for variable in collection)`."""

    name: str
    form: Literal["where", "for"]
    variable: Named
    collection: Tree
    body: Tree
    start: int
    name_end: int
    end: int


@dataclass(frozen=True, slots=True)
class Not:
    """`not value`."""

    value: Tree
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Binary:
    """Two values with an operator between them."""

    operator: str
    left: Tree
    right: Tree
    start: int
    end: int


Tree = Number | Quoted | Named | Call | Loop | Not | Binary


class ExpressionError(Exception):
    """The text is no expression."""

    def __init__(self, start: int, end: int, message: str, help_text: str = "") -> None:
        """Keep the stretch of the text at fault; `start` may be its end."""
        super().__init__(message)
        self.start = start
        self.end = end
        self.message = message
        self.help = help_text


WORDS = frozenset({"and", "or", "not", "in", "where", "for"})
"""Words of the grammar; no name can be one of them."""

_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">=", "in"})
_BINDING = {
    "or": 1,
    "and": 2,
    **dict.fromkeys(_COMPARISONS, 4),
    "|": 5,
    "+": 5,
    "-": 5,
    "&": 6,
    "*": 6,
    "//": 6,
    "%": 6,
}
"""How tightly an operator binds its sides; `not` stands between `and` and the comparisons."""
_NOT = 3

_TOKEN = re.compile(
    r"""\s*(?:
        (?P<number>[0-9]+(?!\w))
      | (?P<name>[^\W\d]\w*)
      | (?P<text>"[^"]*"|'[^']*')
      | (?P<sign>==|!=|<=|>=|//|[-+*%|&<>(),])
      | (?P<end>\Z)
    )""",
    re.VERBOSE,
)

_MEANT = {
    "=": "use == to compare",
    "!": "use `not`, or != to compare",
    "/": "use // to divide whole numbers",
    "^": "use * to multiply",
    ":": "write any(x in set where condition)",
    ".": "numbers are whole; there are no attributes",
    "$": "in expressions a parameter is written without $",
    "[": "use functions and sets; there are no lists",
    "{": "use functions and sets; there are no mappings",
    "\u2264": "use <=",
    "\u2265": "use >=",
    "\u2260": "use !=",
    "\u2212": "use -",
    "\u201c": 'use straight quotes: "',
    "\u201d": 'use straight quotes: "',
    '"': "the closing quote is missing",
    "'": "the closing quote is missing",
}


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


def parse(text: str) -> Tree:
    """The syntax tree of an expression.

    Raises:
        ExpressionError: It is none; the error names the place.
    """
    if len(text) > limits.EXPRESSION:
        raise ExpressionError(
            0,
            1,
            f"the expression is longer than {limits.EXPRESSION} characters",
            "name parts of it in `define:`",
        )
    return _Parser(_tokens(text)).whole()


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    place = 0
    while True:
        found = _TOKEN.match(text, place)
        if found is None:
            start = place + len(text[place:]) - len(text[place:].lstrip())
            raise _unexpected(text, start)
        kind = found.lastgroup or "end"
        start, end = found.span(kind)
        tokens.append(_Token(kind, found.group(kind), start, end))
        if kind == "end":
            return tokens
        place = end


def _unexpected(text: str, start: int) -> ExpressionError:
    letter = text[start]
    if letter.isdigit():
        return ExpressionError(
            start, start + 1, f"unexpected character {letter!r}", "a name begins with a letter"
        )
    help_text = _MEANT.get(letter, "")
    if text.startswith("!=", start - 1) or text.startswith("<>", start):
        help_text = "use != to compare"
    return ExpressionError(start, start + 1, f"unexpected character {letter!r}", help_text)


class _Parser:
    """Precedence climbing over the tokens."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = tokens
        self._place = 0
        self._depth = 0
        self._heights: dict[int, int] = {}

    def whole(self) -> Tree:
        """The tree of all tokens."""
        tree = self._binary(0)
        token = self._next
        if token.kind != "end":
            raise self._surprise(token)
        return tree

    @property
    def _next(self) -> _Token:
        return self._tokens[self._place]

    def _take(self) -> _Token:
        token = self._next
        self._place += 1
        return token

    def _binary(self, least: int) -> Tree:
        left = self._prefix()
        while True:
            operator = self._next
            strength = _BINDING.get(operator.text, 0) if operator.kind != "text" else 0
            if strength <= least:
                return left
            self._take()
            right = self._binary(strength)
            if strength == 4 and self._next.text in _COMPARISONS and self._next.kind != "text":
                token = self._next
                raise ExpressionError(
                    token.start,
                    token.end,
                    "comparisons cannot be chained",
                    "write a < b and b < c",
                )
            left = self._grown(
                Binary(operator.text, left, right, left.start, right.end), left, right
            )

    def _prefix(self) -> Tree:
        token = self._next
        self._depth += 1
        if self._depth > limits.NESTING:
            raise ExpressionError(
                token.start,
                token.end,
                f"the expression is nested more than {limits.NESTING} deep",
                "name parts of it in `define:`",
            )
        if token.kind == "name" and token.text == "not":
            self._take()
            value = self._binary(_NOT - 1)
            self._depth -= 1
            return self._grown(Not(value, token.start, value.end), value)
        tree = self._atom()
        self._depth -= 1
        return tree

    def _atom(self) -> Tree:
        token = self._take()
        match token.kind:
            case "number":
                if len(token.text) > len(str(limits.NUMBER)) or int(token.text) > limits.NUMBER:
                    raise ExpressionError(
                        token.start, token.end, f"numbers go up to {limits.NUMBER}"
                    )
                return Number(int(token.text), token.start, token.end)
            case "text":
                return Quoted(token.text[1:-1], token.start, token.end)
            case "name" if token.text not in WORDS:
                if self._next.text == "(" and self._next.kind == "sign":
                    return self._call(token)
                return Named(token.text, token.start, token.end)
            case "sign" if token.text == "(":
                tree = self._binary(0)
                self._close()
                return tree
        self._place -= 1
        raise self._surprise(token, "a value")

    def _call(self, name: _Token) -> Tree:
        self._take()
        if self._next.text == ")":
            token = self._take()
            return Call(name.text, (), name.start, name.end, token.end)
        first = self._binary(0)
        if self._next.kind == "name" and self._next.text in ("where", "for"):
            return self._loop(name, first)
        arguments = [first]
        while self._next.text == "," and self._next.kind == "sign":
            self._take()
            arguments.append(self._binary(0))
        end = self._close(comma=True)
        call = Call(name.text, tuple(arguments), name.start, name.end, end)
        return self._grown(call, *arguments)

    def _loop(self, name: _Token, first: Tree) -> Tree:
        word = self._take()
        if word.text == "where":
            if not (
                isinstance(first, Binary)
                and first.operator == "in"
                and isinstance(first.left, Named)
            ):
                raise ExpressionError(
                    word.start,
                    word.end,
                    "'where' must follow a name, 'in' and a collection",
                    f"write {name.text}(x in set where condition)",
                )
            body = self._binary(0)
            end = self._close()
            loop = Loop(
                name.text, "where", first.left, first.right, body, name.start, name.end, end
            )
            return self._grown(loop, first.right, body)
        header = self._binary(0)
        if not (
            isinstance(header, Binary)
            and header.operator == "in"
            and isinstance(header.left, Named)
        ):
            raise ExpressionError(
                word.start,
                word.end,
                "'for' must be followed by a name, 'in' and a collection",
                f"write {name.text}(value for x in set)",
            )
        end = self._close()
        loop = Loop(name.text, "for", header.left, header.right, first, name.start, name.end, end)
        return self._grown(loop, header.right, first)

    def _grown(self, tree: Tree, *children: Tree) -> Tree:
        """The tree, if it is not too high to be walked."""
        height = 1 + max(self._heights.get(id(child), 1) for child in children)
        self._heights[id(tree)] = height
        if height > limits.TREE_DEPTH:
            raise ExpressionError(
                tree.start,
                tree.start + 1,
                f"more than {limits.TREE_DEPTH} operations inside each other",
                'join cells with cells("a1 b2"), or name parts in `define:`',
            )
        return tree

    def _close(self, comma: bool = False) -> int:
        token = self._take()
        if token.kind == "sign" and token.text == ")":
            return token.end
        self._place -= 1
        raise self._surprise(token, "',' or ')'" if comma and token.kind != "end" else "')'")

    def _surprise(self, token: _Token, expected: str = "") -> ExpressionError:
        """What to say of a token that cannot stand where it does."""
        what = "the end" if token.kind == "end" else repr(token.text)
        help_text = ""
        if token.text in ("where", "for") and token.kind == "name":
            help_text = "'where' and 'for' belong inside a loop: any(x in set where condition)"
        elif token.text == "-" and expected:
            help_text = "write 0 - n for a negative number"
        elif token.text in ("&", "|", ">", "<") and expected:
            help_text = {
                "&": "write & between sets, `and` between conditions",
                "|": "write | between sets, `or` between conditions",
                ">": "use != to compare, or >= with > first",
                "<": "use < once",
            }[token.text]
        elif token.text in ("*",) and expected:
            help_text = "there is no power operator"
        if expected:
            message = f"expected {expected} but found {what}"
        elif token.text == ")":
            message = "')' closes nothing"
        else:
            message = f"expected an operator before {what}"
        return ExpressionError(token.start, token.end, message, help_text)

"""The grammar of expressions."""

from __future__ import annotations

import pytest

from core.language import limits
from core.language.expressions import (
    Binary,
    Call,
    ExpressionError,
    Loop,
    Named,
    Not,
    Number,
    Quoted,
    Tree,
    parse,
)


def written(tree: Tree) -> str:
    """The tree with all its parentheses."""
    match tree:
        case Number():
            return str(tree.value)
        case Quoted():
            return f'"{tree.text}"'
        case Named():
            return tree.name
        case Call():
            return f"{tree.name}({', '.join(map(written, tree.arguments))})"
        case Loop():
            variable, collection = tree.variable.name, written(tree.collection)
            return f"{tree.name}<{variable}; {collection}; {written(tree.body)}>"
        case Not():
            return f"(not {written(tree.value)})"
        case Binary():
            return f"({written(tree.left)} {tree.operator} {written(tree.right)})"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a or b and c", "(a or (b and c))"),
        ("not a and b", "((not a) and b)"),
        ("not a == b", "(not (a == b))"),
        ("not not a", "(not (not a))"),
        ("a | b & c", "(a | (b & c))"),
        ("a - b - c", "((a - b) - c)"),
        ("a + b * c // d % e", "(a + (((b * c) // d) % e))"),
        ("a & b == c | d", "((a & b) == (c | d))"),
        ("a in b | c", "(a in (b | c))"),
        ("(a or b) and c", "((a or b) and c)"),
        ("f()", "f()"),
        ("f(a, g(b), 3)", "f(a, g(b), 3)"),
        ('cells("a1 b2")', 'cells("a1 b2")'),
        ("cells('a1')", 'cells("a1")'),
        ("any(c in colors where held(c) == n)", "any<c; colors; (held(c) == n)>"),
        ("max(count(g) for g in groups(a))", "max<g; groups(a); count(g)>"),
        (
            "any(a in b where c in d and none(e in f where g))",
            "any<a; b; ((c in d) and none<e; f; g>)>",
        ),
        ("  a\n  |  b ", "(a | b)"),
        ("größe > 0", "(größe > 0)"),
    ],
)
def test_operators_bind_as_in_the_grammar(text, expected):
    assert written(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "start", "message", "help_text"),
    [
        ("", 0, "expected a value but found the end", ""),
        ("a = b", 2, "unexpected character '='", "use == to compare"),
        ("a == b == c", 7, "comparisons cannot be chained", "write a < b and b < c"),
        ("f(a, b", 6, "expected ')' but found the end", ""),
        ("f(a b)", 4, "expected ',' or ')' but found 'b'", ""),
        ("(a, b)", 2, "expected ')' but found ','", ""),
        ("a)", 1, "')' closes nothing", ""),
        ("a b", 2, "expected an operator before 'b'", ""),
        ("a &", 3, "expected a value but found the end", ""),
        ("-1", 0, "expected a value but found '-'", "write 0 - n for a negative number"),
        ("a / b", 2, "unexpected character '/'", "use // to divide whole numbers"),
        ("a ≤ b", 2, "unexpected character '≤'", "use <="),
        ("1.5", 1, "unexpected character '.'", "numbers are whole; there are no attributes"),
        ("3x", 0, "unexpected character '3'", "a name begins with a letter"),
        ('cells("a1)', 6, "unexpected character '\"'", "the closing quote is missing"),
        ("f(a where b)", 4, "'where' must follow a name, 'in' and a collection", None),
        ("f(a for b)", 4, "'for' must be followed by a name, 'in' and a collection", None),
        ("a where b", 2, "expected an operator before 'where'", None),
        ("1000001", 0, "numbers go up to 1000000", ""),
        ("9" * 1000, 0, "numbers go up to 1000000", ""),
        ("and", 0, "expected a value but found 'and'", ""),
    ],
)
def test_a_slip_is_told_where_it_is(text, start, message, help_text):
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert (caught.value.start, caught.value.message) == (start, message)
    assert help_text is None or caught.value.help == help_text


@pytest.mark.parametrize(
    "text",
    [
        "(" * 2000 + "a" + ")" * 2000,
        "not " * 900 + "a",
        "f(" * 1000,
        "a|" * 1900 + "a",
        "a or " * 700 + "a",
        "a" * (limits.EXPRESSION + 1),
    ],
    ids=["parentheses", "not", "calls", "joins", "or", "letters"],
)
def test_no_expression_is_too_much_for_the_reader(text):
    with pytest.raises(ExpressionError):
        parse(text)


def test_a_node_keeps_the_stretch_it_was_written_as():
    text = "some(mine & row(1)) and x"
    tree = parse(text)
    assert isinstance(tree, Binary)
    assert text[tree.left.start : tree.left.end] == "some(mine & row(1))"

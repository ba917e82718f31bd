"""The tree of what was tried: nothing is lost, and its text tells it whole."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from core.errors import SessionError
from core.match.exploring import LONGEST_NOTE, Exploration, read

TOKENS = st.sampled_from(["a1", "-b2", "a1-b1", "pass", "swap", "Rb2"])
NOTES = st.text(max_size=20) | st.sampled_from(["a ; b", "; ", "1 0 d4", "at 3", "x" * 400])


class Trying(RuleBasedStateMachine):
    """A person tries steps, goes about, notes and deletes; lines of tokens are the model."""

    def __init__(self):
        super().__init__()
        self.tree = Exploration()
        self.at = ()
        self.lines = {(): ""}

    @rule(token=TOKENS)
    def play(self, token):
        self.tree = self.tree.play(token)
        self.at = (*self.at, token)
        self.lines.setdefault(self.at, "")

    @rule()
    def back(self):
        self.tree = self.tree.back()
        self.at = self.at[:-1]

    @rule(data=st.data())
    def go(self, data):
        self.at = data.draw(st.sampled_from(sorted(self.lines)))
        self.tree = self.tree.go(self.tree.places(self.at)[-1])

    @rule(by=st.sampled_from([-1, 1, 2]))
    def beside(self, by):
        others = len([line for line in self.lines if line and line[:-1] == self.at[:-1]])
        moved = self.tree.beside(by)
        assert moved.tokens[:-1] == self.at[:-1]
        assert (moved == self.tree) == (not self.at or by % others == 0)
        self.tree, self.at = moved, moved.tokens

    @rule(tokens=st.lists(TOKENS, max_size=4))
    def with_line(self, tokens):
        self.tree = self.tree.with_line(tokens)
        for end in range(1, len(tokens) + 1):
            self.lines.setdefault(tuple(tokens[:end]), "")

    @rule(text=NOTES)
    def note(self, text):
        self.tree = self.tree.noted(text)
        self.lines[self.at] = self.tree.note
        assert len(self.tree.note) <= LONGEST_NOTE

    @precondition(lambda self: self.at)
    @rule()
    def delete(self):
        gone = self.at
        self.tree = self.tree.delete()
        self.at = gone[:-1]
        self.lines = {line: note for line, note in self.lines.items() if line[: len(gone)] != gone}

    @invariant()
    def the_tree_holds_these_lines_and_notes(self):
        tree = self.tree
        assert tree.tokens == self.at
        held = {tree.go(place).tokens: tree.note_to(place) for place in range(len(tree.steps) + 1)}
        assert held == self.lines

    @invariant()
    def its_text_tells_it_whole(self):
        assert read(self.tree.text) == self.tree


TestTrying = Trying.TestCase
TestTrying.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)


def tried(*lines):
    tree = Exploration()
    for line in lines:
        tree = tree.with_line(line.split())
    return tree


def test_a_line_goes_on_along_what_is_liked_else_along_what_was_tried_first():
    tree = tried("a b c", "a d e")
    first = [tree.token(place) for place in tree.onward(0)]
    liked = [tree.token(place) for place in tree.onward(0, tree.places(["a", "d"]))]
    assert (first, liked) == (["a", "b", "c"], ["a", "d", "e"])


def test_the_start_cannot_be_deleted():
    with pytest.raises(SessionError, match="the start cannot be deleted"):
        tried("a").delete()


@pytest.mark.parametrize("token", ["", "a b", "a;b", "a\n", "\x1b[0m", "a" * 101])
def test_what_can_be_no_step_is_refused(token):
    with pytest.raises(SessionError, match="can be no step"):
        Exploration().play(token)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: should be 'exploring'"),
        ("exploring 2\n", "is written in format 2; this program reads format 1"),
        ("exploring 1\nat 0\n1 0 d4", "line 3: is torn off"),
        ("exploring 1\nat 0\n1 1 d4\n", "line 3: should be step 1, after a lower one"),
        ("exploring 1\nat 0\n2 0 d4\n", "line 3: should be step 1"),
        ("exploring 1\nat 0\n1 0 d4\n2 0 d4\n", "line 4: is one step too many"),
        ("exploring 1\nat 9\n", "there is no step 9"),
        ("exploring 1\nhello\n", "line 2: should be a number"),
    ],
)
def test_a_text_that_is_none_says_where(text, words):
    with pytest.raises(SessionError, match=words):
        read(text)


@given(st.text() | st.text(alphabet="0123 atdx;\n").map("exploring 1\n".__add__))
def test_any_text_is_read_or_refused(text):
    try:
        tree = read(text)
    except SessionError:
        return
    assert read(tree.text) == tree

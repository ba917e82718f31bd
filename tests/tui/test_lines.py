"""Lines as values: cut, spread, wrapped, and game texts in simple Markdown."""

from __future__ import annotations

import sys
import unicodedata

from tui.lines import clipped, fitting, flowing, line, plain, prose, spread, width, wrapped


def texts(lines):
    return [plain(shown) for shown in lines]


def test_a_line_is_cut_where_the_room_ends():
    assert plain(clipped(line("abc", "defg"), 5)) == "abcde"


def test_a_wide_character_is_never_cut_in_half():
    assert plain(clipped(line("a\N{CJK UNIFIED IDEOGRAPH-4E2D}b"), 2)) == "a "


def test_the_right_part_stands_at_the_right_edge():
    assert plain(spread(line("ab"), line("cd"), 8)) == "ab    cd"


def test_the_longest_text_that_fits_is_taken():
    assert plain(fitting([line("a long text"), line("a text"), line("text")], 8)) == "a text"


def test_what_never_fits_is_cut():
    assert plain(fitting([line("long"), line("short")], 3)) == "sho"


def test_items_flow_into_the_next_line_whole():
    items = [line("one"), line("two"), line("three")]
    assert texts(flowing(items, 9)) == ["one  two", "three"]


def test_a_paragraph_is_wrapped_at_words():
    assert texts(wrapped("take one more block", 9)) == ["take one", "more", "block"]


def test_lines_of_one_paragraph_are_joined_and_paragraphs_kept_apart():
    assert texts(prose("one\ntwo\n\nthree", 20)) == ["one two", "", "three"]


def test_a_list_hangs_under_its_bullets():
    assert texts(prose("Either\n- one two\n- three", 8)) == ["Either", "- one", "  two", "- three"]


def test_strong_words_keep_their_look_over_a_line_break():
    shown = prose("a **b c** d", 4)
    roles = [[(piece.text, piece.role) for piece in row if piece.text.strip()] for row in shown]
    assert roles == [[("a", ""), ("b", "strong")], [("c", "strong"), ("d", "")]]


def test_marks_of_markdown_take_no_room():
    assert [width(shown) for shown in prose("**one** two", 20)] == [7]


def test_no_control_character_of_unicode_gets_into_a_line():
    bad = [
        character
        for character in map(chr, range(sys.maxunicode + 1))
        if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    ]
    assert len(bad) > 2000
    shown = line(f"a{''.join(bad)}b")
    assert plain(shown).isprintable()
    assert plain(shown)[0] + plain(shown)[-1] == "ab"


def test_accents_and_wide_characters_stay_as_they_are():
    assert plain(line("Gō, 囲碁, a b")) == "Gō, 囲碁, a b"

"""Themes: those that are there can be read, and an own one with a fault harms nobody."""

from __future__ import annotations

import pytest

from tests.tui.houses import home, parlour
from tui import palette, themes
from tui.settings import Settings, load
from tui.themes import SHIPPED, own_themes


def written(folder, text, name="mine"):
    file = folder / "themes" / f"{name}.yaml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)
    return own_themes(file.parent)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_text_of_a_theme_can_be_read(name):
    theme = SHIPPED[name]
    least = 7.0 if name == "contrast" else 4.5
    for ground in (theme.background, theme.bar):
        texts = (theme.text, theme.strong, theme.accent, theme.warning)
        assert min(palette.contrast(text, ground) for text in texts) >= (
            least if ground == theme.background else 4.0
        )
    assert palette.contrast(theme.dim, theme.background) >= least


@pytest.mark.parametrize("name", SHIPPED)
def test_themes_are_of_the_256_colors(name):
    theme = SHIPPED[name]
    inks = (theme.background, theme.bar, theme.text, theme.dim, theme.strong, theme.accent)
    known = set(map(palette.xterm, range(16, 256)))
    assert {*inks, theme.warning, *theme.palette.pieces, *theme.palette.boards} <= known


def test_an_own_theme_says_what_it_changes_and_leaves_the_rest(tmp_path):
    own, faults = written(tmp_path, 'base: light\naccent: "#005F5F"\nboard: "#d7d7af"\n')
    assert faults == ()
    (theme,) = own
    assert (theme.name, theme.accent, theme.text) == ("mine", "#005f5f", themes.LIGHT.text)
    assert theme.palette.pieces == palette.ON_LIGHT
    assert theme.palette.ground(()) == "#d7d7af"


THIRTEEN = ", ".join(f'"{color}"' for color in palette.ON_BOTH)


def test_an_own_theme_may_choose_the_pieces(tmp_path):
    (theme,), _ = written(tmp_path, f"pieces: [{THIRTEEN}]\n")
    assert theme.palette.pieces == palette.ON_BOTH


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("text: pink", '1:7@text: should be a color such as "#1c1c1c", in quotes, not pink'),
        (
            "\naccent: #ffffff",
            '2:8@accent: should be a color such as "#1c1c1c", in quotes, not nothing',
        ),
        ('bar: "#333333"\ncolour: x', "2:1@colour: is no part of a theme; there are base, "),
        ('acent: "#ffffff"', "1:1@acent: is no part of a theme; did you mean accent?"),
        ("base: solar", "1:7@base: should be dark, light, contrast"),
        ('pieces: ["#ffffff"]', "1:9@pieces: should be a list of 13 colors"),
        (f"pieces: [{THIRTEEN.replace('#ffafaf', '#0000af')}]", "1:9@pieces: should all differ"),
        ("text: [a]", '1:7@text: should be a color such as "#1c1c1c", in quotes, not [...]'),
        ('text: "#111111"', "text can hardly be read on background: a contrast of 1.0"),
        ('text: "#ffffff"\n: :\n  - {', "2:1@is not valid YAML"),
        ("- a", "1:1@should be a list of `name: value` lines"),
        ("a: &a [x]\nb: *a\n", "2:4@is not valid YAML"),
        ("#" * (10 << 20), "is larger than 64 KiB; not read"),
        ("[" * 60_000, "1:10@is not valid YAML"),
        ("text: \x00", "is not valid YAML"),
    ],
)
def test_what_is_wrong_is_told_by_line_and_the_theme_is_left_out(tmp_path, text, fault):
    own, faults = written(tmp_path, text)
    assert own == ()
    file = tmp_path / "themes" / "mine.yaml"
    place, _, words = fault.rpartition("@")
    told = f"{file}:{place}: {words}" if place else f"{file}: {words}"
    assert faults[0].startswith(told)


@pytest.mark.parametrize("name", ["dark", "Mine", "my theme", "x" * 30])
def test_some_names_cannot_be_chosen(tmp_path, name):
    own, faults = written(tmp_path, 'text: "#ffffff"', name)
    assert own == ()
    assert "is no name for a theme" in faults[0]


def test_an_own_theme_can_be_set_and_stays(tmp_path):
    written(tmp_path, 'accent: "#00ffff"')
    file = tmp_path / "settings.yaml"
    file.write_text("theme: mine\n")
    settings = load(file)
    assert (settings.theme, settings.faults) == ("mine", ())
    assert settings.with_next("theme").theme == "dark"
    assert settings.with_next("theme", -1).theme == "terminal"


def test_a_theme_that_broke_is_told_and_dark_is_used(tmp_path):
    written(tmp_path, "accent: pink")
    file = tmp_path / "settings.yaml"
    file.write_text("theme: mine\nbell: on\n")
    settings = load(file)
    assert (settings.theme, settings.bell) == ("dark", "on")
    assert [fault.partition(str(tmp_path))[2] for fault in settings.faults] == [
        "/settings.yaml:1:8: theme: should be dark, light, contrast or terminal, not 'mine'",
        '/themes/mine.yaml:1:9: accent: should be a color such as "#1c1c1c", in quotes, not pink',
    ]


async def test_t_goes_through_all_themes_and_comes_back(tmp_path):
    written(home(tmp_path).settings.parent.parent, 'accent: "#00ffff"')
    own, _ = own_themes(tmp_path / "themes")
    app = parlour(tmp_path, settings=Settings(own_themes=own))
    async with app.run_test() as pilot:
        seen = []
        for _ in range(6):
            seen.append((app.settings.theme, app.theme))
            await pilot.press("t")
        assert seen == [
            ("dark", "parlour-dark"),
            ("light", "parlour-light"),
            ("contrast", "parlour-contrast"),
            ("terminal", "parlour-plain"),
            ("mine", "parlour-mine"),
            ("dark", "parlour-dark"),
        ]


async def test_the_theme_of_the_terminal_sends_no_color_that_has_no_name(tmp_path):
    app = parlour(tmp_path, settings=Settings(theme="terminal"))
    async with app.run_test() as pilot:
        await pilot.pause(0.4)
        colors = {
            color
            for strips in app.screen._compositor.render_strips()
            for _, style, _ in strips
            if style
            for color in (style.color, style.bgcolor)
            if color
        }
        assert all(color.is_default or color.number < 16 for color in colors)
        assert all(not style or not style.bgcolor or style.bgcolor.is_default
                   for strips in app.screen._compositor.render_strips()
                   for _, style, _ in strips)  # fmt: skip

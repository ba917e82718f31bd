"""What a host decides is read whole, or told with its place."""

from __future__ import annotations

from dataclasses import fields

import pytest

from tui.house.limits import Limits
from tui.house.rules import RulesError, read


def written(folder, text):
    file = folder / "house.yaml"
    file.write_text(text, "utf-8")
    return file


def test_a_file_says_what_it_says_and_all_else_is_usual(tmp_path):
    rules = read(
        written(
            tmp_path, "name: The Oak\nwelcome: |\n  One.\n  Two.\nguests: no\nlimits:\n  idle: 60\n"
        )
    )
    assert (rules.name, rules.welcome, rules.guests) == ("The Oak", "One.\nTwo.", False)
    assert rules.limits == Limits(idle=60)
    assert read(written(tmp_path, "")).limits == Limits()


@pytest.mark.parametrize("name", [one.name for one in fields(Limits)])
def test_every_limit_can_be_set(tmp_path, name):
    rules = read(written(tmp_path, f"limits: {{{name}: 3}}"))
    assert getattr(rules.limits, name) == 3


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("nmae: x", ":1:1: 'nmae' is unknown; did you mean 'name'?"),
        ("limits:\n  session: 3", ":2:3: 'session' is unknown; did you mean 'sessions'?"),
        ("limits:\n  idle: soon", ":2:9: idle should be a number from 1, not 'soon'"),
        ("limits:\n  chat: 1.5", ":2:9: chat should be a whole number from 1, not '1.5'"),
        ("limits: {chat: -1}", ":1:16: chat should be a whole number from 1, not '-1'"),
        ("limits: {name: 1}", ":1:16: name should be a whole number from 2, not '1'"),
        ("limits: {bot: 9}", ":1:15: bot should be a whole number from 0 to 8, not '9'"),
        ("limits: {idle: .nan}", "not '.nan'"),
        ("guests: perhaps", ":1:9: should be yes or no, not 'perhaps'"),
        ("name: x\nname: y", ":2:1: 'name' stands twice"),
        ("keys: nowhere", ":1:7: there is no file 'nowhere'"),
        ('name: "a\\e[2J"', ":1:7: should be text of 1 to 40 characters that can be shown"),
        ("- a", ":1:1: should be `name: value` lines"),
        ("a: [", "is not valid YAML"),
    ],
)
def test_a_fault_is_told_with_its_place(tmp_path, text, fault):
    with pytest.raises(RulesError) as caught:
        read(written(tmp_path, text))
    assert fault in str(caught.value)


def test_all_faults_are_told_at_once(tmp_path):
    with pytest.raises(RulesError) as caught:
        read(written(tmp_path, "guests: 7\nlimits: {idle: x, chat: y}\n"))
    assert len(str(caught.value).splitlines()) == 3

"""How numbers and other people's texts are put into sentences."""

import pytest

from nonosat.words import bracketed, plural, shown


@pytest.mark.parametrize(
    ("count", "noun", "more", "text"),
    [
        (0, "cell", "", "0 cells"),
        (1, "cell", "", "1 cell"),
        (2, "cell", "", "2 cells"),
        (1, "pass", "passes", "1 pass"),
        (2, "pass", "passes", "2 passes"),
    ],
)
def test_plural(count: int, noun: str, more: str, text: str) -> None:
    assert plural(count, noun, more) == text


def test_bracketed() -> None:
    assert bracketed("by lines alone") == " (by lines alone)"
    assert bracketed("") == ""
    assert bracketed(None) == ""


def test_what_a_stranger_wrote_is_shown_quoted_and_short() -> None:
    assert shown("x") == "'x'"
    assert shown("\x1b[2J\n") == r"'\x1b[2J\n'"
    assert shown("x" * 40) == repr("x" * 40)
    assert shown("x" * 41) == repr("x" * 40) + "..."
    assert shown("xyz", 2) == "'xy'..."

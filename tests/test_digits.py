"""Digits of other scripts are characters like any others: colours may have them, numbers have not."""

from __future__ import annotations

from pathlib import Path

import pytest

import nonosat
from nonosat import BLACK_AND_WHITE, Colour, Nonogram
from nonosat.formats import FORMATS
from tests.helpers.fixtures import Call


@pytest.mark.parametrize("char", "²①٣")
@pytest.mark.parametrize("name", ["yaml", "json", "g", "link"])
def test_they_are_colours_in_files(name: str, char: str, tmp_path: Path) -> None:
    palette = (BLACK_AND_WHITE[0], Colour(char, "red", "#ff0000"), Colour("b", "blue", "#0000ff"))
    puzzle = Nonogram.from_picture((f"{char}b", f"b{char}", f"{char}{char}"), palette)
    path = tmp_path / f"puzzle{next(iter(FORMATS[name].suffixes), '')}"
    written = nonosat.write([puzzle], name)
    path.write_text(written if isinstance(written, str) else written.decode(), encoding="utf-8")
    found = nonosat.load(path, name)
    assert isinstance(found, Nonogram)
    assert nonosat.solve(found).solutions == nonosat.solve(puzzle).solutions


def test_they_are_colours_of_givens(tmp_path: Path) -> None:
    path = tmp_path / "given.yaml"
    text = 'kind: nonogram\npalette: {"²": red, b: blue}\nrows: ["1² 1b"]\ncolumns: ["1²", "1b"]\n'
    path.write_text(text + 'givens: {1: ["1²"]}\n', encoding="utf-8")
    assert nonosat.load(path).givens == ("²?",)


def test_they_are_not_numbers(call: Call) -> None:
    for words in (["solve", "gchq#²"], ["solve", "gchq#٣"], ["grade", "cat", "--move", "r٣c1=#"]):
        assert "Traceback" not in call("", *words, code=2).err

"""The names and characters of colours."""

from pathlib import Path

import pytest

import nonosat
from nonosat import Nonogram, toolkit
from nonosat.formats import FORMATS
from nonosat.formats.palettes import name_colours
from nonosat.puzzles.picture import Colour, Palette
from nonosat.toolkit import BLACK_AND_WHITE
from tests.helpers.fixtures import Call
from tests.helpers.properties import given, st

RGB = st.integers(0, (1 << 24) - 1).map("#{:06x}".format)


def unnamed(*colours: str) -> Palette:
    return tuple([Colour("a", rgb, rgb) for rgb in colours])


def names(*colours: str) -> list[str]:
    return [colour.name for colour in name_colours(unnamed(*colours))]


@given(st.lists(RGB, max_size=40), st.sampled_from(["blue", "sky", "#wrong"]))
def test_names_are_words_and_differ(colours: list[str], own: str) -> None:
    """A name that a colour has stays, and no other colour gets it."""
    palette = (*unnamed(*colours), Colour("b", own, "#1f4fd8"))
    found = name_colours(palette)
    assert [(one.char, one.rgb) for one in found] == [(one.char, one.rgb) for one in palette]
    assert found[-1].name == own
    assert len({one.name for one in found}) == len(found)
    assert all(one.name.replace(" ", "").isalnum() for one in found[:-1])


@pytest.mark.parametrize(
    ("rgb", "name"),
    {
        "#b9cbe1": "light blue",
        "#98bde6": "light blue",
        "#f7d241": "yellow",
        "#101010": "black",
        "#fdfdfd": "white",
        "#8c8c8c": "grey",
        "#7a4a28": "brown",
        "#2f8a2f": "green",
        "#0b2a6b": "dark blue",
    }.items(),
)
def test_what_people_call_it(rgb: str, name: str) -> None:
    assert names(rgb) == [name]


def test_colours_that_are_nearly_equal_have_names_of_their_own() -> None:
    assert len(set(names(*[f"#20{level:02x}40" for level in range(0x80, 0xA0)]))) == 32
    assert names("#1f4fd8", "#2050d8")[0] == "blue"


@pytest.mark.parametrize("char", "²①٣")
@pytest.mark.parametrize("name", ["yaml", "json", "g", "link"])
def test_they_are_colours_in_files(name: str, char: str, tmp_path: Path) -> None:
    palette = (BLACK_AND_WHITE[0], Colour(char, "red", "#ff0000"), Colour("b", "blue", "#0000ff"))
    puzzle = Nonogram.from_picture((f"{char}b", f"b{char}", f"{char}{char}"), palette)
    path = tmp_path / f"puzzle{next(iter(FORMATS[name].suffixes), '')}"
    written = toolkit.write([puzzle], name)
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
    for words in (["solve", "gchq#²"], ["solve", "gchq#٣"], ["check", "cat", "--move", "r٣c1=#"]):
        assert "Traceback" not in call("", *words, code=2).err

"""The studio's drawings, as its page sends them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from nonosat import BLACK_AND_WHITE, Colour, InputError, Nonogram, colour_char
from nonosat.studio.drawing import MOST_COLOURS, MOST_TEXT, Drawing, drawing_of, read_drawing
from nonosat.studio.folder import MOST_BYTES
from tests.helpers.drawings import KITE, drawn
from tests.helpers.mosaics import Mosaic, rows_of


@pytest.mark.parametrize("seed", range(40))
def test_a_drawing_is_read_back_as_it_was_written(seed: int) -> None:
    drawing = drawn(seed)
    assert read_drawing(json.loads(json.dumps(drawing.plain()))) == drawing
    again = drawing_of(drawing.puzzle())
    assert again.puzzle() == drawing.puzzle()


@pytest.mark.parametrize(
    "changed",
    [
        *({"picture": cells} for cells in ("#", "#" * 26, "?" * 25, "x" * 25, ["#"] * 25)),
        *({"givens": cells} for cells in ("#", "x" * 25)),
        {"costs": "A" * 25},
        {"clues": ["1"]},
        {"more": 1},
        {"title": "\ud800"},
        {"title": "a" * MOST_TEXT, "author": "me"},  # together, too much
        {"width": 501},
        {"width": True},
        {"width": 1.5},
        {"kind": "springs"},
        {"outline": [1, 1, 1, 1, 1, 1]},
        {"palette": [{"char": ".", "name": "", "rgb": "#ffffff"}]},
    ],
)
def test_a_drawing_that_does_not_fit_is_refused(changed: dict[str, object]) -> None:
    with pytest.raises(InputError) as error:
        read_drawing({**drawing_of(Nonogram.from_picture(KITE)).plain(), **changed})
    assert "\n" not in str(error.value)


def test_the_largest_drawing_fits_into_a_request() -> None:
    colours = [chr(0x1F300 + number) for number in range(MOST_COLOURS - 1)]
    palette = (BLACK_AND_WHITE[0], *(Colour(char, "", "#000000") for char in colours if colour_char(char)))
    cells = colours[0] * 250_000
    clues = (" " * 500,) * 500
    texts: Any = {"title": "\x01" * (MOST_TEXT - 500_000 - 10 * MOST_COLOURS)}
    drawing = Drawing(500, 500, palette, cells, cells, clues * 2, "", "z" * 250_000, **texts)
    drawing = read_drawing(drawing.plain())
    assert len(json.dumps(drawing.plain(), ensure_ascii=False).encode()) < MOST_BYTES


def test_what_is_too_large_is_refused() -> None:
    row = "." * 501
    with pytest.raises(InputError, match="sides of at most 500 cells, this puzzle has 501"):
        drawing_of(Nonogram.from_picture((row,)))


def test_the_numbers_of_a_mosaic_are_hidden_or_written() -> None:
    hidden = Mosaic.from_picture(KITE).without_clues((3,))
    drawing = drawing_of(hidden)
    assert drawing.hidden[3] == "#" and drawing.hidden.count("#") == 1
    assert drawing.puzzle() == hidden
    written = read_drawing({**drawing.plain(), "hidden": "", "clues": list(rows_of(hidden))})
    assert written.puzzle() == hidden

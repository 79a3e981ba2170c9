"""The studio's drawings, the changes to them, and the messages that carry them."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from nonosat.errors import InputError
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour, colour_char
from nonosat.studio import messages
from nonosat.studio.drawing import (
    MOST_COLOURS,
    MOST_TEXT,
    About,
    Drawing,
    Whole,
    drawing_of,
    read_change,
    read_drawing,
)
from nonosat.studio.messages import read_message
from tests.helpers.drawings import KITE, drawn


@pytest.mark.parametrize("seed", range(40))
def test_a_drawing_is_read_back_as_it_was_written(seed: int) -> None:
    drawing = drawn(seed)
    assert read_drawing(json.loads(json.dumps(drawing.plain()))) == drawing
    again = drawing_of(drawing.puzzle())
    assert again.puzzle() == drawing.puzzle()


@pytest.mark.parametrize("seed", range(40))
def test_a_stroke_changes_its_cells_and_nothing_else(seed: int) -> None:
    drawing, rng = drawn(seed), random.Random(seed)
    cells = rng.sample(range(drawing.width * drawing.height), rng.randint(1, drawing.width * drawing.height))
    layer = rng.choice(("picture", "givens"))
    chars = [c.char for c in drawing.palette] + ["?"] * (layer == "givens")
    painted = "".join(rng.choice(chars) for _ in cells)
    change = read_change({"kind": "paint", "layer": layer, "cells": cells, "chars": painted})
    after = change.applied(drawing)
    before = getattr(drawing, layer) or ("." if layer == "picture" else "?") * drawing.width * drawing.height
    wanted = list(before)
    for cell, char in zip(cells, painted, strict=True):
        wanted[cell] = char
    found = getattr(after, layer) or "?" * len(wanted)
    assert found == "".join(wanted)
    assert replace(after, **{layer: getattr(drawing, layer)}) == drawing


@pytest.mark.parametrize("seed", range(40))
def test_a_title_that_is_taken_back_leaves_the_drawing_as_it_was(seed: int) -> None:
    drawing = drawn(seed)
    before = drawing.title
    assert About("title", before).applied(About("title", "x").applied(drawing)) == drawing


@pytest.mark.parametrize(
    "change",
    [
        {},
        [],
        {"kind": "none"},
        {"kind": "paint", "layer": "picture", "cells": [25], "chars": "#"},
        {"kind": "paint", "layer": "picture", "cells": [-1], "chars": "#"},
        {"kind": "paint", "layer": "picture", "cells": [True], "chars": "#"},
        {"kind": "paint", "layer": "picture", "cells": [1.5], "chars": "#"},
        {"kind": "paint", "layer": "picture", "cells": [0, 1, 2], "chars": "##"},
        {"kind": "paint", "layer": "picture", "cells": [0], "chars": "?"},
        {"kind": "paint", "layer": "picture", "cells": [0], "chars": "x"},
        {"kind": "paint", "layer": "__class__", "cells": [0], "chars": "#"},
        {"kind": "paint", "layer": "picture", "cells": [0], "chars": "#", "more": 1},
        {"kind": "clue", "index": 0, "text": "1"},
        {"kind": "about", "key": "source", "text": "1"},
        {"kind": "about", "key": "title", "text": "a" * MOST_TEXT},  # with what else there is, too much
        {"kind": "about", "key": "title", "text": "\ud800"},
        {"kind": "whole", "drawing": {"width": 501, "height": 1, "palette": [], "picture": ""}},
        {
            "kind": "whole",
            "drawing": {"width": 1, "height": 1, "palette": [{"char": ".", "name": "", "rgb": "#ffffff"}]},
        },
    ],
)
def test_a_change_that_does_not_fit_is_refused(change: object) -> None:
    with pytest.raises(InputError) as error:
        read_change(change).applied(drawing_of(Nonogram.from_picture(KITE, author="me")))
    assert "\n" not in str(error.value)


def test_the_largest_drawing_fits_into_a_message() -> None:
    colours = [chr(0x1F300 + number) for number in range(MOST_COLOURS - 1)]
    palette = (BLACK_AND_WHITE[0], *(Colour(char, "", "#000000") for char in colours if colour_char(char)))
    cells = colours[0] * 250_000
    clues = (" " * 500,) * 500
    texts: Any = {"title": "\x01" * (MOST_TEXT - 500_000 - 10 * MOST_COLOURS)}
    drawing = Drawing(500, 500, palette, cells, cells, clues * 2, "", "z" * 250_000, **texts)
    drawing = read_drawing(drawing.plain())
    change = {"kind": "whole", "drawing": drawing.plain()}
    said = json.dumps({"type": "change", "seq": 1, "shape": "x", "change": change}, ensure_ascii=False)
    assert len(said.encode()) < messages.MOST_BYTES
    found = read_message(said)
    assert isinstance(found, messages.Changed) and found.change == Whole(drawing)


@pytest.mark.parametrize(
    "said",
    [
        "",
        "{",
        "null",
        "[]",
        "1",
        '{"type": 1}',
        '{"type": "hello", "version": 3}',
        "[" * 200_000,
        "9" * 500_000,
        "NaN",
        '{"type": "open", "puzzle": 1e999}',
    ],
)
def test_what_is_no_message_is_refused(said: str) -> None:
    with pytest.raises(InputError) as error:
        read_message(said)
    assert len(str(error.value)) < 300


def test_what_is_too_large_is_refused() -> None:
    row = "." * 501
    with pytest.raises(InputError, match="sides of at most 500 cells, this puzzle has 501"):
        drawing_of(Nonogram.from_picture((row,)))

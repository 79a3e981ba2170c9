"""Changes of a drawing's whole grid: pictures, givens and written clues move together."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from nonosat.errors import InputError
from nonosat.formats import load
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.mosaic import Mosaic
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE
from nonosat.puzzles.triangles import Outline, framed, grid_of
from nonosat.puzzles.triddler import Triddler
from nonosat.studio.drawing import Drawing, drawing_of, read_drawing
from nonosat.studio.grid_changes import GridChange
from tests.helpers.drawings import COLOURS
from tests.helpers.triddlers import SMALL

MOVES = {"mirror-across": 2, "mirror-down": 2, "turn": 4}


def puzzle(seed: int) -> CellPuzzle:
    """Return the puzzle of a random picture of some kind, with givens or without."""
    rng = random.Random(seed)
    palette = rng.choice((BLACK_AND_WHITE, COLOURS))
    kind = (Nonogram, Mosaic, Triddler)[seed % 3]
    palette = BLACK_AND_WHITE if kind is Mosaic else palette
    chars = [colour.char for colour in palette]
    if kind is Triddler:
        outline = rng.choice(SMALL)
        picture = framed("".join(rng.choices(chars, k=sum(outline.row_lengths))), outline)
    else:
        width, height = rng.randint(1, 6), rng.randint(1, 6)
        picture = tuple("".join(rng.choices(chars, k=width)) for _ in range(height))
    found = kind.from_picture(picture, palette)
    if rng.random() < 0.5:
        text = found.chars(picture)
        found = found.with_givens(found.cut("".join(rng.choice((char, "?")) for char in text)))
    return found


def written(given: CellPuzzle) -> Drawing:
    return drawing_of(given.with_goal(()))


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("how", MOVES)
def test_moves_lead_back_and_take_the_clues_with_them(seed: int, how: str) -> None:
    given = puzzle(seed)
    drawn, texts = drawing_of(given), written(given)
    order = 6 if how == "turn" and drawn.outline else MOVES[how]
    now = drawn
    for turned in range(order):
        if len(set(map(frozenset, now.layout[1]))) == len(now.layout[1]):  # else, lines cannot be told apart
            moved = GridChange(how, written(now.puzzle())).applied()
            assert moved.puzzle().problem() == GridChange(how, now).applied().puzzle().problem(), turned
        now = GridChange(how, now).applied()
        assert read_drawing(now.plain()) == now
    assert now == drawn
    assert texts.clues


@pytest.mark.parametrize("seed", range(60))
def test_a_grid_that_grows_keeps_its_picture_and_is_cropped_to_it(seed: int) -> None:
    given = puzzle(seed)
    rng = random.Random(seed)
    drawn = drawing_of(given)
    top, left, right, bottom = (rng.randint(0, 3) for _ in range(4))
    size: dict[str, Any] = {"width": drawn.width + left + right, "height": drawn.height + top + bottom}
    size |= {"down": top, "right": left}
    outline = tuple(side + 1 for side in drawn.outline)
    size |= {"at_top": rng.random() < 0.5, "at_left": rng.random() < 0.5}
    grown = GridChange("resize", drawn, **size, outline=outline).applied()
    assert sum(char != "." for char in grown.picture) == sum(char != "." for char in drawn.picture)
    if given.kind != "mosaic" and len(set(map(frozenset, drawn.layout[1]))) == len(drawn.layout[1]):
        clues = GridChange("resize", written(given), **size, outline=outline).applied().clues
        assert clues == written(replace(grown, givens="").puzzle()).clues
    if any(char != "." for char in drawn.picture):
        cropped = [
            GridChange(
                "crop", one, cells=tuple(k for k, char in enumerate(one.picture) if char != ".")
            ).applied()
            for one in (drawn, grown)
        ]
        assert cropped[0].picture == cropped[1].picture
        assert cropped[0].outline == cropped[1].outline


def test_a_crop_is_the_smallest_hexagon() -> None:
    outline = Outline(2, 3, 3, 2, 2, 3)
    cells = grid_of(outline).cells
    drawn = drawing_of(Triddler.from_picture(framed("#" * len(cells), outline)))
    rng = random.Random(1)
    for _ in range(50):
        kept = tuple(rng.sample(range(len(cells)), 3))
        cropped = GridChange("crop", drawn, cells=kept).applied()
        for k in range(3):
            lines = [cells[cell][k] for cell in kept]
            assert sum(cropped.outline[2 * k : 2 * k + 2]) == max(lines) - min(lines) + 1


def test_what_leaves_the_grid_comes_back() -> None:
    drawn = drawing_of(Nonogram.from_picture(("##.", "...")))
    assert GridChange("shift", drawn, down=1, right=2).applied().picture == "...#.#"
    assert GridChange("shift", drawn, down=-5, right=-3).applied().picture == "...##."
    with pytest.raises(InputError, match="no opposite sides"):
        GridChange("shift", drawing_of(load("flower")), down=1).applied()


def test_split_cells_turn() -> None:
    drawn = drawing_of(load("house"))
    halves = {colour.char: colour.halves for colour in drawn.palette if colour.halves}
    turned = GridChange("mirror-across", drawn).applied()
    assert halves and {c.char: c.halves for c in turned.palette if c.halves} != halves
    assert GridChange("mirror-across", turned).applied() == drawn


@pytest.mark.parametrize(
    "changed",
    [
        {"kind": "triddler"},
        {"outline": (1, 1, 1, 1, 1, 1)},
        {"kind": "triddler", "outline": (1, 1, 1, 1, 1, 2)},
        {"kind": "triddler", "outline": (2, 2, 2, 2, 2, 2)},  # of another size
        {"kind": "triddler", "outline": (1, 1)},
        {"kind": "mosaic", "palette": COLOURS},
        {"kind": "springs"},
        {"hidden": "#"},
        {"clues": ("1",)},
    ],
)
def test_grids_that_do_not_fit_are_refused(changed: dict[str, Any]) -> None:
    drawn = drawing_of(Nonogram.from_picture(("#..", "...")))
    with pytest.raises(InputError):
        read_drawing(replace(drawn, **changed).plain())

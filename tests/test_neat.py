"""Neat changes of drawings: each leaves a puzzle that lines solve, and they are what a setter would keep."""

from __future__ import annotations

import numpy as np
import pytest

import nonosat
from nonosat import Clock, Nonogram
from nonosat.making.neat import Eye, Neat, choose, heat, neat_changes, unlike
from nonosat.making.pictures import Pictures
from tests.helpers import drawings

ROOF = (
    "......#......",
    ".....#.#.....",
    "....#...#....",
    "...#.....#...",
    "..#.......#..",
    ".#.........#.",
    "#############",
)


def changed(puzzle: Nonogram, changes: tuple[tuple[int, int], ...]) -> Nonogram:
    """Return the puzzle of the changed picture."""
    values = list(puzzle.values(puzzle.goal))
    for cell, value in changes:
        values[cell] = value
    return Nonogram.from_picture(puzzle.picture(values), puzzle.palette)


def test_each_neat_change_leaves_what_lines_solve_and_protected_cells() -> None:
    puzzle = Nonogram.from_picture(ROOF)
    assert nonosat.solve(puzzle).verdict.value == "multiple"
    keep = [6, 18]
    found: list[Neat] = []
    for one in neat_changes(puzzle, keep, Clock(None)):
        found.append(one)
        assert nonosat.rate(changed(puzzle, one.changes)).level in ("trivial", "lines")
        assert not {cell for cell, _ in one.changes} & set(keep)
        if len(found) == 40:
            break
    best = choose(found, 3)
    assert best and best[0].unlike <= min(one.unlike for one in found) + 8
    for k, one in enumerate(best):
        for other in best[:k]:
            cells = set(one.changes)
            assert len(cells & set(other.changes)) < 0.6 * min(len(cells), len(other.changes))


def test_a_thin_roof_is_thickened_or_filled_on_both_sides() -> None:
    found = []
    for one in neat_changes(Nonogram.from_picture(ROOF), (), Clock(None)):
        found.append(one)
        if len(found) == 40:
            break
    words = {word for one in choose(found, 3) for word in one.does}
    assert words & {"thickens a line", "thickens the outline", "fills an area"}


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ([(12, 0)], [(11, 1)]),  # a symmetry is lost
        ([(11, 1), (13, 1)], [(7, 1), (17, 0)]),  # two spots are seen twice
    ],
)
def test_what_the_eye_sees(less: list[tuple[int, int]], more: list[tuple[int, int]]) -> None:
    puzzle = Nonogram.from_picture(("##.##", "#...#", "..#..", "#...#", "##.##"))
    assert unlike(puzzle, []) == 0
    assert 0 < unlike(puzzle, less) < unlike(puzzle, more)


def test_shapes_and_holes_are_counted() -> None:
    """A ring has a hole; filling it, or cutting it, is seen."""
    ring = np.array(
        [[0, 0, 0, 0, 0], [0, 1, 1, 1, 0], [0, 1, 0, 1, 0], [0, 1, 1, 1, 0], [0, 0, 0, 0, 0]], np.uint8
    )
    full, wider = ring.copy(), ring.copy()
    full[2, 2], wider[1:4, 0] = 1, 1
    eye = Eye(ring)
    assert eye.unlike(ring) == 0
    assert eye.unlike(full) > 3  # it has no hole any more
    asymmetric = Eye(np.pad(ring, ((0, 0), (0, 1))))
    assert asymmetric.unlike(np.pad(wider, ((0, 0), (0, 1)))) < asymmetric.unlike(
        np.pad(full, ((0, 0), (0, 1)))
    )


def test_heat_is_what_one_change_decides() -> None:
    puzzle = Nonogram.from_picture(("#..", ".#.", "..."))
    now = len(Pictures(puzzle).open_cells(puzzle.values(puzzle.goal)))
    wanted = [
        now
        - len(
            Pictures(puzzle).open_cells([v ^ (k == cell) for k, v in enumerate(puzzle.values(puzzle.goal))])
        )
        for cell in range(9)
    ]
    assert heat(puzzle, Clock(None)) == wanted
    assert set(heat(Nonogram.from_picture(tuple(drawings.KITE)), Clock(None))) <= set(range(-25, 1))

"""Repairs: no cheaper change of a picture leads to one solution, or to a class."""

import time
from dataclasses import replace
from math import inf
from pathlib import Path
from random import Random

import numpy as np
import pytest

import nonosat
from nonosat import InputError, LimitReached, Nonogram, StopReason, Verdict, toolkit
from nonosat.making import repair
from nonosat.making.changes import ChangeSearch
from nonosat.making.fields import costs, field
from nonosat.making.neat import Eye, Neat, choose, heat, neat_changes, unlike
from nonosat.making.obstacles import StuckSets, change_values
from nonosat.making.pictures import Pictures
from nonosat.making.repair import Repairing
from nonosat.processes.clock import NO_CLOCK
from nonosat.processes.limits import Limits
from nonosat.toolkit import BLACK_AND_WHITE, CellPuzzle, Clock, Order, Run, load_card
from tests.helpers import drawings
from tests.helpers.answers import LAYERS, Values, drawn, repair_agrees
from tests.helpers.brute import THREE_COLOURS
from tests.helpers.fixtures import Patch
from tests.helpers.mosaics import Mosaic
from tests.helpers.properties import given, settings, st
from tests.helpers.puzzles import shipped
from tests.helpers.scripted import stopping


def made(seed: int, width: int = 15, height: int = 15, colours: int = 1, *, smooth: bool = True) -> Nonogram:
    """Return the puzzle of a random picture."""
    order = Order(width=width, height=height, density=0.5, smooth=smooth, colours=colours)
    values = field(order, Random(seed))
    return Nonogram.from_picture(drawn(tuple(values), width, order.palette), order.palette)


cells_of_4x4 = st.lists(st.integers(0, 15), unique=True, max_size=10)


@pytest.mark.parametrize("level", LAYERS)
@settings(max_examples=25)
@given(values=st.tuples(*[st.integers(0, 1)] * 16), keep=cells_of_4x4)
def test_no_fewer_changes_do(level: str, values: Values, keep: list[int]) -> None:
    repair_agrees(values, 4, BLACK_AND_WHITE, keep, level=level, most=2)


@pytest.mark.parametrize("level", LAYERS)
def test_no_fewer_changes_do_where_one_is_not_enough(level: str) -> None:
    """Two switches side by side, and a variation of them."""
    for extra in [(), (7, 22)]:
        values = [0] * 25
        for cell in (0, 6, 18, 24):
            values[cell] = 1
        for cell in extra:
            values[cell] = 1 - values[cell]
        repair_agrees(tuple(values), 5, BLACK_AND_WHITE, (4, 20), level=level, most=2)


@settings(max_examples=20)
@given(
    values=st.tuples(*[st.integers(0, 1)] * 12),
    each=st.tuples(*[st.integers(1, 9)] * 12),
    level=st.sampled_from(["unique", *LAYERS]),
)
def test_no_cheaper_changes_do(values: Values, each: tuple[int, ...], level: str) -> None:
    repair_agrees(values, 4, BLACK_AND_WHITE, level=level, costs=each)


@settings(max_examples=15)
@given(values=st.tuples(*[st.integers(0, 2)] * 9), level=st.sampled_from(sorted(LAYERS)))
def test_no_fewer_changes_do_in_colour(values: Values, level: str) -> None:
    repair_agrees(values, 3, THREE_COLOURS, level=level, most=2)


@pytest.mark.parametrize("level", LAYERS)
def test_a_change_elsewhere_leaves_a_stuck_set_open(level: str) -> None:
    rng = Random(1)
    for seed in range(12):
        puzzle: CellPuzzle = made(seed, 9, 8)
        values = bytes(puzzle.values(puzzle.goal))
        if seed % 2:  # numbers in about half of the cells
            hidden = [cell for cell in range(72) if rng.random() < 0.5]
            puzzle = Mosaic.from_picture(puzzle.goal).without_clues(hidden)
        sets = StuckSets(puzzle, LAYERS[level], NO_CLOCK)
        each = [set(line.cells) for line in puzzle.problem().constraints]
        for stuck in sets.look(values):
            assert stuck.lines == {k for k, cells in enumerate(each) if cells & set(stuck.cells)}
            inside = set().union(*(each[k] for k in stuck.lines), stuck.cells)
            outside = sorted(set(range(72)) - inside)
            for _ in range(10):
                cells = rng.sample(outside, min(5, len(outside)))
                changed = change_values(values, [(cell, 1 - values[cell]) for cell in cells])
                assert stuck.holds(changed, sets.lines)
                assert set(stuck.cells) <= set(sets.open_cells(changed))


@pytest.mark.parametrize("level", LAYERS)
def test_every_repaired_picture_has_the_class(level: str) -> None:
    known = 0
    for seed in range(12):
        found = toolkit.repair(made(seed, 12, 12, smooth=False), level=level, ranked=2)
        assert found.repaired is not None
        levels = ("trivial", "lines", "moderate")[: 2 if level == "lines" else 3]
        assert nonosat.rate(found.repaired).difficulty in levels
        known += bool(found.indices)
        best = found.ranked[0]
        assert (tuple(cell for cell, _ in best.cells), best.open) == (found.indices, 0)
        order = [(one.open, one.cost, inf if one.effort is None else one.effort) for one in found.ranked]
        assert order == sorted(order)
        for one in found.ranked:
            assert (one.open == 0) == (one.level in levels)
    assert known > 2


def test_a_beam_finds_what_does_where_not_all_is_tried(monkeypatch: Patch) -> None:
    for part, work in (("PAIRS", 0), ("BEAM", 1_000_000), ("MORE", 0)):
        monkeypatch.setattr(repair, part, work)
    unproven = 0
    for seed in range(16):
        found = toolkit.repair(made(seed, 18, 18, smooth=False), level="lines")
        assert found.repaired is not None
        assert nonosat.rate(found.repaired).difficulty in ("trivial", "lines")
        assert found.proven == (len(found.indices) <= found.tried + 1)
        assert found.proven or "(best found)" in found.sentence()
        unproven += not found.proven
    assert unproven


def test_the_beam_is_never_better_than_all_changes() -> None:
    for seed in range(20):
        puzzle = made(seed, 8, 8)
        values = bytes(puzzle.values(puzzle.goal))
        whole, beam = (ChangeSearch(values, 2, StuckSets(puzzle, 0, NO_CLOCK), 3, [1] * 64) for _ in "ab")
        whole.exhaust(3)
        if whole.found != [frozenset()]:
            beam.beam([1, 4, 16])
            best, other = (min(map(len, search.found), default=9) for search in (whole, beam))
            assert best <= other


def test_grey_cells_are_changed_first() -> None:
    puzzle = Nonogram.from_picture(("#..", "..#", ".#."))
    for cell in range(9):
        grey = [255 if char == "." else 0 for char in "".join(puzzle.goal)]
        grey[cell] = abs(grey[cell] - 100)
        levels = tuple(bytes(grey[row : row + 3]) for row in (0, 3, 6))
        found = toolkit.repair(puzzle, level="lines", costs=costs(levels, 128))
        alone = toolkit.repair(puzzle, 1, [c for c in range(9) if c != cell], level="lines")
        if alone.after:
            assert found.indices == (cell,)


def test_what_cannot_be_asked() -> None:
    with pytest.raises(InputError, match="no class 'line'; did you mean lines"):
        toolkit.repair(("#",), level="line")
    for each in ([1], [0, 1, 1, 1]):
        with pytest.raises(InputError, match="expected the cost of each cell, at least 1"):
            toolkit.repair(("#.", ".#"), level="lines", costs=each)


def test_a_limit_ends_it() -> None:
    begin = time.thread_time()
    found = toolkit.repair(made(1, 60, 60), level="moderate", limits=Limits(time=0.3))
    assert found.stop_reason == "time limit"
    assert time.thread_time() - begin < 0.8


def test_a_grey_picture_says_what_changes_cost(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    picture, grey = tmp_path / "picture.txt", tmp_path / "grey.pgm"
    picture.write_text("#..\n..#\n.#.\n")
    grey.write_text("P2 3 3 255\n0 255 255\n255 255 0\n255 120 255\n")
    puzzle = nonosat.load(picture)
    assert isinstance(puzzle, Nonogram)
    found = toolkit.repair(puzzle, level="lines", costs=toolkit.Photo(grey).costs_for(puzzle))
    assert "row 3: 2" in found.sentence()
    tulips = nonosat.load("tulips")
    assert isinstance(tulips, Nonogram)
    with pytest.raises(InputError, match="tulips: a grey picture is for puzzles in black and white"):
        toolkit.Photo(grey).costs_for(tulips)
    grey.write_text("P2 1 1 255\n7\n")
    with pytest.raises(InputError, match="a picture of one colour"):
        toolkit.Photo(grey).costs_for(puzzle)


def test_the_clues_of_pictures_have_no_star() -> None:
    puzzle = nonosat.load({"rows": ["1 *", "*"], "columns": ["*", "0", "*"], "goal": ["#..", "..#"]})
    assert toolkit.repair(puzzle, level="lines").repaired is not None


def test_a_number_over_no_cells_changes_nothing() -> None:
    below = {"each": "cell", "over": "down", "count": "shown"}
    gives = {"cells": {"symbols": "01", "blank": "."}}
    puzzle = nonosat.load(
        {"kind": "own", "rules": {"explained": "?", "gives": gives, "rules": [below]}, "cells": ["0"]}
    )
    assert toolkit.repair(puzzle).repaired is None


@settings(max_examples=60)
@given(st.tuples(*[st.integers(0, 1)] * 12), st.lists(st.integers(0, 11), unique=True, max_size=10))
def test_every_change_of_3x4_pictures(values: Values, keep: list[int]) -> None:
    repair_agrees(values, 4, BLACK_AND_WHITE, keep)


@settings(max_examples=30)
@given(st.tuples(*[st.integers(0, 2)] * 6), st.lists(st.integers(0, 5), unique=True, max_size=3))
def test_every_change_of_2x3_pictures_in_colour(values: Values, keep: list[int]) -> None:
    repair_agrees(values, 3, THREE_COLOURS, keep)


def test_gchq() -> None:
    found = toolkit.repair(nonosat.load("gchq-no-givens"))
    assert (len(found.indices), found.tried) == (2, 1)
    assert found.repaired is not None
    assert nonosat.solve(found.repaired).verdict is Verdict.UNIQUE
    assert found.repaired.title == "GCHQ Christmas card, without its givens"


def test_as_many_changes_as_there_are_cells() -> None:
    found = toolkit.repair(("#.", ".#"), flips=1000)
    assert len(found.indices) == 1
    assert toolkit.repair(("#.", ".#"), flips=1000, keep=range(4)).tried == 4
    assert toolkit.repair(("#.", ".#"), flips=0).tried == 0
    assert toolkit.repair(("#.", "##"), flips=0).indices == ()


def test_what_is_no_picture() -> None:
    with pytest.raises(InputError, match="repair works on puzzles whose cells are filled in"):
        toolkit.repair(nonosat.load("black-and-white#1"))
    wrong = replace(Nonogram.from_picture(("#.", ".#")), goal=("##", ".."))
    with pytest.raises(InputError, match="the goal does not solve the puzzle: row 1 reads ##, its clue is 1"):
        toolkit.repair(wrong)
    found = toolkit.repair(nonosat.load("no-solution"))
    assert (found.before, found.after, found.stop_reason) == (None, None, "done")


@pytest.mark.parametrize("stop", [LimitReached(StopReason.TIME_LIMIT), KeyboardInterrupt()])
def test_a_limit_leaves_what_was_tried(stop: BaseException) -> None:
    """Wherever the work ends, the number of changes said not to suffice is less than what it takes."""
    puzzle = shipped("gchq-no-givens")
    picture = next(iter(nonosat.solutions(puzzle)))
    reason = "time limit" if isinstance(stop, LimitReached) else "interrupted"
    tried = []
    for calls in range(1000):
        with Run(puzzle, replace(load_card("auto"), switches=False), session=stopping(calls, stop)) as run:
            found = Repairing(run, puzzle, picture).answer()
        tried.append(found.tried)
        if found.stop_reason == "done":
            break
        assert (found.stop_reason, found.after) == (reason, None)
    assert (found.tried, len(found.indices)) == (1, 2)
    assert tried == sorted(tried)


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
        assert nonosat.rate(changed(puzzle, one.changes)).difficulty in ("trivial", "lines")
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


def test_a_kind_with_rules_is_repaired_to_no_class() -> None:
    puzzle = nonosat.load('kind: kakurasu\nrows: "? ? ?"\ncolumns: "2 3 1"\n')
    assert toolkit.repair(puzzle).repaired
    with pytest.raises(InputError, match="no class but unique"):
        toolkit.repair(puzzle, level="lines")

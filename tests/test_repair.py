"""repair: no fewer changes suffice, as trying all of them shows."""

from __future__ import annotations

from dataclasses import replace

import pytest

import nonosat
from nonosat import BLACK_AND_WHITE, InputError, LimitReached, Nonogram, Run, StopReason, Verdict, load_card
from nonosat.making.repair import Repairing
from tests.helpers.answers import Values, repair_agrees
from tests.helpers.brute import THREE_COLOURS
from tests.helpers.properties import given, settings, st
from tests.helpers.scripted import stopping


@settings(max_examples=60)
@given(st.tuples(*[st.integers(0, 1)] * 12), st.lists(st.integers(0, 11), unique=True, max_size=10))
def test_every_change_of_3x4_pictures(values: Values, keep: list[int]) -> None:
    repair_agrees(values, 4, BLACK_AND_WHITE, keep)


@settings(max_examples=30)
@given(st.tuples(*[st.integers(0, 2)] * 6), st.lists(st.integers(0, 5), unique=True, max_size=3))
def test_every_change_of_2x3_pictures_in_colour(values: Values, keep: list[int]) -> None:
    repair_agrees(values, 3, THREE_COLOURS, keep)


def test_gchq() -> None:
    found = nonosat.repair(nonosat.load("gchq-no-givens"))
    assert (len(found.cells), found.tried) == (2, 1)
    assert found.repaired is not None
    assert nonosat.solve(found.repaired).verdict is Verdict.UNIQUE
    assert found.repaired.title == "GCHQ Christmas card, without its givens"


def test_as_many_changes_as_there_are_cells() -> None:
    found = nonosat.repair(("#.", ".#"), flips=1000)
    assert len(found.cells) == 1
    assert nonosat.repair(("#.", ".#"), flips=1000, keep=range(4)).tried == 4
    assert nonosat.repair(("#.", ".#"), flips=0).tried == 0
    assert nonosat.repair(("#.", "##"), flips=0).cells == ()


def test_what_is_no_picture() -> None:
    with pytest.raises(InputError, match="repair works on puzzles whose cells are filled in"):
        nonosat.repair(nonosat.load("black-and-white#1"))
    wrong = replace(Nonogram.from_picture(("#.", ".#")), goal=("##", ".."))
    with pytest.raises(InputError, match="the goal does not solve the puzzle: row 1 reads ##, its clue is 1"):
        nonosat.repair(wrong)
    found = nonosat.repair(nonosat.load("no-solution"))
    assert (found.before, found.after, found.stop_reason) == (None, None, "done")


@pytest.mark.parametrize("stop", [LimitReached(StopReason.TIME_LIMIT), KeyboardInterrupt()])
def test_a_limit_leaves_what_was_tried(stop: BaseException) -> None:
    """Wherever the work ends, the number of changes said not to suffice is less than what it takes."""
    puzzle = nonosat.load("gchq-no-givens")
    assert isinstance(puzzle, Nonogram)
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
    assert (found.tried, len(found.cells)) == (1, 2)
    assert tried == sorted(tried)

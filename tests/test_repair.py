"""repair and diff: no fewer changes suffice, as trying all of them shows; and switches are switches."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import pytest

import nonosat
from nonosat.cli import main
from nonosat.errors import InputError, LimitReached, StopReason
from nonosat.making.repair import Repairing
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE
from nonosat.solving.answer import Verdict
from nonosat.solving.cards import load_card
from nonosat.solving.run import Run
from tests.helpers.answers import Values, repair_agrees
from tests.helpers.brute import THREE_COLOURS
from tests.helpers.fixtures import Capture
from tests.helpers.properties import given, settings, st
from tests.helpers.puzzles import random_square
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


def test_switches_can_be_taken_one_by_one() -> None:
    """Every choice among the groups in which two solutions differ is a solution."""
    puzzle = random_square(0, 9, 0.45)
    pictures = list(nonosat.solutions(puzzle))
    assert len(pictures) == 24
    for first, second in combinations(pictures, 2):
        found = nonosat.diff(first, second)
        assert found.lines == ()
        assert sorted(cell for cells in found.groups for cell in cells) == list(found.cells)
        one, two = "".join(first), "".join(second)
        assert [cell for cell in range(81) if one[cell] != two[cell]] == list(found.cells)
        for taken in product((False, True), repeat=len(found.groups)):
            moved = {cell for cells, take in zip(found.groups, taken, strict=True) if take for cell in cells}
            mixed = "".join(two[cell] if cell in moved else one[cell] for cell in range(81))
            assert puzzle.fault(tuple(mixed[at : at + 9] for at in range(0, 81, 9))) is None


def test_pictures_with_other_clues() -> None:
    found = nonosat.diff(("##.", "...", "..."), ("#.#", "...", "..."))
    assert found.lines == ("row 1", "column 2", "column 3")
    assert found.groups == ((1,), (2,))
    same = nonosat.diff(("#",), ("#",))
    assert (same.cells, same.groups, same.lines) == ((), (), ())
    with pytest.raises(InputError, match="1 x 1 and 2 x 1"):
        nonosat.diff(("#",), ("#.",))


def test_diff_as_a_command(capsys: Capture, tmp_path: Path) -> None:
    assert main(["enumerate", "gchq-no-givens"]) == 0
    solutions = tmp_path / "solutions.txt"
    solutions.write_text(capsys.readouterr().out)
    pairs = []
    for number in (2, 3, 4):
        assert main(["diff", f"{solutions}#1", f"{solutions}#{number}", "--json"]) == 1
        data = json.loads(capsys.readouterr().out)
        assert data["same_clues"]
        pairs.append(sorted(map(len, data["groups"])))
    assert sorted(pairs) == [[4], [4, 8], [8]]
    assert main(["diff", f"{solutions}#1", f"{solutions}#1"]) == 0
    assert "show the same picture" in capsys.readouterr().out
    assert main(["diff", "switch", str(solutions)]) == 2
    assert main(["diff", "switch", "cherries"]) == 2
    assert main(["diff", "switch", "nothing"]) == 2
    capsys.readouterr()
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    one.write_text("#.\n.#\n")
    two.write_text(".#\n#.\n")
    assert main(["diff", str(one), str(two)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "   1 1       1 1",
        " ┌────┐    ┌────┐",
        "1│▓▓░░│   1│░░▓▓│",
        "1│░░▓▓│   1│▓▓░░│",
        " └────┘    └────┘",
        "",
        f"{one} and {two} differ in 4 cells; all clues are the same. 1 switch:",
        "  a: 4 cells: row 1: 1, 2; row 2: 1, 2",
    ]


def test_other_kinds_have_no_differences(capsys: Capture) -> None:
    assert main(["diff", "black-and-white#1", "cat"]) == 2
    wanted = "black-and-white#1: diff works on puzzles whose cells are filled in; "
    wanted += "those of kind strips are cut up\n"
    assert capsys.readouterr().err == wanted

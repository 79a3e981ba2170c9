"""givens: no smaller set suffices, as trying all of them shows."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import nonosat
from nonosat import InputError, LimitReached, Limits, Nonogram, StopReason, toolkit
from nonosat.making import fix as fixing
from nonosat.making.fix import SORTS
from nonosat.problem import CellValues
from nonosat.solving.questions.givens import GivensSearch
from nonosat.solving.session import Session
from nonosat.toolkit import Run, load_card
from tests.helpers.answers import enough, fewest_givens, proven
from tests.helpers.brute import nonogram, solutions
from tests.helpers.fixtures import Call
from tests.helpers.properties import assume, given, settings, st
from tests.helpers.puzzles import ones, random_square
from tests.helpers.scripted import STOPS, stopping
from tests.helpers.strategies import small_rows


@settings(max_examples=60)
@given(small_rows(), st.data())
def test_fewest_of_the_puzzles_own_givens(rows: list[list[int]], data: st.DataObject) -> None:
    puzzle = nonogram(rows)
    pictures = list(solutions(puzzle))
    picture = data.draw(st.sampled_from(pictures))
    own = tuple("".join(data.draw(st.sampled_from([char, "?"])) for char in row) for row in picture)
    puzzle = replace(puzzle, givens=own)
    assume(puzzle.givens)
    cells = {cell for cell, char in enumerate("".join(own)) if char != "?"}
    fillings = [puzzle.values(one) for one in pictures]
    found = toolkit.givens(puzzle, from_givens=True)
    if enough(cells, puzzle.values(picture), fillings):
        proven(found, fillings)
        assert found.solution == picture
        assert set(found.indices) <= cells
        assert found.least == fewest_givens(puzzle.values(picture), fillings, cells)
    else:
        assert (found.solvable, found.solution) == (True, None)
        assert found.basis == "its own givens leave more than one solution"


@pytest.mark.parametrize("goal", ["uniqueness", "solution"])
def test_gchq_needs_two_givens(goal: str) -> None:
    """Also by a card that stops at the first solution."""
    assert len(toolkit.givens(nonosat.load("gchq-no-givens")).cells) == 2
    found = toolkit.givens(
        nonosat.load("gchq"), model=replace(load_card("auto"), goal=goal), from_givens=True
    )
    assert (len(found.indices), found.smallest) == (2, True)
    assert set(found.indices) <= {cell for cell, _ in nonosat.load("gchq").problem().givens}
    assert toolkit.givens(nonosat.load("gchq")).indices == ()


@pytest.mark.parametrize("n", [2, 5, 9])
def test_a_permutation_needs_all_but_one_of_its_lines(n: int) -> None:
    found = toolkit.givens(ones(n))
    assert (len(found.indices), found.least) == (n - 1, n - 1)


def test_the_goal_is_the_solution_that_is_left() -> None:
    for goal in solutions(ones(3)):
        found = toolkit.givens(replace(ones(3), goal=goal))
        assert found.solution == goal


def test_what_is_no_solution_is_refused() -> None:
    with pytest.raises(InputError, match=r"row 1 reads \.\.\., its clue is 1"):
        toolkit.givens(ones(3), ("...", "...", "..."))
    with pytest.raises(InputError, match="the goal does not solve the puzzle: row 2"):
        toolkit.givens(replace(ones(3), goal=("#..", "...", "...")))
    with pytest.raises(InputError, match="no givens"):
        toolkit.givens(ones(3), from_givens=True)


@pytest.mark.parametrize("stop", STOPS, ids=["limit", "Ctrl-C"])
@pytest.mark.parametrize("any_solution", [False, True])
def test_what_is_known_at_a_limit_is_true(stop: BaseException, any_solution: bool) -> None:
    puzzle = random_square(0, 7, 0.45)
    fillings = [puzzle.values(picture) for picture in solutions(puzzle)]
    fewest_of_all = min(fewest_givens(filling, fillings) for filling in fillings)
    for calls in range(0, 1000, 11):
        with Run(puzzle, "auto", session=stopping(calls, stop)) as run:
            found = GivensSearch(run, any_solution=any_solution).answer()
        if found.stop_reason == "done":
            break
        assert found.stop_reason == ("time limit" if isinstance(stop, LimitReached) else "interrupted")
        if found.solution is None:
            assert (calls, found.indices, found.solvable) == (0, (), None)
            continue
        wanted = puzzle.values(found.solution)
        assert enough(found.indices, wanted, fillings)
        assert found.least <= (fewest_of_all if any_solution else fewest_givens(wanted, fillings))
    else:
        pytest.fail("the search does not end")


def test_cells_are_named_by_their_colours() -> None:
    puzzle = ones(4)
    picture = ("#...", "...#", ".#..", "..#.")
    with Run(puzzle, "auto") as run:
        found = replace(GivensSearch(run).answer(), solution=picture, indices=(0, 1, 5, 7), least=4)
    assert found.sentence().splitlines()[1:] == ["  black: row 1: 1; row 2: 4", "  white: row 1: 2; row 2: 2"]


def test_the_solution_to_leave_as_a_file(call: Call, tmp_path: Path) -> None:
    pictures = list(nonosat.solutions(nonosat.load("switch")))
    for picture in pictures:
        file = tmp_path / "solution.txt"
        file.write_text("\n".join(picture) + "\n")
        (fix,) = json.loads(call(f"fix switch --by givens --picture {file} --json").out)["fixes"]
        assert fix["picture"] == list(picture)
    file.write_text("######\n" * 6)
    assert "row 2 reads ######, its clue is 1 1" in call(f"fix switch --picture {file}", code=2).err
    with pytest.raises(InputError):
        toolkit.givens(nonosat.load("switch"), from_givens=True)


def test_givens_that_are_not_enough_are_an_answer_that_is_no(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.yaml"
    file.write_text('kind: nonogram\nrows: ["1", "1", "1"]\ncolumns: ["1", "1", "1"]\ngivens: {1: [1]}\n')
    found = toolkit.givens(nonosat.load(file), from_givens=True)
    assert "its own givens leave more than one solution" in found.sentence()


def test_a_limit_is_said() -> None:
    with Run(nonosat.load("switch"), "order-cadical", session=stopping(1, STOPS[0])) as run:
        found = GivensSearch(run).answer()
    assert "these 4 givens make the solution unique; at least 1 are needed; whether fewer" in found.sentence()


def test_a_smallest_set_is_proven_by_a_solver() -> None:
    """The last word on a smallest set is always a solver's no."""
    answers: list[bool | None] = []

    class Noted(Session):
        def solve(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> bool | None:
            answers.append(super().solve(assumptions, any_of))
            return answers[-1]

    with Run(nonosat.load("switch"), "auto", session=Noted) as run:
        assert GivensSearch(run).answer().smallest
    assert answers[-1] is False


@pytest.mark.parametrize("sort", SORTS)
def test_what_its_givens_make_unique_needs_no_fix(sort: str) -> None:
    puzzle = Nonogram.from_picture(("#..", ".#.", "..#"))
    for goal in (puzzle.goal, ()):
        asked = replace(puzzle, goal=goal, givens=("#..", "?#?", "???"))
        found = nonosat.fix(asked, by=sort)
        assert found.fine
        assert not found.fixes


@pytest.mark.parametrize("by", ["changes", "neat"])
def test_a_limit_that_hides_whether_a_puzzle_needs_fixing_is_reported(
    by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = nonosat.load("cat")
    undecided = nonosat.solve(puzzle, limits=Limits(time=1e-9))
    monkeypatch.setattr(fixing, "solve", lambda *_: undecided)
    found = nonosat.fix(puzzle, by=by)
    assert (found.fine, found.stop_reason) == (False, StopReason.TIME_LIMIT)

"""What the author of a rung, or of a kind of puzzle, gets wrong is said, and never believed."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any

import pytest

import nonosat
from nonosat import Nonogram, rate
from nonosat.problem import Block, Constraint, Count, Problem, Regular, Runs, is_single
from nonosat.problem.automaton import Automaton
from nonosat.puzzles.families import random_puzzle
from nonosat.puzzles.picture import UNKNOWN
from nonosat.puzzles.springs import Springs
from nonosat.reasons import TRIVIAL, document, explain as explaining, verification
from nonosat.reasons.difficulty import BELOW_GUESSING
from nonosat.reasons.fields import Fact
from nonosat.reasons.rungs import RUNGS, finders
from nonosat.reasons.rungs.lines import LineMove
from nonosat.reasons.rungs.sight import SeenMove
from nonosat.reasons.steps import SMALLEST, LineStep
from nonosat.reasons.walk import Finder, StepMove, Walk
from nonosat.toolkit import CellPuzzle, InternalError
from tests.helpers.fixtures import Patch
from tests.helpers.mosaics import mosaic_of
from tests.helpers.samples import part, some

CROSS = Nonogram.from_picture((".#.", "###", ".#."))


class Guess(StepMove):
    rung = "guess"
    level = TRIVIAL
    __slots__ = ()


class Rung:
    """Makes one step again and again, whatever is known."""

    def __init__(self, *sets: tuple[int, int], move: type[StepMove] = Guess) -> None:
        self.sets, self.move = sets, move

    def moves(self, walk: Walk) -> Iterator[StepMove]:
        options = tuple((cell, value) for cell, has in self.sets for value in (0, 1) if not has >> value & 1)
        yield self.move(options, (0,), LineStep(line=0, uses=(), sets=self.sets, minimal=SMALLEST))


class Believer:
    """Says that row 1 has its block at the start, as a move of the shipped rung, from these facts."""

    def __init__(self, *facts: Fact) -> None:
        self.facts = facts

    def moves(self, walk: Walk) -> Iterator[LineMove]:
        row = walk.units[0]
        can = row.with_facts(row.nothing_known, self.facts)
        yield LineMove(((1, 1), (2, 1)), (0,), row, can, productive=1, unfinished=6, known=0)


class Silent:
    """Never helps."""

    def moves(self, walk: Walk) -> Iterator[Guess]:
        yield from ()


def explain_with(rung: Finder, monkeypatch: Patch) -> None:
    """Explain a puzzle, and ask this rung first."""

    def walk(puzzle: CellPuzzle, problem: Problem, rungs: Sequence[Finder], *rest: Any) -> Walk:
        return Walk(puzzle, problem, [rung, *rungs], *rest)

    monkeypatch.setattr(explaining, "Walk", walk)
    explaining.explain(CROSS)


@pytest.mark.parametrize("move", [Guess, SeenMove])
@pytest.mark.parametrize(
    ("sets", "what"), [([(0, 2)], "row 1, column 1 does not follow"), ([(0, 0)], ".*"), ([(0, 3)], ".*")]
)
def test_a_wrong_step_is_refused(
    sets: list[tuple[int, int]], what: str, move: type[StepMove], monkeypatch: Patch
) -> None:
    with pytest.raises(InternalError, match=f"the rung {move.rung} makes a wrong step: {what}"):
        explain_with(Rung(*sets, move=move), monkeypatch)


@pytest.mark.parametrize(
    ("facts", "what"),
    [
        ([], "the rung lines rules out more than its steps explain"),
        ([(0, 2)], "the rung lines makes a wrong step: it uses a fact that is not known"),
    ],
)
def test_a_move_of_lines_is_judged_if_another_rung_makes_it(
    facts: list[Fact], what: str, monkeypatch: Patch
) -> None:
    with pytest.raises(InternalError, match=what):
        explain_with(Believer(*facts), monkeypatch)


def test_a_move_must_rule_something_out_and_leave_a_value() -> None:
    for sets, what in [
        ([(4, 2)], "rules out nothing that was left"),
        ([(0, 0)], "leaves row 1, column 1 no"),
    ]:
        rung = Rung(*sets)
        walk = Walk(CROSS, CROSS.problem(), [rung])
        with pytest.raises(InternalError, match=f"the rung guess {what}"):
            for _ in range(2):
                walk.take(next(rung.moves(walk)))


def test_a_full_grid_is_judged_whoever_comes_first() -> None:
    wrong = Nonogram.from_picture(("#.", "##")).with_givens((".#", "##"))
    right = CROSS.with_givens(CROSS.goal)
    for rungs in ([Silent(), *finders()], [Silent()], list(finders())[::-1]):
        assert Walk(right, right.problem(), rungs).solved
        walk = Walk(wrong, wrong.problem(), rungs)
        assert not walk.solved
        move = walk.next()
        assert move is not None and not move.options and walk.judge(move)


@pytest.mark.parametrize("name", some(["cat", "teapot", "snowflake"], 0))
def test_any_rungs_give_a_rating(name: str) -> None:
    puzzle = nonosat.load(name)
    whole = rate(puzzle)
    for rungs in (["refutation"], ["difference", "refutation"], ["refutation", "sums"], ["sums"], []):
        found = rate(puzzle, rungs=rungs).details
        assert found is not None
        assert found.at_least or found.level in ("moderate", "deep", "summing")
    assert rate(puzzle, rungs=[*RUNGS][::-1]).difficulty == whole.difficulty


def test_any_order_of_rungs_leads_to_the_solution() -> None:
    puzzle = random_puzzle(6, 6, 0.5, 3)
    for order in part([*permutations(BELOW_GUESSING, 3)], one_in=12):
        walk = Walk(puzzle, puzzle.problem(), finders([*order, *RUNGS]))
        while (move := walk.next()) is not None and move.rung in BELOW_GUESSING:
            walk.judge(move)
            walk.take(move)
        assert not walk.ended


def test_labels_of_constraints_differ() -> None:
    row, column = Count(1, 1, ((0, 1), (1, 1)), "tile a"), Count(0, 1, ((0, 1),), "tile a")
    with pytest.raises(InternalError, match="two constraints of a Problem have the label 'tile a'"):
        Problem((2, 2), (row, column), (0, 1))


ANY = Automaton(({0: 0, 1: 0},), frozenset([0]))


@pytest.mark.parametrize(
    ("constraint", "what"),
    [
        (Regular((0, 1, 0), ANY), "a cell or an option twice"),
        (Runs((1, 1), ()), "a cell or an option twice"),
        (Count(1, 1, ((0, 1), (1, 1), (0, 1))), "a cell or an option twice"),
        (Regular((), ANY), "no cells"),
        (Runs((0, 2), ()), "a cell that there is not"),
        (Regular((0, -1), ANY), "a cell that there is not"),
        (Count(0, 1, ((0, 2),)), "an option that there is not"),
        (Count(0, 1, ((2, 0),)), "an option that there is not"),
    ],
)
def test_a_problem_checks_its_constraints(constraint: Constraint, what: str) -> None:
    good = Runs((0, 1), (Block(1, 1, 1),)), Count(0, 2, ((0, 0), (0, 1), (1, 1))), Count(0, 0, ())
    for others in ((), good[:1], good):
        Problem((2, 2), others, (0, 1))
        with pytest.raises(InternalError, match=what):
            Problem((2, 2), (*others, constraint), (0, 1))


def test_numbers_are_told_in_the_singular_and_plural() -> None:
    puzzle = mosaic_of(("1?", "??")).with_givens(("..", ".?"))
    found = explaining.explain(puzzle)
    assert found.words.sentence(found.steps[-1]).startswith(
        "The 1 in row 1, column 1 needs the only cell left, so row 2"
    )
    wrong = explaining.explain(mosaic_of(("1?", "??")).with_givens(("##", "??")))
    assert wrong.words.sentence(wrong.steps[-1]).startswith(
        "The 1 in row 1, column 1 has too many black cells around it, because"
    )


def test_cells_of_a_row_or_column_are_told_by_their_places() -> None:
    assert nonosat.hint("fleet").said == "Column 2 has no cell of a ship, so all of its cells are water."
    rule = "no three cells in a column are alike"
    said = f"Column 1, rows 1 to 3: {rule}; cells 1 and 2 are black, so cell 3 is white."
    assert nonosat.hint("halves").said == said


def test_steps_that_only_forbid_options_are_told_together() -> None:
    puzzle = nonosat.load("camp")
    told = explaining.explain(puzzle).text()
    assert " 4. Row 2, column 4 and 22 other places: a tent beside it needs another tree.\n27. " in told
    assert "other tree, so row 5, column 1 is empty.\n" in told


@pytest.mark.parametrize("name", ["camp", "fleet", "poles"])
def test_hints_lead_on_though_marks_alone_are_remembered(name: str) -> None:
    puzzle = nonosat.load(name)
    assert isinstance(puzzle, CellPuzzle)
    goal = nonosat.solve(puzzle).solution
    assert goal is not None
    shown = [char if at % 3 else UNKNOWN for at, char in enumerate(puzzle.chars(goal))]
    while (hint := nonosat.hint(puzzle, puzzle.cut("".join(shown)))).step is not None:
        assert not any(map(hint.words.only_forbids, (hint.step, *hint.then)))
        before = shown.count(UNKNOWN)
        for step in (hint.step, *hint.then):
            for cell, mask in step.sets:
                if is_single(mask):
                    assert mask == 1 << puzzle.values(goal)[cell]
                    shown[cell] = puzzle.chars(goal)[cell]
        assert shown.count(UNKNOWN) < before
    assert hint.said == "Every cell is known."


def test_a_cell_that_varies_has_an_explanation_that_is_verified() -> None:
    puzzle = Nonogram.from_picture(("#...", ".#..", "..#.", "...."))
    whole = explaining.explain(puzzle)
    cell = whole.possible.index(3)
    found = explaining.explain(puzzle, cell=(cell // 4 + 1, cell % 4 + 1))
    assert found.possible == whole.possible and found.steps
    assert "cells settled" in found.sentence() and "among them" in found.sentence()
    assert verification.check(document.read_text(found.file())).verified


def test_the_way_to_a_cell_of_a_full_grid_that_is_wrong_ends_in_the_conflict() -> None:
    for puzzle in (mosaic_of(("0?", "?4")), CROSS.with_givens(("#..", "###", ".#."))):
        found = explaining.explain(puzzle, cell=(2, 2) if puzzle.width == 2 else (2, 1))
        assert found.contradiction
        assert verification.check(document.read_text(found.file())).verified


def test_solutions_that_need_no_search_prove_what_varies() -> None:
    found = explaining.explain(Springs("???##?##???", (8, 1)))
    assert found.solutions and verification.check(document.read_text(found.file())).verified

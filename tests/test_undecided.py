"""A search that a budget, a limit or Ctrl-C ended is undecided, and nothing reads it as "there is none"."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import nonosat
from nonosat.errors import InternalError
from nonosat.puzzles.families import n_dom
from nonosat.puzzles.picture import BLACK_AND_WHITE
from nonosat.questions import certain
from nonosat.shipped import shipped
from nonosat.solving.cards import Card, CardStep, load_card
from nonosat.solving.engine import Opening, StepRunner
from nonosat.solving.run import Run
from tests.brute import blotted
from tests.helpers.answers import givens_agree, repair_agrees, solutions_agree
from tests.helpers.brute import solutions
from tests.helpers.puzzles import random_square
from tests.helpers.scripted import GaveUp

MOST = 120  # solutions of a puzzle that every card lists, with many calls for each


def with_least_budgets(card: Card) -> Card:
    """Return a card whose every budget of conflicts is 1, and that leaves all work to the solver."""

    def least(conflicts: int | None) -> int | None:
        return conflicts and 1

    steps = [
        replace(one, conflicts=least(one.conflicts), guesses=least(one.guesses), near=least(one.near))
        for one in card.steps
    ]
    return replace(card, steps=tuple(steps), probes=False, switches=False)


def every_answer_agrees(card: Card, seeds: range) -> None:
    for seed in seeds:
        for puzzle in (random_square(seed, 8, 0.3), blotted(random_square(seed, 6, 0.45), Random(seed))):
            if sum(1 for _ in zip(solutions(puzzle), range(MOST + 1), strict=False)) <= MOST:
                solutions_agree(puzzle, card, turns=())
        small = random_square(seed, 5, 0.4)
        givens_agree(small, card)
        draw = Random(seed)
        values = tuple(draw.choice((0, 1)) for _ in range(12))
        repair_agrees(values, 4, BLACK_AND_WHITE, [], card)


@pytest.fixture(params=shipped("models"))
def card(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Card:
    monkeypatch.setattr(certain, "BUDGET", 1)
    return with_least_budgets(load_card(request.param))


def test_the_least_budgets_change_no_answer(card: Card) -> None:
    every_answer_agrees(card, range(2))


@pytest.mark.slow
def test_the_least_budgets_change_no_answer_to_many_puzzles(card: Card) -> None:
    every_answer_agrees(card, range(2, 40))


def test_a_list_is_whole_after_a_call_with_a_budget() -> None:
    puzzle = random_square(0, 8, 0.3)
    with Run(puzzle, Card("test", (CardStep("order", "pysat:minisat22"),))) as run:
        first = run.first()
        assert first is not None
        run.find_within(1)
        listed = run.iter_solutions(first.values, run.problem.answer_key)
        assert sum(1 for _ in listed) == sum(1 for _ in solutions(puzzle))


def test_a_list_that_a_budget_cuts_short_is_an_internal_error() -> None:
    """Whoever asks a Session itself is told, too."""
    puzzle = n_dom(8)
    with Run(puzzle, Card("test", (CardStep("order", "pysat:minisat22"),))) as run:
        session = run.open_session(puzzle.problem(), run.card.steps, run.clock, run.memory)
        session.set_budget(1)
        with pytest.raises(InternalError, match="ended without an answer"):
            list(session.other_solutions(puzzle.values(puzzle.goal), run.problem.answer_key))


def test_a_solver_that_gives_up_has_not_found_that_there_is_none() -> None:
    problem = nonosat.load("no-solution").problem()
    runner = StepRunner(Opening(problem, (CardStep("none", "reinforced-bp"),), 1 << 30))
    with pytest.raises(RuntimeError, match="gave up without a limit"):
        runner.solve_with("reinforced-bp")
    with Run(n_dom(3), "auto", session=GaveUp) as run, pytest.raises(InternalError, match="gave up"):
        run.find()

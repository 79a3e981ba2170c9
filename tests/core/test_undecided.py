"""A search that a budget, a limit or Ctrl-C ended is undecided, and nothing reads it as "there is none"."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import nonosat
from nonosat import toolkit
from nonosat.errors import InternalError, LimitReached, StopReason
from nonosat.learning import examine, grade
from nonosat.learning.moves import Move, Standing, grade_step
from nonosat.learning.sets import Item
from nonosat.making import mending, repair
from nonosat.making.order import Order
from nonosat.processes import worker
from nonosat.processes.clock import NO_CLOCK
from nonosat.processes.in_process import InProcess
from nonosat.puzzles.families import n_dom
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE
from nonosat.reasons.rating import Rating
from nonosat.solving.answer import Answer, Verdict
from nonosat.solving.card import DEFAULT, Card
from nonosat.solving.cards import load_card
from nonosat.solving.decision import Decision
from nonosat.solving.questions import certain
from nonosat.solving.run import Run
from nonosat.solving.session import Session
from nonosat.solving.solver import Solver
from tests.brute import blotted
from tests.helpers.answers import givens_agree, repair_agrees, solutions_agree
from tests.helpers.brute import solutions
from tests.helpers.fixtures import Patch
from tests.helpers.models import TESTED_CARDS, uses_programs
from tests.helpers.puzzles import random_square
from tests.helpers.samples import some
from tests.helpers.scripted import GaveUp, set_least_budgets

MOST = 120  # solutions of a puzzle that every card lists, with many calls for each


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


BUDGETED = [card.name for card in TESTED_CARDS if not uses_programs(card) and not card.missing]


@pytest.fixture(params=some(BUDGETED, 2))
def card(request: pytest.FixtureRequest, monkeypatch: Patch) -> Iterator[Card]:
    """A card that leaves all work to the solver. Every budget of conflicts is 1: in this process, where a
    worker would not know.
    """
    monkeypatch.setattr(certain, "BUDGET", 1)
    if request.param == DEFAULT:
        set_least_budgets(monkeypatch)
        worker.end_idle()
        monkeypatch.setattr(worker, "new", InProcess)
    yield replace(load_card(request.param), probes=False, switches=False)
    if request.param == DEFAULT:
        worker.end_idle()


def test_the_least_budgets_change_no_answer(card: Card) -> None:
    every_answer_agrees(card, range(1))


@pytest.mark.more
def test_the_least_budgets_change_no_answer_to_many_puzzles(card: Card) -> None:
    every_answer_agrees(card, range(1, 6))


def test_a_list_is_whole_after_a_call_with_a_budget() -> None:
    puzzle = random_square(0, 8, 0.3)
    with Run(puzzle, Card("test", "order", "pysat:minisat22")) as run:
        first = run.first()
        assert first is not None
        run.find_within(1)
        listed = run.iter_solutions(first.values, run.problem.answer_key)
        assert sum(1 for _ in listed) == sum(1 for _ in solutions(puzzle))


def test_a_list_that_a_budget_cuts_short_is_an_internal_error() -> None:
    """Whoever asks a Session itself is told, too."""
    puzzle = n_dom(8)
    with Run(puzzle, Card("test", "order", "pysat:minisat22")) as run:
        session = Session(puzzle.problem(), run.card, run.clock, run.memory)
        session.set_budget(1)
        with pytest.raises(InternalError, match="was given a budget"):
            list(session.other_solutions(puzzle.values(puzzle.goal), run.problem.answer_key))


def test_a_solver_that_gives_up_has_not_found_that_there_is_none() -> None:
    class Silent(Solver):
        """Its engines give up."""

        def within(self, *_: object) -> None:
            return None

    with pytest.raises(LimitReached, match="gave up"):
        Silent(nonosat.load("no-solution").problem(), Card("test"), 1 << 30).solve()
    with Run(n_dom(3), "auto", session=GaveUp) as run, pytest.raises(InternalError, match="gave up"):
        run.find()


STOPS = [StopReason.MEMORY_LIMIT, StopReason.INTERRUPTED]


def ended(stop: StopReason) -> type[BaseException]:
    """Return what an answer that ended for this reason raises where all of it is needed."""
    return KeyboardInterrupt if stop is StopReason.INTERRUPTED else LimitReached


def unknown(stop: StopReason) -> Callable[..., Answer]:
    """Return a stand-in for `solve` that ends for this reason."""

    def solve(puzzle: Nonogram, *_: Any, **__: Any) -> Answer:
        return Answer(puzzle=puzzle, verdict=Verdict.UNKNOWN, stop_reason=stop)

    return solve


def stopping(stop: StopReason, after: int = 0) -> Callable[[Decision], Verdict]:
    """Return a stand-in for `Decision.decide` that says N times that there is no solution, and then stops."""
    left = after

    def decide(_: Decision) -> Verdict:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt if stop is StopReason.INTERRUPTED else LimitReached(stop)
        return Verdict.NONE

    return decide


@pytest.mark.parametrize("stop", STOPS)
def test_a_picture_that_was_not_looked_at_has_open_cells(stop: StopReason, monkeypatch: Patch) -> None:
    monkeypatch.setattr(mending, "solve", unknown(stop))
    order = Order(width=2, height=2, levels=("guessing",))
    with pytest.raises(ended(stop)):
        mending.find_open(order, [1, 0, 0, 1], NO_CLOCK)


@pytest.mark.parametrize("stop", STOPS)
def test_a_move_that_was_not_looked_at_is_unknown(stop: StopReason, monkeypatch: Patch) -> None:
    puzzle, move = nonosat.load("gchq-no-givens"), Move(0, "#")
    monkeypatch.setattr(Decision, "decide", stopping(stop))
    judged = grade_step(puzzle, None, move)
    assert (judged.standing, judged.state_wrong, judged.stop_reason) == (Standing.UNKNOWN, None, stop)


def test_a_wrong_move_from_a_state_that_was_not_looked_at(monkeypatch: Patch) -> None:
    """Whether the move or the state is wrong is unknown, but the move is not right."""
    puzzle = n_dom(8)
    monkeypatch.setattr(Decision, "decide", stopping(StopReason.TIME_LIMIT, after=1))
    open_cell = next(cell for cell, mask in enumerate(puzzle.problem().possible) if mask == 3)
    judged = grade_step(puzzle, None, Move(open_cell, "#"))
    assert (judged.standing, judged.state_wrong) == (Standing.CONTRADICTS, None)
    assert judged.stop_reason is StopReason.TIME_LIMIT


def test_ctrl_c_in_a_solver_ends_an_audit(monkeypatch: Patch) -> None:
    puzzle = random_square(0, 40, 0.5)
    monkeypatch.setattr(Decision, "decide", stopping(StopReason.INTERRUPTED))
    with pytest.raises(KeyboardInterrupt):
        examine.examine(Item("here", puzzle=puzzle), examine.Question())
    monkeypatch.setattr(Run, "prepare", stopping(StopReason.INTERRUPTED))
    assert grade(puzzle, "\n".join(["." * 40] * 40)).stop_reason is StopReason.INTERRUPTED


def test_the_limit_that_ends_the_search_for_certain_cells_is_named(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Run, "prepare", stopping(StopReason.MEMORY_LIMIT))
    puzzle = random_square(0, 20, 0.3)
    assert grade(puzzle, "\n".join(["." * 20] * 20)).stop_reason is StopReason.MEMORY_LIMIT


@pytest.mark.parametrize("stop", STOPS)
def test_a_rating_that_ended_early_ends_a_repair(stop: StopReason, monkeypatch: Patch) -> None:
    def rate(puzzle: Nonogram, *_: Any) -> Rating:
        return Rating(puzzle=puzzle, difficulty="unknown", stop_reason=stop)

    monkeypatch.setattr(repair, "rate", rate)
    found = toolkit.repair(("#..", "..#", ".#."), level="lines", flips=0, ranked=3)
    assert (found.stop_reason, found.after) == (stop, None)

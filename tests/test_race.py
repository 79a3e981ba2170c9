"""Models in a race: the first answer wins, and the others are ended."""

from __future__ import annotations

import json
import time
from dataclasses import replace

import pytest

import nonosat
from nonosat.answer import Answer, Verdict
from nonosat.cli import main
from nonosat.errors import InternalError, StopReason
from nonosat.processes import worker
from nonosat.processes.limits import Bounds, Limits
from nonosat.puzzles import Puzzle
from nonosat.puzzles.families import n_dom
from nonosat.questions.race import RIVALS, race, solve_in_worker
from nonosat.solving.cards import Card, load_card
from tests.helpers import for_worker
from tests.helpers.processes import gone, until

QUICK = load_card("auto")
HANGS = Card("hangs", QUICK.steps)
FAILS = Card("fails", QUICK.steps)


class Rivals:
    """Asks models that fail: one stays in C code for ever, one gives a wrong picture."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.limits: list[Limits] = []
        self.hanging: list[int] = []

    def __call__(self, puzzle: Puzzle, model: Card, limits: Limits) -> Answer:
        self.asked.append(model.name)
        self.limits.append(limits)
        if model is HANGS:
            with worker.leased() as held:
                self.hanging.append(held.call(Bounds(), for_worker.own_id))
                held.call(Bounds(), for_worker.hold_the_lock)
        if model is FAILS:
            raise InternalError("a wrong picture")
        until(lambda: self.hanging or HANGS.name not in self.asked)
        return solve_in_worker(puzzle, model, limits)


@pytest.mark.parametrize("first", [True, False])
def test_the_first_verdict_ends_the_others(first: bool) -> None:
    rivals = Rivals()
    models = [HANGS, QUICK] if first else [QUICK, HANGS]
    answer = race(nonosat.load("dom-3"), models, Limits(memory=1 << 30), ask=rivals)
    assert (answer.verdict, answer.model) == (Verdict.UNIQUE, "auto")
    assert sorted(rivals.asked) == ["auto", "hangs"]
    assert all(gone(process) for process in rivals.hanging)
    assert rivals.limits == [Limits(memory=1 << 29)] * 2, "the memory is shared out"


def test_a_model_that_fails_ends_nobody() -> None:
    rivals = Rivals()
    answer = race(nonosat.load("dom-3"), [FAILS, QUICK], ask=rivals)
    assert (answer.verdict, len(rivals.asked)) == (Verdict.UNIQUE, 2)
    with pytest.raises(InternalError, match="a wrong picture"):
        race(nonosat.load("dom-3"), [FAILS, FAILS], ask=rivals)


def test_where_nobody_knows_a_solution_is_better_than_none() -> None:
    puzzle = nonosat.load("dom-3")
    known = nonosat.solve(puzzle).solution

    def ask(puzzle: Puzzle, model: Card, _: Limits) -> Answer:
        solution = known if model is HANGS else None
        stop, unknown = StopReason.TIME_LIMIT, Verdict.UNKNOWN
        return Answer(puzzle=puzzle, verdict=unknown, stop_reason=stop, solution=solution, model=model.name)

    for models in ([HANGS, QUICK], [QUICK, HANGS]):
        answer = race(puzzle, models, ask=ask)
        assert (answer.verdict, answer.solution, answer.model) == (Verdict.UNKNOWN, known, "hangs")


def test_a_model_that_knows_that_there_is_none_wins_over_one_at_its_limit() -> None:
    asked: list[str] = []

    def ask(puzzle: Puzzle, model: Card, _: Limits) -> Answer:
        asked.append(model.name)
        if model is HANGS:
            stop, unknown = StopReason.TIME_LIMIT, Verdict.UNKNOWN
            return Answer(puzzle=puzzle, verdict=unknown, stop_reason=stop, model=model.name)
        until(lambda: HANGS.name in asked)
        time.sleep(0.2)  # the other is heard first
        return Answer(puzzle=puzzle, verdict=Verdict.NONE, model=model.name)

    assert race(nonosat.load("no-solution"), [HANGS, QUICK], ask=ask).verdict is Verdict.NONE


@pytest.mark.parametrize("first", [True, False])
def test_a_model_that_stops_at_the_first_solution_wins_with_it(first: bool) -> None:
    rivals, wants_one = Rivals(), replace(QUICK, goal="solution")
    models = [HANGS, wants_one] if first else [wants_one, HANGS]
    answer = race(nonosat.load("gchq-no-givens"), models, ask=rivals)
    assert (answer.verdict, answer.done) == (Verdict.UNKNOWN, True)
    assert answer.solution is not None and all(gone(process) for process in rivals.hanging)


@pytest.mark.parametrize("name", ["gchq", "gchq-no-givens", "dom-7", "no-solution", "tulips"])
def test_all_rivals_together_give_the_verdict(name: str) -> None:
    puzzle = nonosat.load(name)
    assert race(puzzle, RIVALS).verdict is nonosat.solve(puzzle).verdict


def test_nobody_knows() -> None:
    answer = race(n_dom(60), RIVALS[:2], limits=Limits(0.7))
    assert (answer.verdict, answer.stop_reason) == (Verdict.UNKNOWN, "time limit")


def test_one_puzzle_and_two_jobs_is_a_race(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--jobs", "2", "--json", "dom-8"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["verdict"], found["model"] in RIVALS[:2]) == ("unique", True)

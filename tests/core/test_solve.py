"""Solving from end to end: verdicts, witnesses, limits."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import nonosat
from nonosat.errors import InternalError, LimitReached, StopReason
from nonosat.problem import Block
from nonosat.processes.clock import Clock
from nonosat.processes.limits import Limits
from nonosat.puzzles import Puzzle
from nonosat.puzzles.families import n_dom
from nonosat.puzzles.nonogram import Nonogram
from nonosat.solving.answer import Answer, Verdict
from nonosat.solving.card import Card
from nonosat.solving.cards import load_card
from nonosat.solving.decision import Decision
from nonosat.solving.questions.unique import solve
from nonosat.solving.run import Run
from tests.helpers.models import encodings_for
from tests.helpers.scripted import Said, Scripted, Time, refused

AUTO = replace(load_card("auto"), probes=False)  # where a solver is to be asked


def test_what_is_settled_without_a_solver_starts_none() -> None:
    def solved(puzzle: Puzzle) -> Answer:
        with Run(puzzle, AUTO, session=refused) as run:
            return Decision(run).answer()

    answer = solved(nonosat.load("gchq"))
    assert (answer.verdict, answer.basis) == (Verdict.UNIQUE, "by lines alone")
    too_long = Nonogram(rows=((Block(1, 3, 3), Block(1, 2, 2)),), columns=((Block(1, 1, 1),),) * 5)
    answer = solved(too_long)
    assert answer.verdict is Verdict.NONE
    assert answer.basis == "row 1: the clue 3 2 needs 6 cells, the line has 5"
    sums = Nonogram(rows=((Block(1, 2, 2),), ()), columns=((Block(1, 1, 1),), ()))
    answer = solved(sums)
    assert answer.verdict is Verdict.NONE
    assert answer.basis == "the rows ask for 2 black cells, the columns for 1"


@pytest.mark.parametrize("name", ["pysat:cadical195", "pysat:glucose4", "pysat:kissat404", "cpsat"])
def test_the_time_limit_holds_inside_one_long_call(name: str) -> None:

    card = Card("test", encodings_for(name)[0], name)
    answer = solve(n_dom(60), card, limits=Limits(0.8))
    assert answer.verdict is Verdict.UNKNOWN
    assert answer.stop_reason == "time limit"
    assert answer.seconds["total"] < 30


def test_a_card_may_stop_at_the_first_solution() -> None:
    card = replace(load_card("order-glucose"), goal="solution")
    answer = solve(nonosat.load("gchq-no-givens"), card)
    assert (answer.verdict, answer.stop_reason) == (Verdict.UNKNOWN, "done")
    assert answer.solution is not None
    assert answer.other is None


def scripted(name: str, *script: Said) -> Answer:
    """Solve a puzzle that lines leave open, without switches, by a solver that gives just this answer."""
    card = replace(AUTO, switches=False)
    with Run(nonosat.load(name), card, session=Scripted(script)) as run:
        return Decision(run).answer()


def test_a_wrong_picture_is_an_internal_error() -> None:
    with pytest.raises(InternalError, match="gave a wrong picture: row 1"):
        scripted("gchq-no-givens", bytes(625))


def test_one_solution_twice_is_an_internal_error() -> None:
    puzzle = nonosat.load("switch")
    one = puzzle.values(next(iter(nonosat.solutions(puzzle))))
    with pytest.raises(InternalError, match="gave one solution twice"):
        scripted("switch", one, one)


def test_an_interruption_gives_what_is_known() -> None:
    puzzle = nonosat.load("switch")
    one = next(iter(nonosat.solutions(puzzle)))
    for stop, reason in (
        (KeyboardInterrupt(), "interrupted"),
        (LimitReached(StopReason.TIME_LIMIT), "time limit"),
        (LimitReached(StopReason.MEMORY_LIMIT, "too much"), "memory limit"),
    ):
        answer = scripted("switch", puzzle.values(one), stop)
        assert (answer.verdict, answer.stop_reason, answer.solution) == (Verdict.UNKNOWN, reason, one)
        answer = scripted("switch", stop)
        assert (answer.verdict, answer.stop_reason, answer.solution) == (Verdict.UNKNOWN, reason, None)


def test_the_second_search_excludes_the_first_solution_and_begins_near_it() -> None:
    puzzle = nonosat.load("switch")
    one, two = (puzzle.values(picture) for picture in nonosat.solutions(puzzle))
    session = Scripted([one, two])
    with Run(puzzle, replace(AUTO, switches=False), session=session) as run:
        answer = Decision(run).answer()
        key = run.problem.answer_key
    assert (answer.verdict, answer.backends) == (Verdict.MULTIPLE, ("scripted",))
    assert session.added == [(tuple((cell, one[cell]) for cell in key), False)]
    assert session.phases == [one]
    assert session.closed


def test_a_clock_that_has_run_out_ends_the_narrowing() -> None:
    clock = Clock(1.0, now=Time(step=2.0))
    with Run(nonosat.load("gchq"), AUTO, clock=clock, session=refused) as run:
        answer = Decision(run).answer()
    assert (answer.verdict, answer.stop_reason) == (Verdict.UNKNOWN, "time limit")


def test_answers_are_data_where_nothing_is_installed() -> None:
    """In a source tree that is only on the path, no package need have a version."""
    script = """
import importlib.metadata, json, sys
def version(name):
    raise importlib.metadata.PackageNotFoundError(name)
importlib.metadata.version = version
import nonosat
print(json.dumps(nonosat.solve(nonosat.load("dom-9"), "order-cadical").to_dict()))
"""
    environment = {**os.environ, "PYTHONPATH": str(Path(nonosat.__file__).parents[1])}
    said = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True)
    data = json.loads(said.stdout)
    assert (data["verdict"], data["backend_versions"]) == ("unique", ["python-sat"])

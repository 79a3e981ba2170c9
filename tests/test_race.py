"""Models in a race: the first to know wins, the others end."""

from __future__ import annotations

import json
import time

import pytest

import nonosat
from nonosat.answer import Verdict
from nonosat.cli import main
from nonosat.processes import worker
from nonosat.processes.limits import Limits
from nonosat.puzzles.families import n_dom
from nonosat.questions.race import RIVALS, race
from nonosat.solving.cards import Card, CardStep


def test_the_first_verdict_ends_the_others() -> None:
    """Of a puzzle that takes one model minutes, another is told what to look for."""
    hopeless = Card("hopeless", (CardStep("order", "pysat:cadical103"),), lines=False, goal="uniqueness")
    stops = Card("stops", (CardStep("order", "pysat:cadical153"),), goal="solution")
    started = time.monotonic()
    answer = race(n_dom(40), [hopeless, stops], limits=Limits(4))
    assert answer.solution is not None
    assert answer.model in ("stops", "hopeless")
    assert time.monotonic() - started < 60
    worker.end_idle()


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
    assert found["verdict"] == "unique"
    assert found["model"] in RIVALS[:2]

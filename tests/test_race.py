"""Models in a race: the first answer wins, and the others are ended."""

import time
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

import nonosat
from nonosat import InternalError, LimitReached, Puzzle, StopReason, worker
from nonosat.cli import main
from nonosat.problem import Problem, Values
from nonosat.processes.limits import Bounds, Limits
from nonosat.puzzles.families import n_dom
from nonosat.solving import cards
from nonosat.solving.answer import Found, Verdict
from nonosat.solving.cards import HARD, Card, load_card
from nonosat.solving.questions.race import RIVALS, Search, race, search_in_worker
from tests.helpers import for_worker
from tests.helpers.brute import solutions
from tests.helpers.fixtures import Call
from tests.helpers.processes import gone, until
from tests.helpers.puzzles import random_square
from tests.helpers.samples import some

AUTO = replace(cards.AUTO, probes=False)  # which would find the first solution
RIVAL = replace(AUTO, backend=HARD)
HANGS = replace(RIVAL, name="hangs")
FAILS = replace(RIVAL, name="fails")


OPEN = nonosat.load("dom-5")
"""Lines decide none of its cells."""


class Rivals:
    """Searches by models that fail: one stays in C code for ever, one gives a wrong picture."""

    def __init__(self, hangs: bool = True) -> None:
        self.hangs = hangs
        self.asked: list[str] = []
        self.known: list[Values | None] = []
        self.near: set[tuple[str, bool]] = set()
        self.limits: list[Limits] = []
        self.hanging: list[int] = []

    def __call__(
        self, model: Card, problem: Problem, known: Values | None, near: bool, limits: Limits
    ) -> tuple[Found, int]:
        self.asked.append(model.name)
        self.known.append(known)
        self.near.add((model.name, near))
        self.limits.append(limits)
        if model.name == HANGS.name:
            with worker.leased() as held:
                self.hanging.append(held.call(Bounds(), for_worker.own_id))
                held.call(Bounds(), for_worker.hold_the_lock)
        if model.name == FAILS.name:
            return Found(values=bytes(len(problem.sizes))), 0
        searches = self.asked.count(model.name)
        until(lambda: not self.hangs or len(self.hanging) == searches)
        return search_in_worker(model, problem, known, near, limits)


def answers(verdict: Verdict, found: Values | None = None) -> Search:
    """Return a search by models that know: HANGS reaches its limit first, unless it has found a solution."""
    asked: list[str] = []

    def search(model: Card, _p: Problem, known: Values | None, _n: bool, _l: Limits) -> tuple[Found, int]:
        asked.append(model.name)
        if model.name == HANGS.name:
            if found is not None and known is None:
                return Found(values=bytes(found)), 0
            raise LimitReached(StopReason.TIME_LIMIT)
        until(lambda: HANGS.name in asked)
        time.sleep(0.2)  # the other is heard first
        if verdict is Verdict.UNKNOWN:
            raise LimitReached(StopReason.TIME_LIMIT)
        return Found(), 0

    return search


@pytest.mark.parametrize("first", some([True, False], 1))
def test_the_first_result_ends_the_others(first: bool) -> None:
    rivals = Rivals()
    models = [HANGS, RIVAL] if first else [RIVAL, HANGS]
    answer = race(OPEN, models, Limits(memory=1 << 30), search=rivals)
    assert (answer.verdict, answer.model) == (Verdict.UNIQUE, "auto")
    assert answer.basis == "the first search by auto, the second search by auto"
    assert sorted(rivals.asked) == ["auto", "auto", "hangs", "hangs"]
    assert all(gone(process) for process in rivals.hanging)
    assert rivals.limits == [replace(rivals.limits[0], memory=1 << 29)] * 4, "the memory is shared out"


def test_the_first_solution_serves_all_and_only_the_first_model_looks_near_it() -> None:
    rivals = Rivals()
    assert race(OPEN, [RIVAL, HANGS], search=rivals).verdict is Verdict.UNIQUE
    solution = bytes(OPEN.values(OPEN.goal or nonosat.solve(OPEN).solution or ()))
    assert [known and bytes(known) for known in rivals.known] == [None, None, solution, solution]
    assert rivals.near == {("auto", True), ("hangs", False)}


@pytest.mark.parametrize(
    ("puzzle", "first", "basis"),
    [
        (nonosat.load("gchq"), RIVAL, "by lines alone"),
        (OPEN, AUTO, "the first search by auto, the second search by auto"),
    ],
)
def test_what_propagation_or_a_quick_search_decides_is_no_race(
    puzzle: Puzzle, first: Card, basis: str
) -> None:
    rivals = Rivals()
    answer = race(puzzle, [first, HANGS], search=rivals)
    assert (answer.verdict, answer.model, rivals.asked) == (Verdict.UNIQUE, "auto", [])
    assert answer.basis == basis


def test_a_race_begins_when_what_is_quick_has_failed() -> None:
    """Guesses find the solution, and MiniSat does not prove that it is the only one."""
    rivals = Rivals()
    assert race(n_dom(13), [AUTO, HANGS], search=rivals).verdict is Verdict.UNIQUE
    assert sorted(rivals.asked) == ["auto", "hangs"]


def test_what_the_first_search_has_shown_serves_the_second() -> None:
    """The solver that found the solution proves, and the values that it has ruled out stay so."""
    values = bytes(OPEN.values(nonosat.solve(OPEN).solution or ()))
    seen: list[tuple[str, int]] = []

    def search(
        model: Card, problem: Problem, known: Values | None, near: bool, _l: Limits
    ) -> tuple[Found, int]:
        seen.append((model.backend, problem.possible[0]))
        if known is not None:
            return search_in_worker(model, problem, known, near, Limits(30))
        left = (1 << values[0], *problem.possible[1:])
        return Found(values=values, backends=("pysat:minisat22", "pysat:kissat404"), left=left), 0

    answer = race(OPEN, [RIVAL], search=search)
    assert (answer.verdict, answer.model) == (Verdict.UNIQUE, "auto")
    assert seen == [(HARD, 3), (HARD, 1 << values[0])]


def test_a_model_that_fails_ends_nobody() -> None:
    rivals = Rivals(hangs=False)
    answer = race(OPEN, [FAILS, RIVAL], search=rivals)
    assert (answer.verdict, len(rivals.asked)) == (Verdict.UNIQUE, 4)
    with pytest.raises(InternalError, match="a wrong picture"):
        race(OPEN, [FAILS, FAILS], search=rivals)


def test_where_nobody_knows_a_solution_is_better_than_none() -> None:
    known = nonosat.solve(OPEN).solution
    assert known is not None
    for models in ([HANGS, RIVAL], [RIVAL, HANGS]):
        answer = race(OPEN, models, search=answers(Verdict.UNKNOWN, OPEN.values(known)))
        assert (answer.verdict, answer.stop_reason) == (Verdict.UNKNOWN, StopReason.TIME_LIMIT)
        assert (answer.solution, answer.model) == (known, "hangs")


def test_a_model_that_knows_that_there_is_none_wins_over_one_at_its_limit() -> None:
    assert race(OPEN, [HANGS, RIVAL], search=answers(Verdict.NONE)).verdict is Verdict.NONE


@pytest.mark.parametrize("first", some([True, False], 1))
def test_a_race_for_one_solution_ends_with_it(first: bool) -> None:
    rivals, wants_one = Rivals(), replace(RIVAL, goal="solution")
    hangs = replace(HANGS, goal="solution")
    rivals_of_it = [hangs, wants_one] if first else [wants_one, hangs]
    answer = race(OPEN, rivals_of_it, search=rivals)
    assert (answer.verdict, answer.done) == (Verdict.UNKNOWN, True)
    assert answer.solution is not None and answer.basis == f"the first search by {answer.model}"


@pytest.mark.parametrize("seed", some(range(8), 2))
def test_a_race_without_propagation_gives_the_verdict_of_trying_everything(seed: int) -> None:
    puzzle = random_square(seed, 5, 0.5)
    found = len(list(islice(solutions(puzzle), 2)))
    bare = replace(load_card("order-glucose"), narrow=False, switches=False)
    assert race(puzzle, [bare, "order-minisat"]).verdict is (
        Verdict.UNIQUE if found == 1 else Verdict.MULTIPLE
    )


@pytest.mark.parametrize("name", some(["dom-7", "no-solution", "gchq", "gchq-no-givens", "tulips"], 2))
def test_all_rivals_together_give_the_verdict(name: str) -> None:
    puzzle = nonosat.load(name)
    assert race(puzzle, RIVALS).verdict is nonosat.solve(puzzle).verdict


def test_nobody_knows() -> None:
    answer = race(n_dom(60), RIVALS[:2], limits=Limits(0.7))
    assert (answer.verdict, answer.stop_reason) == (Verdict.UNKNOWN, "time limit")


def test_a_certificate_names_the_models_that_won(tmp_path: Path) -> None:
    answer, certificate = nonosat.prove(OPEN, tmp_path / "dom.zip", RIVAL, rivals=["order-minisat"])
    assert certificate is not None and answer.basis
    assert certificate.origin["found_by"].endswith(answer.basis)
    assert nonosat.verify(tmp_path / "dom.zip").verified


def test_only_verdicts_are_proven_by_several_models(tmp_path: Path, call: Call) -> None:
    path = str(tmp_path / "dom.zip")
    assert main(["prove", "dom-6", "-j", "2", "-o", path]) == 0
    assert "--jobs is for verdicts" in call("prove dom-6 -j 2 --number -o", f"{path}.zip", code=2).err

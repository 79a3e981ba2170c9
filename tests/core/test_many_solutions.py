"""count, enumerate and certain: against trying everything, at limits, and as commands."""

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import factorial
from typing import Any

import pytest

import nonosat
from nonosat import Card, LimitReached, Limits, StopReason
from nonosat.problem import CellValues, Values
from nonosat.propagation.narrow import narrow
from nonosat.puzzles.springs import Springs
from nonosat.solving import jobs
from nonosat.solving.counters import COUNTERS, MODEL_COUNTERS
from nonosat.solving.questions.certain import Backbone
from nonosat.solving.questions.count import Count, CountSearch, Turns, at_most
from nonosat.solving.questions.enumerate import Solutions
from nonosat.solving.run import Run, Solution
from nonosat.toolkit import InternalError
from tests.helpers import samples
from tests.helpers.brute import solutions
from tests.helpers.fixtures import Call, Patch
from tests.helpers.models import encodings_for
from tests.helpers.puzzles import ones, random_square
from tests.helpers.scripted import STOPS, refused, stopping


def test_100_random_8x8_puzzles() -> None:
    for seed in range(100):
        puzzle = random_square(seed, 8, 0.3 + 0.4 * seed / 100)
        assert nonosat.count(puzzle).count == sum(1 for _ in solutions(puzzle)), seed


def test_permutations() -> None:
    for n in range(1, 13 if samples.everything else 11):
        assert nonosat.count(ones(n)).count == factorial(n)


def test_each_solution_is_seen_once() -> None:
    """A limit makes the solutions seen the lower bound."""
    for seed in range(40):
        with Run(random_square(seed, 3 + seed % 3, 0.4), "auto") as run:
            backbone = Backbone(run)
            backbone.find()
            assert len({bytes(one.values) for one in backbone.seen}) == len(backbone.seen), seed


def test_a_row_of_springs_is_counted_and_listed_without_a_solver() -> None:
    row = nonosat.load("springs#11")
    with Run(row, "auto", session=refused) as run:
        counted = CountSearch(run).answer()
    assert counted.counted_by == ("lines",)
    pictures = list(Solutions(Run(row, "auto", session=refused), None))
    assert len(set(pictures)) == counted.count
    with Run(row, "auto", session=refused) as run:
        found = Backbone(run).answer()
    cells = map(set, zip(*(picture[0] for picture in pictures), strict=True))
    assert found.picture[0] == "".join(chars.pop() if len(chars) == 1 else "?" for chars in cells)


def hide_model_counters(monkeypatch: Patch, but: str = "") -> None:
    for name in set(MODEL_COUNTERS) - {but}:
        monkeypatch.setitem(sys.modules, COUNTERS[name].package, None)


@pytest.mark.parametrize("name", ["frontier", *MODEL_COUNTERS])
def test_every_counter_agrees_with_the_list(name: str, monkeypatch: Patch) -> None:
    hide_model_counters(monkeypatch, but=name)
    if not COUNTERS[name].installed:
        pytest.skip(COUNTERS.missing(name))
    turns: Turns = ((0 if COUNTERS[name].encoding else 10**9, None),)
    for seed in range(4):
        puzzle = random_square(seed, 9, 0.45)
        with Run(puzzle, "auto") as run:
            counted = CountSearch(run, turns=turns, listed=0).answer(verify=True)
        assert counted.count == sum(1 for _ in nonosat.solutions(puzzle)) > 1
        assert counted.counted_by == (name,)
        assert counted.verified == (f"{name} on the automaton encoding" if COUNTERS[name].encoding else "")


@pytest.mark.skipif(
    not all(COUNTERS[name].installed for name in MODEL_COUNTERS),
    reason="a model counter is not installed: pip install tididi-cnf pyganak",
)
def test_a_count_is_verified_by_a_counter_that_took_no_part() -> None:
    with Run(random_square(1, 9, 0.45), "auto") as run:
        counted = CountSearch(run, turns=((0, None),), listed=0).answer(verify=True)
    first, second = MODEL_COUNTERS
    assert (counted.counted_by, counted.verified) == ((first,), f"{second} on the automaton encoding")


def test_without_counters_of_models_the_count_is_a_list(monkeypatch: Patch) -> None:
    hide_model_counters(monkeypatch)
    with Run(ones(5), "auto") as run:
        counted = CountSearch(run, turns=((0, None),)).answer()
    assert (counted.count, counted.exact, counted.counted_by) == (120, True, ("enumeration",))
    assert "pip install pyganak" in counted.basis
    with Run(ones(5), "auto") as run:
        assert not CountSearch(run, listed=10).answer(verify=True).verified


ask: Any = Run.in_worker_within


def test_a_wrong_count_is_an_internal_error(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Run, "in_worker_within", lambda *asked: ask(*asked) + 1)
    with pytest.raises(InternalError, match="counted 9, but 4 by enumeration"):
        nonosat.count(nonosat.load("gchq-no-givens"), verify=True)


@pytest.mark.parametrize("name", ["pysat:cadical195", "pysat:minisat22", "pysat:kissat404", "cpsat"])
def test_every_kind_of_backend_lists_each_solution_once(name: str) -> None:
    card = Card("test", encodings_for(name)[0], name)
    assert len(set(nonosat.solutions(ones(4), model=card))) == 24
    listing = nonosat.solutions(ones(6), limit=30, model=card)
    assert len(set(listing)) == 30
    assert (listing.complete, listing.report.stop_reason) == (False, "done")


def test_a_list_stops_at_its_limit() -> None:
    class Counting(Run):
        """Counts the searches for another solution."""

        def iter_solutions(
            self, first: Values, cells: Sequence[int], fixed: CellValues = ()
        ) -> Iterator[Solution]:
            for solution in super().iter_solutions(first, cells, fixed):
                yield solution
                searches.append(solution)

    searches: list[Solution] = []
    listing = Solutions(Counting(ones(3), "auto"), 1)
    assert len(list(listing)) == 1
    assert not searches and not listing.complete
    assert "stopped at the limit" in listing.report.sentence()
    listing = nonosat.solutions(ones(3), limit=7)
    assert len(list(listing)) == 6
    assert listing.complete
    listing = nonosat.solutions(nonosat.load("gchq"), limit=1)
    assert len(list(listing)) == 1
    assert listing.complete, "lines decide it, so nothing more has to be searched"
    listing = nonosat.solutions(ones(3), limit=0)
    assert list(listing) == []
    assert not listing.complete


@pytest.mark.parametrize("stop", STOPS, ids=["limit", "Ctrl-C"])
@pytest.mark.parametrize("calls", [0, 1, 2, 3])
def test_what_is_known_at_a_limit_is_true(calls: int, stop: BaseException) -> None:
    puzzle = random_square(0, 7, 0.45)
    want = list(solutions(puzzle))
    fillings = [puzzle.values(picture) for picture in want]
    assert len(want) > 5
    reason = "time limit" if isinstance(stop, LimitReached) else "interrupted"

    def run() -> Run:
        return Run(puzzle, "order-cadical", session=stopping(calls, stop))

    with run() as limited:
        counted = CountSearch(limited).answer()
    assert (counted.exact, counted.stop_reason) == (False, reason)
    assert calls <= counted.count <= len(want)

    with run() as limited:
        found = Backbone(limited).answer()
    assert found.stop_reason == reason
    assert found.solvable is (True if calls else None)
    for cell, mask in enumerate(found.possible):
        assert all(mask >> values[cell] & 1 for values in fillings), "only what is in no solution is out"
    assert not found.indices

    listing = Solutions(run(), None)
    pictures = list(listing)
    assert set(pictures) <= set(want)
    assert len(set(pictures)) == len(pictures)
    assert (listing.complete, listing.report.stop_reason) == (False, reason)


def test_a_count_that_stops_between_components_is_a_product_of_bounds(monkeypatch: Patch) -> None:
    calls: list[object] = []

    def second_call_stops(*asked: object) -> object:
        calls.append(asked)
        if len(calls) == 2:
            raise LimitReached(StopReason.TIME_LIMIT)
        return ask(*asked)

    monkeypatch.setattr(Run, "in_worker_within", second_call_stops)
    counted = nonosat.count(nonosat.load("gchq-no-givens"))
    assert (counted.exact, counted.stop_reason) == (False, "time limit")
    assert counted.count == 4  # both groups were seen in two ways


def test_the_count_of_long_rows_ends_at_the_time_limit() -> None:
    counted = nonosat.count(Springs("?" * 60_000, (1,) * 10_000), limits=Limits(0.5))
    assert (counted.exact, counted.count, counted.stop_reason) == (False, 0, "time limit")


def test_a_count_of_any_size_is_written(call: Call) -> None:
    """By default Python prints no number of more than 4300 digits."""
    before = sys.get_int_max_str_digits()
    try:
        sys.set_int_max_str_digits(4300)
        call("count switch")
        counted = Count(puzzle=ones(1), count=10**5000, exact=True)
        assert counted.sentence() == "the puzzle: 1" + "0" * 5000
    finally:
        sys.set_int_max_str_digits(before)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("steps", [3, 1000])
def test_solutions_seen_multiply_into_a_bound(seed: int, steps: int) -> None:
    puzzle = random_square(seed, 8, 0.4)
    every = [puzzle.values(picture) for picture in solutions(puzzle)]
    for number in range(1, min(len(every), 20) + 1):
        seen = random.Random(number).sample(every, number)
        least = jobs.at_least(puzzle.problem(), seen, steps)
        assert 1 <= least <= len(every)
        if steps == 1000:
            assert least >= number


@pytest.mark.parametrize("seed", range(6))
def test_no_more_solutions_than_lines_allow(seed: int) -> None:
    puzzle = random_square(seed, 8, 0.4)
    number = sum(1 for _ in solutions(puzzle))
    assert number <= at_most(puzzle.problem()) <= 2**64
    narrowed = narrow(puzzle.problem()).problem
    assert number <= at_most(narrowed) <= at_most(puzzle.problem())
    assert at_most(ones(4).problem()) == 4**4  # by the rows; 4! by the columns too


def test_a_count_between_two_bounds_says_so() -> None:
    inexact = Count(puzzle=ones(1), count=3, exact=False, stop_reason=StopReason.TIME_LIMIT)
    assert inexact.sentence() == "the puzzle: at least 3 (time limit)"
    assert replace(inexact, at_most=12).sentence() == "the puzzle: between 3 and 12 (time limit)"
    long = replace(inexact, at_most=12 * 10**30).sentence()
    assert long == "the puzzle: between 3 and 10^32 (time limit)"

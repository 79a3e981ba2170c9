"""Puzzles made to order are what they say, and always the same."""

import re
from collections.abc import Generator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from itertools import product
from math import inf
from random import Random
from typing import cast

import pytest

from nonosat import InputError, Limits, Nonogram, installed, rate, toolkit
from nonosat.automata.count import count
from nonosat.making import generate
from nonosat.making.candidate import Made, make, record
from nonosat.making.fields import field, orbits
from nonosat.making.generate import Making, batch, in_turn, makings
from nonosat.making.mending import tight
from nonosat.making.order import SYMMETRIES, Order
from nonosat.puzzles.rearranged import fingerprint
from tests.helpers.brute import clue_of, solutions
from tests.helpers.fixtures import Patch
from tests.helpers.interpreted import interpreted
from tests.helpers.layers import level
from tests.helpers.properties import given, settings, st
from tests.helpers.samples import some

ORDERS = [
    Order(width=10, height=9, density=0.5),
    Order(width=12, height=12, smooth=True, density=0.5, symmetry="h"),
    Order(width=8, height=9, density=0.45, symmetry="turn", levels=("lines", "moderate"), seed=3),
    Order(width=8, height=8, colours=3, density=0.5, symmetry="both"),
    Order(width=9, height=9, colours=2, smooth=True, density=0.4, symmetry="v"),
    Order(width=10, height=10, density=0.45, levels=("moderate",), seed=5),
    Order(width=10, height=10, density=0.5, effort=(40, 60)),
    Order(width=12, height=1, density=0.4, levels=("trivial",)),
]


@pytest.mark.parametrize("order", ORDERS)
def test_what_is_made_is_what_it_says(order: Order) -> None:
    made = [one for one in batch(order, range(12)) if isinstance(one, Made)]
    assert made
    for one in made:
        rating = rate(one.puzzle)
        assert rating.details is not None
        assert (rating.difficulty, rating.details.effort) == (one.difficulty.level, one.difficulty.effort)
        assert order.fits(rating.difficulty, rating.details.effort)
        assert one.puzzle.grid == (order.height, order.width)
        assert one.puzzle.fault(one.puzzle.goal) is None
        values = one.puzzle.values(one.puzzle.goal)
        assert all(len({values[cell] for cell in orbit}) == 1 for orbit in orbits(order))


@pytest.mark.parametrize("levels", some([("moderate",), ("trivial", "lines"), ("guessing",)], 1))
def test_small_ones_are_what_brute_force_says(levels: tuple[str, ...]) -> None:
    order = Order(width=6, height=5, density=0.45, levels=levels)
    for one in batch(order, range(60)):
        if isinstance(one, Made):
            assert isinstance(one.puzzle, Nonogram)
            assert len(list(solutions(one.puzzle))) == 1
            assert level(one.puzzle) == {"trivial": "lines", "summing": "guessing"}.get(
                one.difficulty.level, one.difficulty.level
            )


@pytest.mark.skipif(bool(installed.interpreted), reason="nothing is compiled")
@pytest.mark.more
def test_both_modes_make_the_same() -> None:
    assert first_ones(4) == interpreted(first_ones, 4)


def first_ones(count: int) -> list[object]:
    """Return the first candidates of some orders."""
    sparse = Order(width=36, height=32, density=0.5, seed=3)
    found = [*batch(sparse, range(2)), *(one for order in ORDERS[:6] for one in batch(order, range(count)))]
    return [record(one) if isinstance(one, Made) else one for one in found]


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("smooth", [False, True])
def test_fields_have_their_density_and_symmetry(symmetry: str, smooth: bool) -> None:
    order = Order(width=31, height=30, density=0.4, symmetry=symmetry, smooth=smooth, colours=3)
    for seed in range(5):
        values = field(order, Random(seed))
        assert abs(sum(map(bool, values)) / len(values) - 0.4) < 0.1
        assert set(values) == {0, 1, 2, 3}
        rows = [values[r * 31 : (r + 1) * 31] for r in range(30)]
        assert symmetry != "h" or all(row == row[::-1] for row in rows)
        assert symmetry != "v" or rows == rows[::-1]
        assert symmetry != "turn" or values == values[::-1]
        assert symmetry != "both" or (rows == rows[::-1] and values == values[::-1])


def test_the_density_is_kept_where_cells_are_exchanged() -> None:
    for one in batch(Order(width=15, height=15, density=0.4), range(6)):
        if isinstance(one, Made):
            assert 0.3 < "".join(one.puzzle.goal).count("#") / 225 < 0.5
    for order in (
        Order(width=40, height=36, density=0.5),
        Order(width=36, height=36, density=0.5, symmetry="h"),
    ):
        for number, one in enumerate(batch(order, range(2))):
            assert isinstance(one, Made)
            first = field(order, Random(f"0 {number}"))
            assert abs("".join(one.puzzle.goal).count("#") - sum(first)) < 0.02 * len(first)


@pytest.mark.parametrize("colours", [1, 2])
def test_a_tight_line_has_one_arrangement(colours: int) -> None:
    for line in product(range(colours + 1), repeat=7):
        found = tight(line)
        clue = clue_of(found)
        assert count(clue, [(1 << 7) - 1] * (colours + 1), 7) == 1
        assert all(there in (here, 0) for here, there in zip(found, line, strict=True))


def test_a_set_depends_neither_on_jobs_nor_on_batches() -> None:
    order = Order(width=9, height=9, density=0.5, seed=2)
    one_by_one = [make(order, number) for number in range(9)]
    wanted = [one for one in one_by_one if isinstance(one, Made)]
    for jobs in (1, 2):
        assert list(toolkit.make_each(order, len(wanted), jobs)) == wanted


@pytest.fixture
def few_misses(monkeypatch: Patch) -> None:
    monkeypatch.setattr(generate, "MISSES", 60)


@pytest.mark.usefixtures("few_misses")
def test_a_set_has_no_puzzle_twice() -> None:
    order = Order(width=3, height=3)
    making = Making(order, 500)
    with ThreadPoolExecutor(1) as here:
        made = list(making.puzzles(here))
    prints = [fingerprint(one.puzzle) for one in made]
    assert len(prints) == len(set(prints)) == making.made < 100
    assert making.duplicates >= 60
    assert making.short and making.stop_reason == "done"


COUNTS = st.dictionaries(st.sampled_from(["trivial", "lines", "moderate"]), st.integers(1, 4), min_size=1)


@settings(max_examples=12)
@given(counts=COUNTS, seed=st.integers(0, 1000), jobs=st.sampled_from([1, 2]))
def test_each_class_has_the_puzzles_that_it_has_alone(counts: dict[str, int], seed: int, jobs: int) -> None:
    order = Order(width=6, height=5, density=0.5, seed=seed)
    with ThreadPoolExecutor(jobs) as here:
        made = list(toolkit.make_each(order, counts, jobs, executor=here))
        alone = {
            level: list(toolkit.make_each(replace(order, levels=(level,)), count, executor=here))
            for level, count in counts.items()
        }
    assert [one.difficulty.level for one in made] == [level for level in counts for _ in range(counts[level])]
    assert [one.puzzle.goal for one in made] == [one.puzzle.goal for some in alone.values() for one in some]
    assert len({fingerprint(one.puzzle) for one in made}) == len({one.name for one in made}) == len(made)
    for one in made:
        assert rate(one.puzzle).difficulty == one.difficulty.level
        assert (one.difficulty.level in one.name) == (len(counts) > 1)


@pytest.mark.usefixtures("few_misses")
def test_a_class_that_is_not_found_takes_nothing_from_the_others() -> None:
    order = Order(width=4, height=4, density=0.5)
    parts = makings(order, {"deep": 2, "trivial+lines": 15, "moderate": 1})
    with ThreadPoolExecutor(1) as here:
        made = list(in_turn(parts, here))
    assert [part.made for part in parts] == [0, 15, 1] and parts[0].short and parts[0].misses == 60
    assert {one.difficulty.level for one in made} == {"trivial", "lines", "moderate"}


def test_the_time_is_shared_among_the_classes() -> None:
    """A time limit ends the search for the first class; the second one still has its share."""
    parts = makings(Order(width=16, height=16), {"deep": 99_999, "lines": 1})

    class Hasty:
        """Ends the search for the first class after a hundredth of its share: any machine has enough left."""

        @staticmethod
        def puzzles(executor: Executor, at_a_time: int, limits: Limits) -> Generator[Made, None, None]:
            assert limits.time is not None and limits.time <= 30
            return parts[0].puzzles(executor, at_a_time, Limits(limits.time / 100))

    with ThreadPoolExecutor(1) as here:
        made = list(in_turn([cast(Making, Hasty), parts[1]], here, limits=Limits(time=60)))
    assert parts[0].stop_reason == "time limit" and parts[0].short
    assert made[-1].difficulty.level == "lines" and not parts[1].short


def test_wrong_orders() -> None:
    order = Order(width=4, height=4)
    for counts, what in (
        ({"lines": 0}, "0 puzzles of class lines: expected at least 1"),
        ({"lines": 1, "trivial+lines": 1}, "the class lines appears twice"),
        ({"line": 1}, "no class 'line'; did you mean lines"),
    ):
        with pytest.raises(InputError, match=re.escape(what)):
            makings(order, counts)
    for wrong in ({"symmetry": "x"}, {"colours": 9}, {"colours": 0}, {"effort": (-1, inf)}, {"width": 0}):
        with pytest.raises(InputError):
            replace(order, **wrong)

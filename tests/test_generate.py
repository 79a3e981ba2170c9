"""Puzzles made to order are what they say, and always the same."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar

import pytest

import nonosat
from nonosat.making import generate, pictures
from nonosat.making.candidate import Made, make
from nonosat.making.fields import field, orbits
from nonosat.making.generate import Fingerprints, Making, batch
from nonosat.making.order import SYMMETRIES, Order
from nonosat.narrowing import engine
from nonosat.narrowing.lines import Narrowing
from nonosat.processes.machine_code import LoadedBeside
from nonosat.puzzles.canonical import fingerprint
from nonosat.reasons.rating import rate
from tests.helpers.brute import solutions
from tests.helpers.layers import level

T = TypeVar("T")

Call = Callable[..., tuple[int, str, str]]

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
        assert rating.difficulty is not None
        assert (rating.level, rating.difficulty.effort) == (one.difficulty.level, one.difficulty.effort)
        assert order.fits(rating.level, rating.difficulty.effort)
        assert one.puzzle.grid == (order.height, order.width)
        assert one.puzzle.fault(one.puzzle.goal) is None
        values = one.puzzle.values(one.puzzle.goal)
        assert all(len({values[cell] for cell in orbit}) == 1 for orbit in orbits(order))


@pytest.mark.parametrize("levels", [("trivial", "lines"), ("moderate",), ("guessing",)])
def test_small_ones_are_what_brute_force_says(levels: tuple[str, ...]) -> None:
    order = Order(width=6, height=5, density=0.45, levels=levels)
    for one in batch(order, range(60)):
        if isinstance(one, Made):
            assert len(list(solutions(one.puzzle))) == 1
            assert level(one.puzzle) == {"trivial": "lines", "summing": "guessing"}.get(
                one.difficulty.level, one.difficulty.level
            )


@pytest.mark.parametrize("order", ORDERS[:6])
def test_machine_code_makes_the_same(order: Order, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    from nonosat.narrowing.compiled import CompiledNarrowing
    from nonosat.narrowing.pictures import CompiledPictures

    found = []
    twins: Any = ((Narrowing, pictures.PlainPictures), (CompiledNarrowing, CompiledPictures))
    for kind, looks in twins:
        monkeypatch.setattr(engine, "ENGINE", LoadedBeside(kind, partial(_same, kind), worth=1e9))
        monkeypatch.setattr(pictures, "PICTURES", LoadedBeside(looks, partial(_same, looks), worth=1e9))
        found.append(batch(order, range(4)))
    assert found[0] == found[1]


def _same(thing: T) -> T:
    return thing


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("smooth", [False, True])
def test_fields_have_their_density_and_symmetry(symmetry: str, smooth: bool) -> None:
    from random import Random

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


def test_a_set_depends_neither_on_jobs_nor_on_batches() -> None:
    order = Order(width=9, height=9, density=0.5, seed=2)
    one_by_one = [make(order, number) for number in range(9)]
    wanted = [one for one in one_by_one if isinstance(one, Made)]
    for jobs in (1, 2):
        assert list(nonosat.generate(order, len(wanted), jobs)) == wanted


@pytest.fixture
def few_misses(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_fingerprints_are_few_bytes_each() -> None:
    seen = Fingerprints()
    for number in range(5000):
        print_ = sha256(str(number).encode()).hexdigest()
        assert seen.add(print_)
        assert not seen.add(print_)
    assert seen._table.nbytes <= 32 * 5000

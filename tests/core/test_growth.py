"""What lines know of pictures, and which changes let them know more: as a simulation says, in both modes."""

import time
from collections.abc import Callable, Sequence
from random import Random
from threading import Thread

import pytest

from nonosat import LimitReached, Nonogram, installed
from nonosat.making.growth import Growth
from nonosat.making.pictures import Pictures, pictures
from nonosat.problem import CellValue, is_single
from nonosat.processes.clock import Clock
from nonosat.processes.effort import Effort
from nonosat.propagation.narrow import narrow
from nonosat.puzzles.picture import Palette, rows
from nonosat.toolkit import Order
from tests.helpers.interpreted import interpreted
from tests.helpers.known import Known
from tests.helpers.mosaics import Mosaic
from tests.helpers.properties import given, settings, st

Change = list[CellValue]

SIZES = [(1, 1), (3, 5), (9, 8), (12, 15), (70, 3), (64, 2), (63, 4)]
"""Also lines of one word that is almost full, and of two."""


def random_picture(random: Random, cells: int, colours: int, density: float = 0.75) -> list[int]:
    return [random.randrange(colours) if random.random() < density else 0 for _ in range(cells)]


def palette_of(colours: int) -> Palette:
    return Order(width=1, height=1, colours=colours - 1).palette


def of_size_of(width: int, height: int, colours: int) -> Pictures:
    return Pictures(Nonogram.from_picture(("." * width,) * height, palette_of(colours)))


@settings(max_examples=100)
@given(
    size=st.sampled_from([(1, 1), (4, 3), (5, 6), (7, 7), (66, 2)]),
    colours=st.integers(2, 4),
    layers=st.sampled_from([0, 0, 1, 3, 12]),
    some=st.booleans(),
    seed=st.integers(0, 1 << 30),
)
def test_what_stays_open(size: tuple[int, int], colours: int, layers: int, some: bool, seed: int) -> None:
    random, cells = Random(seed), size[0] * size[1]
    values = random_picture(random, cells, colours, random.random())
    among = random.sample(range(cells), cells // 2) if some else None
    known = Known(values, size[0], colours, among)
    known.refute(layers)
    assert pictures(*size, palette_of(colours)).open_cells(values, layers, among) == known.open


@settings(max_examples=30)
@given(size=st.sampled_from(SIZES), colours=st.integers(2, 4), seed=st.integers(0, 1 << 30))
def test_after_each_change_of_one_cell(size: tuple[int, int], colours: int, seed: int) -> None:
    random, cells = Random(seed), size[0] * size[1]
    values = bytes(random_picture(random, cells, colours))
    options = [(random.randrange(cells), random.randrange(colours)) for _ in range(6)]
    want = []
    for cell, value in options:
        changed = bytearray(values)
        changed[cell] = value
        want.append(len(Known(changed, size[0], colours).open))
    assert pictures(*size, palette_of(colours)).after_each(values, options) == want


@settings(max_examples=40)
@given(size=st.sampled_from(SIZES), colours=st.integers(2, 3), seed=st.integers(0, 1 << 30))
def test_what_grows(size: tuple[int, int], colours: int, seed: int) -> None:
    """The same changes as the simulation's, after which everything known follows from nothing."""
    random, cells = Random(seed), size[0] * size[1]
    values = random_picture(random, cells, colours)
    growth, known = Growth(pictures(*size, palette_of(colours)), values), Known(values, size[0], colours)
    for _ in range(3):
        assert growth.open_cells() == known.open
        changes = swaps(random, known.values, known.open)
        assert growth.grow(changes) == known.grow(changes)
        assert growth.values == known.values
    assert growth.open_cells() == known.open == Known(known.values, size[0], colours).open


def swaps(random: Random, values: list[int], cells: list[int]) -> list[Change]:
    """Return changes of two cells each, most of them swaps; the last ones may change a cell twice."""
    if not cells:
        return []
    pairs = [(random.choice(cells), random.choice(cells)) for _ in range(12)]
    found = [[(a, values[b]), (b, values[a])] for a, b in pairs]
    return [*found, *([(a, 0), (a, 1), (b, 1)] for a, b in pairs[:3])]


def grown(seed: int, colours: int) -> object:
    """Return what pictures of several sizes leave open, and what grows."""
    random, found = Random(seed), list[object]()
    for width, height in SIZES:
        of_size, cells = of_size_of(width, height, colours), width * height
        values = random_picture(random, cells, colours)
        among = random.sample(range(cells), cells // 2)
        found.append([of_size.open_cells(values, layers, among) for layers in (0, 1, 3, 12)])
        found.append(of_size.after_each(values, [(random.randrange(cells), 1) for _ in range(5)]))
        growth = Growth(of_size, values)
        changes = swaps(random, values, growth.open_cells())
        found += [[growth.grow(changes)], growth.values, growth.open_cells()]
    return found


@pytest.mark.skipif(bool(installed.interpreted), reason="nothing is compiled")
@pytest.mark.parametrize("colours", [2, 3])
@pytest.mark.more
def test_both_modes_find_the_same(colours: int) -> None:
    assert grown(7, colours) == interpreted(grown, 7, colours)


def long_calls() -> list[Callable[[Clock], object]]:
    """Return calls that take seconds."""
    random = Random(3)
    sparse, dense = (random_picture(random, 250_000, 2, density) for density in (0.9, 0.45))
    of_size = of_size_of(500, 500, 2)
    changes: list[Change] = [[(random.randrange(250_000), 1)] for _ in range(20_000)]
    return [
        lambda clock: of_size.open_cells(dense, 12, clock=clock),
        lambda clock: of_size.after_each(sparse, [(cell, 1) for cell in range(3000)], clock),
        lambda clock: Growth(of_size, dense, clock).grow(changes * 10),
    ]


def test_a_limit_ends_long_calls() -> None:
    for call in long_calls():
        begin = time.thread_time()  # a busy machine takes nothing from it
        with pytest.raises(LimitReached):
            call(Clock(0.2))
        assert time.thread_time() - begin < 0.7


def test_an_ended_call_leaves_nothing_behind() -> None:
    values = random_picture(Random(5), 400, 2)
    of_size = pictures(20, 20)
    want = Known(values, 20, 2).open
    ended = 0
    for checks in range(40):
        clock = Effort(checks)
        try:
            of_size.open_cells(values, 12, clock=clock)
            growth = Growth(of_size, values, clock)
            growth.grow(swaps(Random(checks), values, want) * 50)
        except LimitReached:
            ended += 1
        assert of_size.open_cells(values) == want
    assert ended


def test_each_thread_has_its_own_pictures() -> None:
    values = [random_picture(Random(seed), 400, 2) for seed in range(4)]
    want = [Known(one, 20, 2).open for one in values]
    found: list[list[list[int]]] = [[] for _ in values]

    def look(number: int) -> None:
        for _ in range(50):
            found[number].append(pictures(20, 20).open_cells(values[number]))

    threads = [Thread(target=look, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[one] * 50 for one in want]


# Mosaics


@settings(max_examples=60)
@given(
    size=st.sampled_from([(1, 1), (3, 2), (4, 4), (9, 8)]),
    seed=st.integers(0, 1 << 30),
    share=st.sampled_from([0.0, 0.2, 0.6]),
    some=st.booleans(),
)
def test_what_stays_open_in_a_mosaic(size: tuple[int, int], seed: int, share: float, some: bool) -> None:
    """The same as when the puzzle of each picture is narrowed by itself, also with numbers hidden."""
    random, cells = Random(seed), size[0] * size[1]
    values = random_picture(random, cells, 2, 0.6)
    hidden = [cell for cell in range(cells) if random.random() < share]
    among = random.sample(range(cells), cells // 2) if some else None

    def left_open(values: Sequence[int]) -> list[int]:
        picture = rows("".join(".#"[value] for value in values), size[0])
        problem = Mosaic.from_picture(picture).without_clues(hidden).problem()
        if among is not None:
            problem = problem.with_givens([(c, values[c]) for c in range(cells) if c not in among])
        left = narrow(problem).problem.possible
        return [cell for cell, mask in enumerate(left) if not is_single(mask)]

    of_size = pictures(*size, kind="mosaic")
    of_size.hide(hidden)
    assert of_size.open_cells(values, 0, among) == left_open(values)
    if among is None:
        options = [(random.randrange(cells), random.randrange(2)) for _ in range(6)]
        changed = [[value if k == cell else old for k, old in enumerate(values)] for cell, value in options]
        assert of_size.after_each(values, options) == [len(left_open(one)) for one in changed]
        assert set(of_size.open_cells(values, 3)) <= set(left_open(values))
    assert not of_size.only_lines

"""The language of one line, against brute force and against an obvious dynamic program."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice, product

import pytest

from nonosat.automata.count import arrangements, count
from nonosat.automata.masks import Can, narrow, starts
from nonosat.problem import Block, Clue
from tests.helpers.brute import lines as every_line, lines_by_clue, reads_as
from tests.helpers.properties import given, settings, st
from tests.helpers.samples import some

Line = tuple[int, ...]
Sets = list[set[int]]  # the values that each cell can have


def plain_clue(text: str) -> Clue:
    return tuple(Block(1, int(part), int(part)) for part in text.split())


def can_of(sets: Sequence[set[int]], values: int) -> Can:
    return tuple(sum(1 << i for i, have in enumerate(sets) if v in have) for v in range(values))


def check(blocks: Clue, sets: Sequence[set[int]], values: int, lines: Sequence[Line] | None = None) -> None:
    """Compare all results about a line with its arrangements."""
    n = len(sets)
    if lines is None:
        lines = every_line(blocks, n, values)
    lines = [line for line in lines if all(value in have for value, have in zip(line, sets, strict=True))]
    can = can_of(sets, values)
    wanted = can_of([set(column) for column in zip(*lines, strict=True)], values) if lines else None
    assert narrow(blocks, can, n) == wanted
    assert count(blocks, can, n) == len(lines)
    listed = list(arrangements(blocks, can, n))
    assert len(listed) == len(lines)
    assert set(listed) == set(lines)
    firsts, lasts = [0] * len(blocks), [0] * len(blocks)
    for line in lines:
        at = 0
        runs = []
        for value, run in groupby(line):
            length = len(list(run))
            if value:
                runs.append((at, at + length - 1))
            at += length
        for j, (first, last) in enumerate(runs):
            firsts[j] |= 1 << first
            lasts[j] |= 1 << last
    assert starts(blocks, can, n) == (list(zip(firsts, lasts, strict=True)) if lines else None)


# --- bits ---------------------------------------------------------------------------------------


# --- exhaustive ---------------------------------------------------------------------------------


@pytest.mark.parametrize("n", range(1, 9))
def test_every_clue_of_an_empty_line(n: int) -> None:
    for blocks in lines_by_clue(n):
        check(blocks, [{0, 1}] * n, 2)
    check(plain_clue("1 " * n), [{0, 1}] * n, 2)


@pytest.mark.parametrize("n", some(range(1, 7), 4))
def test_every_clue_and_every_pattern(n: int) -> None:
    for blocks in lines_by_clue(n):
        for sets in product(({0}, {1}, {0, 1}), repeat=n):
            check(blocks, sets, 2)


def test_a_cell_that_can_be_nothing() -> None:
    for blocks in lines_by_clue(4):
        for sets in product((set[int](), {1}, {0, 1}), repeat=4):
            check(blocks, sets, 2)


@pytest.mark.parametrize("n", some(range(1, 5), 3))
def test_every_clue_of_two_colours_and_every_pattern(n: int) -> None:
    domains = ({0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2})
    for blocks in lines_by_clue(n, 3):
        for sets in product(domains, repeat=n):
            check(blocks, sets, 3)


def test_every_clue_of_two_colours_in_six_cells() -> None:
    for n in (5, 6):
        for blocks in lines_by_clue(n, 3):
            check(blocks, [{0, 1, 2}] * n, 3)


@pytest.mark.more
def test_every_blotted_clue_of_one_colour() -> None:
    spans = [(low, high) for low in (1, 2) for high in range(low, 5)]
    for n in (1, 2, 5):
        for size in range(3):
            for chosen in product(spans, repeat=size):
                blocks = tuple(Block(1, low, high) for low, high in chosen)
                for sets in product(({0}, {1}, {0, 1}), repeat=n):
                    check(blocks, sets, 2)


@pytest.mark.more
def test_blotted_blocks_of_two_colours() -> None:
    spans = [(colour, low, high) for colour in (1, 2) for low, high in ((1, 1), (1, 2), (1, 9), (2, 3))]
    domains = ({0, 1, 2}, {1, 2}, {0, 1}, {2})
    for chosen in product(spans, repeat=2):
        blocks = tuple(Block(*span) for span in chosen)
        for sets in product(domains, repeat=4):
            check(blocks, sets, 3)


# --- longer lines, against an obvious dynamic program --------------------------------------------


def slow(blocks: Clue, sets: Sets, values: int) -> tuple[Can | None, int, list[tuple[int, int]] | None]:
    """Narrow, count and starts, over (cell, block) one step at a time: slow and obvious."""
    n, k = len(sets), len(blocks)

    @lru_cache(None)
    def ways(i: int, j: int, closed: bool) -> int:
        """Count the ways to fill cells i.. with blocks j..; `closed` if block j may not begin at i."""
        total = 0
        if i == n:
            return int(j == k)
        if 0 in sets[i]:
            total += ways(i + 1, j, False)
        if j < k and not closed:
            for end in ends(i, j):
                total += ways(end, j + 1, shut(j))
        return total

    def ends(i: int, j: int) -> Iterator[int]:
        block = blocks[j]
        for end in range(i + 1, min(n, i + block.high) + 1):
            if block.colour not in sets[end - 1]:
                return
            if end - i >= block.low:
                yield end

    def shut(j: int) -> bool:
        return j + 1 < k and blocks[j + 1].colour == blocks[j].colour

    total = ways(0, 0, False)
    if not total:
        return None, 0, None
    have: Sets = [set() for _ in sets]
    firsts, lasts = [0] * k, [0] * k
    seen, todo = set(), [(0, 0, False)]
    while todo:
        state = todo.pop()
        if state in seen or not ways(*state):
            continue
        seen.add(state)
        i, j, closed = state
        if i == n:
            continue
        if 0 in sets[i] and ways(i + 1, j, False):
            have[i].add(0)
            todo.append((i + 1, j, False))
        if j < k and not closed:
            for end in ends(i, j):
                if ways(end, j + 1, shut(j)):
                    firsts[j] |= 1 << i
                    lasts[j] |= 1 << end - 1
                    for cell in range(i, end):
                        have[cell].add(blocks[j].colour)
                    todo.append((end, j + 1, shut(j)))
    return can_of(have, values), total, list(zip(firsts, lasts, strict=True))


@st.composite
def lines(draw: st.DrawFn, colours: int, blotted: bool, most: int) -> tuple[Clue, Sets]:
    """A clue and a pattern, usually made from a line so that there is an arrangement."""
    n = draw(st.integers(1, most))
    parts = draw(st.lists(st.tuples(st.integers(0, colours), st.integers(1, 7)), min_size=n, max_size=n))
    line = [value for value, length in parts for _ in range(length)][:n]
    blocks = []
    for value, run in groupby(line):
        if value:
            low = high = len(list(run))
            if blotted and draw(st.booleans()):
                low = draw(st.integers(1, low))
                high += draw(st.sampled_from([0, 1, 3, 1000]))
            blocks.append(Block(value, low, high))
    hidden = draw(st.lists(st.sets(st.integers(0, colours)), min_size=n, max_size=n))
    every = set(range(colours + 1))
    blur = draw(st.sampled_from([every, every, set[int]()]))
    sets = [
        have | {value} | (blur if len(have) < 3 else set()) for have, value in zip(hidden, line, strict=True)
    ]
    if draw(st.integers(0, 4)) == 0:
        sets[draw(st.integers(0, n - 1))] = {draw(st.integers(0, colours))}
    return tuple(blocks), sets


def compare(blocks: Clue, sets: Sets, values: int) -> None:
    can, n = can_of(sets, values), len(sets)
    kept, total, spans = slow(blocks, sets, values)
    assert narrow(blocks, can, n) == kept
    assert count(blocks, can, n) == total
    assert starts(blocks, can, n) == spans
    some = list(islice(arrangements(blocks, can, n), 50))
    assert len(some) == len(set(some)) == min(total, 50)
    assert all(reads_as(line, blocks) for line in some)
    assert all(value in have for line in some for value, have in zip(line, sets, strict=True))


@settings(max_examples=250)
@given(st.sampled_from([(1, False, 90), (3, False, 45), (2, True, 45), (1, True, 45)]), st.data())
@pytest.mark.more
def test_longer_lines(sort: tuple[int, bool, int], data: st.DataObject) -> None:
    compare(*data.draw(lines(*sort)), sort[0] + 1)


# --- facts --------------------------------------------------------------------------------------


def test_arrangements_come_from_the_left_and_at_once() -> None:
    every = (2**6 - 1, 2**6 - 1)
    assert ["".join(map(str, line)) for line in arrangements(plain_clue("2 1"), every, 6)] == [
        "110100", "110010", "110001", "011010", "011001", "001101",
    ]  # fmt: skip
    n, blocks = 4000, plain_clue("1 " * 1000)
    can = (2**n - 1, 2**n - 1)
    assert next(iter(arrangements(blocks, can, n))) == (1, 0) * 1000 + (0,) * 2000
    assert count(blocks, can, n) > 10**100


def test_other_values_than_the_clue_has_are_dropped() -> None:
    every = 2**4 - 1
    assert narrow((Block(2, 3, 3),), (every, every, every), 4) == (0b1001, 0, every)
    assert narrow((), (every, every, every), 4) == (every, 0, 0)
    assert narrow((), (0b0111, every), 4) is None

"""Clues in doubt: the cheapest readings are those of brute force."""

from itertools import product
from math import inf
from random import Random

import nonosat
from nonosat import Limits, toolkit
from nonosat.misprints.doubts import Doubtful, Priced, settle
from nonosat.puzzles.clues import ANY_BLOCKS
from tests.helpers.brute import THREE_COLOURS


def _doubtful(rng: Random, palette: toolkit.Palette) -> Doubtful:
    """Return the clues of a random picture, some of them with others, often cheaper than the true one."""
    height, width = rng.randint(1, 3), rng.randint(1, 3)
    chars = [colour.char for colour in palette]
    pictures = [["".join(rng.choices(chars, k=width)) for _ in range(height)] for _ in range(3)]
    first, *others = [nonosat.Nonogram.from_picture(tuple(rows), palette) for rows in pictures]
    lines = []
    for k, clue in enumerate(first.clues):
        more = [one.clues[k] for one in others][: rng.randint(0, 2)]
        lines.append([Priced(one, rng.randint(0, 5)) for one in (clue, *more)])
    if rng.random() < 0.3:
        rng.choice(lines).append(Priced((ANY_BLOCKS,), 7))
    return Doubtful.nonogram(lines[:height], lines[height:], palette)


def _brute(doubtful: Doubtful) -> dict[tuple[object, ...], float]:
    """Return the least price of every reading, by its clues, that has exactly one solution."""
    puzzle = doubtful.puzzle
    chars = [colour.char for colour in puzzle.palette]
    readings: dict[tuple[object, ...], list[object]] = {}
    prices: dict[tuple[object, ...], float] = {}
    for cells in product(chars, repeat=puzzle.width * puzzle.height):
        shown = puzzle.cut("".join(cells))
        clues = type(puzzle).from_picture(shown, puzzle.palette).clues
        readings.setdefault(clues, []).append(shown)
        costs = [
            min((one.price for one in line if one.clue in (clue, (ANY_BLOCKS,))), default=inf)
            for line, clue in zip(doubtful.lines, clues, strict=True)
        ]
        prices[clues] = sum(costs)
    return {
        clues: prices[clues] for clues, some in readings.items() if len(some) == 1 and prices[clues] < inf
    }


def test_the_cheapest_readings_are_those_of_brute_force() -> None:
    for number in range(40):
        rng = Random(number)
        doubtful = _doubtful(rng, THREE_COLOURS if number % 4 == 0 else toolkit.BLACK_AND_WHITE)
        known = _brute(doubtful)
        settled = settle(doubtful, most=3)
        found = {reading.puzzle.clues: reading.price for reading in settled.readings}
        assert found == {clues: known[clues] for clues in found}, number
        assert [*found.values()] == sorted(known.values())[:3], number
        assert settled.bound <= min([known[clues] for clues in known if clues not in found], default=inf)
        for reading in settled.readings:
            assert reading.puzzle.fault(reading.picture) is None
            expected = {
                k for k, one in enumerate(doubtful.fitting()) if reading.puzzle.clues[k] != one[0].clue
            }
            assert {*reading.changed} == expected


def test_a_limit_leaves_what_was_found() -> None:
    puzzle = nonosat.load("dom-9")
    assert isinstance(puzzle, nonosat.Nonogram)
    lines = [[Priced(clue)] for clue in puzzle.clues]
    settled = settle(Doubtful.nonogram(lines[:9], lines[9:]), Limits(time=0))
    assert settled.stop_reason is nonosat.StopReason.TIME_LIMIT
    assert settled.readings == ()

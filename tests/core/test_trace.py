"""Line by line: the passes' numbers and states, against lists of all arrangements."""

import random
from dataclasses import replace

import pytest

import nonosat
from nonosat import InputError, Nonogram, Picture
from nonosat.reasons.trace import ORDERS, Trace, trace
from nonosat.toolkit import BLACK_AND_WHITE
from tests.helpers.brute import THREE_COLOURS, lines, nonogram


def listed(puzzle: Nonogram, order: str) -> list[tuple[int, Picture]]:
    """Return each pass's patterns and picture, and in the end those left: from lists of arrangements."""
    values = len(puzzle.palette)
    index = {colour.char: value for value, colour in enumerate(puzzle.palette)}
    given = "".join(puzzle.givens) or "?" * (puzzle.width * puzzle.height)
    can = [{index[char]} if char != "?" else set(range(values)) for char in given]
    every = [(cells, lines(clue, len(cells), values)) for _, clue, cells in puzzle.lines()]

    def fitting() -> list[list[tuple[int, ...]]]:
        return [
            [some for some in all_ if all(v in can[c] for c, v in zip(cells, some, strict=True))]
            for cells, all_ in every
        ]

    found = []
    turns = [every] if order == "simultaneous" else [every[: puzzle.height], every[puzzle.height :]]
    while True:
        before = [set(some) for some in can]
        patterns = sum(map(len, fitting()))
        for turn in turns:
            said = [
                (cells, arrangements)
                for (cells, all_), arrangements in zip(every, fitting(), strict=True)
                if (cells, all_) in turn
            ]
            for cells, arrangements in said:
                for at, cell in enumerate(cells):
                    can[cell] = can[cell] & {some[at] for some in arrangements}
        chars = [puzzle.palette[min(some)].char if len(some) == 1 else "?" for some in can]
        rows = ("".join(chars[r * puzzle.width :][: puzzle.width]) for r in range(puzzle.height))
        found.append((patterns, tuple(rows)))
        if can == before:
            return found


def states(found: Trace) -> list[tuple[int, Picture]]:
    assert found.patterns_left is not None
    return [(one.patterns, one.picture) for one in found.passes] + [(found.patterns_left, found.picture)]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("seed", range(40))
def test_passes_are_those_of_listed_arrangements(seed: int, order: str) -> None:
    rng = random.Random(seed)
    palette = rng.choice([BLACK_AND_WHITE, BLACK_AND_WHITE, THREE_COLOURS])
    most = 5 if palette is THREE_COLOURS else 6
    width, height = rng.randint(1, most), rng.randint(1, most)
    rows = [[rng.choice([0, *range(len(palette))]) for _ in range(width)] for _ in range(height)]
    puzzle = nonogram(rows, palette)
    if rng.random() < 0.5:
        kept = ["".join(palette[v].char if rng.random() < 0.2 else "?" for v in row) for row in rows]
        puzzle = replace(puzzle, givens=tuple(kept))

    found = trace(puzzle, order)
    assert states(found) == listed(puzzle, order)
    assert found.contradiction is None
    assert found.clues_alone == listed(replace(puzzle, givens=()), order)[0][0]
    assert found.given == sum(char != "?" for row in puzzle.givens for char in row)

    # Step by step is the same, with each cell taken once.
    cells = ["?" if char == "?" else char for row in found.begin for char in row]
    for one in found.passes:
        for step in one.steps:
            for cell, value in step:
                assert cells[cell] == "?"
                cells[cell] = palette[value].char
        assert cells == list("".join(one.picture))
        assert one.known == len(cells) - cells.count("?")


def test_the_numbers_of_the_gchq_card() -> None:
    found = trace(nonosat.load("gchq"))
    assert found.clues_alone == 167_190
    assert [one.patterns for one in found.passes] == [154_564, 14_567, 722, 152, 82, 60, 53, 50]
    assert [one.known for one in found.passes] == [213, 391, 523, 583, 610, 619, 624, 625]
    assert (found.given, found.unknown, found.patterns_left) == (22, 0, 50)


@pytest.mark.parametrize("order", ORDERS)
def test_without_its_givens_the_card_stops_at_613_cells(order: str) -> None:
    found = trace(nonosat.load("gchq-no-givens"), order)
    assert found.passes[0].patterns == found.clues_alone == 167_190
    assert (found.passes[-1].known, found.unknown, found.cells) == (613, 12, 625)


def test_the_edges_of_a_triddler_are_no_cells() -> None:
    found = trace(nonosat.load("triddler-switch"))
    assert found.passes[-1].known + found.unknown == found.cells == len(found.puzzle.problem().possible)


def test_a_contradiction_ends_the_passes() -> None:
    puzzle = nonogram([[1, 1, 0], [1, 0, 0]])
    at_once = trace(replace(puzzle, givens=("?.?", "???")))
    assert (at_once.contradiction, len(at_once.passes)) == ("row 1", 1)
    one_block, none = puzzle.columns[1], puzzle.columns[2]
    later = trace(replace(puzzle, columns=(one_block, one_block, none)))
    # The third pass is the first in which row 2 and column 1 speak of one cell, and they disagree.
    assert (later.contradiction, len(later.passes)) == ("row 2", 3)


def test_wrong_questions() -> None:
    with pytest.raises(InputError, match="there is no order 'spiral'; the orders are sim"):
        trace(nonosat.load("gchq"), "spiral")


def test_a_limit_ends_the_passes() -> None:
    found = trace(nonosat.load("gchq"), limits=nonosat.Limits(time=1e-9))
    assert (found.stop_reason, found.clues_alone, found.patterns_left) == ("time limit", None, None)
    assert found.picture == found.begin
    assert "patterns by the clues alone" not in found.sentence()

"""Answers by trying everything: slow, obvious, and sharing nothing with the project's own ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby, product

from nonosat.problem import Block, Blocks, Clue, Constraint, Exactly, Problem
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour, Palette, Picture

THREE_COLOURS: Palette = (*BLACK_AND_WHITE, Colour("r", "red", "#cc0000"))


def clue_of(line: Sequence[int]) -> Clue:
    """Read a line's clue off its values."""
    runs = [(value, len(list(run))) for value, run in groupby(line)]
    return tuple(Block(value, length, length) for value, length in runs if value)


def reads_as(line: Sequence[int], clue: Clue) -> bool:
    """Whether a line's values read as a clue, blotted blocks included."""
    have = clue_of(line)
    return len(have) == len(clue) and all(
        h.colour == w.colour and w.low <= h.low <= w.high for h, w in zip(have, clue, strict=True)
    )


@cache
def lines_by_clue(n: int, values: int = 2) -> dict[Clue, list[tuple[int, ...]]]:
    """Return every line of n cells, sorted by its clue."""
    found: dict[Clue, list[tuple[int, ...]]] = {}
    for line in product(range(values), repeat=n):
        found.setdefault(clue_of(line), []).append(line)
    return found


@cache
def lines(clue: Clue, n: int, values: int = 2) -> list[tuple[int, ...]]:
    """Return every line that reads as a clue, blotted blocks included."""
    if values**n > 1 << 16:  # too many to look at all of them
        return list(_placed(clue, n))
    return [line for some in lines_by_clue(n, values).values() if reads_as(some[0], clue) for line in some]


def _placed(clue: Clue, n: int, colour: int = 0) -> Iterator[tuple[int, ...]]:
    """Yield the same, by placing one block after another; `colour` is that of the cell before."""
    if not clue:
        yield (0,) * n
        return
    head, *rest = clue
    for begin in range(int(head.colour == colour), n - head.low + 1):
        for length in range(head.low, min(head.high, n - begin) + 1):
            for tail in _placed(tuple(rest), n - begin - length, head.colour):
                yield (0,) * begin + (head.colour,) * length + tail


def picture(rows: Sequence[Sequence[int]], palette: Palette = BLACK_AND_WHITE) -> Picture:
    """Draw rows of values."""
    return tuple("".join(palette[value].char for value in row) for row in rows)


def nonogram(rows: Sequence[Sequence[int]], palette: Palette = BLACK_AND_WHITE) -> Nonogram:
    """Return the puzzle of a picture of values."""
    return Nonogram(
        rows=tuple(clue_of(row) for row in rows),
        columns=tuple(clue_of(column) for column in zip(*rows, strict=True)),
        palette=palette,
    )


def solutions(puzzle: Nonogram) -> Iterator[Picture]:
    """Yield every picture that satisfies a small puzzle."""
    values = len(puzzle.palette)
    rows = [lines(clue, puzzle.width, values) for clue in puzzle.rows]
    columns = [set(lines(clue, puzzle.height, values)) for clue in puzzle.columns]
    begins = [[{column[:k] for column in some} for k in range(puzzle.height + 1)] for some in columns]

    def extend(done: list[tuple[int, ...]]) -> Iterator[Picture]:
        if len(done) == puzzle.height:
            drawn = picture(done, puzzle.palette)
            given = zip("".join(puzzle.givens), "".join(drawn), strict=bool(puzzle.givens))
            if all(want in ("?", have) for want, have in given):
                yield drawn
            return
        for row in rows[len(done)]:
            more = [*done, row]
            if all(tuple(line[c] for line in more) in begins[c][len(more)] for c in range(puzzle.width)):
                yield from extend(more)

    yield from extend([])


def holds(constraint: Constraint, values: Sequence[int]) -> bool:
    """Whether the values of all cells satisfy a constraint."""
    if isinstance(constraint, Blocks):
        return reads_as([values[cell] for cell in constraint.cells], constraint.blocks)
    number = sum(values[cell] == value for cell, value in constraint.options)
    return number == constraint.count if isinstance(constraint, Exactly) else number <= constraint.count


def assignments(problem: Problem) -> list[tuple[int, ...]]:
    """Return every assignment that satisfies a small Problem, among the values that are possible."""
    domains = [
        [value for value in range(size) if mask >> value & 1]
        for size, mask in zip(problem.sizes, problem.possible, strict=True)
    ]
    return [word for word in product(*domains) if all(holds(c, word) for c in problem.constraints)]

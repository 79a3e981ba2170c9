"""The only language between puzzles and solvers.

A Problem is a sequence of cells, numbered from 0, each with a small domain of values 0..size-1, and
constraints over them. A puzzle kind states itself as a Problem; encodings, narrowing and questions
read Problems and know nothing about puzzles.

`Blocks(cells, blocks)`      these cells, read in order, are exactly these blocks: the value 0 is
                             background, neighbouring blocks of one colour have at least one
                             background cell between them, blocks of different colours need none
`Exactly(k, options)`        exactly k of these (cell, value) options hold
`AtMost(k, options)`         at most k of them hold
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

CellValue = tuple[int, int]
"""(cell, value): "this cell has this value"."""

Values = Sequence[int]
"""The values of all cells, by cell."""


class Block(NamedTuple):
    """A run of `low` to `high` cells of one colour; a blotted block has low < high.

    >>> Block(1, 3, 3).blotted, Block(1, 1, 5).blotted
    (False, True)
    """

    colour: int
    low: int
    high: int

    @property
    def blotted(self) -> bool:
        """Whether the length is unknown."""
        return self.low != self.high


Clue = tuple[Block, ...]


class Blocks(NamedTuple):
    """The cells, in order, are exactly these blocks. `label` is the line's name for people ("row 3")."""

    cells: tuple[int, ...]
    blocks: Clue
    label: str = ""


@dataclass(frozen=True, slots=True)
class Exactly:
    """Exactly `count` of the options hold."""

    count: int
    options: tuple[CellValue, ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class AtMost:
    """At most `count` of the options hold."""

    count: int
    options: tuple[CellValue, ...]
    label: str = ""


Constraint = Blocks | Exactly | AtMost


@dataclass(frozen=True)
class Problem:
    """Cells, constraints, and the cells by which solutions are compared.

    `sizes[cell]` is the number of values of a cell. `answer_key` lists the cells by which solutions are
    compared; the values of all other cells follow from theirs. `givens` are options that hold.
    No two constraints have the same label: files and sentences name them by it.
    `possible[cell]` is the bit mask of the values that a cell may still have, after the givens and after
    narrowing.

        >>> row = Blocks((0, 1, 2), (Block(1, 2, 2),))
        >>> problem = Problem(sizes=(2, 2, 2), constraints=(row,), answer_key=(0, 1, 2))
        >>> problem.with_givens([(0, 0)]).possible
        (1, 3, 3)
    """

    sizes: tuple[int, ...]
    constraints: tuple[Constraint, ...]
    answer_key: tuple[int, ...]
    givens: tuple[CellValue, ...] = ()
    possible: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.possible:
            masks = {size: (1 << size) - 1 for size in set(self.sizes)}
            possible = list(map(masks.__getitem__, self.sizes))
            for cell, value in self.givens:
                possible[cell] &= 1 << value
            object.__setattr__(self, "possible", tuple(possible))
            labels = [constraint.label for constraint in self.constraints if constraint.label]
            if len(set(labels)) < len(labels):
                twice = next(label for label, number in Counter(labels).items() if number > 1)
                raise ValueError(f"two constraints of a Problem have the label {twice!r}: give each its own")

    def narrowed(self, possible: Iterable[int]) -> Problem:
        """Return the same Problem with these masks of possible values."""
        return replace(self, possible=tuple(possible))

    def with_givens(self, options: Iterable[CellValue]) -> Problem:
        """Return the Problem with these options as further givens."""
        more = tuple(options)
        possible = list(self.possible)
        for cell, value in more:
            possible[cell] &= 1 << value
        return replace(self, givens=self.givens + more, possible=tuple(possible))

    @cached_property
    def decided(self) -> bool:
        """Whether every cell has one value left; these may still violate the constraints."""
        return all(mask and is_single(mask) for mask in set(self.possible))  # few masks are different

    @property
    def values(self) -> tuple[int, ...]:
        """The values of a decided Problem's cells."""
        value = {mask: mask.bit_length() - 1 for mask in set(self.possible)}
        return tuple(map(value.__getitem__, self.possible))


def cells_of(constraint: Constraint) -> tuple[int, ...]:
    """Return the cells of a constraint, each once."""
    if isinstance(constraint, Blocks):
        return constraint.cells
    return tuple(dict.fromkeys([cell for cell, _ in constraint.options]))


def is_single(mask: int) -> bool:
    """Whether a mask has at most one value, so that its cell is decided."""
    return not mask & (mask - 1)


def values_of(mask: int) -> Iterator[int]:
    """Yield the values in a mask, the smallest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def differing(first: Values, second: Values, cells: Iterable[int]) -> list[int]:
    """Return the cells, of those given, that differ between the two assignments."""
    return [cell for cell in cells if first[cell] != second[cell]]

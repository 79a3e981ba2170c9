"""The only language between puzzles and solvers.

A Problem is a sequence of cells, numbered from 0, each with a small domain of values 0..size-1, and
constraints over them. A puzzle kind states itself as a Problem; encodings, narrowing and questions
read Problems and know nothing about puzzles.

`Runs(cells, blocks)`           these cells, read in order, are exactly these blocks: the value 0 is
                                background, neighbouring blocks of one colour have at least one background
                                cell between them, blocks of different colours need none
`Count(least, most, options)`   from `least` to `most` of these (cell, value) options hold
`Regular(cells, automaton)`     the automaton accepts the values of these cells, read in order
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from nonosat.errors import InternalError
from nonosat.problem.blocks import Block as Block, Clue as Clue
from nonosat.records import dataclass, replace

if TYPE_CHECKING:
    from nonosat.problem.automaton import Automaton, CountReader

CellValue = tuple[int, int]
"""(cell, value): "this cell has this value"."""

CellValues = Sequence[CellValue]
"""Such options, as a question or a clause has several."""

Values = Sequence[int]
"""The values of all cells, by cell."""


class Runs(NamedTuple):
    """The cells, in order, are exactly these blocks. `label` is the line's name for people ("row 3")."""

    cells: tuple[int, ...]
    blocks: Clue
    label: str = ""

    def reader(self, _values: int) -> Automaton:
        """Return the automaton of the clue."""
        from nonosat.problem.automaton import clue_automaton  # most puzzles need none

        return clue_automaton(self.blocks, len(self.cells))

    def renumber(self, to: Sequence[int] | Mapping[int, int]) -> Runs:
        """Return the same constraint over other cells: cell c becomes `to[c]`."""
        return self._replace(cells=tuple([to[cell] for cell in self.cells]))

    def orient(self, rank: Sequence[int]) -> Runs:
        """Return the same constraint, read from the end whose cell has the lower rank."""
        if not self.cells or rank[self.cells[0]] <= rank[self.cells[-1]]:
            return self
        return self._replace(cells=self.cells[::-1], blocks=self.blocks[::-1])


@dataclass(frozen=True)
class Count:
    """At least `least` and at most `most` of the options hold."""

    least: int
    most: int
    options: tuple[CellValue, ...]
    label: str = ""

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells of the options, each once, in order."""
        return tuple(dict.fromkeys([cell for cell, _ in self.options]))

    def reader(self, values: int) -> CountReader:
        """Return the automaton whose state is the number of options that hold."""
        from nonosat.problem.automaton import CountReader

        return CountReader(self.least, self.most, self.options, values)

    def renumber(self, to: Sequence[int] | Mapping[int, int]) -> Count:
        """Return the same constraint over other cells: cell c becomes `to[c]`."""
        # `dataclasses.replace` would take seconds for a large mosaic.
        return Count(self.least, self.most, tuple([(to[c], v) for c, v in self.options]), self.label)

    def orient(self, rank: Sequence[int]) -> Count:
        """Return the same constraint, with its options in the order of their cells' ranks."""
        options = tuple(sorted(self.options, key=lambda option: rank[option[0]]))
        return Count(self.least, self.most, options, self.label)


@dataclass(frozen=True)
class Regular:
    """The values of the cells, in order, are what the automaton accepts."""

    cells: tuple[int, ...]
    automaton: Automaton
    label: str = ""

    def reader(self, _values: int) -> Automaton:
        """Return the automaton."""
        return self.automaton

    def renumber(self, to: Sequence[int] | Mapping[int, int]) -> Regular:
        """Return the same constraint over other cells: cell c becomes `to[c]`."""
        return Regular(tuple([to[cell] for cell in self.cells]), self.automaton, self.label)

    def orient(self, rank: Sequence[int]) -> Regular:
        """Return the same constraint, read from the end whose cell has the lower rank, unless its automaton
        would be too large.
        """
        if not self.cells or rank[self.cells[0]] <= rank[self.cells[-1]]:
            return self
        automaton = self.automaton.backwards
        return self if automaton is None else Regular(self.cells[::-1], automaton, self.label)


CluedLines = tuple[Sequence[str], tuple[tuple[int, ...], ...], Sequence[Clue], Callable[[int], "Automaton"]]
"""The names, cells and clues of lines, and what returns the automaton of one whose clue has `*`."""

Constraint = Runs | Count | Regular
"""Each has its `cells`, each of them once, a `label`, and a `reader(values)`: the automaton that accepts what
the cells may be, in order, if their values are below `values`. All code that can uses that; only code that is
faster for a Runs or a Count asks which of the three it has. A Count has each option
once; one without options counts 0. The others have cells.
"""

_sound: tuple[tuple[int, ...], dict[int, object]] = ((), {})
"""The sizes of the last Problem, and by their ids the cells and options that were checked in such Problems:
those of a shape are always the same tuples."""

_MOST_SOUND = 20_000


class Forms(NamedTuple):
    """Constraints by their form, each with its number: for code that treats one form in a way of its own."""

    lines: list[tuple[int, Runs]]
    counts: list[tuple[int, Count]]
    rules: list[tuple[int, Regular]]

    @property
    def others(self) -> list[tuple[int, Count | Regular]]:
        """All but the lines."""
        return [*self.counts, *self.rules]


def by_form(constraints: Sequence[Constraint]) -> Forms:
    """Sort constraints by their form."""
    if {*map(type, constraints)} == {Runs}:  # most puzzles
        return Forms(list(enumerate(constraints)), [], [])  # type: ignore[arg-type]
    forms = Forms([], [], [])
    for number, constraint in enumerate(constraints):
        if isinstance(constraint, Runs):
            forms.lines.append((number, constraint))
        elif isinstance(constraint, Count):
            forms.counts.append((number, constraint))
        else:
            forms.rules.append((number, constraint))
    return forms


@dataclass(frozen=True)
class Problem:
    """Cells, constraints, and the cells by which solutions are compared.

    `sizes[cell]` is the number of values of a cell. `answer_key` lists the cells by which solutions are
    compared; the values of all other cells follow from theirs. `givens` are options that hold.
    No two constraints have the same label: files and sentences name them by it. Where a Problem is made, its
    constraints are checked.
    `possible[cell]` is the bit mask of the values that a cell may still have, after the givens and after
    narrowing.

        >>> row = Runs((0, 1, 2), (Block(1, 2, 2),))
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
            possible = list(map({size: (1 << size) - 1 for size in set(self.sizes)}.__getitem__, self.sizes))
            for cell, value in self.givens:
                possible[cell] &= 1 << value
            object.__setattr__(self, "possible", tuple(possible))
            self._check()

    def _check(self) -> None:
        """Raise InternalError if a constraint breaks what `Constraint` promises, or if two labels are one."""
        global _sound
        named = [one.label for one in self.constraints if one.label]
        if len(set(named)) < len(named):
            twice = next(label for label, number in Counter(named).items() if number > 1)
            raise InternalError(f"two constraints of a Problem have the label {twice!r}: give each its own")
        sizes, sound = _sound if _sound[0] == self.sizes else (self.sizes, {})
        options, cells = [], []
        for one in self.constraints:
            if type(one) is Count:
                if id(one.options) not in sound:
                    options.append(one.options)
            elif id(one.cells) not in sound:
                cells.append(one.cells)
        new: list[tuple[object, ...]] = [*options, *cells]
        if any(len(set(part)) < len(part) for part in new):
            raise InternalError("a constraint of a Problem has a cell or an option twice")
        if not all(cells):
            raise InternalError("a constraint of a Problem has no cells")
        if not set(range(len(sizes))).issuperset(chain.from_iterable(cells)):
            raise InternalError("a constraint of a Problem has a cell that there is not")
        for cell, value in set(chain.from_iterable(options)):
            if not (0 <= cell < len(sizes) and 0 <= value < sizes[cell]):
                raise InternalError("a Count of a Problem has an option that there is not")
        if len(sound) + len(new) <= _MOST_SOUND:
            _sound = sizes, sound | {id(part): part for part in new if part}

    def narrow_to(self, possible: Iterable[int]) -> Problem:
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
    def forms(self) -> Forms:
        """The constraints by their form."""
        return by_form(self.constraints)

    @property
    def only_lines(self) -> bool:
        """Whether all constraints are lines of blocks."""
        return len(self.forms.lines) == len(self.constraints)

    @cached_property
    def open_cells(self) -> list[int]:
        """The cells that have several values left."""
        return [cell for cell, mask in enumerate(self.possible) if mask & (mask - 1)]

    @cached_property
    def decided(self) -> bool:
        """Whether every cell has one value left; these may still violate the constraints."""
        return all(mask and is_single(mask) for mask in set(self.possible))  # few masks are different

    @property
    def values(self) -> tuple[int, ...]:
        """The values of a decided Problem's cells."""
        value = {mask: mask.bit_length() - 1 for mask in set(self.possible)}
        return tuple(map(value.__getitem__, self.possible))


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

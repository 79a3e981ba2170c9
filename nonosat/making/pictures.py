"""Which cells lines, and refutations in a few layers, leave open: for many pictures of one size."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from threading import get_ident
from typing import TYPE_CHECKING, TypeAlias

from nonosat.errors import InternalError
from nonosat.making.growth import Growth, clue_of
from nonosat.narrowing.lines import Narrowing
from nonosat.problem import Blocks, CellValue, Problem, is_single
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.processes.machine_code import LoadedBeside
from nonosat.puzzles.nonogram import grid_lines
from nonosat.reasons.layers import shallowest

if TYPE_CHECKING:
    from nonosat.narrowing.growth import CompiledGrowth
    from nonosat.narrowing.pictures import CompiledPictures

    Growing: TypeAlias = "Growth | CompiledGrowth"
    Pictures: TypeAlias = "PlainPictures | CompiledPictures"
    Kind = Callable[[Sequence[tuple[int, ...]], int], Pictures]

_WAIT = 5.0  # seconds


class PlainPictures:
    """The reference for `nonosat.narrowing.pictures.CompiledPictures`, its twin in machine code."""

    def __init__(self, lines: Sequence[tuple[int, ...]], colours: int) -> None:
        """`lines` has the cells of each row and column; `colours` includes the background."""
        self._lines = lines
        self._cells = tuple(range(max(map(max, lines)) + 1))
        self._sizes = (colours,) * len(self._cells)
        self._unknown = (1 << colours) - 1

    def open_cells(
        self,
        values: Sequence[int],
        layers: int = 0,
        among: Collection[int] | None = None,
        clock: Clock = NO_CLOCK,
    ) -> list[int]:
        """Return the cells that lines, and refutations in at most `layers` layers, leave open.

        With `among`, all cells but these are known to begin with. Raises LimitReached once the clock's
        deadline has passed.
        """
        possible = [self._unknown] * len(values)
        if among is not None:
            possible = [1 << value for value in values]
            for cell in among:
                possible[cell] = self._unknown
        clues = [Blocks(line, clue_of(tuple([values[cell] for cell in line]))) for line in self._lines]
        problem = Problem(self._sizes, tuple(clues), self._cells, possible=tuple(possible))
        state = Narrowing(problem, clock)
        state.narrow(clock)
        while layers and not all(map(is_single, state.possible)):
            refuted = shallowest(state, layers, clock)[1]
            if not refuted:
                break
            state.strike(refuted)
            state.narrow(clock)
        if state.contradiction is not None:
            raise InternalError("the clues of a picture contradict it")
        return [cell for cell, mask in enumerate(state.possible) if not is_single(mask)]

    def after_each(
        self, values: Sequence[int], options: Sequence[CellValue], clock: Clock = NO_CLOCK
    ) -> list[int]:
        """Return, for each change of one cell, how many cells lines leave open after it.

        Raises LimitReached once the clock's deadline has passed.
        """
        found = []
        for cell, value in options:
            changed = [*values]
            changed[cell] = value
            found.append(len(self.open_cells(changed, clock=clock)))
        return found

    def growth(self, values: Sequence[int], clock: Clock = NO_CLOCK) -> Growth:
        """Return what lines deduce about a picture; the next call invalidates it.

        Raises LimitReached once the clock's deadline has passed.
        """
        return Growth(self._lines, self._unknown.bit_length(), values, clock)


def _load() -> Kind:
    from nonosat.narrowing.pictures import CompiledPictures

    CompiledPictures.warm_up()
    return CompiledPictures


PICTURES: LoadedBeside[Kind] = LoadedBeside(PlainPictures, _load, worth=0.2)


@contextmanager
def pictures(width: int, height: int, colours: int) -> Iterator[Pictures]:
    """Enter with a narrower for pictures of one size: in machine code if that is loaded by now."""
    kind = PICTURES.current
    with PICTURES.at_work(kind):
        yield _pictures(kind, width, height, colours, get_ident())


def ready(clock: Clock = NO_CLOCK) -> None:
    """Wait up to `_WAIT` seconds for machine code: the reference takes a hundred times as long."""
    left = clock.left
    PICTURES.wait(_WAIT if left is None else min(_WAIT, left))


@lru_cache(maxsize=4)
def _pictures(kind: Kind, width: int, height: int, colours: int, _thread: int) -> Pictures:
    """Return the narrower for a size, cached per thread."""
    return kind(grid_lines(width, height)[1], colours)

"""Which changes of a picture let lines decide more of it.

Lines decide some cells of a picture, or none. Changing cells that are still open gives the lines through them
new clues. What is known still follows if each of these lines repeats its deductions, each from what was known
at that point. The deductions of all other lines stay valid, so they need no second look.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from nonosat.line.masks import narrower
from nonosat.problem import CellValue, Clue
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.puzzles.clues import block


class Entry(NamedTuple):
    """A deduction: these places of a line, as a mask, cannot have the value."""

    finder: int
    line: int
    value: int
    places: int


class Growth:
    """What lines deduce about a picture, in order; the reference for `nonosat.narrowing.kernel_growth`."""

    def __init__(
        self, lines: Sequence[tuple[int, ...]], colours: int, values: Sequence[int], clock: Clock = NO_CLOCK
    ) -> None:
        """This and all methods raise LimitReached once the clock's deadline has passed."""
        self.values = list(values)
        self._clock = clock
        self._lines = lines
        self._colours = colours
        self._can = [[(1 << len(line)) - 1] * colours for line in lines]
        self._clues = list(map(self._clue, range(len(lines))))
        self._seen: list[list[tuple[int, int]]] = [[] for _ in values]
        for number, line in enumerate(lines):
            for place, cell in enumerate(line):
                self._seen[cell].append((number, place))
        self._dirty = bytearray(b"\1" * len(lines))
        self._trail: list[Entry] = []
        self._of_line: list[list[Entry]] = [[] for _ in lines]
        self._settle()

    def open_cells(self) -> list[int]:
        """Return the cells that lines leave open."""
        return list(filter(self._is_open, range(len(self.values))))

    def grow(self, changes: Sequence[Sequence[CellValue]]) -> int:
        """Make those of the changes that decide open cells, most productive first.

        Changes after which known cells would no longer follow are skipped. Return how many were made.
        """
        gains = list(map(self.gain, changes))
        best_first = sorted(filter(gains.__getitem__, range(len(changes))), key=lambda number: -gains[number])
        return sum(self.gain(changes[number], keep=True) > 0 for number in best_first)

    def gain(self, change: Sequence[CellValue], keep: bool = False) -> int:
        """Return how many open cells a change decides; 0 if it changes known cells.

        With `keep`, make the change if it decides a cell and everything known still follows.
        """
        if not all(self._possible(cell, value) for cell, value in change):
            return 0
        before = [(cell, self.values[cell]) for cell, _ in change]
        length = len(self._trail)
        changed = self._paint(change)
        found = 0
        if not keep or all(map(self._follows, changed)):
            for line in changed:
                self._dirty[line] = 1
            self._settle()
            found = sum(not self._is_open(cell) for cell in self._found_since(length))
        if not (keep and found):
            self._undo(length)
            self._paint(before)
        return found

    def _possible(self, cell: int, value: int) -> bool:
        line, place = self._seen[cell][0]
        return bool(self._can[line][value] >> place & 1)

    def _is_open(self, cell: int) -> bool:
        line, place = self._seen[cell][0]
        return sum(mask >> place & 1 for mask in self._can[line]) > 1

    def _found_since(self, length: int) -> set[int]:
        """Return the cells that deductions are about since the trail had this length."""
        own = [entry for entry in self._trail[length:] if entry.finder == entry.line]
        return {self._lines[entry.line][place] for entry in own for place in _places(entry.places)}

    def _clue(self, line: int) -> Clue:
        return clue_of(tuple([self.values[cell] for cell in self._lines[line]]))

    def _paint(self, change: Sequence[CellValue]) -> list[int]:
        """Change the values of cells; return their lines."""
        for cell, value in change:
            self.values[cell] = value
        changed = sorted({line for cell, _ in change for line, _ in self._seen[cell]})
        for line in changed:
            self._clues[line] = self._clue(line)
        return changed

    def _settle(self) -> None:
        """Narrow dirty lines, in order, until there are none."""
        while any(self._dirty):
            for line in range(len(self._lines)):
                if self._dirty[line]:
                    self._look(line)

    def _look(self, line: int) -> None:
        self._clock.check()
        self._dirty[line] = 0
        can = self._can[line]
        for value, places in enumerate(self._gone(line, can)):
            self._enter(Entry(line, line, value, places))
            for at in _places(places):
                for other, place in self._seen[self._lines[line][at]]:
                    if other != line:
                        self._enter(Entry(line, other, value, 1 << place))
                        self._dirty[other] = 1

    def _gone(self, line: int, can: Sequence[int]) -> list[int]:
        """Return, by value, the places that a line's clue rules out, given `can`."""
        left = narrower(self._clues[line], len(self._lines[line]))(can)
        assert left is not None
        return [had & ~has for had, has in zip(can, left, strict=True)]

    def _enter(self, entry: Entry) -> None:
        if entry.places:
            self._can[entry.line][entry.value] ^= entry.places
            self._trail.append(entry)
            self._of_line[entry.line].append(entry)

    def _follows(self, line: int) -> bool:
        """Whether a line's new clue repeats all its deductions, each from what was known at that point."""
        can = self._can[line][:]
        for own, run in groupby(reversed(self._of_line[line]), lambda entry: entry.finder == line):
            found = [0] * self._colours
            for entry in run:
                found[entry.value] |= entry.places
            can = [mask | more for mask, more in zip(can, found, strict=True)]
            if own and any(more & ~gone for more, gone in zip(found, self._gone(line, can), strict=True)):
                return False
        return True

    def _undo(self, length: int) -> None:
        """Undo all deductions since the trail had this length."""
        while len(self._trail) > length:
            entry = self._trail.pop()
            self._of_line[entry.line].pop()
            self._can[entry.line][entry.value] ^= entry.places


def _places(mask: int) -> Iterator[int]:
    """Yield the places in a mask."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@lru_cache(maxsize=1 << 14)
def clue_of(values: tuple[int, ...]) -> Clue:
    """Return the clue of a line with these values."""
    return tuple([block(value, len(list(run))) for value, run in groupby(values) if value])

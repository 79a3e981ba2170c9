"""What lines, and refutations in layers, know of a picture: simulated line by line with Python's integers."""

from collections.abc import Collection, Sequence

from nonosat.automata.masks import narrow
from nonosat.problem import CellValue, CellValues
from tests.helpers.brute import clue_of

Can = list[int]
"""For every cell the mask of the values that it can have."""


class Known:
    """A picture, and the values that its cells can have by the clues of its lines.

    `looks` has the lines that were narrowed, in order, each with what its cells could have before and after.
    """

    def __init__(
        self, values: Sequence[int], width: int, colours: int, among: Collection[int] | None = None
    ) -> None:
        """With `among`, all cells but these are known to begin with."""
        cells = range(len(values))
        self.values, self.colours = list(values), colours
        self.lines = [
            *(cells[at : at + width] for at in cells[::width]),
            *(cells[c::width] for c in range(width)),
        ]
        every = (1 << colours) - 1
        self.can = [every if among is None or cell in among else 1 << values[cell] for cell in cells]
        self.looks: list[tuple[int, Can, Can]] = []
        self.settle(range(len(self.lines)))

    @property
    def open(self) -> list[int]:
        """The open cells."""
        return [cell for cell, mask in enumerate(self.can) if mask & (mask - 1)]

    def narrowed(self, line: int, before: Can) -> Can | None:
        """Return what a line's clue leaves its cells; None if it is violated."""
        cells = self.lines[line]
        can = [sum((mask >> v & 1) << at for at, mask in enumerate(before)) for v in range(self.colours)]
        left = narrow(clue_of([self.values[cell] for cell in cells]), can, len(cells))
        if left is None:
            return None
        return [sum((places >> at & 1) << v for v, places in enumerate(left)) for at in range(len(cells))]

    def settle(self, dirty: Collection[int]) -> None:
        """Narrow these lines, and those that change, in rounds."""
        pending = set(dirty)
        while pending:
            for line, cells in enumerate(self.lines):
                if line in pending:
                    before = [self.can[cell] for cell in cells]
                    after = self.narrowed(line, before)
                    assert after is not None
                    self.looks.append((line, before, after))
                    pending.remove(line)
                    for cell, had, has in zip(cells, before, after, strict=True):
                        self.can[cell] = has
                        if had != has:
                            pending |= self.through([cell]) - {line}

    def through(self, cells: Collection[int]) -> set[int]:
        """Return the lines through some cells."""
        return {number for number, line in enumerate(self.lines) if any(cell in line for cell in cells)}

    def refute(self, layers: int) -> None:
        """Rule out what refutations in few layers exclude, and settle, until there are none."""
        while options := [option for option in self.options() if self.refuted(option, layers)]:
            for cell, value in options:
                self.can[cell] &= ~(1 << value)
            self.settle(self.through([cell for cell, _ in options]))

    def options(self) -> list[CellValue]:
        """Return the values of the open cells."""
        return [(cell, v) for cell in self.open for v in range(self.colours) if self.can[cell] >> v & 1]

    def refuted(self, option: CellValue, layers: int) -> bool:
        """Whether an assumption is refuted in a number of passes; in each, all lines see the same cells."""
        can = self.can[:]
        can[option[0]] = 1 << option[1]
        for _ in range(layers):
            then = can[:]
            for line, cells in enumerate(self.lines):
                after = self.narrowed(line, [can[cell] for cell in cells])
                if after is None:
                    return True
                for cell, mask in zip(cells, after, strict=True):
                    then[cell] &= mask
            if 0 in then:
                return True
            if then == can:
                return False
            can = then
        return False

    def grow(self, changes: Sequence[CellValues]) -> int:
        """Make changes that decide open cells, those that decide most first; return how many were made.

        Only changes after which all that is known still follows are made.
        """
        gains = [self.gain(change, keep=False) for change in changes]
        order = sorted(range(len(changes)), key=lambda number: -gains[number])
        return sum(self.gain(changes[number], keep=True) > 0 for number in order if gains[number])

    def gain(self, change: CellValues, keep: bool) -> int:
        """Return how many open cells a change decides; with `keep`, make it if it does, and all follows."""
        if not all(self.can[cell] >> value & 1 for cell, value in change):
            return 0
        then = self.values[:], self.can[:], self.looks[:]
        still_open, lines = len(self.open), self.through([cell for cell, _ in change])
        for cell, value in change:
            self.values[cell] = value
        decided = 0
        if not keep or all(
            self.follows(line, before, after) for line, before, after in self.looks if line in lines
        ):
            self.settle(lines)
            decided = still_open - len(self.open)
        if not (keep and decided):
            self.values, self.can, self.looks = then
        return decided

    def follows(self, line: int, before: Can, after: Can) -> bool:
        """Whether a line's clue leaves no more than another did, given the same."""
        left = self.narrowed(line, before)
        return left is not None and not any(has & ~had for has, had in zip(left, after, strict=True))

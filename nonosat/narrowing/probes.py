"""Probing: assume a value of a cell, narrow lines, and see what follows.

A value that leads to a contradiction is ruled out, and so is what every value of a cell rules out. Once
nothing more follows from any cell, single assumptions are exhausted; the order of probing does not affect the
result. Cells next to known ones come first, then those next to the cells of the last success.

This is the reference; `kernel_probes` is its twin in machine code.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.narrowing.lines import Narrowing
from nonosat.problem import Blocks, CellValue, is_single, values_of
from nonosat.processes.limits import NO_CLOCK, Clock

BY_PROBES = "by lines and single assumptions"
CONTRADICTION = "an assumption"
"""Replaces the name of the violated constraint if the contradiction was found by assumptions."""


def depths(most: int) -> Iterator[int]:
    """Yield the depths of iterative deepening: numbers of layers, growing to `most`."""
    depth = 1
    while depth < most:
        yield depth
        depth += 1 + depth // 4
    if most > 0:
        yield most


def probe(state: Narrowing, most: int, patience: int, clock: Clock = NO_CLOCK) -> bool:
    """Probe a settled Narrowing; return whether probing is exhausted.

    The work ends after about `most` constraints were narrowed, or `patience` since the last success.
    Solutions that probes end in are added to `state.solutions`, two different ones at most.
    Raises LimitReached once the clock's deadline has passed.
    """
    return _Probing(state, clock).probe(state.lines_narrowed + most, patience)


class _Probing:
    def __init__(self, state: Narrowing, clock: Clock) -> None:
        self.state = state
        self.clock = clock
        self.hot: list[int] = []  # a stack of cells next to newly known ones
        self.gained = True
        self.success = state.lines_narrowed
        self.beside = _neighbours(state)

    def probe(self, stop: int, patience: int) -> bool:
        state = self.state
        while self.gained and state.contradiction is None:
            self.gained = False
            for cell in self._round():
                if state.lines_narrowed >= min(stop, self.success + patience):
                    return False
                self._probe(cell)
                while self.hot and state.contradiction is None and len(state.solutions) < 2:
                    cell = self.hot.pop()
                    if not is_single(state.possible[cell]):
                        if state.lines_narrowed >= min(stop, self.success + patience):
                            return False
                        self._probe(cell)
                if state.contradiction is not None or len(state.solutions) == 2:
                    return True
        return True

    def _round(self) -> list[int]:
        """Return the open cells, those with the most known neighbours first."""
        possible, beside = self.state.possible, self.beside
        cells = [cell for cell in beside if not is_single(possible[cell])]
        return sorted(cells, key=lambda cell: -sum(c < 0 or is_single(possible[c]) for c in beside[cell]))

    def _probe(self, cell: int) -> None:
        """Assume each value of a cell in turn."""
        if is_single(self.state.possible[cell]):
            return
        union = [0] * len(self.state.possible)
        for value in values_of(self.state.possible[cell]):
            assumed = self.state.copy()
            assumed.assume(cell, value)
            assumed.narrow(self.clock)
            self.state.lines_narrowed = assumed.lines_narrowed
            if assumed.contradiction is not None:
                self._take([(cell, value)])
                if self.state.contradiction is not None or is_single(self.state.possible[cell]):
                    return
                continue
            self._note_solution(assumed)
            union = [a | b for a, b in zip(union, assumed.possible, strict=True)]
        possible = enumerate(zip(self.state.possible, union, strict=True))
        gone = [(c, value) for c, (had, left) in possible if had != left for value in values_of(had & ~left)]
        if gone:
            self._take(gone)

    def _take(self, options: list[CellValue]) -> None:
        """Rule options out permanently, and put the open cells next to newly known ones first."""
        state, before = self.state, self.state.possible[:]
        state.strike(options)
        state.narrow(self.clock)
        if state.contradiction is not None:
            state.contradiction = CONTRADICTION
        self.gained, self.success = True, state.lines_narrowed
        known = (cell for cell, mask in enumerate(before) if mask != state.possible[cell])
        self.hot += [c for cell in known for c in self.beside.get(cell, ()) if c >= 0]

    def _note_solution(self, assumed: Narrowing) -> None:
        found = self.state.solutions
        if len(found) < 2 and all(map(is_single, assumed.possible)):
            values = tuple([mask.bit_length() - 1 for mask in assumed.possible])
            if values not in found:
                found.append(values)


def _neighbours(state: Narrowing) -> dict[int, list[int]]:
    """Return the neighbours of each cell within its lines; -1 stands for an edge, which counts as known."""
    beside: dict[int, list[int]] = {}
    for line in state.constraints:
        if isinstance(line, Blocks):
            padded = (-1, *line.cells, -1)
            for before, cell, after in zip(padded, line.cells, padded[2:], strict=False):
                beside.setdefault(cell, []).extend((before, after))
    return beside

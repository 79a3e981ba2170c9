"""Checks an explanation step by step, without a solver.

It shares only the line narrower with the code that finds steps. A trace is checked with nothing known but the
`uses` of its step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from nonosat.line.masks import narrow
from nonosat.problem import Clue, values_of
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.reasons.grid import Line
from nonosat.reasons.steps import (
    DELETION,
    ROWS,
    SMALLEST,
    Conflict,
    Fact,
    Facts,
    LineSet,
    LineStep,
    Refutation,
    Step,
    Sum,
    TwoWay,
    lines_of,
)

Masks = tuple[int, ...]


class Wrong(Exception):  # noqa: N818 - it is an outcome, not an error
    """A step does not follow; the message says why."""


class Checker:
    """Checks steps one by one, and keeps the known cells. `ended` is whether the last step was a conflict."""

    def __init__(
        self, lines: Sequence[Line], known: Sequence[int], whole: bool = True, clock: Clock = NO_CLOCK
    ) -> None:
        """With `whole`, steps must set everything that they force, as is required outside traces."""
        self.known = list(known)
        self.ended = False
        self._lines = lines
        self._whole = whole
        self._clock = clock
        self._full = (1 << lines[0].values) - 1

    def take(self, step: Step) -> None:
        """Check a step and apply it; raise Wrong if it does not follow."""
        self._clock.check()
        if self.ended:
            raise Wrong("a step after a conflict")
        self._check_uses(step.uses)
        if isinstance(step, LineStep):
            self._line_step(step)
        elif isinstance(step, Conflict):
            self._conflict(step)
        elif isinstance(step, Refutation):
            self._refuted(step, step.trace)
        elif isinstance(step, TwoWay):
            self._two_way(step)
        elif isinstance(step, Sum):
            self._sum(step)
        else:
            self._line_set(step)
        for cell, mask in step.sets:
            if not mask & self.known[cell]:
                raise Wrong(f"{self._name(cell)} has no value left")
            self.known[cell] &= mask

    def _check_uses(self, uses: Facts) -> None:
        for cell, mask in uses:
            if self.known[cell] & ~mask:
                raise Wrong(f"it uses a fact that is not known: {self._name(cell)}")
            if mask == self._full:
                raise Wrong(f"it uses a fact that excludes nothing: {self._name(cell)}")
            if mask != self.known[cell]:
                raise Wrong(f"it uses less than is known: {self._name(cell)}")

    def _line_step(self, step: LineStep) -> None:
        line = self._lines[step.line]
        can = self._masks(line, step.uses)
        forced = _narrowed(line.blocks, can, line.n)
        if forced is None:
            raise Wrong(f"{line.label} cannot be completed")
        self._check_sets(line, forced, step.sets)
        if self._whole:
            for place, cell in enumerate(line.cells):
                left = self.known[cell] & _at(forced, place)
                if left != self.known[cell] and (cell, left) not in step.sets:
                    raise Wrong(f"it forces {self._name(cell)} too")
        gone = [
            (line.place_of[cell], value)
            for cell, mask in step.sets
            for value in values_of(self.known[cell] & ~mask)
        ]
        self._check_minimal(line, step, gone)

    def _check_sets(self, line: Line, forced: Masks, sets: Facts) -> None:
        if not sets:
            raise Wrong("it sets nothing")
        for cell, mask in sets:
            if cell not in line.place_of:
                raise Wrong(f"{self._name(cell)} is not in {line.label}")
            left = self.known[cell] & _at(forced, line.place_of[cell])
            self._check_set(cell, mask, left)

    def _check_set(self, cell: int, mask: int, left: int) -> None:
        """Check that a fact is new, and follows if the cell has the values `left`."""
        if mask & self.known[cell] == self.known[cell]:
            raise Wrong(f"{self._name(cell)} is already known")
        if left & ~mask:
            raise Wrong(f"{self._name(cell)} does not follow")
        if mask & ~self.known[cell]:
            raise Wrong(f"it allows a value that is already ruled out: {self._name(cell)}")

    def _conflict(self, step: Conflict) -> None:
        line = self._lines[step.line]
        if _narrowed(line.blocks, self._masks(line, step.uses), line.n) is not None:
            raise Wrong(f"{line.label} can be completed")
        self._check_minimal(line, step, [])
        self.ended = True

    def _check_minimal(self, line: Line, step: LineStep | Conflict, gone: Sequence[tuple[int, int]]) -> None:
        """Check that each known cell is needed and, if claimed, that no smaller set is enough."""
        for left_out in step.uses:
            can = self._masks(line, [fact for fact in step.uses if fact != left_out])
            if _rules_out(line, can, gone):
                raise Wrong(f"it does not need {self._name(left_out[0])}")
        if step.minimal == DELETION or len(step.uses) < 2:
            return
        if len(step.uses) > 2:
            raise Wrong(f"only sets of at most two known cells can be called {SMALLEST}")
        # Is one known cell enough? It must contradict every value that is ruled out.
        places = list(range(line.n))
        for place, value in gone or [(0, -1)]:
            alone = _narrowed(line.blocks, _assuming(line, place, value), line.n)
            if alone is not None:
                places = [p for p in places if not _at(alone, p) & self.known[line.cells[p]]]
            if not places:
                return
        raise Wrong("one known cell is enough")

    def _refuted(self, step: Refutation | LineSet, trace: Sequence[Step]) -> None:
        """Check a trace to a conflict, and what follows from it."""
        cell, mask = step.assumes
        if not mask & self.known[cell] or not self.known[cell] & ~mask:
            raise Wrong(f"its assumption is already decided: {self._name(cell)}")
        if not self._traced(step.assumes, step.uses, trace).ended:
            raise Wrong("the trace does not end in a conflict")
        self._check_needed(step.uses, [trace])
        self._check_ruled_out(step)

    def _check_ruled_out(self, step: Refutation | LineSet) -> None:
        """Check that the step sets the negation of the assumption, and nothing else."""
        cell, mask = step.assumes
        if [one for one, _ in step.sets] != [cell]:
            raise Wrong("it must set the cell of the assumption, and no other")
        self._check_set(cell, step.sets[0][1], self.known[cell] & ~mask)

    def _traced(self, assumes: Fact, uses: Facts, trace: Sequence[Step]) -> Checker:
        """Check a trace; return the state after it."""
        inside = Checker(self._lines, [self._full] * len(self.known), False, self._clock)
        for cell, mask in (*uses, assumes):
            inside.known[cell] &= mask
        if not inside.known[assumes[0]]:
            raise Wrong(f"its assumption is already decided: {self._name(assumes[0])}")
        for number, step in enumerate(trace, start=1):
            try:
                inside.take(step)
            except Wrong as wrong:
                raise Wrong(f"step {number} of its trace: {wrong}") from None
        return inside

    def _check_needed(self, uses: Facts, traces: Sequence[Sequence[Step]], sets: Facts = ()) -> None:
        """Check that the traces use each fact, and that a later step or `sets` uses whatever a trace sets."""
        wanted = {cell for cell, _ in sets}
        used = set[int]()
        for trace in traces:
            later = set(wanted)
            for step in reversed(trace):
                for cell, _ in step.sets:
                    if cell not in later:
                        raise Wrong(f"its trace does not need {self._name(cell)}")
                later.update(cell for cell, _ in step.uses)
            used.update(cell for step in trace for cell, _ in step.uses)
        for cell, _ in uses:
            if cell not in used:
                raise Wrong(f"it does not need {self._name(cell)}")

    def _two_way(self, step: TwoWay) -> None:
        cells = {case.assumes[0] for case in step.cases}
        if len(cells) != 1:
            raise Wrong("its cases are not about one cell")
        (cell,) = cells
        masks = [case.assumes[1] for case in step.cases]
        if any(one & other for one, other in pairwise(masks)) or self.known[cell] & ~_union(masks):
            raise Wrong(f"its cases do not cover each value once: {self._name(cell)}")
        left = [0] * len(self.known)
        for case in step.cases:
            inside = self._traced(case.assumes, step.uses, case.trace)
            if not inside.ended:
                left = [a | b for a, b in zip(left, inside.known, strict=True)]
        self._check_needed(step.uses, [case.trace for case in step.cases], step.sets)
        if not step.sets:
            raise Wrong("it sets nothing")
        for target, mask in step.sets:
            self._check_set(target, mask, self.known[target] & left[target])

    def _sum(self, step: Sum) -> None:
        rows, columns = ([self._lines[k] for k in group] for group in (step.rows, step.columns))
        least, most = (rows, columns) if step.least == ROWS else (columns, rows)
        low, high = 0, 0
        counted: list[tuple[Line, Masks, Masks, int, int]] = []
        for lines, others, sign in ((least, most, 1), (most, least, -1)):
            inside = {cell for line in others for cell in line.cells}
            for line in lines:
                uses = [fact for fact in step.uses if fact[0] in line.place_of]
                can = self._masks(line, uses)
                costs = tuple(sign * (cell in inside) for cell in line.cells)
                number = fewest(line.blocks, can, costs, step.colour)
                if number is None:
                    raise Wrong(f"{line.label} cannot be completed")
                low, high = (low + number, high) if sign > 0 else (low, high - number)
                counted.append((line, can, costs, number, sign))
        if low < high:
            raise Wrong(f"the sum proves nothing: at least {low} cells, at most {high}")
        if low > high:
            if step.sets:
                raise Wrong("it is a conflict, but sets cells")
            self.ended = True
            return
        if not step.sets:
            raise Wrong("it sets nothing")
        for cell, mask in step.sets:
            left = self.known[cell]
            for line, can, costs, number, _ in counted:
                if cell in line.place_of:
                    left &= ~_beyond(line, can, costs, number, step.colour, line.place_of[cell], left)
            self._check_set(cell, mask, left)

    def _line_set(self, step: LineSet) -> None:
        if step.trace is None:
            self._check_ruled_out(step)
            return
        self._refuted(step, step.trace)
        if {line for one in step.trace for line in lines_of(one)} != set(step.lines):
            raise Wrong("the lines of its trace differ from those it names")

    def _masks(self, line: Line, facts: Iterable[Fact]) -> Masks:
        """Return for each value the places that may have it, given only these facts."""
        can = [line.all] * line.values
        for cell, mask in facts:
            if cell not in line.place_of:
                raise Wrong(f"{self._name(cell)} is not in {line.label}")
            for value in range(line.values):
                if not mask >> value & 1:
                    can[value] &= ~(1 << line.place_of[cell])
        return tuple(can)

    def _name(self, cell: int) -> str:
        """Name a cell by its row and column."""
        line = next(line for line in self._lines if cell in line.place_of)
        return f"{line.label}, column {line.place_of[cell] + 1}"


@lru_cache(maxsize=1 << 12)
def _narrowed(blocks: Clue, can: Masks, n: int) -> Masks | None:
    return narrow(blocks, can, n)


def _at(can: Sequence[int], place: int) -> int:
    """Return the mask of the values that a place may have."""
    return sum((mask >> place & 1) << value for value, mask in enumerate(can))


def _union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _assuming(line: Line, place: int, value: int) -> Masks:
    """Return the masks of a line with this one known place, or with none if the value is negative."""
    bit = 1 << place if value >= 0 else 0
    return tuple([line.all if v == value else line.all & ~bit for v in range(line.values)])


def _rules_out(line: Line, can: Masks, gone: Sequence[tuple[int, int]]) -> bool:
    """Whether a line rules out all of `gone`; if that is empty, whether the line cannot be completed."""
    left = _narrowed(line.blocks, can, line.n)
    if left is None:
        return True
    return bool(gone) and not any(left[value] >> place & 1 for place, value in gone)


def fewest(blocks: Clue, can: Masks, costs: Sequence[int], colour: int) -> int | None:
    """Return the least cost of an arrangement, None if there is none.

    Cells of the colour cost what `costs` says, others nothing. A dynamic program over the blocks: `best[i]`
    is the least cost of the cells before boundary i, where the next block may begin.
    """
    n = len(costs)
    best: list[int | None] = [None] * (n + 1)
    best[0] = 0
    best = _through_background(best, can[0], n)
    previous = 0
    for block in blocks:
        if previous == block.colour:  # blocks of one colour need background between them
            best = [None, *(b if can[0] >> i & 1 else None for i, b in enumerate(best[:-1]))]
        following: list[int | None] = [None] * (n + 1)
        for begin, cost in enumerate(best):
            if cost is None:
                continue
            for end in range(begin + 1, min(n, begin + block.high) + 1):
                if not can[block.colour] >> end - 1 & 1:
                    break
                cost += costs[end - 1] if block.colour == colour else 0
                so_far = following[end]
                if end - begin >= block.low and (so_far is None or cost < so_far):
                    following[end] = cost
        best = _through_background(following, can[0], n)
        previous = block.colour
    return best[n]


def _through_background(best: list[int | None], white: int, n: int) -> list[int | None]:
    """Extend arrangements by background cells."""
    for i in range(n):
        here, after = best[i], best[i + 1]
        if here is not None and white >> i & 1 and (after is None or here < after):
            best[i + 1] = here
    return best


def _beyond(
    line: Line, can: Masks, costs: Sequence[int], number: int, colour: int, place: int, values: int
) -> int:
    """Return the values of a place that leave no arrangement with this number of cells."""
    found = 0
    for value in values_of(values):
        other = tuple([a & b for a, b in zip(can, _assuming(line, place, value), strict=True)])
        cost = fewest(line.blocks, other, costs, colour)
        if cost is None or cost > number:
            found |= 1 << value
    return found

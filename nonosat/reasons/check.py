"""Checks an explanation step by step, without a solver.

Each kind of step is judged from its definition (see `steps`), on the Problem itself. Nothing is shared with
the code that finds steps. A trace is checked with nothing known but the `uses` of its step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import reduce
from itertools import pairwise
from operator import or_

from nonosat.problem import Problem, values_of
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.reasons.check_units import Counted, Judged, Masks, Ordered, at, judged, together
from nonosat.reasons.fields import Fact, Facts
from nonosat.reasons.steps import (
    BY_SOLVER,
    DELETION,
    ROWS,
    SMALLEST,
    Cases,
    Conflict,
    Difference,
    LineSet,
    LineStep,
    Refutation,
    Step,
    Sum,
    TwoWay,
    units_in,
)


class Wrong(Exception):  # noqa: N818 - it is an outcome, not an error
    """A step does not follow; the message says why."""


class Checker:
    """Checks steps one by one, and keeps the known cells. `ended` is whether the last step was a conflict."""

    def __init__(
        self, problem: Problem, known: Sequence[int], named: Callable[[int], str], clock: Clock = NO_CLOCK
    ) -> None:
        """Start with these values of the cells, as masks; `named` names a cell in messages."""
        self.known, self._name, self._clock = list(known), named, clock
        self.ended = False
        values = max([2, *problem.sizes])
        self._full = (1 << values) - 1
        self._units = [judged(one, number, values) for number, one in enumerate(problem.constraints)]

    def take(self, step: Step) -> None:
        """Check a step and apply it; raise Wrong if it does not follow."""
        self._clock.check()
        if self.ended:
            raise Wrong("a step after a conflict")
        self._check_uses(step.uses)
        match step:
            case Cases():
                self._line_step(step)
                self._cases(step)
            case LineStep():
                self._line_step(step)
            case Conflict():
                self._conflict(step)
            case Refutation():
                self._refuted(step, step.trace)
            case TwoWay():
                self._two_way(step)
            case Sum():
                self._sum(step)
            case Difference():
                self._difference(step)
            case LineSet():
                self._line_set(step)
            case _:
                raise Wrong(f"nobody can judge steps of kind {step.kind}")
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
        unit = self._units[step.line]
        can = self._masks(unit, step.uses)
        if not unit.named_rightly(step.technique, step.uses):
            raise Wrong(f"it is not a step by {step.technique}")
        forced = unit.narrowed(can)
        if forced is None:
            raise Wrong(f"{unit.label} cannot be completed")
        self._check_sets(unit, forced, step.sets)
        gone = [
            (unit.place_of[cell], value)
            for cell, mask in step.sets
            for value in values_of(self.known[cell] & ~mask)
        ]
        self._check_minimal(unit, step, gone)

    def _cases(self, step: Cases) -> None:
        """Check that the cases are all that there are, and what is said of each."""
        unit = self._ordered(step.line)
        can = self._masks(unit, step.uses)
        if step.cell is None:
            block = step.ways[0].block if step.ways else len(unit.blocks)
            due = unit.places_of(can, block) if block < len(unit.blocks) else []
        elif step.cell not in unit.place_of:
            raise Wrong(f"{self._name(step.cell)} is not in {unit.label}")
        elif can[0] >> unit.place_of[step.cell] & 1:
            ((cell, mask),) = step.sets if len(step.sets) == 1 else ((-1, 0),)
            if cell != step.cell or not mask & 1:
                raise Wrong("it must set the cell that its cases are about")
            due = unit.refused_at(can, unit.place_of[cell], self.known[cell] & ~mask)
        else:
            due = unit.covering(can, unit.place_of[step.cell])
        if [(way.block, way.begin) for way in step.ways] != [(way.block, way.begin) for way in due]:
            raise Wrong("its cases are not all that there are")
        for way, other in zip(step.ways, due, strict=True):
            if way.why != other.why:
                raise Wrong(f"of block {way.block + 1} it is not true: {way.why}")
        for left in unit.consequences(can, step):
            for cell, mask in step.sets:
                if left[unit.place_of[cell]] & self.known[cell] & ~mask:
                    raise Wrong(f"{self._name(cell)} does not follow in every case")

    def _check_sets(self, unit: Judged, forced: Masks, sets: Facts) -> None:
        if not sets:
            raise Wrong("it sets nothing")
        for cell, mask in sets:
            if cell not in unit.place_of:
                raise Wrong(f"{self._name(cell)} is not in {unit.label}")
            left = self.known[cell] & at(forced, unit.place_of[cell])
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
        unit = self._units[step.line]
        if unit.narrowed(self._masks(unit, step.uses)) is not None:
            raise Wrong(f"{unit.label} can be completed")
        self._check_minimal(unit, step, [])
        self.ended = True

    def _check_minimal(
        self, unit: Judged, step: LineStep | Conflict, gone: Sequence[tuple[int, int]]
    ) -> None:
        """Check that each known cell is needed and, if claimed, that no smaller set is enough."""
        for left_out in step.uses:
            can = self._masks(unit, [fact for fact in step.uses if fact != left_out])
            if _rules_out(unit, can, gone):
                raise Wrong(f"it does not need {self._name(left_out[0])}")
        if step.minimal == DELETION or len(step.uses) < 2:
            return
        if len(step.uses) > 2:
            raise Wrong(f"only sets of at most two known cells can be called {SMALLEST}")
        # Is one known cell enough? It must contradict every value that is ruled out.
        places = list(range(unit.n))
        for place, value in gone or [(0, -1)]:
            alone = unit.narrowed(unit.assuming(place, value))
            if alone is not None:
                places = [p for p in places if not at(alone, p) & self.known[unit.cells[p]]]
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
        inside = copy(self)
        inside.known = [self._full] * len(self.known)
        inside.ended = False
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
        if any(one & other for one, other in pairwise(masks)) or self.known[cell] & ~reduce(or_, masks):
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
        rows, columns = ([self._ordered(k) for k in group] for group in (step.rows, step.columns))
        least, most = (rows, columns) if step.least == ROWS else (columns, rows)
        low, high = 0, 0
        counted: list[tuple[Ordered, Masks, Masks, int]] = []
        for units, others, sign in ((least, most, 1), (most, least, -1)):
            inside = {cell for unit in others for cell in unit.cells}
            for unit in units:
                can = self._masks(unit, [fact for fact in step.uses if fact[0] in unit.place_of])
                costs = tuple([sign * (cell in inside) for cell in unit.cells])
                number = unit.least_cost(can, costs, step.colour)
                if number is None:
                    raise Wrong(f"{unit.label} cannot be completed")
                low, high = (low + number, high) if sign > 0 else (low, high - number)
                counted.append((unit, can, costs, number))
        if low < high:
            raise Wrong(f"the sum proves nothing: at least {low} cells, at most {high}")
        if low > high:
            self._contradiction(step)
            return
        if not step.sets:
            raise Wrong("it sets nothing")
        for cell, mask in step.sets:
            left = self.known[cell]
            for unit, can, costs, number in counted:
                if cell in unit.place_of:
                    left &= ~unit.dearer(can, costs, number, step.colour, unit.place_of[cell], left)
            self._check_set(cell, mask, left)

    def _ordered(self, number: int) -> Ordered:
        unit = self._units[number]
        if not isinstance(unit, Ordered):
            raise Wrong(f"{unit.label} is not a line")
        return unit

    def _contradiction(self, step: Step) -> None:
        if step.sets:
            raise Wrong("it is a conflict, but sets cells")
        self.ended = True

    def _difference(self, step: Difference) -> None:
        more, fewer = self._units[step.more], self._units[step.fewer]
        if not isinstance(more, Counted) or not isinstance(fewer, Counted) or more is fewer:
            raise Wrong("it needs two numbers")
        known = {cell: self._full for unit in (more, fewer) for cell in unit.cells}
        for cell, _ in step.uses:
            if cell not in known:
                raise Wrong(f"{self._name(cell)} is counted by neither")

        def refuses(uses: Facts, option: tuple[int, int] | None) -> bool:
            has = {**known, **dict(uses)}
            if option is not None:
                has[option[0]] &= 1 << option[1]
            return not together(more, fewer, has)

        if not refuses(step.uses, None) and not step.sets:
            raise Wrong("the two numbers can be reached")
        if refuses(step.uses, None):
            self._contradiction(step)
        gone: list[tuple[int, int] | None] = []
        for cell, mask in step.sets:
            if cell not in known:
                raise Wrong(f"{self._name(cell)} is counted by neither")
            left = [v for v in values_of(self.known[cell]) if not refuses(step.uses, (cell, v))]
            self._check_set(cell, mask, sum([1 << value for value in left]))
            gone += [(cell, value) for value in values_of(self.known[cell] & ~mask)]
        for fact in step.uses:
            uses = tuple([one for one in step.uses if one != fact])
            if all(refuses(uses, option) for option in (gone or [None])):
                raise Wrong(f"it does not need {self._name(fact[0])}")

    def _line_set(self, step: LineSet) -> None:
        if (step.trace is None) != (step.by == BY_SOLVER):
            raise Wrong(f"it has {'no' if step.trace is None else 'a'} trace, but names the {step.by}")
        if step.trace is None:
            self._check_ruled_out(step)
            return
        self._refuted(step, step.trace)
        if {unit for one in step.trace for unit in units_in(one)} != set(step.lines):
            raise Wrong("the lines of its trace differ from those it names")

    def _masks(self, unit: Judged, facts: Iterable[Fact]) -> Masks:
        """Return for each value the places that may have it, given only these facts."""
        can = [unit.all] * unit.values
        for cell, mask in facts:
            if cell not in unit.place_of:
                raise Wrong(f"{self._name(cell)} is not in {unit.label}")
            for value in range(unit.values):
                if not mask >> value & 1:
                    can[value] &= ~(1 << unit.place_of[cell])
        return tuple(can)


def _rules_out(unit: Judged, can: Masks, gone: Sequence[tuple[int, int]]) -> bool:
    """Whether a unit rules out all of `gone`; if that is empty, whether it cannot be completed."""
    left = unit.narrowed(can)
    if left is None:
        return True
    return bool(gone) and not any(left[value] >> place & 1 for place, value in gone)

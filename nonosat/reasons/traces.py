"""Follows an assumption unit by unit, and gives each unit the known cells that it needs, working backwards.

A plan lists what to do under an assumption: units to use one after another, and nested assumptions, each with
its own plan.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nonosat.problem import CellValue, values_of
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation.state import State
from nonosat.reasons.fields import Fact, Facts
from nonosat.reasons.minimal import Order, conflict, shrink, step_for
from nonosat.reasons.steps import LineStep, Refutation, Step
from nonosat.reasons.techniques import name_step
from nonosat.reasons.units import Unit, mask_at
from nonosat.records import dataclass, replace


@dataclass(frozen=True)
class Inner:
    """A nested assumption in a plan, to be refuted by its own plan."""

    assumes: Fact
    plan: Plan


Plan = tuple[int | Inner, ...]


def follow_plan(
    units: Sequence[Unit], state: State, assumes: Fact, plan: Plan, clock: Clock = NO_CLOCK
) -> Refutation:
    """Return the refutation that a plan leads to."""
    clock.check()
    cell, mask = assumes
    trace, uses = Trace(units, state, assumes, plan).steps()
    return Refutation(assumes=assumes, trace=trace, uses=uses, sets=((cell, state.mask(cell) & ~mask),))


@dataclass(frozen=True)
class _Event:
    """The use of a unit, with its masks at that time, or a nested refutation. `ruled_out` is None for
    a unit that could not be completed.
    """

    ruled_out: list[CellValue] | None
    unit: Unit
    can: tuple[int, ...]
    inner: Refutation | None = None


class Trace:
    """Follows an assumption according to a plan, up to the first unit that cannot be completed. `end` is the
    final state, and `contradiction` is whether there is such a unit.
    """

    def __init__(self, units: Sequence[Unit], state: State, assumes: Fact, plan: Plan) -> None:
        self.end = state.copy()
        self.contradiction = False
        self._units = units
        self._begin = state.possible
        self._assumes = assumes
        self._full = (1 << max(2, state.layout.values)) - 1
        # The event that ruled out each option; options that the assumption excludes are not in it.
        self._origin: dict[CellValue, int] = {}
        self._events: list[_Event] = []
        cell, mask = assumes
        self.end.rule_out([(cell, value) for value in values_of(self.end.mask(cell) & ~mask)])
        for item in plan:
            self._do(item)
            if self.contradiction:
                break

    def _do(self, item: int | Inner) -> None:
        if isinstance(item, Inner):
            cell, mask = item.assumes
            inside = Trace(self._units, self.end, item.assumes, item.plan)
            gone = [(cell, value) for value in values_of(self.end.mask(cell) & mask)]
            if inside.contradiction and gone:
                step = follow_plan(self._units, self.end, item.assumes, item.plan)
                self._note(_Event(gone, self._units[0], (), step))
            return
        can, ruled_out = self._units[item].places(self.end), self.end.deduce_by(item)
        if ruled_out is None or ruled_out:
            self._note(_Event(ruled_out, self._units[item], can))

    def _note(self, event: _Event) -> None:
        self._events.append(event)
        if event.ruled_out is None:
            self.contradiction = True
        else:
            self._origin.update(dict.fromkeys(event.ruled_out, len(self._events) - 1))
            self.end.rule_out(event.ruled_out)

    def steps(self, goal: Sequence[CellValue] = ()) -> tuple[tuple[Step, ...], Facts]:
        """Return the steps, and the facts from outside that they use.

        Without a goal they end with the unit that cannot be completed, else with the goal ruled out. Each
        unit sets only what a later one, or the goal, needs.
        """
        needed = set(goal)
        told: list[Step] = []
        for event in reversed(self._events):
            targets = [option for option in event.ruled_out or () if option in needed]
            if event.ruled_out is None:
                step: Step = conflict(event.unit, event.can, self._order(event.unit))
            elif not targets:
                continue
            elif event.inner is not None:
                step = event.inner
            else:
                order = self._order(event.unit)
                step = name_step(event.unit, step_for(event.unit, event.can, targets, order))
            for cell, mask in step.uses:
                options = ((cell, value) for value in values_of(self._begin[cell] & ~mask))
                needed.update(option for option in options if option in self._origin)
            told.append(step)
        return self._tell(told[::-1])

    def _tell(self, steps: Sequence[Step]) -> tuple[tuple[Step, ...], Facts]:
        """Return the steps, with what follows from those before them: some that had ruled out other values of
        the same cells are left out, because nothing needs them; and what they need from outside.
        """
        known = dict([self._assumes])
        outside: dict[int, int] = {}
        told: list[Step] = []

        def has(cell: int) -> int:
            return known.get(cell, self._full)

        def know(cell: int, mask: int) -> None:
            """Require that a cell has at most the values `mask`, using outside facts if necessary."""
            if has(cell) & ~mask:
                outside[cell] = self._begin[cell]
            known[cell] = has(cell) & mask

        for step in steps:
            for fact in step.uses:
                know(*fact)
            if isinstance(step, LineStep):
                unit = self._units[step.line]
                left = unit.narrow_from(step.uses) or ()
                known |= {cell: has(cell) & mask_at(left, unit.place_of[cell]) for cell, _ in step.sets}
                step = replace(step, sets=tuple([(c, known[c] & self._begin[c]) for c, _ in step.sets]))
            elif isinstance(step, Refutation):
                cell, wrong = step.assumes
                known[cell] = has(cell) & ~wrong
            for fact in step.sets:
                know(*fact)
            told.append(step)
        return tuple(told), tuple(sorted(outside.items()))

    def _order(self, unit: Unit) -> Order:
        """Return an order of a unit's places that prefers those known without the assumption."""
        inside = [self._begin[cell] == self._full or cell == self._assumes[0] for cell in unit.cells]
        return inside.__getitem__


def trim_plan(plan: Plan, holds: Callable[[Plan], bool]) -> Plan:
    """Return a minimal part of a plan for which `holds` is still true."""

    def inside(item: int | Inner, fits: Callable[[int | Inner], bool]) -> int | Inner:
        if not isinstance(item, Inner):
            return item
        return Inner(item.assumes, trim_plan(item.plan, lambda part: fits(Inner(item.assumes, part))))

    return tuple(shrink(plan, lambda part: holds(tuple(part)), inside))


def shortest(units: Sequence[Unit], state: State, assumes: Fact, plan: Plan, clock: Clock) -> Refutation:
    """Return a refutation by a minimal part of a plan."""

    def holds(part: Plan) -> bool:
        clock.check()
        return Trace(units, state, assumes, part).contradiction

    return follow_plan(units, state, assumes, trim_plan(plan, holds))

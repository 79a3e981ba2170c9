"""Rung 2: refutes an assumption line by line; and finds what all values of a cell lead to.

`layers` finds which assumptions fail, and the lines needed; here each line gets the known cells that it
needs, working backwards from the contradiction. A plan lists what to do under an assumption: lines to use one
after another, and nested assumptions, each with its own plan (rung 4).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from nonosat.problem import CellValue, is_single, values_of
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.propagation.state import State
from nonosat.reasons import layers
from nonosat.reasons.grid import Line
from nonosat.reasons.lines import Order, conflict, step_for
from nonosat.reasons.steps import Case, Fact, Facts, LineStep, Refutation, Step, TwoWay
from nonosat.reasons.techniques import named


@dataclass(frozen=True, slots=True)
class Inner:
    """A nested assumption in a plan, to be refuted by its own plan."""

    assumes: Fact
    plan: Plan


Plan = tuple[int | Inner, ...]


def refutation(
    lines: Sequence[Line], state: State, cell: int, value: int, most: int, clock: Clock = NO_CLOCK
) -> Refutation | None:
    """Refute a value of a cell in at most `most` layers; return None if it takes more.

    The state must be settled, and is not changed.
    """
    found = layers.refute(state, cell, value, most, clock)
    if found is None:
        return None
    plan = tuple([use.line for use in layers.trimmed(state, found, clock)])
    return refuted(lines, state, (cell, 1 << value), plan)


def refuted(lines: Sequence[Line], state: State, assumes: Fact, plan: Plan) -> Refutation:
    """Return the refutation that a plan leads to."""
    cell, mask = assumes
    trace, uses = Trace(lines, state, assumes, plan).steps()
    return Refutation(assumes=assumes, trace=trace, uses=uses, sets=((cell, state.mask(cell) & ~mask),))


@dataclass(frozen=True, slots=True)
class _Event:
    """The use of a line, with the line's masks at that time, or a nested refutation. `ruled_out` is None for
    a line that could not be completed.
    """

    ruled_out: list[CellValue] | None
    line: Line
    can: tuple[int, ...]
    inner: Refutation | None = None


class Trace:
    """Follows an assumption according to a plan, up to the first line that cannot be completed. `end` is the
    final state, and `contradiction` is whether there is such a line.
    """

    def __init__(self, lines: Sequence[Line], state: State, assumes: Fact, plan: Plan) -> None:
        self.end = state.copy()
        self.contradiction = False
        self._lines = lines
        self._begin = state.possible
        self._assumes = assumes
        self._full = (1 << lines[0].values) - 1
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
            inside = Trace(self._lines, self.end, item.assumes, item.plan)
            gone = [(cell, value) for value in values_of(self.end.mask(cell) & mask)]
            if inside.contradiction and gone:
                step = refuted(self._lines, self.end, item.assumes, item.plan)
                self._note(_Event(gone, self._lines[0], (), step))
            return
        can, ruled_out = self.end.places(item), self.end.deduced_by(item)
        if ruled_out is None or ruled_out:
            self._note(_Event(ruled_out, self._lines[item], can))

    def _note(self, event: _Event) -> None:
        self._events.append(event)
        if event.ruled_out is None:
            self.contradiction = True
        else:
            self._origin.update(dict.fromkeys(event.ruled_out, len(self._events) - 1))
            self.end.rule_out(event.ruled_out)

    def steps(self, goal: Sequence[CellValue] = ()) -> tuple[tuple[Step, ...], Facts]:
        """Return the steps, and the facts from outside that they use.

        Without a goal they end with the line that cannot be completed, else with the goal ruled out. Each
        line sets only what a later one, or the goal, needs.
        """
        needed = set(goal)
        found: list[Step] = []
        for event in reversed(self._events):
            targets = [option for option in event.ruled_out or () if option in needed]
            if event.ruled_out is None:
                step: Step = conflict(event.line, event.can, self._order(event.line))
            elif not targets:
                continue
            elif event.inner is not None:
                step = event.inner
            else:
                order = self._order(event.line)
                step = named(event.line, step_for(event.line, event.can, targets, order))
            for cell, mask in step.uses:
                options = ((cell, value) for value in values_of(self._begin[cell] & ~mask))
                needed.update(option for option in options if option in self._origin)
            found.append(step)
        found.reverse()
        return tuple(found), self._taken_from_outside(found)

    def _taken_from_outside(self, steps: Sequence[Step]) -> Facts:
        """Return what steps need besides the assumption and their own results."""
        known = dict([self._assumes])
        outside: dict[int, int] = {}

        def know(cell: int, mask: int) -> None:
            """Require that a cell has at most the values `mask`, using outside facts if necessary."""
            if known.get(cell, self._full) & ~mask:
                outside[cell] = self._begin[cell]
            known[cell] = known.get(cell, self._full) & mask

        for step in steps:
            for cell, mask in step.uses:
                know(cell, mask)
            if isinstance(step, LineStep):
                line = self._lines[step.line]
                has = line.narrow(line.masks(step.uses)) or ()
                for cell, mask in step.sets:
                    known[cell] = known.get(cell, self._full) & line.fact(line.place_of[cell], has)[1]
                    know(cell, mask)
            elif isinstance(step, Refutation):
                (cell, mask), (_, wrong) = step.sets[0], step.assumes
                known[cell] = known.get(cell, self._full) & ~wrong
                know(cell, mask)
        return tuple(sorted(outside.items()))

    def _from_outside(self, cell: int) -> bool:
        return self._begin[cell] != self._full and cell != self._assumes[0]

    def _order(self, line: Line) -> Order:
        """Return an order of a line's places that prefers those known without the assumption."""

        def order(place: int) -> int:
            return 0 if self._from_outside(line.cells[place]) else 1

        return order


def trimmed(plan: Plan, holds: Callable[[Plan], bool]) -> Plan:
    """Return a minimal part of a plan for which `holds` is still true."""
    at = len(plan) - 1
    while at >= 0:
        item = plan[at]
        without = plan[:at] + plan[at + 1 :]
        if holds(without):
            plan = without
        elif isinstance(item, Inner):
            before, after = plan[:at], plan[at + 1 :]

            def with_part(part: Plan, one: Inner = item, before: Plan = before, after: Plan = after) -> bool:
                return holds((*before, Inner(one.assumes, part), *after))

            plan = (*before, Inner(item.assumes, trimmed(item.plan, with_part)), *after)
        at -= 1
    return plan


def two_way(lines: Sequence[Line], state: State, most: int, clock: Clock = NO_CLOCK) -> Iterator[TwoWay]:
    """Yield steps in which all values of a cell lead to the same conclusion, in at most `most` layers.

    The state must be settled, and no value in it refutable within these layers. It is not changed.
    """
    for cell, mask in enumerate(state.possible):
        if is_single(mask):
            continue
        plans: dict[int, Plan] = {}
        union = [0] * len(state.possible)
        for value in values_of(mask):
            found = list(islice(layers.follow(state, cell, value, clock), most))
            plans[value] = plan = tuple([use.line for layer in found for use in layer.uses])
            end = Trace(lines, state, (cell, 1 << value), plan).end
            union = [a | b for a, b in zip(union, end.possible, strict=True)]
        gone = [
            (other, value)
            for other, (had, has) in enumerate(zip(state.possible, union, strict=True))
            for value in values_of(had & ~has)
        ]
        if gone:
            yield _shared(lines, state, cell, plans, gone[0])


def _shared(
    lines: Sequence[Line], state: State, cell: int, plans: dict[int, Plan], option: CellValue
) -> TwoWay:
    """Return the step in which these plans, one per value, all rule out an option."""
    shortest: dict[int, Trace] = {}
    left = [0] * len(state.possible)
    for value, plan in plans.items():
        assumes = (cell, 1 << value)

        def rules_out(part: Plan, assumes: Fact = assumes) -> bool:
            return not Trace(lines, state, assumes, part).end.mask(option[0]) >> option[1] & 1

        trace = Trace(lines, state, assumes, trimmed(plan, rules_out))
        shortest[value] = trace
        left = [a | b for a, b in zip(left, trace.end.possible, strict=True)]
    sets = tuple(
        [(c, has) for c, (had, has) in enumerate(zip(state.possible, left, strict=True)) if had != has]
    )
    goal = [(c, value) for c, has in sets for value in values_of(state.mask(c) & ~has)]
    cases: list[Case] = []
    uses: dict[int, int] = {}
    for value, trace in shortest.items():
        steps, facts = trace.steps(goal)
        cases.append(Case(assumes=(cell, 1 << value), trace=steps))
        uses.update(facts)
    return TwoWay(cases=tuple(cases), uses=tuple(sorted(uses.items())), sets=sets)

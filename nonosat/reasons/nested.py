"""Rung 4: nested refutations, for when no single assumption leads to a contradiction.

Under an assumption, other assumptions are refuted until a line cannot be completed. The result is a plan (see
`refute`), which is then shortened as far as possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonosat.problem import Blocks, CellValue, Problem, is_single, values_of
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.propagation.refute import shallowest
from nonosat.propagation.state import State
from nonosat.reasons import layers
from nonosat.reasons.grid import Line
from nonosat.reasons.refute import Inner, Plan, Trace, refuted, trimmed
from nonosat.reasons.steps import Refutation

MOST_WITHIN = 40
"""How many nested refutations a plan may have before the search gives up."""

MOST_LEVELS = 12
"""How deep refutations may be nested."""

_PROBED = 24
"""How many cells are tried to find an assumption with many consequences."""

_TRIMMED = 12
"""Plans with more nested refutations are not shortened, which would take too long."""


class Nesting:
    """Searches for plans that refute assumptions in one state, which must be settled."""

    def __init__(self, problem: Problem, state: State, clock: Clock = NO_CLOCK) -> None:
        self._problem = problem
        self._state = state
        self._clock = clock

    def refutation(
        self, lines: Sequence[Line], options: Iterable[CellValue], most: int = MOST_WITHIN
    ) -> Refutation | None:
        """Return a refutation of one of these options, with as few nested ones as possible; None if none."""
        best: tuple[Plan, CellValue] | None = None
        for option in options:
            plan = self.plan(option, most)
            if plan is not None:
                best, most = (plan, option), size(plan) - 1
                if most <= 0:
                    break
        return None if best is None else self._shortest(lines, *best)

    def plan(self, option: CellValue, most: int, depth: int = MOST_LEVELS) -> Plan | None:
        """Return a plan that refutes an option; `most` bounds its size, `depth` its levels."""
        return self._plan(self._state, option, most, depth)

    def _plan(self, state: State, option: CellValue, most: int, depth: int) -> Plan | None:
        now = state.copy()
        now.assume(*option)
        plan: list[int | Inner] = []
        while not self._settled(now, plan):
            if size(plan) >= most or depth == 0:
                return None
            inner = self._inner(now, most - size(plan) - 1, depth - 1)
            if inner is None:
                return None
            plan.append(inner)
            cell, mask = inner.assumes
            now.rule_out([(cell, value) for value in values_of(mask)])
        return tuple(plan)

    def _settled(self, now: State, plan: list[int | Inner]) -> bool:
        """Use lines until nothing more follows; return whether one cannot be completed."""
        while pending := now.pending:
            self._clock.check()
            line = pending[0]
            ruled_out = now.deduced_by(line)
            if ruled_out is None:
                plan.append(line)
                return True
            if ruled_out:
                plan.append(line)
                now.rule_out(ruled_out, line)
        return False

    def _inner(self, now: State, most: int, depth: int) -> Inner | None:
        """Return an assumption that is easy to refute, with its plan.

        The lines are already unsatisfiable, so any assumption can be refuted.
        """
        layers_needed, options = shallowest(now, layers.MOST_LAYERS, self._clock)
        for cell, value in options:
            found = layers.refute(now, cell, value, layers_needed, self._clock)
            if found is not None:
                plan = tuple([use.line for use in layers.trimmed(now, found, self._clock)])
                return Inner((cell, 1 << value), plan)
        if depth == 0:
            return None
        for cell, value in by_consequences(now, self._clock)[:1]:
            deeper = self._plan(now, (cell, value), most, depth)
            return None if deeper is None else Inner((cell, 1 << value), deeper)
        return None

    def _shortest(self, lines: Sequence[Line], plan: Plan, option: CellValue) -> Refutation:
        assumes = option[0], 1 << option[1]

        def holds(part: Plan) -> bool:
            self._clock.check()
            return Trace(lines, self._state, assumes, part).contradiction

        if size(plan) <= _TRIMMED:
            plan = trimmed(plan, holds)
        return refuted(lines, self._state, assumes, plan)


def size(plan: Iterable[int | Inner]) -> int:
    """Return the number of nested refutations in a plan, at any depth."""
    return sum(1 + size(item.plan) for item in plan if isinstance(item, Inner))


def by_consequences(state: State, clock: Clock = NO_CLOCK) -> list[CellValue]:
    """Return options that are left, those with the most consequences first."""
    found, possible = [], state.possible
    for cell in _most_constrained(state)[:_PROBED]:
        for value in values_of(possible[cell]):
            assumed = state.copy()
            assumed.assume(cell, value)
            before = assumed.options
            assumed.narrow(clock)
            gone = before - assumed.options if assumed.contradiction is None else len(possible)
            found.append((gone, cell, value))
    return [(cell, value) for _, cell, value in sorted(found, key=lambda one: (-one[0], one[1:]))]


def _most_constrained(state: State) -> list[int]:
    """Return the open cells, those whose lines have the fewest other open cells first."""
    possible = state.possible
    around = [0] * len(possible)
    for line in state.constraints:
        if isinstance(line, Blocks):
            open_cells = [cell for cell in line.cells if not is_single(possible[cell])]
            for cell in open_cells:
                around[cell] += len(open_cells)
    return sorted([cell for cell, number in enumerate(around) if number], key=around.__getitem__)

"""Nested refutations, for when no single assumption leads to a contradiction.

Under an assumption, other assumptions are refuted until a line cannot be completed. The result is a plan (see
`traces`), which is then shortened as far as possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nonosat.problem import CellValue, is_single, values_of
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation.refute import shallowest
from nonosat.propagation.state import State
from nonosat.reasons import GUESSING, layers
from nonosat.reasons.rungs.refutation import RefutationMove
from nonosat.reasons.steps import Refutation, steps_within
from nonosat.reasons.traces import Inner, Plan, follow_plan, shortest
from nonosat.reasons.units import Unit
from nonosat.reasons.walk import StepMove, Walk

_TRIED = 4
"""How many assumptions are tried to find the shortest nested refutation."""

MOST_WITHIN = 40, 1000
"""How many nested refutations a plan may have: first few, then as many as nobody follows."""

MOST_LEVELS = 12
"""How deep refutations may be nested."""

_PROBED = 24
"""How many cells are tried to find an assumption with many consequences."""

_TRIMMED = 12
"""Plans with more nested refutations are not shortened, which would take too long."""


class NestedMove(StepMove):
    """A value that is ruled out; its size is the number of assumptions besides the first."""

    rung = "nested"
    level = GUESSING
    sized = "nested assumption"
    said = RefutationMove.said
    __slots__ = ()

    @property
    def size(self) -> tuple[int, ...]:
        """The assumptions."""
        return (sum([isinstance(step, Refutation) for step in steps_within([self.step])]),)

    def decides(self, walk: Walk) -> Sequence[CellValue]:
        """Return the value that is ruled out."""
        return self.options


MOVE = NestedMove


def moves(walk: Walk) -> Iterator[NestedMove]:
    """Yield a nested refutation of a value that is in no solution."""
    wanted = set(walk.excluded())
    if not wanted:
        return
    probed = by_consequences(walk.state, walk.clock, walk.cell_rank)
    options = [option for option in probed if option in wanted]
    options = options or sorted(wanted, key=lambda option: (walk.cell_rank[option[0]], option[1]))
    nesting = Nesting(walk.state, walk.clock, walk.cell_rank, walk.unit_rank)
    for most in MOST_WITHIN:
        step = nesting.refutation(walk.units, options[:_TRIED], most)
        if step is not None:
            yield walk.move_of(NestedMove, step)
            return


class Nesting:
    """Searches for plans that refute assumptions in one state, which must be settled."""

    def __init__(
        self, state: State, clock: Clock = NO_CLOCK, rank: Sequence[int] = (), unit_rank: Sequence[int] = ()
    ) -> None:
        self._state, self._clock, self._rank = state, clock, rank
        self._unit_rank = unit_rank or range(len(state.constraints))

    def refutation(
        self, units: Sequence[Unit], options: Iterable[CellValue], most: int = MOST_WITHIN[0]
    ) -> Refutation | None:
        """Return a refutation of one of these options, with as few nested ones as possible; None if none."""
        best: tuple[Plan, CellValue] | None = None
        for option in options:
            plan = self.plan(option, most)
            if plan is not None:
                best, most = (plan, option), size(plan) - 1
                if most <= 0:
                    break
        if best is None:
            return None
        plan, (cell, value) = best
        refute = follow_plan if size(plan) > _TRIMMED else shortest
        return refute(units, self._state, (cell, 1 << value), plan, self._clock)

    def plan(
        self, option: CellValue, most: int, depth: int = MOST_LEVELS, state: State | None = None
    ) -> Plan | None:
        """Return a plan that refutes an option; `most` bounds its size, `depth` its levels."""
        now = (state or self._state).copy()
        now.assume(*option)
        plan: list[int | Inner] = []
        while not self._settle(now, plan):
            if size(plan) >= most or depth == 0:
                return None
            inner = self._inner(now, most - size(plan) - 1, depth - 1)
            if inner is None:
                return None
            plan.append(inner)
            cell, mask = inner.assumes
            now.rule_out([(cell, value) for value in values_of(mask)])
        return tuple(plan)

    def _settle(self, now: State, plan: list[int | Inner]) -> bool:
        """Use lines until nothing more follows; return whether one cannot be completed."""
        while pending := now.pending:
            self._clock.check()
            line = min(pending, key=self._unit_rank.__getitem__)
            ruled_out = now.deduce_by(line)
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
        layers_needed, options = shallowest(now, layers.MOST_LAYERS, self._clock, self._rank)
        for cell, value in options:
            refuted = layers.refute(now, cell, value, layers_needed, self._clock, self._unit_rank)
            if refuted is not None:
                plan = layers.shortest(now, cell, value, refuted, self._clock)
                return Inner((cell, 1 << value), plan)
        if depth == 0:
            return None
        for cell, value in by_consequences(now, self._clock, self._rank)[:1]:
            deeper = self.plan((cell, value), most, depth, now)
            return None if deeper is None else Inner((cell, 1 << value), deeper)
        return None


def size(plan: Iterable[int | Inner]) -> int:
    """Return the number of nested refutations in a plan, at any depth."""
    return sum(1 + size(item.plan) for item in plan if isinstance(item, Inner))


def by_consequences(state: State, clock: Clock = NO_CLOCK, rank: Sequence[int] = ()) -> list[CellValue]:
    """Return options that are left, those with the most consequences first."""
    options, possible = [], state.possible
    rank = rank or range(len(possible))
    for cell in _most_constrained(state, rank)[:_PROBED]:
        for value in values_of(possible[cell]):
            assumed = state.copy()
            assumed.assume(cell, value)
            before = assumed.options
            assumed.narrow(clock)
            gone = before - assumed.options if assumed.contradiction is None else len(possible)
            options.append((gone, cell, value))
    return [
        (cell, value) for _, cell, value in sorted(options, key=lambda one: (-one[0], rank[one[1]], one[2]))
    ]


def _most_constrained(state: State, rank: Sequence[int]) -> list[int]:
    """Return the open cells, those whose units have the fewest other open cells first."""
    possible = state.possible
    around = [0] * len(possible)
    for constraint in state.constraints:
        open_cells = [cell for cell in constraint.cells if not is_single(possible[cell])]
        for cell in open_cells:
            around[cell] += len(open_cells)
    open_cells = [cell for cell, number in enumerate(around) if number]
    return sorted(open_cells, key=lambda cell: (around[cell], rank[cell]))

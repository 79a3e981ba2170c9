"""Two-way logic: every value of a cell leads to the same conclusion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from nonosat.problem import CellValue, is_single, values_of
from nonosat.reasons import GUESSING, layers
from nonosat.reasons.fields import Fact
from nonosat.reasons.steps import Case, Step, TwoWay
from nonosat.reasons.traces import Plan, Trace, trimmed
from nonosat.reasons.walk import Move, Walk

_MOST_LAYERS = 12
"""How far each value is followed: no person goes further."""


@dataclass(frozen=True, slots=True)
class TwoWayMove(Move):
    """What all values of a cell rule out, and the plan of each."""

    rung = "two-way"
    level = GUESSING
    said = "hardest step: both values of a cell, over {lines}, decide {cells}"

    cell: int
    plans: dict[int, Plan]

    def steps(self, walk: Walk) -> Sequence[Step]:
        """Return the step, with the shortest plans that lead to the first conclusion."""
        first = min(self.options, key=lambda option: walk.cell_rank[option[0]])
        return [_shared(walk, self.cell, self.plans, first)]


MOVE = TwoWayMove


def moves(walk: Walk) -> Iterator[TwoWayMove]:
    """Yield the cells whose values, none of which can be refuted, have a conclusion in common."""
    state = walk.state
    for cell, mask in sorted(enumerate(state.possible), key=lambda one: walk.cell_rank[one[0]]):
        if is_single(mask):
            continue
        plans: dict[int, Plan] = {}
        union = [0] * len(state.possible)
        for value in values_of(mask):
            found = list(islice(layers.follow(state, cell, value, walk.clock, walk.unit_rank), _MOST_LAYERS))
            plans[value] = plan = tuple([use.line for layer in found for use in layer.uses])
            end = Trace(walk.units, state, (cell, 1 << value), plan).end
            union = [a | b for a, b in zip(union, end.possible, strict=True)]
        gone = [
            (other, value)
            for other, (had, has) in enumerate(zip(state.possible, union, strict=True))
            for value in values_of(had & ~has)
        ]
        if gone:
            units = tuple({unit for plan in plans.values() for unit in plan if isinstance(unit, int)})
            yield TwoWayMove(tuple(gone), units, cell, plans)


def _shared(walk: Walk, cell: int, plans: dict[int, Plan], option: CellValue) -> TwoWay:
    """Return the step in which these plans, one per value, all rule out an option."""
    state, units = walk.state, walk.units
    shortest: dict[int, Trace] = {}
    left = [0] * len(state.possible)
    for value, plan in plans.items():
        assumes = (cell, 1 << value)

        def rules_out(part: Plan, assumes: Fact = assumes) -> bool:
            return not Trace(units, state, assumes, part).end.mask(option[0]) >> option[1] & 1

        trace = Trace(units, state, assumes, trimmed(plan, rules_out))
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

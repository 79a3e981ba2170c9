"""Smallest sets of lines that force a cell, found with a solver.

Every certain cell is forced by some set of lines. The set comes with a plan of assumptions in which single
lines close every branch, if there is one of bounded size; otherwise only the solver vouches for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from nonosat.problem import CellValue, Problem
from nonosat.propagation.state import State, begin
from nonosat.reasons import GUESSING
from nonosat.reasons.fields import Facts
from nonosat.reasons.rungs.nested import Nesting, by_consequences
from nonosat.reasons.steps import BY_SOLVER, BY_TRACE, DELETION, SMALLEST, LineSet, units_in
from nonosat.reasons.traces import Inner, Plan, shortest
from nonosat.reasons.units import Unit
from nonosat.reasons.walk import StepMove, Walk
from nonosat.solving import jobs
from nonosat.solving.run import Run

MOST_WITHIN = 60
"""How many refutations the plan of a set of lines may have."""


class LineSetMove(StepMove):
    """A value that a set of lines rules out."""

    rung = "line-set"
    level = GUESSING
    __slots__ = ()


MOVE = LineSetMove


def moves(walk: Walk) -> Iterator[LineSetMove]:
    """Yield a set of lines that rules out a value that is in no solution; nothing without a solver."""
    options = walk.excluded() if walk.run is not None else []
    if walk.run is None or not options:
        return
    wanted = set(options)
    first = [option for option in by_consequences(walk.state, walk.clock, walk.cell_rank) if option in wanted]
    option = first[0] if first else min(options, key=lambda option: walk.cell_rank[option[0]])
    step = line_set(walk.run, walk.problem, walk.units, walk.state, option)
    yield walk.move_of(LineSetMove, step)


def line_set(run: Run, problem: Problem, units: Sequence[Unit], state: State, option: CellValue) -> LineSet:
    """Return a set of lines that together rule an option out; the option must be in no solution."""
    cell, value = option
    possible = list(state.possible)
    possible[cell] = 1 << value
    asked = problem.narrowed(possible)
    numbers, smallest = run.in_worker(jobs.fewest_constraints, asked, run.memory)
    assumes = cell, 1 << value
    plan = _plan(run, problem, state, numbers, option)
    if plan is None:
        full = (1 << units[0].values) - 1
        cells = sorted({c for number in numbers for c in units[number].cells} - {cell})
        uses: Facts = tuple([(c, state.mask(c)) for c in cells if state.mask(c) != full])
        by, trace, used = BY_SOLVER, None, numbers
    else:
        shown = shortest(units, state, assumes, plan, run.clock)
        by, trace, uses = BY_TRACE, shown.trace, shown.uses
        used = sorted({line for step in shown.trace for line in units_in(step)})
        smallest = smallest and used == sorted(numbers)
    return LineSet(
        lines=tuple(used),
        minimal=SMALLEST if smallest else DELETION,
        by=by,
        assumes=assumes,
        trace=trace,
        uses=uses,
        sets=((cell, state.mask(cell) & ~assumes[1]),),
    )


def _plan(run: Run, problem: Problem, state: State, numbers: Sequence[int], option: CellValue) -> Plan | None:
    """Return a plan that uses only these lines."""
    part = replace(problem, constraints=tuple([problem.constraints[k] for k in numbers]))
    alone = begin(part.narrowed(state.possible), run.clock)
    alone.narrow(run.clock)
    plan = Nesting(alone, run.clock).plan(option, MOST_WITHIN)
    return None if plan is None else _numbered(plan, numbers)


def _numbered(plan: Plan, numbers: Sequence[int]) -> Plan:
    """Return the plan with the lines' numbers in the whole puzzle."""
    return tuple(
        [
            Inner(item.assumes, _numbered(item.plan, numbers)) if isinstance(item, Inner) else numbers[item]
            for item in plan
        ]
    )

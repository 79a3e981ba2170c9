"""Rung 5: a smallest set of lines that forces a cell, found with a solver.

Every certain cell is forced by some set of lines. The set comes with a plan of assumptions in which single
lines close every branch, if there is one of bounded size; otherwise only the solver vouches for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nonosat.problem import CellValue, Problem
from nonosat.propagation.state import State, begin
from nonosat.reasons.grid import Line
from nonosat.reasons.nested import Nesting
from nonosat.reasons.refute import Inner, Plan, Trace, refuted, trimmed
from nonosat.reasons.steps import LineSet, lines_of
from nonosat.solving import jobs
from nonosat.solving.run import Run

MOST_WITHIN = 60
"""How many refutations the plan of a set of lines may have."""


def line_set(run: Run, problem: Problem, lines: Sequence[Line], state: State, option: CellValue) -> LineSet:
    """Return a set of lines that together rule an option out; the option must be in no solution."""
    cell, value = option
    possible = list(state.possible)
    possible[cell] = 1 << value
    asked = problem.narrowed(possible).without_symmetries()
    numbers, smallest = run.in_worker(jobs.fewest_constraints, asked, run.memory)
    assumes, left = (cell, 1 << value), state.mask(cell) & ~(1 << value)
    plan = _plan(run, problem, state, numbers, option)
    if plan is None:
        uses = sorted({c for number in numbers for c in lines[number].cells} - {cell})
        full = (1 << lines[0].values) - 1
        return LineSet(
            lines=tuple(numbers),
            smallest=smallest,
            assumes=assumes,
            trace=None,
            uses=tuple([(c, state.mask(c)) for c in uses if state.mask(c) != full]),
            sets=((cell, left),),
        )

    def holds(part: Plan) -> bool:
        run.clock.check()
        return Trace(lines, state, assumes, part).contradiction

    shown = refuted(lines, state, assumes, trimmed(plan, holds))
    used = sorted({line for step in shown.trace for line in lines_of(step)})
    return LineSet(
        lines=tuple(used),
        smallest=smallest and used == sorted(numbers),
        assumes=assumes,
        trace=shown.trace,
        uses=shown.uses,
        sets=shown.sets,
    )


def _plan(run: Run, problem: Problem, state: State, numbers: Sequence[int], option: CellValue) -> Plan | None:
    """Return a plan that uses only these lines."""
    part = replace(problem, constraints=tuple([problem.constraints[k] for k in numbers]), symmetries=())
    alone = begin(part.narrowed(state.possible), run.clock)
    alone.narrow(run.clock)
    plan = Nesting(part, alone, run.clock).plan(option, MOST_WITHIN)
    return None if plan is None else _numbered(plan, numbers)


def _numbered(plan: Plan, numbers: Sequence[int]) -> Plan:
    """Return the plan with the lines' numbers in the whole puzzle."""
    return tuple(
        [
            Inner(item.assumes, _numbered(item.plan, numbers)) if isinstance(item, Inner) else numbers[item]
            for item in plan
        ]
    )

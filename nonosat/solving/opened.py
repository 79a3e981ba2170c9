"""A Session's solver, on the worker's side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.problem import CellValues, Problem
from nonosat.processes import calls
from nonosat.solving.answer import Found
from nonosat.solving.card import Card
from nonosat.solving.proxy import Told, tell

if TYPE_CHECKING:
    from nonosat.solving.solver import Solver

Opening = tuple[Problem, Card, int, Found]
"""The start of a Session: a Problem, the card to solve it by, the memory limit in bytes, and what guesses
have used.
"""


def solve(opening: Opening | None, told: Told, assumptions: CellValues, any_of: CellValues | None) -> Found:
    """Search for a solution; only the first call of a Session has an opening."""
    solver = solver_of(opening, told)
    asked = solver.problem.possible
    return collect_findings(solver, solver.solve(assumptions, any_of), asked)


def collect_findings(solver: Solver, answer: bool | None, asked: tuple[int, ...]) -> Found:
    """Return the findings of a search; `asked` are the values that were possible before."""
    possible = solver.problem.possible
    return Found(
        solver.values() if answer else None,
        answer is None,
        tuple(solver.used),
        *solver.size,
        dict(solver.seconds),
        solver.conflicts(),
        solver.other,
        None if possible == asked else possible,
    )


def solver_of(opening: Opening | None, told: Told) -> Solver:
    """Return the Session's solver, a new one if it is opened, and tell it what it has to know."""
    if opening is not None:
        if "solver" in calls.kept:
            calls.kept["solver"].close()
        calls.kept["solver"] = _start(*opening)
    solver: Solver | None = calls.kept.get("solver")
    if solver is None:
        raise RuntimeError("no session was opened")
    tell(solver, told)
    return solver


def _start(problem: Problem, card: Card, memory: int, guessed: Found) -> Solver:
    from nonosat.solving.solver import Solver  # in the worker alone

    kind = Solver
    if card.is_recipe:
        from nonosat.solving.auto import Auto

        kind = Auto
    started = kind(problem, card, memory)
    started.add(guessed)
    return started

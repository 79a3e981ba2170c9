"""The first solver of the recipe, in the process that asks: most puzzles are solved before another one has
started.
"""

from __future__ import annotations

from nonosat.encodings import ENCODINGS
from nonosat.problem import CellValues
from nonosat.solving.answer import Found
from nonosat.solving.auto import Auto
from nonosat.solving.card import MINISAT
from nonosat.solving.opened import Opening, collect_findings
from nonosat.solving.proxy import Told, tell

_SMALL = 40_000  # clauses: the budget of conflicts ends within a fifth of a second


class Here:
    """MiniSat on a small model, until its budget of conflicts ends. It keeps its clauses and calls for a
    worker that goes on.
    """

    def __init__(self, opening: Opening) -> None:
        self._told: Told = []
        problem, card, memory, guessed = opening
        self._opening = opening
        self._solver = Auto(problem, card, memory)
        self._solver.add(guessed)

    @classmethod
    def begin(cls, opening: Opening) -> Here | None:
        """Return it, if it may begin: on a small model, and if no other has done the same before."""
        small = ENCODINGS.load("order").size(opening[0])[1] <= _SMALL
        return cls(opening) if small and MINISAT not in opening[3].backends else None

    def solve(self, told: Told, assumptions: CellValues, any_of: CellValues | None) -> Found | None:
        """Search for a solution, after these calls; None if the budget has ended the search."""
        self._told += told
        tell(self._solver, told)
        answer = self._solver.solve_easily(assumptions, any_of)
        return None if answer is None else collect_findings(self._solver, answer, self._opening[0].possible)

    def hand_over(self) -> tuple[Opening, Told]:
        """Free the solver; return with what a worker begins."""
        self._solver.close()
        used = Found(backends=tuple(self._solver.used), seconds=self._solver.seconds)
        return (*self._opening[:3], used), self._told

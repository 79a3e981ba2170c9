# ruff: noqa: D102 - the methods are those of an Engine
"""The SAT solvers of PySAT that solve only once."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.backends.pysat_engine import Incremental
from nonosat.encodings.model import Cnf
from nonosat.problem import CellValues


class OneShot(Incremental):
    """A solver that can solve only once: it is rebuilt, with all clauses, for every call.

    Kissat tries true first. So a variable that should be tried as false is replaced by its negation.
    """

    def __init__(self, name: str, model: Cnf, phases: bool, budget: bool) -> None:
        super().__init__(name, model, phases, budget)
        self._added: list[list[int]] = []
        self._negated: frozenset[int] = frozenset()

    def _load(self) -> None:
        """Do nothing: `solve` loads the clauses."""

    def _add(self, clause: list[int] | None) -> None:
        if clause:
            self._added.append(clause)
        elif clause is not None:
            self._impossible = True

    def _set_phases(self, literals: Sequence[int]) -> None:
        self._negated = frozenset([-literal for literal in literals if literal < 0])

    def solve(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> bool | None:
        from pysat.solvers import Solver

        literals = self._model.assumptions(assumptions)
        some = None if any_of is None else self._model.clause(any_of)
        if self._impossible or literals is None or some == []:
            return False
        self._solver.delete()
        self._solver = Solver(self._name)
        added = self._added + [[literal] for literal in literals] + ([some] if some else [])
        clauses = [self._rename(clause) for clause in self._model.clauses + added]
        self._solver.append_formula(clauses or [[1, -1]], no_return=True)
        answer = bool(self._solver.solve())
        if answer:
            self._truth = self._rename(self._solver.get_model())
        return answer

    def _rename(self, literals: list[int]) -> list[int]:
        negated = self._negated
        return [-lit if abs(lit) in negated else lit for lit in literals] if negated else literals

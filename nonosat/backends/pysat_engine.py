# ruff: noqa: D102 - the methods are those of an Engine
"""A solver of PySAT at work."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.backends import Engine
from nonosat.encodings.model import Cnf, Marginals
from nonosat.problem import CellValues, Values


class Incremental(Engine):
    """An incremental solver."""

    def __init__(self, name: str, model: Cnf, phases: bool, budget: bool) -> None:
        from pysat.solvers import Solver

        self._name = name
        self._model = model
        self._phases, self._can_stop = phases, budget
        self._impossible = [] in model.clauses
        self._truth: list[int] = []
        self._selector = 0  # the last one
        self._budget: int | None = None
        self._solver = Solver(name)
        self._load()

    def _load(self) -> None:
        if not self._impossible:
            # MapleSAT kills its process if it has to solve without any variable.
            self._solver.append_formula(self._model.clauses or [[1, -1]], no_return=True)

    def add_clause(self, options: CellValues) -> None:
        self._add(self._model.clause(options))

    def add_blocking_clause(self, options: CellValues) -> None:
        self._add(self._model.blocking_clause(options))

    def _add(self, clause: list[int] | None) -> None:
        if clause:
            self._solver.add_clause(clause)
        elif clause is not None:
            self._impossible = True

    def set_phases(self, values: Values) -> None:
        if not self._phases:
            return
        if self._truth and bytes(values) == self.values():
            self._set_phases(self._truth)  # the whole assignment, not its cells alone
        elif literals := self._model.assumptions(list(enumerate(values))):
            self._set_phases(literals)

    def set_marginals(self, marginals: Marginals) -> None:
        if self._phases:
            self._set_phases(self._model.likely_literals(marginals))

    def _set_phases(self, literals: Sequence[int]) -> None:
        self._solver.set_phases(literals)

    def set_budget(self, conflicts: int | None) -> None:
        self._budget = conflicts

    def solve(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> bool | None:
        literals = self._model.assumptions(assumptions)
        selected = [] if any_of is None else self._selecting(any_of)
        if self._impossible or literals is None or selected is None:
            return False
        literals += selected

        def solve(conflicts: int | None) -> bool | None:
            if conflicts is None:
                return bool(self._solver.solve(assumptions=literals))
            self._solver.conf_budget(conflicts)
            answer = self._solver.solve_limited(assumptions=literals, expect_interrupt=True)  # at Ctrl-C
            return None if answer is None else bool(answer)

        from nonosat.processes.turns import in_turns  # where a solver runs, which is rarely this process

        answer = in_turns(solve, self._budget) if self._can_stop else solve(None)
        if answer:
            self._truth = self._solver.get_model()
        if self._selector in literals:
            self._solver.add_clause([-self._selector])
        return answer

    def _selecting(self, options: CellValues) -> list[int] | None:
        """Return assumptions under which one of the options holds; None if none of them can.

        The options are a clause with a new selector, which is false after the call. (One selector
        per literal, the same for all calls, makes lemmas of thousands of literals.)
        """
        wanted = self._model.clause(options)
        if not wanted or len(wanted) == 1:
            return [] if wanted is None else wanted or None
        self._selector = max(self._selector, self._model.variables) + 1
        self._solver.add_clause([-self._selector, *wanted])
        return [self._selector]

    def values(self) -> bytes:
        holds = set(self._truth)
        # Solvers leave out variables that no clause mentions; their cells may have any value.
        holds.update(range(-self._model.variables, -len(self._truth)))
        return self._model.values(holds.__contains__)

    def conflicts(self) -> int | None:
        try:
            return int(self._solver.accum_stats()["conflicts"])
        except (NotImplementedError, KeyError, TypeError):
            return None

    def close(self) -> None:
        self._solver.delete()

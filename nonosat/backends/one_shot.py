"""Engines whose solver gets everything anew with every call."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from nonosat.backends import Engine
from nonosat.encodings.cp import Cp
from nonosat.problem import CellValue, CellValues

Clause = list[tuple[CellValue, bool]]
"""Of these options, one holds (True), or not all do (False)."""


class OneShot(Engine):
    """Keeps the clauses that were added, and gives them to `search` with every call."""

    def __init__(self, model: Cp) -> None:
        self.model = model
        self._clauses: list[Clause] = []
        self._found = b""

    @abstractmethod
    def search(self, clauses: Sequence[Clause], fixed: CellValues) -> Sequence[int] | bool | None:
        """Return the values of a solution in which these hold; False if there is none, None if it gave up."""

    def add_clause(self, options: CellValues) -> None:
        """See `Engine`."""
        self._add(self.model.clause(options), True)

    def add_blocking_clause(self, options: CellValues) -> None:
        """See `Engine`."""
        self._add(self.model.blocking_clause(options), False)

    def _add(self, options: list[CellValue] | None, holds: bool) -> None:
        if options is not None:
            self._clauses.append([(option, holds) for option in options])

    def solve(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> bool | None:
        """See `Engine`."""
        fixed = self.model.assumptions(assumptions)
        clauses = list(self._clauses)
        some = None if any_of is None else self.model.clause(any_of)
        if some is not None:
            clauses.append([(option, True) for option in some])
        if self.model.impossible or fixed is None or [] in clauses:
            return False
        answer = self.search(clauses, fixed)
        if answer is None or isinstance(answer, bool):
            return answer
        self._found = bytes(answer)
        return True

    def values(self) -> bytes:
        """See `Engine`."""
        return self._found

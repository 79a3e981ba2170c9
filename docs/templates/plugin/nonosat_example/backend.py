"""A backend: a small solver in plain Python, with unit propagation and backtracking.

Copy to nonosat/backends/dpll.py and add to BACKENDS in nonosat/backends/__init__.py:

        "dpll": Entry("dpll", "a small solver in plain Python"),

If the solver is a separate package, name it and how to install it:
`Entry("mine", "what it is", "package", "pip install package")`. Import it inside functions, so that it is
loaded only when it is used. The tests of backends run on every registered backend.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.backends import Engine
from nonosat.encodings.model import Cnf, Info, Model, Options
from nonosat.problem import CellValue

INFO = Info(name="dpll", package="nonosat", reads=("cnf",))


def solvers() -> list[Info]:
    """Return the installed solvers, the default first; `info.name` is `family:solver`, or `family`."""
    return [INFO]


def info(solver: str) -> Info | None:
    """Describe a solver; this family has one, without a name."""
    return None if solver else INFO


def start(_solver: str, model: Model, options: Options) -> _Engine:
    """Load a model into the solver; `options` are a card's (see `Info.options`)."""
    if not isinstance(model, Cnf):
        raise TypeError("dpll reads clauses")
    return _Engine(model)


class _Engine(Engine):
    """The solver with a loaded model. `Engine` documents the methods; those with a body can be inherited."""

    def __init__(self, model: Cnf) -> None:
        self._model = model
        self._clauses = [list(clause) for clause in model.clauses]
        self._found: dict[int, bool] = {}

    def add_clause(self, options: Sequence[CellValue]) -> None:
        self._keep(self._model.clause(options))

    def add_blocking_clause(self, options: Sequence[CellValue]) -> None:
        self._keep(self._model.blocking_clause(options))

    def _keep(self, clause: list[int] | None) -> None:
        if clause is not None:  # None: already satisfied
            self._clauses.append(clause)

    def solve(
        self, assumptions: Sequence[CellValue] = (), any_of: Sequence[CellValue] | None = None
    ) -> bool | None:
        units = self._model.assumptions(assumptions)
        if units is None:
            return False
        more = None if any_of is None else self._model.clause(any_of)
        found = _search(self._clauses + ([more] if more is not None else []), units, self._model.variables)
        self._found = found or {}
        return found is not None

    def values(self) -> bytes:
        return self._model.values(lambda literal: self._found[abs(literal)] == (literal > 0))


def _search(clauses: list[list[int]], units: list[int], variables: int) -> dict[int, bool] | None:
    """Return an assignment that satisfies all clauses, or None."""
    if [] in clauses:
        return None
    inside: dict[int, list[list[int]]] = {}
    for clause in clauses:
        for literal in clause:
            inside.setdefault(literal, []).append(clause)
    value: dict[int, bool] = {}
    trail: list[int] = []
    decisions: list[int] = []  # the position of each decision on the trail

    def assign(queue: list[int]) -> bool:
        """Make literals true, and propagate; False at a contradiction."""
        while queue:
            literal = queue.pop()
            if abs(literal) in value:
                if value[abs(literal)] != (literal > 0):
                    return False
                continue
            value[abs(literal)] = literal > 0
            trail.append(literal)
            for clause in inside.get(-literal, ()):
                left = [other for other in clause if value.get(abs(other), other > 0) == (other > 0)]
                if not left:
                    return False
                if len(left) == 1:
                    queue.append(left[0])
        return True

    good = assign(units + [clause[0] for clause in clauses if len(clause) == 1])
    if not good:
        return None
    while True:
        if good:
            if len(value) == variables:
                return value
            literal = next(v for v in range(1, variables + 1) if v not in value)
            decisions.append(len(trail))
        else:  # undo the last decision that has not been flipped yet
            if not decisions:
                return None
            first = decisions.pop()
            literal = -trail[first]
            for gone in trail[first:]:
                del value[abs(gone)]
            del trail[first:]
        good = assign([literal])

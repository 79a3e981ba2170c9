"""The SAT solvers of PySAT."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from nonosat.backends import Engine
from nonosat.encodings.model import Cnf, Info, Marginals, Model, Options
from nonosat.problem import CellValues, Values

if TYPE_CHECKING:
    from nonosat.backends.proving import Prover
    from nonosat.encodings.dimacs import Clauses

# What each solver can do, as found by calling every method (tests/others/test_backends.py does so, too).
# The first is the default. PySAT's own table of names lists solvers that a build does not have.
_P, _B, _D = "phases", "budget", "proof"
_ABLE = {
    "cadical195": {_P, _B, _D},
    "cadical153": {_P, _B, _D},
    "cadical103": {_B, _D},
    "cadical300": {_P, _B, _D},
    "glucose3": {_P, _B, _D},
    "glucose4": {_P, _B, _D},
    "glucose42": {_P, _B, _D},
    "gluecard3": {_P, _B, _D},
    "gluecard4": {_P, _B, _D},
    "lingeling": {_P, _D},
    "maplechrono": {_P, _B, _D},
    "maplecm": {_P, _B, _D},
    "maplesat": {_P, _B},  # it writes proofs, but wrong ones
    "mergesat3": {_P, _B},
    "minicard": {_P, _B},
    "minisat22": {_P, _B},
    "minisat-gh": {_P, _B},
    "minisat-ep": {_P, _B},
    "ergo": {_P, _B, _D},
    "kissat404": {_P},  # by renaming variables: PySAT cannot set its phases
    "cryptominisat5": set(),  # needs the package pycryptosat
}
_ONE_SHOT = {"kissat404"}  # a clause added after a solve aborts the process; assumptions are ignored


def info(solver: str) -> Info | None:
    """Describe a solver; it may be one that PySAT has and this module does not list."""
    if solver in _ABLE:
        return _info(solver)
    return next((found for found in solvers() if found.name == f"pysat:{solver}"), None)


def solvers() -> list[Info]:
    """Return the solvers that the installed PySAT really has."""
    return [_info(name) for name in _installed()]


@cache
def _installed() -> tuple[str, ...]:
    """Return the names of the solvers that start, those listed above first."""
    from pysat.solvers import Solver, SolverNames

    known = list(_ABLE)
    # An attribute of SolverNames is not always a solver's name (minisatgh is not); its last alias is.
    listed = [aliases for name, aliases in sorted(vars(SolverNames).items()) if not name.startswith("_")]
    names = known + [a[-1] for a in listed if not set(a) & set(known)]
    here = []
    # Starting an absent solver may raise anything, and again when its half-made object is freed.
    hook, sys.unraisablehook = sys.unraisablehook, lambda _: None
    try:
        for name in names:
            with contextlib.suppress(Exception):
                Solver(name).delete()
                here.append(name)
    finally:
        sys.unraisablehook = hook
    return tuple(here)


def _info(name: str) -> Info:
    able = _ABLE.get(name, set())
    return Info(
        name=f"pysat:{name}",
        package="python-sat",
        reads=("cnf",),
        incremental=name not in _ONE_SHOT,
        phases=_P in able,
        budget=_B in able,
        proof=_D in able,
    )


def start(solver: str, model: Model, _options: Options) -> _Engine:
    """Load clauses into a solver."""
    if not isinstance(model, Cnf):
        raise TypeError("PySAT reads clauses")
    return (_OneShot if solver in _ONE_SHOT else _Engine)(solver, model)


def prover(solver: str, clauses: Clauses, _options: Options) -> Prover:
    """Load clauses into a solver that writes a proof."""
    from nonosat.backends.pysat_proofs import PysatProver  # few puzzles are proven

    return PysatProver(solver, clauses)


class _Engine(Engine):
    """An incremental solver."""

    def __init__(self, name: str, model: Cnf) -> None:
        from pysat.solvers import Solver

        self._name = name
        self._model = model
        self._able = _ABLE.get(name, set())
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
        if _P not in self._able:
            return
        if self._truth and bytes(values) == self.values():
            self._set_phases(self._truth)  # the whole assignment, not its cells alone
        elif literals := self._model.assumptions(list(enumerate(values))):
            self._set_phases(literals)

    def set_marginals(self, marginals: Marginals) -> None:
        if _P in self._able:
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
            answer = self._solver.solve_limited(assumptions=literals)
            return None if answer is None else bool(answer)

        from nonosat.processes.turns import in_turns  # where a solver runs, which is rarely this process

        answer = in_turns(solve, self._budget) if _B in self._able else solve(None)
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


class _OneShot(_Engine):
    """A solver that can solve only once: it is rebuilt, with all clauses, for every call.

    Kissat tries true first. So a variable that should be tried as false is replaced by its negation.
    """

    def __init__(self, name: str, model: Cnf) -> None:
        super().__init__(name, model)
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
        clauses = [self._renamed(clause) for clause in self._model.clauses + added]
        self._solver.append_formula(clauses or [[1, -1]], no_return=True)
        answer = bool(self._solver.solve())
        if answer:
            self._truth = self._renamed(self._solver.get_model())
        return answer

    def _renamed(self, literals: list[int]) -> list[int]:
        negated = self._negated
        return [-lit if abs(lit) in negated else lit for lit in literals] if negated else literals

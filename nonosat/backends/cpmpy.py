"""The solvers of CPMpy: a regular constraint for each line; one-shot.

CPMpy (Guns, "Increasing modeling language convenience with a universal n-dimensional array, CPpy as
Python-embedded example", ModRef 2019) gives Pesant's `regular` (CP 2004) to the solvers that have it, and
decomposes it for the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from nonosat.backends.one_shot import Clause, OneShot
from nonosat.encodings.cp import Cp, Steps
from nonosat.encodings.model import Info, Model, Options
from nonosat.errors import InputError
from nonosat.problem import CellValue, CellValues, Regular
from nonosat.processes.trials import try_call
from nonosat.words import bracket, quote

_OWN = {"highs", "minizinc", "ortools", "pysat", "rc2", "z3"}
"""Solvers with a backend of their own: more than twice as fast (HiGHS six times), or, of MiniZinc, for more
versions: CPMpy refuses that of Debian 12.
"""


def info(solver: str) -> Info | None:
    """Describe one of CPMpy's solvers, which may be absent here."""
    missing = partial(_missing, solver)
    return Info(f"cpmpy:{solver}", "cpmpy", ("cp",), incremental=False, missing=missing) if solver else None


def _missing(solver: str, _options: Options) -> str:
    names, fault = try_call((), solvers_here)
    if names is None:
        return f"CPMpy does not list its solvers: {fault}"
    if solver in names:
        return ""
    return f"CPMpy finds no solver {quote(solver)} here; it finds {', '.join(names) or 'none'}" + bracket(
        f'pip install "cpmpy[{solver}]"'
    )


def solvers() -> list[Info]:
    """Return the solvers that CPMpy finds here."""
    return [one for name in try_call((), solvers_here).result or [] if (one := info(name))]


def solvers_here() -> list[str]:
    """Return the names of the solvers that CPMpy finds. It imports their packages."""
    from cpmpy import SolverLookup

    return [name for name in SolverLookup.supported(subsolvers=False) if name not in _OWN]


def start(solver: str, model: Model, _options: Options) -> _Engine:
    """Take a model, which the solver gets with every call."""
    if not isinstance(model, Cp):
        raise TypeError("CPMpy reads constraint models")
    return _Engine(solver, model)


class _Engine(OneShot):
    def __init__(self, solver: str, model: Cp) -> None:
        import cpmpy

        super().__init__(model)
        self._cpmpy: Any = cpmpy
        self._solver = solver
        if not model.impossible:  # Booleans are cheaper: nothing links them to a number
            self._cells = [
                cpmpy.boolvar() if one == (0, 1) else cpmpy.intvar(one[0], one[-1]) for one in model.domains
            ]

    def search(self, clauses: Sequence[Clause], fixed: CellValues) -> Sequence[int] | bool | None:
        from cpmpy.solvers.solver_interface import ExitStatus

        solver: Any = self._cpmpy.SolverLookup.get(self._solver)
        solver.add(list(self._constraints(solver.supported_global_constraints)))
        solver.add([self._literal(option) for option in fixed])
        for clause in clauses:
            solver.add(self._cpmpy.any(self._literal(option) == holds for option, holds in clause))
        try:
            satisfied = solver.solve()
        except MemoryError:
            raise
        except Exception as error:  # each package has its own, of a missing licence, for example
            raise InputError(f"cpmpy:{self._solver} failed: {' '.join(str(error).split())}") from None
        if not satisfied:
            return False if solver.status().exitstatus is ExitStatus.UNSATISFIABLE else None
        # The solver was told nothing of cells without a constraint.
        values = [
            (cell.value(), domain[0]) for cell, domain in zip(self._cells, self.model.domains, strict=True)
        ]
        return [first if value is None else int(value) for value, first in values]

    def _literal(self, option: CellValue) -> Any:
        """Return the expression that a cell has this value of its domain."""
        cell, value = option
        if self.model.domains[cell] == (0, 1):
            return self._cells[cell] if value else ~self._cells[cell]
        return self._cells[cell] == value

    def _constraints(self, known: frozenset[str]) -> Iterator[Any]:
        """Yield the model for a solver that knows these global constraints."""
        for cell, domain in zip(self._cells, self.model.domains, strict=True):
            if len(domain) <= domain[-1] - domain[0]:
                yield self._cpmpy.InDomain(cell, list(domain))
        for count in self.model.counts:
            holding = [self._literal(o) for o in count.options if o[1] in self.model.domains[o[0]]]
            total = self._cpmpy.sum(holding)
            yield from (total >= count.least, total <= count.most)
        for one in self.model.automata:
            if (steps := self.model.unroll(one)) is None:  # Choco refuses to state it
                yield self._cpmpy.BoolVal(False)
            elif "table" in known and "regular" not in known:
                yield from self._tables(one, steps)
            elif one.cells:
                line = [self._cells[cell] for cell in one.cells]
                yield self._cpmpy.Regular(line, list(one.automaton.steps), 0, list(one.automaton.finals))

    def _tables(self, line: Regular, steps: Steps) -> Iterator[Any]:
        """Yield a table of the steps at each cell, as Quimper and Walsh do ("Global grammar constraints", CP
        2006). Those of CPMpy have all states at all cells, and take twice as long.
        """
        here = self._cpmpy.intvar(0, 0)
        for cell, taken in zip(line.cells, steps, strict=True):
            # States are numbered anew at every place, so that domains have no gaps.
            numbers = {state: k for k, state in enumerate(sorted({state for state, _, _ in taken}))}
            targets = {state: k for k, state in enumerate(sorted({target for _, _, target in taken}))}
            there = self._cpmpy.intvar(0, len(targets) - 1)
            table = [[numbers[state], value, targets[target]] for state, value, target in taken]
            yield self._cpmpy.Table([here, self._cells[cell], there], table)
            here = there

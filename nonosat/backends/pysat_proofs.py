"""Proofs by the SAT solvers of PySAT."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import BinaryIO

from nonosat.encodings import drat
from nonosat.encodings.dimacs import Clauses
from nonosat.processes.turns import in_turns


class PysatProver:
    """A fresh solver, by its name in PySAT, that writes a proof of unsatisfiability.

    The clauses are given once, and calls have no assumptions: under assumptions, Glucose and MapleChrono
    write an empty clause for clauses that have a solution.
    """

    def __init__(self, name: str, clauses: Clauses) -> None:
        from pysat.solvers import Solver

        self._solver = Solver(name, bootstrap_with=clauses, with_proof=True)

    def solve(self, conflicts: int | None) -> bool | None:
        """Whether the clauses have a solution; None if the budget of conflicts ended first."""
        return in_turns(self._solve, conflicts)

    def _solve(self, conflicts: int | None) -> bool | None:
        if conflicts is None:
            return bool(self._solver.solve())
        self._solver.conf_budget(conflicts)
        answer = self._solver.solve_limited()
        return None if answer is None else bool(answer)

    @property
    def written(self) -> int:
        """How many bytes of the proof were written so far."""
        return os.fstat(self._solver.solver.prfile.fileno()).st_size

    def lines(self) -> Iterator[bytes]:
        """Yield the proof's lines, as `drat` describes them."""
        # get_proof() would read all of it into memory. This file is internal to PySAT, and CaDiCaL's is
        # binary; tests/others/test_backends.py checks both.
        from pysat.solvers import pysolvers

        pysolvers.flushpr(self._solver.solver.prfp)
        file: BinaryIO = self._solver.solver.prfile
        file.seek(0)
        binary = hasattr(self._solver.solver, "cadical")
        return drat.lines_of_binary(file) if binary else drat.lines_of(file)

    def close(self) -> None:
        """Free the solver, which also deletes its proof."""
        self._solver.delete()

"""The SAT solvers of PySAT."""

from __future__ import annotations

import contextlib
import sys
from functools import cache
from typing import TYPE_CHECKING

from nonosat.backends import Engine
from nonosat.encodings.model import Cnf, Info, Model, Options

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
    return next((one for one in solvers() if one.name == f"pysat:{solver}"), None)


def solvers() -> list[Info]:
    """Return the solvers that the installed PySAT really has."""
    return [_info(name) for name in _find_installed()]


@cache
def _find_installed() -> tuple[str, ...]:
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


def start(solver: str, model: Model, _options: Options) -> Engine:
    """Load clauses into a solver."""
    if not isinstance(model, Cnf):
        raise TypeError("PySAT reads clauses")
    able = _ABLE.get(solver, set())
    if solver in _ONE_SHOT:
        from nonosat.backends.pysat_one_shot import OneShot  # which solves what is hard

        return OneShot(solver, model, _P in able, _B in able)
    from nonosat.backends.pysat_engine import Incremental

    return Incremental(solver, model, _P in able, _B in able)


def prover(solver: str, clauses: Clauses, _options: Options) -> Prover:
    """Load clauses into a solver that writes a proof."""
    from nonosat.backends.pysat_proofs import PysatProver  # few puzzles are proven

    return PysatProver(solver, clauses)

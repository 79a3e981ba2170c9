"""Solvers: one file per family, one registry.

A backend's name is `family` or `family:solver` (`pysat:cadical195`, `cpsat`). Only these modules, and those
of `counters`, import a solver, and only when they get a model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, cast

from nonosat.encodings import ENCODINGS
from nonosat.encodings.model import Info, Marginals, Model, Options
from nonosat.errors import InputError
from nonosat.problem import CellValues, Problem, Values
from nonosat.registry import Entry, Registry
from nonosat.words import bracket

if TYPE_CHECKING:
    from nonosat.backends.proving import Prover, ProvingBackend
    from nonosat.encodings.dimacs import Clauses


class Engine(Protocol):
    """A solver with a model loaded, addressed by cells and values. Methods with a body are defaults for
    engines that do not implement them.
    """

    # Problem

    def add_clause(self, options: CellValues) -> None:
        """Require that one of the options holds."""
        ...

    def add_blocking_clause(self, options: CellValues) -> None:
        """Require that not all of the options hold."""
        ...

    # Phases: what the solver tries first, if it supports that

    def set_phases(self, values: Values) -> None:
        """Try these values of the cells first."""
        return

    def set_marginals(self, marginals: Marginals) -> None:
        """Try the likelier values first."""
        self.set_phases(marginals.values)

    # Limits

    def set_budget(self, conflicts: int | None) -> None:
        """End each call after this many conflicts, if the solver supports that; None removes the limit."""
        return

    # Solving

    def solve(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> bool | None:
        """Search for a solution; None if the budget ended the search, or the solver gave up.

        The solution must satisfy all of the assumptions and, unless `any_of` is None, one of its options.
        """
        ...

    # Result

    def values(self) -> bytes:
        """Return the cells' values in the last solution found."""
        ...

    def conflicts(self) -> int | None:
        """Return the conflicts so far, if the solver reports them."""
        return None

    def close(self) -> None:
        """Free the solver."""
        return


class Family(Protocol):
    """What all backends' modules have."""

    def solvers(self) -> Sequence[Info]:
        """Return the installed solvers, the default first."""
        ...

    def info(self, solver: str) -> Info | None:
        """Describe a solver without starting it; None if it does not exist."""
        ...


class Backend(Family, Protocol):
    """The interface of a backend's module."""

    def start(self, solver: str, model: Model, options: Options) -> Engine:
        """Load a model into a solver."""
        ...


BACKENDS: Registry[Entry, Backend] = Registry(
    "backend",
    __name__,
    {
        "pysat": Entry("pysat", "the SAT solvers of PySAT", "pysat", 'pip install "python-sat>=1.9.dev16"'),
        "program": Entry("program", "any SAT solver that is a program, named by the card"),
        "cpsat": Entry("cpsat", "CP-SAT of OR-tools", "ortools", "pip install ortools"),
        "clingo": Entry("clingo", "answer set programming", "clingo", "pip install clingo"),
        "z3": Entry("z3", "SMT, with difference logic", "z3", "pip install z3-solver"),
        "highs": Entry("highs", "mixed-integer programming", "highspy", "pip install highspy"),
        "minizinc": Entry(
            "minizinc",
            "constraint programming, with the solvers of MiniZinc",
            install="apt-get install minizinc",
            programs=("minizinc",),
        ),
        "cpmpy": Entry("cpmpy", "constraint solvers, through CPMpy", "cpmpy", "pip install cpmpy"),
    },
    plugins=True,
)


def only(info: Info) -> tuple[Callable[[str], Info | None], Callable[[], Sequence[Info]]]:
    """Return the functions `info` and `solvers` of a family that has one solver."""
    return lambda solver: None if solver else info, lambda: [info]


def start(name: str, model: Model, options: Options) -> Engine:
    """Load a model into the named backend."""
    family, _, solver = name.partition(":")
    return BACKENDS.load(family).start(solver, model, options)


def prover(name: str, clauses: Clauses, options: Options) -> Prover:
    """Load clauses into a fresh solver that writes a proof."""
    family, _, solver = name.partition(":")
    return cast("ProvingBackend", BACKENDS.load(family)).prover(solver, clauses, options)


def info(name: str) -> Info | None:
    """Describe a backend, installed or not; None if there is none of this name. Raises InputError if the
    package that has added it is broken.
    """
    family, _, solver = name.partition(":")
    if family not in BACKENDS:
        return None
    module = BACKENDS.module(family)
    try:
        return module.info(solver)
    except Exception as error:
        if origin := BACKENDS[family].origin:
            from nonosat.registry.plugins import say_broken

            raise InputError(say_broken("backend", family, origin, error)) from None
        raise


def missing(name: str, options: Options) -> str:
    """Say why a backend with these options cannot be used, and how to install it; empty if it can.

    A program is tried: it is there if it answers.
    """
    family = name.partition(":")[0]
    try:
        entry = info(name)
    except InputError as error:  # the package that has added it is broken
        return str(error)
    if why := BACKENDS.missing(family) or (entry.missing(options) if entry else ""):
        return why
    fault = ""
    if entry and (files := entry.files(options)):
        from nonosat.processes.trials import try_call  # workers: slow to import, and rarely needed

        fault = try_call(files, settle_two_cells, name, dict(options)).fault
    install = options.get("install") or BACKENDS[family].install
    return f"the backend {name} does not answer: {fault}{bracket(install)}" if fault else ""


def settle_two_cells(name: str, options: Options) -> None:
    """Let a backend find the one solution of some clauses, and that there is none with another clause.

    Raises InputError if it does not; a solver with a limit of its own may give up on the latter.
    """
    limited = {"time": 2} if options.get("time") else {}
    backend, two_cells = info(name), Problem((2, 2), (), (0, 1))
    encoding = next(one for one, entry in ENCODINGS.items() if backend and entry.language in backend.reads)
    engine = start(name, ENCODINGS.load(encoding).encode(two_cells), {**options, **limited})
    for clause in [(0, 1), (1, 1)], [(0, 0), (1, 0)], [(0, 1)]:
        engine.add_clause(clause)
    if not engine.solve() or engine.values() != b"\1\0":
        raise InputError("it does not find the solution of three clauses")
    engine.add_clause([(1, 1)])
    if engine.solve() not in ((False, None) if limited else (False,)):
        raise InputError("self-test failed: it calls four contradictory clauses satisfiable")
    engine.close()


def available() -> Iterator[Info]:
    """Yield every solver that can be used, family by family."""
    for name, entry in BACKENDS.items():
        if BACKENDS.missing(name):
            continue
        try:
            solvers = [one for one in BACKENDS.load(name).solvers() if not missing(one.name, {})]
        except Exception as error:
            if not entry.origin:
                raise
            from nonosat.registry.plugins import warn_broken

            warn_broken("backend", name, entry.origin, error)
            continue
        yield from solvers

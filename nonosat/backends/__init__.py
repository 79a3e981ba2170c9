"""Who solves: one file a family of solvers, one registry.

A backend's name is `family` or `family:solver` (`pysat:cadical195`, `cpsat`). A family is a module
with `INSTALL` (how to get it), `solvers()` (what it has here, as `Info`) and `start(solver, model,
options)`, which loads a model and returns an `Engine`. Only these modules import a solver, and only
when a model is put to it. Engines that do not solve but count, or hit sets, have a function for that
in the place of `start`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, cast

from nonosat.model import Model
from nonosat.problem import Option

if TYPE_CHECKING:
    from nonosat.stages.beliefs import Likely

FAMILIES = {
    "pysat": ("nonosat.backends.pysat", "pysat"),
    "cpsat": ("nonosat.backends.cpsat", "ortools"),
    "convictions": ("nonosat.backends.convictions", "nonosat"),
    "frontier": ("nonosat.backends.frontier", "nonosat"),
    "ganak": ("nonosat.backends.ganak", "pyganak"),
    "rc2": ("nonosat.backends.rc2", "pysat"),
}
"""Family -> (its module here, the package that it drives)."""


@dataclass(frozen=True, slots=True)
class Info:
    """What a backend is and what it can do."""

    name: str
    package: str  # as it is called where packages are installed from
    reads: tuple[str, ...]  # the languages of models: "cnf", "cp", "lines"
    solve: bool = True  # finds an assignment, or proves that there is none
    complete: bool = True  # else it proves nothing, and may give up: only before another step
    count: bool = False  # counts the assignments
    hit: bool = False  # finds a smallest set that hits each of some sets
    incremental: bool = True  # else rebuilt for every call (one-shot)
    phases: bool = False  # takes a likely value for each variable
    budget: bool = False  # can stop after a number of conflicts
    interrupt: bool = False  # can be stopped by a call from another thread
    proof: bool = False  # writes proofs of unsatisfiability
    propagate: bool = False  # can be asked for unit propagation alone
    options: Mapping[str, bool | int] = field(default_factory=dict)  # what a card may set, and its default

    @property
    def version(self) -> str:
        """The package's version."""
        from importlib.metadata import version  # slow to import, and seldom asked for

        return f"{self.package} {version(self.package)}"

    def abilities(self) -> list[str]:
        """Return what it can do, in words."""
        names = ("count", "hit", "phases", "budget", "interrupt", "proof", "propagate")
        calls = ["incremental" if self.incremental else "one-shot"] if self.solve else []
        if not self.complete:
            calls = ["incomplete"]
        return calls + [name for name in names if getattr(self, name)]


class Engine(Protocol):
    """A solver with a model in it."""

    def add(self, options: Sequence[Option], differ: bool) -> None:
        """Add: one of these options holds; or, if `differ`, one of them does not."""
        ...

    def prefer(self, values: Sequence[int]) -> None:
        """Make these values of the cells the ones to try first, where the solver can."""
        ...

    def guess(self, likely: Likely) -> None:
        """Make what is likely the thing to try first, where the solver can."""
        ...

    def solve(
        self, assume: Sequence[Option], conflicts: int | None, one_of: Sequence[Option] = ()
    ) -> bool | None:
        """Look for an assignment; None if the budget of conflicts ended first, or it gives up.

        In this call all of the `assume` options hold and, if there are any, one of `one_of`.
        """
        ...

    def values(self) -> bytes:
        """Return the cells' values in the assignment found last."""
        ...

    def conflicts(self) -> int | None:
        """Return the conflicts so far, where the solver tells."""
        ...

    def close(self) -> None:
        """Free the solver."""
        ...


class Family(Protocol):
    """What a backend's module offers."""

    INSTALL: str

    def solvers(self) -> list[Info]:
        """Return the solvers that really are here, the default first."""
        ...

    def info(self, solver: str) -> Info | None:
        """Return what is known of a solver without starting it; None if there is none."""
        ...

    def start(self, solver: str, model: Model, options: Mapping[str, Any]) -> Engine:
        """Load a model into a solver."""
        ...


class Prover(Protocol):
    """A fresh solver that refutes clauses and writes down how."""

    def solve(self, conflicts: int | None) -> bool | None:
        """Whether the clauses have a solution; None if the budget of conflicts ended first."""
        ...

    def lines(self) -> Iterator[bytes]:
        """Yield the proof's lines, as `nonosat.proofs.drat` describes them."""
        ...

    def close(self) -> None:
        """Free the solver; its proof is gone too."""
        ...


class Propagator(Protocol):
    """A solver of which nothing is used but unit propagation."""

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        ...

    def conflicts(self, literals: Sequence[int]) -> bool:
        """Whether propagating these literals leads to a conflict."""
        ...

    def close(self) -> None:
        """Free the solver."""
        ...


Clauses = Sequence[Sequence[int]]


def prover(name: str, clauses: Clauses) -> Prover:
    """Give clauses to a backend that writes proofs."""
    return cast(Prover, _proofs(name).Prover(name.partition(":")[2], clauses))


def propagator(name: str, clauses: Clauses) -> Propagator:
    """Give clauses to a backend that propagates."""
    return cast(Propagator, _proofs(name).Propagator(name.partition(":")[2], clauses))


def _proofs(name: str) -> Any:
    return import_module(f"{FAMILIES[name.split(':')[0]][0]}_proofs")


def family(name: str) -> Family:
    """Return the family of a backend's name; KeyError if there is none."""
    return cast(Family, import_module(FAMILIES[name.split(":")[0]][0]))


def installed(name: str) -> bool:
    """Whether the family's package is here; imports nothing."""
    return find_spec(FAMILIES[name][1]) is not None


def info(name: str) -> Info | None:
    """Return what is known of a backend; None if there is none of this name here."""
    head, _, solver = name.partition(":")
    if head not in FAMILIES or not installed(head):
        return None
    return family(head).info(solver)


def every() -> Iterator[Info]:
    """Yield every backend that is here, family by family."""
    for head in FAMILIES:
        if installed(head):
            yield from family(head).solvers()

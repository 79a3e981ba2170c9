"""The input of solvers: a Problem as clauses (`Cnf`) or as a constraint model (`Cp`); `Marginals`, from which
phases follow; and `Info`, which describes a solver.

Models keep the mapping to the cells: which literal says that a cell has a value. This module names
neither solvers nor puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from nonosat.errors import WrongAnswerError
from nonosat.installed import version_of
from nonosat.problem import CellValue, Problem
from nonosat.records import dataclass, field

if TYPE_CHECKING:
    from nonosat.encodings.cp import Cp

TRUE = 1 << 30
"""The literal of known facts; -TRUE is the one of known falsehoods. Neither is ever in a clause."""


@dataclass
class Cnf:
    """Clauses over the variables 1..`variables`.

    `literals[cell][value]` says that the cell has the value: a literal, TRUE or -TRUE.
    `phases(marginals)`, if the encoding provides it, returns the likelier literal of each of the encoding's
    own variables.
    """

    variables: int
    clauses: list[list[int]]
    literals: Sequence[Sequence[int]]
    phases: Callable[[Marginals], list[int]] | None = None

    def clause(self, options: Sequence[CellValue]) -> list[int] | None:
        """Write "one of these options holds" as a clause.

        None means already satisfied; the empty list means unsatisfiable.
        """
        return _without_constants([self.literals[cell][value] for cell, value in options])

    def blocking_clause(self, options: Sequence[CellValue]) -> list[int] | None:
        """Write "not all of these options hold" as a clause, in the same way."""
        return _without_constants([-self.literals[cell][value] for cell, value in options])

    def assumptions(self, options: Sequence[CellValue]) -> list[int] | None:
        """Write "all of these options hold" as assumptions; None if one is known not to hold."""
        literals = [self.literals[cell][value] for cell, value in options]
        if -TRUE in literals:
            return None
        return [literal for literal in literals if literal != TRUE]

    def likely_literals(self, marginals: Marginals) -> list[int]:
        """Return the literals that are more likely than not."""
        literals = []
        for row, shares in zip(self.literals, marginals.cells, strict=True):
            for literal, share in zip(row, shares, strict=False):
                if 0 < literal < TRUE:
                    literals.append(literal if 2 * share > 1 else -literal)
        return literals + (self.phases(marginals) if self.phases else [])

    def values(self, holds: Callable[[int], bool]) -> bytes:
        """Read the cells' values back from an assignment. Raises WrongAnswerError if a cell has none."""
        chosen = bytearray(len(self.literals))
        for cell, row in enumerate(self.literals):
            for value, literal in enumerate(row):
                if literal == TRUE or (abs(literal) != TRUE and holds(literal)):
                    chosen[cell] = value
                    break
            else:
                raise WrongAnswerError(f"cell {cell} has no value in the solver's assignment")
        return bytes(chosen)


def _without_constants(clause: list[int]) -> list[int] | None:
    if TRUE in clause:
        return None
    return [literal for literal in clause if literal != -TRUE]


Model: TypeAlias = "Cnf | Cp | Problem"
"""A Problem is the model of backends that need no encoding."""

Language = Literal["cnf", "cp", "problem"]
"""The language of a model: clauses, a constraint model, or the Problem itself."""


@dataclass(frozen=True)
class Marginals:
    """How likely each value of each cell is, in arrays or lists; `cells[cell][value]` is from 0 to 1.

    `starts[k][j]` is how likely block j of constraint k starts at each of its places, counted from the
    earliest one; None for constraints that are left out.
    """

    cells: Any
    starts: Sequence[Any]

    @property
    def values(self) -> list[int]:
        """The most likely value of every cell."""
        return [max(range(len(row)), key=row.__getitem__) for row in self.cells]


Option = bool | int | str
"""An option of a backend that a card may set."""

Options = Mapping[str, Option]
"""Options by their names."""


def no_fault(_options: Options) -> str:
    """For backends whose options may be combined as you like, and that need nothing but their package."""
    return ""


def no_files(_options: Options) -> tuple[str, ...]:
    """For backends that are packages."""
    return ()


@dataclass(frozen=True)
class Info:
    """Describes a solver and its capabilities."""

    name: str
    package: str  # its name on PyPI; empty for programs
    reads: tuple[Language, ...]
    incremental: bool = True  # if not, it is rebuilt for every call (one-shot)
    phases: bool = False  # accepts the value to try first for each variable
    budget: bool = False  # can stop after a number of conflicts
    proof: bool = False  # writes proofs of unsatisfiability
    options: Options = field(default_factory=dict)  # what a card may set, with defaults
    fault: Callable[[Options], str] = no_fault  # why a card's options make no sense
    missing: Callable[[Options], str] = no_fault  # what is not installed, and how to install it
    files: Callable[[Options], tuple[str, ...]] = no_files  # of the program that it runs, the first of them

    @property
    def version(self) -> str:
        """The package's version; the name of a solver that belongs to no package."""
        return f"{self.package} {version_of(self.package)}".rstrip() if self.package else self.name

    def abilities(self) -> list[str]:
        """Return the solver's abilities, in words."""
        kind = "incremental" if self.incremental else "one-shot"
        return [kind, *(name for name in ("phases", "budget", "proof") if getattr(self, name))]

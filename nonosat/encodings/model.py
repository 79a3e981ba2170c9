"""The input of solvers: a Problem as clauses (`Cnf`) or as a constraint model (`Cp`); `Marginals`, from which
phases follow; and `Info`, which describes a solver.

Models keep the mapping to the cells: which literal says that a cell has a value. This module names
neither solvers nor puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from nonosat.errors import WrongAnswerError
from nonosat.installed import version_of
from nonosat.problem import CellValue, Count, Problem, Regular, values_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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
        found = [self.literals[cell][value] for cell, value in options]
        if -TRUE in found:
            return None
        return [literal for literal in found if literal != TRUE]

    def likely_literals(self, marginals: Marginals) -> list[int]:
        """Return the literals that are more likely than not."""
        found = []
        for row, shares in zip(self.literals, marginals.cells.tolist(), strict=True):
            for literal, share in zip(row, shares, strict=False):
                if 0 < literal < TRUE:
                    found.append(literal if 2 * share > 1 else -literal)
        return found + (self.phases(marginals) if self.phases else [])

    def values(self, holds: Callable[[int], bool]) -> bytes:
        """Read the cells' values back from an assignment. Raises WrongAnswerError if a cell has none."""
        found = bytearray(len(self.literals))
        for cell, row in enumerate(self.literals):
            for value, literal in enumerate(row):
                if literal == TRUE or (abs(literal) != TRUE and holds(literal)):
                    found[cell] = value
                    break
            else:
                raise WrongAnswerError(f"cell {cell} has no value in the solver's assignment")
        return bytes(found)


def _without_constants(clause: list[int]) -> list[int] | None:
    if TRUE in clause:
        return None
    return [literal for literal in clause if literal != -TRUE]


Steps = list[list[tuple[int, int, int]]]
"""For each cell that an automaton reads, the steps (state, value, next state) on accepting paths."""


@dataclass
class Cp:
    """A constraint model over the Problem's own cells; `domains[cell]` lists a cell's values."""

    domains: list[tuple[int, ...]]
    automata: list[Regular] = field(default_factory=list)
    counts: list[Count] = field(default_factory=list)

    @property
    def impossible(self) -> bool:
        """Whether a cell has no value left."""
        return () in self.domains

    def unrolled(self, line: Regular) -> Steps | None:
        """Return the steps of an automaton at each of its cells; None if there is no accepting path."""
        from nonosat.automata.arrangements import Arrangements, machine_of  # clauses need none

        possible = [sum(1 << value for value in self.domains[cell]) for cell in line.cells]
        live = Arrangements(machine_of(line, 0), possible).live
        if not live[0]:
            return None
        return [
            [
                (state, value, to)
                for state in values_of(here)
                for value, to in line.automaton.next[state].items()
                if mask >> value & 1 and there >> to & 1
            ]
            for here, there, mask in zip(live, live[1:], possible, strict=False)
        ]

    def clause(self, options: Sequence[CellValue]) -> list[CellValue] | None:
        """Return those of the options that may hold, of which one has to; None if one holds anyway."""
        if any(self.domains[cell] == (value,) for cell, value in options):
            return None
        return [(cell, value) for cell, value in options if value in self.domains[cell]]

    def blocking_clause(self, options: Sequence[CellValue]) -> list[CellValue] | None:
        """Return those of the options that do not hold anyway, of which one must not; None if one cannot."""
        if self.assumptions(options) is None:
            return None
        return [(cell, value) for cell, value in options if self.domains[cell] != (value,)]

    def assumptions(self, options: Sequence[CellValue]) -> list[CellValue] | None:
        """Return the options as assumptions; None if one cannot hold."""
        possible = all(value in self.domains[cell] for cell, value in options)
        return list(options) if possible else None


Model = Cnf | Cp | Problem
"""A Problem is the model of backends that need no encoding."""

Language = Literal["cnf", "cp", "problem"]
"""The language of a model: clauses, a constraint model, or the Problem itself."""


@dataclass(frozen=True)
class Marginals:
    """How likely each value of each cell is; `cells[cell, value]` is from 0 to 1.

    `starts[k][j]` is how likely block j of constraint k starts at each of its places, counted from the
    earliest one; None for constraints that are left out.
    """

    cells: NDArray[np.float64]
    starts: Sequence[NDArray[np.float64] | None]

    @property
    def values(self) -> list[int]:
        """The most likely value of every cell."""
        found: list[int] = self.cells.argmax(axis=1).tolist()
        return found


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


@dataclass(frozen=True, slots=True)
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

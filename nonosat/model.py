"""What a solver reads: a Problem turned into clauses (`Cnf`) or into a constraint model (`Cp`).

Both keep the way back to the cells: which literal says that a cell has a value. Solvers are not
named here, and puzzles are not either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from nonosat.problem import Option, Problem

if TYPE_CHECKING:
    from nonosat.stages.beliefs import Likely

TRUE = 1 << 30
"""The literal of what is already known to hold; -TRUE of what is known not to. Never in a clause."""


@dataclass
class Cnf:
    """Clauses over the variables 1..`variables`.

    `literals[cell][value]` says that the cell has the value: a literal, TRUE or -TRUE.
    `phases(likely)`, where an encoding offers it, gives its own variables their more likely value.
    """

    variables: int
    clauses: list[list[int]]
    literals: Sequence[Sequence[int]]
    phases: Callable[[Likely], list[int]] | None = None

    def clause(self, options: Sequence[Option], differ: bool) -> list[int] | None:
        """Write "one of these options holds" (or, if `differ`, "one of them does not") as a clause.

        None stands for a clause that holds anyway; the empty list for one that cannot hold.
        """
        sign = -1 if differ else 1
        found = [sign * self.literals[cell][value] for cell, value in options]
        if TRUE in found:
            return None
        return [literal for literal in found if literal != -TRUE]

    def assumptions(self, options: Sequence[Option]) -> list[int] | None:
        """Write "all of these options hold" as assumptions; None if one is known not to hold."""
        found = [self.literals[cell][value] for cell, value in options]
        if -TRUE in found:
            return None
        return [literal for literal in found if literal != TRUE]

    def guesses(self, likely: Likely) -> list[int]:
        """Return the literals that are more likely than not."""
        found = []
        for row, shares in zip(self.literals, likely.cells.tolist(), strict=True):
            for literal, share in zip(row, shares, strict=False):
                if 0 < literal < TRUE:
                    found.append(literal if 2 * share > 1 else -literal)
        return found + (self.phases(likely) if self.phases else [])

    def values(self, holds: Callable[[int], bool]) -> bytes:
        """Read the cells' values back from an assignment."""
        found = bytearray(len(self.literals))
        for cell, row in enumerate(self.literals):
            for value, literal in enumerate(row):
                if literal == TRUE or (abs(literal) != TRUE and holds(literal)):
                    found[cell] = value
                    break
            else:
                raise ValueError(f"cell {cell} has no value in the assignment")
        return bytes(found)


@dataclass(frozen=True, slots=True)
class Automaton:
    """The cells, read in order, are a word that the automaton accepts; states are 0..n-1.

    `steps` are (state, value, next state); state 0 is the first.
    """

    cells: tuple[int, ...]
    steps: tuple[tuple[int, int, int], ...]
    finals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """Between `low` and `high` of the options hold."""

    low: int
    high: int
    options: tuple[Option, ...]


@dataclass
class Cp:
    """A constraint model over the Problem's own cells; `domains[cell]` lists a cell's values."""

    domains: list[tuple[int, ...]]
    constraints: list[Automaton | Sum] = field(default_factory=list)


Model = Cnf | Cp | Problem
"""The last for backends that read the lines themselves."""

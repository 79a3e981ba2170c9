"""Clauses as text, in the DIMACS format that every SAT solver reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from nonosat.encodings.drat import Step


class Clauses(Sized, Iterable[Sequence[int]], Protocol):
    """Clauses in order, in a list or not."""


def header(variables: int, clauses: int) -> str:
    """Return the line before the clauses."""
    return f"p cnf {variables} {clauses}"


def clause_line(literals: Iterable[int]) -> str:
    """Return a clause as a line."""
    return " ".join([*map(str, literals), "0"])


def lines(variables: int, clauses: Clauses) -> Iterator[str]:
    """Yield the header and the clauses."""
    yield header(variables, len(clauses))
    yield from map(clause_line, clauses)


def cell_lines(literals: Iterable[Iterable[int]]) -> Iterator[str]:
    """Yield lines that say which literal stands for which value of a cell."""
    yield "each cell, counted from 0, with the literals that say that it has the value 0, 1, ..."
    for cell, row in enumerate(literals):
        yield f"{cell}: {' '.join(map(str, row))}"


def step_line(step: Step) -> str:
    """Return a step of a proof as a line."""
    deletion, literals = step
    return ("d " if deletion else "") + clause_line(literals)

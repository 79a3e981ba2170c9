"""Clauses as text, in the DIMACS format that every SAT solver reads; and a solver's answer as text: in
the form of the SAT competitions, or MiniSat's result file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Sized
from typing import TYPE_CHECKING, NamedTuple, Protocol

from nonosat.errors import InputError
from nonosat.words import quote

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


class SolverAnswer(NamedTuple):
    """Whether the clauses have a solution, or None if the answer does not say; and the true literals, or None
    if it lists none.
    """

    satisfiable: bool | None
    true: set[int] | None


_STATUS = {"SATISFIABLE": True, "UNSATISFIABLE": False}


def read_answer(text: str, variables: int, path: str) -> SolverAnswer:
    """Read a line `s SATISFIABLE` and lines `v 1 -2 ... 0`.

    The variables may also be written `x1 -x2`, or all of them as one word of 0 and 1. MiniSat's result file
    is read, too: `SAT`, then a line `1 -2 ... 0`, or `UNSAT`. Raises InputError if the text contradicts
    itself.
    """
    if text.split(maxsplit=1)[:1] in (["SAT"], ["UNSAT"]):
        text = _as_competitions_ask(text)
    said = {line[2:].strip(): number for number, line in _lines(text, "s")}
    if len(said) > 1:
        raise InputError("the answer has several `s` lines, which differ", path, max(said.values()))
    satisfiable = _STATUS.get(next(iter(said), ""))
    words = [(word, number) for number, line in _lines(text, "v") for word in line[2:].split()]
    if not words or satisfiable is False:
        return SolverAnswer(satisfiable, None)
    if len(words) == 1 and len(words[0][0]) == variables and not set(words[0][0]) - {"0", "1"}:
        true = {k if bit == "1" else -k for k, bit in enumerate(words[0][0], start=1)}
    else:
        true = {_literal(word, variables, path, number) for word, number in words} - {0}
    if twice := next((literal for literal in true if -literal in true), 0):
        raise InputError(f"the variable {abs(twice)} is both true and false", path)
    return SolverAnswer(satisfiable, true)


def _as_competitions_ask(text: str) -> str:
    """Return MiniSat's result file in the form of SAT competitions, with the same line numbers."""
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(
        {"": "", "SAT": "s SATISFIABLE", "UNSAT": "s UNSATISFIABLE"}.get(line, f"v {line}") for line in lines
    )


def _lines(text: str, letter: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.startswith(letter + " "):
            yield number, line


def _literal(word: str, variables: int, path: str, line: int) -> int:
    match = re.fullmatch(r"(-?)x?([0-9]{1,12})", word)
    if not match or int(match[2]) > variables:
        what = f"expected a number from 1 to {variables}, or its negative: {quote(word)}"
        raise InputError(what, path, line)
    return int(match[1] + match[2])

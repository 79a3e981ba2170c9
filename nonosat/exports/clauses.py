"""The reference clauses in the forms of SAT, MaxSAT and pseudo-Boolean solvers, and their answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from nonosat.clauses import dimacs, reference
from nonosat.clauses.propagation import Known
from nonosat.errors import InputError
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.words import shown


def cnf(puzzle: Puzzle) -> str:
    """DIMACS, for SAT solvers."""
    formula = reference.encode(puzzle.problem())
    return _text(_about(puzzle, formula, "c"), dimacs.lines(formula.variables, formula.clauses))


def wcnf(puzzle: Puzzle) -> str:
    """WCNF in the form of the MaxSAT evaluations since 2022: `h` before a hard clause."""
    formula = reference.encode(puzzle.problem())
    return _text(_about(puzzle, formula, "c"), (f"h {dimacs.clause_line(c)}" for c in formula.clauses))


def opb(puzzle: Puzzle) -> str:
    """OPB, for pseudo-Boolean solvers: each clause is a sum that must be at least 1."""
    formula = reference.encode(puzzle.problem())
    size = f"* #variable= {formula.variables} #constraint= {len(formula.clauses)}"
    return _text([size], _about(puzzle, formula, "*"), map(_sum, formula.clauses))


def assignment(puzzle: Puzzle, picture: Picture) -> list[int]:
    """Return the literals that are true in the assignment of a solution."""
    formula = reference.encode(puzzle.problem())
    known = Known(formula.variables)
    for clause in formula.clauses:
        known.add(clause)
    for literals, value in zip(formula.literals, puzzle.values(picture), strict=True):
        known.add([literals[value]])  # all other variables follow from the cells'
    return sorted(known.true, key=abs)


def read_answer(puzzle: Puzzle, text: str, path: str) -> Picture | None:
    """Read a solver's answer to one of these forms as a picture; None if it found no solution.

    The answer has the form of SAT competitions: a line `s SATISFIABLE` and lines `v 1 -2 ... 0`. The
    variables may also be written `x1 -x2`, or all of them as one word of 0 and 1. MiniSat's result file is
    read, too: `SAT`, then a line `1 -2 ... 0`, or `UNSAT`.
    """
    formula = reference.encode(puzzle.problem())
    if text.split(maxsplit=1)[:1] in (["SAT"], ["UNSAT"]):
        text = _as_competitions_ask(text)
    status = {line[2:].strip(): number for number, line in _lines(text, "s")}
    if "UNSATISFIABLE" in status:
        return None
    words = [(word, number) for number, line in _lines(text, "v") for word in line[2:].split()]
    if not words:
        raise InputError("no line `v 1 -2 ... 0`: expected a solver's answer", path)
    if len(words) == 1 and len(words[0][0]) == formula.variables and not set(words[0][0]) - {"0", "1"}:
        true = {k if bit == "1" else -k for k, bit in enumerate(words[0][0], start=1)}
    else:
        true = {_literal(word, formula.variables, path, number) for word, number in words} - {0}
    if twice := next((literal for literal in true if -literal in true), 0):
        raise InputError(f"the variable {abs(twice)} is both true and false", path)
    return puzzle.picture([_value(cell, row, true, path) for cell, row in enumerate(formula.literals)])


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
    found = re.fullmatch(r"(-?)x?([0-9]{1,12})", word)
    if not found or int(found[2]) > variables:
        what = f"expected a number from 1 to {variables}, or its negative: {shown(word)}"
        raise InputError(what, path, line)
    return int(found[1] + found[2])


def _value(cell: int, literals: Sequence[int], true: set[int], path: str) -> int:
    values = [value for value, literal in enumerate(literals) if literal in true]
    if len(values) != 1:
        what = "no value" if not values else "several values"
        variables = ", ".join(map(str, sorted({abs(literal) for literal in literals})))
        raise InputError(f"the answer gives {what} to the cell {cell} (the variables {variables})", path)
    return values[0]


def _about(puzzle: Puzzle, formula: reference.Formula, mark: str) -> Iterator[str]:
    """Yield comment lines that explain the variables."""
    title = " ".join(puzzle.title.split()) or puzzle.kind
    yield f"{mark} {title}: the encoding {reference.NAME}"
    yield from (f"{mark} {line}" for line in dimacs.cell_lines(formula.literals))


def _sum(clause: Sequence[int]) -> str:
    # A negated literal is 1 - x, so each subtracts 1 from the right-hand side.
    terms = " ".join(f"{'+' if literal > 0 else '-'}1 x{abs(literal)}" for literal in clause)
    return f"{terms} >= {1 - sum(literal < 0 for literal in clause)} ;"


def _text(*parts: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in chain(*parts))

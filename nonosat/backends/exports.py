"""Models for other tools, and their answers: one registry of forms.

Clauses are those of the reference encoding (`nonosat.encodings.reference`), whose numbering never changes, so
that reading an answer back takes only the puzzle. MiniZinc has an automaton per line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from nonosat.backends.minizinc import text
from nonosat.encodings import cpsat, dimacs, reference
from nonosat.errors import InputError
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.records import dataclass
from nonosat.registry import Entry, Registry


@dataclass(frozen=True)
class FormEntry(Entry):
    """A form, with the suffix of its files."""

    suffix: str = ""


EXPORTS: Registry[FormEntry, Callable[[Puzzle], str]] = Registry(
    "form",
    "nonosat.backends",
    {
        "cnf": FormEntry("exports:cnf", "clauses in DIMACS form, with a map of the cells", suffix=".cnf"),
        "opb": FormEntry("exports:opb", "the same as pseudo-Boolean constraints", suffix=".opb"),
        "minizinc": FormEntry("exports:minizinc", "MiniZinc, with regular constraints", suffix=".mzn"),
    },
)


def export(puzzle: Puzzle, form: str) -> str:
    """Write the model of a puzzle in a form of `EXPORTS`."""
    return EXPORTS.load(form)(puzzle)


def cnf(puzzle: Puzzle) -> str:
    """DIMACS, for SAT solvers."""
    formula = reference.encode(puzzle.problem())
    return _text(_about(puzzle, formula, "c"), dimacs.lines(formula.variables, formula.clauses))


def opb(puzzle: Puzzle) -> str:
    """OPB, for pseudo-Boolean solvers: each clause is a sum that must be at least 1."""
    formula = reference.encode(puzzle.problem())
    size = f"* #variable= {formula.variables} #constraint= {len(formula.clauses)}"
    return _text([size], _about(puzzle, formula, "*"), map(_sum, formula.clauses))


def read_answer(puzzle: Puzzle, text: str, path: str) -> Picture | None:
    """Read a solver's answer to one of these forms as a picture; None if it found no solution.

    `nonosat.encodings.dimacs` describes what the text may be.
    """
    formula = reference.encode(puzzle.problem())
    answer = dimacs.read_answer(text, formula.variables, path)
    if answer.satisfiable is False:
        return None
    true = answer.true
    if true is None:
        raise InputError("no line `v 1 -2 ... 0`: expected a solver's answer", path)
    return puzzle.picture([_value(cell, row, true, path) for cell, row in enumerate(formula.literals)])


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


def minizinc(puzzle: Puzzle) -> str:
    """MiniZinc's model with its data, in which x[k] - 1 is the value of cell k, counted from 1."""
    return text(cpsat.encode(puzzle.problem()))

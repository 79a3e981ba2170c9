"""Models for other tools: one registry of forms, and the way back from a solver's answer.

Clauses are those of the reference encoding (`nonosat.clauses.reference`), whose numbering never
changes, so that an answer can be read back with nothing but the puzzle. Constraint models have one
automaton a line.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import cast

from nonosat.errors import InputError
from nonosat.puzzles import Puzzle

EXPORTS = {
    "cnf": ("nonosat.exports.clauses:cnf", "clauses in DIMACS form, with the map of the cells"),
    "wcnf": ("nonosat.exports.clauses:wcnf", "the same as hard clauses, for MaxSAT solvers"),
    "opb": ("nonosat.exports.clauses:opb", "the same as pseudo-Boolean constraints"),
    "cpmodel": ("nonosat.exports.constraints:cpmodel", "CP-SAT's own model, as text"),
    "xcsp3": ("nonosat.exports.constraints:xcsp3", "XCSP3, with regular constraints"),
}
"""Form -> (its writer, a line for people)."""


def export(puzzle: Puzzle, form: str) -> str:
    """Write the model of a puzzle in a form of `EXPORTS`."""
    if form not in EXPORTS:
        raise InputError(f"there is no form {form!r}; the forms are {', '.join(EXPORTS)}")
    module, name = EXPORTS[form][0].split(":")
    return cast(Callable[[Puzzle], str], getattr(import_module(module), name))(puzzle)

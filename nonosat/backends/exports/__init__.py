"""Models for other tools: one registry of forms; a solver's answer can be read back.

Clauses are those of the reference encoding (`nonosat.encodings.reference`), whose numbering never
changes, so that reading an answer back takes only the puzzle. Constraint models have one automaton
per line.
"""

from __future__ import annotations

from collections.abc import Callable

from nonosat.puzzles import Puzzle
from nonosat.registry import Entry, Registry

EXPORTS: Registry[Entry, Callable[[Puzzle], str]] = Registry(
    "form",
    __name__,
    {
        "cnf": Entry("models:cnf", "clauses in DIMACS form, with a map of the cells"),
        "opb": Entry("models:opb", "the same as pseudo-Boolean constraints"),
        "minizinc": Entry("models:minizinc", "MiniZinc, with regular constraints"),
    },
)


def export(puzzle: Puzzle, form: str) -> str:
    """Write the model of a puzzle in a form of `EXPORTS`."""
    return EXPORTS.load(form)(puzzle)

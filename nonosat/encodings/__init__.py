"""How a Problem becomes a model: one file an encoding, one registry.

An encoding is a module with `DESCRIPTION`, `size(problem)`, a quick upper bound of the (variables,
clauses) it will make, and `encode(problem)`. It reads `problem.possible`: what is decided there is
not encoded again.
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from nonosat.model import Model
from nonosat.problem import Problem

ENCODINGS = {
    "order": ("nonosat.encodings.order", "cnf"),
    "automaton": ("nonosat.encodings.automaton", "cnf"),
    "cpsat-automaton": ("nonosat.encodings.cpsat", "cp"),
    "none": ("nonosat.encodings.none", "lines"),
}
"""Name -> (module, imported when used; the language of its models). The first is the default."""


class Encoding(Protocol):
    """What an encoding's module offers."""

    DESCRIPTION: str

    def size(self, problem: Problem) -> tuple[int, int]:
        """Return an upper bound of the variables and clauses (or steps), without building them."""
        ...

    def encode(self, problem: Problem) -> Model:
        """Build the model."""
        ...


def encoding(name: str) -> Encoding:
    """Return the encoding of a name; KeyError if there is none."""
    return cast(Encoding, import_module(ENCODINGS[name][0]))

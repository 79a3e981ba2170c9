"""How a Problem becomes a model, and models and proofs as text: one file per encoding, one registry.

An encoding reads `problem.possible`, and does not encode decided cells again. Certificates use
`reference`, the frozen encoding `order/1`, which is written to be read.

model             what encodings produce and backends read
dimacs, drat      clauses, solvers' answers and proofs as text
"""

from __future__ import annotations

from typing import Protocol

from nonosat.encodings.model import Language, Model
from nonosat.problem import Problem
from nonosat.records import dataclass
from nonosat.registry import Entry, Registry


@dataclass(frozen=True)
class EncodingEntry(Entry):
    """An encoding, and the language that its models are written in."""

    language: Language = "cnf"


class Encoding(Protocol):
    """The interface of an encoding's module."""

    def size(self, problem: Problem) -> tuple[int, int]:
        """Return an upper bound of the variables and clauses (or steps), without building them."""
        ...

    def encode(self, problem: Problem) -> Model:
        """Build the model."""
        ...


ENCODINGS: Registry[EncodingEntry, Encoding] = Registry(
    "encoding",
    __name__,
    {
        "order": EncodingEntry("order", "CNF: a block starts (ends) at or before a place"),
        "automaton": EncodingEntry("automaton", "CNF: the clue's automaton unrolled over the line"),
        "cpsat-automaton": EncodingEntry("cpsat", "constraint model: one automaton per line", language="cp"),
        "none": EncodingEntry("none", "the Problem itself, for backends that read it", language="problem"),
    },
    plugins=True,
)
"""The first is the default."""

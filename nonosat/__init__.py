"""nonosat puts grid puzzles to SAT and constraint solvers, finds the picture, and proves whether it
is the only one.

    >>> import nonosat
    >>> answer = nonosat.solve(nonosat.load("gchq"))
    >>> answer.verdict
    <Verdict.UNIQUE: 'unique'>

The words, as they are used everywhere here:

clue        the blocks of one line, in order
block       a run of one colour, of a known length or (blotted) of at least one cell
line        a row or a column
cell        one square; its value is a colour, 0 the background
givens      cells whose values are part of the puzzle
picture     rows of characters, one a cell
Problem     what must hold, in cells and constraints: the only language between puzzles and solvers
answer key  the cells that make two solutions different
model       a recipe (a model card), or what a recipe makes of one puzzle
encoding    how a Problem becomes clauses or a constraint model
backend     a solver behind one face
solution    a picture that satisfies the puzzle
assignment  a solver's values
witness     a solution shown to prove that there is one
proof       lemmas, each of which follows, that end with a contradiction: there is no solution (left)
certificate what shows a verdict to anyone, whatever found it: pictures, clauses, a proof
run         one puzzle under one model (never a verb)
verdict     unique, multiple, none or unknown
reason      why a run ended: done, time limit, memory limit, interrupted, error
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nonosat.answer import Answer as Answer
    from nonosat.answer import Verdict as Verdict
    from nonosat.errors import InputError as InputError
    from nonosat.formats import load as load
    from nonosat.formats import load_all as load_all
    from nonosat.problem import Block as Block
    from nonosat.problem import Problem as Problem
    from nonosat.proofs.prove import prove as prove
    from nonosat.proofs.verify import verify as verify
    from nonosat.puzzles.nonogram import Nonogram as Nonogram
    from nonosat.questions.certain import Certain as Certain
    from nonosat.questions.certain import certain as certain
    from nonosat.questions.count import Count as Count
    from nonosat.questions.count import count as count
    from nonosat.questions.diff import Difference as Difference
    from nonosat.questions.diff import diff as diff
    from nonosat.questions.enumerate import enumerate as enumerate  # noqa: A004 - the question's name
    from nonosat.questions.givens import Givens as Givens
    from nonosat.questions.givens import givens as givens
    from nonosat.questions.likely import Odds as Odds
    from nonosat.questions.likely import likely as likely
    from nonosat.questions.race import race as race
    from nonosat.questions.repair import Repair as Repair
    from nonosat.questions.repair import repair as repair
    from nonosat.questions.trace import Trace as Trace
    from nonosat.questions.trace import trace as trace
    from nonosat.questions.unique import solve as solve
    from nonosat.solving.cards import Card as Card
    from nonosat.solving.cards import load_card as load_card

__version__ = "0.1.0"

# Name -> module: imported when first used, so that `import nonosat` is quick and starts no solver.
_HOMES = {
    "Answer": "nonosat.answer",
    "Verdict": "nonosat.answer",
    "Card": "nonosat.solving.cards",
    "load_card": "nonosat.solving.cards",
    "InputError": "nonosat.errors",
    "load": "nonosat.formats",
    "load_all": "nonosat.formats",
    "Block": "nonosat.problem",
    "Problem": "nonosat.problem",
    "Nonogram": "nonosat.puzzles.nonogram",
    "race": "nonosat.questions.race",
    "solve": "nonosat.questions.unique",
    "prove": "nonosat.proofs.prove",
    "verify": "nonosat.proofs.verify",
    "Certain": "nonosat.questions.certain",
    "certain": "nonosat.questions.certain",
    "Count": "nonosat.questions.count",
    "count": "nonosat.questions.count",
    "Difference": "nonosat.questions.diff",
    "diff": "nonosat.questions.diff",
    "enumerate": "nonosat.questions.enumerate",
    "Givens": "nonosat.questions.givens",
    "givens": "nonosat.questions.givens",
    "Repair": "nonosat.questions.repair",
    "repair": "nonosat.questions.repair",
    "Odds": "nonosat.questions.likely",
    "likely": "nonosat.questions.likely",
    "Trace": "nonosat.questions.trace",
    "trace": "nonosat.questions.trace",
}

__all__ = [*_HOMES, "__version__"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'nonosat' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)

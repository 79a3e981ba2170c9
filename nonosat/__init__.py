"""nonosat solves nonograms and related grid puzzles with SAT and CP solvers, and proves whether the
solution is unique.

    >>> import nonosat
    >>> answer = nonosat.solve(nonosat.load("gchq"))
    >>> answer.verdict
    <Verdict.UNIQUE: 'unique'>

Terms, as they are used everywhere here:

clue          the blocks of one line, in order
block         adjacent cells of one colour, of a known length or (blotted) of at least one cell
line          a row or a column
cell          one square; its value is a colour, 0 the background
givens        cells whose values are part of the puzzle
picture       rows of characters, one per cell; kinds without a grid have their own text form
arrangement   a way to place a clue's blocks in its line
Problem       a puzzle as cells and constraints: the only language between puzzles and solvers
answer key    the cells that make two solutions different
narrowing     ruling out values of cells without a solver
model         a recipe (a model card), or the clauses or constraints that it produces for a puzzle
card          a recipe in a YAML file: steps, each with an encoding and a backend
step          in a card: one encoding with one backend; in a proof: a lemma or a deletion
encoding      how a Problem becomes clauses or a constraint model
backend       a solver behind one protocol
phases        the values that a solver tries first
assumptions   values that hold during one call of a solver only
marginals     how likely each value of a cell is, according to belief propagation (sum-product)
reinforced belief propagation
              marginals that are hardened round by round into a solution; proves nothing
decimation    setting cell after cell to its likeliest value, with narrowing and repeated belief updates
run           one puzzle under one model, within limits
solution      a picture that satisfies the puzzle
assignment    the values that a solver found
switch        a few cells that can change their values together without violating a clue
component     open cells that depend on each other and on no others
backbone      the cells that are the same in all solutions
cube          a subproblem of a split Problem; every solution is in exactly one (cube and conquer)
frontier      the states of all constraints, in a count that visits each cell once
verdict       unique, multiple, none or unknown
stop reason   why the work ended: done, time limit, memory limit, interrupted or error
basis         why the verdict holds, in words
witness       a solution, as proof that one exists
proof         a sequence of lemmas that ends in a contradiction: there is no (other) solution
certificate   files by which anyone can check an answer, however it was found: pictures, clauses, a proof
layers        the depth of a refutation: lines propagate an assumption breadth first, layer by layer
class         how hard a puzzle with one solution is: trivial, lines, moderate, deep, summing or guessing
effort        roughly how many lines a person examines; not minutes
explanation, reason, hint
              texts for people, in terms of lines
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import nonosat.installed  # noqa: F401 - decides how hot files are imported
from nonosat.installed import __version__ as __version__

if TYPE_CHECKING:
    from nonosat.errors import (
        InputError as InputError,
        InternalError as InternalError,
        LimitReached as LimitReached,
        StopReason as StopReason,
        WorkerError as WorkerError,
    )
    from nonosat.formats import load as load, load_all as load_all, write as write
    from nonosat.learning.grade import Grade as Grade, grade as grade
    from nonosat.learning.step import StepGrade as StepGrade, grade_step as grade_step
    from nonosat.making.candidate import Made as Made
    from nonosat.making.generate import generate as generate
    from nonosat.making.order import Order as Order
    from nonosat.making.repair import Repair as Repair, repair as repair
    from nonosat.problem import Block as Block, Problem as Problem
    from nonosat.processes.limits import Limits as Limits
    from nonosat.proofs.prove import prove as prove, prove_answer as prove_answer
    from nonosat.proofs.verify import Verification as Verification, verify as verify
    from nonosat.puzzles import Puzzle as Puzzle
    from nonosat.puzzles.mosaic import Mosaic as Mosaic
    from nonosat.puzzles.nonogram import Nonogram as Nonogram
    from nonosat.puzzles.picture import Colour as Colour, Palette as Palette, Picture as Picture
    from nonosat.puzzles.springs import Springs as Springs
    from nonosat.puzzles.strips import Strips as Strips
    from nonosat.reasons.explain import Explanation as Explanation, explain as explain
    from nonosat.reasons.hint import Hint as Hint, hint as hint
    from nonosat.reasons.rating import Rating as Rating, rate as rate
    from nonosat.reasons.trace import Trace as Trace, trace as trace
    from nonosat.reasons.verification import (
        CheckedExplanation as CheckedExplanation,
        verify_explanation as verify_explanation,
    )
    from nonosat.solving.answer import Answer as Answer, Report as Report, Verdict as Verdict
    from nonosat.solving.cards import Card as Card, load_card as load_card
    from nonosat.solving.questions.certain import Certain as Certain, certain as certain
    from nonosat.solving.questions.count import Count as Count, count as count
    from nonosat.solving.questions.cube_and_conquer import cube_and_conquer as cube_and_conquer
    from nonosat.solving.questions.diff import Difference as Difference, diff as diff
    from nonosat.solving.questions.enumerate import Solutions as Solutions, solutions as solutions
    from nonosat.solving.questions.givens import Givens as Givens, givens as givens
    from nonosat.solving.questions.likely import Odds as Odds, likely as likely
    from nonosat.solving.questions.race import race as race
    from nonosat.solving.questions.unique import solve as solve

# Module -> its public names: imported when first used, so that `import nonosat` is quick and starts no
# solver. The block above says the same to type checkers; a test compares the two.
_PUBLIC = {
    "solving.answer": ("Answer", "Report", "Verdict"),
    "errors": ("InputError", "InternalError", "LimitReached", "StopReason", "WorkerError"),
    "formats": ("load", "load_all", "write"),
    "learning.grade": ("Grade", "grade"),
    "learning.step": ("StepGrade", "grade_step"),
    "making.candidate": ("Made",),
    "making.generate": ("generate",),
    "making.order": ("Order",),
    "making.repair": ("Repair", "repair"),
    "problem": ("Block", "Problem"),
    "processes.limits": ("Limits",),
    "proofs.prove": ("prove", "prove_answer"),
    "proofs.verify": ("Verification", "verify"),
    "puzzles": ("Puzzle",),
    "puzzles.mosaic": ("Mosaic",),
    "puzzles.nonogram": ("Nonogram",),
    "puzzles.picture": ("Colour", "Palette", "Picture"),
    "puzzles.springs": ("Springs",),
    "puzzles.strips": ("Strips",),
    "solving.questions.certain": ("Certain", "certain"),
    "solving.questions.count": ("Count", "count"),
    "solving.questions.cube_and_conquer": ("cube_and_conquer",),
    "solving.questions.diff": ("Difference", "diff"),
    "solving.questions.enumerate": ("Solutions", "solutions"),
    "solving.questions.givens": ("Givens", "givens"),
    "solving.questions.likely": ("Odds", "likely"),
    "solving.questions.race": ("race",),
    "reasons.trace": ("Trace", "trace"),
    "solving.questions.unique": ("solve",),
    "reasons.explain": ("Explanation", "explain"),
    "reasons.hint": ("Hint", "hint"),
    "reasons.rating": ("Rating", "rate"),
    "reasons.verification": ("CheckedExplanation", "verify_explanation"),
    "solving.cards": ("Card", "load_card"),
}
_MODULES = {name: module for module, names in _PUBLIC.items() for name in names}

__all__ = [*_MODULES, "__version__"]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'nonosat' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)

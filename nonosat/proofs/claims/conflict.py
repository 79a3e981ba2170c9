"""The claim that some clues have no common solution, whatever the others say: the rules of the kind hold, and
of what the puzzle prints only these.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nonosat.problem import Problem
from nonosat.proofs.claims import (
    CLAIM,
    Asked,
    Found,
    Refutation,
    Shown,
    Stated,
    read_claim,
    whole_numbers,
)
from nonosat.puzzles.printed import join_names, part
from nonosat.records import replace

if TYPE_CHECKING:
    from nonosat.solving.questions.conflicts import Conflicts


def find(asked: Asked) -> Found[Conflicts]:
    """Find the clues of a smallest conflict."""
    from nonosat.solving.questions.conflicts import conflicts

    report = conflicts(asked.puzzle, asked.card, asked.left)
    listed_ones = [one.clues for one in report.conflicts if one.clues or not one.sums]
    smallest = min(listed_ones, key=len, default=None)
    if report.solvable:
        return Found(report, reason="there is a solution, so that no clues contradict each other")
    if smallest is None:
        return Found(report, reason="no clues that contradict each other were found")
    files = {CLAIM: json.dumps({"clues": smallest}).encode()}
    return Found(replace(report, basis=""), "conflict", asked.puzzle, (), asked.card.backends, files)


def show(stated: Stated) -> Shown:
    """See Claim: what is to be refuted is the Problem of the rules and these clues."""
    names = [one.name for one in stated.puzzle.list_printed()]
    clues = whole_numbers(read_claim(stated, "clues"), len(names))
    says = f"{join_names([names[clue] for clue in clues] or ['the rules alone'])} have no common solution"
    return Shown(says, Refutation(problem_of(stated), _nothing, ""))


def problem_of(stated: Stated) -> Problem:
    """Return the Problem of the rules and the clues of the claim."""
    printed = [*stated.puzzle.list_printed()]
    clues = whole_numbers(read_claim(stated, "clues"), len(printed))
    return part(stated.problem, printed, clues)


def _nothing(_: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    yield from ()

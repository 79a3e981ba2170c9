"""The claim that the pictures show all that varies: each value that a cell has in any solution, it has in one
of them. So the cells that are the same in all pictures are the same in all solutions, and the others vary.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nonosat.problem import Problem, Values
from nonosat.proofs.claims import Asked, Found, Refutation, Shown, Stated, unless_stopped

if TYPE_CHECKING:
    from nonosat.solving.questions.certain import Certain
    from nonosat.solving.run import Run


def find(asked: Asked) -> Found[Certain]:
    """Find the cells that are certain, and pictures of all that varies."""
    from nonosat.solving.questions.certain import Backbone

    with asked.run() as run:
        backbone = Backbone(run)
        report = backbone.answer()
        if not report.done:
            return Found(report)
        if not report.solvable:
            return Found(report, "none", asked.puzzle, (), asked.card.backends)

        def collect() -> Found[Certain]:
            shown = covering(run, [solution.values for solution in backbone.seen])
            pictures = [run.check_solution(values).picture for values in shown]
            return Found(report, "certain", asked.puzzle, pictures, asked.card.backends)

        return unless_stopped(run, report, collect)


def covering(run: Run, known: Sequence[Values]) -> list[Values]:
    """Return few solutions that have every value left in the Run's Problem, whose values are all possible.

    Solutions that are not among the known ones are looked for.
    """
    unseen = {
        (cell, value)
        for cell, mask in enumerate(run.problem.possible)
        for value in range(mask.bit_length())
        if mask >> value & 1
    }
    solutions: list[Values] = []
    for values in known:
        if not solutions or not unseen.isdisjoint(enumerate(values)):
            solutions.append(values)
            unseen.difference_update(enumerate(values))
    while unseen:
        another = run.find(any_of=sorted(unseen))
        if another is None:
            raise ValueError("a possible value is in no solution")
        solutions.append(another.values)
        unseen.difference_update(enumerate(another.values))
    return solutions


def show(stated: Stated) -> Shown:
    """See Claim: the clause that the claim adds says that some cell has a value that no picture has."""
    seen = values_seen(stated.problem, stated.solutions)
    certain = sum(len(values) == 1 for values in seen)
    says = f"exactly {certain} of {len(seen)} cells are the same in all solutions"
    return Shown(says, nothing_else(stated.problem, seen))


def values_seen(problem: Problem, solutions: Sequence[Values]) -> list[set[int]]:
    """Return the values that each cell has in some of the solutions."""
    return [{values[cell] for values in solutions} for cell in range(len(problem.sizes))]


def nothing_else(problem: Problem, seen: Sequence[set[int]]) -> Refutation:
    """Return the refutation of all values that cells have in none of the solutions."""

    def add_clauses(literals: Sequence[Sequence[int]]) -> Iterator[list[int]]:
        yield [
            literals[cell][value]
            for cell, size in enumerate(problem.sizes)
            for value in range(size)
            if value not in seen[cell]
        ]

    return Refutation(problem, add_clauses, "one says that a cell has a value that it has in no picture")

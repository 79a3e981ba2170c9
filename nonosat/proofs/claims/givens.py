"""The claim that these givens make the first picture the only solution, and that no fewer cells do.

A set of givens is enough for a picture only if it has, for each other solution, a cell in which the two
differ. So a set of k-1 cells would have to hit the cells in which each of the other pictures differs from the
first. One formula refutes both: that with the givens there is another solution, or that k-1 cells hit all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nonosat.problem import Count, Problem, Values
from nonosat.proofs.claims import (
    CLAIM,
    Asked,
    Found,
    Refutation,
    Shown,
    Stated,
    expect,
    read_claim,
    unless_stopped,
    whole_numbers,
)
from nonosat.proofs.claims.verdicts import excluding
from nonosat.records import replace
from nonosat.solving.questions.cells import positions_text

if TYPE_CHECKING:
    from nonosat.solving.questions.givens import Givens


def find(asked: Asked) -> Found[Givens]:
    """Find the fewest givens, and the solutions that show that there are no fewer."""
    from nonosat.solving.questions.givens import GivensSearch

    puzzle = asked.puzzle
    with asked.run() as run:
        search = GivensSearch(run, puzzle.values(puzzle.goal) if puzzle.goal else None)
        report = search.answer()
        backends = asked.card.backends
        solution = report.solution
        if not report.done:
            return Found(report)
        if solution is None:
            return Found(report, "none", puzzle, (), backends)
        if not report.cells:
            return Found(report, "unique", puzzle, [solution], backends)

        def collect() -> Found[Givens]:
            others = [run.check_solution(values).picture for values in search.witnesses()]
            pictures = list(dict.fromkeys([solution, *others]))
            files = {CLAIM: json.dumps({"givens": report.indices}).encode()}
            return Found(report, "givens", puzzle, pictures, backends, files)

        return unless_stopped(run, report, collect)


def show(stated: Stated) -> Shown:
    """See Claim: the clauses that the claim adds say that there is another solution with the givens, or that
    fewer cells hit all differences.
    """
    given = whole_numbers(read_claim(stated, "givens"), len(stated.problem.sizes))
    expect(given, "claims no givens")
    first, *others = stated.solutions
    differing = [[c for c, value in enumerate(values) if value != first[c]] for values in others]
    number = "1 given makes" if len(given) == 1 else f"{len(given)} givens make"
    where = positions_text(stated.puzzle, given)
    says = f"{number} the first picture the only solution, and no fewer do ({where})"
    return Shown(says, _refutation(stated.problem, first, given, differing))


def _refutation(
    problem: Problem, first: Values, given: Sequence[int], differing: Sequence[Sequence[int]]
) -> Refutation:
    """Return the refutation. The Problem gets one more cell that says which of the two is to be refuted, and
    one for each cell that may be needed to hit the differences, which says that it is chosen.
    """
    fewer = len(problem.sizes)
    chosen = {
        cell: fewer + number
        for number, cell in enumerate(dict.fromkeys(c for cells in differing for c in cells), start=1)
    }
    count = Count(0, len(given) - 1, tuple((cell, 1) for cell in chosen.values()))
    both = replace(
        problem,
        sizes=(*problem.sizes, *(2,) * (len(chosen) + 1)),
        constraints=(*problem.constraints, count),
        possible=(),
    )

    def add_clauses(literals: Sequence[Sequence[int]]) -> Iterator[list[int]]:
        another, hit = literals[fewer]
        for cell in given:
            yield [hit, literals[cell][first[cell]]]
        for clause in excluding(problem, [first]).added(literals):
            yield [hit, *clause]
        for cells in differing:
            yield [another, *(literals[chosen[cell]][1] for cell in cells)]

    adds = (
        "some ask for another solution with the givens, the others for fewer cells that hit all differences"
    )
    return Refutation(both, add_clauses, adds)

"""The claims about the number of solutions: none, one, several, or exactly these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nonosat.problem import Problem, Values
from nonosat.proofs.claims import Asked, Found, Refutation, Shown, Stated
from nonosat.records import dataclass, replace
from nonosat.words import plural

if TYPE_CHECKING:
    from nonosat.solving.answer import Answer

LINES = "lines alone"
"""The name of the backend if none was needed."""


def find(asked: Asked) -> Found[Answer]:
    """Find the verdict. If there are several solutions, but at most `all_up_to`, these are all."""
    from nonosat.solving.answer import Verdict
    from nonosat.solving.decision import Decision

    with asked.run() as run:
        answer = Decision(run).answer()
    if not answer.done:
        return Found(answer)
    found_by = answer.backends or (LINES,)
    if answer.verdict is Verdict.MULTIPLE and asked.all_up_to > 1:
        from nonosat.solving.questions.enumerate import solutions

        listed = solutions(asked.puzzle, asked.all_up_to + 1, asked.card, asked.left)
        every = tuple(listed)
        report = listed.report
        if not report.done:
            return Found(replace(answer, stop_reason=report.stop_reason, basis=report.basis))
        if listed.complete and len(every) <= asked.all_up_to:
            return Found(answer, "all", asked.puzzle, every, asked.card.backends)
    return Found(answer, answer.verdict.value, asked.puzzle, answer.solutions, found_by)


def excluding(problem: Problem, solutions: Sequence[Values]) -> Refutation:
    """Return the refutation of all other solutions of a Problem."""

    def add_clauses(literals: Sequence[Sequence[int]]) -> Iterator[list[int]]:
        for values in solutions:
            yield [-literals[cell][values[cell]] for cell in problem.answer_key]

    number = len(solutions)
    adds = "one excludes the picture" if number == 1 else f"{number} exclude the pictures"
    return Refutation(problem, add_clauses, adds if number else "")


@dataclass(frozen=True)
class _Verdict:
    """A claim that its pictures are all solutions, or (not `complete`) some."""

    says: str
    complete: bool = True

    find = staticmethod(find)

    def show(self, stated: Stated) -> Shown:
        """See Claim: the pictures are checked already."""
        says = self.says.format(plural(len(stated.solutions), "solution"))
        return Shown(says, excluding(stated.problem, stated.solutions) if self.complete else None)


UNIQUE = _Verdict("exactly one solution")
NONE = _Verdict("no solution")
ALL = _Verdict("exactly {}")
MULTIPLE = _Verdict("more than one solution", complete=False)

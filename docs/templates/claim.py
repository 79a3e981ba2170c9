"""A claim of certificates: the first row is the same in all solutions.

Copy to nonosat/proofs/claims/top_row.py and add to CLAIMS in nonosat/proofs/claims/__init__.py:

        "top-row": ClaimEntry("top_row", "prove that row 1 is certain", least=1, most=1, option="top-row"),

Then `prove --top-row` writes such certificates, and `verify` checks them. `find` may use any solver, and
nothing that it returns is trusted. `show` may use none: what it says holds for whatever passes its checks,
once the clauses are refuted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nonosat.proofs.claims import Asked, Found, NotVerified, Refutation, Shown, Stated
from nonosat.puzzles import CellPuzzle, require_cells
from nonosat.puzzles.picture import UNKNOWN

if TYPE_CHECKING:
    from nonosat.solving.questions.certain import Certain


def find(asked: Asked) -> Found[Certain]:
    """Find out whether the first row is certain."""
    from nonosat.solving.questions.certain import certain

    report = certain(require_cells(asked.puzzle, "prove --top-row works"), asked.card, asked.left)
    if not report.done:
        return Found(report)
    backends = asked.card.backends
    if report.solution is None:
        return Found(report, "none", asked.puzzle, (), backends)
    if UNKNOWN in report.picture[0]:
        return Found(report, reason="the first row varies")
    return Found(report, "top-row", asked.puzzle, [report.solution], backends)


def show(stated: Stated) -> Shown:
    """Say what is left to be refuted: that the first row is another one than in the picture."""
    puzzle, values = stated.puzzle, stated.solutions[0]
    if not isinstance(puzzle, CellPuzzle):
        raise NotVerified("the puzzle has no cells to fill in")
    row = puzzle.picture(values)[0]  # with the outline of a triddler
    cells = range(puzzle.row_lengths[0] if puzzle.row_lengths else puzzle.width)

    def add_clauses(literals: Sequence[Sequence[int]]) -> Iterator[list[int]]:
        yield [-literals[cell][values[cell]] for cell in cells]

    refutation = Refutation(stated.problem, add_clauses, "one says that the first row is another")
    return Shown(f"the first row is {row} in all solutions", refutation)

"""Which cells are the same in all solutions, and what ties the others together?"""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.errors import InternalError
from nonosat.problem import CellValue
from nonosat.processes.limits import Limits
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.solving.cards import DEFAULT, Card, load_card
from nonosat.solving.run import Run, Values
from nonosat.structure.components import Component, components
from nonosat.structure.independent_lines import each_solution_apart, lines_apart


@dataclass(frozen=True)
class Certain:
    """What all solutions of a puzzle have in common.

    `possible[cell]` is the bit mask of the values that a cell has in some solution. If a limit ended
    the work (see `reason`), values may be left in it that are in none; what it leaves out is proven
    all the same. `solution` is one of the solutions, None if there is none or none was found; there
    is none for certain if `solvable` is False. `components` are the cells that vary, grouped so that
    the groups vary independently of each other; empty if the work did not come to its end.
    """

    puzzle: Puzzle
    reason: str
    solvable: bool | None
    possible: tuple[int, ...]
    components: tuple[tuple[int, ...], ...] = ()
    solution: Picture | None = None
    because: str = ""

    @property
    def known(self) -> int:
        """The number of cells that are the same in all solutions."""
        return sum(mask & (mask - 1) == 0 for mask in self.possible)

    @property
    def picture(self) -> Picture:
        """The cells that are certain, and `?` for the others."""
        return self.puzzle.known(self.possible)


def certain(
    puzzle: Puzzle,
    model: str | Card = DEFAULT,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Certain:
    """Find the cells that are the same in all solutions of a puzzle.

        >>> import nonosat
        >>> found = nonosat.certain(nonosat.load("gchq-no-givens"))
        >>> found.known, [len(cells) for cells in found.components]
        (613, [4, 8])

    `model` is a card, its name or its path; the limits (seconds, bytes) go before the card's.
    """
    card = model if isinstance(model, Card) else load_card(model)
    with Run(puzzle, card, Limits(time_limit, memory_limit)) as run:
        common = Common(run)
        tied: list[Component] = []
        with run.until_stopped():
            common.find()
            if common.solvable:
                tied = components(run.problem, run.clock.deadline)
        return Certain(
            puzzle,
            run.reason,
            common.solvable,
            run.problem.possible,
            tuple(component.cells for component in tied),
            run.picture(common.seen[0]) if common.seen else None,
            common.because or run.detail,
        )


class Common:
    """Narrows a Run's Problem until every value that is left in a cell is in some solution.

    What is known so far stays when a limit ends the work: `solvable` (None: not known yet), the
    solutions `seen` on the way, and in `run.problem` the values that are left.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self.solvable: bool | None = None
        self.seen: list[Values] = []
        self.because = ""

    def find(self) -> None:
        """Do it, or raise LimitReached.

        As backbones are found by intersecting models: every solution shows values that can be had;
        the next is asked to show one that none has shown yet. When there is none, no solution has one.
        """
        run = self.run
        self.because = run.impossible() or ""
        if self.because:
            self.solvable = False
            return
        lines = lines_apart(run.problem)
        if lines is not None:  # then narrowing has left nothing that is in no solution
            self._see(next(each_solution_apart(run.problem, lines)))
            return
        values = run.first()
        if values is None:
            self.solvable = False
            return
        unseen = {
            (cell, value)
            for cell, mask in enumerate(run.problem.possible)
            for value in range(mask.bit_length())
            if mask >> value & 1
        }
        while values is not None:
            self._see(values)
            unseen.difference_update(enumerate(values))
            values = self._showing_one_of(unseen, values)
        run.rule_out(unseen)

    def _see(self, values: Values) -> None:
        self.solvable = True
        self.seen.append(values)

    def _showing_one_of(self, unseen: set[CellValue], near: Values) -> Values | None:
        """Return a solution with one of the unseen options in it, and if possible with many."""
        if not unseen:
            return None
        wanted = dict(unseen)
        self.run.prefer([wanted.get(cell, value) for cell, value in enumerate(near)])
        values = self.run.find(one_of=sorted(unseen))
        if values is not None and unseen.isdisjoint(enumerate(values)):
            raise InternalError(f"{self.run.puzzle.source}: {self.run.card.name} showed nothing new")
        return values

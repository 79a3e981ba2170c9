"""Which cells are the same in all solutions, and which of the others depend on each other?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, ClassVar

from nonosat.automata.components import Component, components, independent_lines, iter_independent
from nonosat.errors import InternalError
from nonosat.formats import AnyPuzzle, as_puzzle
from nonosat.pictures.drawings import draw
from nonosat.problem import CellValue, is_single, values_of
from nonosat.processes.limits import NO_LIMITS, Limits, within
from nonosat.puzzles.cells import position
from nonosat.puzzles.picture import Picture
from nonosat.records import dataclass
from nonosat.solving import switches
from nonosat.solving.answer import Panel, Report
from nonosat.solving.card import DEFAULT, Card
from nonosat.solving.questions.cells import groups_text, marks, positions, region_text, value_text
from nonosat.solving.run import Run, Solution
from nonosat.words import bracket, plural

BUDGET = 4000
"""The conflict budget of a backbone's first solver call, before the question is split into smaller ones."""

NEAR = 200
"""How many solutions reached by switches are considered, at most, per solution found."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Certain(Report):
    """What all solutions of a puzzle have in common.

    `possible[cell]` is the bit mask of the values that a cell has in some solution. If a limit ended the work
    (see `stop_reason`), it may still have values that are in no solution; the values that it excludes are
    proven impossible. `solution` is one of the solutions, None if none was found; `solvable` is False if
    there is none. `indices` has the groups as places in `possible`; empty
    if the work was not finished.
    """

    question: ClassVar[str] = "certain"

    solvable: bool | None
    possible: tuple[int, ...]
    indices: tuple[tuple[int, ...], ...] = ()
    solution: Picture | None = None

    @property
    def groups(self) -> list[list[tuple[int, ...]]]:
        """The cells that vary, in independent groups: each its row and column, from 1."""
        return [[position(self.puzzle, cell) for cell in cells] for cells in self.indices]

    @property
    def fixed_cells(self) -> int:
        """The number of cells that are the same in all solutions."""
        return sum(map(is_single, self.possible))

    @property
    def picture(self) -> Picture:
        """The certain cells, with `?` for the others."""
        return self.puzzle.draw_known(self.possible)

    def result(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "solvable": self.solvable,
            "certain": self.fixed_cells,
            "cells": len(self.possible),
            "picture": self.picture if self.solvable is not False else [],
            "groups": [self._group_data(cells) for cells in self.indices],
        }

    def sentence(self) -> str:
        """Return the result as a sentence."""
        if self.solvable is False:
            return f"{self.name}: no solution{bracket(self.basis)}."
        some = f"{self.name}: {self.fixed_cells} of {len(self.possible)} cells are certain"
        if not self.done:
            return f"{some}; the rest is undetermined: {self.stop_reason}."
        if not self.indices:
            return f"{some}: there is one solution."
        number = len(self.indices)
        groups = "1 group" if number == 1 else f"{number} independent groups"
        named = self._by_values if len(self.puzzle.palette) > 2 else None
        return f"{some}; the others vary in {groups}:\n{groups_text(self.puzzle, self.indices, named)}"

    def drawings(self) -> Sequence[Panel]:
        """Return the certain cells."""
        return [] if self.solvable is False else [(self.puzzle, self.picture, ())]

    def text(self, width: int | None = None, colour: bool = False) -> str:
        """Return the certain cells as a drawing, the groups marked by letters, and the sentence."""
        marked = marks(self.puzzle, self.indices)
        drawn = [draw(*drawing, width, colour, marked) for drawing in self.drawings()]
        return "\n\n".join([*drawn, self.sentence()])

    def _by_values(self, cells: Sequence[int]) -> str:
        """Name the cells of a group, grouped by their possible colours."""
        alike: dict[str, list[int]] = {}
        for cell in cells:
            alike.setdefault(self._values(cell), []).append(cell)
        return "; ".join(f"{values} in {region_text(self.puzzle, some)}" for values, some in alike.items())

    def _values(self, cell: int) -> str:
        return "".join(value_text(self.puzzle, value) for value in values_of(self.possible[cell]))

    def _group_data(self, cells: tuple[int, ...]) -> list[dict[str, object]]:
        return [
            {"cell": position, "values": self._values(cell)}
            for cell, position in zip(cells, positions(self.puzzle, cells), strict=True)
        ]


def certain(
    puzzle: AnyPuzzle,
    model: str | Card = DEFAULT,
    limits: Limits = NO_LIMITS,
    *,
    time_limit: float | None = None,
) -> Certain:
    """Find the cells that are the same in all solutions of a puzzle.

        >>> import nonosat
        >>> found = nonosat.certain("gchq-no-givens")
        >>> found.fixed_cells, [len(cells) for cells in found.groups]
        (613, [4, 8])

    `model` is a card, its name or its path; the limits take precedence over the card's.

    Raises InputError if there is no such card, InternalError if an answer fails its check.
    """
    with Run(as_puzzle(puzzle), model, within(limits, time_limit)) as run:
        return Backbone(run).answer()


class Backbone:
    """Narrows a Run's Problem until every value left in a cell is in some solution. If a limit ends the work,
    the results so far stay: `solvable` (None: unknown), the solutions `seen`, and in `run.problem` the values
    left. `noted` is called whenever solutions were added; `enough` is polled and returns whether to stop
    early. With `shows`, the solutions seen have all the values left between them, even where lines alone
    would tell.
    """

    def __init__(
        self,
        run: Run,
        noted: Callable[[], object] = lambda: None,
        enough: Callable[[], bool] = lambda: False,
        shows: bool = False,
    ) -> None:
        self.run = run
        self.solvable: bool | None = None
        self.seen: list[Solution] = []
        self.basis = ""
        self._noted = noted
        self._enough = enough
        self._shows = shows
        self._unseen: set[CellValue] = set()

    def answer(self) -> Certain:
        """Find the backbone; return the result, also after a limit."""
        run = self.run
        tied: list[Component] = []
        with run.until_stopped():
            self.find()
            if self.solvable:
                with run.time("groups", "grouping the cells that vary"):
                    tied = components(run.problem, run.clock)
        return Certain(
            puzzle=run.puzzle,
            **run.ending(self.basis),
            solvable=self.solvable,
            possible=run.possible,
            indices=tuple(component.cells for component in tied),
            solution=self.seen[0].picture if self.seen else None,
        )

    def find(self) -> None:
        """Find the backbone, or raise LimitReached. Each solution proves its values possible, and the next
        one must have an unseen value. If there is no such solution, all unseen values are impossible.
        """
        run = self.run
        self.basis = run.prepare() or ""
        if self.basis:
            self.solvable = False
            return
        if run.problem.decided:  # a shortcut that does not depend on the size
            self._see(run.check_solution(run.problem.values))
            return
        lines = None if self._shows else independent_lines(run.problem)
        if lines is not None:  # then every value left after narrowing is in some solution
            self._see(run.check_solution(next(iter_independent(run.problem, lines))))
            return
        with run.time("first", "looking for a solution"):
            first = run.first()
        if first is None:
            self.solvable = False
            return
        self._unseen = {
            (cell, value) for cell, mask in enumerate(run.problem.possible) for value in values_of(mask)
        }
        self._see(first)
        for values in run.probed[1:]:
            if not self._unseen.isdisjoint(enumerate(values)):  # a switch may have led there
                self._see(run.check_solution(values))
        with run.time("certain", "looking for what can vary", self._fact):
            budget = BUDGET
            while self._unseen and not self._enough():
                if self._all_at_once(budget):
                    return
                self._one_by_one(budget // 4)
                budget *= 4

    def _fact(self) -> str:
        return f"{plural(len(self.seen), 'solution')}, {plural(len(self._unseen), 'value')} not seen in any"

    def _see(self, solution: Solution) -> None:
        """Record a solution, and those reached from it by switches that have unseen values."""
        run = self.run
        self.solvable = True
        self.seen.append(solution)
        self._unseen.difference_update(enumerate(solution.values))
        if run.card.switches and self._unseen:
            near = switches.others(run.problem, solution.values, run.puzzle.symmetries(), run.clock)
            for values in islice(near, NEAR):
                if not self._unseen.isdisjoint(enumerate(values)):
                    self.seen.append(run.check_solution(values))
                    self._unseen.difference_update(enumerate(values))
        self._noted()

    def _all_at_once(self, budget: int) -> bool:
        """Find solutions with unseen values, preferably many each; return whether this was completed."""
        run = self.run
        while self._unseen and not self._enough():
            wanted = dict(self._unseen)
            run.prefer([wanted.get(cell, value) for cell, value in enumerate(self.seen[-1].values)])
            solution, ended = run.find_within(budget, any_of=sorted(self._unseen))
            if ended:
                return False
            if solution is None:
                run.rule_out(self._unseen)
                return True
            if self._unseen.isdisjoint(enumerate(solution.values)):
                raise InternalError(f"{run.puzzle.source}: {run.card.name} found no unseen value")
            self._see(solution)
        return not self._unseen

    def _one_by_one(self, budget: int) -> None:
        """Ask for each unseen value separately: many small questions are easier than one large one."""
        run = self.run
        run.prefer(self.seen[-1].values)
        for option in sorted(self._unseen):
            if option not in self._unseen:
                continue
            if self._enough():
                return
            solution, ended = run.find_within(budget, [option])
            if solution is not None:
                self._see(solution)
                run.prefer(solution.values)
            elif not ended:
                run.rule_out([option])
                run.deny([option])
                self._unseen.discard(option)

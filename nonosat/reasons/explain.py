"""Explains the solution, or one cell, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby, pairwise
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from nonosat.formats import AnyPuzzle, as_puzzle
from nonosat.problem import CellValue, is_single, values_of
from nonosat.processes.clock import Clock
from nonosat.processes.limits import NO_LIMITS, Limits, within
from nonosat.puzzles import require_cells
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.cells import find_cell
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import Picture
from nonosat.reasons import document
from nonosat.reasons.division import divide
from nonosat.reasons.fields import Pages
from nonosat.reasons.marks import State, add_givens
from nonosat.reasons.redundant import after, find_needed_for, without_outdone, without_redundant
from nonosat.reasons.rungs import RUNGS, finders, hardest
from nonosat.reasons.rungs.sight import SeenMove, Sight
from nonosat.reasons.sentences import Sentences
from nonosat.reasons.steps import LineStep, Step, Technique, units_in
from nonosat.reasons.units import Unit, units_of
from nonosat.reasons.walk import Move, Walk
from nonosat.reasons.weights import Weights, default
from nonosat.records import dataclass, replace
from nonosat.solving.answer import Panel, Report
from nonosat.solving.card import DEFAULT, Card
from nonosat.solving.cards import as_card
from nonosat.solving.run import Run, count_settled
from nonosat.words import plural

if TYPE_CHECKING:
    from nonosat.solving.questions.certain import Backbone


@dataclass(frozen=True, kw_only=True, repr=False)
class OfSteps(Report):
    """An answer with steps about a puzzle."""

    puzzle: CellPuzzle

    @cached_property
    def units(self) -> list[Unit]:
        """The puzzle's lines, or its numbers, which steps name by number."""
        return units_of(self.puzzle.problem())

    @cached_property
    def words(self) -> Sentences:
        """Puts the steps in words."""
        return Sentences(self.puzzle, self.units)

    def lines(self, step: Step) -> list[str]:
        """Return the names of the lines that a step and its traces use."""
        return [self.units[unit].label for unit in sorted(units_in(step))]

    def pages(self, says: bool) -> Pages:
        """Return what writes the steps as plain data; `says` adds their sentences."""
        labels = [unit.label for unit in self.units]
        return Pages(self.puzzle, labels, self.words.sentence if says else None)


@dataclass(frozen=True, kw_only=True, repr=False)
class Explanation(OfSteps):
    """Steps from `start` to the end, where `possible` has the masks of the values left, by cell.

    If the last step is a conflict, there is no solution. If cells are open at the end and the work was
    finished, `solutions` proves that they are undetermined. With `cell`, the steps lead to that cell; if
    it stays open, they are all that there are.
    """

    question: ClassVar[str] = "explain"

    start: Picture
    steps: tuple[Step, ...]
    possible: tuple[int, ...]
    cell: tuple[int, int] | None = None
    solutions: tuple[Picture, ...] = ()

    @property
    def end(self) -> Picture:
        """The picture at the end, with `?` for open cells."""
        return self.puzzle.draw_known(self.possible)

    @property
    def complete(self) -> bool:
        """Whether the end is a solution."""
        return all(map(is_single, self.possible)) and not self.puzzle.fault(self.end)

    @property
    def contradiction(self) -> bool:
        """Whether the steps end in a conflict."""
        return bool(self.steps) and not self.steps[-1].sets

    def document(self, says: bool = False) -> dict[str, Any]:
        """Return the explanation's file as plain data; `says` adds each step's sentence."""
        puzzle = replace(self.puzzle, goal=()) if isinstance(self.puzzle, Nonogram) else self.puzzle
        content = document.Content(
            puzzle=puzzle, start=self.start, steps=self.steps, end=self.end, solutions=self.solutions
        )
        # Without steps, no line is named: a puzzle that took too long to state is not stated again.
        return document.plain(content, self.pages(says) if self.steps else Pages(self.puzzle, ()))

    def file(self) -> str:
        """Return the explanation's file, which `nonosat verify` checks."""
        return document.text(self.document())

    def result(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "complete": self.complete,
            "contradiction": self.contradiction,
            "cells": len(self.possible),
            "known": sum(map(is_single, self.possible)),
            "explanation": self.document(says=True),
        }

    def sentence(self) -> str:
        """Return the result as a sentence."""
        steps = plural(len(self.steps), "step")
        if self.contradiction:
            sums = self.puzzle.sums_differ()
            return f"{self.name}: no solution, shown in {steps}{f'; also, {sums}' if sums else ''}."
        aim = None if self.cell is None else find_cell(self.puzzle, self.cell)
        if aim is not None and is_single(self.possible[aim]):
            value = self.words.value(self.possible[aim])
            return f"{self.name}: {self.words.cell(aim)} is {value}: {steps}."
        if self.complete:
            return f"{self.name}: exactly one solution, explained in {steps}."
        known = f"{self.name}: {count_settled(self.possible)}, explained in {steps}"
        if not self.done:
            return f"{known}; stopped there: {self.stop_reason}."
        if not self.solutions:
            return f"{known}; no step goes on from there."
        where = "the others" if aim is None else f"the others, {self.words.cell(aim)} among them"
        return f"{known}; the solutions differ in {where}."

    def lessons(self) -> dict[int, str]:
        """Return what the steps teach that are the first of their technique, by their index."""
        used = [(step.technique, n) for n, step in enumerate(self.steps) if isinstance(step, LineStep)]
        first = {Technique(name): number for name, number in reversed(used) if name}
        return {n: f"{name.capitalize()}: {name.lesson}" for name, n in first.items() if name.lesson}

    def frames(self) -> list[tuple[Picture, Picture]]:
        """Return the frames of an animation: the start, each step with the state before it, the end."""
        chars = {1 << value: colour.char for value, colour in enumerate(self.puzzle.palette)}
        masks = list(self.puzzle.with_givens(self.start).problem().possible)
        shown = list(self.puzzle.chars(self.start))
        pictures = [self.start]
        for step in self.steps:
            for cell, mask in step.sets:
                masks[cell] &= mask
                shown[cell] = chars.get(masks[cell], shown[cell])
            pictures.append(self.puzzle.cut("".join(shown)))
        ways = ((after, before) for before, after in pairwise(pictures))
        return [(self.start, ()), *ways, (pictures[-1], ())]

    def list_used(self) -> list[tuple[int, ...]]:
        """Return for each frame the cells that its step uses."""
        return [(), *(tuple([cell for cell, _ in step.uses]) for step in self.steps), ()]

    def drawings(self) -> Sequence[Panel]:
        """Return the picture at the end."""
        return [(self.puzzle, self.end, ())]

    def _repr_html_(self) -> str:
        from html import escape

        steps = "".join(f"<li>{escape(self.words.sentence(step))}</li>" for step in self.steps)
        return f"{super()._repr_html_()}<ol>{steps}</ol>"

    def text(self, width: int | None = None, colour: bool = False) -> str:
        """Return the steps, numbered, the drawing and the sentence."""
        return f"{self._tell()}{super().text(width, colour)}"

    def write_words(self) -> str:
        """Return the steps, numbered, and the sentence."""
        return f"{self._tell()}{self.sentence()}"

    def _tell(self) -> str:
        margin = len(str(len(self.steps))) + 2
        said, lessons, at = [], self.lessons(), 0
        alike = groupby(self.steps, lambda step: self.words.only_forbids(step) or id(step))
        for _, group in alike:
            (step, *others), number = group, at + 1
            at = number + len(others)
            first, *rest = self.words.sentences(step)
            if others:
                name, _, rule = first.partition(":")
                first = f"{name} and {plural(len(others), 'other place')}:{rule}"
            if lesson := lessons.get(number - 1):
                rest.append(lesson)
            said += [f"{number:{margin - 2}}. {first}", *(f"{'':{margin + 2}}{text}" for text in rest[:-1])]
            said += [f"{'':{margin}}{text}" for text in rest[-1:]]
        return "\n".join([*said, "", ""])


def explain(
    puzzle: AnyPuzzle,
    state: State = None,
    cell: tuple[int, int] | None = None,
    weights: Weights | None = None,
    model: str | Card = DEFAULT,
    limits: Limits = NO_LIMITS,
    clock: Clock | None = None,
    *,
    time_limit: float | None = None,
) -> Explanation:
    """Explain the steps from the known cells to the solution, or to one cell: (row, column), from 1.

        >>> import nonosat
        >>> found = nonosat.explain("teapot")
        >>> found.complete
        True
        >>> found.words.hint(found.steps[0], "where")
        'Look at column 8: complete line.'

    `state` has `?` for open cells: rows, or a text such as `#.?/???`. `weights` determines which steps are
    preferred.
    `model` is a card, its name or its path; the limits take precedence over the card's, and
    `clock`, if given, over the limits.

    Raises InputError for kinds whose cells are not filled in, and for a state that does not fit the puzzle.
    """
    clock = clock or within(limits, time_limit).over(as_card(model).limits).clock()
    asked = require_cells(as_puzzle(puzzle), "explain works")
    start = add_givens(asked, state)
    aim = None if cell is None else find_cell(asked, cell)
    begun = asked.with_givens(start)
    with Run(begun, model, limits, clock=clock) as run:
        steps: Sequence[Step] = ()
        possible: Sequence[int] | None = None
        solutions: Sequence[Picture] = ()
        with run.until_stopped():
            search = Explaining(run, begun, weights, aim)
            try:
                search.find()
            finally:
                steps, possible = search.find_needed_steps()
                solutions = search.solutions
            if state is None and steps and not steps[-1].sets:
                steps, possible = _within_conflict(run, begun, weights, steps, possible)
        return Explanation(
            puzzle=asked,
            **run.ending(),
            start=start,
            steps=tuple(steps),
            possible=tuple(run.possible if possible is None else possible),
            cell=cell,
            solutions=tuple(solutions),
        )


def _within_conflict(
    run: Run, puzzle: CellPuzzle, weights: Weights | None, steps: Sequence[Step], possible: Sequence[int]
) -> tuple[Sequence[Step], Sequence[int]]:
    """Return the steps to a contradiction of few clues alone, if they are fewer than these."""
    from nonosat.solving.questions.conflicts import ConflictSearch  # few puzzles have no solution

    conflict = ConflictSearch(run)
    with run.until_stopped():
        conflict.find()
    clues = [one.clues for one in conflict.found if one.clues]
    if not clues:
        return steps, possible
    # Whatever is given stands in the start.
    part = replace(conflict.part(min(clues, key=len)), givens=run.problem.givens, possible=())
    with Run(puzzle, run.card, run.limits_left, clock=run.clock, problem=part) as within:
        search = Explaining(within, puzzle, weights)
        search.find()
        needed = search.find_needed_steps()
    return min((steps, possible), needed, key=lambda one: (len(one[0]) or inf, one is not needed))


class Explaining:
    """Turns the walk into steps, and keeps those found so far, so that a limit does not lose them.

    The Run's puzzle has the state as its givens.
    """

    def __init__(
        self, run: Run, puzzle: CellPuzzle, weights: Weights | None = None, cell: int | None = None
    ) -> None:
        self.steps: list[Step] = []
        self._moves: list[Move] = []  # by step
        self.solutions: list[Picture] = []
        self._run = run
        self._puzzle = puzzle
        self._cell = cell
        self._weights = weights or default()
        self._sight = Sight(self._weights)
        self._backbone: Backbone | None = None

    @cached_property
    def walk(self) -> Walk:
        """The walk; creating it takes long for a thousand lines."""
        run = self._run
        rungs = [self._sight, *finders(name for name in RUNGS if name != "lines")]
        return Walk(self._puzzle, run.problem, rungs, run.clock, self._find_excluded)

    @property
    def possible(self) -> Sequence[int]:
        """The values left, by cell."""
        return self.walk.state.possible if "walk" in vars(self) else self._run.possible

    def knows(self, cell: int) -> bool:
        """Whether a cell is known."""
        return is_single(self.possible[cell])

    def find_needed_steps(self) -> tuple[list[Step], Sequence[int]]:
        """Return the needed steps among those found, and the values left after them."""
        if not self.steps:
            return self.steps, self.possible
        walk, steps = self.walk, self.steps
        possible = walk.problem.possible
        if self._cell is None or not steps[-1].sets or not self.knows(self._cell):
            last = hardest(walk.moves)  # what a rating shows, too, if it is not a line
            shown = None if isinstance(last, SeenMove) else last
            kept = {n for n, move in enumerate(self._moves) if move is shown}
            steps = without_redundant(walk.units, possible, steps, self._weights.of, kept)
        else:
            steps = find_needed_for(walk.units, possible, steps, self._cell)
        parts = divide(walk.units, possible, steps)
        return without_outdone(walk.units, possible, parts), after(possible, steps)

    def find(self) -> None:
        """Go on as long as there is a move, or raise LimitReached."""
        with self._run.time("steps", "looking for steps", self._fact):
            walk = self.walk
            while walk.full or self._cell is None or not self.knows(self._cell):
                move = walk.next()  # of a full grid, the conflict, if it is no solution
                if move is None:
                    self._note_solutions()
                    return
                self._take(move)

    def _take(self, move: Move) -> None:
        """Make a move, and note its steps as they are found."""
        for step in self._judge(move):
            self._moves.append(move)
            self.steps.append(step)
        self.walk.take(move)

    def _judge(self, move: Move) -> Sequence[Step]:
        """Return the steps of a move, after judging all but the state's own deductions."""
        # Judging those, too, would take half as long again.
        return move.steps(self.walk) if self._sight.has_made(move) else self.walk.judge(move)

    def _note_solutions(self) -> None:
        """Note the solutions that prove the open cells undetermined, if they are."""
        walk = self.walk
        if self._backbone is not None and not walk.solved and not walk.ended and not self._find_excluded():
            self.solutions = [solution.picture for solution in self._backbone.seen]

    def _find_excluded(self) -> list[CellValue]:
        """Return the options left that are in no solution."""
        if self._backbone is None:
            from nonosat.solving.questions.certain import Backbone  # loaded where no single assumption helps

            self._backbone = Backbone(self._run, shows=True)
            self._backbone.find()
        solvable = self._backbone.solvable is not False
        certain = self._run.problem.possible if solvable else [0] * len(self.possible)
        return [
            (cell, value)
            for cell, (mask, has) in enumerate(zip(self.possible, certain, strict=True))
            for value in values_of(mask & ~has)
        ]

    def _fact(self) -> str:
        return f"{plural(len(self.steps), 'step')}, {count_settled(self.possible)}"

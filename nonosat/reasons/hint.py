"""Which step is next, and why? Hints have levels, from where to look to the full reason."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any, ClassVar

from nonosat.errors import InputError, LimitReached
from nonosat.formats import AnyPuzzle, as_puzzle
from nonosat.problem import CellValue, is_single
from nonosat.processes.limits import NO_LIMITS, Limits, within
from nonosat.puzzles import require_cells
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.cells import find_cell, position
from nonosat.puzzles.picture import Picture
from nonosat.reasons.division import divide
from nonosat.reasons.explain import Explaining, OfSteps
from nonosat.reasons.fields import Pages
from nonosat.reasons.marks import State, add_givens, marks
from nonosat.reasons.sentences import Sentences
from nonosat.reasons.steps import TRACE, Step, plain
from nonosat.reasons.weights import Weights
from nonosat.records import dataclass
from nonosat.solving import jobs
from nonosat.solving.answer import Panel
from nonosat.solving.card import DEFAULT, Card
from nonosat.solving.cards import as_card
from nonosat.solving.run import Run

_OFFERED = 3
"""How many steps a hint has, with the alternatives."""

LEVELS = ("where", "line", "cell", "why")
"""The levels, from the least to the most revealing."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Hint(OfSteps):
    """The next step from `state`, and alternatives; `level` is how much of it is revealed.

    If no mark can express what the step sets, `then` has the steps from there to a cell that is settled.
    If the state is wrong, the step is a conflict, or `wrong` has the fewest marks to take back. Without a
    step and wrong marks, no further cell is certain, which `solutions` proves, or a limit ended the work.
    `ahead` counts the steps to the requested cell, including this one. `fits` is False if it is known that no
    solution agrees with the clues and the state.
    """

    question: ClassVar[str] = "hint"

    state: Picture
    step: Step | None = None
    then: tuple[Step, ...] = ()
    alternatives: tuple[Step, ...] = ()
    wrong: tuple[CellValue, ...] = ()
    solutions: tuple[Picture, ...] = ()
    ahead: int = 0
    level: str = LEVELS[-1]
    fits: bool = True

    @property
    def leads_on(self) -> bool:
        """Whether there is a step that sets cells."""
        return self.step is not None and bool(self.step.sets)

    @property
    def cells(self) -> list[tuple[int, ...]]:
        """The cells that the step settles or the marks to take back: row and column, from 1."""
        options = (self.then or (self.step,))[-1].sets if self.step is not None else self.wrong
        return [position(self.puzzle, cell) for cell, _ in options]

    @property
    def said(self) -> str:
        """The hint at this level, in sentences."""
        if self.step is not None:
            steps = (self.step, *self.then) if self.level == LEVELS[-1] else (self.step,)
            first = "first" if len(steps) == 1 else f"first {len(steps)}"
            ahead = [f"(The {first} of {self.ahead} steps to the cell.)"] if self.ahead > len(steps) else []
            return " ".join([*(self.words.hint(step, self.level) for step in steps), *ahead])
        if self.wrong:
            return self.words.wrong(self.wrong, self.level)
        return f"{self.basis}." if self.done else f"No step was found: {self.stop_reason}."

    def result(self) -> dict[str, Any]:
        """Return it as plain data, with no more than the level reveals."""
        data: dict[str, Any] = {"level": self.level, "says": self.said, "leads_on": self.leads_on}
        if self.level == "why":
            pages = self.pages(says=True) if self.step or self.wrong else Pages(self.puzzle, ())
            data["step"] = plain(self.step, pages) if self.step else None
            data["then"] = TRACE.write(pages, self.then)
            data["alternatives"] = TRACE.write(pages, self.alternatives)
            data["wrong"] = [pages.fact((cell, 1 << value)) for cell, value in self.wrong]
            data["solutions"] = [list(picture) for picture in self.solutions]
        return data

    def sentence(self) -> str:
        """Return the hint as a sentence."""
        return f"{self.name}: {self.said}"

    def drawings(self) -> Sequence[Panel]:
        """Return the state if the full reason is given, or two solutions if no further cell is certain."""
        if len(self.solutions) == 2:
            one, other = self.solutions
            return [(self.puzzle, one, other), (self.puzzle, other, one)]
        return [(self.puzzle, self.state, ())] if self.level == LEVELS[-1] else []


def hint(
    puzzle: AnyPuzzle,
    state: State = None,
    cell: tuple[int, int] | None = None,
    level: str = LEVELS[-1],
    weights: Weights | None = None,
    model: str | Card = DEFAULT,
    limits: Limits = NO_LIMITS,
    *,
    time_limit: float | None = None,
) -> Hint:
    """Find the next step from a state: the cheapest, or the first on the way to a cell, a (row, column).

        >>> import nonosat
        >>> nonosat.hint("teapot", level="where").said
        'Look at column 8: complete line.'

    `state` has `?` for open cells: rows, or a text such as `#.?/???`.
    `weights` determines which steps are
    preferred.

    Raises InputError for kinds whose cells are not filled in, and for a state that does not fit the puzzle.
    """
    asked, card = require_cells(as_puzzle(puzzle), "hint works"), as_card(model)
    if level not in LEVELS:
        raise InputError(f"level: expected one of {', '.join(LEVELS)}, found {level!r}")
    clock = within(limits, time_limit).over(card.limits).clock()
    start = add_givens(asked, state)
    aim = None if cell is None else find_cell(asked, cell)
    with Run(asked.with_givens(start), card, limits, clock=clock) as run:
        fields: dict[str, Any] = {}
        with run.until_stopped():
            fields = _find(run, asked, card, start, aim, weights)
        basis = fields.pop("basis", "")
        return Hint(puzzle=asked, **run.ending(basis), state=start, level=level, **fields)


def _find(
    run: Run, puzzle: CellPuzzle, card: Card, start: Picture, cell: int | None, weights: Weights | None
) -> dict[str, Any]:
    """Find the step or the wrong marks; return these fields of a Hint."""
    search = Hinting(run, puzzle.with_givens(start), weights, cell)
    if violated := search.walk.deduce():  # a line cannot be completed
        return {"step": violated.step, "fits": False}
    wrong = _wrong_marks(run, puzzle, card, marks(puzzle, start))
    if wrong is not None:
        what = "Some marks are wrong" if wrong else "No solution agrees with the clues"
        return {"wrong": wrong, "basis": what, "fits": False}
    if cell is not None and not search.knows(cell):
        search.find()
        way, _ = search.find_needed_steps()
        if way:
            return {**search.to_mark(way), "ahead": len(way)}
    steps: Sequence[Step] = search.next_steps(_OFFERED)
    if steps and steps[0].sets and not _settles(steps[0]):
        with suppress(LimitReached):  # there is a step
            steps = search.way_to_next() or steps
        return search.to_mark(steps)
    if steps:
        return {"step": steps[0], "alternatives": tuple(filter(_settles, steps[1:]))}
    if search.walk.solved:
        return {"basis": "Every cell is known"}
    what = "Nothing more is certain: the solutions differ in the open cells"
    return {"basis": what, "solutions": tuple(search.solutions[:2])}


def _settles(step: Step) -> bool:
    """Whether a step leaves one value of a cell, which a mark can express."""
    return any(is_single(mask) for _, mask in step.sets)


class Hinting(Explaining):
    """Looks for steps that a player can take now, who has marks alone to remember them by."""

    @cached_property
    def _words(self) -> Sentences:
        return Sentences(self._puzzle, self.walk.units)

    def next_steps(self, most: int) -> list[Step]:
        """Return the next step, and those of other moves; empty if there is none. Moves by a rule that only
        forbids options are taken before: a player knows them.
        """
        walk, ahead = self.walk, list[Step]()
        while not walk.ended and not walk.solved:
            for move in walk.ahead():
                steps = self._judge(move)
                if all(map(self._words.only_forbids, steps)):
                    if ahead:
                        continue
                    self._take(move)
                    break
                parts = divide(walk.units, walk.state.possible, steps[:1])
                ahead += sorted(parts, key=_settles, reverse=True)[:1]
                if len(ahead) == most:
                    return ahead
            else:
                break
        if not ahead:
            self._note_solutions()
        return ahead

    def way_to_next(self) -> Sequence[Step]:
        """Return the steps to the next cell that is settled; empty if there is none."""
        walk = self.walk
        while not walk.solved and (move := walk.next()):
            open_before = [cell for cell, _ in move.options if not self.knows(cell)]
            self._take(move)
            self._cell = next(filter(self.knows, open_before), None)
            if self._cell is not None:
                return self.find_needed_steps()[0]
        return ()

    def to_mark(self, way: Sequence[Step]) -> dict[str, Any]:
        """Return the steps of a way up to the first one that a mark can express, as fields of a Hint."""
        told = [step for step in way if not self._words.only_forbids(step)] or [*way]
        marked = next((number for number, step in enumerate(told) if _settles(step)), 0)
        return {"step": told[0], "then": tuple(told[1 : marked + 1])} if told else {}


def _wrong_marks(
    run: Run, puzzle: CellPuzzle, card: Card, marks: Sequence[CellValue]
) -> tuple[CellValue, ...] | None:
    """Return the fewest marks to take back: none if there is no solution, whatever they are; None if some
    solution agrees with all. The Run's puzzle has the marks as givens; `puzzle` does not.
    """
    if not (impossible := run.prepare()) and (not marks or run.first() is not None):
        return None
    if impossible and not marks:
        return ()
    with Run(puzzle, card, run.limits_left, session=run.open_session) as bare:
        if bare.prepare():
            return ()
        known = bare.problem.possible
        sure = [(cell, value) for cell, value in marks if not known[cell] >> value & 1]
        left = [
            (cell, value) for cell, value in marks if known[cell] >> value & 1 and known[cell] != 1 << value
        ]
        wrong: Sequence[CellValue] | None = []
        if left:
            with run.time("marks", "looking for the fewest wrong marks"):
                wrong = bare.in_worker(jobs.wrong_options, bare.problem, left, bare.memory)
        return () if wrong is None else tuple(sorted([*sure, *wrong]))

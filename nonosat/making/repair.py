"""Which cells of a picture, as few as possible, must change so that its puzzle is unique or easy enough?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import inf
from typing import Any, ClassVar

from nonosat.errors import InputError, InternalError
from nonosat.making.changes import Changes, ChangeSearch
from nonosat.making.kinds import require_any_picture
from nonosat.making.obstacles import Spent, StuckSets, Switches, change_values
from nonosat.making.order import layers_of
from nonosat.problem import CellValue
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.processes.progress import Stage
from nonosat.puzzles import CellPuzzle, Puzzle
from nonosat.puzzles.declared import Declared
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import Picture
from nonosat.reasons import CLASSES, LINES, MODERATE
from nonosat.reasons.rating import rate
from nonosat.records import dataclass
from nonosat.solving.answer import Panel, Report
from nonosat.solving.card import DEFAULT, Card
from nonosat.solving.cards import as_card
from nonosat.solving.questions.cells import positions, positions_text
from nonosat.solving.questions.givens import require_goal
from nonosat.solving.questions.unique import solve
from nonosat.solving.run import Run
from nonosat.words import bracket, or_nearest, plural

UNIQUE = "unique"

REPAIRS: Mapping[str, str] = {
    UNIQUE: "the only one with its clues",
    LINES: "solvable by lines alone",
    MODERATE: "solvable by lines and refutations of at most 3 layers",
}
"""The classes that repair can aim at, and what each makes of a picture."""

FLIPS: Mapping[str, int] = {UNIQUE: 3, LINES: 50, MODERATE: 50}
"""How many cells may change by default."""

PAIRS, BEAM, MORE = 12_000_000, 24_000_000, 12_000_000
"""The budgets for trying all pairs of changes, for the beam search, and for trying all larger sets.

The unit is the work of `StuckSets`, which counts pictures, times the cells of a picture.
"""

_WIDTHS = 4, 16, 64, 256  # beam widths

_ACCEPTED: Mapping[str, Sequence[str]] = {
    UNIQUE: CLASSES,
    **{level: CLASSES[: CLASSES.index(level) + 1] for level in (LINES, MODERATE)},
}
"""The classes that a rated puzzle may have, by the class asked for."""

_CHOICE = 20  # sets of changes that are rated, at least, before the best are listed


@dataclass(frozen=True)
class Alternative:
    """Changes of cells with their result: the number of cells that the steps of the class leave open, and the
    class and the effort of the puzzle (None without exactly one solution, or if a limit came first).
    """

    cells: tuple[CellValue, ...]
    cost: int
    open: int
    level: str
    effort: float | None


@dataclass(frozen=True, kw_only=True, repr=False)
class Repair(Report):
    """The picture nearest to a puzzle's `before` whose own puzzle is of the class asked for.

    `after` is None if no such picture was found. `proven` means that no other costs less; or, without an
    `after`, that none exists within the allowed number of changes. It is proven that none exists with up to
    `tried` changes. `before` is None if the puzzle has no solution, or none was found. `indices` are places
    in `puzzle.values(after)`.
    """

    question: ClassVar[str] = "repair"

    puzzle: CellPuzzle
    level: str = UNIQUE
    before: Picture | None
    after: Picture | None = None
    indices: tuple[int, ...] = ()
    cost: int | None = None
    weighed: bool = False
    tried: int = -1
    proven: bool = False
    ranked: tuple[Alternative, ...] = ()

    @property
    def cells(self) -> list[list[int]]:
        """The cells that change: each its row and column, from 1."""
        return positions(self.puzzle, self.indices)

    @property
    def repaired(self) -> CellPuzzle | None:
        """The puzzle with the clues of `after`; those of a mosaic are in the same cells."""
        return None if self.after is None else self.puzzle.asking_for(self.after)

    def result(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "class": self.level,
            "before": self.before,
            "after": self.after,
            "changes": self.cells if self.after is not None else None,
            "cost": self.cost,
            "none_with": self.tried,
            "proven": self.proven,
            "ranked": [self._plain(one) for one in self.ranked],
        }

    def sentence(self) -> str:
        """Return the result as a sentence, with the alternatives below."""
        name, words = self.name, describe_repair(self.level, self.puzzle)
        if self.before is None:
            why = self.basis or ("" if self.done else self.stop_reason)
            return f"{name}: no picture to repair{bracket(why)}."
        listed = "".join(f"\n  {self._words(one)}" for one in self.ranked)
        if self.after is None:
            none = f"with {plural(self.tried, 'change')}" if self.tried > 0 else "without changes"
            none += " or fewer" if self.tried > 1 else ""
            head = f"{name}: no picture {none} is {words}"
            rest = f"; beyond that it is unknown: {self.stop_reason}"
            if self.done:
                rest = "" if self.proven else "; beyond that none was found"
            return f"{head}{rest}.{listed}"
        number = len(self.indices)
        if not number:
            return f"{name}: the picture is already {words}."
        change = "1 change makes" if number == 1 else f"{number} changes make"
        cells = positions_text(self.puzzle, self.indices)
        return f"{name}: {change} the picture {words}{self._how_good()}: {cells}.{listed}"

    def drawings(self) -> Sequence[Panel]:
        """Return the pictures before and after, with their differences marked."""
        before, after = self.before, self.after
        if before is None or after is None or not self.indices:
            return ()
        pairs = ((before, after), (after, before))
        return [(self.puzzle.asking_for(this), this, that) for this, that in pairs]

    def _how_good(self) -> str:
        if self.level == UNIQUE and not self.weighed:
            return ", and no fewer do" if len(self.indices) > 1 else ""
        if not self.proven:
            return " (best found)"
        return f" (least cost, {self.cost}, proven)" if self.weighed else " (fewest, proven)"

    def _words(self, one: Alternative) -> str:
        cells = positions_text(self.puzzle, [cell for cell, _ in one.cells])
        cost = f"cost {one.cost}; " if self.weighed else ""
        effort = "" if one.effort is None else f", effort {one.effort:.0f}"
        return f"{cells}: {cost}{plural(one.open, 'cell')} open, {one.level}{effort}"

    def _plain(self, one: Alternative) -> dict[str, Any]:
        chars = [colour.char for colour in self.puzzle.palette]
        places = positions(self.puzzle, [cell for cell, _ in one.cells])
        return {
            "cells": [[*place, chars[value]] for place, (_, value) in zip(places, one.cells, strict=True)],
            "cost": one.cost,
            "open": one.open,
            "class": one.level,
            "effort": one.effort,
        }


def describe_repair(level: str, puzzle: Puzzle) -> str:
    """Say what a picture is that was repaired to a class: see `REPAIRS`."""
    lines = puzzle.clue_noun[1] if isinstance(puzzle, CellPuzzle) else "lines"
    return REPAIRS[level].replace("lines", lines)


def repair(
    asked: Puzzle | Picture,
    flips: int | None = None,
    keep: Sequence[int] = (),
    model: str | Card = DEFAULT,
    limits: Limits = NO_LIMITS,
    *,
    level: str = UNIQUE,
    costs: Sequence[int] = (),
    ranked: int = 0,
) -> Repair:
    """Change as few cells of a picture as possible, so that its puzzle is of a class.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> found = toolkit.repair(("#..", "..#", ".#."))
        >>> len(found.cells), nonosat.solve(found.repaired).verdict
        (1, <Verdict.UNIQUE: 'unique'>)
        >>> toolkit.repair(("#..", "..#", ".#."), level="lines").proven
        True

    The class is `unique`, `lines` or `moderate`. The picture is a puzzle's goal, else its first solution.
    At most `flips` cells change (see `FLIPS`), and none of those in `keep`. If `costs` are given, one of at
    least 1 per cell, the cheapest changes are chosen. Up to `ranked` alternatives are listed. `model` is a
    card, its name or its path; the limits take precedence over the card's.

    Raises InputError for kinds whose cells are not filled in, and for a goal that contradicts the clues.
    """
    card = as_card(model)
    given = Nonogram.from_picture(asked) if isinstance(asked, tuple) else asked
    puzzle = require_any_picture(given, "repair works")
    if level not in REPAIRS:
        raise InputError(or_nearest(f"there is no class {level!r}", level, REPAIRS, "the classes are"))
    if level != UNIQUE and _has_rules(puzzle):
        raise InputError(
            f"repair reaches no class but unique for puzzles of kind {puzzle.kind}", puzzle.source
        )
    if costs and (len(costs) != len(puzzle.chars(puzzle.start)) or min(costs) < 1):
        raise InputError("expected the cost of each cell, at least 1")
    with Run(puzzle, card, limits) as run:
        require_goal(run)
        if not run.done:
            return Repair(puzzle=puzzle, level=level, **run.ending(), before=None)
        before = puzzle.goal or None
        if before is None:
            solved = solve(puzzle, card, run.limits_left)
            before = solved.solution
            if before is None:
                run.stop_reason = solved.stop_reason
                return Repair(puzzle=puzzle, level=level, **run.ending(solved.basis), before=None)
        most = FLIPS[level] if flips is None else flips
        return Repairing(run, puzzle, before, most, keep, level, costs, ranked).answer()


def _has_rules(puzzle: CellPuzzle) -> bool:
    """Whether the numbers do more than count cells."""
    return isinstance(puzzle, Declared) and any(rule.form != "count" for rule in puzzle.rules.rules)


class Repairing:
    """The search for the changes of one picture, with its results so far."""

    def __init__(
        self,
        run: Run,
        puzzle: CellPuzzle,
        before: Picture,
        flips: int = FLIPS[UNIQUE],
        keep: Sequence[int] = (),
        level: str = UNIQUE,
        costs: Sequence[int] = (),
        ranked: int = 0,
    ) -> None:
        """`run` provides the limits and the solver."""
        self._run = run
        self._puzzle = puzzle
        self._before = before
        self._level = level
        self._weighed = bool(costs)
        self._ranked = ranked
        self._rated: dict[Changes, Alternative] = {}
        values, colours = bytes(puzzle.values(before)), len(puzzle.palette)
        if level == UNIQUE:
            self._obstacles: Switches | StuckSets = Switches(run, puzzle)
        else:
            self._obstacles = StuckSets(puzzle, layers_of(level), run.clock)
        each = costs or [1] * len(values)
        wanted = max(_CHOICE, ranked) if ranked else 1
        confirm = self._rate if ranked or level != UNIQUE else id
        self._search = ChangeSearch(
            values, colours, self._obstacles, flips, each, frozenset(keep), wanted, confirm
        )

    def answer(self) -> Repair:
        """Search, and report the result, also after a limit."""
        run, search = self._run, self._search
        with run.until_stopped(), Stage("looking for changes", self._fact):
            self._look()
            if len(search.found) < self._ranked and isinstance(self._obstacles, StuckSets):
                for left, changes in search.nearest(self._ranked):
                    if left:
                        self._rate(changes, left)
        listed = sorted(self._rated, key=self._rank)
        best = next(iter(listed if self._ranked else search.found), None)
        if best not in search.found:
            best = None
        return Repair(
            puzzle=self._puzzle,
            **run.ending(),
            level=self._level,
            before=self._before,
            after=None if best is None else self._picture(best),
            indices=tuple(sorted(cell for cell, _ in best or ())),
            cost=None if best is None else search.cost(best),
            weighed=self._weighed,
            tried=search.none_with,
            proven=search.proven,
            ranked=tuple([self._rated[changes] for changes in listed[: self._ranked]]),
        )

    def _look(self) -> None:
        search, obstacles = self._search, self._obstacles
        if isinstance(obstacles, Switches):
            search.exhaust(search.flips)
            return
        search.exhaust(1)
        parts: list[tuple[int | None, Callable[[], None]]] = [
            (PAIRS, lambda: search.exhaust(2)),
            (None, lambda: search.beam([1])),
            (BEAM, lambda: search.beam(_WIDTHS)),
            (MORE, lambda: search.exhaust(search.flips)),
        ]
        for work, look in parts:
            obstacles.most = work and obstacles.work + work // len(search.values)
            with suppress(Spent):
                look()
        obstacles.most = None

    def _rate(self, changes: Changes, left: int = 0) -> None:
        """Rate the puzzle of a changed picture, which must be of the class if no cell is left open.

        Raises LimitReached or KeyboardInterrupt if the rating ends early. Without open cells, the changes are
        not listed then: their class is not confirmed.
        """
        picture = self._picture(changes)
        rating = rate(self._puzzle.asking_for(picture), self._run.card, self._run.limits_left)
        if not left and rating.require_finished().difficulty not in _ACCEPTED[self._level]:
            rated = f"repaired to {self._level}, rated {rating.difficulty}"
            raise InternalError(f"{self._puzzle.source}: {rated}")
        details = rating.details
        effort = details.effort if details and rating.done else None
        cost = self._search.cost(changes)
        self._rated[changes] = Alternative(tuple(sorted(changes)), cost, left, rating.difficulty, effort)
        rating.require_finished()

    def _rank(self, changes: Changes) -> tuple[object, ...]:
        one = self._rated[changes]
        return one.open, one.cost, inf if one.effort is None else one.effort, one.cells

    def _fact(self) -> str:
        none = self._search.none_with
        return f"none with {plural(none, 'change')} or fewer" if none >= 0 else ""

    def _picture(self, changes: Changes) -> Picture:
        return self._puzzle.picture(change_values(self._search.values, changes))

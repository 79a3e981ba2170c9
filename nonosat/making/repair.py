"""Which fewest cells of a picture must change so that it is the only one with its clues?

While another picture has the same clues, they differ in a switch: cells that can take other values
without any line's clue noticing. A change that is in none of the switch's lines leaves the switch
as it is. So the search branches on the cells of the lines of a switch that still works; only when
no known switch works is a solver asked, and gives the next one. Nothing is left out by this: with
up to K changes all is tried, for K = 1, 2, 3 ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any, ClassVar

from nonosat.answer import Drawing, Report
from nonosat.problem import CellValue, differing
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.processes.progress import stage
from nonosat.puzzles import Puzzle, require_nonogram
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import Picture
from nonosat.questions.cells import positions, positions_text
from nonosat.questions.unique import solve
from nonosat.solving.cards import DEFAULT, Card, as_card
from nonosat.solving.run import Run
from nonosat.structure.components import components
from nonosat.structure.switches import second
from nonosat.words import bracketed

FLIPS = 3
"""How many cells may change unless it is said."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Repair(Report):
    """A picture that is the only one with its clues, as near as can be to the `before` of a puzzle.

    `after` is None if there is none with `tried` changes or fewer (`stop_reason` "done"), or if a limit
    came first (else): then too it is proven that there is none with `tried` changes or fewer.
    `before` is None if the puzzle has no solution to begin with, or none was found.
    """

    question: ClassVar[str] = "repair"

    puzzle: Nonogram
    before: Picture | None
    after: Picture | None = None
    cells: tuple[int, ...] = ()
    tried: int = -1

    @property
    def repaired(self) -> Nonogram | None:
        """The puzzle that asks for `after`."""
        if self.after is None:
            return None
        new = Nonogram.from_picture(self.after, self.puzzle.palette)
        return replace(self.puzzle, rows=new.rows, columns=new.columns, goal=new.goal, givens=())

    def result(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "before": self.before,
            "after": self.after,
            "changes": positions(self.puzzle, self.cells) if self.after is not None else None,
            "none_with": self.tried,
        }

    def sentence(self) -> str:
        """Say it in words."""
        if self.before is None:
            why = self.basis or ("" if self.done else self.stop_reason)
            return f"{self.name}: no picture to repair{bracketed(why)}."
        if self.after is None:
            none = f"with {self.tried} changes or fewer" if self.tried > 0 else "without changes"
            head = f"{self.name}: no picture {none} is the only one with its clues"
            return f"{head}." if self.done else f"{head}; beyond that it is unknown: {self.stop_reason}."
        number = len(self.cells)
        if not number:
            return f"{self.name}: the picture is already the only one with its clues."
        change = "1 change makes" if number == 1 else f"{number} changes make"
        fewer = ", and no fewer do" if number > 1 else ""
        cells = positions_text(self.puzzle, self.cells)
        return f"{self.name}: {change} the picture the only one with its clues{fewer}: {cells}."

    def drawings(self) -> Sequence[Drawing]:
        """Return the pictures before and after, their differences marked."""
        new = self.repaired
        if self.before is None or new is None or not self.cells:
            return ()
        old = Nonogram.from_picture(self.before, self.puzzle.palette)
        return [(this, this.goal, that.goal) for this, that in ((old, new), (new, old))]


def repair(
    asked: Puzzle | Picture,
    flips: int = FLIPS,
    keep: Sequence[int] = (),
    model: str | Card = DEFAULT,
    limits: Limits = NO_LIMITS,
) -> Repair:
    """Change as few cells of a picture as can be, so that it is the only one with its clues.

        >>> import nonosat
        >>> found = nonosat.repair(("#..", "..#", ".#."))
        >>> len(found.cells), nonosat.solve(found.repaired).verdict
        (1, <Verdict.UNIQUE: 'unique'>)

    The picture is a puzzle's goal, else its first solution. At most `flips` cells change, and none of
    the cells to `keep`. `model` is a card, its name or its path; the limits take precedence over the
    card's.

    Raises InputError for kinds other than nonograms.
    """
    card = as_card(model)
    puzzle = (
        Nonogram.from_picture(asked) if isinstance(asked, tuple) else require_nonogram(asked, "repair works")
    )
    with Run(puzzle, card, limits) as run:
        before = puzzle.goal or None
        if before is None:
            solved = solve(puzzle, card, run.limits_left)
            before = solved.solution
            if before is None:
                run.stop_reason = solved.stop_reason
                return Repair(puzzle=puzzle, **run.ending(solved.basis), before=None)
        return RepairSearch(run, puzzle, before, keep).answer(flips)


@dataclass(frozen=True)
class _Switch:
    """Cells with the values that they can take instead, and the lines they are in."""

    options: tuple[CellValue, ...]
    rows: frozenset[int]
    columns: frozenset[int]

    def beside(self, other: _Switch) -> bool:
        """Whether the two have no line in common."""
        return self.rows.isdisjoint(other.rows) and self.columns.isdisjoint(other.columns)


class RepairSearch:
    """Goes through the changes to a picture; `tried` is up to how many were all tried in vain."""

    def __init__(self, run: Run, puzzle: Nonogram, before: Picture, keep: Sequence[int] = ()) -> None:
        """`run` has the limits, and the way to a solver, of all that is asked."""
        self._run = run
        self._puzzle = puzzle
        self._before = before
        self.values = bytes(puzzle.values(before))
        self.tried = -1
        self._colours = range(len(puzzle.palette))
        self._width = puzzle.width
        self._keep = frozenset(keep)
        self._ask = _Asker(run)
        self._known: list[_Switch] = []
        self._seen: set[frozenset[CellValue]] = set()

    def answer(self, flips: int = FLIPS) -> Repair:
        """Search; say what came of it, however it ended."""
        run, puzzle = self._run, self._puzzle
        values: bytes | None = None
        with run.until_stopped(), stage("looking for changes", self._fact):
            values = self.search(min(flips, len(self.values)))
        cells = () if values is None else differing(self.values, values, range(len(values)))
        return Repair(
            puzzle=puzzle,
            **run.ending(),
            before=self._before,
            after=None if values is None else puzzle.picture(values),
            cells=tuple(cells),
            tried=self.tried,
        )

    def _fact(self) -> str:
        return f"none with {self.tried} changes or fewer" if self.tried >= 0 else ""

    def search(self, flips: int) -> bytes | None:
        """Return the picture's values after the fewest changes that do, or None."""
        for most in range(flips + 1):
            self._seen.clear()
            found = self._changed(frozenset(), most)
            if found is not None:
                return found
            self.tried = most
        return None

    def _changed(self, changes: frozenset[CellValue], more: int) -> bytes | None:
        """Return the picture with these changes and at most `more` others, if that is enough."""
        self._ask.clock.check()
        if changes in self._seen:
            return None
        self._seen.add(changes)
        values = _with(self.values, changes)
        working = self._working(values, some=more == 0)
        if not working:
            other = self._ask.other(values)
            if other is None:
                return values
            working = self._switches(values, other)
            self._known += working
        # A change is in one row and one column, so it can stop two switches that share no line.
        if more == 0 or _beside_each_other(working) > 2 * more:
            return None
        changed = {cell for cell, _ in changes}
        for cell in self._cells(working, more):
            if cell not in changed and cell not in self._keep:
                for colour in self._colours:
                    if colour != values[cell]:
                        found = self._changed(changes | {(cell, colour)}, more - 1)
                        if found is not None:
                            return found
        return None

    def _cells(self, working: Sequence[_Switch], more: int) -> Iterator[int]:
        """Yield the cells in the lines of one switch that works; of all of them for the last change."""
        one = min(working, key=lambda switch: len(switch.rows) + len(switch.columns))
        must = working if more == 1 else [one]
        for cell in range(len(self.values)):
            row, column = divmod(cell, self._width)
            if all(row in switch.rows or column in switch.columns for switch in must):
                yield cell

    def _working(self, values: bytes, some: bool) -> list[_Switch]:
        """Return the known switches that work in a picture; one is enough if only `some` are asked."""
        found = []
        for i, switch in enumerate(self._known):
            if not i % 64:
                self._ask.clock.check()
            if self._works(switch, values):
                found.append(switch)
                if some:
                    self._known.insert(0, self._known.pop(i))  # it may well be the next one's, too
                    break
        return found

    def _works(self, switch: _Switch, values: bytes) -> bool:
        """Whether a picture keeps all its clues, but not itself, when the switch is thrown."""
        thrown, width = _with(values, switch.options), self._width
        return (
            thrown != values
            and all(
                _runs(thrown[row * width : (row + 1) * width])
                == _runs(values[row * width : (row + 1) * width])
                for row in switch.rows
            )
            and all(_runs(thrown[column::width]) == _runs(values[column::width]) for column in switch.columns)
        )

    def _switches(self, values: bytes, other: bytes) -> list[_Switch]:
        """Return the switches that lead from one picture to the other, each by itself."""
        found = []
        for cells in self._ask.tied(values, other):
            rows, columns = zip(*(divmod(cell, self._width) for cell in cells), strict=True)
            options = tuple((cell, other[cell]) for cell in cells)
            found.append(_Switch(options, frozenset(rows), frozenset(columns)))
        return found


class _Asker:
    """What is asked of the puzzles of changed pictures, within the limits of one Run."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.clock = run.clock

    def other(self, values: bytes) -> bytes | None:
        """Return another picture with the same clues, or None."""
        asked, limits = self._puzzle_of(values), self._run.limits_left
        with Run(asked, self._run.card, limits, session=self._run.open_session) as run:
            run.prepare()
            if run.problem.decided:
                return None
            for probed in run.probed:
                if bytes(probed) != values:
                    return bytes(probed)
            found = second(run.problem, values)
            if found is not None:
                return bytes(run.checked(found).values)
            run.exclude(values)
            other = run.find()
            return bytes(other.values) if other else None

    def tied(self, values: bytes, other: bytes) -> list[tuple[int, ...]]:
        """Group the cells in which two pictures with the same clues differ, as they must go together."""
        problem = self._puzzle_of(values).problem()
        both = problem.narrowed(1 << one | 1 << two for one, two in zip(values, other, strict=True))
        return [part.cells for part in components(both, self.clock)]

    def _puzzle_of(self, values: bytes) -> Nonogram:
        puzzle = self._run.puzzle
        return Nonogram.from_picture(puzzle.picture(values), puzzle.palette)


def _beside_each_other(switches: Sequence[_Switch]) -> int:
    """Return a number of switches no two of which share a line."""
    found: list[_Switch] = []
    for switch in switches:
        if all(switch.beside(other) for other in found):
            found.append(switch)
    return len(found)


def _with(values: bytes, options: Iterable[CellValue]) -> bytes:
    changed = bytearray(values)
    for cell, value in options:
        changed[cell] = value
    return bytes(changed)


@lru_cache(maxsize=1 << 16)
def _runs(line: bytes) -> tuple[tuple[int, int], ...]:
    """Return the clue that a line's values read as."""
    return tuple((value, len(list(run))) for value, run in groupby(line) if value)

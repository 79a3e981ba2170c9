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

from nonosat.answer import DONE
from nonosat.errors import InputError, LimitReached
from nonosat.problem import CellValue, differing
from nonosat.processes.limits import Clock, Limits
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import Picture
from nonosat.questions.unique import solve
from nonosat.solving.cards import DEFAULT, Card, load_card
from nonosat.solving.run import Run
from nonosat.structure.components import components
from nonosat.structure.switches import second

FLIPS = 3
"""How many cells may change unless it is said."""


@dataclass(frozen=True)
class Repair:
    """A picture that is the only one with its clues, as near as can be to the `before` of a puzzle.

    `after` is None if there is none with `tried` changes or fewer (`reason` "done"), or if a limit
    came first (else): then too it is proven that there is none with `tried` changes or fewer.
    `before` is None if the puzzle has no solution to begin with, or none was found.
    """

    puzzle: Nonogram
    reason: str
    before: Picture | None
    after: Picture | None = None
    cells: tuple[int, ...] = ()
    tried: int = -1
    because: str = ""

    @property
    def repaired(self) -> Nonogram | None:
        """The puzzle that asks for `after`."""
        if self.after is None:
            return None
        new = Nonogram.from_picture(self.after, self.puzzle.palette)
        return replace(self.puzzle, rows=new.rows, columns=new.columns, goal=new.goal, givens=())


def repair(
    asked: Puzzle | Picture,
    flips: int = FLIPS,
    keep: Sequence[int] = (),
    model: str | Card = DEFAULT,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Repair:
    """Change as few cells of a picture as can be, so that it is the only one with its clues.

        >>> import nonosat
        >>> found = nonosat.repair(("#..", "..#", ".#."))
        >>> len(found.cells), nonosat.solve(found.repaired).verdict
        (1, <Verdict.UNIQUE: 'unique'>)

    The picture is a puzzle's goal, else its first solution. At most `flips` cells change, and none of
    the cells to `keep`. `model` is a card, its name or its path; the limits (seconds, bytes) go
    before the card's.
    """
    card = model if isinstance(model, Card) else load_card(model)
    puzzle = Nonogram.from_picture(asked) if isinstance(asked, tuple) else asked
    if not isinstance(puzzle, Nonogram):
        raise InputError(f"a puzzle of the kind {puzzle.kind} is no picture", puzzle.source)
    clock = Clock(time_limit if time_limit is not None else card.time_limit)
    before, reason, because = puzzle.goal or None, DONE, ""
    if before is None:
        solved = solve(puzzle, card, clock.left, memory_limit)
        before, reason, because = solved.solution, solved.reason, solved.because
    if before is None:
        return Repair(puzzle, reason, None, because=because)
    search = _Search(puzzle, before, keep, _Ask(puzzle, card, clock, memory_limit))
    try:
        after = search.search(min(flips, len(search.values)))
        reason = DONE
    except LimitReached as limit:
        after, reason, because = None, limit.reason, limit.detail
    except KeyboardInterrupt:
        after, reason = None, "interrupted"
    if after is None:
        return Repair(puzzle, reason, before, tried=search.tried, because=because)
    cells = differing(search.values, after, range(len(after)))
    return Repair(puzzle, DONE, before, puzzle.picture(after), tuple(cells), search.tried)


@dataclass(frozen=True)
class _Switch:
    """Cells with the values that they can take instead, and the lines they are in."""

    options: tuple[CellValue, ...]
    rows: frozenset[int]
    columns: frozenset[int]

    def beside(self, other: _Switch) -> bool:
        """Whether the two have no line in common."""
        return self.rows.isdisjoint(other.rows) and self.columns.isdisjoint(other.columns)


class _Search:
    """Goes through the changes to a picture; `tried` is up to how many were all tried in vain."""

    def __init__(self, puzzle: Nonogram, before: Picture, keep: Sequence[int], ask: _Ask) -> None:
        self.values = bytes(puzzle.values(before))
        self.tried = -1
        self._colours = range(len(puzzle.palette))
        self._width = puzzle.width
        self._keep = frozenset(keep)
        self._ask = ask
        self._known: list[_Switch] = []
        self._seen: set[frozenset[CellValue]] = set()

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
        """Return the picture with these changes and up to so many more, if that can do."""
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


class _Ask:
    """What is asked of the puzzles of changed pictures, within limits."""

    def __init__(self, puzzle: Nonogram, card: Card, clock: Clock, memory: int | None) -> None:
        self._puzzle = puzzle
        self._card = card
        self._clock = clock
        self._memory = memory

    def other(self, values: bytes) -> bytes | None:
        """Return another picture with the same clues, or None."""
        with Run(self._asking(values), self._card, Limits(self._clock.left, self._memory)) as run:
            run.impossible()
            if run.problem.decided:
                return None
            found = second(run.problem, values)
            if found is not None:
                run.picture(found)
            else:
                run.exclude(values)
                found = run.find()
            return None if found is None else bytes(found)

    def tied(self, values: bytes, other: bytes) -> list[tuple[int, ...]]:
        """Group the cells in which two pictures with the same clues differ, as they must go together."""
        problem = self._asking(values).problem()
        both = problem.narrowed(1 << one | 1 << two for one, two in zip(values, other, strict=True))
        return [part.cells for part in components(both, self._clock.deadline)]

    def _asking(self, values: bytes) -> Nonogram:
        return Nonogram.from_picture(self._puzzle.picture(values), self._puzzle.palette)


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

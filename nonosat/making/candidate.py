"""From an order and a number to a puzzle, or to what was found instead.

A random field is often too hard, or has several solutions. Then cells among those that stay open are
changed at random, by pairs that keep the density, and a change is kept if it leaves no more cells open. All
budgets are counted in pictures looked at, so that the same puzzles come out of every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from nonosat._version import __version__
from nonosat.answer import Verdict
from nonosat.errors import LimitReached
from nonosat.making.fields import distances, field, orbits, pick
from nonosat.making.grid import Grid
from nonosat.making.order import DENSITY, Order
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.puzzles.canonical import fingerprint
from nonosat.puzzles.nonogram import Nonogram
from nonosat.questions.unique import solve
from nonosat.reasons.explain import explain
from nonosat.reasons.rating_numbers import CLASSES, GUESSING, SUMMING, Difficulty, difficulty
from nonosat.reasons.reading import read_text
from nonosat.reasons.verification import check
from nonosat.words import plural

_FIELDS = 20  # drawn for one puzzle where many of them will do
_MANY_CELLS = 2500  # in larger grids few do
_CHOICE = 3  # open cells of a grey picture, of which the least certain is changed
_LOOKS = 4, 6000  # pictures looked at while one is changed: per cell, and in all


@dataclass(frozen=True)
class Made:
    """A puzzle with its class, and how it was made: by which number, of how many fields, what was changed.

    `explained` has the steps to the solution, if the order asks for them: as `reasoning`, sentences, and as
    `explanation`, what `nonosat verify` checks.
    """

    number: int
    puzzle: Nonogram
    difficulty: Difficulty
    fields: int
    changed: int
    seed: int
    explained: dict[str, Any] | None = None

    @property
    def name(self) -> str:
        """What tells it from all puzzles of other orders."""
        height, width = self.puzzle.grid
        return f"{width}x{height}-{self.seed}-{self.number}"


@dataclass(frozen=True)
class Missed:
    """A number that gave no puzzle: its class and effort if it was rated, or how many cells stayed open."""

    number: int
    level: str = ""
    effort: float = 0.0
    open: int = 0

    def words(self) -> str:
        """Say what was found."""
        return (
            f"{self.level}, effort {self.effort:.0f}" if self.level else f"{plural(self.open, 'cell')} open"
        )


def make(order: Order, number: int, clock: Clock = NO_CLOCK) -> Made | Missed:
    """Make the puzzle of this number, if there is one. LimitReached past the clock's deadline."""
    random = Random(f"{order.seed} {number}")
    rejecting = order.density >= DENSITY and not order.smooth and not order.grey
    most = _FIELDS if rejecting and order.width * order.height <= _MANY_CELLS else 1
    fields, open_cells = 0, [0]
    while open_cells and fields < most:
        fields += 1
        grid = Grid(field(order, random), order.width, order.palette)
        open_cells = _open_cells(order, grid, clock)
    first = grid.values[:]
    if open_cells:
        open_cells = _mended(order, grid, open_cells, random, clock)
    if open_cells:
        return Missed(number, open=len(open_cells))
    title = f"{order.width}x{order.height}, seed {order.seed}, number {number}"
    puzzle = grid.puzzle(title=title, author=f"nonosat {__version__}")
    found = difficulty(puzzle, clock)
    if not order.fits(found.level, found.effort):
        return Missed(number, found.level, found.effort)
    changed = sum(a != b for a, b in zip(first, grid.values, strict=True))
    explained = _explained(puzzle, clock) if order.explained else None
    return Made(number, puzzle, found, fields, changed, order.seed, explained)


def _explained(puzzle: Nonogram, clock: Clock) -> dict[str, Any]:
    """Return the steps to the solution, checked without a solver, and what they say."""
    found = explain(puzzle, clock=clock)
    if not found.done:
        raise LimitReached(found.stop_reason)
    checked = check(read_text(found.file()))
    # A proof that a person can read may not have been found: then the file says which steps are the solver's.
    assert not checked.failure or "not a readable proof" in checked.failure, checked.failure
    return {
        "reasoning": [found.words.sentence(step) for step in found.steps],
        "explanation": found.document(),
    }


def _open_cells(order: Order, grid: Grid, clock: Clock) -> list[int]:
    """Return the cells that stand in the way of the hardest class that will do."""
    level = order.hardest
    if level not in (SUMMING, GUESSING):
        return grid.open_cells(level, clock)
    clock.check()
    answer = solve(grid.puzzle())
    if answer.verdict is not Verdict.MULTIPLE:
        return []
    one, two = ("".join(picture) for picture in answer.solutions)
    return [cell for cell, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]


def _mended(order: Order, grid: Grid, open_cells: list[int], random: Random, clock: Clock) -> list[int]:
    """Change the picture until nothing stands in the way, or enough was tried; return what then does."""
    of_cell = {cell: orbit for orbit in orbits(order) for cell in orbit}
    for _ in range(min(_LOOKS[0] * len(grid.values), _LOOKS[1])):
        if not open_cells:
            break
        cells, values = _change(order, grid, open_cells, of_cell, random)
        before = [grid.values[cell] for cell in cells]
        grid.paint(cells, values)
        now = _open_cells(order, grid, clock)
        if len(now) <= len(open_cells):
            open_cells = now
        else:
            grid.paint(cells, before)
    return open_cells


def _change(
    order: Order, grid: Grid, open_cells: list[int], of_cell: dict[int, tuple[int, ...]], random: Random
) -> tuple[list[int], list[int]]:
    """Return cells to change, with their new values: two unlike ones exchange theirs, where there are such.

    A picture that has a grey one behind it has single cells changed, the less certain the sooner.
    """
    if order.grey:
        few = [pick(random, open_cells) for _ in range(_CHOICE)]
        cell = min(few, key=lambda cell: distances(order.grey)[cell])
        return [cell], [1 - grid.values[cell]]
    first = of_cell[pick(random, open_cells)]
    value = grid.values[first[0]]
    for _ in range(8):
        second = of_cell[pick(random, open_cells)]
        other = grid.values[second[0]]
        if other != value:
            return [*first, *second], [other] * len(first) + [value] * len(second)
    other = (value + 1 + int(random.random() * order.colours)) % (order.colours + 1)
    return list(first), [other] * len(first)


def record(made: Made) -> dict[str, Any]:
    """Return a puzzle and all that is known of it as a record: a line of JSON Lines."""
    from nonosat.formats.jsonl import plain

    found = made.difficulty
    return {
        "id": made.name,
        "version": __version__,
        "seed": made.seed,
        "number": made.number,
        **plain(made.puzzle),
        "class": found.level,
        "layers": found.numbers["layers"],
        "effort": found.effort,
        "hash": fingerprint(made.puzzle),
        "made": {
            "how": "repaired" if made.changed else "random",
            "fields": made.fields,
            "changed": made.changed,
        },
        **(made.explained or {}),
    }


def nearest(order: Order, missed: Missed) -> tuple[int, float, int]:
    """Return how far what was found is from what was asked for, to compare: the less, the nearer."""
    if not missed.level:
        return len(CLASSES), 0.0, missed.open
    apart = min(abs(CLASSES.index(missed.level) - CLASSES.index(level)) for level in order.levels)
    low, high = order.effort
    return apart, max(low - missed.effort, missed.effort - high, 0.0), 0

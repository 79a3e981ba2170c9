"""From an order and a number to a puzzle, or to what was found instead.

A random field is often too hard, or has several solutions. Then it is mended (see `mending`). All budgets
are counted in work, so that the same puzzles come out of every machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from nonosat._version import __version__
from nonosat.errors import LimitReached
from nonosat.making.fields import field
from nonosat.making.grid import Grid
from nonosat.making.mending import Mending, left_open
from nonosat.making.order import DENSITY, Order
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.puzzles.canonical import fingerprint
from nonosat.puzzles.nonogram import Nonogram
from nonosat.reasons.explain import explain
from nonosat.reasons.rating_numbers import CLASSES, Difficulty, difficulty
from nonosat.reasons.reading import read_text
from nonosat.reasons.verification import check
from nonosat.words import plural

_FIELDS = 20  # drawn for one puzzle where many of them will do
_MANY_CELLS = 2500  # in larger grids few do


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
        open_cells = left_open(order, grid, clock)
    first = grid.values[:]
    if open_cells:
        mending = Mending(order, grid, open_cells, random, clock)
        mending.mend()
        if mending.open_cells:
            return Missed(number, open=len(mending.open_cells))
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

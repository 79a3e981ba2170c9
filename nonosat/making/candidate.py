"""Turns an order and a candidate's number into a puzzle, or reports a miss.

A random field is often too hard, or has several solutions. Then it is mended (see `mending`). All budgets
count work, not time, so that every machine makes the same puzzles.

Of kinds whose clues may be missing, those that the steps of the class do not need are hidden: random clues
are tried one after another, as in Simon Tatham's Mosaic. Those that lines do not need come first, because
they are found quickly.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from nonosat.installed import __version__
from nonosat.making.fields import field
from nonosat.making.kinds import is_framed
from nonosat.making.mending import Mending, find_open
from nonosat.making.order import DENSITY, Order
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.puzzles import CellPuzzle
from nonosat.puzzles.rearranged import fingerprint
from nonosat.reasons import CLASSES, DEEP, LINES
from nonosat.reasons.difficulty import Difficulty, rate_steps
from nonosat.reasons.document import read_text
from nonosat.reasons.explain import explain
from nonosat.reasons.verification import check
from nonosat.records import dataclass, replace
from nonosat.words import plural

_FIELDS = 20  # drawn at most for one puzzle, where a large share of them fits
_MANY_CELLS = 2500  # in larger grids few fields fit


@dataclass(frozen=True)
class Made:
    """A puzzle, the number of its candidate, its class, and how many fields were drawn and cells changed.

    `explained` has the steps to the solution, if the order asks for them: `reasoning` as sentences, and
    `explanation` as the document that `nonosat verify` checks.
    """

    number: int
    puzzle: CellPuzzle
    difficulty: Difficulty
    fields: int
    changed: int
    order: Order
    explained: dict[str, Any] | None = None

    @property
    def seed(self) -> int:
        """The order's seed."""
        return self.order.seed

    @property
    def name(self) -> str:
        """A name made of size, seed and number, and of the class if the order names it."""
        width, height = self.order.width, self.order.height
        level = f"{self.difficulty.level}-" if self.order.named_by_class else ""
        return f"{width}x{height}-{level}{self.seed}-{self.number}"


@dataclass(frozen=True)
class Missed:
    """A candidate that was rejected: its class and effort if it was rated, or how many cells stayed open."""

    number: int
    level: str = ""
    effort: float = 0.0
    open: int = 0

    def words(self) -> str:
        """Say what the candidate was, as far as that is known."""
        if self.level:
            return f"{self.level}, effort {self.effort:.0f}"
        return f"{plural(self.open, 'cell')} open" if self.open else "harder, or with many solutions"


def make(order: Order, number: int, clock: Clock = NO_CLOCK) -> Made | Missed:
    """Make the candidate of this number, in this process: a puzzle, or why there is none.

        >>> from nonosat import toolkit
        >>> toolkit.make(toolkit.Order(width=5, height=5, seed=1), 0).puzzle.size
        '5 x 5'

    Raises LimitReached once the clock's deadline has passed.
    """
    random = Random(f"{order.seed} {number}")
    level = f"{'+'.join(order.levels)}, " if order.named_by_class else ""
    about = {
        "title": f"{order.width}x{order.height}, {level}seed {order.seed}, number {number}",
        "author": f"nonosat {__version__}",
    }
    if is_framed(order.kind):
        from nonosat.making.framed import make_framed  # rarely used

        framed = make_framed(order, random, clock, about)
        return _make(order, number, framed, clock, 1, 0) if framed else Missed(number)
    mended = replace(order, levels=(DEEP,)) if order.hardened else order
    rejecting = order.density >= DENSITY and not order.smooth and not order.grey
    most = _FIELDS if rejecting and order.space.cells <= _MANY_CELLS else 1
    fields, open_cells = 0, [0]
    while open_cells and fields < most:
        fields += 1
        values = field(order, random)
        open_cells = find_open(mended, values, clock)
    first = values[:]
    mending = Mending(mended, values, open_cells, random, clock)
    mending.mend()
    if mending.open_cells:
        return Missed(number, open=len(mending.open_cells))
    if order.hardened:
        mending = Mending(order, mending.values, [], random, clock)
        mending.harden()
    values = mending.values
    puzzle = thin(order, order.puzzle(values, **about), values, random, clock)
    changed = sum(a != b for a, b in zip(first, values, strict=True))
    return _make(order, number, puzzle, clock, fields, changed)


def _make(
    order: Order, number: int, puzzle: CellPuzzle, clock: Clock, fields: int, changed: int
) -> Made | Missed:
    """Return a puzzle with its class, if the order accepts it."""
    rater = rate_steps(puzzle, clock)
    rating = rater.difficulty()
    uses = rater.techniques() if order.techniques else {}
    if not order.fits(rating.level, rating.effort) or any(
        uses.get(name, 0) < n for name, n in order.techniques
    ):
        return Missed(number, rating.level, rating.effort)
    explained = _explain(puzzle, clock) if order.explained else None
    return Made(number, puzzle, rating, fields, changed, order, explained)


def _explain(puzzle: CellPuzzle, clock: Clock) -> dict[str, Any]:
    """Return the steps to the solution, checked without a solver, as sentences and as a document."""
    explanation = explain(puzzle, clock=clock).require_finished()
    checked = check(read_text(explanation.file()))
    assert not checked.failure, checked.failure
    return {
        "reasoning": [explanation.words.sentence(step) for step in explanation.steps],
        "explanation": explanation.document(),
    }


def record(made: Made) -> dict[str, Any]:
    """Return a puzzle with its class, effort and origin as a record for one line of JSON Lines."""
    from nonosat.formats.jsonl import plain

    difficulty = made.difficulty
    return {
        "id": made.name,
        "version": __version__,
        "seed": made.seed,
        "number": made.number,
        **plain(made.puzzle),
        "class": difficulty.level,
        "layers": difficulty.numbers["layers"],
        "effort": difficulty.effort,
        "hash": fingerprint(made.puzzle),
        "made": {
            "how": "repaired" if made.changed else "random",
            "fields": made.fields,
            "changed": made.changed,
        },
        **(made.explained or {}),
    }


def nearest(order: Order, missed: Missed) -> tuple[int, float, int]:
    """Return a sort key for misses: the smaller, the nearer to the order."""
    if not missed.level:
        return len(CLASSES), 0.0, missed.open
    apart = min(abs(CLASSES.index(missed.level) - CLASSES.index(level)) for level in order.levels)
    low, high = order.effort
    return apart, max(low - missed.effort, missed.effort - high, 0.0), 0


def thin(order: Order, puzzle: CellPuzzle, values: Sequence[int], random: Random, clock: Clock) -> CellPuzzle:
    """Return the puzzle of a picture with as few clues as the hardest class that the order accepts allows: it
    needs each of them. Raises LimitReached once the clock's deadline has passed.
    """
    if not puzzle.may_hide:
        return puzzle
    shown, hidden = list(range(len(puzzle.problem().constraints))), list[int]()
    for level in dict.fromkeys((LINES, order.hardest)):
        if find_open(order, values, clock, hidden, level):
            continue  # it takes harder steps
        kept = list[int]()
        while shown:
            one = shown.pop(int(random.random() * len(shown)))
            (kept if find_open(order, values, clock, [*hidden, one], level) else hidden).append(one)
        shown = kept
    return puzzle.without_clues(hidden)

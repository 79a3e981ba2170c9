"""Settles a printed puzzle: of all readings of its page, the cheapest that has exactly one solution.

A page is read (as printed, it has exactly one solution), settled (another reading is the only likely one that
has), or open. An open page becomes no puzzle, unless nothing of it was in doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from io import BytesIO
from typing import Any

import numpy as np

from nonosat.formats.goals import pillow, warn_of
from nonosat.formats.pages import PAGE
from nonosat.formats.palettes import palette
from nonosat.formats.photo import photo
from nonosat.formats.source import Source
from nonosat.misprints.doubts import Doubtful, Priced, Settled, settle
from nonosat.problem import Clue
from nonosat.processes.clock import Clock
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.puzzles.clues import ANY_BLOCKS, block
from nonosat.puzzles.colours import colour
from nonosat.puzzles.nonogram import Nonogram, grid_lines
from nonosat.puzzles.picture import BLACK_AND_WHITE, Palette
from nonosat.reading.grid import sheet
from nonosat.reading.lines import Value
from nonosat.reading.margins import Sheet
from nonosat.records import dataclass
from nonosat.solving.answer import Verdict
from nonosat.solving.questions.unique import solve

SECONDS = 2.5
"""The most processor time that the searches for readings take."""

_FIRST = 0.65  # the share of it for the first search

_WAIT = 5  # times that, at most, on a busy machine

MARGIN = 1.5
"""By how much the cheapest reading must be cheaper than the next, as -log of a chance.

A fifth of its own price is added: a page with many mistakes may have others.
"""

_CHEAP = 4.5  # up to which a reading is likelier than that a number was missed
_OPENED = 6.5  # the price of a clue that is read back from the others
_DEAREST = 9.0  # a reading that costs more is none
_LOOKS = 3  # lines that a person is asked to look at
_SURE = 0.05  # the doubt of a line that is read without doubt
_FILLED = 0.03  # the share of filled cells from which a grid is a picture


class Outcome(StrEnum):
    """What came of reading a page."""

    READ = "read"
    SETTLED = "settled"
    OPEN = "open"


@dataclass(frozen=True)
class Printed:
    """A printed puzzle as far as it was read: the outcome, and the puzzle that follows.

    `changed` has the numbers of the lines that cannot be as printed; of an open page, those to look at.
    """

    sheet: Sheet
    outcome: Outcome
    puzzle: Nonogram
    changed: tuple[int, ...] = ()
    margin: float = 0.0
    several: bool = False

    def sentence(self) -> str:
        """Say what the picture is, and what came of reading it."""
        sheet, names = self.sheet, grid_lines(self.sheet.width, self.sheet.height)[0]
        what = f"a printed puzzle of {sheet.width} x {sheet.height} cells"
        what += f", the largest of {sheet.others + 1} on the page" if sheet.others else ""
        if self.outcome is Outcome.READ:
            return f"{what}, read"
        if self.outcome is Outcome.SETTLED:
            changes = (
                f"{names[k]} read {self._show(k)}, must be {self.puzzle.clue_text(self.puzzle.clues[k])}"
                for k in self.changed
            )
            next_one = f"the next reading is dearer by {self.margin:.1f} or more"
            return f"{what}, settled: {'; '.join(changes)} ({next_one})"
        if self.several:
            return f"{what}, printed as read, not unique"
        if not self.changed:
            return f"{what}, whose numbers could not be read"
        looks = (f"{names[k]} (read {self._show(k)})" for k in self.changed)
        return f"{what}, not read with certainty: look at {', '.join(looks)}"

    def _show(self, k: int) -> str:
        """Return the numbers of a line as read."""
        clue = _clue(self.sheet.lines[k].others[0][1])
        return self.puzzle.clue_text(clue) if clue else "nothing"


def settle_page(sheet: Sheet) -> Printed:
    """Settle the numbers of a sheet."""
    lines = sheet.lines
    colours = _palette(sheet)
    alternatives = [[Priced(_clue(values), price) for price, values in line.others] for line in lines]
    clues = tuple(one[0].clue for one in alternatives) or ((),) * (sheet.height + sheet.width)
    as_read = Nonogram(clues[: sheet.height], clues[sheet.height :], palette=colours)
    if sum(bool(line.numbers) for line in lines) < 0.6 * (sheet.height + sheet.width):
        return Printed(sheet, Outcome.OPEN, as_read)
    if any(not line.numbers for line in lines) and any(
        number.value[0] == 0 for line in lines for number in line.numbers
    ):
        for line, options in zip(lines, alternatives, strict=True):
            if not line.numbers:  # zeros are printed: one was missed
                options.append(Priced((ANY_BLOCKS,), 2.0))
    clock = Clock(_WAIT * SECONDS, cpu=SECONDS)
    search = _settle(alternatives, as_read, Limits(_FIRST * _WAIT * SECONDS, cpu=_FIRST * SECONDS))
    dear = search.readings and search.readings[0].price > _CHEAP
    if dear or (not search.readings and not _many(as_read, clock)):  # a number may have been missed
        opened = [[*options, Priced((ANY_BLOCKS,), _OPENED)] for options in alternatives]
        search = _settle(opened, as_read, NO_LIMITS.deduct(clock))
    if search.readings:
        best = search.readings[0]
        changed = tuple(k for k, clue in enumerate(best.puzzle.clues) if clue != clues[k])
        if (
            search.margin >= MARGIN + best.price / 5
            and best.price <= _DEAREST
            and len(changed) <= max(2, 0.3 * len(lines))
        ):
            puzzle = Nonogram(
                best.puzzle.clues[: sheet.height], best.puzzle.clues[sheet.height :], palette=colours
            )
            outcome = Outcome.SETTLED if changed else Outcome.READ
            return Printed(sheet, outcome, puzzle, changed, search.margin)
        others = {k for one in search.readings for k, clue in enumerate(one.puzzle.clues) if clue != clues[k]}
        if others:
            return Printed(sheet, Outcome.OPEN, as_read, tuple(sorted(others))[:_LOOKS])
    doubtful = sorted(range(len(lines)), key=lambda k: -lines[k].doubt)
    several = not search.readings and lines[doubtful[0]].doubt < _SURE and _many(as_read, clock)
    return Printed(
        sheet, Outcome.OPEN, as_read, () if several else tuple(sorted(doubtful[:_LOOKS])), several=several
    )


def _settle(alternatives: Sequence[Sequence[Priced]], as_read: Nonogram, limits: Limits) -> Settled:
    height = as_read.height
    doubtful = Doubtful.nonogram(alternatives[:height], alternatives[height:], as_read.palette)
    return settle(doubtful, limits, margin=MARGIN + _DEAREST / 5)


def _many(puzzle: Nonogram, clock: Clock) -> bool:
    """Whether a puzzle has several solutions."""
    return solve(puzzle, limits=NO_LIMITS.deduct(clock)).verdict is Verdict.MULTIPLE


def _clue(values: Sequence[Value]) -> Clue:
    return tuple(block(shade + 1, number) for number, shade in values)


def _palette(sheet: Sheet) -> Palette:
    """Return the background and the colours of the numbers."""
    if len(sheet.colours) < 2:
        return BLACK_AND_WHITE
    colours = []
    for shade in sheet.colours:
        levels = np.clip(255 * np.array(shade), 0, 255).astype(int)
        rgb = "#" + "".join(f"{level:02x}" for level in (255 - levels if sheet.page.inverted else levels))
        colours.append(colour("", rgb))
    return palette(BLACK_AND_WHITE[0], [one for one in colours if one])


def read_page(source: Source, image: Any, what: str = "") -> Nonogram | None:
    """Return the puzzle that is printed on a picture of Pillow in RGB, and warn of how it was read. None if
    it shows no printed grid.

    Its numbers are read or, if `what` is `filled`, its filled cells; for `printed`, these are ignored.
    Raises InputError if the page stays open, or if cells are filled and nothing says what is meant.
    """
    grid = sheet(np.asarray(image))
    if grid is None:
        return None
    size = f"a printed grid of {grid.width} x {grid.height} cells"
    if not what and grid.filled.mean() > _FILLED:  # no solver knows whether all cells were found
        raise source.wrong(f"{size}, of which some are filled: convert --as filled reads these")
    if what == "filled":
        warn_of(source, f"{size}: its filled cells are read, its numbers are not")
        return Nonogram.from_picture(tuple("".join(".#"[bool(cell)] for cell in row) for row in grid.filled))
    if not grid.lines:
        raise source.wrong(f"{size} without filled cells and without numbers that can be read")
    printed = settle_page(grid)
    if printed.outcome is Outcome.OPEN and not printed.several:
        raise source.wrong(printed.sentence())
    warn_of(source, printed.sentence())
    return printed.puzzle


def overlay(source: Source) -> bytes:
    """Return a page as PNG on which is drawn what was read: the grid blue, numbers green, in doubt orange,
    and lines that cannot be as printed red, with what they must be.

    Raises InputError if it shows no printed grid.
    """
    image = photo(source)
    image.thumbnail((PAGE, PAGE), reducing_gap=2)
    grid = sheet(np.asarray(image))
    if grid is None or not grid.lines:
        raise source.wrong("no numbers of a printed grid were found")
    image = image.rotate(90 * grid.page.turns, expand=True)
    printed, pen = settle_page(grid), pillow("ImageDraw").Draw(image)

    def frame(colour: str, left: float, top: float, right: float, bottom: float) -> None:
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        pen.polygon([grid.pixels(*corner) for corner in corners], outline=colour, width=2)

    frame("#005aff", 0, 0, grid.width, grid.height)
    for k, line in enumerate(grid.lines):
        changed = k in printed.changed
        for number in line.numbers:
            frame("#d00000" if changed else "#ff8c00" if number.doubt > _SURE else "#009640", *number.box)
        if changed and printed.outcome is Outcome.SETTLED:
            place = (0.1, k + 0.2) if k < grid.height else (k - grid.height + 0.1, 0.1)
            pen.text(
                grid.pixels(*place),
                printed.puzzle.clue_text(printed.puzzle.clues[k]),
                "#d00000",
                font_size=14,
            )
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()

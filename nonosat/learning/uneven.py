"""Reads pictures whose rows have several lengths, as those of triddlers, in answers.

Rows stand one below the other, with or without labels, spaces and the slants of the outline. Other layouts
are read only of rectangles.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.learning.layouts import UNFRAMED
from nonosat.learning.symbols import UNSEEN, cell_chars, meanings
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Palette

_LABEL = re.compile(r"^\s*(?:[-*]\s*)?(?:row\s*)?\d{1,4}\s*[:.)]", re.IGNORECASE)


def cells_of_rows(
    text: str, lengths: Sequence[int], palette: Palette = BLACK_AND_WHITE, clock: Clock = NO_CLOCK
) -> str | None:
    r"""Return the cells of the last complete picture with rows of these lengths; None if there is none.

    >>> cells_of_rows("Like this:\n /.#.\\\nRow 2: \\ # # # /", (3, 3))
    '.#.###'

    Raises LimitReached once the clock's deadline has passed.
    """
    chars = frozenset(cell_chars(palette)) - {UNKNOWN}
    lines = text.translate(UNSEEN).splitlines()
    rows = []
    for line in lines:
        clock.check()
        rows.append(_row(line, chars))
    for end in range(len(rows), len(lengths) - 1, -1):
        clock.check()
        block = rows[end - len(lengths) : end]
        if all(len(row) == length for row, length in zip(reversed(block), reversed(lengths), strict=True)):
            symbols = "".join(block)
            if chars_of := meanings(set(symbols), palette):
                return "".join(map(chars_of.__getitem__, symbols))
    return None


def _row(line: str, chars: frozenset[str]) -> str:
    """Return the symbols of a line, or nothing if it has more than a row."""
    cells = _LABEL.sub("", line).translate(UNFRAMED)
    if not {"/", "\\"} & chars:
        cells = cells.strip("/\\")
    return cells if chars >= set(cells) else ""

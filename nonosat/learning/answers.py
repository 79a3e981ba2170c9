"""Reads pictures in answers by people and language models: tolerantly, but without guessing.

An answer may have rows of `#.`, `01`, `X_`, emoji or words, with or without spaces, labels and frames; rows
with blanks for empty cells, or two characters for each cell; lists, tables, TeX matrices; all cells in one
text; or, if there is no grid, a list of the filled cells. Prose may surround it. The last complete grid with
filled cells counts. The reading says how it was read, and what was dropped. Reading takes time linear in the
length of the text, and a limit ends it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from nonosat.learning.coordinates import listed
from nonosat.learning.layouts import UNFRAMED, Grid, Shape
from nonosat.learning.passages import FENCE
from nonosat.learning.symbols import RANK, UNSEEN, meanings
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Palette, Picture
from nonosat.words import plural

_NEWLINE = re.compile(r"()\\n")
_ESCAPED = re.compile(r"(?<=[^\\\s])((?:\\\\)*)\\n")
"""Line ends in a text of JSON."""


@dataclass(frozen=True)
class Reading:
    """The reading of an answer: the picture, in the puzzle's own characters, or why there is none. `how`
    names the layout, and `dropped` the text around the picture.
    """

    picture: Picture | None
    how: str = ""
    dropped: tuple[str, ...] = ()
    why: str = ""


def read_answer(
    text: str, outline: Picture, palette: Palette = BLACK_AND_WHITE, clock: Clock = NO_CLOCK
) -> Reading:
    r"""Read the last complete grid of this outline, a picture of unknown cells, in an answer.

    >>> read_answer("Row 1: # . #\nRow 2: . # .\nDone.", ("???", "???")).picture
    ('#.#', '.#.')
    >>> read_answer("[answer]\nX X\n X\n[/answer]", ("/???\\", "\\???/")).picture
    ('/#.#\\', '\\.#./')

    Raises LimitReached once the clock's deadline has passed.
    """
    told = text.translate(UNSEEN).replace("\r\n", "\n").replace("\r", "\n")
    if not told or told.isspace():
        return Reading(None, why="the answer is empty")
    shape = _shape(outline, palette)
    # Where rows stand between slants, one of these may be before an `n`.
    told = (_ESCAPED if shape.slanted else _NEWLINE).sub(r"\1\n", told)
    text = shape.plain(told, clock)
    found: list[tuple[Grid, str]] = []
    unknown: list[Grid] = []
    for form in (text, shape.without_edges(text)) if shape.slanted else (text,):
        for grid in shape.grids(form, clock):
            clock.check()
            if UNKNOWN in grid.symbols:
                unknown.append(grid)
            elif chars := _chars(grid, palette):
                found.append((grid, chars))
    chosen = _last_filled(found, palette)
    if not chosen and len(palette) == 2 and (cells := listed(told, shape.lengths, clock)):
        chosen = cells, _chars(cells, palette)
    if not chosen and not found:
        return Reading(None, why=_why_not(text, shape, len(unknown), clock))
    grid, chars = chosen or max(found, key=_place)
    dropped = [*_dropped(text, grid, [other for other, _ in found])]
    if any(other.start >= grid.end for other in [*(other for other, _ in found), *unknown]):
        dropped.append("an emptier grid after it")
    return Reading(shape.cut(chars), _how(grid, palette), tuple(dropped))


def _place(pair: tuple[Grid, str]) -> tuple[int, int]:
    """Of overlapping readings the longer one counts: a list of rows, not the rows in it."""
    return pair[0].end, -pair[0].start


def _last_filled(found: list[tuple[Grid, str]], palette: Palette) -> tuple[Grid, str] | None:
    """Return the last grid with filled cells that is not a part of an empty one."""
    empty, start = {palette[0].char}, math.inf
    for grid, chars in sorted(found, key=lambda pair: (*_place(pair), set(pair[1]) != empty), reverse=True):
        if set(chars) == empty:
            start = min(start, grid.start)
        elif grid.end <= start:
            return grid, chars
    return None


def _chars(grid: Grid, palette: Palette) -> str:
    """Return a grid's cells in the palette's characters; empty if the symbols are ambiguous."""
    chars = meanings(set(grid.symbols), palette)
    return "".join(map(chars.__getitem__, grid.symbols)) if chars else ""


def _how(grid: Grid, palette: Palette) -> str:
    used = sorted(set(grid.symbols))
    known = meanings(used, palette) or {}
    filled = [char for char in used if known[char] != palette[0].char]
    named = f"; {', '.join(filled)} is filled" if len(palette) == 2 and filled not in ([], ["#"]) else ""
    return grid.how + named


def _dropped(text: str, grid: Grid, found: Sequence[Grid]) -> Iterator[str]:
    """Yield what was around the grid that counts, of those that were found."""
    for part, where in ((text[: grid.start], "before"), (text[grid.end :], "after")):
        count = sum(1 for line in part.split("\n") if line.strip() and not FENCE.match(line))
        if count:
            yield f"{plural(count, 'line')} {where} it"
    if earlier := len({other.start for other in found if other.end <= grid.start}):
        yield plural(earlier, "earlier grid")
    if grid.labelled:
        yield "labels of rows"


def _why_not(text: str, shape: Shape, unknown: int, clock: Clock) -> str:
    lengths = shape.lengths if len(set(shape.lengths)) > 1 else shape.lengths[:1]
    cells = plural(lengths[0], "cell") if len(lengths) == 1 else f"{', '.join(map(str, lengths))} cells"
    size = f"{plural(shape.height, 'row')} of {cells}"
    if unknown:
        return f"no complete grid of {size}: it has unknown cells"
    right = max((len(block) for block in shape.blocks(text, clock)), default=0)
    if right:
        return f"no complete grid of {size}: {right} found one below the other"
    lines = [line.translate(UNFRAMED) for line in text.split("\n")]
    sizes = [
        (len(found), length)
        for length, some in groupby(lines, lambda line: len(line) if _is_row(line) else 0)
        if length and (found := list(some))[1:]
    ]
    if sizes:
        height, width = sizes[-1]
        return f"no grid of {size}: found {plural(height, 'row')} of {plural(width, 'cell')}"
    return f"no grid of {size}"


def _is_row(line: str) -> bool:
    return len(line) > 1 and RANK.keys() >= set(line)


@lru_cache(maxsize=64)
def _shape(outline: Picture, palette: Palette) -> Shape:
    return Shape(outline, palette)

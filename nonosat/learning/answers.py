"""Reads pictures in answers by people and language models: tolerantly, but without guessing.

An answer has rows of `#.`, `01`, `X_` or emoji, with or without spaces, labels and frames; or lists; or all
cells in one line; or nonosat's drawing; or, if there is no grid, a list of the filled cells. Prose may
surround it. The last complete grid with filled cells counts. The reading says how it was read, and what was
dropped. Reading takes time linear in the length of the text, and a limit ends it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from nonosat import Picture
from nonosat.toolkit import BLACK_AND_WHITE, UNKNOWN, Clock, Palette, layouts, words

_NEWLINE = re.compile(r"()\\n")
_ESCAPED = re.compile(r"(?<=[^\\\s])((?:\\\\)*)\\n")
"""Line ends in a text of JSON."""

_CELL = re.compile(
    r"\(([0-9]{1,4})[^\S\n]{0,9},[^\S\n]{0,9}([0-9]{1,4})\)"
    r"|\b[rR]([0-9]{1,4})[cC]([0-9]{1,4})(?:=#|\b(?!=))"
)
_LONGEST_CELL = 64  # characters, and a few more
_PART = 1 << 16  # characters that are searched between two looks at the clock
_JOINT = re.compile(r"(?:[\s,;.*•&+|\[\]{}'\"`:-]|and\b|filled|black|cells?\b|[Rr]ow [0-9]{1,4})*")
_CUE = re.compile(
    r"(?:^|[.!?]\s)[\s*_#>`-]{0,20}(?:(?:so|thus|final|my|the|these) ){0,4}"
    r"(?:filled|black|shaded|painted|colou?red|answer|solution)"
    r"(?: (?:in|cells?|squares?|coordinates|positions|are|is|at|the|\([^()\n]{0,40}\))){0,6}"
    r"(?::| are| is| at)[\s*_`\[({-]*+(?:row [0-9]{1,4}:[\s*_`\[({-]*+)?$",
    re.IGNORECASE | re.MULTILINE,
)
_ENDS = re.compile(r"[^\S\n]*+[\]})'\"`*.;, ]*+(?:\n|\Z)")
_AROUND = re.compile(
    r"^[^\S\n]*+(?:```|~~~).*+|[<\[]/?(?:answer|grid|solution|output|final)[>\]]|[\s*\[({})\].-]",
    re.IGNORECASE | re.MULTILINE,
)
_FROM_0 = re.compile(r"\b(?:0|zero)-(?:based|indexed)", re.IGNORECASE)


Read = tuple[layouts.Grid, Mapping[str, str]]
"""A grid, with what its symbols mean."""


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
    text: str, outline: Picture, palette: Palette = BLACK_AND_WHITE, clock: Clock | None = None
) -> Reading:
    r"""Read the last complete grid of this outline, a picture of unknown cells, in an answer.

    >>> read_answer("Row 1: # . #\nRow 2: . # .\nDone.", ("???", "???")).picture
    ('#.#', '.#.')
    >>> read_answer("[[1, 0, 1], [0, 1, 0]]", ("/???\\", "\\???/")).picture
    ('/#.#\\', '\\.#./')

    Raises LimitReached once the clock's deadline has passed.
    """
    text = text.translate(layouts.UNSEEN).replace("\r\n", "\n").replace("\r", "\n")
    if not text or text.isspace():
        return Reading(None, why="the answer is empty")
    shape = _shape(outline, palette)
    # Where rows stand between slants, one of these may be before an `n`.
    text = (_ESCAPED if shape.slanted else _NEWLINE).sub(r"\1\n", text)
    lines, clock = shape.lines(text), clock or Clock()
    grids = list[Read]()
    for grid in shape.grids(lines, clock):
        known = {} if UNKNOWN in grid.symbols else layouts.meanings(grid.symbols, palette)
        if known is not None:
            grids.append((grid, known))
    # Of overlapping readings the longer one counts: a list of rows, not the rows in it.
    grids.sort(key=lambda pair: (pair[0].end, -pair[0].start, len({*pair[1].values()})), reverse=True)
    whole = [(grid, known) for grid, known in grids if known]
    chosen = _last_filled(whole, palette[0].char)
    if not chosen and len(palette) == 2 and (listed := _read_listed(text, shape, palette, clock)):
        return listed
    if not whole:
        return Reading(None, why=_why_not(lines, shape.lengths, bool(grids)))
    grid, known = chosen or whole[0]
    dropped = [
        f"{words.plural(count, 'line')} {where} it"
        for part, where in ((lines[: grid.start], "before"), (lines[grid.end :], "after"))
        if (count := sum(1 for line in part if re.search(r"\w", line)))
    ]
    if earlier := len({other.start for other, _ in whole if other.end <= grid.start}):
        dropped.append(words.plural(earlier, "earlier grid"))
    dropped += ["an emptier grid after it"] * any(other.start >= grid.end for other, _ in grids)
    filled = ", ".join(sorted(char for char in known if known[char] != palette[0].char))
    named = f"; {filled} is filled" if len(palette) == 2 and filled not in ("", "#") else ""
    chars = "".join(map(known.__getitem__, grid.symbols))
    return Reading(shape.cut(chars), grid.how + named, tuple(dropped))


def _last_filled(grids: Sequence[Read], background: str) -> Read | None:
    """Return the last grid with filled cells that is not a part of an empty one; the last ones come first."""
    start = math.inf
    for grid, known in grids:
        if set(known.values()) == {background}:
            start = min(start, grid.start)
        elif grid.end <= start:
            return grid, known
    return None


def _why_not(lines: Sequence[str], lengths: Sequence[int], unknown: bool) -> str:
    """Say what was expected, and which rows were found last."""
    if unknown:
        return f"no complete grid of {_size(lengths)}: it has unknown cells"
    bare = (line.translate(layouts.UNFRAMED) for line in lines)
    rows = (len(line) if len(line) > 1 and layouts.RANK.keys() >= set(line) else 0 for line in bare)
    runs = [list(run) for some, run in groupby(rows, bool) if some]
    return f"no grid of {_size(lengths)}" + (f": found {_size(runs[-1])}" if runs else "")


def _size(lengths: Sequence[int]) -> str:
    least, most = min(lengths), max(lengths)
    cells = words.plural(most, "cell") if least == most else f"{least} to {most} cells"
    return f"{words.plural(len(lengths), 'row')} of {cells}"


@lru_cache(maxsize=64)
def _shape(outline: Picture, palette: Palette) -> layouts.Shape:
    return layouts.Shape(outline, palette)


def _read_listed(text: str, shape: layouts.Shape, palette: Palette, clock: Clock) -> Reading | None:
    """Read the picture whose filled cells the text lists last, as in `(1,2)`, `r1c2`, or `row 1, column 2`.
    Cells count from 1, or from 0 if one of them, or the text, counts so.

    Any text about a puzzle mentions cells, so a list counts only if its heading names the filled cells, or
    if the answer is nothing else.
    """
    outline = [(r, c) for r, length in enumerate(shape.lengths) for c in range(length)]
    from_0, last = _FROM_0.search(text), None
    runs = list(layouts.together(_cells(text, clock), _joins))
    for run in runs:
        start, end = run[0].start(), run[-1].end()
        cells = {tuple(int(part) for part in cell.groups() if part) for cell in run}
        first = 0 if from_0 or any(0 in cell for cell in cells) else 1
        cells = {(r - first, c - first) for r, c in cells}
        said = _CUE.search(text, max(0, start - 200), start) or (
            len(runs) == 1 < len(cells) and not _AROUND.sub("", text[:start] + "\n" + text[end:])
        )
        if said and _ENDS.match(text, end) and cells.issubset(outline):
            last = cells, first
    if last is None:
        return None
    chars = "".join(palette[cell in last[0]].char for cell in outline)
    return Reading(shape.cut(chars), f"a list of the filled cells, counted from {last[1]}")


def _cells(text: str, clock: Clock) -> Iterator[re.Match[str]]:
    """Yield what names a cell, a part of the text at a time: so that the clock is looked at."""
    begin = 0
    while begin < len(text):
        clock.check()
        end = begin + _PART
        for cell in _CELL.finditer(text, begin, end + _LONGEST_CELL):
            if cell.start() >= end:
                break
            yield cell
            begin = cell.end()
        begin = max(begin, end)


def _joins(one: re.Match[str], after: re.Match[str]) -> bool:
    """Whether two cells are in one list."""
    start, end = one.end(), after.start()
    return end - start <= 60 and _JOINT.fullmatch(one.string, start, end) is not None

"""Reads pictures in answers by people and language models: tolerantly, but without guessing.

An answer may have rows of `#.`, `01`, `X_`, emoji or words, with or without spaces, labels and frames, or as
nonosat draws them; lists, tables, TeX matrices; all cells in one line; or, if there is no grid, a list of the
filled cells. Prose may surround it. The last complete grid with
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

from nonosat import Palette, Picture
from nonosat.learning.layouts import FENCE, UNFRAMED, Grid, Shape, together
from nonosat.learning.symbols import RANK, UNSEEN, meanings
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN
from nonosat.words import plural

_NEWLINE = re.compile(r"()\\n")
_ESCAPED = re.compile(r"(?<=[^\\\s])((?:\\\\)*)\\n")
"""Line ends in a text of JSON."""

_TAG = re.compile(r"(?:<|\[)/?(?:answer|grid|solution|output|final)(?:>|\])[^\S\n]*\n?", re.IGNORECASE)
_CELL = re.compile(
    r"\(([0-9]{1,4})[^\S\n]{0,9},[^\S\n]{0,9}([0-9]{1,4})\)"
    r"|\b[rR]([0-9]{1,4})[cC]([0-9]{1,4})(?:=#|\b(?!=))"
    r"|\b[Rr]ow[^\S\n]{1,9}([0-9]{1,4}),?[^\S\n]{1,9}(?:[Cc]ol(?:umn)?|[Cc]ell)[^\S\n]{1,9}([0-9]{1,4})\b"
)
_JOINT = re.compile(r"(?:[\s,;.*•&+|\[\]{}'\"`:-]|and\b|filled|black|cells?\b|[Rr]ow [0-9]{1,4})*+")
_CUE = re.compile(
    r"(?<![\w-])(?<!not )(?<!be )(?:filled|black|shaded|painted|colou?red|answer|solution)"
    r"(?: (?:in|cells?|squares?|coordinates|positions|are|is|at|the|\([^()\n]{0,40}\))){0,6}"
    r"(?::| are| is| at)[\s*_`\[({-]*+(?:row [0-9]{1,4}:[\s*_`\[({-]*+)?$",
    re.IGNORECASE,
)
_ABOUT_A_LINE = re.compile(r"\b(?:row|column|col|line|step|move)\s{0,3}#?\d", re.IGNORECASE)
_ENDS = re.compile(r"[^\S\n]*+[\]})'\"`*.;, ]*+(?:\n|\Z)")
_FROM_0 = re.compile(r"\b(?:0|zero)-(?:based|indexed)", re.IGNORECASE)


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
    >>> read_answer("[[1, 0, 1], [0, 1, 0]]", ("/???\\", "\\???/")).picture
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
    if not chosen and len(palette) == 2 and (cells := _listed(told, shape.lengths, clock)):
        chosen = cells, _chars(cells, palette)
    if not chosen and not found:
        return Reading(None, why=_why_not(text, shape, bool(unknown)))
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


def _why_not(text: str, shape: Shape, unknown: bool) -> str:
    """Say what was expected, and which rows were found last."""
    size = _size(shape.lengths)
    if unknown:
        return f"no complete grid of {size}: it has unknown cells"
    lines = (line.translate(UNFRAMED) for line in text.split("\n"))
    lengths = (len(line) if len(line) > 1 and RANK.keys() >= set(line) else 0 for line in lines)
    runs = [list(run) for some, run in groupby(lengths, bool) if some]
    return f"no grid of {size}" + (f": found {_size(runs[-1])}" if runs else "")


def _size(lengths: Sequence[int]) -> str:
    least, most = min(lengths), max(lengths)
    cells = plural(most, "cell") if least == most else f"{least} to {most} cells"
    return f"{plural(len(lengths), 'row')} of {cells}"


@lru_cache(maxsize=64)
def _shape(outline: Picture, palette: Palette) -> Shape:
    return Shape(outline, palette)


def _listed(text: str, lengths: Sequence[int], clock: Clock) -> Grid | None:
    """Return the picture with rows of these lengths whose filled cells the text lists last, as in `(1,2)`,
    `r1c2`, or `row 1, column 2`. Cells count from 1, or from 0 if one of them, or the text, says so.

    Any text about a puzzle mentions cells, so a list counts only if it is said to be of the filled cells, or
    if the answer is nothing else.
    """
    last = None
    from_0 = _FROM_0.search(text) is not None
    every = ((match, tuple(map(int, filter(None, match.groups())))) for match in _CELL.finditer(text))
    for run in together(every, _joins, text):
        clock.check()
        start, end = run[0][0].start(), run[-1][0].end()
        cells = {cell for _, cell in run}
        first = 0 if from_0 or any(0 in cell for cell in cells) else 1
        inside = all(0 <= r - first < len(lengths) and 0 <= c - first < lengths[r - first] for r, c in cells)
        if inside and _is_announced(text, start, end, cells):
            places = ((r, c) for r, length in enumerate(lengths, first) for c in range(first, length + first))
            symbols = "".join(".#"[place in cells] for place in places)
            last = Grid(start, end, symbols, f"a list of the filled cells, counted from {first}")
    return last


def _joins(between: str) -> bool:
    return len(between) <= 60 and _JOINT.fullmatch(between) is not None


def _is_announced(text: str, start: int, end: int, cells: set[tuple[int, ...]]) -> bool:
    if not _ENDS.match(text, end):
        return False
    before = text[max(0, start - 200) : start]
    if cue := _CUE.search(before):
        line = before[before.rfind("\n", 0, cue.start()) + 1 : cue.start()]
        about_one = any(len(set(numbers)) == 1 for numbers in zip(*cells, strict=True))
        return not (about_one and _ABOUT_A_LINE.search(line))
    return len(cells) > 1 and not any(
        _TAG.sub("", FENCE.sub("", part)).strip(" \n-*[({})].") for part in (text[:start], text[end:])
    )

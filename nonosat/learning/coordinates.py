"""Reads answers that list the filled cells: `(1,2)`, `r1c2`, or `row 1, column 2`.

Any text about a puzzle mentions cells, so a list counts only if it is said to be of the filled cells, or if
the answer is nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.learning.layouts import Grid
from nonosat.learning.passages import FENCE, TAG, together
from nonosat.processes.limits import Clock

_CELL = re.compile(
    r"\(([0-9]{1,4})[^\S\n]{0,9},[^\S\n]{0,9}([0-9]{1,4})\)"
    r"|\b[rR]([0-9]{1,4})[cC]([0-9]{1,4})(?:=#|\b(?!=))"
    r"|\b[Rr]ow[^\S\n]{1,9}([0-9]{1,4}),?[^\S\n]{1,9}(?:[Cc]ol(?:umn)?|[Cc]ell)[^\S\n]{1,9}([0-9]{1,4})\b"
)
_BETWEEN = 60
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


def listed(text: str, lengths: Sequence[int], clock: Clock) -> Grid | None:
    """Return the picture with rows of these lengths whose filled cells the text lists last.

    Cells count from 1, or from 0 if one of them, or the text, says so.
    """
    last = None
    for run in together(_CELL.finditer(text), _joins, text):
        clock.check()
        start, end = run[0].start(), run[-1].end()
        cells = {(int(row), int(column)) for row, column in (filter(None, m.groups()) for m in run)}
        zero = any(0 in cell for cell in cells) or _FROM_0.search(text) is not None
        first = 0 if zero else 1
        inside = all(0 <= r - first < len(lengths) and 0 <= c - first < lengths[r - first] for r, c in cells)
        if inside and _is_announced(text, start, end, cells):
            symbols = "".join(
                ".#"[(r, c) in cells]
                for r, length in enumerate(lengths, first)
                for c in range(first, length + first)
            )
            last = Grid(start, end, symbols, f"a list of the filled cells, counted from {first}")
    return last


def _joins(between: str) -> bool:
    return len(between) <= _BETWEEN and _JOINT.fullmatch(between) is not None


def _is_announced(text: str, start: int, end: int, cells: set[tuple[int, int]]) -> bool:
    if not _ENDS.match(text, end):
        return False
    before = text[max(0, start - 200) : start]
    if cue := _CUE.search(before):
        line = before[before.rfind("\n", 0, cue.start()) + 1 : cue.start()]
        about_one = len({row for row, _ in cells}) == 1 or len({column for _, column in cells}) == 1
        return not (about_one and _ABOUT_A_LINE.search(line))
    return len(cells) > 1 and not any(
        TAG.sub("", FENCE.sub("", part)).strip(" \n-*[({})].") for part in (text[:start], text[end:])
    )

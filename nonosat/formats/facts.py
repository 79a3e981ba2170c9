"""Clues as the facts of a logic program: `row(2, 1, 5).`, `col_hint(3, 4).`, `clue(row, 2, [1, 5]).`"""

from __future__ import annotations

import re
from itertools import groupby
from operator import itemgetter

from nonosat.formats.clue_items import Pair, clues_of
from nonosat.formats.headings import SIDES, side_of

_FACT = re.compile(r"(?<!\w)([A-Za-z]\w{0,40})\(([^()\n]*)\)[ \t]*\.(?!\d)")
_SIZE = re.compile(r"(?<!\w)(rows|height|h|columns|cols|width|w)(?: ?= ?|\( ?)(\d{1,4})\b")
_REST = re.compile(r"%.*|#const.*|:-.*")

Fact = list[int]
"""The numbers of a fact."""

Lines = dict[int, Fact]
"""The clue of each line that has facts."""


def facts(text: str) -> list[Pair]:
    """Return the readings of a text of facts; none if it is not one."""
    sides: dict[str, list[Fact]] = {"rows": [], "columns": []}
    sizes = {"columns" if name[0] in "cw" else "rows": int(size) for name, size in _SIZE.findall(text)}
    for fact in _FACT.finditer(text):
        words = [fact[1], *re.findall(r"[A-Za-z_]+", fact[2])]
        side = next(filter(None, (side_of(word) or SIDES.get(word, "") for word in words)), "")
        if "[" in fact[2].partition("[")[2]:
            return []  # a list of clues
        if side and not _SIZE.fullmatch(fact[0].rstrip(" .").rstrip(")")):
            sides[side].append([*map(int, re.findall(r"\d{1,4}", fact[2]))])
    if not all(sides.values()) or re.search(r"\d", _REST.sub("", _FACT.sub("", text))):
        return []
    pairs = []
    for way in (_read_by_place, _read_by_line, _bare):
        rows, columns = (way(some) for some in sides.values())
        if rows and columns:
            first = min(1, *rows, *columns)
            one = clues_of(_texts(rows, first, sizes.get("rows", 0)))
            other = clues_of(_texts(columns, first, sizes.get("columns", 0)))
            if one and other:
                pairs.append(Pair(one, other, True))
    return pairs


def _texts(lines: Lines, first: int, least: int) -> list[str]:
    """Return the clue of every line; the last has the last fact, unless there are at `least` more."""
    count = max(least, max(lines) + 1 - first)
    return [" ".join(map(str, lines.get(k + first, ()))) or "0" for k in range(count)]


def _read_by_place(some: list[Fact]) -> Lines | None:
    """Return the clues of facts `row(LINE, PLACE, NUMBER)`; None if the places are not 1, 2, 3 or 0, 1, 2."""
    if any(len(fact) != 3 for fact in some):
        return None
    lines = {k: [*of_line] for k, of_line in groupby(sorted(some), key=itemgetter(0))}
    for of_line in lines.values():
        if [place for _, place, _ in of_line] not in ([*range(len(of_line))], [*range(1, len(of_line) + 1)]):
            return None
    return {k: [number for _, _, number in of_line] for k, of_line in lines.items()}


def _read_by_line(some: list[Fact]) -> Lines | None:
    """Return the clues of facts that begin with the number of their line; None if one has no more."""
    lines: Lines = {}
    for fact in some:
        if not fact:
            return None
        lines.setdefault(fact[0], []).extend(fact[1:])
    return lines


def _bare(some: list[Fact]) -> Lines:
    """Return the clues of facts that have nothing else."""
    return dict(enumerate(some, 1))

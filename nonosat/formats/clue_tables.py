"""Finds clues in tables that people have typed or pasted: at the edges of a grid, or in two columns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonosat.formats.clue_items import Pair, clues_of
from nonosat.formats.headings import side_of

_CELL = re.compile(r"(?<![^\s|])[#*.·xXoO_□■⬜⬛█](?![^\s|])")
"""What stands in a cell of the grid, or fills the corner beside the clues."""


def tables(lines: list[str]) -> Iterator[Pair]:
    """Yield readings of a table whose first columns and first rows have the clues, beside a grid; or else of
    one with two columns, for the rows and for the columns.
    """
    filled = [line for line in lines if line.strip(" |+-:")]
    while filled and not re.search(r"\d|[|\t]", filled[0]):
        filled.pop(0)  # a title
    for way, some in ((_beside, filled), (_read_edges, filled), (_read_aligned, filled), (_below, lines)):
        pairs = [*way(some)]
        yield from pairs
        if any(pair.agrees() for pair in pairs):
            return


def _beside(filled: list[str]) -> Iterator[Pair]:
    """Yield the reading of a table with two headings, below which stand the clues."""
    bare = [line.strip(" ").removeprefix("|").removesuffix("|") for line in filled]
    for mark in "\t|;,":
        cells = [[*map(str.strip, line.split(mark))] for line in bare]
        places = {side: k for k, one in enumerate(cells[0]) if (side := side_of(one))} if cells else {}
        if len(places) == 2:
            sides = []
            for place in (places["rows"], places["columns"]):
                texts = [one[place] for one in cells[1:] if place < len(one)]
                sides.append(clues_of(texts[: max((k for k, one in enumerate(texts, 1) if one), default=0)]))
            if sides[0] and sides[1]:
                yield Pair(sides[0], sides[1], False)


def _read_edges(filled: list[str]) -> Iterator[Pair]:
    """Yield readings of a table whose cells stand between marks."""
    first = filled[0].lstrip(" \"'#") if filled else ""
    led = [one for one in "|;," if first.startswith(one) or all(one in line for line in filled)]
    mark = "\t" if filled and "\t" in filled[0] else led[0] if led and len(filled) > 1 else ""
    if not mark:
        return
    framed = mark == "|" and all(line.strip().startswith("|") for line in filled)
    if mark == "|" and not framed and all(line.rstrip().endswith("|") for line in filled):
        filled = [line.rstrip()[:-1] for line in filled]
    bare = [_CELL.sub(" ", line if mark == "\t" else line.replace(mark, f" {mark} ")) for line in filled]
    cells = [
        [one.strip(" \"'") for one in (line.strip().strip("|") if framed else line).split(mark)]
        for line in bare
    ]
    width = max(map(len, cells))
    lead = [next((k for k, one in enumerate(row) if one), width) for row in cells]
    most, left = width, [0] * (len(cells) + 1)
    for k in range(len(cells) - 1, 0, -1):
        left[k] = max(left[k + 1], lead[k] if lead[k] < width else 0)
    for top in range(1, min(len(cells), 100)):
        if not (most := min(most, lead[top - 1])):
            return
        if most < width and left[top] < most:
            rows = clues_of(" ".join(row[:most]) for row in cells[top:])
            heads = [" ".join("".join(row[k : k + 1]) for row in cells[:top]) for k in range(most, width)]
            if rows and (columns := clues_of(heads)):
                yield Pair(rows, columns, False)


def _read_aligned(lines: list[str]) -> Iterator[Pair]:
    """Yield readings of a table whose columns are aligned by blanks."""
    bare = [
        _CELL.sub(" ", re.sub(r"[|│┃┌┐└┘─]", " ", line))
        for line in lines
        if re.search(r"\d", line) and "\t" not in line
    ]
    words = [[(one.end(), one[0]) for one in re.finditer(r"\S+", line)] for line in bare]
    lead = [len(line) - len(line.lstrip()) for line in bare]
    for top in range(1, min(len(bare), 100)):
        most, ends = min(lead[:top]), [end for end, _ in words[top - 1]]
        if most and max(lead[top:]) < most and all(end in ends for row in words[:top] for end, _ in row):
            rows = clues_of(line[:most] for line in bare[top:])
            heads = [dict(row) for row in words[:top]]
            columns = clues_of(" ".join(row.get(end, "") for row in heads) for end in ends)
            if rows and columns:
                yield Pair(rows, columns, False)


def _below(lines: list[str]) -> Iterator[Pair]:
    """Yield the reading of a drawn grid with the clues of the rows to its right, of the columns below."""
    grid = [line for line in lines if len(_CELL.findall(line)) > 1 and not re.match(r"\s*\d", line)]
    if not grid or grid != lines[: len(grid)]:
        return
    places = [cell.start() for cell in _CELL.finditer(grid[0])]
    rows = clues_of(line[places[-1] + 1 :] for line in grid)
    under = [{one.start(): one[0] for one in re.finditer(r"\d+", line)} for line in lines[len(grid) :]]
    columns = clues_of(" ".join(line.get(place, "") for line in under) for place in places)
    if rows and columns and {place for line in under for place in line} <= {*places}:
        yield Pair(rows, columns, False)

"""Empty texts at the ends of a list of clues: empty clues, or only marks and blank lines around the list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product


def trim_edges(parts: list[str], mark: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the parts, and those without empty ones at their ends, which may be empty clues or due to marks
    around the list, each with the mark, and whether it is one that `closes` a list or stands around it.
    """
    before, behind = not parts[0].strip(), not parts[-1].strip()
    if len(parts) < 3 or not (before or behind):
        yield mark, parts
        return
    ends = mark == ";" and all(map(str.strip, parts[:-1]))
    for first, last in product({0, before}, {len(parts), len(parts) - behind}):
        closes = last < len(parts) and (ends or (mark == "|" and first > 0))
        yield mark + " closes" * closes, parts[first:last]


def edges_of(rows: list[str], columns: list[str]) -> bool:
    """Whether blank lines around lists may be clues: there are some within, or more than set them apart."""
    (before, within, between), (after, others, _) = map(blank, (rows, columns))
    typed = any(re.fullmatch(r"\W*0\W*", line) for line in (*rows, *columns))
    return not typed and bool(within or others or before != after or before > 1 or between > 1)


def blank(lines: list[str]) -> tuple[int, int, int]:
    """Return the numbers of blank lines before a list, within it and behind it."""
    filled = [k for k, line in enumerate(lines) if line.strip()]
    if not filled:
        return 0, 0, 0
    first, last = filled[0], filled[-1]
    return first, last + 1 - first - len(filled), len(lines) - 1 - last

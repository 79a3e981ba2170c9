"""The text of the solver tournaments (TAAI, TCGA, ICGA): many square puzzles a file.

`$1` begins the first puzzle; the columns' clues follow, then as many of the rows', one a line, the
numbers split by tabs; an empty line is an empty clue.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from nonosat.errors import InputError
from nonosat.formats.capabilities import SEVERAL, holdable
from nonosat.formats.lines import clues, numbered
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import MAX_SIDE, Nonogram

SUFFIXES = ()
DESCRIPTION = "tournament text: $1, then the clues of the columns and of the rows, split by tabs"
HOLDS = frozenset({SEVERAL})

_HEADING = re.compile(r"\$\d+\s*")


def looks_like(source: Source) -> bool:
    """Whether the first line is a heading such as `$1`."""
    return bool(_HEADING.match(source.text.lstrip()))


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles."""
    lines = source.lines
    heads = [k for k, line in enumerate(lines) if line.startswith("$")] + [len(lines)]
    stray = next((k for k in range(heads[0]) if lines[k].strip()), None)
    if stray is not None:
        raise source.wrong("expected a heading such as $1", stray + 1)
    for head, end in pairwise(heads):
        if not _HEADING.fullmatch(lines[head]):
            raise source.wrong(f"expected a heading such as $1, found {lines[head][:40]!r}", head + 1)
        yield _puzzle(source, head, end)


def write(puzzles: Iterable[Puzzle]) -> str:
    """Return the puzzles, numbered from 1."""
    asked = [holdable(puzzle, "tournament", HOLDS) for puzzle in puzzles]
    return "".join(_written(puzzle, k) for k, puzzle in enumerate(asked, start=1))


def _puzzle(source: Source, head: int, end: int) -> Nonogram:
    """Read the puzzle between two headings."""
    lines = numbered(source, head + 1, end)
    if len(lines) % 2 and not lines[-1][1]:
        lines.pop()  # a blank line before the next heading
    size = len(lines) // 2
    if len(lines) % 2 or not 1 <= size <= MAX_SIDE:
        what = f"expected as many columns as rows, 1 to {MAX_SIDE}, found {len(lines)} lines"
        raise source.wrong(f"the puzzle {source.lines[head].strip()}: {what}", head + 1)
    found = clues(source, lines)
    return Nonogram(found[size:], found[:size])


def _written(asked: Nonogram, number: int) -> str:
    if asked.width != asked.height:
        raise InputError("the format tournament holds square puzzles; non holds any", asked.source)
    texts = (clue_text.replace(" ", "\t") for clue_text in map(asked.clue_text, asked.columns + asked.rows))
    return f"${number}\n" + "".join(f"{'' if text == '0' else text}\n" for text in texts)

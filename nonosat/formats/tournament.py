"""The text of the solver tournaments (TAAI, TCGA, ICGA): many square puzzles per file.

`$1` begins the first puzzle; the columns' clues follow, then the same number of rows' clues, one per line,
with tabs between numbers; an empty line is an empty clue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from nonosat.errors import InputError
from nonosat.formats.lines import clues, number_lines
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import MAX_SIDE, Nonogram
from nonosat.words import quote

_HEADING = re.compile(r"\$[0-9]+\s*")


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles."""
    lines = source.lines
    heads = [k for k, line in enumerate(lines) if line.startswith("$")] + [len(lines)]
    stray = next((k for k in range(heads[0]) if lines[k].strip()), None)
    if stray is not None:
        raise source.wrong("expected a heading such as $1", stray + 1)
    for head, end in pairwise(heads):
        if not _HEADING.fullmatch(lines[head]):
            raise source.wrong(f"expected a heading such as $1, found {quote(lines[head])}", head + 1)
        yield _puzzle(source, head, end)


def write(puzzles: Sequence[Nonogram]) -> str:
    """Return a file with the puzzles, numbered from 1."""
    return "".join(_write(puzzle, k) for k, puzzle in enumerate(puzzles, start=1))


def _puzzle(source: Source, head: int, end: int) -> Nonogram:
    """Read the puzzle between two headings."""
    lines = number_lines(source, head + 1, end)
    if len(lines) % 2 and not lines[-1][1]:
        lines.pop()  # a blank line before the next heading
    size = len(lines) // 2
    if len(lines) % 2 or not 1 <= size <= MAX_SIDE:
        what = f"expected as many columns as rows, 1 to {MAX_SIDE}, found {len(lines)} lines"
        raise source.wrong(f"the puzzle {source.lines[head].strip()}: {what}", head + 1)
    both = clues(source, lines)
    return Nonogram(both[size:], both[:size])


def _write(puzzle: Nonogram, number: int) -> str:
    if puzzle.width != puzzle.height:
        raise InputError("the format tournament is for square puzzles; non is for any", puzzle.source)
    texts = (
        clue_text.replace(" ", "\t") for clue_text in map(puzzle.clue_text, puzzle.columns + puzzle.rows)
    )
    return f"${number}\n" + "".join(f"{'' if text == '0' else text}\n" for text in texts)

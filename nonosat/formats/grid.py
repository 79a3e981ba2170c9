r"""Pictures as text: `#` and `.`, one row per line, with blank lines between pictures.

The rows of a triddler stand between the slashes of its outline: `/#.#\`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from nonosat.errors import InputError
from nonosat.formats.goals import checked_size
from nonosat.formats.lines import Line, numbered
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.lines import LinePuzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.triddler import Triddler
from nonosat.words import shown

_ROW = re.compile(r"[.#]+")
_SLANTED = re.compile(r"[/\\][.#]+[/\\]")


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzle of each picture."""
    for filled, lines in groupby(numbered(source), key=lambda line: bool(line[1])):
        if filled:
            yield _puzzle(source, list(lines))


def write(puzzles: Sequence[LinePuzzle]) -> str:
    """Return a file with the goals, separated by blank lines."""
    return "\n".join("".join(f"{row}\n" for row in puzzle.goal) for puzzle in puzzles)


def _puzzle(source: Source, lines: list[Line]) -> LinePuzzle:
    if lines[0][1][0] in "/\\":
        return _triddler(source, lines)
    width = len(lines[0][1])
    for number, text in lines:
        if not _ROW.fullmatch(text):
            raise source.wrong(f"expected only the cells # and ., found {shown(text)}", number)
        if len(text) != width:
            raise source.wrong(f"expected {width} cells, as in the row above, found {len(text)}", number)
    checked_size(source, width, len(lines), lines[0][0])
    return Nonogram.from_picture(tuple(text for _, text in lines))


def _triddler(source: Source, lines: list[Line]) -> Triddler:
    for number, text in lines:
        if not _SLANTED.fullmatch(text):
            raise source.wrong(f"expected cells # and . between slashes, found {shown(text)}", number)
    try:
        return Triddler.from_picture(tuple(text for _, text in lines))
    except InputError as error:
        raise error.at(source.path, lines[0][0]) from None

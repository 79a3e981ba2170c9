"""Springs as text: one row per line, such as `?###???????? 3,2,1`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.formats.documents.springs import read_row
from nonosat.formats.lines import number_lines
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.node import Node
from nonosat.puzzles.springs import Springs


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzle of each line that is not blank."""
    for number, text in number_lines(source):
        if text:
            yield read_row(Node(text, source.path, number))


def write(puzzles: Sequence[Springs]) -> str:
    """Return a file with one line per puzzle."""
    return "".join(f"{puzzle}\n" for puzzle in puzzles)

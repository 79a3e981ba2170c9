"""Springs as text: a row a line, such as `?###???????? 3,2,1`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from nonosat.errors import InputError
from nonosat.formats.capabilities import SEVERAL
from nonosat.formats.documents.node import Node
from nonosat.formats.lines import numbered
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.springs import Springs

SUFFIXES = ()
DESCRIPTION = "springs: a pattern of # . ? and the groups' lengths, a row a line"
HOLDS = frozenset({SEVERAL})

_ROW = re.compile(r"[.#?]+\s+\d+(\s*,\s*\d+)*")


def looks_like(source: Source) -> bool:
    """Whether at least half of the lines look like rows: the others are wrong ones, no other format."""
    lines = [text for _, text in numbered(source) if text]
    return 2 * sum(bool(_ROW.fullmatch(text)) for text in lines) >= len(lines)


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzle of each line that is not blank."""
    for number, text in numbered(source):
        if text:
            yield Springs.from_row(Node(text, source.path, number))


def write(puzzles: Iterable[Puzzle]) -> str:
    """Return a line a puzzle."""
    return "".join(f"{_held(puzzle)}\n" for puzzle in puzzles)


def _held(puzzle: Puzzle) -> Springs:
    if not isinstance(puzzle, Springs):
        raise InputError(f"the format springs holds springs, no {puzzle.kind}", puzzle.source)
    return puzzle

"""`.mk`, Petr and Mirek Olsak's format in black and white: like `.nin`, turned around.

`HEIGHT WIDTH`, the other way round than in `.nin`, then the rows' clues, a line `#`, the columns'.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonosat.formats.capabilities import holdable
from nonosat.formats.lines import clues, counted, numbered, pair
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram

SUFFIXES = (".mk",)
DESCRIPTION = "Olsak's black-and-white format: HEIGHT WIDTH, the rows, a line #, the columns"
HOLDS: frozenset[str] = frozenset()


def looks_like(source: Source) -> bool:
    """Nothing in a `.mk` is beyond doubt; not even the `#`, which stands in other texts too."""
    return False


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    lines = numbered(source)
    first, (height, width) = pair(source, lines, "HEIGHT WIDTH", ("the height", "the width"))
    middle = next((k for k, (_, text) in enumerate(lines) if text == "#"), None)
    if middle is None:
        what = "expected a line # between the clues of the rows and of the columns, which is missing"
        raise source.wrong(what, lines[-1][0])
    rows = counted(source, lines[first + 1 : middle], height, "rows", lines[first][0])
    columns = counted(source, lines[middle + 1 :], width, "columns", lines[middle][0])
    yield Nonogram(clues(source, rows), clues(source, columns))


def write(puzzles: Iterable[Puzzle]) -> str:
    """Return the one puzzle as a file."""
    (asked,) = [holdable(puzzle, "mk", HOLDS) for puzzle in puzzles]
    rows, columns = map(asked.clue_text, asked.rows), map(asked.clue_text, asked.columns)
    return "\n".join([f"{asked.height} {asked.width}", *rows, "#", *columns]) + "\n"

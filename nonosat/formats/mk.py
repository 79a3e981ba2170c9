"""`.mk`, Petr and Mirek Olsak's format in black and white.

`HEIGHT WIDTH`, in the opposite order of `.nin`, then the rows' clues, a line `#`, the columns' clues.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.formats.lines import clues, number_lines, pair, take_clues
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    lines = number_lines(source)
    first, (height, width) = pair(source, lines, "HEIGHT WIDTH", ("the height", "the width"))
    middle = next((k for k, (_, text) in enumerate(lines) if text == "#"), None)
    if middle is None:
        what = "expected a line # between the clues of the rows and of the columns, which is missing"
        raise source.wrong(what, lines[-1][0])
    rows = take_clues(source, lines[first + 1 : middle], height, "rows", lines[first][0])
    columns = take_clues(source, lines[middle + 1 :], width, "columns", lines[middle][0])
    yield Nonogram(clues(source, rows), clues(source, columns))


def write(puzzles: Sequence[Nonogram]) -> str:
    """Return a file with the one puzzle."""
    (puzzle,) = puzzles
    rows, columns = map(puzzle.clue_text, puzzle.rows), map(puzzle.clue_text, puzzle.columns)
    return "\n".join([f"{puzzle.height} {puzzle.width}", *rows, "#", *columns]) + "\n"

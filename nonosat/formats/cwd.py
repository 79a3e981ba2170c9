"""`.cwd`, the format of QNonograms: the height, the width on the next line, the rows' clues, exactly one
blank line, the columns' clues. An empty clue is `0`, since a blank line is not a clue.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.formats.lines import Line, clues, number_lines, side
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    lines = number_lines(source)
    first = next(k for k, (_, text) in enumerate(lines) if text)
    while not lines[-1][1]:
        lines.pop()
    if len(lines) < first + 2:
        raise source.wrong("expected the height and, on the next line, the width", lines[-1][0])
    height, width = side(source, lines[first], "the height"), side(source, lines[first + 1], "the width")
    middle = first + 2 + height
    rows = _section(source, lines[first + 2 : middle], height, "rows", lines[first + 1])
    if len(lines) <= middle or lines[middle][1]:
        raise source.wrong("expected a blank line between the rows and the columns", rows[-1][0] + 1)
    columns = _section(source, lines[middle + 1 :], width, "columns", lines[middle])
    yield Nonogram(clues(source, rows), clues(source, columns))


def write(puzzles: Sequence[Nonogram]) -> str:
    """Return a file with the one puzzle."""
    (puzzle,) = puzzles
    rows, columns = map(puzzle.clue_text, puzzle.rows), map(puzzle.clue_text, puzzle.columns)
    return "\n".join([str(puzzle.height), str(puzzle.width), *rows, "", *columns]) + "\n"


def _section(source: Source, lines: list[Line], expected: int, what: str, before: Line) -> list[Line]:
    """Return a section's lines. Raises InputError if there are not exactly `expected`, or if one is blank."""
    count = next((k for k, (_, text) in enumerate(lines) if not text), len(lines))
    if count < len(lines):
        why = f"{what}: expected {expected} clues, found a blank line after {count}; an empty line is 0"
        raise source.wrong(why, lines[count][0])
    if count != expected:
        place = (lines[expected] if count > expected else lines[-1] if lines else before)[0]
        raise source.wrong(f"{what}: expected {expected} clues, found {count}", place)
    return lines

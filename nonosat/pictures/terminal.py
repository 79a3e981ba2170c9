"""Pictures in a terminal, with their clues.

Two characters a cell where they fit, so that cells look square; one where they do not. Column clues
whose numbers would touch have their digits below each other. Quarter blocks without clues where even
that is too wide.
Cells in which two solutions differ are shaded, which reads without colours.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.answer import DONE, Answer, Verdict
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import UNKNOWN, Palette, Picture

# What a cell shows: background, filled, unknown; and the same where two pictures differ.
_PLAIN = {"background": " ", "filled": "█", "unknown": "?"}
_SHADED = {"background": "░", "filled": "▓", "unknown": "?"}

_QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


def draw(
    puzzle: Puzzle,
    picture: Picture,
    other: Picture = (),
    width: int | None = None,
    colour: bool = False,
    marks: Picture = (),
) -> str:
    """Draw a picture of a puzzle; cells that are different in `other` are marked.

    `width` is the number of columns there are (None: as many as it takes). Where nothing fits, the
    text says so. `colour` allows ANSI colours. `marks` has a character for every cell; those of cells
    that are not known are shown.
    """
    if not isinstance(puzzle, Nonogram):
        need = max(map(len, picture))
        if width is None or need <= width:
            return "\n".join(picture)
        return f"(the picture is {need} characters wide: too wide for {width} columns)"
    for cell_width in (2, 1):
        lines = _with_clues(puzzle, picture, other, cell_width, colour, marks)
        need = _clue_width(puzzle) + puzzle.width * cell_width + 2
        if width is None or need <= width:
            return "\n".join(lines)
    if (puzzle.width + 1) // 2 <= (width or 0):
        return "\n".join(_quarters(puzzle.palette, picture))
    return f"(the picture is {puzzle.width} cells wide: too wide for {width} columns)"


def answer_text(answer: Answer, width: int | None = None, colour: bool = False) -> str:
    """Return the pictures of an answer and its verdict in one sentence."""
    parts = []
    if answer.solution is not None:
        parts.append(draw(answer.puzzle, answer.solution, answer.other or (), width, colour))
    if answer.solution is not None and answer.other is not None:
        parts.append(draw(answer.puzzle, answer.other, answer.solution, width, colour))
    parts.append(sentence(answer))
    return "\n\n".join(parts)


def sentence(answer: Answer) -> str:
    """Say the verdict in one sentence."""
    name = answer.puzzle.source or answer.puzzle.title or "the puzzle"
    because = f" ({answer.because})" if answer.because else ""
    if answer.verdict is Verdict.UNIQUE:
        return f"{name}: exactly one solution{because}."
    if answer.verdict is Verdict.NONE:
        return f"{name}: no solution{because}."
    if answer.verdict is Verdict.MULTIPLE and answer.solution and answer.other:
        differ = sum(a != b for a, b in zip("".join(answer.solution), "".join(answer.other), strict=True))
        # Only a nonogram's cells are drawn as cells, and shaded.
        shaded = f"; these two differ in the {differ} shaded cells" * isinstance(answer.puzzle, Nonogram)
        return f"{name}: more than one solution{shaded}{because}."
    if answer.reason == DONE:
        return f"{name}: a solution; whether it is the only one was not asked."
    what = "a solution, but whether it is the only one is not known" if answer.solution else "not known"
    return f"{name}: {what}: {answer.reason}{because}."


def _with_clues(
    puzzle: Nonogram, picture: Picture, other: Picture, cell_width: int, colour: bool, marks: Picture
) -> list[str]:
    rows = []
    for r, row in enumerate(picture):
        cells = [
            _cell(puzzle.palette, char, bool(other) and other[r][c] != char, cell_width, colour)
            if char != UNKNOWN or not marks
            else (UNKNOWN * cell_width)[1:] + marks[r][c]
            for c, char in enumerate(row)
        ]
        rows.append("".join(cells))
    return framed(puzzle, rows, cell_width)


def framed(puzzle: Nonogram, rows: Sequence[str], cell_width: int) -> list[str]:
    """Return drawn rows with a frame and the clues around them."""
    margin = _clue_width(puzzle)
    frame = "─" * (puzzle.width * cell_width)
    lines = [" " * (margin + 1) + row for row in _column_clues(puzzle, cell_width)]
    lines.append(" " * margin + "┌" + frame + "┐")
    for clue, row in zip(puzzle.rows, rows, strict=True):
        lines.append(puzzle.clue_text(clue).rjust(margin) + "│" + row + "│")
    lines.append(" " * margin + "└" + frame + "┘")
    return [line.rstrip() for line in lines]


def _clue_width(puzzle: Nonogram) -> int:
    return max(len(puzzle.clue_text(clue)) for clue in puzzle.rows)


def _column_clues(puzzle: Nonogram, cell_width: int) -> list[str]:
    """Return the rows of text above the picture: one a number, or one a digit if numbers would touch."""
    stacks = [puzzle.clue_text(clue).split() for clue in puzzle.columns]
    if any(len(item) >= cell_width for stack in stacks for item in stack):
        # Digits below each other, numbers apart by a blank.
        stacks = [list(" ".join(stack)) for stack in stacks]
    height = max(map(len, stacks))
    padded = [[""] * (height - len(stack)) + stack for stack in stacks]
    return ["".join(stack[i].rjust(cell_width) for stack in padded) for i in range(height)]


def _cell(palette: Palette, char: str, differs: bool, width: int, colour: bool) -> str:
    looks = _SHADED if differs else _PLAIN
    if char == UNKNOWN:
        return looks["unknown"] * width
    if char == palette[0].char:
        return looks["background"] * width
    if len(palette) == 2:
        return looks["filled"] * width
    if not colour:
        return (char.upper() if differs else char) + (looks["filled"] if differs else char) * (width - 1)
    rgb = next(one.rgb for one in palette if one.char == char)
    r, g, b = (int(rgb[i : i + 2], 16) for i in (1, 3, 5))
    return f"\x1b[38;2;{r};{g};{b}m{looks['filled'] * width}\x1b[0m"


def _quarters(palette: Palette, picture: Picture) -> list[str]:
    """Four cells a character; unknown cells look like background."""
    blank = (palette[0].char, UNKNOWN)
    rows: list[Sequence[bool]] = [[char not in blank for char in row] + [False] for row in picture]
    rows.append([False] * len(rows[0]))
    return [
        "".join(
            _QUARTERS[up[c] + 2 * up[c + 1] + 4 * down[c] + 8 * down[c + 1]] for c in range(0, len(up) - 1, 2)
        ).rstrip()
        for up, down in zip(rows[0:-1:2], rows[1::2], strict=False)
    ]

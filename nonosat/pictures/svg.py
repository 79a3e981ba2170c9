"""Pictures as SVG: the grid with its clues, thick lines every five cells."""

from __future__ import annotations

from html import escape
from importlib import import_module

from nonosat.pictures.looks import MARK_RGB, NEW_CORE, Fills, looks, runs
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import Picture

DRAWINGS = {"strips": "nonosat.pictures.strips_svg"}
"""Kind -> the module whose `svg` draws it, imported when used; other kinds are drawn here."""

CELL = 20
_DIGIT = 7.5  # the width of a digit of the clues' font
_LINE = 15  # the height of a column clue's number


def svg(
    puzzle: Puzzle,
    picture: Picture = (),
    other: Picture = (),
    before: Picture = (),
    fills: Fills | None = None,
) -> str:
    """Draw a puzzle, empty or with a picture, as an SVG element.

    Cells that differ in `other` carry a diamond, which reads in black and white and without colour
    vision. Cells that the state `before` does not know are marked as new. Those in `fills` have
    colours of their own, and say what they mean when they are pointed at.
    """
    if puzzle.kind in DRAWINGS:
        drawn: str = import_module(DRAWINGS[puzzle.kind]).svg(puzzle, picture, other)
        return drawn
    if not isinstance(puzzle, Nonogram):
        return _text("\n".join(picture))
    rows = [puzzle.clue_text(clue) for clue in puzzle.rows]
    columns = [puzzle.clue_text(clue).split() for clue in puzzle.columns]
    left = round(max(map(len, rows)) * _DIGIT) + 10
    top = max(map(len, columns)) * _LINE + 8
    width, height = left + puzzle.width * CELL + 2, top + puzzle.height * CELL + 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="monospace" font-size="12" role="img">',
        f"<title>{escape(puzzle.title or puzzle.source or 'nonogram')}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for r, text in enumerate(rows):
        y = top + r * CELL + 14
        parts.append(f'<text x="{left - 5}" y="{y}" text-anchor="end">{escape(text)}</text>')
    for c, items in enumerate(columns):
        x = left + c * CELL + CELL // 2
        for i, item in enumerate(reversed(items)):
            y = top - 6 - i * _LINE
            parts.append(f'<text x="{x}" y="{y}" text-anchor="middle">{escape(item)}</text>')
    parts += _cells(puzzle, picture, before, left, top)
    parts += [
        f'<rect x="{left + c * CELL}" y="{top + r * CELL}" width="{CELL}" height="{CELL}" fill="{rgb}">'
        f"<title>{escape(text)}</title></rect>"
        for (r, c), (rgb, text) in (fills or {}).items()
    ]
    parts += _diamonds(picture, other, left, top)
    parts += _grid(puzzle.width, puzzle.height, left, top)
    parts.append("</svg>")
    return "\n".join(parts)


def _cells(puzzle: Nonogram, picture: Picture, before: Picture, left: int, top: int) -> list[str]:
    """One path a look, drawn with cells of one by one."""
    ways = dict.fromkeys(rgb := looks(puzzle.palette), "")
    for look, r, c, length in runs(puzzle.palette, picture, before):
        square = f"M{c}.3 {r}.3h.4v.4h-.4z" if look == NEW_CORE else f"M{c} {r}h{length}v1h-{length}z"
        ways[look] += square
    return [
        f'<g transform="translate({left} {top}) scale({CELL})" shape-rendering="crispEdges">',
        *(f'<path data-look="{escape(look)}" fill="{rgb[look]}" d="{way}"/>' for look, way in ways.items()),
        "</g>",
    ]


def _diamonds(picture: Picture, other: Picture, left: int, top: int) -> list[str]:
    h = CELL // 2
    return [
        f'<path d="M{left + c * CELL + h} {top + r * CELL + 3}l{h - 3} {h - 3}l-{h - 3} {h - 3}'
        f'l-{h - 3} -{h - 3}z" fill="{MARK_RGB}" stroke="#fff"/>'
        for r, (row, another) in enumerate(zip(picture, other, strict=bool(other)))
        for c, (char, char_there) in enumerate(zip(row, another, strict=True))
        if char != char_there
    ]


def _grid(columns: int, rows: int, left: int, top: int) -> list[str]:
    right, bottom = left + columns * CELL, top + rows * CELL
    parts = []
    for thick in (False, True):  # thick lines last, so that they lie on top
        ways = [
            f"M{left + c * CELL} {top}V{bottom}" for c in range(columns + 1) if _thick(c, columns) == thick
        ]
        ways += [f"M{left} {top + r * CELL}H{right}" for r in range(rows + 1) if _thick(r, rows) == thick]
        look = 'stroke="#000" stroke-width="2"' if thick else 'stroke="#999"'
        parts.append(f'<path d="{"".join(ways)}" {look} fill="none"/>')
    return parts


def _thick(line: int, last: int) -> bool:
    return line % 5 == 0 or line == last


def _text(text: str) -> str:
    lines = text.splitlines()
    width, height = max(map(len, lines), default=0) * 9 + 10, len(lines) * 18 + 10
    rows = "".join(
        f'<text x="5" y="{20 + 18 * i}" xml:space="preserve">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'font-family="monospace" font-size="15">{rows}</svg>'
    )

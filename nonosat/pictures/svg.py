"""Drawings as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import Any

from nonosat.pictures.drawings import sheet
from nonosat.pictures.sheet import (
    INK,
    MARGIN,
    Cells,
    Diamond,
    Line,
    Polygon,
    Rect,
    Shape,
    Sheet,
    Text,
)
from nonosat.pictures.style import CORE_INSET, NEW_CORE
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture


def svg(puzzle: Puzzle, picture: Picture = (), other: Picture = (), **options: Any) -> str:
    """Return a puzzle, empty or with a picture, as an SVG element; see `drawings.sheet`."""
    return sheet_svg(sheet(puzzle, picture, other, **options))


def sheet_svg(drawn: Sheet, place: str = "") -> str:
    """Return a sheet as an SVG element; `place` has attributes that position it in another element.

    Clues and frame have no colour of their own, so that they take the page's.
    """
    width, height = _n(drawn.width), _n(drawn.height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}"{place} font-family="monospace" role="img">',
        f"<title>{_escape(drawn.title)}</title>",
        f'<rect class="paper" width="{width}" height="{height}" fill="#fff"/>',
    ]
    for line, some in groupby(drawn.shapes, _like):
        shapes = list(some)
        parts += [_lines(shapes)] if line else map(_shape, shapes)
    parts.append("</svg>")
    return "\n".join(parts)


def beside(sheets: Sequence[Sheet]) -> str:
    """Return sheets side by side as one SVG element."""
    if len(sheets) == 1:
        return sheet_svg(sheets[0])
    width = sum(one.width for one in sheets) + MARGIN * (len(sheets) - 1)
    height = max(one.height for one in sheets)
    parts, x = [], 0.0
    for one in sheets:
        parts.append(sheet_svg(one, f' x="{_n(x)}"'))
        x += one.width + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
        f'width="{_n(width)}" height="{_n(height)}" role="img">\n'
        f"<title>{_escape(sheets[0].title)}</title>\n" + "\n".join(parts) + "\n</svg>"
    )


def _like(shape: Shape) -> tuple[float, str] | None:
    """Return a key that is equal for lines that one path can draw; None for other shapes."""
    return (shape.width, shape.rgb) if isinstance(shape, Line) else None


def _lines(lines: Sequence[Any]) -> str:
    way = "".join(f"M{_n(one.x)} {_n(one.y)}L{_n(one.to_x)} {_n(one.to_y)}" for one in lines)
    return f'<path d="{way}" stroke="{lines[0].rgb}" stroke-width="{_n(lines[0].width)}" fill="none"/>'


def _shape(shape: Shape) -> str:
    match shape:
        case Text():
            return _text(shape)
        case Rect():
            return _rect(shape)
        case Diamond() | Polygon():
            points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.corners())
            place, edge = f'points="{points}"', shape.edge.replace("#ffffff", "#fff")
            return _fill("polygon", place, shape.fill, edge)
        case Cells():
            return _cells(shape)
        case Line():
            return _lines([shape])


def _rect(rect: Rect) -> str:
    place = f'x="{_n(rect.x)}" y="{_n(rect.y)}" width="{_n(rect.width)}" height="{_n(rect.height)}"'
    return _fill("rect", place, rect.fill, rect.edge)


def _fill(name: str, place: str, fill: str, edge: str) -> str:
    edge = f' stroke="{edge}"' if edge else ""
    return f'<{name} {place} fill="{fill}"{edge}/>'


def _text(text: Text) -> str:
    colour = f' fill="{text.rgb}"' if text.rgb != INK else ""
    anchor = f' text-anchor="{text.anchor}"' if text.anchor != "start" else ""
    place = f'x="{_n(text.x)}" y="{_n(text.y)}" font-size="{_n(text.size)}"' + ' class="inside"' * text.inside
    return f"<text {place}{anchor}{colour}>{_escape(text.text)}</text>"


def _cells(cells: Cells) -> str:
    """Draw one path per look, squares in units of a cell's side."""
    ways = dict.fromkeys(cells.rgb, "")
    for look, r, c, length in cells.spans:
        inset = CORE_INSET if look == NEW_CORE else 0
        across, down = _n(length - 2 * inset), _n(1 - 2 * inset)
        ways[look] += f"M{_n(c + inset)} {_n(r + inset)}h{across}v{down}h-{across}z"
    for look, points in cells.tiles:
        ways[look] += "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points) + "z"
    move = f"translate({_n(cells.left)} {_n(cells.top)}) scale({_n(cells.size)})"
    place = f' transform="{move}"' if cells.size else ""
    paths = [
        f'<path data-look="{_escape(look)}" fill="{cells.rgb[look]}" d="{way}"/>'
        for look, way in ways.items()
    ]
    return "\n".join([f'<g{place} shape-rendering="crispEdges">', *paths, "</g>"])


def _n(value: float) -> str:
    """Write a length in as few characters as possible."""
    return f"{value:.2f}".rstrip("0").rstrip(".").removeprefix("0") or "0"


def _escape(text: str) -> str:
    """Return text escaped for XML, without control characters, which XML does not allow."""
    return escape("".join(char if char.isprintable() else " " for char in text))

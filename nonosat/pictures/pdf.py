"""Pages as PDF, with fpdf2: vectors and searchable text.

The fonts are those that every PDF reader has, so a page takes a few kilobytes. They cover only Latin-1; other
scripts are transliterated. No single font that could be embedded covers all scripts of puzzle titles; HTML
pages show them in the reader's own fonts.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Literal

from nonosat.errors import InputError
from nonosat.pictures.paper import EDGE, Page, find_pixel_size, positions, size
from nonosat.pictures.sheet import Cells, Diamond, Line, Polygon, Rect, Shape, Text
from nonosat.pictures.style import parts
from nonosat.records import dataclass

if TYPE_CHECKING:
    from fpdf import FPDF

_FONT = "Helvetica"
_POINTS = 72 / 25.4  # per millimetre

Style = Literal["", "B"]


def pdf(pages: Sequence[Page], paper: str, title: str) -> bytes:
    """Return the pages as a PDF."""
    try:
        with warnings.catch_warnings(action="ignore"):  # that Pillow is missing, which is not needed
            fpdf = import_module("fpdf")
        import_module("anyascii")
    except ImportError:
        what = "PDF is written by fpdf2 and anyascii, which are not installed: pip install 'nonosat[pdf]'"
        raise InputError(what) from None
    file = fpdf.FPDF(unit="mm")
    file.set_auto_page_break(False)
    file.set_title(_latin(title))
    file.set_creator("nonosat")
    for page in pages:
        file.add_page(format=size(page, paper))
        _page(file, page, paper)
    return bytes(file.output())


def _page(file: FPDF, page: Page, paper: str) -> None:
    width, height = size(page, paper)
    _heading(file, page.heading, page.about, (EDGE, EDGE), width - 2 * EDGE)
    if page.number:
        _write(file, str(page.number), (width / 2, height - EDGE), 9, EDGE)
    for frame, (left, top, across, down) in zip(page.frames, positions(page, paper), strict=True):
        if frame.about is None:
            _write(file, frame.caption, (left, top - 2), 9, across)
        else:
            _heading(file, frame.caption, frame.about, (left, top - frame.head), across)
        times = find_pixel_size(frame.sheet, across, down)
        middle = 0 if frame.caption and frame.about is None else (across - frame.sheet.width * times) / 2
        drawing = _Drawing(file, left + middle, top, times)
        for shape in frame.sheet.shapes:
            drawing.draw(shape)


def _heading(file: FPDF, title: str, about: str, at: tuple[float, float], width: float) -> None:
    left, top = at
    _write(file, title, (left, top + 5), 14, width, "B")
    _write(file, about, (left, top + 10), 9, width)


def _write(
    file: FPDF, text: str, at: tuple[float, float], points: float, width: float, style: Style = ""
) -> None:
    """Write a line of text, cut off where it does not fit."""
    file.set_font(_FONT, style, points)
    file.set_text_color(0)
    shown = _latin(text)
    while len(shown) > 3 and file.get_string_width(shown) > width:
        shown = shown[:-4] + "..."
    file.text(*at, shown)


def _latin(text: str) -> str:
    """Return text in Latin-1, which the fonts have: anyascii transliterates other scripts."""
    spell: Callable[[str], str] = import_module("anyascii").anyascii
    letters = (char if char.isprintable() else " " for char in text)
    return "".join(char if char <= "\xff" else spell(char) for char in letters)


@dataclass(frozen=True)
class _Drawing:
    """A sheet at a place on a page, magnified."""

    file: FPDF
    left: float
    top: float
    times: float

    def draw(self, shape: Shape) -> None:
        """Draw one of the sheet's shapes."""
        match shape:
            case Text():
                self._text(shape)
            case Line():
                self.file.set_draw_color(*parts(shape.rgb))
                self.file.set_line_width(shape.width * self.times)
                self.file.line(*self._at(shape.x, shape.y), *self._at(shape.to_x, shape.to_y))
            case Rect():
                self._rect(shape)
            case Diamond() | Polygon():
                self._polygon(shape)
            case Cells():
                for piece in shape.pieces():
                    self.draw(piece)

    def _rect(self, rect: Rect) -> None:
        self._pens(rect.fill, rect.edge or rect.fill)
        style = "DF" if rect.edge else "F"
        width, height = rect.width * self.times, rect.height * self.times
        self.file.rect(*self._at(rect.x, rect.y), width, height, style=style)

    def _polygon(self, shape: Diamond | Polygon) -> None:
        self._pens(shape.fill, shape.edge or shape.fill)
        points = [self._at(x, y) for x, y in shape.corners()]
        self.file.polygon(points, style="DF" if shape.edge else "F")

    def _text(self, text: Text) -> None:
        file, shown = self.file, _latin(text.text)
        file.set_font(_FONT, "", text.size * self.times * _POINTS)
        file.set_text_color(*parts(text.rgb))
        wide, room = file.get_string_width(shown), text.width * self.times
        if wide > room:
            file.set_stretching(100 * room / wide)
        x, y = self._at(text.x, text.y)
        file.text(x - min(wide, room) / 2 if text.anchor == "middle" else x, y, shown)
        file.set_stretching(100)

    def _pens(self, fill: str, edge: str) -> None:
        self.file.set_fill_color(*parts(fill))
        self.file.set_draw_color(*parts(edge))
        self.file.set_line_width(self.times)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self.left + x * self.times, self.top + y * self.times

"""Drawings of puzzles, pictures and answers in every form; books of puzzles, which `pictures.paper` lays out;
and a set of puzzles as one page of small drawings.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any

from nonosat.errors import InputError, InputWarning
from nonosat.formats import AnyPuzzle, as_puzzle
from nonosat.pages.stepwise import write_page
from nonosat.pages.templates import fill_page
from nonosat.pictures import paper as papers
from nonosat.pictures.drawings import draw as draw_text, sheet
from nonosat.pictures.paper import EDGE, PAPERS, Entry, Page, find_pixel_size, positions
from nonosat.pictures.sheet import name_of
from nonosat.pictures.svg import beside, sheet_svg, svg
from nonosat.puzzles import CellPuzzle, Puzzle, require_cells
from nonosat.puzzles.picture import Picture
from nonosat.reasons.explain import Explanation
from nonosat.reasons.trace import Trace
from nonosat.records import dataclass, field
from nonosat.solving.answer import Answer, Panel, Report, Verdict

_SMALL = 2.0
"""The size of a cell in millimetres below which print is hard to read."""


@dataclass(frozen=True)
class Drawing:
    """Pictures of a puzzle side by side, to be written in any form; `draw` makes it, and notebooks show it.

    `panels` are the pictures, each with another one: cells in which the two differ are marked.
    """

    panels: Sequence[Panel]
    options: Mapping[str, Any] = field(default_factory=dict)
    answer: Report | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.panels[0][0]

    def text(self, width: int | None = None, colour: bool = False) -> str:
        """Return the pictures in characters, one below the other; `width` is the number of columns, and
        `colour` allows ANSI colours.
        """
        return "\n\n".join(draw_text(*panel, width, colour) for panel in self.panels)

    def svg(self) -> str:
        """Return an SVG element."""
        return beside([sheet(*panel, **self.options) for panel in self.panels])

    def png(self) -> bytes:
        """Return a PNG with cells that are large enough to read the clues (extra: pictures)."""
        from nonosat.pictures.raster import sheets_png, still  # imports numpy

        return sheets_png([still(*panel, **self.options) for panel in self.panels], self.puzzle.source)

    def gif(self, by_line: bool = False) -> bytes:
        """Return an animation of an explanation's steps or of a trace's passes, or of its lines (extra:
        pictures).
        """
        from nonosat.pictures.raster import gif

        match self.answer:
            case Trace() as trace:
                return gif(trace.puzzle, trace.frames(by_line))
            case Explanation() as explanation:
                return gif(explanation.puzzle, explanation.frames(), explanation.list_used())
        raise InputError("animations show explanations and traces", self.puzzle.source)

    def pdf(self, paper: str = "a4") -> bytes:
        """Return a page for print (extra: pdf)."""
        return _pdf(self._pages(paper), paper, name_of(self.puzzle))

    def html(self, paper: str = "a4") -> str:
        """Return a page as HTML, which fetches nothing: for print; or, of an explanation or a trace, one that
        goes through it step by step.
        """
        if isinstance(self.answer, Explanation | Trace):
            return write_page(self.answer)
        return _html(self._pages(paper), paper, name_of(self.puzzle))

    def thumbnail(self) -> str:
        """Return the first picture as a short SVG element, without clues and lines."""
        puzzle, picture, _ = self.panels[0]
        return picture_svg(require_cells(puzzle, "a small drawing works"), picture, name_of(puzzle))

    def _pages(self, paper: str) -> list[papers.Page]:
        sheets = [sheet(*panel, **self.options) for panel in self.panels]
        return papers.single(self.puzzle, sheets, paper, self.options.get("bare", False))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()


def draw(drawn: AnyPuzzle | Report, picture: Picture = (), other: Picture = (), **options: Any) -> Drawing:
    """Draw a puzzle, empty or with a picture, in which what differs in `other` is marked; or an answer.

        >>> import nonosat
        >>> nonosat.draw(nonosat.solve("switch")).svg()[:4]
        '<svg'

    `clues=False` leaves out the clues, and `legend=True` names the colours; what is new since the picture
    `before` is marked. `bare=True` draws only the picture, without clues, lines and marks, with a margin of
    four cells. An answer without pictures is drawn as the empty puzzle.

    Raises nothing: what a form needs and is not installed is reported when that form is written.
    """
    if isinstance(drawn, Report):
        return Drawing(tuple(drawn.drawings()) or ((drawn.puzzle, (), ()),), options, drawn)
    return Drawing(((as_puzzle(drawn), picture, other),), options)


@dataclass(frozen=True)
class Book:
    """Puzzles, two per page where they fit, then their solutions; `draw_book` makes it."""

    entries: Sequence[Entry]

    @property
    def title(self) -> str:
        """The title of the book."""
        single = len(self.entries) == 1
        return self.entries[0].puzzle.title if single else f"{len(self.entries)} puzzles"

    def pdf(self, paper: str = "a4") -> bytes:
        """Return the book as a PDF (extra: pdf)."""
        return _pdf(self._pages(paper), paper, self.title)

    def html(self, paper: str = "a4") -> str:
        """Return the book as one HTML document, which fetches nothing."""
        return _html(self._pages(paper), paper, self.title)

    def _pages(self, paper: str) -> list[papers.Page]:
        return papers.book(self.entries, paper)


def draw_book(puzzles: Iterable[Answer | Puzzle], classes: Sequence[str] = ()) -> Book:
    """Draw a book of answered puzzles, or of puzzles whose own picture is the solution.

    `classes` are shown beside the titles, which stand with the solutions.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> toolkit.draw_book([nonosat.solve(nonosat.load("cat")), nonosat.load("teapot")]).title
        '2 puzzles'

    Raises ValueError unless there are as many classes as puzzles.
    """
    listed = list(puzzles)
    return Book([entry_of(*one) for one in zip(listed, classes or [""] * len(listed), strict=True)])


def _pdf(pages: Sequence[papers.Page], paper: str, title: str) -> bytes:
    from nonosat.pictures.pdf import pdf

    _warn_of_small_cells(pages, paper)
    return pdf(pages, paper, title)


def _html(pages: Sequence[papers.Page], paper: str, title: str) -> str:
    _warn_of_small_cells(pages, paper)
    return paper_html(pages, paper, title)


def _warn_of_small_cells(pages: Sequence[papers.Page], paper: str) -> None:
    for page in pages:
        side = papers.smallest(page, paper) if page.frames else _SMALL
        for source in dict.fromkeys(frame.source for frame in page.frames if frame.source):
            if side < _SMALL:
                larger = "; on a3 they are larger" if paper != "a3" else ""
                what = f"{source}: on this paper its cells are {side:.1f} mm{larger}"
                warnings.warn(what, InputWarning, stacklevel=4)


def entry_of(puzzle: Answer | Puzzle, level: str = "") -> Entry:
    """Return the entry of a book for an answered puzzle, or for one whose own picture is the solution; its
    note says what is known if the solution is not the only one.
    """
    if isinstance(puzzle, Puzzle):
        return Entry(puzzle, puzzle.goal, (), "" if puzzle.goal else "the puzzle has no goal picture", level)
    solution, other = puzzle.solution or (), puzzle.other or ()
    undecided = "its uniqueness is unknown" if solution else "not solved"
    note = {
        Verdict.UNIQUE: "",
        Verdict.MULTIPLE: "one of several",
        Verdict.NONE: "no solution",
        Verdict.UNKNOWN: f"{undecided}: {puzzle.stop_reason}",
    }[puzzle.verdict]
    return Entry(puzzle.puzzle, solution, other, note, level)


def paper_html(pages: Sequence[Page], paper: str, title: str) -> str:
    """Return the pages as one HTML document, which fetches nothing and prints one sheet per page."""
    width, height = PAPERS[paper]
    parts = {
        "title": escape(title),
        "width": f"{width:g}",
        "height": f"{height:g}",
        "edge": f"{EDGE:g}",
        "pages": "\n".join(line for page in pages for line in _page(page, paper)),
    }
    return fill_page(__package__, "paper", parts)


def _page(page: Page, paper: str) -> Iterator[str]:
    yield '<section class="wide">' if page.wide else "<section>"
    if page.head:
        yield f"<header>{_heading(page.heading, page.about)}</header>"
    for frame, (left, top, across, down) in zip(page.frames, positions(page, paper), strict=True):
        above = f"<figcaption>{escape(frame.caption)}</figcaption>" if frame.caption else ""
        if frame.about is not None:
            above = f"<header>{_heading(frame.caption, frame.about)}</header>"
        place = f"left: {left:.2f}mm; top: {top - frame.head:.2f}mm; width: {across:.2f}mm"
        yield f'<figure style="{place}; padding-top: {frame.head:g}mm">{above}'
        times = find_pixel_size(frame.sheet, across, down)
        yield sheet_svg(frame.sheet, f' style="width: {frame.sheet.width * times:.2f}mm; height: auto"')
        yield "</figure>"
    if page.number:
        yield f"<footer>{page.number}</footer>"
    yield "</section>"


def _heading(title: str, about: str) -> str:
    return f"<h1>{escape(title)}</h1><p>{escape(about)}</p>"


def picture_svg(puzzle: CellPuzzle, picture: Picture, name: str) -> str:
    """Draw a picture, or a part of one, with one path per colour: of many pictures, each must be short."""
    if not puzzle.grid or any(colour.halves for colour in puzzle.palette):
        return svg(puzzle, picture, clues=False)
    ground, *colours = puzzle.palette
    paths = [f'<rect width="100%" height="100%" fill="{escape(ground.rgb)}"/>']
    for colour in colours:
        path = "".join(_runs(picture, colour.char))
        paths.append(f'<path d="{path}" fill="{escape(colour.rgb)}"/>' if path else "")
    box = f'viewBox="0 0 {len(picture[0])} {len(picture)}" shape-rendering="crispEdges"'
    about = f'role="img" aria-label="{escape(name)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} {about}>{"".join(paths)}</svg>'


def _runs(goal: Sequence[str], char: str) -> Iterator[str]:
    """Yield a rectangle, as a part of a path, for every run of a colour in a row."""
    for r, row in enumerate(goal):
        at = 0
        for value, run in groupby(row):
            length = len(list(run))
            if value == char:
                yield f"M{at} {r}h{length}v1h-{length}z"
            at += length

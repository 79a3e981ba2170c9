"""Pages for print as HTML, which `pictures.paper` lays out, and the entries of books."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from nonosat.pages.templates import filled
from nonosat.pictures.paper import EDGE, PAPERS, Entry, Page, magnified, positions
from nonosat.pictures.svg import sheet_svg
from nonosat.puzzles import Puzzle
from nonosat.solving.answer import Answer, Verdict


def entry_of(puzzle: Answer | Puzzle, level: str = "", hint: str = "") -> Entry:
    """Return the entry of a book for an answered puzzle, or for one whose own picture is the solution; its
    note says what is known if the solution is not the only one.
    """
    if isinstance(puzzle, Puzzle):
        return Entry(
            puzzle, puzzle.goal, (), "" if puzzle.goal else "the puzzle has no goal picture", level, hint
        )
    solution, other = puzzle.solution or (), puzzle.other or ()
    undecided = "its uniqueness is unknown" if solution else "not solved"
    note = {
        Verdict.UNIQUE: "",
        Verdict.MULTIPLE: "one of several",
        Verdict.NONE: "no solution",
        Verdict.UNKNOWN: f"{undecided}: {puzzle.stop_reason}",
    }[puzzle.verdict]
    return Entry(puzzle.puzzle, solution, other, note, level, hint)


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
    return filled(__package__, "paper", parts)


def _page(page: Page, paper: str) -> Iterator[str]:
    yield '<section class="wide">' if page.wide else "<section>"
    if page.head:
        yield f"<header>{_heading(page.heading, page.about)}"
        yield from (f"<p class=line>{escape(text)}</p>" for text in page.lines)
        yield "</header>"
    for frame, (left, top, across, down) in zip(page.frames, positions(page, paper), strict=True):
        above = f"<figcaption>{escape(frame.caption)}</figcaption>" if frame.caption else ""
        if frame.about is not None:
            above = f"<header>{_heading(frame.caption, frame.about)}</header>"
        place = f"left: {left:.2f}mm; top: {top - frame.head:.2f}mm; width: {across:.2f}mm"
        yield f'<figure style="{place}; padding-top: {frame.head:g}mm">{above}'
        times = magnified(frame.sheet, across, down)
        yield sheet_svg(frame.sheet, f' style="width: {frame.sheet.width * times:.2f}mm; height: auto"')
        yield "</figure>"
    if page.number:
        yield f"<footer>{page.number}</footer>"
    yield "</section>"


def _heading(title: str, about: str) -> str:
    return f"<h1>{escape(title)}</h1><p>{escape(about)}</p>"

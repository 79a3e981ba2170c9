"""The files that `nonosat draw` writes: one registry, one function per form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from nonosat.cli.output import complain
from nonosat.pictures import paper
from nonosat.pictures.drawings import draw, sheet
from nonosat.pictures.sheet import Sheet, name_of
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.registry import Entry, Registry

Pairs = Sequence[tuple[Picture, Picture]]
"""The pictures to draw, each with another one: the cells in which the two differ are marked."""
_SMALL = 2.0
"""The size of a cell in millimetres below which print is hard to read."""


class Writer(Protocol):
    """Writes a puzzle's drawing; only formats with pages use the paper size."""

    def __call__(self, puzzle: Puzzle, pairs: Pairs, size: str, /) -> str | bytes:
        """Return the file."""
        ...


WRITERS: Registry[Entry, Writer] = Registry(
    "drawing",
    __package__,
    {
        "svg": Entry("drawing_files:svg", "vectors"),
        "png": Entry("drawing_files:png", "pixels", "PIL", "pip install 'nonosat[pictures]'"),
        "pdf": Entry("drawing_files:pdf", "a page", "fpdf", "pip install 'nonosat[pdf]'"),
        "html": Entry("drawing_files:html", "a page"),
        "txt": Entry("drawing_files:txt", "characters"),
    },
)
"""The writers by suffix."""


def svg(puzzle: Puzzle, pairs: Pairs, _size: str) -> str:
    """Return the drawings side by side."""
    from nonosat.pictures.svg import beside

    return beside(_sheets(puzzle, pairs)) + "\n"


def png(puzzle: Puzzle, pairs: Pairs, _size: str) -> bytes:
    """Return the drawings side by side."""
    from nonosat.pictures.raster import sheets_png, still

    return sheets_png([still(puzzle, *pair, legend=True) for pair in pairs], puzzle.source)


def txt(puzzle: Puzzle, pairs: Pairs, _size: str) -> str:
    """Return the drawings one below the other."""
    return "\n\n".join(draw(puzzle, *pair) for pair in pairs) + "\n"


def pdf(puzzle: Puzzle, pairs: Pairs, size: str) -> str | bytes:
    """Return the page of a puzzle."""
    return _single("pdf", puzzle, pairs, size)


def html(puzzle: Puzzle, pairs: Pairs, size: str) -> str | bytes:
    """Return the page of a puzzle."""
    return _single("html", puzzle, pairs, size)


def book(form: str, entries: Sequence[paper.Entry], size: str) -> str | bytes:
    """Return all puzzles, then their solutions, as pdf or html."""
    title = entries[0].puzzle.title if len(entries) == 1 else f"{len(entries)} puzzles"
    return _printed(form, paper.book(entries, size), size, title)


def _single(form: str, puzzle: Puzzle, pairs: Pairs, size: str) -> str | bytes:
    pages = paper.single(puzzle, _sheets(puzzle, pairs), size)
    return _printed(form, pages, size, name_of(puzzle))


def _printed(form: str, pages: Sequence[paper.Page], size: str, title: str) -> str | bytes:
    """Return the pages; warn of puzzles whose cells are small on them."""
    for page in pages:
        side = paper.smallest(page, size) if page.frames else _SMALL
        for source in dict.fromkeys(frame.source for frame in page.frames if frame.source):
            if side < _SMALL:
                larger = "; --paper a3 has larger ones" if size != "a3" else ""
                complain(f"{source}: on this paper its cells are {side:.1f} mm{larger}")
    if form == "pdf":
        from nonosat.pictures.pdf import pdf as pages_pdf

        return pages_pdf(pages, size, title)
    from nonosat.pages.paper import paper_html

    return paper_html(pages, size, title)


def _sheets(puzzle: Puzzle, pairs: Pairs) -> list[Sheet]:
    return [sheet(puzzle, *pair, legend=True) for pair in pairs]

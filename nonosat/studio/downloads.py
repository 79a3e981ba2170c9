"""The forms in which a drawing can be downloaded: all writable formats, and pictures to print or show."""

from __future__ import annotations

from nonosat.formats import FORMATS
from nonosat.pictures import paper
from nonosat.pictures.drawings import sheet
from nonosat.pictures.sheet import name_of
from nonosat.puzzles.nonogram import Nonogram
from nonosat.studio.drawing import Drawing
from nonosat.studio.folder import written

PICTURES = ("picture.svg", "picture.png", "picture.pdf")
"""The forms that draw the unsolved puzzle."""

WRITTEN = tuple(name for name, entry in FORMATS.items() if entry.writes and "nonogram" in entry.kinds)
"""The formats in which a drawing can be written."""

DOWNLOADS = (*WRITTEN, *PICTURES)
"""The names of all forms."""

_PAPER = "a4"


def download(drawing: Drawing, form: str) -> tuple[bytes, list[str]]:
    """Return the file, and what its form cannot hold. Raises InputError if it cannot be written."""
    if form not in PICTURES:
        return written(drawing, form)
    found = _picture(drawing.puzzle(), form)
    return (found.encode() if isinstance(found, str) else found), []


def _picture(puzzle: Nonogram, form: str) -> str | bytes:
    """Draw the puzzle without its solution."""
    if form == "picture.png":
        from nonosat.pictures.raster import sheets_png, still

        return sheets_png([still(puzzle, (), (), legend=True)], puzzle.source)
    drawn = sheet(puzzle, (), (), legend=True)
    if form == "picture.svg":
        from nonosat.pictures.svg import beside

        return beside([drawn]) + "\n"
    from nonosat.pictures.pdf import pdf

    return pdf(paper.single(puzzle, [drawn], _PAPER), _PAPER, name_of(puzzle))

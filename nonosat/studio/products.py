"""What is made on request: drawings from pictures, and files of a drawing.

Pages to play, explanations and certificates take seconds, so workers make them.
"""

from __future__ import annotations

import tempfile
import warnings
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from nonosat import (
    FORMATS,
    CellPuzzle,
    Clock,
    InputError,
    InputWarning,
    Limits,
    Source,
    explain,
    fields,
    load,
    prove,
    words,
)
from nonosat.formats import photo
from nonosat.formats.link import fragment
from nonosat.making.fields import costs as picture_costs
from nonosat.pictures import paper
from nonosat.pictures.drawings import sheet
from nonosat.pictures.sheet import name_of
from nonosat.studio.drawing import DRAWN, MAX_SIDE, Drawing, costs_text, drawing_of
from nonosat.studio.folder import written

if TYPE_CHECKING:
    from PIL import Image

PICTURES = {
    "picture.pdf": "PDF to print",
    "picture.svg": "SVG picture of the puzzle",
    "picture.png": "PNG picture of the puzzle",
}
"""The forms that draw the unsolved puzzle, in words."""

WRITTEN = tuple(name for name, entry in FORMATS.items() if entry.writes and set(entry.kinds) & set(DRAWN))
"""The formats in which a drawing can be written."""

DOWNLOADS = (*WRITTEN, *PICTURES)
"""The forms in which a drawing can be downloaded at once."""

MAX_COLOURS = 16
"""The most colours that a picture is reduced to."""

_PAPER = "a4"
MOST_PUZZLES = 500
"""The most puzzles of a book."""

_EACH_SECONDS = 10.0  # the time limit for each solution of a book
_HINT_SECONDS = 10.0  # the time limit of hints for a page to play, which may be incomplete


@dataclass(frozen=True)
class Conversion:
    """How a picture becomes a drawing. `side` is the number of cells of the longer side; 0 makes each pixel a
    cell. `contrast` is in percent of the picture's own. The rest is as in `photo.Making`.
    """

    side: Annotated[int, fields.number(0, MAX_SIDE)]
    colours: Annotated[int, fields.number(2, MAX_COLOURS)]
    threshold: Annotated[int | None, fields.number(1, 255)] = None
    dither: Annotated[bool, fields.flag] = False
    contrast: Annotated[int, fields.number(0, 1000)] = 100


def from_picture(name: str, data: bytes, wanted: Conversion) -> dict[str, Any]:
    """Return the drawing of a picture as plain data, and the threshold that was used."""
    source = Source(name, data)
    image = photo.contrasted(_decoded(name, data), wanted.contrast)
    longer = max(image.size)
    size = None
    if wanted.side:
        width, height = (max(1, round(wanted.side * pixels / longer)) for pixels in image.size)
        size = width, height
    black_and_white = wanted.colours == 2 and not wanted.dither
    threshold = wanted.threshold if black_and_white else None
    if black_and_white and threshold is None:
        threshold = photo.threshold(image, size)
    making = photo.Making(size, wanted.colours, threshold, wanted.dither)
    drawing = drawing_of(photo.converted(source, image, making))
    if black_and_white:
        costs = picture_costs(photo.grey_levels(image, size), threshold)
        drawing = replace(drawing, costs=costs_text(costs))
    return {"drawing": drawing.plain(), "threshold": threshold}


@lru_cache(maxsize=1)
def _decoded(name: str, data: bytes) -> Image.Image:
    """Return a picture's pixels; cached, because each move of a slider needs them again."""
    return photo.photo(Source(name, data))


def download(drawing: Drawing, form: str) -> tuple[bytes, list[str]]:
    """Return a drawing in one of the DOWNLOADS, and what that cannot hold.

    Raises InputError if it cannot be written.
    """
    if form in WRITTEN:
        return written(drawing, form)
    if form not in PICTURES:
        raise InputError(f"there is no form {words.shown(form)}")
    puzzle = drawing.puzzle()
    if form == "picture.png":
        from nonosat.pictures.raster import sheets_png, still

        return sheets_png([still(puzzle, legend=True)], puzzle.source), []
    drawn = sheet(puzzle, legend=True)
    if form == "picture.svg":
        from nonosat.pictures.svg import sheet_svg

        return sheet_svg(drawn).encode() + b"\n", []
    from nonosat.pictures.pdf import pdf

    return pdf(paper.single(puzzle, [drawn], _PAPER), _PAPER, name_of(puzzle)), []


def play(puzzle: CellPuzzle, _seconds: float) -> bytes:
    """Return a page to play, with the hints that are found in ten seconds."""
    from nonosat.pages.board import check_shown
    from nonosat.pages.play import write_player

    check_shown(puzzle, "a page to play")
    return write_player(puzzle, explain(puzzle, limits=Limits(time=_HINT_SECONDS))).encode()


def explanation(puzzle: CellPuzzle, seconds: float) -> bytes:
    """Return a page with the explanation, as far as it is found in this time."""
    from nonosat.pages.board import check_shown
    from nonosat.pages.stepwise import write_page

    check_shown(puzzle, "a page of an explanation")
    return write_page(explain(puzzle, limits=Limits(time=seconds))).encode()


def certificate(puzzle: CellPuzzle, seconds: float) -> bytes:
    """Return the zip of a certificate. Raises InputError if the verdict is not found in this time."""
    with tempfile.TemporaryDirectory(prefix="nonosat-studio-") as folder:
        path = Path(folder, "certificate.zip")
        answer, found = prove(puzzle, path, limits=Limits(time=seconds))
        if found is None:
            raise InputError(f"no certificate within {seconds:g} s: {answer.stop_reason}")
        return path.read_bytes()


def shared(drawing: Drawing, site: str) -> dict[str, str]:
    """Return the `link` to a drawing's puzzle, its QR `code` as an address with its data, and what the user
    should know. Without a site, the link is to a file play.html.
    """
    from nonosat.pages.board import check_shown
    from nonosat.pictures.qr import draw_qr

    puzzle = drawing.puzzle()
    check_shown(puzzle, "a page to play")
    link = (site or "play.html") + fragment(puzzle)
    if not site:
        says = (
            "Put play.html, which `nonosat share --page play.html` writes, on a site, and start with --site"
        )
        return {
            "link": link,
            "code": "",
            "says": f"{says} for whole links and QR codes; or send a page to play",
        }
    try:
        drawn = draw_qr(link, "svg")
    except InputError as error:
        return {"link": link, "code": "", "says": error.what}
    return {"link": link, "code": f"data:image/svg+xml;base64,{b64encode(drawn).decode()}", "says": ""}


def book(addresses: Sequence[str], seconds: float) -> bytes:
    """Return a book of these puzzles as a PDF, with the solutions that are found in this time."""
    from nonosat.pages.paper import entry_of
    from nonosat.pictures.pdf import pdf
    from nonosat.solving.questions.unique import solve

    clock = Clock(seconds)
    entries = []
    for address in addresses:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InputWarning)
            puzzle = load(address)
        answer = solve(puzzle, limits=Limits(time=max(0.1, min(_EACH_SECONDS, clock.left or 0))))
        entries.append(entry_of(answer))
    return pdf(paper.book(entries, _PAPER), _PAPER, f"{len(entries)} puzzles")


class Product(NamedTuple):
    """A product: what makes it, the suffix of its file, and what it is in words."""

    make: Callable[[CellPuzzle, float], bytes]
    suffix: str
    words: str


PRODUCTS: Mapping[str, Product] = {
    "play": Product(play, ".play.html", "page to play, with hints"),
    "explanation": Product(explanation, ".explanation.html", "page that explains the solution"),
    "certificate": Product(certificate, ".certificate.zip", "certificate of the verdict"),
}
"""The products of a puzzle, by name; each takes a few seconds."""

PAGES = ("play", "explanation")
"""The products that can be shown in a frame."""

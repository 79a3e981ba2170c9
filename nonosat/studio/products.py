"""What is made on request: drawings from pictures, and files of a drawing.

Playable pages, explanations and certificates take seconds, so workers make them.
"""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from string import ascii_letters, digits
from typing import Annotated, Any, NamedTuple

from nonosat import InputError, InputWarning, LimitReached, Limits, draw, explain, load, prove, solve
from nonosat.studio.cards import data_address
from nonosat.studio.drawing import DRAWN, MAX_SIDE, NO_REGION, Drawing, costs_text, drawing_of, texts_of
from nonosat.studio.folder import write_drawing
from nonosat.toolkit import (
    CellPuzzle,
    Clock,
    Photo,
    Source,
    board,
    draw_book,
    draw_qr,
    example,
    fields,
    fit_format,
    formats,
    read_clue,
    words,
    write,
    write_player,
)

PICTURES = {
    "picture.pdf": "PDF to print",
    "picture.svg": "SVG picture of the puzzle",
    "picture.png": "PNG picture of the puzzle",
}
"""The forms that draw the unsolved puzzle, in words."""

WRITTEN = tuple(
    name for name, entry in formats.FORMATS.items() if entry.writes and set(entry.kinds) & set(DRAWN)
)
"""The formats in which a drawing can be written."""

_ENOUGH = 800  # pixels of the longer side of a photo
_SIDE = 30  # cells of the longer side of a drawing, if the picture has no number of its own
MAX_COLOURS = 16
"""The most colours that a picture is reduced to."""

_PAPER = "a4"
MOST_PUZZLES = 500
"""The most puzzles of a book."""

_EACH_SECONDS = 10.0  # the time limit for each solution of a book
_HINT_SECONDS = 10.0  # the time limit of hints for a playable page, which may be incomplete


_EXAMPLE_SECONDS = {True: 0.8, False: 3.0}  # for one without other solutions, and for any


def example_of(kind: str, width: int, height: int) -> CellPuzzle | None:
    """Return a puzzle from which a drawing begins, or None if none is found at once."""
    for only, seconds in _EXAMPLE_SECONDS.items():
        with suppress(InputError, LimitReached):
            if puzzle := example(kind, width, height, Clock(seconds), only):
                return puzzle
    return None


@dataclass(frozen=True)
class Conversion:
    """How a picture becomes a drawing: it is turned to the right by quarters, and loses a percentage at
    the top, right, bottom and left. `side` is the number of cells of the longer side; 0 makes each pixel a
    cell, and None is the picture's own number, if it has blocks or shows a printed puzzle. `contrast`
    is in percent of the picture's own. The rest is as in `photo.Making`.
    """

    side: Annotated[int | None, fields.number(0, MAX_SIDE)] = None
    colours: Annotated[int, fields.number(2, MAX_COLOURS)] = 2
    threshold: Annotated[int | None, fields.number(1, 255)] = None
    dither: Annotated[bool, fields.flag] = False
    contrast: Annotated[int, fields.number(0, 1000)] = 100
    kind: Annotated[str, fields.one_of(DRAWN)] = DRAWN[0]
    turns: Annotated[int, fields.number(0, 3)] = 0
    cut: Annotated[tuple[int, ...], fields.items(4, fields.number(0, 95))] = (0, 0, 0, 0)


def from_picture(name: str, data: bytes, wanted: Conversion) -> dict[str, Any]:
    """Return the drawing of a picture as plain data, the side and the threshold that were used, and what
    there is to say of the picture.
    """
    if len(wanted.cut) != 4 or wanted.cut[0] + wanted.cut[2] > 99 or wanted.cut[1] + wanted.cut[3] > 99:
        raise InputError("expected what to cut off on four sides, of which something is left")
    whole = _photo(name, data)
    if wanted == Conversion() and (read := _read_printed(name, whole)):
        return read
    photo = whole.part(wanted.cut, wanted.turns)
    longer = max(photo.image.size)
    size, own = None, photo.own_size
    side = max(own or (_SIDE,)) if wanted.side is None else wanted.side
    if own and side == max(own):
        size = own
    elif side:
        width, height = (max(1, round(side * pixels / longer)) for pixels in photo.image.size)
        size = width, height
    black_and_white = wanted.colours == 2 and not wanted.dither
    threshold = wanted.threshold if black_and_white else None
    if black_and_white and threshold is None:
        threshold = photo.threshold(size, wanted.contrast)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", InputWarning)
        puzzle = photo.puzzle(size, wanted.colours, threshold, wanted.dither, wanted.contrast, wanted.kind)
    drawing = drawing_of(puzzle)
    if black_and_white and puzzle.grid:
        costs = photo.costs(size, threshold, wanted.contrast)
        drawing = replace(drawing, costs=costs_text(costs))
    return {"drawing": drawing.plain(), "side": side, "threshold": threshold, "said": _say(name, told)}


def _read_printed(name: str, photo: Photo) -> dict[str, Any] | None:
    """Return the drawing of the puzzle that is printed on a picture: its solution. None if there is none."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", InputWarning)
        puzzle = photo.printed
    if not isinstance(puzzle, CellPuzzle):
        return None
    solution = puzzle.goal or solve(puzzle, limits=Limits(_EACH_SECONDS)).solution
    drawn = drawing_of(puzzle.with_goal(solution) if solution else puzzle)
    return {
        "drawing": drawn.plain(),
        "side": max(puzzle.width, puzzle.height),
        "threshold": None,
        "said": _say(name, told),
    }


def _say(name: str, told: Sequence[warnings.WarningMessage]) -> str:
    """Return what there is to say of a picture as sentences."""
    said = " ".join(f"{one.message}.".removeprefix(f"{name}: ") for one in told)
    return said[:1].upper() + said[1:]


@lru_cache(maxsize=1)
def _photo(name: str, data: bytes) -> Photo:
    """Return a picture of enough pixels; cached, because each move of a slider needs them again."""
    photo = Photo(Source(name, data))
    return photo.part(most=_ENOUGH) if max(photo.image.size) > _ENOUGH and not photo.blocks else photo


def board_of(drawing: Drawing) -> dict[str, Any]:
    """Return the board of a drawing whose kind is declared, and what the puzzle gives, as texts."""
    name, spare = drawing.regions, NO_REGION
    if drawing.lacks:  # the cells that are in no region are one meanwhile
        spare = next(char for char in ascii_letters + digits if char not in drawing.gives[name])
        whole = drawing.gives[name].replace(NO_REGION, spare)
        drawing = replace(drawing, gives={**drawing.gives, name: whole})
    puzzle: Any = board.check_shown(drawing.puzzle(), "the studio")
    data = {"gives": texts_of(puzzle.gives), **board.plain_puzzle(puzzle)}
    if spare != NO_REGION:
        data["gives"][name] = data["gives"][name].replace(spare, NO_REGION)
        data["regions"] = [row.replace(spare, NO_REGION) for row in data["regions"]]
        data["lines"] = [line for line in data["lines"] if line["name"] != f"region {spare}"]
    return data


def apply_change(change: Any) -> Any:
    """Return what a change makes of its drawing."""
    return change.apply()


def make_product(form: str, drawing: Drawing, seconds: float, only: str = "") -> bytes:
    """Return a product of a drawing; an explanation from the clues of `only` these names, separated by `;`,
    where those of other lines can be left open.
    """
    puzzle = drawing.puzzle()
    if only and form == "explanation" and hasattr(puzzle, "with_clues"):
        return explanation(puzzle, seconds, frozenset(only.split(";")))
    return PRODUCTS[form].make(puzzle, seconds)


def download(drawing: Drawing, form: str) -> tuple[bytes, list[str]]:
    """Return a drawing in a format, or as a picture of the puzzle, and what that cannot hold.

    Raises InputError if it cannot be written.
    """
    if form in WRITTEN:
        return write_drawing(drawing, form)
    if form not in PICTURES:
        raise InputError(f"there is no form {words.quote(form)}")
    drawn = draw(drawing.puzzle(), legend=True)
    if form == "picture.png":
        return drawn.png(), []
    if form == "picture.svg":
        return drawn.svg().encode() + b"\n", []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)  # of small cells
        return drawn.pdf(_PAPER), []


def play(puzzle: CellPuzzle, _seconds: float) -> bytes:
    """Return a playable page, with the hints that are found in ten seconds."""
    write_player(puzzle)  # raises InputError at once if it is too large for a page
    return write_player(puzzle, explain(puzzle, limits=Limits(time=_HINT_SECONDS))).encode()


def explanation(puzzle: Any, seconds: float, only: Collection[str] = ()) -> bytes:
    """Return a page with the explanation, as far as it is found in this time."""
    write_player(puzzle)
    asked = puzzle
    if only:
        any_blocks = read_clue(["*"], puzzle.palette)
        clues = [clue if name in only else any_blocks for name, clue, _ in puzzle.lines()]
        asked = puzzle.with_clues(clues)
    hints = explain(asked, limits=Limits(time=seconds))
    return draw(replace(hints, puzzle=puzzle)).html().encode()


def certificate(puzzle: CellPuzzle, seconds: float) -> bytes:
    """Return the zip of a certificate. Raises InputError if the verdict is not found in this time."""
    with tempfile.TemporaryDirectory(prefix="nonosat-studio-") as folder:
        path = Path(folder, "certificate.zip")
        answer, record = prove(puzzle, path, limits=Limits(time=seconds))
        if record is None:
            raise InputError(f"no certificate within {seconds:g} s: {answer.stop_reason}")
        return path.read_bytes()


def share(drawing: Drawing, site: str) -> dict[str, Any]:
    """Return the `link` to a drawing's puzzle at a site's playable page, and its QR `code` as an address with
    its data; both are empty without a site; and the addresses of `other` programs, by what these are.
    """
    puzzle = drawing.puzzle()
    write_player(puzzle)  # raises InputError if a page cannot show it
    links: dict[str, Any] = {"link": "", "code": "", "says": "", "other": dict(_addresses(puzzle))}
    if site:
        links["link"] = site + str(write(puzzle, "link")).strip()
        try:
            links["code"] = data_address("svg+xml", draw_qr(links["link"], "svg"))
        except InputError as error:
            links["says"] = error.what
    return links


def _addresses(puzzle: CellPuzzle) -> Iterator[tuple[str, str]]:
    """Yield the addresses of other programs that hold the puzzle."""
    for form in ("puzzlink", "penpa", "tatham"):
        with suppress(InputError):
            fitted, lost = fit_format(puzzle, form)
            if "givens" not in lost:  # without them, it would be another puzzle
                yield formats.FORMATS[form].about, str(write(fitted, form)).strip()


def book(addresses: Sequence[str], seconds: float) -> bytes:
    """Return a book of these puzzles as a PDF, with the solutions that are found in this time."""
    clock = Clock(seconds)
    answers = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        for address in addresses:
            limits = Limits(time=max(0.1, min(_EACH_SECONDS, clock.left or 0)))
            answers.append(solve(load(address), limits=limits))
        return draw_book(answers).pdf(_PAPER)


class Product(NamedTuple):
    """A product: what makes it, the suffix of its file, and what it is in words."""

    make: Callable[[CellPuzzle, float], bytes]
    suffix: str
    words: str


PRODUCTS: Mapping[str, Product] = {
    "play": Product(play, ".play.html", "playable page, with hints"),
    "explanation": Product(explanation, ".explanation.html", "page that explains the solution"),
    "certificate": Product(certificate, ".certificate.zip", "certificate of the verdict"),
}
"""The products of a puzzle, by name; each takes a few seconds."""

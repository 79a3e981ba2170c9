"""What a file of the folder holds: a card per puzzle, with a thumbnail, and then its verdict and class.

Workers make cards, since files may be hostile, at low priority, since they must not slow the drawing.
"""

from __future__ import annotations

import contextlib
import os
import warnings
from base64 import b64encode
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

from nonosat import (
    CellPuzzle,
    InputError,
    InputWarning,
    Limits,
    Photo,
    Picture,
    Puzzle,
    Verdict,
    draw,
    formats,
    load,
    load_each,
    rate,
    solve,
    words,
)

LOOK_SECONDS = 5.0
"""The limit of processor time for reading a file."""

JUDGE_SECONDS = 5.0
"""The limit of processor time for a puzzle's verdict, and for its class."""

MOST_CARDS = 200
"""The most puzzles of a file that get cards."""

PHOTOS = ("png", "gif", "jpeg", "pbm", "pgm", "ppm")
"""The formats of pictures that drawings are made from."""

PHOTO = "photo"
"""The verdict of a picture that is not a puzzle, but can become a drawing."""

_MOST_SIDE = 64  # cells of a thumbnail; of larger pictures, every second cell is drawn, or every third
_MOST_CELLS = 5000  # of a thumbnail that is not made of squares
_WALL_SECONDS = 50.0  # of a verdict, and of a class, on a busy machine
_PHOTO_SIDE = 128  # pixels of a photo's thumbnail
_MOST_WORDS = 200  # characters of what is wrong
_LOW = 10  # how much nicer than the studio

Card = dict[str, Any]
"""`name` opens the puzzle; `picture` is the address of a thumbnail, or ""; `says` is its size, or what is
wrong with it; `verdict` and `judged` are its verdict as a word and in words, "" as long as it is unknown.
"""


def look(path: str, name: str) -> list[Card]:
    """Return the cards of a file, which has this name in the folder, without verdicts.

    A file that cannot be read has one card, which says why.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InputWarning)
            found = [_unless_wrong(one) for one in islice(load_each(path), MOST_CARDS)]
    except InputError as error:
        with contextlib.suppress(InputError):
            return [_photo(path, name)]
        return [card(name, wrong=error.what)]
    several = len(found) > 1
    return [
        card(f"{name}#{k}" if several else name, puzzle, puzzle.goal)
        for k, puzzle in enumerate(found, start=1)
    ]


def _unless_wrong(found: Puzzle | InputError) -> Puzzle:
    if isinstance(found, InputError):
        raise found
    return found


def judge(address: str, name: str) -> Card:
    """Return the card of the puzzle at an address with its verdict and, if it has one solution, its class."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        puzzle = load(address)
    limits = Limits(time=_WALL_SECONDS, cpu=JUDGE_SECONDS)
    answer = solve(puzzle, limits=limits)
    words = {
        Verdict.UNIQUE: "one solution",
        Verdict.MULTIPLE: "several solutions",
        Verdict.NONE: "no solution",
        Verdict.UNKNOWN: f"not decided: {answer.stop_reason}",
    }[answer.verdict]
    if answer.verdict is Verdict.UNIQUE and isinstance(puzzle, CellPuzzle):
        rated = rate(puzzle, limits=limits)
        words += f", {rated.difficulty.words if rated.difficulty else rated.level}"
    made = card(name, puzzle, puzzle.goal or (answer.solution if puzzle.row_lengths else None) or ())
    return {**made, "verdict": answer.verdict.value, "judged": words}


def _photo(path: str, name: str) -> Card:
    """Return the card of a picture that is too large for a puzzle. Raises InputError for other files."""
    if formats.format_of(name) not in PHOTOS:
        raise InputError("expected a picture", name)
    image = Photo(Path(path)).image
    says = f"a photo, {image.width} x {image.height}"
    image.thumbnail((_PHOTO_SIDE, _PHOTO_SIDE))
    file = BytesIO()
    image.save(file, "PNG")
    return {**card(name), "says": says, "verdict": PHOTO, "picture": data_address("png", file.getvalue())}


def card(name: str, puzzle: Puzzle | None = None, picture: Picture = (), wrong: str = "") -> Card:
    """Return a card; `wrong` says why there is no puzzle."""
    says = puzzle.size if puzzle else words.printable(wrong)[:_MOST_WORDS]
    made = thumbnail(puzzle, picture) if puzzle and picture else ""
    verdict = "wrong" if wrong else ""
    return {"name": name, "picture": made, "says": says, "verdict": verdict, "judged": ""}


def thumbnail(puzzle: Puzzle, picture: Picture) -> str:
    """Return a small picture as an address with its data, "" if it would be large."""
    if not isinstance(puzzle, CellPuzzle):
        return ""
    if puzzle.grid and not any(colour.halves for colour in puzzle.palette):
        step = -(-max(puzzle.grid) // _MOST_SIDE)
        picture = tuple([row[::step] for row in picture[::step]])
    elif sum(puzzle.row_lengths) > _MOST_CELLS:
        return ""
    return data_address("svg+xml", draw(puzzle, picture).thumbnail().encode())


def data_address(kind: str, data: bytes) -> str:
    """Return the address of a picture that holds its data."""
    return f"data:image/{kind};base64,{b64encode(data).decode()}"


def get_ready() -> None:
    """Lower this worker's priority, once; that it answers means that it has imported what cards need."""
    if os.nice(0) < _LOW:
        os.nice(_LOW)

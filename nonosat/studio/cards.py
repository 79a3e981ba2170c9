"""What a file of the folder holds: a card per puzzle, with a thumbnail.

Workers make cards, since files may be hostile.
"""

from __future__ import annotations

import contextlib
import warnings
from base64 import b64encode
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

from nonosat import InputError, InputWarning, Picture, Puzzle, draw, load_all
from nonosat.toolkit import CellPuzzle, Photo, formats, words

MOST_CARDS = 200
"""The most puzzles of a file that get cards."""

PHOTOS = ("png", "gif", "jpeg", "pbm", "pgm", "ppm")
"""The formats of pictures that drawings are made from."""

_MOST_SIDE = 64  # cells of a thumbnail; of larger pictures, every second cell is drawn, or every third
_MOST_CELLS = 5000  # of a thumbnail that is not made of squares
_PHOTO_SIDE = 128  # pixels of a photo's thumbnail
_MOST_WORDS = 200  # characters of what is wrong

Card = dict[str, Any]
"""`name` opens the puzzle; `picture` is the address of a thumbnail, or ""; `says` is its size, or what is
wrong with it; `of` is "puzzle", "photo" (a picture that can become a drawing) or "wrong".
"""


def look(path: str, name: str) -> list[Card]:
    """Return the cards of a file, which has this name in the folder.

    A file that cannot be read has one card, which says why.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InputWarning)
            puzzles = [_unless_wrong(one) for one in islice(load_all(path, errors="yield"), MOST_CARDS)]
    except InputError as error:
        with contextlib.suppress(InputError):
            return [_photo(path, name)]
        return [card(name, wrong=error.what)]
    several = len(puzzles) > 1
    return [
        card(f"{name}#{k}" if several else name, puzzle, puzzle.goal)
        for k, puzzle in enumerate(puzzles, start=1)
    ]


def _unless_wrong(puzzle: Puzzle | InputError) -> Puzzle:
    if isinstance(puzzle, InputError):
        raise puzzle
    return puzzle


def _photo(path: str, name: str) -> Card:
    """Return the card of a picture that is too large for a puzzle. Raises InputError for other files."""
    if formats.format_of(name) not in PHOTOS:
        raise InputError("expected a picture", name)
    image = Photo(Path(path)).image
    says = f"a photo, {image.width} x {image.height}"
    image.thumbnail((_PHOTO_SIDE, _PHOTO_SIDE))
    file = BytesIO()
    image.save(file, "PNG")
    return {**card(name), "says": says, "of": "photo", "picture": data_address("png", file.getvalue())}


def card(name: str, puzzle: Puzzle | None = None, picture: Picture = (), wrong: str = "") -> Card:
    """Return a card; `wrong` says why there is no puzzle."""
    says = puzzle.size if puzzle else words.printable(wrong)[:_MOST_WORDS]
    made = thumbnail(puzzle, picture) if puzzle and picture else ""
    return {"name": name, "picture": made, "says": says, "of": "wrong" if wrong else "puzzle"}


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

"""Finds equivalent puzzles: mirrored, rotated, transposed, or with their two colours swapped.

The keys of a puzzle do not depend on its orientation: a key is the hash of the smallest of its forms. It
comes with the moves that produce that form, which tell how one puzzle becomes the other.

A picture has 16 forms: 8 of the picture and 8 of its negative. A puzzle whose picture is not known has a key
of its clues, which have 8 forms.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import product
from typing import Any, NamedTuple

from nonosat import Picture
from nonosat.puzzles import CellPuzzle
from nonosat.puzzles.picture import BLACK_AND_WHITE
from nonosat.puzzles.symmetry import MOVES


class Key(NamedTuple):
    """The hash of a form, and the bit mask of the moves that produce it."""

    hash: int
    moves: int


_ALL = (tuple, *MOVES)
_NEGATIVE = len(_ALL)
"""Moves are numbered as here; those that also swap the colours have this added."""

_SWAP = str.maketrans(".#", "#.")
_NAMES = ("the same", "mirrored", "mirrored", "turned", "transposed", "transposed", "turned", "turned")
_SIMPLEST_FIRST = ("the same", "mirrored", "turned", "transposed")


def key_of_goal(puzzle: CellPuzzle, picture: Picture) -> Key:
    """Return the key of a picture for a puzzle."""
    if puzzle.grid:
        return picture_key(picture, puzzle.palette == BLACK_AND_WHITE)
    return clues_key(puzzle.asking_for(picture))


def picture_key(picture: Picture, two_colours: bool = True) -> Key:
    """Return the key of a picture of a grid."""
    forms = ["/".join(map("".join, move(picture))) for move in _ALL]
    if two_colours:
        forms += [form.translate(_SWAP) for form in forms]
    return _key("picture", forms)


def clues_key(puzzle: CellPuzzle) -> Key:
    """Return the key of a puzzle's clues. Without a grid, all orientations but its own count as one turn."""
    forms = [key for key, _ in puzzle.without_givens().orientations()]
    found = _key(f"{puzzle.kind} clues", forms)
    if puzzle.grid:
        return found
    return found._replace(moves=1 if found.moves & 1 else 1 << _NAMES.index("turned"))


@lru_cache(maxsize=4096)
def relation(one: int, other: int) -> str:
    """Describe how a puzzle becomes another with the same key, from the moves of both keys.

    >>> a, b = picture_key(("##.", "...")), picture_key((".#", ".#", ".."))
    >>> a.hash == b.hash, relation(a.moves, b.moves)
    (True, 'turned')
    """
    ways = [(a, b) for a, b in product(range(2 * _NEGATIVE), repeat=2) if one >> a & 1 and other >> b & 1]
    found = [(a // _NEGATIVE != b // _NEGATIVE, _between(a % _NEGATIVE, b % _NEGATIVE)) for a, b in ways]
    negative, rank = min((swapped, _SIMPLEST_FIRST.index(name)) for swapped, name in found)
    return _SIMPLEST_FIRST[rank] + ", colours swapped" * negative


def _between(one: int, other: int) -> str:
    """Name the move after which the move `other` leads to where the move `one` leads at once."""
    corners = ((0, 1), (2, 3))
    wanted = _moved(one, corners)
    return next(name for k, name in enumerate(_NAMES) if _moved(other, _moved(k, corners)) == wanted)


def _moved(move: int, rows: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, _ALL[move](rows)))


def _key(what: str, forms: Sequence[Any]) -> Key:
    least = min(forms)
    moves = sum(1 << move for move, form in enumerate(forms) if form == least)
    digest = blake2b(f"{what} {json.dumps(least)}".encode(), digest_size=16).digest()
    return Key(int.from_bytes(digest, "big"), moves)

"""Finds equivalent puzzles: mirrored, rotated, transposed, or with their two colours swapped.

The keys of a puzzle do not depend on its orientation: a key is the hash of the smallest of its forms. It
comes with the moves that produce that form, which tell how one puzzle becomes the other.

A picture has 16 forms: 8 of the picture and 8 of its negative. A puzzle whose picture is not known has a key
of its clues, which have 8 forms.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from nonosat.problem import Clue
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Picture


class Key(NamedTuple):
    """The hash of a form, and the bit mask of the moves that produce it."""

    hash: int
    moves: int


# A move is three bits: transpose first (4), then upside down (2), then left to right (1); 8: negative.
_TRANSPOSED, _DOWN, _LEFT, _NEGATIVE = 4, 2, 1, 8
_SWAP = str.maketrans(".#", "#.")


def picture_key(picture: Picture, two_colours: bool = True) -> Key:
    """Return the key of a picture."""
    forms = []
    for rows in (picture, tuple(map("".join, zip(*picture, strict=True)))):
        mirrored = [row[::-1] for row in rows]
        forms += ["/".join(rows), "/".join(mirrored), "/".join(rows[::-1]), "/".join(mirrored[::-1])]
    if two_colours:
        forms += [form.translate(_SWAP) for form in forms]
    return _key("picture", forms)


def clues_key(puzzle: Nonogram) -> Key:
    """Return the key of a puzzle's clues."""
    rows, rows_back = zip(*map(_texts, puzzle.rows), strict=True)
    columns, columns_back = zip(*map(_texts, puzzle.columns), strict=True)
    forms = []
    for (across, across_back), (down, down_back) in (
        ((rows, rows_back), (columns, columns_back)),
        ((columns, columns_back), (rows, rows_back)),
    ):
        forms += [
            _joined(across, down),
            _joined(across_back, down[::-1]),
            _joined(across[::-1], down_back),
            _joined(across_back[::-1], down_back[::-1]),
        ]
    return _key("clues", forms)


def is_two_coloured(puzzle: Nonogram) -> bool:
    """Whether a puzzle is in black and white, so that its colours can be swapped."""
    return puzzle.palette == BLACK_AND_WHITE


def relation(one: int, other: int) -> str:
    """Describe how a puzzle becomes another with the same key, from the moves of both keys.

    >>> a, b = picture_key(("##.", "...")), picture_key((".#", ".#", ".."))
    >>> a.hash == b.hash, relation(a.moves, b.moves)
    (True, 'turned')
    """
    return _relation(one, other)


@lru_cache(maxsize=4096)
def _relation(one: int, other: int) -> str:
    moves = [_after(a, _inverse(b)) for a in _bits(one) for b in _bits(other)]
    move = min(moves, key=lambda move: (move & _NEGATIVE, _SIMPLEST_FIRST.index(_NAMES[move & 7])))
    return _NAMES[move & 7] + ", colours swapped" * bool(move & _NEGATIVE)


def _bits(mask: int) -> list[int]:
    return [move for move in range(16) if mask >> move & 1]


def _after(first: int, then: int) -> int:
    """Return the composition of two moves."""
    turned = first & (_DOWN | _LEFT)
    if then & _TRANSPOSED:  # transposing turns upside down into left to right
        turned = (turned & _DOWN) >> 1 | (turned & _LEFT) << 1
    return (first ^ then) & (_TRANSPOSED | _NEGATIVE) | (turned ^ then & (_DOWN | _LEFT))


def _inverse(move: int) -> int:
    return next(other for other in range(16) if _after(move, other) == 0)


_NAMES = ("the same", "mirrored", "mirrored", "turned", "transposed", "turned", "turned", "transposed")
"""The names of moves, by their three bits; a quarter turn is transposing and mirroring."""

_SIMPLEST_FIRST = ("the same", "mirrored", "turned", "transposed")


def _key(what: str, forms: list[str]) -> Key:
    least = min(forms)
    moves = sum(1 << move for move, form in enumerate(forms) if form == least)
    digest = blake2b(f"{what} {least}".encode(), digest_size=16).digest()
    return Key(int.from_bytes(digest, "big"), moves)


@lru_cache(maxsize=1 << 14)
def _texts(clue: Clue) -> tuple[str, str]:
    """Return a clue as text, forwards and backwards."""
    words = [f"{b.colour}:{b.low}" if b.low == b.high else f"{b.colour}:{b.low}-{b.high}" for b in clue]
    return " ".join(words), " ".join(words[::-1])


def _joined(rows: tuple[str, ...], columns: tuple[str, ...]) -> str:
    return f"{'/'.join(rows)}|{'/'.join(columns)}"

"""Shared by the formats with one clue per line: numbered lines, counted and read as clues."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache, partial
from typing import Any

from nonosat.errors import InputError
from nonosat.formats.source import Source
from nonosat.problem import Clue
from nonosat.puzzles.clues import read_clue
from nonosat.puzzles.node import Node
from nonosat.puzzles.nonogram import MAX_SIDE, Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Palette
from nonosat.words import quote

Line = tuple[int, str]
"""A line's number, counted from 1, and its text without surrounding space."""

NUMBER = re.compile(r"([0-9]+)(\S*)")
"""A number in a clue, and the name of its colour."""


def number_lines(source: Source, start: int = 0, end: int | None = None) -> list[Line]:
    """Return the file's lines from index `start` up to `end`."""
    return [(k, text.strip()) for k, text in enumerate(source.lines[start:end], start=start + 1)]


def side(source: Source, line: Line, what: str) -> int:
    """Read a line's text as a width or a height."""
    return Node(line[1], source.path, line[0]).number(what, 1, MAX_SIDE)


def take_clues(source: Source, lines: list[Line], expected: int, what: str, after: int) -> list[Line]:
    """Return the lines with the `expected` clues of a section; `after` is the number of the line before them.

    If the number of non-blank lines is `expected`, blank lines are ignored. Otherwise the first `expected`
    lines are the clues, blank ones are empty clues, and only blank lines may follow.
    """
    full = [line for line in lines if line[1]]
    if len(full) == expected:
        return full
    if len(lines) >= expected and not any(text for _, text in lines[expected:]):
        return lines[:expected]
    too_many = len(full) > expected
    place = full[expected][0] if too_many else full[-1][0] if full else after
    blanks = len(lines) - len(full)
    also = f" (and {blanks} blank lines)" if blanks and not too_many else ""
    raise source.wrong(f"{what}: expected {expected} clues, found {len(full)}{also}", place)


def clues(source: Source, lines: Iterable[Line], palette: Palette = BLACK_AND_WHITE) -> tuple[Clue, ...]:
    """Read each line as a clue, its numbers split by spaces, tabs or commas."""
    listed, read = [], _in_black if palette is BLACK_AND_WHITE else partial(_clue, palette=palette)
    number = 0
    try:
        for number, text in lines:  # noqa: B007 - of the line that cannot be read
            listed.append(read(text))
    except InputError as error:
        raise error.at(source.path, number) from None
    return tuple(listed)


def _clue(text: str, palette: Palette) -> Clue:
    return read_clue(text.replace(",", " ").split(), palette)


_in_black = lru_cache(maxsize=1 << 14)(partial(_clue, palette=BLACK_AND_WHITE))
"""Reads a clue, or finds it again: files repeat many."""


@cache
def _smallest() -> dict[str, Any]:
    return vars(Nonogram(((),), ((),)))


def make_unchecked(**fields: Any) -> Nonogram:
    """Return the puzzle of fields that a reader has checked as the constructor would, in half the time."""
    puzzle = object.__new__(Nonogram)
    vars(puzzle).update(_smallest(), **fields)
    return puzzle


def translate(source: Source, number: int, text: str, chars: Mapping[str, str], default: str) -> str:
    """Return a clue's line with the file's names of colours replaced by the palette's characters.

    A number without a name has the colour `default`.
    """
    words = []
    for word in text.split():
        parts = NUMBER.fullmatch(word)
        if parts and word != "0":
            name = parts[2] or default
            if name not in chars:
                what = f"{quote(word)} has the colour {quote(name)}, which is not declared"
                raise source.wrong(f"{what}; the colours are {' '.join(chars)}", number)
            word = parts[1] + chars[name]
        words.append(word)
    return " ".join(words)


def pair(source: Source, lines: list[Line], form: str, names: tuple[str, str]) -> tuple[int, tuple[int, int]]:
    """Return the index of the first non-blank line, and the two side lengths on it."""
    first = next(k for k, (_, text) in enumerate(lines) if text)
    number, text = lines[first]
    words = text.split()
    if len(words) != 2:
        raise source.wrong(f"expected {form}, such as `20 15`, found {quote(text)}", number)
    one, other = (side(source, (number, word), name) for word, name in zip(words, names, strict=True))
    return first, (one, other)

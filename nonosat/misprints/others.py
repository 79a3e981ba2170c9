"""What may have been meant by a puzzle whose clues are not lines of blocks: other numbers and symbols."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonosat.errors import InputError
from nonosat.misprints.slips import ANOTHER, EXTRA, LINES, MISSING, number_slips, slips
from nonosat.puzzles import Puzzle
from nonosat.puzzles.clues import block
from nonosat.puzzles.declared import Declared
from nonosat.puzzles.declared.rules import DIGITS
from nonosat.puzzles.springs import Springs
from nonosat.records import replace

Meant = tuple[float, str, Puzzle]
"""A price, what happened, and the puzzle that was meant."""


def meant(puzzle: Puzzle) -> Iterator[Meant]:
    """Yield the puzzles that may have been meant, each with one number or symbol changed, or two swapped."""
    if isinstance(puzzle, Springs):
        clue = tuple([block(1, group) for group in puzzle.groups])
        for slip in slips(clue, puzzle.width, 2):
            yield slip.price, slip.what, replace(puzzle, groups=tuple([one.low for one in slip.clue]))
    elif isinstance(puzzle, Declared):
        for name, have in puzzle.data:
            for price, what, new in _vary(puzzle, name, have):
                data = tuple([(key, new if key == name else value) for key, value in puzzle.data])
                try:
                    yield price, what, replace(puzzle, data=data, goal=())
                except InputError:  # a given contradicts the symbol
                    continue


def _vary(puzzle: Declared, name: str, have: Any) -> Iterator[tuple[float, str, Any]]:
    """Yield what a puzzle may give instead of something that it gives."""
    given = puzzle.rules.gives[name]
    if given.form == "number":
        numbers = number_slips(have, min(given.high, have + 10))
        yield from ((price, "a number misread", n) for n, price in numbers if n >= given.low)
    elif given.is_side:
        most = puzzle.width if given.form in ("top", "bottom") else puzzle.grid[0]
        most = most * (most + 1) // 2 if any(rule.form == "sum" for rule in puzzle.rules.rules) else most
        for k, number in enumerate(have):
            if number is None:
                continue
            for n, price in number_slips(number, most):
                yield price, "a number misread", (*have[:k], n, *have[k + 1 :])
            yield EXTRA, "a number too many", (*have[:k], None, *have[k + 1 :])
            if k + 1 < len(have) and have[k + 1] not in (None, number):
                yield LINES, "neighbours swapped", (*have[:k], have[k + 1], number, *have[k + 2 :])
    elif given.chars and puzzle.rules.symbols == name:
        text = "".join(have)
        for cell, char in enumerate(text):
            for other, price, what in _symbols(char, given.chars, given.blank):
                yield price, what, puzzle.cut(text[:cell] + other + text[cell + 1 :])


def _symbols(have: str, chars: str, blank: str) -> Iterator[tuple[str, float, str]]:
    if have in DIGITS:
        numbers = number_slips(int(have), 9)
        yield from ((str(n), price, "a number misread") for n, price in numbers if str(n) in chars)
    for char in chars:
        if char == have or (char in DIGITS and have in DIGITS):
            continue
        if blank in (char, have):
            yield (
                char,
                EXTRA if char == blank else MISSING,
                "a symbol " + ("too many" if char == blank else "missing"),
            )
        else:
            yield char, ANOTHER, "a symbol misread"

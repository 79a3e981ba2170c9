"""What people and readers of print take for what: slips by which a clue becomes another, and their prices.

A price is like -log of a probability: what happens often, and in few ways, is cheap. This is the only table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonosat.problem import Block, Clue
from nonosat.problem.blocks import slack
from nonosat.puzzles.clues import block

ALIKE = {"17": 0.7, "38": 0.7, "56": 0.7, "08": 0.7, "35": 0.9, "69": 0.9, "14": 1.0, "27": 1.0, "49": 1.0}
"""Digits that are taken for each other."""

BY_ONE, ONE_DIGIT, TURNED, ANOTHER = 1.1, 1.2, 1.4, 1.9
"""A number that is off by one, has a digit more or less, has its digits in the other order, or is another."""

MISSING, EXTRA, JOINED, ADDED, TORN, DIVIDED = 1.2, 1.4, 1.0, 1.5, 1.0, 1.1
SWAPPED, REVERSED, COLOUR = 1.3, 1.8, 1.4
"""A number that is missing, one too many; two joined (`12` for `1 2`) or added (`3`), one torn (`1 2` for
`12`) or divided (`1 2` for `3`); neighbours swapped, a clue in the other direction, another colour.
"""

LINES, FAR_LINES, CROSSED, SKIPPED, REPEATED = 1.2, 1.5, 2.2, 2.0, 2.0
"""Neighbouring lines that are swapped, other ones, a row and a column, a line skipped, a line too many."""

OPEN, AGAIN = 3.0, 0.3
"""A clue of which nothing is known, and each change after the first."""

SEVERAL = 2.5
"""What is added if several solutions remain."""

HARDER, WORK = (0.2, 0.4), 0.3
"""What is added if the puzzle then needs more than single lines, or a solver; and each time that lines must
be looked at twice as often: what was printed is easier than what was not.
"""


class Slip(NamedTuple):
    """The clue that should stand there, what it costs, and what happened."""

    clue: Clue
    price: float
    what: str


def number_slips(printed: int, most: int) -> Iterator[tuple[int, float]]:
    """Yield the numbers up to `most` that may be printed as another one, each with its price."""
    have = str(printed)
    for number in range(most + 1):
        text, price = str(number), ANOTHER
        if number == printed:
            continue
        if len(text) == len(have):
            pairs = ["".join(sorted(pair)) for pair in zip(text, have, strict=True) if pair[0] != pair[1]]
            if len(pairs) == 1:
                price = min(price, ALIKE.get(pairs[0], ANOTHER))
            if text == have[::-1]:
                price = min(price, TURNED)
        elif len(text) + len(have) == 3 and (text in have or have in text):
            price = min(price, ONE_DIGIT)
        if abs(number - printed) == 1:
            price = min(price, BY_ONE)
        yield number, price


def slips(clue: Clue, length: int, colours: int) -> list[Slip]:
    """Return what may have been meant by a clue of a line of this length, the likeliest first."""
    cheapest: dict[Clue, Slip] = {}

    def note(should: Clue, price: float, what: str) -> None:
        if (
            slack(should, length) >= 0
            and should != clue
            and (should not in cheapest or price < cheapest[should].price)
        ):
            cheapest[should] = Slip(should, price, what)

    for k, (colour, number, high) in enumerate(clue):
        before, after = clue[:k], clue[k + 1 :]
        note(before + after, EXTRA, "a number too many")
        for other in range(1, colours if colour else 0):  # any blocks have no colour
            note((*before, Block(other, number, high), *after), COLOUR, "a colour misread")
        if after:
            note((*before, after[0], clue[k], *after[1:]), SWAPPED, "neighbours swapped")
        if number != high:
            continue
        for other, price in number_slips(number, length):
            if other:
                note((*before, block(colour, other), *after), price, "a number misread")
        text = str(number)
        parts = [(int(text[:cut]), int(text[cut:])) for cut in range(1, len(text)) if text[cut] != "0"]
        for one, other in parts:
            run = block(colour, one), block(colour, other)
            note((*before, *run, *after), JOINED, "two numbers run together")
        for part in range(1, number):
            run = block(colour, part), block(colour, number - part)
            note((*before, *run, *after), ADDED, "two numbers run together")
        if after and after[0].colour == colour and not after[0].blotted:
            joined = block(colour, int(f"{number}{after[0].low}"))
            note((*before, joined, *after[1:]), TORN, "a number torn apart")
            note((*before, block(colour, number + after[0].low), *after[1:]), DIVIDED, "a number torn apart")
    for k in range(len(clue) + 1):
        for colour in range(1, colours):
            for number in range(1, length + 1):
                note((*clue[:k], block(colour, number), *clue[k:]), MISSING, "a number missing")
    note(clue[::-1], REVERSED, "the clue reversed")
    return sorted(cheapest.values(), key=lambda one: one.price)

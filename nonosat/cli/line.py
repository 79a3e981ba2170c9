"""`nonosat line "3 1 1" --known "???#??.??"`: the arrangements of one line."""

from __future__ import annotations

import argparse
import re

from nonosat import InputError
from nonosat.automata.count import arrangements, count
from nonosat.automata.masks import narrow
from nonosat.cli import options
from nonosat.cli.output import Exit, say, say_answer
from nonosat.problem import Clue
from nonosat.puzzles.clues import ANY_BLOCKS, read_clue
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Colour, Palette, colour_char, drawn, drawn_known
from nonosat.toolkit import Clock
from nonosat.words import plural

_LONGEST = 10_000
"""The longest line: its number of arrangements has at most 4,300 digits, which Python writes by default."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.add(parser, "clue", 'such as "3 1 1", "3r 1b" in colours, "2 ? 1", 0', "CLUE")
    options.number(parser, "--length", "the number of cells", int)
    options.add(parser, "--known", "the cells known so far, such as ??#.?, where ? is unknown", "CELLS")
    options.flag(parser, "--list", "print the arrangements (there may be billions)")
    options.flag(parser, "--json", "one JSON object, then one per arrangement")


def main(arguments: argparse.Namespace) -> Exit:
    """Count, narrow and list the arrangements."""
    clock = Clock()
    items = re.split(r"[\s,]+", arguments.clue.strip(" \t\n,"))
    palette = _palette(items)
    clue = read_clue([item for item in items if item], palette)
    if ANY_BLOCKS in clue:
        raise InputError("the arrangements of a clue with * are not counted")
    known, n = arguments.known, _length(arguments)
    can = _can(known or UNKNOWN * n, palette)
    every = count(clue, [(1 << n) - 1] * len(palette), n)
    consistent = every if known is None else count(clue, can, n)
    narrowed = _narrowed(clue, can, n, palette)
    if arguments.json:
        found = {
            "clue": arguments.clue,
            "length": n,
            "known": known,
            "arrangements": every,
            "consistent": consistent,
            "narrowed": narrowed,
        }
        say_answer("line", found, seconds={"total": clock.seconds})
    else:
        say(f"{plural(every, 'arrangement')} in {n} cells")
        if known is not None:
            say(f"{consistent} with the known cells: {known}")
        if narrowed is not None:
            say(f"common to {'them' if consistent > 1 else 'it'}: {narrowed}")
    if arguments.list:
        for values in arrangements(clue, can, n):
            text = drawn(values, palette)
            if arguments.json:
                say_answer("line", {"arrangement": text})
            else:
                say(text)
    return Exit.ANSWERED


def _palette(items: list[str]) -> Palette:
    """Return the colours that a clue uses: the characters after its numbers, `#` where there is none."""
    chars = dict.fromkeys(item[-1] if colour_char(item[-1]) else "#" for item in items if item)
    return (BLACK_AND_WHITE[0], *(Colour(char, char, "#000000") for char in chars or "#"))


def _length(arguments: argparse.Namespace) -> int:
    """Return the number of cells, from --length or --known."""
    known: str | None = arguments.known
    n = arguments.length if arguments.length is not None else len(known) if known is not None else None
    if n is None:
        raise InputError("expected --length N, the number of cells, or --known")
    if not 1 <= n <= _LONGEST:
        raise InputError(f"--length: expected 1 to {_LONGEST} cells, found {n}")
    if known is not None and len(known) != n:
        raise InputError(f"--known: expected {n} cells, found {len(known)}")
    return int(n)


def _can(known: str, palette: Palette) -> list[int]:
    """Return, by value, the mask of the cells that may have it."""
    chars = [colour.char for colour in palette]
    if wrong := set(known) - {*chars, UNKNOWN}:
        raise InputError(f"--known: expected the characters {' '.join(chars)} ?, found {min(wrong)!r}")
    return [sum(1 << i for i, cell in enumerate(known) if cell in (char, UNKNOWN)) for char in chars]


def _narrowed(clue: Clue, can: list[int], n: int, palette: Palette) -> str | None:
    """Return the cells that are the same in all arrangements; None if there is no arrangement."""
    left = narrow(clue, can, n)
    if left is None:
        return None
    possible = [sum((mask >> i & 1) << value for value, mask in enumerate(left)) for i in range(n)]
    return drawn_known(possible, palette)

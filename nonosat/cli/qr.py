"""`--qr`, shared by commands that show pictures: read the pictures as QR codes."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Any

from nonosat.cli import options
from nonosat.cli.output import Exit, say
from nonosat.pictures.qr import decoder, read_qr
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture


def qr_argument(parser: ArgumentParser) -> None:
    """Add --qr."""
    options.flag(parser, "--qr", "also read the picture as a QR code (extra: qr)")


def validate(arguments: Namespace) -> None:
    """With --qr, raise InputError before any work if no decoder is installed."""
    if arguments.qr:
        decoder()


def codes(arguments: Namespace, puzzle: Puzzle, pictures: Iterable[Picture]) -> list[str | None]:
    """Return the text of each picture's code, None if it cannot be read; without --qr, an empty list."""
    return [read_qr(puzzle, picture) for picture in pictures if picture] if arguments.qr else []


def data(arguments: Namespace, found: list[str | None]) -> dict[str, Any]:
    """Return what --qr adds to the JSON."""
    return {"qr": found} if arguments.qr else {}


def tell(arguments: Namespace, puzzle: Puzzle, found: list[str | None]) -> Exit:
    """Print the texts of the codes, unless they are in the JSON; return the exit code."""
    for text in [] if arguments.json else dict.fromkeys(found):
        # The text is untrusted: it must be safe for a terminal.
        said = text if text is None or text.isprintable() else ascii(text)
        say(f"{puzzle.source}: {f'the QR code says: {said}' if said else 'no QR code can be read.'}")
    return Exit.NO if None in found else Exit.ANSWERED

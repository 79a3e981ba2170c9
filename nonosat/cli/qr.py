"""`--qr`, shared by commands that show pictures: read the pictures as QR codes."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from nonosat.cli import options
from nonosat.cli.output import Exit
from nonosat.pictures.qr import decoder, read_qr
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture

Codes = list[str | None]
"""The text of each picture's QR code; None if it cannot be read."""


def qr_argument(parser: argparse.ArgumentParser) -> None:
    """Add --qr."""
    options.flag(parser, "--qr", "also read the picture as a QR code (extra: qr)")


def validate(arguments: argparse.Namespace) -> None:
    """With --qr, raise InputError before any work if no decoder is installed."""
    if arguments.qr:
        decoder()


def codes(arguments: argparse.Namespace, puzzle: Puzzle, pictures: Iterable[Picture]) -> Codes:
    """Return the codes of the pictures; without --qr, an empty list."""
    return [read_qr(puzzle, picture) for picture in pictures if picture] if arguments.qr else []


def codes_text(puzzle: Puzzle, found: Codes) -> str:
    """Return the texts of the codes as sentences."""
    said = [f"the QR code says: {_shown(text)}" if text else "no QR code can be read." for text in found]
    return "\n".join(f"{puzzle.source}: {one}" for one in dict.fromkeys(said))


def codes_exit(found: Codes) -> Exit:
    """Return the exit code for these codes."""
    return Exit.NO if None in found else Exit.ANSWERED


def _shown(text: str) -> str:
    """Return the text in a form that is safe for a terminal: it is untrusted."""
    return text if text.isprintable() else ascii(text)

"""What commands that ask about puzzles share: their arguments, and going through the files."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable

from nonosat.cards import DEFAULT, Card, load_card
from nonosat.cli.output import Exit, Progress, complain, worst
from nonosat.errors import InputError, InternalError
from nonosat.puzzles import Puzzle


def file_arguments(parser: argparse.ArgumentParser) -> None:
    """Add FILE..., --format and --json."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="puzzles; see nonosat --help")
    parser.add_argument("--format", help="the files' format, where suffix and content do not tell")
    parser.add_argument("--json", action="store_true", help="one JSON object a puzzle and line")


def one_file_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the one FILE, --format and --json of a command about one puzzle."""
    parser.add_argument("file", metavar="FILE", help="a puzzle; see nonosat --help")
    parser.add_argument("--format", help="the file's format, where suffix and content do not tell")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def model_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --model and the limits."""
    parser.add_argument(
        "--model", default=DEFAULT, metavar="CARD", help="a model card, by name or path (default: auto)"
    )
    parser.add_argument(
        "--time-limit", type=limit_seconds, metavar="SECONDS", help="for each puzzle; also 500ms, 2m, 1h"
    )
    parser.add_argument(
        "--memory-limit",
        type=_bytes,
        metavar="SIZE",
        help="for each puzzle, such as 500M or 4G (default: three quarters of the machine's)",
    )


def each_puzzle(arguments: argparse.Namespace, ask: Callable[[Puzzle], Exit]) -> Exit:
    """Ask about every puzzle of every file; what cannot be read is said and the rest goes on."""
    from nonosat.formats import each

    result = Exit.ANSWERED
    progress = Progress(None)
    for path in arguments.files:
        try:
            for puzzle in each(path, arguments.format):
                try:
                    result = worst(result, ask(puzzle))
                except InternalError as error:
                    complain(f"internal error: {error}")
                    result = worst(result, Exit.INTERNAL)
                if result is Exit.INTERRUPTED:
                    return result
                progress.step()
        except InputError as error:
            progress.clear()
            complain(str(error))
            result = worst(result, Exit.BAD_INPUT)
    progress.clear()
    return result


def one_puzzle(arguments: argparse.Namespace) -> Puzzle:
    """Return the only puzzle of FILE..., for what cannot be asked about several."""
    from nonosat.formats import load

    if len(arguments.files) > 1:
        raise InputError(f"expected one puzzle, found {len(arguments.files)} files")
    return load(arguments.files[0], arguments.format)


def card(arguments: argparse.Namespace) -> Card:
    """Return the card that --model names."""
    return load_card(arguments.model)


def limit_seconds(text: str) -> float:
    """Read a time limit."""
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(ms|s|m|h)?", text)
    if not found or float(found[1]) == 0:
        raise argparse.ArgumentTypeError(f"{text!r}: expected seconds, such as 60, 1.5, 500ms or 2m")
    return float(found[1]) * {"ms": 0.001, "m": 60.0, "h": 3600.0}.get(found[2], 1.0)


def _bytes(text: str) -> int:
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)([KMGT])?(?:i?B)?", text, re.IGNORECASE)
    if not found or float(found[1]) == 0:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a size, such as 500M or 4G")
    return int(float(found[1]) * 1024 ** " KMGT".index((found[2] or " ").upper()))

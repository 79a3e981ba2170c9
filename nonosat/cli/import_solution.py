"""`nonosat import-solution`: another solver's answer to an exported model, as a checked picture."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from nonosat._version import __version__
from nonosat.answer import SCHEMA
from nonosat.cli.common import one_file_arguments
from nonosat.cli.output import Exit, colours, say, say_json, width
from nonosat.errors import InputError
from nonosat.exports.clauses import read_answer
from nonosat.formats import load
from nonosat.pictures.drawings import draw


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    one_file_arguments(parser)
    parser.add_argument(
        "values",
        metavar="VALUES",
        help="what a solver printed for nonosat export --to cnf, wcnf or opb: lines `v 1 -2 ... 0`;"
        " - for standard input",
    )


def main(arguments: argparse.Namespace) -> Exit:
    """Read the answer, check the picture and show it."""
    puzzle = load(arguments.file, arguments.format)
    picture = read_answer(puzzle, _text(arguments.values), arguments.values)
    fault = None if picture is None else puzzle.fault(picture)
    if arguments.json:
        asked = {"puzzle": puzzle.source, "kind": puzzle.kind, "question": "import-solution"}
        found = {"picture": picture and list(picture), "fault": fault}
        say_json({**asked, **found, "version": __version__, "schema": SCHEMA})
    elif picture is None:
        say(f"{puzzle.source}: the solver found no solution.")
    else:
        say(draw(puzzle, picture, width=width(), colour=colours()))
        say(f"{puzzle.source}: {f'not a solution: {fault}' if fault else 'a solution'}.")
    return Exit.NO if fault or picture is None else Exit.ANSWERED


def _text(path: str) -> str:
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path) from None
    return data.decode("utf-8", "replace")

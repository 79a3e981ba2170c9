"""`nonosat import-solution gchq values.txt`: another solver's answer to an exported model, as a checked
picture.

Exit code 1: the solver found no solution, or a wrong one.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from nonosat import Clock, load
from nonosat.backends.exports.models import read_answer
from nonosat.cli import options
from nonosat.cli.output import Exit, colours, say, say_answer, width
from nonosat.formats.source import content
from nonosat.pictures.drawings import draw


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzle(parser)
    about = (
        "a solver's output for nonosat export --to cnf or opb: lines `v 1 -2 ... 0`;"
        " or MiniSat's result file; - for standard input"
    )
    options.add(parser, "values", about, "VALUES")


def main(arguments: argparse.Namespace) -> Exit:
    """Read the answer, then check and show the picture."""
    clock = Clock()
    puzzle = load(arguments.file, arguments.format)
    values = content(None if arguments.values == "-" else Path(arguments.values), arguments.values)
    picture = read_answer(puzzle, values.data.decode("utf-8", "replace"), arguments.values)
    fault = None if picture is None else puzzle.fault(picture)
    if arguments.json:
        result = {"picture": picture and list(picture), "fault": fault}
        say_answer("import-solution", result, puzzle, seconds={"total": clock.seconds})
    elif picture is None:
        say(f"{puzzle.source}: the solver found no solution.")
    else:
        if not arguments.quiet:
            say(draw(puzzle, picture, width=width(), colour=colours()))
        say(f"{puzzle.source}: {f'not a solution: {fault}' if fault else 'a solution'}.")
    return Exit.NO if fault or picture is None else Exit.ANSWERED

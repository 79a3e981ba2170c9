"""`nonosat likely`: the odds of every cell, as a heat map."""

from __future__ import annotations

import argparse
from typing import Any

from nonosat import __version__
from nonosat.answer import DONE
from nonosat.cli.common import limit_seconds, one_file_arguments
from nonosat.cli.output import Exit, colours, say, say_json, width, write_file
from nonosat.errors import InputError
from nonosat.pictures.heat import heat_png, heat_svg, heat_text
from nonosat.questions.likely import Odds, likely


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    one_file_arguments(parser)
    parser.add_argument(
        "--rounds", type=int, metavar="N", help="lines tell each other their odds so often at most"
    )
    parser.add_argument("--time-limit", type=limit_seconds, metavar="SECONDS", help="also 500ms, 2m, 1h")
    parser.add_argument("--numbers", action="store_true", help="per cent in place of shades")
    parser.add_argument("--quiet", action="store_true", help="no heat map on the terminal")
    parser.add_argument("--svg", metavar="PATH", help="write the heat map")
    parser.add_argument("--png", metavar="PATH", help="write the heat map (extra: pictures)")


def run(arguments: argparse.Namespace) -> Exit:
    """Weigh the puzzle's cells and draw them."""
    from nonosat.formats import load

    if arguments.rounds is not None and arguments.rounds < 1:
        raise InputError(f"--rounds: expected a number from 1, found {arguments.rounds}")
    puzzle = load(arguments.file, arguments.format)
    odds = likely(puzzle, arguments.rounds, arguments.time_limit)
    if odds.cells and arguments.svg:
        write_file(arguments.svg, heat_svg(odds))
    if odds.cells and arguments.png:
        write_file(arguments.png, heat_png(odds))
    if arguments.json:
        say_json(_data(odds))
    else:
        if odds.cells and not arguments.quiet:
            say(heat_text(odds, width(), colours(), arguments.numbers) + "\n")
        say(f"{puzzle.source}: {odds.summary}.")
    if odds.reason == "interrupted":
        return Exit.INTERRUPTED
    return Exit.ANSWERED if odds.reason == DONE else Exit.UNDECIDED


def _data(odds: Odds) -> dict[str, Any]:
    """Return the odds as plain data: of every row, of every column, of every value."""
    columns = len(odds.picture[0]) if odds.picture else 0
    return {
        "puzzle": odds.puzzle.source,
        "kind": odds.puzzle.kind,
        "reason": odds.reason,
        "because": odds.because,
        "odds": [odds.cells[at : at + columns] for at in range(0, len(odds.cells), columns or 1)],
        "picture": odds.picture,
        "known": odds.known,
        "solved": odds.solved,
        "rounds": odds.rounds,
        "settled": odds.settled,
        "silent": odds.silent,
        "summary": odds.summary,
        "version": __version__,
    }

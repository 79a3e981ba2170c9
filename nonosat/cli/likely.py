"""`nonosat likely`: the odds of every cell, as a heat map."""

from __future__ import annotations

import argparse

from nonosat.cli.common import ended, limit_arguments, limits_of, one_file_arguments, positive
from nonosat.cli.output import Exit, colours, say, say_json, width, write_file
from nonosat.formats import load
from nonosat.pictures.heat import heat_png, heat_svg
from nonosat.questions.likely import likely


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    one_file_arguments(parser)
    parser.add_argument(
        "--rounds", type=positive, metavar="N", help="maximum number of rounds of belief propagation"
    )
    limit_arguments(parser)
    parser.add_argument("--numbers", action="store_true", help="percentages instead of shades")
    parser.add_argument("--svg", metavar="PATH", help="write the heat map")
    parser.add_argument("--png", metavar="PATH", help="write the heat map (extra: pictures)")


def main(arguments: argparse.Namespace) -> Exit:
    """Estimate the odds of the puzzle's cells and draw them."""
    odds = likely(load(arguments.file, arguments.format), arguments.rounds, limits_of(arguments))
    if odds.cells and arguments.svg:
        write_file(arguments.svg, heat_svg(odds))
    if odds.cells and arguments.png:
        write_file(arguments.png, heat_png(odds))
    if arguments.json:
        say_json(odds.data())
    elif arguments.quiet:
        say(odds.sentence())
    else:
        say(odds.text(width(), colours(), arguments.numbers))
    return ended(odds.stop_reason)

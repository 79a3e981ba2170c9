"""`nonosat explain`: the solution, or one cell, explained step by step."""

from __future__ import annotations

import argparse

from nonosat.cli import common
from nonosat.cli.output import Exit, put, write_file
from nonosat.cli.steps import cell_of, one_nonogram, state_of, step_arguments, weights_of
from nonosat.reasons.explain import explain


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    step_arguments(parser)
    parser.add_argument(
        "-o", "--output", metavar="PATH", help="write the explanation as JSON, for nonosat verify"
    )
    parser.add_argument("--html", metavar="PATH", help="write a page that shows it step by step")
    parser.add_argument(
        "--gif", metavar="PATH", help="write an animation, one frame per step (extra: pictures)"
    )


def main(arguments: argparse.Namespace) -> Exit:
    """Explain the puzzle."""
    puzzle = one_nonogram(arguments, "explain works")
    found = explain(
        puzzle,
        state_of(arguments, puzzle),
        cell_of(arguments, puzzle),
        weights_of(arguments),
        common.card(arguments),
        common.limits_of(arguments),
    )
    common.show(arguments, found)
    if arguments.output:
        put(arguments.output, found.file())
    if arguments.html:
        from nonosat.pages.explanation import page

        write_file(arguments.html, page(found))
    if arguments.gif:
        from nonosat.pictures.raster import gif

        write_file(arguments.gif, gif(puzzle, found.frames(), found.used()))
    return Exit.NO if found.contradiction else common.ended(found.stop_reason)

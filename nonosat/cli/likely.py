"""`nonosat likely gchq-no-givens --svg heat.svg`: the odds of every cell, as a heat map."""

from __future__ import annotations

import argparse

from nonosat.cli import options
from nonosat.cli.output import Exit, colours, show, width, write_files
from nonosat.formats import load
from nonosat.pages.drawing import draw
from nonosat.solving.questions.likely import likely


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzle(parser)
    about = "maximum number of rounds of belief propagation"
    options.number(parser, "--rounds", about, options.positive)
    options.limits(parser)
    options.flag(parser, "--numbers", "percentages instead of shades")
    options.written(parser, "--svg", "write the heat map", ".svg")
    options.written(parser, "--png", "write the heat map (extra: pictures)", ".png")


def main(arguments: argparse.Namespace) -> Exit:
    """Estimate the odds of the puzzle's cells and draw them."""
    odds = likely(load(arguments.file, arguments.format), arguments.rounds, options.limits_of(arguments))
    if odds.cells:
        write_files((arguments.svg, lambda: draw(odds).svg()), (arguments.png, lambda: draw(odds).png()))
    numbers = arguments.numbers and not arguments.quiet
    return show(arguments, odds, text=odds.text(width(), colours(), numbers=True) if numbers else None)

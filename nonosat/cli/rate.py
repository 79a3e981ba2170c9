"""`nonosat rate puzzles/ --csv -j 2`: the difficulty of every puzzle, with the hardest step."""

from __future__ import annotations

import argparse
import csv
from io import StringIO

from nonosat.cli import options
from nonosat.cli.loop import each_report
from nonosat.cli.output import Exit, show
from nonosat.reasons import weights
from nonosat.reasons.difficulty import RATED
from nonosat.reasons.rating import Rating, rate


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzles(parser)
    options.jobs(parser)
    options.add(
        parser, "--rungs", f"only these kinds of step, the easiest first: {RATED.names()}", "RUNG[,RUNG...]"
    )
    options.flag(parser, "--techniques", "also count the steps by the names that people use")
    options.path(parser, "--weights", "weights of the effort, as YAML", "FILE")
    more = parser.add_mutually_exclusive_group()
    options.flag(more, "--csv", "print a table with one row per puzzle")
    options.flag(more, "--explain", "print all numbers, and what they mean")


def main(arguments: argparse.Namespace) -> Exit:
    """Rate every puzzle."""
    begun = False

    def tell(rating: Rating) -> Exit:
        nonlocal begun
        text = rating.sentence()
        if arguments.csv:
            text, begun = _csv(rating, heading=not begun), True
        elif arguments.explain or arguments.techniques:
            text = rating.explained()
        return show(arguments, rating, text=text)

    names = RATED if arguments.rungs is None else arguments.rungs.split(",")
    costs = None if arguments.weights is None else weights.load(arguments.weights)
    more = {"rungs": names, "techniques": arguments.techniques, "weights": costs}
    return each_report(arguments, rate, tell, **more)


def _csv(rating: Rating, heading: bool) -> str:
    """Return a rating as a row of CSV, with the names of the columns above it if `heading`."""
    row = rating.row()
    text = StringIO()
    table = csv.DictWriter(text, row, lineterminator="\n")
    if heading:
        table.writeheader()
    table.writerow(row)
    return text.getvalue().rstrip("\n")

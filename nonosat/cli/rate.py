"""`nonosat rate`: the difficulty of every puzzle, with the hardest step."""

from __future__ import annotations

import argparse
import csv
from io import StringIO

from nonosat.cli.common import each_report, file_arguments, jobs_argument, model_arguments, show
from nonosat.cli.output import Exit, say
from nonosat.reasons.rating import Rating, rate


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)
    jobs_argument(parser)
    more = parser.add_mutually_exclusive_group()
    more.add_argument("--csv", action="store_true", help="print a table with one row per puzzle")
    more.add_argument("--explain", action="store_true", help="print all numbers, and what they mean")


def main(arguments: argparse.Namespace) -> Exit:
    """Rate every puzzle."""
    begun = False

    def show_one(rating: Rating) -> None:
        nonlocal begun
        if arguments.json:
            show(arguments, rating)
        elif arguments.csv:
            say(_csv(rating, heading=not begun))
            begun = True
        else:
            say(rating.explained() if arguments.explain else rating.sentence())

    return each_report(arguments, show_one, rate)


def _csv(rating: Rating, heading: bool) -> str:
    """Return a rating as a row of CSV, with the names of the columns above it if `heading`."""
    row = rating.row()
    text = StringIO()
    table = csv.DictWriter(text, row, lineterminator="\n")
    if heading:
        table.writeheader()
    table.writerow(row)
    return text.getvalue().rstrip("\n")

"""`nonosat count`: the number of solutions of every puzzle, and the sum."""

from __future__ import annotations

import argparse

from nonosat.cli.common import each_report, file_arguments, jobs_argument, model_arguments, show
from nonosat.cli.output import Exit, say
from nonosat.questions.count import Count, count


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)
    jobs_argument(parser)
    parser.add_argument("--verify", action="store_true", help="count in a second way, and compare")


def main(arguments: argparse.Namespace) -> Exit:
    """Count the solutions of every puzzle."""
    done: list[Count] = []

    def show_one(found: Count) -> None:
        done.append(found)
        show(arguments, found)

    result = each_report(arguments, show_one, count, arguments.verify)
    if len(done) > 1 and not arguments.json:
        total = sum(found.solutions for found in done)
        least = "" if all(found.exact for found in done) else "at least "
        say(f"sum of {len(done)}: {least}{total}")
    return result

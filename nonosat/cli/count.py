"""`nonosat count permutation-8`: the number of solutions of every puzzle, and the sum."""

from __future__ import annotations

import argparse

from nonosat.cli import options
from nonosat.cli.loop import each_report
from nonosat.cli.output import Exit, say, show
from nonosat.solving.questions.count import Count, count


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzles(parser)
    options.jobs(parser)
    options.flag(parser, "--verify", "count in a second way, and compare")


def main(arguments: argparse.Namespace) -> Exit:
    """Count the solutions of every puzzle."""
    done: list[Count] = []

    def tell(found: Count) -> Exit:
        done.append(found)
        return show(arguments, found)

    result = each_report(arguments, count, tell, verify=arguments.verify)
    if len(done) > 1 and not arguments.json:
        total = sum(found.solutions for found in done)
        least = "" if all(found.exact for found in done) else "at least "
        say(f"sum of {len(done)}: {least}{total}")
    return result

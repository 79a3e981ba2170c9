"""`nonosat count`: the number of solutions of every puzzle, and the sum."""

from __future__ import annotations

import argparse

from nonosat.cli.common import card, each_puzzle, ended, file_arguments, limits_of, model_arguments, show
from nonosat.cli.output import Exit, say
from nonosat.puzzles import Puzzle
from nonosat.questions.count import Count, count


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)
    parser.add_argument("--verify", action="store_true", help="count a second way and compare")


def main(arguments: argparse.Namespace) -> Exit:
    """Count the solutions of every puzzle."""
    model = card(arguments)
    done: list[Count] = []

    def ask(puzzle: Puzzle) -> Exit:
        found = count(puzzle, model, limits_of(arguments), arguments.verify)
        done.append(found)
        show(arguments, found)
        return ended(found.stop_reason)

    result = each_puzzle(arguments, ask)
    if len(done) > 1 and not arguments.json:
        total = sum(found.solutions for found in done)
        least = "" if all(found.exact for found in done) else "at least "
        say(f"sum of {len(done)}: {least}{total}")
    return result

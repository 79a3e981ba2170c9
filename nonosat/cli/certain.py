"""`nonosat certain`: the cells that are the same in all solutions, and which others depend on each other."""

from __future__ import annotations

import argparse

from nonosat.cli.common import card, each_puzzle, ended, file_arguments, limits_of, model_arguments, show
from nonosat.cli.output import Exit
from nonosat.puzzles import Puzzle
from nonosat.questions.certain import certain


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)
    parser.add_argument("--quiet", action="store_true", help="the words only, no picture")


def main(arguments: argparse.Namespace) -> Exit:
    """Say of every puzzle which cells are certain."""
    model = card(arguments)

    def ask(puzzle: Puzzle) -> Exit:
        found = certain(puzzle, model, limits_of(arguments))
        show(arguments, found)
        return ended(found.stop_reason)

    return each_puzzle(arguments, ask)

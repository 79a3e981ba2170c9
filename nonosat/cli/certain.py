"""`nonosat certain`: the cells that are the same in all solutions, and which others depend on each other."""

from __future__ import annotations

import argparse

from nonosat.cli.common import each_report, file_arguments, model_arguments
from nonosat.cli.output import Exit
from nonosat.questions.certain import certain


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)
    parser.add_argument("--quiet", action="store_true", help="the words only, no picture")


def main(arguments: argparse.Namespace) -> Exit:
    """Say of every puzzle which cells are certain."""
    return each_report(arguments, certain)

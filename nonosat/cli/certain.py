"""`nonosat certain`: the cells that are the same in all solutions, and groups of the others."""

from __future__ import annotations

import argparse

from nonosat.cli.common import each_report, file_arguments, jobs_argument, model_arguments
from nonosat.cli.output import Exit
from nonosat.questions.certain import certain


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)
    jobs_argument(parser)


def main(arguments: argparse.Namespace) -> Exit:
    """Show the certain cells of every puzzle."""
    return each_report(arguments, None, certain)

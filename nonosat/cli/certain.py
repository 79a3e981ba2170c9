"""`nonosat certain gchq-no-givens`: the cells that are the same in all solutions, and groups of others."""

from __future__ import annotations

import argparse

from nonosat.cli import options
from nonosat.cli.loop import each_report
from nonosat.cli.output import Exit
from nonosat.solving.questions.certain import certain


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzles(parser)
    options.jobs(parser)


def main(arguments: argparse.Namespace) -> Exit:
    """Show the certain cells of every puzzle."""
    return each_report(arguments, certain)

"""`nonosat certain`: the cells that are the same in all solutions, and which others depend on each other."""

from __future__ import annotations

import argparse

from nonosat.cli.common import (
    card,
    each_report,
    ended,
    file_arguments,
    jobs_argument,
    limits_of,
    model_arguments,
    show,
)
from nonosat.cli.output import Exit
from nonosat.questions.certain import Certain, certain


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)
    jobs_argument(parser)


def main(arguments: argparse.Namespace) -> Exit:
    """Say of every puzzle which cells are certain."""

    def tell(found: Certain) -> Exit:
        show(arguments, found)
        return ended(found.stop_reason)

    return each_report(arguments, tell, certain, card(arguments), limits_of(arguments))

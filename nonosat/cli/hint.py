"""`nonosat hint`: the next step from a state, from where to look to the full reason."""

from __future__ import annotations

import argparse

from nonosat.cli import common
from nonosat.cli.output import Exit
from nonosat.cli.steps import cell_of, one_nonogram, state_of, step_arguments, weights_of
from nonosat.reasons.hint import LEVELS, hint


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    step_arguments(parser)
    parser.add_argument(
        "--level", choices=LEVELS, default=LEVELS[-1], help="how much to give away (default: why)"
    )


def main(arguments: argparse.Namespace) -> Exit:
    """Show the next step."""
    puzzle = one_nonogram(arguments, "hint works")
    found = hint(
        puzzle,
        state_of(arguments, puzzle),
        cell_of(arguments, puzzle),
        arguments.level,
        weights_of(arguments),
        common.card(arguments),
        common.limits_of(arguments),
    )
    common.show(arguments, found)
    return common.ended(found.stop_reason) if found.leads_on or not found.done else Exit.NO

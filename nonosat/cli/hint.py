"""`nonosat hint teapot --level where`: the next step from a state, from where to look to the full reason.

Exit code 1: there is no next step: a mark is wrong, or no further cell is certain.
"""

from __future__ import annotations

import argparse

from nonosat.cli import options
from nonosat.cli.output import Exit, show
from nonosat.cli.steps import step_arguments, step_values
from nonosat.reasons.hint import LEVELS, hint


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    step_arguments(parser)
    options.choice(parser, "--level", "how much to give away", LEVELS, default=LEVELS[-1])


def main(arguments: argparse.Namespace) -> Exit:
    """Show the next step."""
    puzzle, state, cell, weights, model, limits = step_values(arguments, "hint works")
    found = hint(puzzle, state, cell, arguments.level, weights, model, limits)
    return show(arguments, found, no=found.done and not found.leads_on)

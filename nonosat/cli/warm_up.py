"""`nonosat warm-up`: deprecated; kept for scripts that call it."""

from __future__ import annotations

import argparse

from nonosat.cli import options
from nonosat.cli.output import Exit, complain


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.telling(parser, "")


def main(arguments: argparse.Namespace) -> Exit:
    """Say so."""
    if not arguments.quiet:
        complain("warm-up is no longer needed (nonosat is compiled when it is installed): version 2 lacks it")
    return Exit.ANSWERED

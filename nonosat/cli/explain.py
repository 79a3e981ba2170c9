"""`nonosat explain teapot -o teapot.json`: the solution in steps that a person can follow; or, with --passes,
line by line as far as that goes.

Exit code 1: no solution agrees with the clues and the state.
"""

from __future__ import annotations

import argparse

from nonosat import InputError
from nonosat.cli import options, passes
from nonosat.cli.output import Exit
from nonosat.cli.questions import EXPLAIN


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    EXPLAIN.arguments(parser)
    about = "instead solve line by line, in passes, with the number of patterns that each leaves"
    options.flag(parser, "--passes", about)
    passes.arguments(parser.add_argument_group("with --passes"))


def main(arguments: argparse.Namespace) -> Exit:
    """Explain the solution, or show the passes."""
    if arguments.passes:
        for name in ("state", "cell"):
            if getattr(arguments, name) is not None:
                raise InputError(f"--{name} cannot be combined with --passes")
        return passes.main(arguments)
    for name in ("order", "frames", "number"):
        if getattr(arguments, name) is not None:
            raise InputError(f"--{name.replace('number', 'pass')}: expected --passes")
    return EXPLAIN.main(arguments)

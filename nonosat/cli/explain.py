"""`nonosat explain teapot -o teapot.json`: the solution, or one cell, explained step by step.

Exit code 1: no solution agrees with the clues and the state.
"""

from __future__ import annotations

import argparse

from nonosat.cli import options
from nonosat.cli.output import Exit, put, show, write_files
from nonosat.cli.steps import step_arguments, step_values
from nonosat.pages.drawing import draw
from nonosat.pages.stepwise import write_page
from nonosat.reasons.explain import explain


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    step_arguments(parser)
    options.output(parser, "write the explanation as JSON, for nonosat verify")
    options.written(parser, "--html", "write a page that shows it step by step", ".html")
    options.written(parser, "--gif", "write an animation, one frame per step (extra: pictures)", ".gif")


def main(arguments: argparse.Namespace) -> Exit:
    """Explain the puzzle."""
    options.require_suffix(arguments.output or "", ".json")
    found = explain(*step_values(arguments, "explain works"))
    result = show(arguments, found, no=found.contradiction)
    if arguments.output:
        put(arguments.output, found.file())

    write_files(
        (arguments.html, lambda: write_page(found)),
        (arguments.gif, lambda: draw(found).gif()),
    )
    return result

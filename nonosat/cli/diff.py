"""`nonosat diff cat.pbm cat.yaml`: compares two pictures, and groups the differences that depend on each
other.

Exit code 1: the pictures differ.
"""

from __future__ import annotations

import argparse

from nonosat.cli import options
from nonosat.cli.inputs import goal_or_solution, picture
from nonosat.cli.output import Exit, show
from nonosat.formats import load
from nonosat.puzzles import require_cells
from nonosat.solving.questions.diff import diff


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    for name in ("A", "B"):
        options.add(parser, name, "a picture, or a puzzle: its goal or, without one, its first solution")
    options.form(parser)
    options.telling(parser, "one JSON object")
    options.model(parser)


def main(arguments: argparse.Namespace) -> Exit:
    """Compare two pictures."""
    puzzle = require_cells(load(arguments.A, arguments.format), "diff works")
    model, limits = options.card(arguments), options.limits_of(arguments)
    first = goal_or_solution(puzzle, model, limits)
    second = picture(arguments.B, puzzle, model, limits, arguments.format)
    found = diff(first, second, puzzle.palette, (arguments.A, arguments.B), puzzle=puzzle)
    return show(arguments, found, no=bool(found.cells))

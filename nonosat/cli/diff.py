"""`nonosat diff`: compares two pictures, and groups the differences that depend on each other."""

from __future__ import annotations

import argparse

from nonosat.cli.common import card, format_argument, limits_of, model_arguments, show, telling_arguments
from nonosat.cli.files import goal_or_solution, picture_of
from nonosat.cli.output import Exit
from nonosat.formats import load
from nonosat.puzzles import require_nonogram
from nonosat.questions.diff import diff


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    for name in ("A", "B"):
        parser.add_argument(name, help="a picture, or a puzzle: its goal or, without one, its first solution")
    format_argument(parser)
    telling_arguments(parser, "one JSON object")
    model_arguments(parser)


def main(arguments: argparse.Namespace) -> Exit:
    """Compare two pictures."""
    puzzle = require_nonogram(load(arguments.A, arguments.format), "diff works")
    model, limits = card(arguments), limits_of(arguments)
    first = goal_or_solution(puzzle, model, limits)
    second = picture_of(arguments.B, puzzle, model, limits, arguments.format)
    found = diff(first, second, puzzle.palette, (arguments.A, arguments.B))
    show(arguments, found)
    return Exit.NO if found.cells else Exit.ANSWERED

"""`nonosat diff`: two pictures side by side, and which of their differences depend on each other."""

from __future__ import annotations

import argparse

from nonosat.cli.common import card, limits_of, model_arguments, show
from nonosat.cli.files import goal_or_solution, picture_of
from nonosat.cli.output import Exit
from nonosat.formats import load
from nonosat.puzzles import require_nonogram
from nonosat.questions.diff import diff


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    for name in ("A", "B"):
        parser.add_argument(name, help="a picture, or a puzzle: its goal, or else its first solution")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--quiet", action="store_true", help="the words only, no pictures")
    model_arguments(parser)


def main(arguments: argparse.Namespace) -> Exit:
    """Compare two pictures."""
    puzzle = require_nonogram(load(arguments.A), "diff works")
    model, limits = card(arguments), limits_of(arguments)
    first = goal_or_solution(puzzle, model, limits)
    second = picture_of(arguments.B, puzzle, model, limits)
    found = diff(first, second, puzzle.palette, (arguments.A, arguments.B))
    show(arguments, found)
    return Exit.NO if found.cells else Exit.ANSWERED

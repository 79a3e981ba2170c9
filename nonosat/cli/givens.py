"""`nonosat givens`: the fewest givens that make the solution unique."""

from __future__ import annotations

import argparse
from dataclasses import replace

from nonosat.cli.common import card, each_puzzle, ended, file_arguments, limits_of, model_arguments, show
from nonosat.cli.files import picture_of
from nonosat.cli.output import Exit, worst, write_file
from nonosat.formats import format_for, write
from nonosat.puzzles import Puzzle, require_nonogram
from nonosat.puzzles.picture import UNKNOWN
from nonosat.questions.givens import Givens, givens


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--picture", metavar="FILE", help="the solution to keep, as rows of text or a picture file"
    )
    which.add_argument("--any", action="store_true", help="keep whichever solution needs the fewest givens")
    which.add_argument("--from-givens", action="store_true", help="choose among the puzzle's own givens")
    parser.add_argument("-o", "--output", metavar="PATH", help="write the puzzle with these givens")


def main(arguments: argparse.Namespace) -> Exit:
    """Find the fewest givens of every puzzle."""
    model = card(arguments)
    form = format_for(arguments.output) if arguments.output else ""
    written: list[Puzzle] = []

    def ask(puzzle: Puzzle) -> Exit:
        wanted = picture_of(arguments.picture, puzzle) if arguments.picture else None
        found = givens(
            puzzle,
            wanted,
            model,
            limits_of(arguments),
            any_solution=arguments.any,
            from_givens=arguments.from_givens,
        )
        show(arguments, found)
        if arguments.output and found.solution is not None:
            written.append(_with_givens(found))
        none = found.solvable is not None and found.solution is None
        return worst(ended(found.stop_reason), Exit.NO if none else Exit.ANSWERED)

    result = each_puzzle(arguments, ask)
    if written:
        write_file(arguments.output, write(written, form))
    return result


def _with_givens(found: Givens) -> Puzzle:
    puzzle = require_nonogram(found.puzzle, "givens --output works")
    own = puzzle.givens or ((UNKNOWN * puzzle.width,) * puzzle.height)
    rows = tuple(
        "".join(new if new != UNKNOWN else old for new, old in zip(*both, strict=True))
        for both in zip(found.given, own, strict=True)
    )
    goal = (found.solution or ()) if puzzle.goal else ()
    return replace(puzzle, givens=rows, goal=goal)

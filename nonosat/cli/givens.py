"""`nonosat givens gchq-no-givens -o unique.yaml`: the fewest givens that make the solution unique.

Exit code 1: there is no solution, or no set of givens makes the requested one unique.
"""

from __future__ import annotations

import argparse

from nonosat.cli import options
from nonosat.cli.files import picture_of, puzzles_for
from nonosat.cli.loop import each_puzzle
from nonosat.cli.output import Exit, show
from nonosat.puzzles import Puzzle
from nonosat.solving.questions.givens import givens


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzles(parser)
    which = parser.add_mutually_exclusive_group()
    options.path(which, "--picture", "the solution to keep, as rows of text or a picture file", "FILE")
    options.flag(which, "--any", "keep whichever solution needs the fewest givens")
    options.flag(which, "--from-givens", "choose among the puzzle's own givens")
    options.output(parser, "write the puzzle with these givens")


def main(arguments: argparse.Namespace) -> Exit:
    """Find the fewest givens of every puzzle."""
    model, limits = options.card(arguments), options.limits_of(arguments)

    def ask(puzzle: Puzzle) -> Exit:
        wanted = picture_of(arguments.picture, puzzle) if arguments.picture else None
        found = givens(
            puzzle, wanted, model, limits, any_solution=arguments.any, from_givens=arguments.from_givens
        )
        none = found.done and found.solvable is not None and found.solution is None
        code = show(arguments, found, no=none)
        if arguments.output and found.solution is not None:
            written.append(found.unique_puzzle())
        return code

    with puzzles_for(arguments.output) as written:
        return each_puzzle(arguments, ask)

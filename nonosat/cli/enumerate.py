"""`nonosat enumerate`: the solutions, one after another, and whether these are all.

As text, only the pictures go to stdout, so that a file of them can be read back; the summary goes to stderr.
"""

from __future__ import annotations

import argparse

from nonosat.cli.common import card, each_puzzle, ended, file_arguments, limits_of, model_arguments, whole
from nonosat.cli.output import Exit, complain, say, say_json
from nonosat.puzzles import Puzzle
from nonosat.questions.enumerate import solutions


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)
    parser.add_argument("--limit", type=whole, metavar="N", help="stop after N solutions")


def main(arguments: argparse.Namespace) -> Exit:
    """Show the solutions of every puzzle."""
    model = card(arguments)

    def ask(puzzle: Puzzle) -> Exit:
        found = solutions(puzzle, arguments.limit, model, limits_of(arguments))
        try:
            for picture in found:
                if arguments.json:
                    told = {"puzzle": puzzle.source, "kind": puzzle.kind, "question": "enumerate"}
                    say_json(told | {"solution": picture})
                else:
                    say("\n".join(picture) + "\n")
        except KeyboardInterrupt:  # while a solution was printed
            found.interrupt()
        report = found.report
        if arguments.json:
            say_json(report.data())
        elif not arguments.quiet:
            complain(report.sentence())
        return ended(report.stop_reason)

    return each_puzzle(arguments, ask)

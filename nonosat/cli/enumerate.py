"""`nonosat enumerate gchq-no-givens --limit 10`: the solutions, one after another, and whether these are
all.

As text, only the pictures go to stdout, so that a file of them can be read back; the summary goes to stderr.
"""

from __future__ import annotations

import argparse

from nonosat import Puzzle, solutions
from nonosat.cli import options
from nonosat.cli.loop import each_puzzle
from nonosat.cli.output import Exit, complain, exit_code, say, say_json


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzles(parser)
    options.number(parser, "--limit", "stop after N solutions", options.whole)


def main(arguments: argparse.Namespace) -> Exit:
    """Show the solutions of every puzzle."""
    model, limits = options.card(arguments), options.limits_of(arguments)

    def ask(puzzle: Puzzle) -> Exit:
        found = solutions(puzzle, arguments.limit, model, limits)
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
        return exit_code(report)

    return each_puzzle(arguments, ask)

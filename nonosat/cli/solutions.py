"""`nonosat solutions gchq-no-givens`: what all solutions share, and which cells vary together; with --list or
--limit, the solutions themselves.

Only the pictures of a list go to stdout, so that a file of them can be read back; the summary goes to stderr.
"""

from __future__ import annotations

import argparse

from nonosat import Puzzle, certain, solutions
from nonosat.cli import options
from nonosat.cli.loop import each_puzzle, each_report
from nonosat.cli.output import Exit, complain, exit_code, say, say_answer, say_json, show


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzles(parser)
    options.model(parser)
    options.flag(parser, "--list", "list the solutions, one after another")
    options.number(parser, "--limit", "list at most N solutions", options.whole)


def main(arguments: argparse.Namespace) -> Exit:
    """Show what the solutions of every puzzle share, or list them."""
    if not arguments.list and arguments.limit is None:
        return each_report(arguments, certain, lambda report: show(arguments, report))
    model, limits = options.card(arguments), options.limits_of(arguments)

    def ask(puzzle: Puzzle) -> Exit:
        listed = solutions(puzzle, arguments.limit, model, limits)
        try:
            for picture in listed:
                said = {"solution": picture}
                say_answer("solutions", said, puzzle) if arguments.json else say("\n".join(picture) + "\n")
        except KeyboardInterrupt:  # while a solution was printed
            listed.interrupt()
        report = listed.report
        if arguments.json:
            say_json(report.to_dict())
        elif not arguments.quiet:
            complain(report.sentence())
        return exit_code(report)

    return each_puzzle(arguments, ask)

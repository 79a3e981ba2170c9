"""`nonosat enumerate`: the solutions, one after another, and whether that was all.

As text the pictures alone go to stdout, so that a file of them can be read again; whether that was
all goes to stderr.
"""

from __future__ import annotations

import argparse
from typing import Any

from nonosat.cli.common import card, each_puzzle, ended, file_arguments, heading, model_arguments, whole
from nonosat.cli.output import Exit, complain, say, say_json
from nonosat.puzzles import Puzzle
from nonosat.questions.enumerate import Solutions
from nonosat.questions.enumerate import enumerate as solutions


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)
    parser.add_argument("--limit", type=whole, metavar="N", help="stop after so many solutions")


def run(arguments: argparse.Namespace) -> Exit:
    """Show the solutions of every puzzle."""
    model = card(arguments)

    def ask(puzzle: Puzzle) -> Exit:
        found = solutions(puzzle, arguments.limit, model, arguments.time_limit, arguments.memory_limit)
        try:
            for picture in found:
                if arguments.json:
                    say_json({"puzzle": puzzle.source, "solution": picture})
                else:
                    say("\n".join(picture) + "\n")
        except KeyboardInterrupt:  # while one was printed
            found.reason = "interrupted"
        if arguments.json:
            say_json(_data(found))
        else:
            complain(_text(found))
        return ended(found.reason)

    return each_puzzle(arguments, ask)


def _text(found: Solutions) -> str:
    number = f"{found.found} solution{'s' * (found.found != 1)}"
    if found.complete:
        because = f" ({found.because})" if found.because else ""
        return f"{found.puzzle.source}: {number}, and no other{because}."
    if found.reason == "done":
        return f"{found.puzzle.source}: {number}, and there are more."
    return f"{found.puzzle.source}: {number}; whether there are more is not known: {found.reason}."


def _data(found: Solutions) -> dict[str, Any]:
    return heading(found) | {
        "found": found.found,
        "complete": found.complete,
    }

"""`nonosat count`: the number of solutions of every puzzle, and the sum."""

from __future__ import annotations

import argparse
from typing import Any

from nonosat.cli.common import card, each_puzzle, ended, file_arguments, heading, model_arguments
from nonosat.cli.output import Exit, say, say_json
from nonosat.puzzles import Puzzle
from nonosat.questions.count import Count, count


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)
    parser.add_argument("--verify", action="store_true", help="count a second way and compare")


def run(arguments: argparse.Namespace) -> Exit:
    """Count the solutions of every puzzle."""
    model = card(arguments)
    done: list[Count] = []

    def ask(puzzle: Puzzle) -> Exit:
        found = count(puzzle, model, arguments.time_limit, arguments.memory_limit, arguments.verify)
        done.append(found)
        if arguments.json:
            say_json(_data(found))
        else:
            say(_text(found))
        return ended(found.reason)

    result = each_puzzle(arguments, ask)
    if len(done) > 1 and not arguments.json:
        total = sum(found.solutions for found in done)
        least = "" if all(found.exact for found in done) else "at least "
        say(f"sum of {len(done)}: {least}{total}")
    return result


def _text(found: Count) -> str:
    least = "" if found.exact else "at least "
    notes = [found.reason] * (found.reason != "done") + [found.because] * bool(found.because)
    if found.verified:
        notes.append(f"verified: {found.verified}")
    return f"{found.puzzle.source}: {least}{found.solutions}" + f" ({'; '.join(notes)})" * bool(notes)


def _data(found: Count) -> dict[str, Any]:
    return heading(found) | {
        "solutions": found.solutions,
        "exact": found.exact,
        "counted_by": list(found.ways),
        "verified": found.verified,
    }

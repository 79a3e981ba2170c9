"""`nonosat check puzzles/*.non -j 2`: one line per puzzle, and an exit code that says whether all are
unique.

Exit code 1: a puzzle does not have exactly one solution.
"""

from __future__ import annotations

import argparse

from nonosat.cli import options
from nonosat.cli.loop import each_answer
from nonosat.cli.output import Exit, show, worst
from nonosat.solving.answer import Answer, Verdict


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzles(parser)
    options.jobs(parser, "puzzles at a time, or models if there is one puzzle")


def main(arguments: argparse.Namespace) -> Exit:
    """Check every puzzle."""

    def tell(answer: Answer) -> Exit:
        text = f"{answer.name}: {answer.verdict.value}"
        code = show(arguments, answer, text=text, more={"question": "check"})
        return worst(code, Exit.ANSWERED if answer.verdict is Verdict.UNIQUE else Exit.NO)

    return each_answer(arguments, tell)

"""`nonosat check puzzles/*.non -j 2`: a line per puzzle; or an answer to a puzzle, or a move, judged.

Exit code 1: a puzzle does not have exactly one solution, an answer is wrong, or no solution agrees with a
move.
"""

from __future__ import annotations

import argparse

from nonosat import Verdict, solve
from nonosat.cli import PARTS, options
from nonosat.cli.loop import each_report
from nonosat.cli.output import Exit, show, worst
from nonosat.records import replace
from nonosat.solving.answer import Answer


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzles(parser)
    options.flag(parser, "--skip-unreadable", options.SKIP)
    options.model(parser)
    options.jobs(parser)
    answers = parser.add_argument_group("answers", "grade an answer to one puzzle")
    options.add(answers, "--answer", "a text that contains the picture; - for stdin", "FILE")
    options.state(answers)
    options.add(answers, "--move", "one move from the state, such as r3c4=#", "MOVE")


def main(arguments: argparse.Namespace) -> Exit:
    """Print the verdicts, or judge the answer or the move."""
    if arguments.answer is not None or arguments.move is not None or arguments.state is not None:
        code: Exit = PARTS.load("answers").main(arguments)
        return code

    def tell(answer: Answer) -> Exit:
        said, more = [answer.name, answer.verdict.value], {}
        if answer.verdict is Verdict.NONE:
            from nonosat.solving.questions.conflicts import conflicts  # few puzzles have none

            limits, spent = options.limits_of(arguments), answer.seconds.get("total", 0.0)
            left = replace(limits, time=None if limits.time is None else max(0.0, limits.time - spent))
            why = conflicts(answer.puzzle, options.card(arguments), left).require_uninterrupted()
            said += ["; ".join(one.says() for one in why.conflicts)] if why.conflicts else []
            more = {"why": why.result()["conflicts"]}
        text = ": ".join(said)
        code = show(arguments, answer, text=text, more=more)
        return code if answer.verdict is Verdict.UNIQUE else worst(code, Exit.NO)

    return each_report(arguments, solve, tell)

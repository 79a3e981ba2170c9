"""`nonosat check`: one line per puzzle, and an exit code that says whether all are unique."""

from __future__ import annotations

import argparse

from nonosat.answer import Answer, Verdict
from nonosat.cli.common import card, each_answer, exit_code, file_arguments, jobs_argument, model_arguments
from nonosat.cli.output import Exit, say, say_json


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)
    jobs_argument(parser, "puzzles at a time, or models if there is one puzzle")


def main(arguments: argparse.Namespace) -> Exit:
    """Check every puzzle."""

    def show(answer: Answer) -> Exit:
        if arguments.json:
            say_json(answer.data() | {"question": "check"})
        else:
            say(f"{answer.name}: {answer.verdict.value}")
        code = exit_code(answer)
        if code is Exit.ANSWERED and answer.verdict is not Verdict.UNIQUE:
            return Exit.NO
        return code

    return each_answer(arguments, card(arguments), show)

"""`nonosat check`: one line a puzzle, and an exit code that says whether all are unique."""

from __future__ import annotations

import argparse

from nonosat.answer import Verdict
from nonosat.cli.asking import card, each_puzzle, file_arguments, model_arguments
from nonosat.cli.output import Exit, say, say_json
from nonosat.cli.solve import answer_data, exit_code
from nonosat.puzzles import Puzzle
from nonosat.questions.unique import solve


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)


def run(arguments: argparse.Namespace) -> Exit:
    """Check every puzzle."""
    model = card(arguments)

    def ask(puzzle: Puzzle) -> Exit:
        answer = solve(puzzle, model, arguments.time_limit, arguments.memory_limit)
        if arguments.json:
            say_json(answer_data(answer))
        else:
            say(f"{puzzle.source}: {answer.verdict.value}")
        code = exit_code(answer)
        if code is Exit.ANSWERED and answer.verdict is not Verdict.UNIQUE:
            return Exit.NO
        return code

    return each_puzzle(arguments, ask)

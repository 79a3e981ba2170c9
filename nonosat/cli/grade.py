"""`nonosat grade cat --answer answer.txt`: an answer, or one move, graded against the clues.

Exit code 1: the answer is not a solution, or no solution agrees with the move.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from textwrap import fill

from nonosat import InputError, StopReason, load, require_cells
from nonosat.cli import inputs, options
from nonosat.cli.output import Exit, ended, show
from nonosat.formats.source import content
from nonosat.learning.grading import SCORE, grade
from nonosat.reasons.moves import Standing, grade_step, read_move


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzle(parser)
    options.path(parser, "--answer", "a text that contains the picture; - for stdin", "FILE")
    options.state(parser)
    options.add(parser, "--move", "grade one move from the state, such as r3c4=#", "MOVE")
    options.limits(parser, "for the puzzle")
    parser.epilog = fill(f"The score is {SCORE}.", 79)


def main(arguments: argparse.Namespace) -> Exit:
    """Grade the answer or the move; exit code 2 also means that the answer cannot be read."""
    puzzle = require_cells(load(arguments.file, arguments.format), "grade works")
    limits = options.limits_of(arguments)
    if (arguments.answer is None) == (arguments.move is None):
        raise InputError("expected --answer FILE or --move MOVE")
    if arguments.move is not None:
        move = read_move(arguments.move, puzzle)
        judged = grade_step(puzzle, inputs.state(arguments, puzzle), move, limits)
        show(arguments, judged)
        if judged.stop_reason is StopReason.INTERRUPTED:
            return Exit.INTERRUPTED
        if judged.standing is Standing.UNKNOWN:
            return Exit.UNDECIDED
        return Exit.ANSWERED if judged.right else Exit.NO
    if arguments.state is not None:
        raise InputError("--state is for --move")
    graded = grade(puzzle, _text(arguments.answer), limits)
    show(arguments, graded)
    if graded.reading.picture is None:
        return Exit.BAD_INPUT if graded.done else ended(graded.stop_reason)
    if graded.stop_reason is StopReason.INTERRUPTED:
        return Exit.INTERRUPTED
    return Exit.ANSWERED if graded.exact else Exit.NO


def _text(name: str) -> str:
    """Read the text of an answer, replacing bytes that are not text."""
    data = content(None if name == "-" else Path(name), name).data
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")

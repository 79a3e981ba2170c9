"""An answer, or one move, judged against the clues, for `nonosat check`."""

from __future__ import annotations

import argparse

from nonosat import InputError, StopReason
from nonosat.cli import options
from nonosat.cli.output import Exit, choose_exit, show
from nonosat.learning import moves
from nonosat.learning.grading import grade
from nonosat.toolkit import require_cells


def main(arguments: argparse.Namespace) -> Exit:
    """Grade the answer or the move; exit code 2 also means that the answer cannot be read."""
    puzzle = require_cells(options.puzzle_of(arguments), "an answer is judged")
    limits = options.limits_of(arguments)
    if (arguments.answer is None) == (arguments.move is None):
        raise InputError("expected --answer FILE or --move MOVE")
    if arguments.move is not None:
        move = moves.read_move(arguments.move, puzzle)
        judged = moves.grade_step(puzzle, options.state_of(arguments, puzzle), move, limits)
        show(arguments, judged)
        if judged.stop_reason is StopReason.INTERRUPTED:
            return Exit.INTERRUPTED
        if judged.standing is moves.Standing.UNKNOWN:
            return Exit.UNDECIDED
        return Exit.ANSWERED if judged.right else Exit.NO
    if arguments.state is not None:
        raise InputError("--state is for --move")
    graded = grade(puzzle, options.text_of(arguments.answer), limits)
    show(arguments, graded)
    if graded.reading.picture is None:
        return Exit.BAD_INPUT if graded.done else choose_exit(graded.stop_reason)
    if graded.stop_reason is StopReason.INTERRUPTED:
        return Exit.INTERRUPTED
    return Exit.ANSWERED if graded.exact else Exit.NO

"""`nonosat repair`: the fewest cells to change so that a picture is the only one with its clues."""

from __future__ import annotations

import argparse

from nonosat.cli import common
from nonosat.cli.files import goal_or_solution, output_format
from nonosat.cli.output import Exit, write_file
from nonosat.errors import InputError
from nonosat.formats import load, write
from nonosat.making.repair import repair
from nonosat.puzzles import Puzzle, require_nonogram


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    common.file_arguments(parser)
    common.model_arguments(parser)
    parser.add_argument(
        "--flips", type=common.whole, default=None, metavar="K", help="change at most K cells (default: 3)"
    )
    parser.add_argument(
        "--mask", metavar="PICTURE", help="cells that may not change: those that this picture fills"
    )
    parser.add_argument("-o", "--output", metavar="PATH", help="write the puzzle of the new picture")


def main(arguments: argparse.Namespace) -> Exit:
    """Repair the picture of every file."""
    model = common.card(arguments)
    form = output_format(arguments.output) if arguments.output else ""
    written: list[Puzzle] = []

    def ask(puzzle: Puzzle) -> Exit:
        keep = _mask(arguments.mask, puzzle) if arguments.mask else ()
        found = repair(puzzle, arguments.flips, keep, model, common.limits_of(arguments))
        common.show(arguments, found)
        if found.repaired is not None:
            written.append(found.repaired)
        none = found.before is not None and found.after is None and found.done
        return Exit.NO if none else common.ended(found.stop_reason)

    result = common.each_puzzle(arguments, ask)
    if arguments.output and written:
        write_file(arguments.output, write(written, form))
    return result


def _mask(path: str, puzzle: Puzzle) -> list[int]:
    """Return the cells that a picture fills."""
    asked = require_nonogram(puzzle, "repair works")
    rows = goal_or_solution(load(path))
    if len(rows) != asked.height or {len(row) for row in rows} != {asked.width}:
        raise InputError(f"the mask is not {asked.height} rows of {asked.width} cells", path)
    return [cell for cell, char in enumerate("".join(rows)) if char != "."]

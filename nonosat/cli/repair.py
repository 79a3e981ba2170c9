"""`nonosat repair`: the fewest changes that make a picture's puzzle unique, or easy enough."""

from __future__ import annotations

import argparse
from pathlib import Path

from nonosat.cli import common
from nonosat.cli.files import goal_or_solution
from nonosat.cli.output import Exit, write_file
from nonosat.errors import InputError
from nonosat.formats import format_for, load, write
from nonosat.formats.photo import grey
from nonosat.formats.source import content
from nonosat.making.fields import costs
from nonosat.making.repair import FLIPS, REPAIRS, UNIQUE, repair
from nonosat.puzzles import Puzzle, require_nonogram
from nonosat.reasons.difficulty import LINES


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    common.file_arguments(
        parser, "pictures, or puzzles, whose first solution is the picture if they have none"
    )
    common.model_arguments(parser)
    class_argument(parser, UNIQUE)
    parser.add_argument(
        "--flips",
        type=common.whole,
        metavar="K",
        help=f"change at most K cells (default: {FLIPS[UNIQUE]}; {FLIPS[LINES]} for lines and moderate)",
    )
    parser.add_argument("--mask", metavar="PICTURE", help="a picture whose filled cells must not change")
    parser.add_argument(
        "--grey",
        metavar="IMAGE",
        help="a picture in greys: prefer to change cells that are neither dark nor light in it",
    )
    parser.add_argument(
        "--ranked", type=common.positive, default=0, metavar="N", help="list the N best changes, rated"
    )
    parser.add_argument("-o", "--output", metavar="PATH", help="write the puzzle of the new picture")


def class_argument(parser: argparse._ActionsContainer, default: str | None) -> None:
    """Add --class."""
    parser.add_argument(
        "--class",
        dest="level",
        choices=REPAIRS,
        default=default,
        help="unique: one solution; lines: solvable line by line; moderate: with short refutations, too"
        + (f" (default: {default})" if default else ""),
    )


def main(arguments: argparse.Namespace) -> Exit:
    """Repair the picture of every file."""
    model = common.card(arguments)
    form = format_for(arguments.output) if arguments.output else ""
    written: list[Puzzle] = []

    def ask(puzzle: Puzzle) -> Exit:
        found = repair(
            puzzle,
            arguments.flips,
            _mask(arguments.mask, puzzle) if arguments.mask else (),
            model,
            common.limits_of(arguments),
            level=arguments.level,
            costs=_costs(arguments.grey, puzzle) if arguments.grey else (),
            ranked=arguments.ranked,
        )
        common.show(arguments, found)
        if found.repaired is not None:
            written.append(found.repaired)
        if found.after is None and found.done:
            return Exit.NO if found.before is None or found.proven else Exit.UNDECIDED
        return common.ended(found.stop_reason)

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


def _costs(path: str, puzzle: Puzzle) -> tuple[int, ...]:
    """Return the cost of changing each cell, from a picture scaled to the puzzle's size."""
    asked = require_nonogram(puzzle, "repair works")
    if len(asked.palette) > 2:
        raise InputError("--grey is for puzzles in black and white", puzzle.source)
    return costs(grey(content(Path(path), path), (asked.width, asked.height)))

"""`nonosat repair picture.pbm --class lines -o puzzle.non`: the fewest changes that make a picture's puzzle
unique, or easy enough.

Exit code 1: there is no solution to repair, or no change of at most --flips cells is enough.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from nonosat.cli import options
from nonosat.cli.files import goal_or_solution, puzzles_for
from nonosat.cli.loop import each_puzzle
from nonosat.cli.output import Exit, show
from nonosat.errors import InputError
from nonosat.formats import load
from nonosat.formats.photo import grey
from nonosat.formats.source import content
from nonosat.making.fields import FINE, costs
from nonosat.making.repair import FLIPS, REPAIRS, UNIQUE, repair
from nonosat.puzzles import Puzzle, require_cells
from nonosat.reasons.classes import LINES


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzles(parser, "pictures, or puzzles, whose first solution is the picture if they have none")
    class_argument(parser, UNIQUE)
    about = f"change at most K cells (default: {FLIPS[UNIQUE]}; {FLIPS[LINES]} for lines and moderate)"
    options.number(parser, "--flips", about, options.whole, "K")
    options.path(parser, "--mask", "a picture whose filled cells must not change", "PICTURE")
    about = "a picture in greys: prefer to change cells that are neither dark nor light in it"
    options.path(parser, "--grey", about, "IMAGE")
    options.number(parser, "--ranked", "list the N best changes, rated", options.positive)
    options.output(parser, "write the puzzle of the new picture")


def class_argument(parser: options.Options, default: str | None) -> None:
    """Add --class."""
    about = "unique: one solution; lines: solvable line by line; moderate: with short refutations, too"
    options.choice(parser, "--class", about, REPAIRS, dest="level", default=default)


def main(arguments: argparse.Namespace) -> Exit:
    """Repair the picture of every file."""
    model, limits = options.card(arguments), options.limits_of(arguments)

    def ask(puzzle: Puzzle) -> Exit:
        found = repair(
            puzzle,
            arguments.flips,
            _mask(arguments.mask, puzzle) if arguments.mask else (),
            model,
            limits,
            level=arguments.level,
            costs=_costs(arguments.grey, puzzle) if arguments.grey else (),
            ranked=arguments.ranked or 0,
        )
        if found.repaired is not None:
            written.append(found.repaired)
        failed = found.after is None and found.done
        impossible = found.before is None or found.proven
        code = show(arguments, found, no=failed and impossible)
        return Exit.UNDECIDED if failed and not impossible else code

    with puzzles_for(arguments.output) as written:
        return each_puzzle(arguments, ask)


def _mask(path: str, puzzle: Puzzle) -> list[int]:
    """Return the cells that a picture fills."""
    asked = require_cells(puzzle, "repair works")
    rows = goal_or_solution(load(path))
    if fault := asked.size_fault(rows):
        raise InputError(f"the mask is {fault}", path)
    return [cell for cell, char in enumerate(asked.chars(rows)) if char != "."]


def _costs(path: str, puzzle: Puzzle) -> tuple[int, ...]:
    """Return the cost of changing each cell, from a picture scaled to the puzzle's size."""
    asked = require_cells(puzzle, "repair works")
    if len(asked.palette) > 2:
        raise InputError("--grey is for puzzles in black and white", puzzle.source)
    if not asked.row_lengths:
        raise InputError(f"--grey is for cells in rows; this puzzle is of kind {puzzle.kind}", puzzle.source)
    fine = 1 if asked.grid else FINE
    levels = grey(content(Path(path), path), (fine * asked.width, fine * asked.height))
    return costs((bytes(asked.sampled(levels)),))

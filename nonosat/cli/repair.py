"""`nonosat repair`: the fewest cells to change so that a picture is the only one with its clues."""

from __future__ import annotations

import argparse
from typing import Any

from nonosat.cli.cells import places, places_text
from nonosat.cli.common import card, each_puzzle, ended, file_arguments, heading, model_arguments, whole
from nonosat.cli.files import goal_or_solution, output_format
from nonosat.cli.output import Exit, colours, say, say_json, width, write_file
from nonosat.errors import InputError
from nonosat.formats import load, write
from nonosat.pictures.terminal import draw
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.questions.repair import FLIPS, Repair, repair


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)
    parser.add_argument(
        "--flips", type=whole, default=FLIPS, metavar="K", help="change at most so many cells (default: 3)"
    )
    parser.add_argument(
        "--mask", metavar="PICTURE", help="cells that may not change: those that this picture fills"
    )
    parser.add_argument("-o", dest="output", metavar="PATH", help="write the puzzle of the new picture")


def run(arguments: argparse.Namespace) -> Exit:
    """Repair the picture of every file."""
    model = card(arguments)
    form = output_format(arguments.output) if arguments.output else ""
    written: list[Puzzle] = []

    def ask(puzzle: Puzzle) -> Exit:
        keep = _mask(arguments.mask, puzzle) if arguments.mask else ()
        found = repair(puzzle, arguments.flips, keep, model, arguments.time_limit, arguments.memory_limit)
        if arguments.json:
            say_json(_data(found))
        else:
            say(_text(found))
        if found.repaired is not None:
            written.append(found.repaired)
        none = found.before is not None and found.after is None and found.reason == "done"
        return Exit.NO if none else ended(found.reason)

    result = each_puzzle(arguments, ask)
    if arguments.output and written:
        write_file(arguments.output, write(written, form))
    return result


def _mask(path: str, puzzle: Puzzle) -> list[int]:
    """Return the cells that a picture fills."""
    if not isinstance(puzzle, Nonogram):
        return []
    rows = goal_or_solution(load(path))
    if len(rows) != puzzle.height or {len(row) for row in rows} != {puzzle.width}:
        raise InputError(f"the mask is not {puzzle.height} rows of {puzzle.width} cells", path)
    return [cell for cell, char in enumerate("".join(rows)) if char != "."]


def _text(found: Repair) -> str:
    puzzle, new = found.puzzle, found.repaired
    if found.before is None:
        because = found.because or found.reason
        return f"{puzzle.source}: no picture to repair" + f" ({because})" * (because != "done") + "."
    if new is None:
        none = f"with {found.tried} changes or fewer" if found.tried > 0 else "without changes"
        head = f"{puzzle.source}: no picture {none} is the only one with its clues"
        return head + (f"; beyond that it is not known: {found.reason}." if found.reason != "done" else ".")
    number = len(found.cells)
    if not number:
        return f"{puzzle.source}: the picture is already the only one with its clues."
    before = Nonogram.from_picture(found.before, puzzle.palette)
    pictures = [
        draw(before, before.goal, new.goal, width(), colours()),
        draw(new, new.goal, before.goal, width(), colours()),
    ]
    change = f"{number} change{'s make' if number != 1 else ' makes'} the picture the only one with its clues"
    fewer = ", and no fewer do" * (number > 1)
    return "\n\n".join([*pictures, f"{puzzle.source}: {change}{fewer}: {places_text(puzzle, found.cells)}."])


def _data(found: Repair) -> dict[str, Any]:
    return heading(found) | {
        "before": found.before,
        "after": found.after,
        "changes": places(found.puzzle, found.cells) if found.after is not None else None,
        "none_with": found.tried,
    }

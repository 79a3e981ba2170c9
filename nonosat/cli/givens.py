"""`nonosat givens`: the fewest cells that, given, leave one solution."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from nonosat.cli.cells import places, places_text
from nonosat.cli.common import card, each_puzzle, ended, file_arguments, heading, model_arguments
from nonosat.cli.files import output_format, picture_of
from nonosat.cli.output import Exit, colours, say, say_json, width, worst, write_file
from nonosat.errors import InputError
from nonosat.formats import write
from nonosat.pictures.terminal import draw
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.questions.givens import Givens, givens


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--solution", metavar="SOL", help="the solution to leave, as rows of text or a picture file"
    )
    which.add_argument("--any", action="store_true", help="leave whichever solution needs the fewest givens")
    which.add_argument("--from-givens", action="store_true", help="choose among the puzzle's own givens")
    parser.add_argument("-o", dest="output", metavar="PATH", help="write the puzzle with these givens")


def run(arguments: argparse.Namespace) -> Exit:
    """Find givens for every puzzle."""
    model = card(arguments)
    form = output_format(arguments.output) if arguments.output else ""
    written: list[Puzzle] = []

    def ask(puzzle: Puzzle) -> Exit:
        wanted = picture_of(arguments.solution, puzzle) if arguments.solution else None
        found = givens(
            puzzle,
            wanted,
            model,
            arguments.time_limit,
            arguments.memory_limit,
            any_solution=arguments.any,
            from_givens=arguments.from_givens,
        )
        if arguments.json:
            say_json(_data(found))
        else:
            if found.solution is not None:
                say(_drawn(found) + "\n")
            say(f"{puzzle.source}: {_text(found, arguments.any)}")
        if arguments.output and found.solution is not None:
            written.append(_with_givens(found))
        none = found.solvable is True and found.solution is None
        return worst(ended(found.reason), Exit.NO if none else Exit.ANSWERED)

    result = each_puzzle(arguments, ask)
    if written:
        write_file(arguments.output, write(written, form))
    return result


def _text(found: Givens, any_solution: bool) -> str:
    if found.solution is None:
        what = "no solution" if found.solvable is False else "no givens found"
        return (
            what
            + f" ({found.because or found.reason})" * (found.because != "" or found.reason != "done")
            + "."
        )
    number = len(found.cells)
    if not number:
        return "there is one solution already, without more givens."
    what = f"{number} given{'s leave' if number != 1 else ' leaves'} this solution alone"
    of_all = ", whichever solution is left" * any_solution
    if found.smallest:
        bound = f", and no fewer do{of_all}"
    else:
        bound = f"; whether fewer do, at least {found.least}{of_all}, is not known: {found.reason}"
    return f"{what}{bound}.\n  {places_text(found.puzzle, found.cells)}"


def _data(found: Givens) -> dict[str, Any]:
    return heading(found) | {
        "solvable": found.solvable,
        "solution": found.solution,
        "givens": [
            {"cell": place, "value": value}
            for place, value in zip(places(found.puzzle, found.cells), _values(found), strict=True)
        ],
        "number": len(found.cells),
        "at_least": found.least,
        "smallest": found.smallest,
    }


def _values(found: Givens) -> list[str]:
    """Return what the cells are given as: a nonogram's characters, or numbers."""
    solution = found.solution or ()
    if isinstance(found.puzzle, Nonogram):
        text = "".join(solution)
        return [text[cell] for cell in found.cells]
    values = found.puzzle.values(solution)
    return [str(values[cell]) for cell in found.cells]


def _given(found: Givens, every: bool) -> Picture:
    """Return the solution in the given cells, and `?` in the others; or with `every` the reverse."""
    solution = found.solution or ()
    text, given = "".join(solution), set(found.cells)
    shown = "".join(UNKNOWN if (cell in given) is every else char for cell, char in enumerate(text))
    return tuple(shown[at : at + len(solution[0])] for at in range(0, len(shown), len(solution[0])))


def _drawn(found: Givens) -> str:
    """Draw the solution with the givens shaded."""
    marked = _given(found, every=True) if isinstance(found.puzzle, Nonogram) else ()
    return draw(found.puzzle, found.solution or (), marked, width(), colours())


def _with_givens(found: Givens) -> Puzzle:
    puzzle = found.puzzle
    if not isinstance(puzzle, Nonogram) or found.solution is None:
        raise InputError("only nonograms can be written with other givens", puzzle.source)
    own = puzzle.givens or ((UNKNOWN * puzzle.width,) * puzzle.height)
    rows = tuple(
        "".join(new if new != UNKNOWN else old for new, old in zip(*both, strict=True))
        for both in zip(_given(found, every=False), own, strict=True)
    )
    return replace(puzzle, givens=rows, goal=found.solution if puzzle.goal else ())

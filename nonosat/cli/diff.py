"""`nonosat diff`: two pictures side by side, and which of their differences hang together."""

from __future__ import annotations

import argparse
from itertools import zip_longest

from nonosat.cli.cells import groups_text, places
from nonosat.cli.common import card, model_arguments
from nonosat.cli.files import goal_or_solution, picture_of
from nonosat.cli.output import Exit, colours, say, say_json, width
from nonosat.errors import InputError
from nonosat.formats import load
from nonosat.pictures.terminal import draw
from nonosat.puzzles.nonogram import Nonogram
from nonosat.questions.diff import Difference, diff


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    for name in ("A", "B"):
        parser.add_argument(name, help="a picture, or a puzzle: its goal, or else its first solution")
    parser.add_argument("--json", action="store_true", help="one JSON object")
    model_arguments(parser)


def run(arguments: argparse.Namespace) -> Exit:
    """Compare two pictures."""
    puzzle = load(arguments.A)
    if not isinstance(puzzle, Nonogram):
        raise InputError(f"a puzzle of the kind {puzzle.kind} is no picture", arguments.A)
    limits = card(arguments), arguments.time_limit, arguments.memory_limit
    first = goal_or_solution(puzzle, *limits)
    found = diff(first, picture_of(arguments.B, puzzle, *limits), puzzle.palette)
    if arguments.json:
        say_json(_data(arguments.A, arguments.B, found))
    else:
        if found.cells:
            say(_side_by_side(found) + "\n")
        say(_text(arguments.A, arguments.B, found))
    return Exit.NO if found.cells else Exit.ANSWERED


def _side_by_side(found: Difference) -> str:
    """Draw both pictures, one beside the other if there is room."""
    one, two = found.first, found.second
    drawn = [draw(one, one.goal, two.goal).split("\n"), draw(two, two.goal, one.goal).split("\n")]
    need = [max(map(len, lines)) for lines in drawn]
    room = width()
    if colours() or (room is not None and sum(need) + 3 > room):
        pairs = ((one, two), (two, one))
        return "\n\n".join(draw(this, this.goal, that.goal, room, colours()) for this, that in pairs)
    # The pictures stand on one line however high their clues are.
    backwards = zip_longest(*(lines[::-1] for lines in drawn), fillvalue="")
    rows = [f"{left:{need[0]}}   {right}".rstrip() for left, right in backwards]
    return "\n".join(reversed(rows))


def _text(first: str, second: str, found: Difference) -> str:
    if not found.cells:
        return f"{first} and {second} show the same picture."
    number, groups = len(found.cells), len(found.groups)
    what = "switch" + "es" * (groups != 1) if not found.lines else "group" + "s" * (groups != 1)
    clues = f"the clues differ in {', '.join(found.lines)}" if found.lines else "all clues are the same"
    head = f"{first} and {second} differ in {number} cell{'s' * (number != 1)}; {clues}. {groups} {what}:"
    return head + "\n" + groups_text(found.first, found.groups)


def _data(first: str, second: str, found: Difference) -> dict[str, object]:
    return {
        "first": first,
        "second": second,
        "pictures": [found.first.goal, found.second.goal],
        "differ": len(found.cells),
        "same_clues": not found.lines,
        "lines": found.lines,
        "groups": [places(found.first, cells) for cells in found.groups],
    }

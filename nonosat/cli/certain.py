"""`nonosat certain`: the cells that are the same in all solutions, and how the others hang together."""

from __future__ import annotations

import argparse
from typing import Any

from nonosat.cli.cells import groups_text, letter, marks, places, where_text
from nonosat.cli.common import card, each_puzzle, ended, file_arguments, heading, model_arguments
from nonosat.cli.output import Exit, colours, say, say_json, width
from nonosat.pictures.terminal import draw
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.questions.certain import Certain, certain


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)


def run(arguments: argparse.Namespace) -> Exit:
    """Say of every puzzle which cells are certain."""
    model = card(arguments)

    def ask(puzzle: Puzzle) -> Exit:
        found = certain(puzzle, model, arguments.time_limit, arguments.memory_limit)
        if arguments.json:
            say_json(_data(found))
        else:
            if found.solvable is not False:
                marked = marks(puzzle, found.components)
                say(draw(puzzle, found.picture, (), width(), colours(), marked) + "\n")
            say(_text(found))
        return ended(found.reason)

    return each_puzzle(arguments, ask)


def _text(found: Certain) -> str:
    puzzle = found.puzzle
    if found.solvable is False:
        return f"{puzzle.source}: no solution" + f" ({found.because})" * bool(found.because) + "."
    some = f"{found.known} of {len(found.possible)} cells are certain"
    if found.reason != "done":
        return f"{puzzle.source}: {some}; of the others it is not known: {found.reason}."
    if not found.components:
        return f"{puzzle.source}: {some}: there is one solution."
    number = len(found.components)
    groups = "1 group" if number == 1 else f"{number} groups, each by itself"
    head = f"{puzzle.source}: {some}; the others vary in {groups}:\n"
    if isinstance(puzzle, Nonogram) and len(puzzle.palette) > 2:
        return head + "\n".join(
            f"  {letter(number)}: {len(cells)} cells: {_by_values(found, cells)}"
            for number, cells in enumerate(found.components)
        )
    return head + groups_text(puzzle, found.components)


def _by_values(found: Certain, cells: tuple[int, ...]) -> str:
    """Name the cells of a group, those together that can have the same colours."""
    alike: dict[str, list[int]] = {}
    for cell in cells:
        alike.setdefault(_values(found, cell), []).append(cell)
    return "; ".join(f"{values} in {where_text(found.puzzle, some)}" for values, some in alike.items())


def _values(found: Certain, cell: int) -> str:
    """Return the values of a cell, as a nonogram's characters or as numbers."""
    mask = found.possible[cell]
    chars = [colour.char for colour in found.puzzle.palette] if isinstance(found.puzzle, Nonogram) else "01"
    return "".join(char for value, char in enumerate(chars) if mask >> value & 1)


def _data(found: Certain) -> dict[str, Any]:
    return heading(found) | {
        "solvable": found.solvable,
        "certain": found.known,
        "cells": len(found.possible),
        "picture": found.picture if found.solvable is not False else [],
        "groups": [_group_data(found, cells) for cells in found.components],
    }


def _group_data(found: Certain, cells: tuple[int, ...]) -> list[dict[str, object]]:
    return [
        {"cell": place, "values": _values(found, cell)}
        for cell, place in zip(cells, places(found.puzzle, cells), strict=True)
    ]

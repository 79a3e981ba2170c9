"""Shared by `hint` and `explain`: the state, the cell and the weights."""

from __future__ import annotations

import argparse
import re

from nonosat.cli import options
from nonosat.errors import InputError
from nonosat.formats import load
from nonosat.processes.limits import Limits
from nonosat.puzzles import CellPuzzle, require_cells
from nonosat.puzzles.base import cell_at
from nonosat.puzzles.picture import Picture
from nonosat.reasons import weights
from nonosat.reasons.marks import read_state
from nonosat.solving.cards import Card
from nonosat.words import shown

Values = tuple[CellPuzzle, Picture | None, int | None, weights.Weights | None, Card, Limits]


def step_arguments(parser: argparse.ArgumentParser) -> None:
    """Add FILE, the limits, and the arguments for state, cell and weights."""
    options.puzzle(parser)
    options.model(parser)
    options.state(parser)
    options.add(parser, "--cell", "only this cell: row and column, counted from 1", "R,C")
    options.path(parser, "--weights", "costs of steps, as YAML: the cheapest comes first", "FILE")


def step_values(arguments: argparse.Namespace, what: str) -> Values:
    """Return the puzzle, the state, the cell, the weights, the model card and the limits."""
    puzzle = require_cells(load(arguments.file, arguments.format), what)
    state, cell = state_of(arguments, puzzle), cell_of(arguments, puzzle)
    costs = None if arguments.weights is None else weights.load(arguments.weights)
    return puzzle, state, cell, costs, options.card(arguments), options.limits_of(arguments)


def state_of(arguments: argparse.Namespace, puzzle: CellPuzzle) -> Picture | None:
    """Return the state in --state, if it is given."""
    return None if arguments.state is None else read_state(arguments.state, puzzle)


def cell_of(arguments: argparse.Namespace, puzzle: CellPuzzle) -> int | None:
    """Return the cell in --cell, if it is given."""
    if arguments.cell is None:
        return None
    found = re.fullmatch(r"([1-9][0-9]{0,3}),([1-9][0-9]{0,3})", arguments.cell)
    row, column = map(int, found.groups()) if found else (0, 0)
    cell = cell_at(puzzle, row, column)
    if cell is None:
        sizes = f"a row from 1 to {puzzle.height} and a {puzzle.across} from 1 to {puzzle.width}"
        raise InputError(f"--cell: expected {sizes}, such as 1,1, found {shown(arguments.cell)}")
    return cell

"""The data of a puzzle's board for pages: clues, givens, colours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from nonosat.errors import InputError
from nonosat.pages.templates import script, template
from nonosat.pictures.style import light
from nonosat.problem import Clue, Count
from nonosat.problem.automaton import Automaton
from nonosat.puzzles.base import CellPuzzle, Puzzle
from nonosat.puzzles.colours import split
from nonosat.puzzles.declared import Declared
from nonosat.puzzles.declared.demands import say_wanted
from nonosat.puzzles.lines import LinePuzzle
from nonosat.puzzles.picture import UNKNOWN

MAX_CELLS = 40_000
"""The most cells on a page; each is an element, for screen readers."""


def check_kind(puzzle: Puzzle, what: str) -> CellPuzzle:
    """Return the puzzle if there is a board for its kind; else raise InputError that begins with `what`."""
    if not isinstance(puzzle, CellPuzzle) or not (puzzle.is_declared or puzzle.kind in KINDS):
        kinds = ", ".join(KINDS)
        what = f"{what} shows {kinds} and declared kinds; this puzzle is of kind {puzzle.kind}"
        raise InputError(what, puzzle.source)
    if isinstance(puzzle, LinePuzzle) and puzzle.has_any_blocks:
        raise InputError(f"{what} shows no clues with *", puzzle.source)
    return puzzle


def check_shown(given: Puzzle, what: str) -> CellPuzzle:
    """Return the puzzle if a page can show it; else raise InputError, whose message begins with `what`."""
    puzzle = check_kind(given, what)
    if (cells := sum(puzzle.row_lengths)) > MAX_CELLS:
        raise InputError(f"{what} has at most {MAX_CELLS} cells, this puzzle has {cells}", puzzle.source)
    return puzzle


def board_parts(entry: str) -> dict[str, str]:
    """Return what a page with a board has in its template: the board, its style, and the script `entry`."""
    return {
        "board": template(__package__, "shared/board.html"),
        "board-style": template(__package__, "shared/board.css"),
        "script": script(f"pages/{entry}.js"),
    }


def plain_puzzle(puzzle: CellPuzzle) -> dict[str, Any]:
    """Return the data of a puzzle for the scripts, without its goal. A cell that is not given is -1."""
    givens = dict(puzzle.given_options)
    signs = puzzle.rules.signs if isinstance(puzzle, Declared) else {}
    return {
        "kind": puzzle.kind,
        **(KINDS[puzzle.kind].data if puzzle.kind in KINDS else _write_declared)(puzzle),
        "palette": [
            {"char": c.char, "name": c.name, "rgb": c.rgb, "light": light(c.rgb)}
            | ({"halves": split(c.halves)} if c.halves else {})
            | ({"sign": signs[c.char]} if c.char in signs else {})
            for c in puzzle.palette
        ],
        "givens": [givens.get(cell, -1) for cell in range(len(puzzle.problem().sizes))],
    }


def _squares(puzzle: Any) -> dict[str, Any]:
    return {
        "width": puzzle.width,
        "height": puzzle.height,
        "rows": [_plain_clue(clue, puzzle.width) for clue in puzzle.rows],
        "columns": [_plain_clue(clue, puzzle.height) for clue in puzzle.columns],
    }


def _numbers(puzzle: Any) -> dict[str, Any]:
    numbers = [-1 if char == UNKNOWN else int(char) for char in puzzle.symbols]
    return {"width": puzzle.width, "height": puzzle.height, "numbers": numbers}


def _triangles(puzzle: Any) -> dict[str, Any]:
    clues = [_plain_clue(clue, len(line)) for _, clue, line in puzzle.lines()]
    return {"outline": list(puzzle.outline), "clues": clues}


def _write_declared(puzzle: Any) -> dict[str, Any]:
    """Return the data of a declared kind: its rules as counts and automata (see shared/declared.js)."""
    texts, tables, lines = puzzle.symbol_texts, dict[int, tuple[int, Automaton]](), []
    for one, constraint in zip(puzzle.clues, puzzle.problem().constraints, strict=True):
        line: dict[str, Any] = {
            "name": one.name,
            "cells": constraint.cells,
            "words": one.rule.says or say_wanted(one),
        }
        if isinstance(constraint, Count):
            of = [value for _, value in constraint.options]
            line |= {
                "least": constraint.least,
                "most": constraint.most,
                "of": of if len({*of}) > 1 else of[:1],
            }
        else:
            table = constraint.reader(len(puzzle.palette))
            line["automaton"] = tables.setdefault(id(table), (len(tables), table))[0]
        if one.clue:
            name, place = one.clue
            side = puzzle.rules.gives[name].form
            line["at"] = ["cell" if side == "picture" else side, place]
            line["text"] = texts.pop(place, "") if side == "picture" else str(puzzle.gives[name][place])
        lines.append(line)
    values = range(len(puzzle.palette))
    return {
        "width": puzzle.width,
        "height": puzzle.height,
        "texts": texts,
        "walls": sorted(puzzle.walls),
        "regions": puzzle.regions,
        "lines": lines,
        "automata": [
            {
                "next": [[row.get(value, -1) for value in values] for row in table.next],
                "ends": sorted(table.finals),
            }
            for _, table in tables.values()
        ],
    }


class Kind(NamedTuple):
    """A kind that pages show: its data, and its rules in words."""

    data: Callable[[Any], dict[str, Any]]
    rules: str


_RUNS = (
    "Each clue gives the lengths of the runs of filled cells in its line, in order; runs of one colour have "
    "at least one empty cell between them, and ? is a run of unknown length."
)
KINDS = {
    # Each kind has a geometry in shared/kinds.js.
    "nonogram": Kind(_squares, _RUNS),
    "triddler": Kind(_triangles, f"Lines run in three directions. {_RUNS}"),
    "mosaic": Kind(_numbers, "Each number says how many of the cells in and around its own cell are filled."),
}


def rules_of(puzzle: CellPuzzle) -> str:
    """Return the rules of a puzzle's kind in words."""
    return puzzle.rules.explained if isinstance(puzzle, Declared) else KINDS[puzzle.kind].rules


def _plain_clue(clue: Clue, length: int) -> list[dict[str, int]]:
    """Return a clue's blocks; blotted ones are limited to the line's length, to keep the numbers small."""
    return [
        {"colour": b.colour, "low": b.low, "high": max(b.low, min(b.high, length)) if b.blotted else b.low}
        for b in clue
    ]

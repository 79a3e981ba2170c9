"""Puzzles by seed, and prompts about them: texts by name and version, from `prompts.yaml`.

Each puzzle has exactly one solution, and the same seed gives the same puzzle. They are random fields, because
smooth pictures can be completed by their shape, without the clues.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from nonosat import (
    CLASSES,
    CellPuzzle,
    InputError,
    Limits,
    Made,
    Nonogram,
    Order,
    Picture,
    Puzzle,
    make,
    words,
    write,
)
from nonosat.learning.grading import Grade, grade
from nonosat.learning.values import line_clues

DEFAULT = "short/1"


@cache
def prompts() -> dict[str, str]:
    """Return the texts by name and version."""
    text = files(__package__).joinpath("prompts.yaml").read_text(encoding="utf-8")
    found: dict[str, str] = yaml.safe_load(text)
    return found


def prompt(puzzle: CellPuzzle, name: str = DEFAULT, state: Picture = ()) -> str:
    """Return the prompt about a puzzle; some texts show the state.

    The text of a kind other than nonograms has the kind before its name, as in `mosaic-short/1`.
    """
    full = name if puzzle.kind == "nonogram" else f"{puzzle.kind}-{name}"
    if full not in prompts():
        raise InputError(
            words.or_nearest(f"there is no prompt {words.shown(full)}", full, prompts(), "the prompts are")
        )
    return prompts()[full].format(
        clues="\n".join(puzzle.clue_lines()),
        height=puzzle.height,
        width=puzzle.width,
        state="\n".join(state or puzzle.start),
        example="\n".join(("#." * puzzle.width)[row % 2 :][: puzzle.width] for row in range(puzzle.height)),
    )


Source = Callable[[int], Puzzle]
"""A function from a seed to a puzzle."""

_EASY, _LINES, _MODERATE = ("trivial", "lines"), ("lines",), ("moderate",)

CURRICULUM: tuple[Order, ...] = (
    Order(width=4, height=4, levels=_EASY),
    Order(width=5, height=5, levels=_EASY),
    Order(width=7, height=7, levels=_EASY),
    Order(width=10, height=10, levels=_LINES),
    Order(width=10, height=10, density=0.5, levels=_LINES),
    Order(width=10, height=10, density=0.5, levels=_MODERATE),
    Order(width=15, height=15, levels=_LINES),
    Order(width=15, height=15, density=0.5, levels=_MODERATE),
)
"""Orders from easy to hard, by size, class and density."""

LIMIT = Limits(time=5.0)
"""For finding the certain cells of a puzzle of a framework, and for grading a move."""

_MOST = 1000  # candidates tried per seed


def made(order: Order, seed: int) -> Made:
    """Return the first puzzle of an order with this seed; raise InputError if none is found."""
    seeded = replace(order, seed=seed)
    for number in range(_MOST):
        found = make(seeded, number)
        if isinstance(found, Made):
            return found
    raise InputError(f"no puzzle of {order.words()} was found in {words.plural(_MOST, 'try', 'tries')}")


def source_of(puzzle: Puzzle | Order | Source) -> Source:
    """Return a source of an order's puzzles, or one that always returns the same puzzle."""
    if isinstance(puzzle, Order):
        return lambda seed: made(puzzle, seed).puzzle
    if isinstance(puzzle, Puzzle):
        return lambda _seed: puzzle
    return puzzle


def up_to(level: str) -> tuple[str, ...]:
    """Return the classes up to this one."""
    return CLASSES[: CLASSES.index(level) + 1]


def clues(puzzle: Puzzle) -> dict[str, Any]:
    """Return a nonogram's clues as plain data, which are enough to grade an answer."""
    record = json.loads(write([puzzle], "jsonl"))
    return {"rows": record["rows"], "columns": record["columns"]}


def puzzle_of(plain: Mapping[str, Any]) -> Nonogram:
    """Return the nonogram with these clues."""
    return Nonogram(line_clues(plain["rows"], "row"), line_clues(plain["columns"], "column"))


def graded(plain: Mapping[str, Any], answer: str) -> Grade:
    """Grade an answer to the nonogram with these clues."""
    return grade(puzzle_of(plain), answer, LIMIT)

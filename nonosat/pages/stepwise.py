"""A page that goes through a puzzle step by step, for explanations and traces.

The page is `stepwise.html`, with the board of `board` and the script `stepwise.js`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from nonosat.pages.board import board_parts, plain_puzzle
from nonosat.pages.templates import filled, script_json
from nonosat.puzzles.base import CellPuzzle

SETS = {"sets": "set by the step"}
"""What a mark of the board means, for the legend."""


def stepwise(
    puzzle: CellPuzzle,
    how: str,
    parts: Mapping[str, str],
    steps: Mapping[str, Any],
    known: Sequence[int],
    legend: Mapping[str, str] = SETS,
    word: str = "step",
) -> str:
    """Return the page; `how` is a part of its title, and `parts` are texts: `about`, `summary`, and the
    `command` that writes the steps as text.

    `steps` are in the form of `steps.plain_steps`, and `known` counts the known cells from the start on.
    """
    data = {**steps, "known": known, "word": word, "edges": puzzle.cut("")}
    name = puzzle.title or puzzle.source or puzzle.kind.capitalize()
    texts = {"name": name, "title": f"{name}, {how}", **parts}
    page = {
        **{name: escape(text) for name, text in texts.items()},
        **board_parts("stepwise"),
        "legend": " ".join(_key(mark, words) for mark, words in legend.items()),
        "puzzle": script_json(plain_puzzle(puzzle)),
        "steps": script_json(data),
    }
    return filled(__package__, "stepwise", page)


def _key(mark: str, words: str) -> str:
    return f'<span><canvas class="key" data-mark="{mark}" aria-hidden="true"></canvas>{words}</span>'

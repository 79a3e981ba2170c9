"""Prompts for models: texts by name and version, from `prompts.yaml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import yaml

from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.registry import UnknownNameError
from nonosat.words import or_nearest, shown

DEFAULT = "short/1"


@cache
def prompts() -> dict[str, str]:
    """Return the texts by name and version."""
    text = files(__package__).joinpath("prompts.yaml").read_text(encoding="utf-8")
    found: dict[str, str] = yaml.safe_load(text)
    return found


def prompt(puzzle: Nonogram, name: str = DEFAULT, state: Picture = ()) -> str:
    """Return the prompt about a puzzle; some texts show the state."""
    known = prompts()
    if name not in known:
        raise UnknownNameError(
            or_nearest(f"there is no prompt {shown(name)}", name, known, "the prompts are")
        )
    open_cells = (UNKNOWN * puzzle.width,) * puzzle.height
    return known[name].format(
        clues=clues(puzzle),
        height=puzzle.height,
        width=puzzle.width,
        state="\n".join(state or puzzle.givens or open_cells),
        example="\n".join(("#." * puzzle.width)[row % 2 :][: puzzle.width] for row in range(puzzle.height)),
    )


def clues(puzzle: Nonogram) -> str:
    """Return the clues as lines of text."""
    rows = [f"Row {k}: {puzzle.clue_text(clue)}" for k, clue in enumerate(puzzle.rows, start=1)]
    columns = [f"Column {k}: {puzzle.clue_text(clue)}" for k, clue in enumerate(puzzle.columns, start=1)]
    return "\n".join([*rows, *columns])

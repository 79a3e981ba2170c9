"""Prompts for models: texts by name and version, from `prompts.yaml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import yaml

from nonosat import CellPuzzle, InputError, Picture, words

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

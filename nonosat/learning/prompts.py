"""Prompts for models: texts by name and version, from `prompts.yaml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import yaml

from nonosat.puzzles import CellPuzzle
from nonosat.puzzles.picture import Picture
from nonosat.registry import UnknownNameError
from nonosat.words import or_nearest, shown

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
    known = {text.removeprefix(f"{puzzle.kind}-"): text for text in prompts() if _is_about(text, puzzle.kind)}
    if name not in known:
        what = f"there is no prompt {shown(name)} for puzzles of kind {puzzle.kind}"
        raise UnknownNameError(or_nearest(what, name, known, "the prompts are") if known else what)
    return prompts()[known[name]].format(
        clues="\n".join(puzzle.clue_lines()),
        height=puzzle.height,
        width=puzzle.width,
        state="\n".join(state or puzzle.start),
        example="\n".join(("#." * puzzle.width)[row % 2 :][: puzzle.width] for row in range(puzzle.height)),
    )


def _is_about(text: str, kind: str) -> bool:
    """Whether a text is for this kind, by its name."""
    return text.startswith(f"{kind}-") or (kind == "nonogram" and "-" not in text)

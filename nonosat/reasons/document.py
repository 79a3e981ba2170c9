"""The file format of explanations: JSON with everything needed to check one. See docs/explanations.md.

How a kind of step is written and read is declared by its fields (see `nonosat.reasons.rungs`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from nonosat._version import __version__
from nonosat.formats import documents
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.picture import Picture
from nonosat.reasons.fields import Pages
from nonosat.reasons.steps import Step

WHAT = "nonosat explanation"
SCHEMA = 1


def plain(
    puzzle: CellPuzzle,
    pages: Pages,
    start: Picture,
    steps: Sequence[Step],
    end: Picture,
    solutions: Sequence[Picture] = (),
) -> dict[str, Any]:
    """Write an explanation as plain data.

    `solutions` prove that the cells open at the end do not follow from the clues.
    """
    return {
        "what": WHAT,
        "schema": SCHEMA,
        "version": __version__,
        "puzzle": documents.plain(puzzle),
        "start": list(start),
        "steps": [pages.write(step) for step in steps],
        "end": list(end),
        "solutions": [list(picture) for picture in solutions],
    }


def text(document: dict[str, Any]) -> str:
    """Return the text of a document's file, with one step per line."""
    head = {key: value for key, value in document.items() if key not in ("steps", "end", "solutions")}
    rest = {key: document[key] for key in ("end", "solutions")}

    def entries(part: dict[str, Any]) -> list[str]:
        return [f"{_json(key)}: {_json(value)}" for key, value in part.items()]

    steps = ",\n ".join(_json(step) for step in document["steps"])
    body = ",\n".join([*entries(head), f'"steps": [\n {steps}]', *entries(rest)])
    return f"{{{body}}}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)

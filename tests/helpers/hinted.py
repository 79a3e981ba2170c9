"""Hints on the page to play: asked for by their button, and the cells that they mark."""

import json
from collections.abc import Sequence
from dataclasses import replace

from nonosat import Nonogram, StopReason, explain
from nonosat.toolkit import Explanation
from tests.helpers.browser import Browser
from tests.helpers.playing import Opener, middle

TOLD = "document.querySelector('#hint-said').textContent"
"""What a hint says."""


def ready(opened: Opener, puzzle: Nonogram, found: Explanation | None = None) -> Browser:
    """Open the page of a puzzle that can be asked for hints."""
    page = opened(puzzle, found or explain(puzzle))
    page.until("!document.querySelector('#hint-ask').disabled")
    return page


def unexplained(puzzle: Nonogram) -> Explanation:
    """Return an explanation that a limit ended before its first step."""
    found = explain(puzzle)
    open_masks = (2 ** len(puzzle.palette) - 1,) * len(found.possible)
    return replace(found, steps=(), possible=open_masks, stop_reason=StopReason.TIME_LIMIT)


def asked(page: Browser) -> str:
    """Press the button, which says more of the same hint each time; return what it says."""
    page.drag(middle(page, "#hint-ask"))
    told: str = page.value(TOLD)
    return told


def marked(page: Browser) -> dict[str, list[int]]:
    """Return the cells that have a mark, by its name."""
    names = ("sets", "uses", "assumed", "mistaken")
    cells = "[...document.querySelectorAll('#board .cell.{}')].map(cell => Number(cell.dataset.cell))"
    return {name: found for name in names if (found := page.value(cells.format(name)))}


def fill(page: Browser, cells: Sequence[Sequence[int]]) -> None:
    """Fill in cells: numbers and values."""
    page.value(f"commit({json.dumps(cells)})")

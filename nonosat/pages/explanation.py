"""An explanation as one self-contained page, step by step, with the steps inside refutations."""

from __future__ import annotations

from nonosat.pages.board import check_shown
from nonosat.pages.steps import plain_steps
from nonosat.pages.stepwise import SETS, stepwise
from nonosat.puzzles.picture import UNKNOWN
from nonosat.reasons.explain import Explanation

_LEGEND = {"uses": "used by the step", **SETS, "assumed": "assumed", "follows": "follows from it"}


def page(explanation: Explanation) -> str:
    """Return the page."""
    puzzle = explanation.puzzle
    check_shown(puzzle, "a page of an explanation")
    summary = explanation.sentence().removeprefix(f"{explanation.name}: ")
    states = [puzzle.chars(state) for state, _ in explanation.frames()[: len(explanation.steps) + 1]]
    parts = {
        "about": ", ".join(filter(None, [puzzle.size, puzzle.author and f"by {puzzle.author}"])),
        "summary": f"{summary[0].upper()}{summary[1:]}",
        "command": "nonosat explain",
    }
    known = [len(state) - state.count(UNKNOWN) for state in states]
    return stepwise(puzzle, "explained", parts, plain_steps(explanation), known, _LEGEND)

"""An explanation as one self-contained page, step by step, with the steps inside refutations.

The page is `explanation.html`, with the board of `board` and the script `explanation.js`.
"""

from __future__ import annotations

from html import escape

from nonosat.pages.board import board_parts, check_shown, plain_puzzle
from nonosat.pages.steps import plain_steps
from nonosat.pages.templates import filled, script_json
from nonosat.reasons.explain import Explanation


def page(explanation: Explanation) -> str:
    """Return the page."""
    puzzle = explanation.puzzle
    check_shown(puzzle, "a page of an explanation")
    summary = explanation.sentence().removeprefix(f"{explanation.name}: ")
    about = [puzzle.size, puzzle.author and f"by {puzzle.author}"]
    parts = {
        "title": escape(puzzle.title or puzzle.source or puzzle.kind.capitalize()),
        "about": escape(", ".join(filter(None, about))),
        "summary": escape(f"{summary[0].upper()}{summary[1:]}"),
        **board_parts("explanation"),
        "puzzle": script_json(plain_puzzle(puzzle)),
        "steps": script_json(plain_steps(explanation)),
    }
    return filled(__package__, "explanation.html", parts)

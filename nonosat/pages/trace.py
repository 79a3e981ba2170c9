"""A trace as one self-contained page, whose steps are the passes, with the counts of each."""

from __future__ import annotations

from typing import Any

from nonosat.pages.board import check_kind
from nonosat.pages.steps import PLAIN
from nonosat.pages.stepwise import stepwise
from nonosat.reasons.trace import Pass, Trace


def page(trace: Trace) -> str:
    """Return the page."""
    puzzle = check_kind(trace.puzzle, "a page of a trace")
    steps = {
        "start": puzzle.chars(trace.begin),
        "steps": [["", [_frame(one)]] for one in trace.passes],
        "end": {"done": trace.done, "contradiction": trace.contradiction is not None, "open": trace.unknown},
    }
    parts = {
        "about": _about(trace),
        "summary": f"{trace.summary[0].upper()}{trace.summary[1:]}.",
        "command": "nonosat trace",
    }
    known = [trace.given, *(one.known for one in trace.passes)]
    return stepwise(puzzle, "line by line", parts, steps, known, {"sets": "newly known"}, "pass")


def _about(trace: Trace) -> str:
    puzzle = trace.puzzle
    size = f"{puzzle.width} by {puzzle.height} cells" if puzzle.grid else puzzle.size
    alone = "" if trace.clues_alone is None else f", {trace.clues_alone} patterns by the clues alone"
    seen = " In a pass, the columns see what the rows found." * (trace.order == "alternate")
    patterns = "Patterns: the arrangements of all lines that agree with the cells known as a pass begins."
    return f"{size}{alone}.{seen} {patterns}"


def _frame(one: Pass) -> list[Any]:
    """Return a pass as a frame of `steps`: the cells that it decides, and its patterns."""
    decided = sorted(fact for step in one.steps for fact in step)
    facts = [part for cell, value in decided for part in (cell, 1 << value)]
    return [PLAIN, 0, [], [], facts, f"{one.patterns} patterns as it begins."]

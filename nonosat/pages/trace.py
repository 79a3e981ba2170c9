"""A trace as one self-contained page: a slider through the passes, with the counts of each.

The page is `trace.html`. Its picture is the SVG of `pictures.svg`; the page's script redraws the paths, one
per look.
"""

from __future__ import annotations

from html import escape

from nonosat.pages.templates import filled, script_json
from nonosat.pictures.drawings import sheet
from nonosat.pictures.style import NEW_BACKGROUND, NEW_CORE, dark_unknown, looks
from nonosat.pictures.svg import svg, tile_ways
from nonosat.puzzles.picture import UNKNOWN
from nonosat.questions.trace import Trace


def page(trace: Trace) -> str:
    """Return the page."""
    puzzle = trace.puzzle
    summary, shown = trace.summary, looks(puzzle.palette)
    parts = {
        "title": escape(puzzle.title or puzzle.source or puzzle.kind),
        "about": escape(_about(trace)),
        "summary": escape(f"{summary[0].upper()}{summary[1:]}."),
        "svg": svg(puzzle, trace.picture),
        "text": escape("\n".join(trace.picture)),
        "passes": str(len(trace.passes)),
        "rows": "\n".join(_rows(trace)),
        "unknown": shown[UNKNOWN],
        "unknown-dark": dark_unknown(puzzle.palette),
        "new-background": shown[NEW_BACKGROUND],
        "new-core": shown[NEW_CORE],
        "data": script_json(_data(trace)),
    }
    return filled(__package__, "trace.html", parts)


def _about(trace: Trace) -> str:
    puzzle = trace.puzzle
    alone = "" if trace.clues_alone is None else f", {trace.clues_alone} patterns by the clues alone"
    size = f"{puzzle.width} by {puzzle.height} cells" if puzzle.grid else puzzle.size
    size += f"{alone}."
    return size + " In a pass, the columns see what the rows found." * (trace.order == "alternate")


def _data(trace: Trace) -> dict[str, object]:
    """Return the data for the script: the cells known at the end, and the pass that determined each."""
    puzzle = trace.puzzle
    lengths = puzzle.row_lengths or (puzzle.width,)
    since: list[int | None] = [0 if char != UNKNOWN else None for char in puzzle.chars(trace.begin)]
    for one in trace.passes:
        for cell, char in enumerate(puzzle.chars(one.picture)):
            if char != UNKNOWN and since[cell] is None:
                since[cell] = one.number
    return {
        "width": puzzle.width,
        "rows": [
            [edge[:1], length, edge[1:]]
            for edge, length in zip(puzzle.cut("") or [""] * len(lengths), lengths, strict=True)
        ],
        "ways": tile_ways(sheet(puzzle, trace.picture)),
        "cells": puzzle.chars(trace.picture),
        "since": since,
        "background": trace.puzzle.palette[0].char,
        "unknown": UNKNOWN,
        "newBackground": NEW_BACKGROUND,
        "newCore": NEW_CORE,
    }


def _rows(trace: Trace) -> list[str]:
    states = [(0, "", trace.given), *((one.number, str(one.patterns), one.known) for one in trace.passes)]
    return [
        f'<tr><td><button type="button" data-pass="{number}">{number or "givens"}</button></td>'
        f"<td>{patterns}</td><td>{known}</td></tr>"
        for number, patterns, known in states
    ]

"""A set of puzzles as one page: small drawings of their pictures, each with its class and effort."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any

from nonosat.pages.templates import filled
from nonosat.pictures.svg import svg
from nonosat.puzzles import CellPuzzle, Puzzle, require_cells
from nonosat.puzzles.picture import Picture
from nonosat.words import plural


def gallery(puzzles: Sequence[tuple[Puzzle, Mapping[str, Any]]], title: str) -> str:
    """Return the page of some puzzles with their goals, each with its record (`making.candidate`)."""
    levels = Counter(found["class"] for _, found in puzzles)
    about = plural(len(puzzles), "puzzle")
    if puzzles:
        efforts = [found["effort"] for _, found in puzzles]
        classes = ", ".join(f"{count} of class {level}" for level, count in levels.most_common())
        about += f": {classes}" if len(levels) > 1 else f", all of class {next(iter(levels))}"
        about += f"; effort {min(efforts):.0f} to {max(efforts):.0f}"
    parts = {
        "title": escape(title),
        "about": escape(about),
        "figures": "\n".join(
            _figure(require_cells(puzzle, "a gallery works"), found) for puzzle, found in puzzles
        ),
    }
    return filled(__package__, "gallery", parts)


def _figure(puzzle: CellPuzzle, found: Mapping[str, Any]) -> str:
    caption = f"<b>{escape(found['class'])}, effort {found['effort']:.0f}</b>{escape(found['id'])}"
    picture = picture_svg(puzzle, puzzle.goal, found["id"])
    return f"<figure>{picture}<figcaption>{caption}</figcaption></figure>"


def picture_svg(puzzle: CellPuzzle, picture: Picture, name: str) -> str:
    """Draw a picture, or a part of one, with one path per colour: of many pictures, each must be short."""
    if not puzzle.grid or any(colour.halves for colour in puzzle.palette):
        return svg(puzzle, picture, clues=False)
    ground, *colours = puzzle.palette
    paths = [f'<rect width="100%" height="100%" fill="{escape(ground.rgb)}"/>']
    for colour in colours:
        path = "".join(_runs(picture, colour.char))
        paths.append(f'<path d="{path}" fill="{escape(colour.rgb)}"/>' if path else "")
    box = f'viewBox="0 0 {len(picture[0])} {len(picture)}" shape-rendering="crispEdges"'
    about = f'role="img" aria-label="{escape(name)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} {about}>{"".join(paths)}</svg>'


def _runs(goal: Sequence[str], char: str) -> Iterator[str]:
    """Yield a rectangle, as a part of a path, for every run of a colour in a row."""
    for r, row in enumerate(goal):
        at = 0
        for found, run in groupby(row):
            length = len(list(run))
            if found == char:
                yield f"M{at} {r}h{length}v1h-{length}z"
            at += length

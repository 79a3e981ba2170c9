"""A set of puzzles as one page: small drawings of their pictures, each with its class and effort."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

from nonosat.pages.templates import filled
from nonosat.pictures.svg import svg
from nonosat.puzzles import CellPuzzle
from nonosat.puzzles.picture import Picture
from nonosat.words import plural


class Entry(NamedTuple):
    """A puzzle with its goal, name, class and effort."""

    puzzle: CellPuzzle
    name: str
    level: str
    effort: float


def gallery(entries: Sequence[Entry], title: str) -> str:
    """Return the page, in the order of the entries."""
    levels = Counter(entry.level for entry in entries)
    about = plural(len(entries), "puzzle")
    if entries:
        efforts = [entry.effort for entry in entries]
        classes = ", ".join(f"{count} of class {level}" for level, count in levels.most_common())
        about += f": {classes}" if len(levels) > 1 else f", all of class {entries[0].level}"
        about += f"; effort {min(efforts):.0f} to {max(efforts):.0f}"
    parts = {
        "title": escape(title),
        "about": escape(about),
        "figures": "\n".join(_figure(entry) for entry in entries),
    }
    return filled(__package__, "gallery", parts)


def _figure(entry: Entry) -> str:
    caption = f"<b>{escape(entry.level)}, effort {entry.effort:.0f}</b>{escape(entry.name)}"
    picture = picture_svg(entry.puzzle, entry.puzzle.goal, entry.name)
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

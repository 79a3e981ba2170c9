"""A widget for notebooks: a puzzle to play, or paper to draw on (extra: notebook).

    >>> from nonosat.studio.notebook import Board, paper
    >>> board = Board("switch")
    >>> board.picture[0], board.solved
    ('??????', False)
    >>> sheet = paper(3, 2, r="red")
    >>> sheet.picture = ("rr.", "??#")
    >>> sheet.make_nonogram().rows[1]
    (Block(colour=1, low=1, high=1),)

It is the playable page (`write_player`) in a frame; what is filled in comes back with every stroke.
"""

from __future__ import annotations

import json
from typing import Any

try:
    import anywidget
    import traitlets
except ModuleNotFoundError as error:
    what = "anywidget is not installed: pip install 'nonosat[notebook]'"
    raise ModuleNotFoundError(what, name=error.name) from None

from nonosat import InputError, Limits, Nonogram, Picture, Puzzle, explain, load
from nonosat.toolkit import UNKNOWN, Source, require_cells, templates, write_player

_HINT_SECONDS = 5.0  # the time limit of hints, which may be incomplete


class Board(anywidget.AnyWidget):
    """A puzzle that is played in a notebook, or its name, with `hints`; `height` is of the frame, in pixels.

    Raises InputError for a kind that pages do not show.
    """

    _esm = templates.template("nonosat.studio", "notebook.js")
    page = traitlets.Unicode().tag(sync=True)
    height = traitlets.Int(760).tag(sync=True)
    kept = traitlets.Unicode("null").tag(sync=True)
    """What the page keeps, as JSON: its `state` is the cells by value, -1 for an open one."""

    def __init__(self, puzzle: Puzzle | str, *, hints: bool = True, **traits: Any) -> None:
        loaded = load(puzzle) if isinstance(puzzle, str) else puzzle
        self.puzzle = require_cells(loaded, "a board shows a puzzle")
        explained = explain(loaded, limits=Limits(time=_HINT_SECONDS)) if hints else None
        super().__init__(page=write_player(loaded, explained), **traits)

    @property
    def picture(self) -> Picture:
        """What is filled in, which may be set: crossed cells are `.`, open ones `?`."""
        kept = json.loads(self.kept)
        if kept is None:
            return self.puzzle.givens or self.puzzle.draw_known([0] * len(self.puzzle.cell_sizes))
        return self.puzzle.draw_known([1 << value if value >= 0 else 0 for value in kept["state"]])

    @picture.setter
    def picture(self, picture: Picture) -> None:
        values = {UNKNOWN: -1, **{colour.char: value for value, colour in enumerate(self.puzzle.palette)}}
        if tuple(map(len, picture)) != self.puzzle.row_lengths or not {*"".join(picture)} <= {*values}:
            raise InputError(f"expected {self.puzzle.size} cells, each of {' '.join(values)}")
        state = [values[char] for char in "".join(picture)]
        self.kept = json.dumps({"state": state})

    @property
    def solved(self) -> bool:
        """Whether the picture is a solution; open cells count as empty."""
        return self.puzzle.fault(self._fill()) is None

    def make_nonogram(self) -> Nonogram:
        """Return the nonogram whose solution is the picture."""
        return Nonogram.from_picture(self._fill(), self.puzzle.palette, title=self.puzzle.title)

    def _fill(self) -> Picture:
        return tuple(row.replace(UNKNOWN, ".") for row in self.picture)


def paper(width: int, height: int, **colours: str) -> Board:
    """Return a board to draw on in black and these colours, by letters: `r="red"`."""
    page = {
        "explained": "Draw a picture.",
        "values": {".": "white", "#": "black", **colours},
        "gives": {"cells": {"symbols": ".", "blank": UNKNOWN}},
        "rules": [],
    }
    cells = "\n".join([UNKNOWN * width] * height)
    document = {"kind": "paper", "title": "A drawing", "rules": page, "cells": cells}
    return Board(load(Source("paper.yaml", json.dumps(document).encode())), hints=False)  # JSON is YAML

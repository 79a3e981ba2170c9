"""The page to play, driven at random."""

from __future__ import annotations

import time
from itertools import groupby
from pathlib import Path
from random import Random

from nonosat import Nonogram
from nonosat.toolkit import write_player
from tests.helpers.browser import Browser
from tests.helpers.driven_page import ARROWS, Cell, DrivenPage, Grid

UNKNOWN, CROSSED, FILLED = -1, 0, 1


class DrivenPlayer(DrivenPage):
    """The page to play of a random nonogram, with some cells given."""

    KINDS = (
        *["line", "line", "line", "keys", "keys"] * 2,
        "undo",
        "undo",
        "tool",
        "clear",
        "window",
        "zoom",
        "reload",
    )

    def __init__(self, browser: Browser, file: Path, rng: Random) -> None:
        """Write the page, and open it."""
        height, width = rng.randint(1, 9), rng.randint(1, 9)
        picture = tuple("".join(rng.choice("##.") for _ in range(width)) for _ in range(height))
        share = rng.choice((0, 0, 0.2))
        givens = tuple("".join(c if rng.random() < share else "?" for c in row) for row in picture)
        puzzle = Nonogram.from_picture(picture)
        file.write_text(write_player(Nonogram(puzzle.rows, puzzle.columns, givens=givens)), encoding="utf-8")
        self.solution = tuple(tuple(".#".index(char) for char in row) for row in picture)
        self.given: Grid = tuple(tuple("?.#".index(char) - 1 for char in row) for row in givens)
        super().__init__(browser, self.given)
        self.chosen = FILLED
        browser.open(file)

    def _free(self, cell: Cell) -> bool:
        return self.given[cell[0]][cell[1]] == UNKNOWN

    def _value(self, cell: Cell) -> int:
        return self.grid[cell[0]][cell[1]]

    def _drawn(self, cells: list[Cell], value: int) -> None:
        """Draw as a stroke does, on cells that are as the first one was. If that has the value already, it
        clears them or, where the next cell is open, draws on.
        """
        first, over = self._value(cells[0]), self._value(cells[0])
        if first == value:
            on = len(cells) > 1 and self._value(cells[1]) == UNKNOWN
            value, over = (first, UNKNOWN) if on else (UNKNOWN, first)
        if self._free(cells[0]):
            self.draw({one: value for one in cells if self._value(one) == over and self._free(one)})

    def line(self, rng: Random) -> str:
        """Draw along a line, or on one cell."""
        cell, way, how = self.any_cell(rng), rng.choice(list(ARROWS)), rng.choice(("left", "right", "finger"))
        cells = self.walk(cell, way, rng.choice((0, 0, 1, 2, 5, 9)))
        places = self.places(*cells)
        cancel = how != "finger" and rng.random() < 0.1
        if places is None:
            return "out of sight"
        self.stroke(places, how, ["Escape"] if cancel else [])
        if not cancel:
            self._drawn(cells, CROSSED if how == "right" else self.chosen)
        return f"{how} {cells[0]} to {cells[-1]}{', Escape' * cancel}"

    def keys(self, rng: Random) -> str:
        """Press keys on the grid."""
        cell = self.any_cell(rng)
        self.focus(cell)
        pressed = [str(cell)]
        for _ in range(rng.randint(1, 5)):
            key = rng.choice((" ", "x", "Delete", "arrow", "drawing", "drawing"))
            if key in ("arrow", "drawing"):
                way = rng.choice(list(ARROWS))
                self.arrow(way, key == "drawing")
                to = self.walk(cell, way, 1)[-1]
                if key == "drawing" and self._free(to):
                    self.draw({to: self._value(cell)})
                cell, key = to, ARROWS[way] + "+Shift" * (key == "drawing")
            else:
                self.browser.press(key)
                value = {" ": self.chosen, "x": CROSSED, "Delete": UNKNOWN}[key]
                if key == "Delete" and self._free(cell):
                    self.draw({cell: UNKNOWN})
                elif key != "Delete":
                    self._drawn([cell], value)
            pressed.append(key)
        return " ".join(pressed)

    def tool(self, rng: Random) -> str:
        """Choose what strokes do."""
        self.chosen = rng.choice((CROSSED, FILLED))
        self.browser.press(str(self.chosen))
        return str(self.chosen)

    def clear(self, rng: Random) -> str:
        """Start over: a step as others are."""
        self.click("clear")
        self.step(self.given)
        return ""

    def reload(self, rng: Random) -> str:
        """Load the page again, until the browser gives it what it stored.

        It takes a moment, on a busy machine seconds, until another process sees what one has stored.
        """
        stored = "JSON.stringify(Object.entries(localStorage).sort())"
        kept, end = self.browser.value(stored), time.monotonic() + 20
        self.browser.reload()
        while (found := self.browser.value(stored)) != kept:
            assert time.monotonic() < end, f"the page stored {kept}, and finds {found}"
            time.sleep(0.5)
            self.browser.reload()
        self.chosen = FILLED
        return ""

    def check(self) -> None:
        """Compare the page with the model."""
        self.sees("geometry.rows.map(row => row.map(cell => state[cell]))")
        words = {UNKNOWN: "empty", CROSSED: "crossed", FILLED: "filled"}
        labels = self.browser.value(
            "[...cells.elements.values()].map(one => one.ariaLabel.split('): ')[1].split(',')[0])"
        )
        self.same("labels", labels, [words[value] for row in self.grid for value in row])
        filled = tuple(tuple(max(value, 0) for value in row) for row in self.grid)
        self.same(
            "solved",
            self.browser.value("root.hasAttribute('data-solved')"),
            _runs(filled) == _runs(self.solution),
        )


def _runs(grid: Grid) -> list[list[int]]:
    lines = [*grid, *zip(*grid, strict=True)]
    return [[len(list(cells)) for value, cells in groupby(line) if value] for line in lines]

"""What the pages that are driven at random have in common: strokes, keys, windows, and steps to undo."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

from tests.helpers.browser import CONTROL, SHIFT, Browser, Place
from tests.helpers.playing import resize

Cell = tuple[int, int]
Grid = tuple[tuple[int, ...], ...]

WINDOWS = ((1400, 1000), (1024, 768), (700, 450), (390, 844), (512, 384))
WAYS = tuple((down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right)
ARROWS = {(-1, 0): "ArrowUp", (1, 0): "ArrowDown", (0, -1): "ArrowLeft", (0, 1): "ArrowRight"}

SHADES = """
(() => {
  const read = { willReadFrequently: true };
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", read);
  copy.drawImage(canvas, 0, 0);
  const { data, width } = copy.getImageData(0, 0, canvas.width, canvas.height);
  const { left, top } = canvas.getBoundingClientRect();
  return view.geometry.rows.flat().map((cell) => {
    const [x, y] = middleOf(cell);
    const [across, down] = [x - left, y - top].map((side) => Math.floor(side * devicePixelRatio));
    return cellAt(x, y) === cell ? data[4 * (down * width + across)] : null;
  });
})()
"""
"""How light the middles of the cells are painted, from 0 to 255; null where one is not in sight."""


def changed(grid: Grid, values: dict[Cell, int]) -> Grid:
    """Return a grid in which these cells have other values."""
    return tuple(
        tuple(values.get((r, c), value) for c, value in enumerate(row)) for r, row in enumerate(grid)
    )


def covered(tool: str, ends: list[Cell]) -> list[Cell]:
    """Return the cells of a line, which are given, or of a rectangle or box between two corners."""
    if tool == "line":
        return ends
    rows, columns = (sorted((one[0], one[-1])) for one in zip(ends[0], ends[-1], strict=True))
    box = [(r, c) for r in range(rows[0], rows[1] + 1) for c in range(columns[0], columns[1] + 1)]
    return [(r, c) for r, c in box if tool == "box" or r in rows or c in columns]


class DrivenPage:
    """A page with a grid, and what was drawn on it: `steps` of grids, the one at `now` in sight."""

    KINDS: Sequence[str] = ()

    def __init__(self, browser: Browser, grid: Grid) -> None:
        """Begin with a grid that is in sight."""
        self.browser = browser
        self.steps = [grid]
        self.now = 0

    @property
    def grid(self) -> Grid:
        """What is in sight."""
        return self.steps[self.now]

    @property
    def height(self) -> int:
        return len(self.grid)

    @property
    def width(self) -> int:
        return len(self.grid[0])

    def do(self, kind: str, rng: Random) -> str:
        """Do something to the page and to the model; return it in words."""
        words: str = getattr(self, kind)(rng)
        return f"{kind} {words}".strip()

    def draw(self, values: dict[Cell, int]) -> None:
        """Draw in the model: a step, if anything changes."""
        self.step(changed(self.grid, values))

    def step(self, grid: Grid, always: bool = False) -> None:
        """Take a step in the model."""
        if always or grid != self.grid:
            self.steps[self.now + 1 :] = [grid]
            self.now += 1

    def any_cell(self, rng: Random) -> Cell:
        return rng.randrange(self.height), rng.randrange(self.width)

    def walk(self, cell: Cell, way: Cell, most: int) -> list[Cell]:
        """Return the cells from one in a direction, as far as the grid goes."""
        ways = [(cell[0] + k * way[0], cell[1] + k * way[1]) for k in range(most + 1)]
        return [(r, c) for r, c in ways if 0 <= r < self.height and 0 <= c < self.width]

    def places(self, *ends: Cell) -> list[Place] | None:
        """Return the middles of cells that are all in sight at once, or None."""
        numbers = [r * self.width + c for r, c in ends]
        seen = "cellAt(x, y) === cell && board.contains(document.elementFromPoint(x, y))"
        found = self.browser.value(
            f"(reveal({numbers[0]}), {numbers}.map(cell => [cell, ...middleOf(cell)])"
            f".filter(([cell, x, y]) => {seen}).map(([, x, y]) => [x, y]))"
        )
        return [(x, y) for x, y in found] if len(found) == len(ends) else None

    def stroke(self, places: Sequence[Place], how: str, keys: Sequence[str] = ()) -> None:
        """Draw with the mouse, its right button, or a finger; before it is lifted, keys may be pressed."""
        if how == "finger":
            self.browser.touch(*places)
            return
        for number, (x, y) in enumerate(places):
            self.browser.mouse("mouseMoved" if number else "mousePressed", x, y, how)
        for key in keys:
            self.browser.press(key, CONTROL if key in "zy" else 0)
        self.browser.mouse("mouseReleased", *places[-1], how)

    def focus(self, cell: Cell) -> None:
        self.browser.value(f"focusCell({cell[0] * self.width + cell[1]})")

    def arrow(self, way: Cell, drawing: bool = False) -> None:
        self.browser.press(ARROWS[way], SHIFT if drawing else 0)

    def click(self, name: str) -> None:
        """Click a button, in sight or not: on small screens, most are in menus."""
        self.browser.value(f"document.getElementById('{name}').click()")

    def undo(self, rng: Random) -> str:
        """Go back or on, by a key or the button."""
        steps = rng.choice((-1, -1, 1, -3, 2))
        for _ in range(abs(steps)):
            if rng.random() < 0.5:
                self.click("undo" if steps < 0 else "redo")
            else:
                key, shift = ("z", 0) if steps < 0 else rng.choice((("y", 0), ("z", SHIFT)))
                self.browser.press(key, CONTROL | shift)
            self.now = min(max(self.now + (1 if steps > 0 else -1), 0), len(self.steps) - 1)
            self.moved()
        return f"{steps:+d}"

    def moved(self) -> None:
        """Note in the model that another step is in sight."""

    def window(self, rng: Random) -> str:
        """Give the window another size."""
        size = rng.choice(WINDOWS)
        resize(self.browser, *size)
        self.frames()
        return "{} x {}".format(*size)

    def zoom(self, rng: Random) -> str:
        """Make cells larger or smaller, or fit the grid."""
        name = rng.choice(("larger", "smaller", "fit", "fit"))
        self.browser.value(f"zooms.{name}()")
        return name

    def frames(self) -> None:
        """Wait until the page is laid out anew."""
        self.browser.value(
            "window.painted = false,"
            " requestAnimationFrame(() => requestAnimationFrame(() => { painted = true; })), 0"
        )
        self.browser.until("painted")

    def reload(self, rng: Random) -> str:
        raise NotImplementedError

    def same(self, what: str, found: Any, wanted: Any) -> None:
        """Fail unless the page has what the model has."""
        assert found == wanted, f"{what}: the page has {found}, the model {wanted}"

    def sees(self, state: str) -> None:
        """Compare the grid, as an expression in the page has it row by row, and the steps, with the model."""
        grid, past, future, disabled, preview = self.browser.value(
            f"[{state}, timeline.past.length, timeline.future.length,"
            " [byId('undo').disabled, byId('redo').disabled], view.preview && [...view.preview]]"
        )
        if grid != [list(row) for row in self.grid]:
            drawn, wanted = (json.dumps(one) for one in (grid, self.grid))
            raise AssertionError(f"the grid:\n  drawn  {drawn}\n  wanted {wanted}")
        self.same("steps to undo and to redo", [past, future], [self.now, len(self.steps) - 1 - self.now])
        self.same("disabled", disabled, [past == 0, future == 0])
        self.same("a preview", preview, self.previewed())
        wrong = [one for one in self.browser.complaints if "Failed to load resource" not in one]
        assert not wrong, f"the page complains: {wrong}"

    def previewed(self) -> Any:
        """What the page previews while no stroke is being drawn."""
        return None

    def check(self) -> None:
        raise NotImplementedError

    def end(self) -> None:
        """Go back to the start and on to the end, and load the page again."""
        end = self.now
        for now in [*range(end - 1, -1, -1), *range(1, len(self.steps))]:
            self.click("undo" if now < self.now else "redo")
            self.now = now
            self.moved()
            self.check()
        self.reload(Random(0))
        self.check()

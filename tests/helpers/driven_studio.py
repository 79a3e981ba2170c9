"""The studio's page, driven at random."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from random import Random

from tests.helpers.browser import CONTROL, Browser
from tests.helpers.driven_page import ARROWS, SHADES, WAYS, Cell, DrivenPage, Grid, covered
from tests.helpers.studio import READY, Server, Studio

WHITE, BLACK = 0, 1
TOOLS = {"pencil": "p", "eraser": "e", "line": "l", "rectangle": "r", "box": "b", "flood": "f", "select": "s"}
ENDS = ("line", "rectangle", "box")
TURNS: dict[str, Callable[[Grid], Grid]] = {
    "mirror-across": lambda grid: tuple(row[::-1] for row in grid),
    "mirror-down": lambda grid: grid[::-1],
    "turn": lambda grid: tuple(zip(*grid[::-1], strict=True)),
}


@dataclass
class Left:
    """A drawing that another one has replaced in sight, with its steps."""

    steps: list[Grid]
    now: int


class DrivenStudio(DrivenPage):
    """The studio with nonograms in black and white."""

    KINDS = (
        *["pencil", "pencil", "shape", "keys"] * 5,
        *["undo", "undo", "tool", "selected", "turned"] * 2,
        *["flooded", "resized", "cropped", "window", "zoom", "reload", "new", "drop", "reopen"],
        *["interrupted", "hurried", "looked"] * 2,
    )

    def __init__(self, browser: Browser, server: Server, rng: Random) -> None:
        """Open the page in a new window, with an empty grid."""
        self.studio = Studio(browser, server)
        super().__init__(browser, ((WHITE,),))
        self.left: dict[str, Left] = {}
        self.tool_now = "pencil"
        self.selection: set[Cell] = set()
        self.new(rng)
        self.left.clear()

    # Drawing

    def _take(self, tool: str) -> None:
        self.browser.press(TOOLS[tool])
        self.tool_now = tool
        if tool != "select":
            self.selection = set()

    def _value(self, cell: Cell) -> int:
        return self.grid[cell[0]][cell[1]]

    def pencil(self, rng: Random) -> str:
        """Draw with the pencil or the eraser, across, down and aslant, perhaps off the grid; or click."""
        self._take(rng.choice(("pencil", "pencil", "pencil", "eraser")))
        how = rng.choice(("left", "left", "right", "finger"))
        ends, cells = [self.any_cell(rng)], []
        for _ in range(rng.choice((0, 1, 1, 2, 3))):
            cells += self.walk(ends[-1], rng.choice(WAYS), rng.randint(1, 9))
            ends.append(cells[-1])
        cells = cells or ends
        places = self.places(*ends)
        if places is None:
            return "out of sight"
        off = how != "finger" and rng.random() < 0.3
        if off:  # on over the edge, and back
            (down, right), (x, y) = self._edge(ends[-1]), places[-1]
            places += [(x + 40 * right, y + 40 * down), (x, y)]
        keys = rng.choice(([], [], [], ["Escape"], ["z"])) if how != "finger" else []
        self.stroke(places, how, keys)
        erasing = how == "right" or self.tool_now == "eraser"
        clicked = len(set(ends)) == 1 and self._value(ends[0]) == BLACK
        if "Escape" not in keys:
            self.draw(dict.fromkeys(cells, WHITE if erasing or clicked else BLACK))
        return f"{self.tool_now} {how} {ends} {'over the edge ' * off}{' '.join(keys)}"

    def _edge(self, cell: Cell) -> Cell:
        """Return the way to the edge that a cell is at, or no way."""
        return next((way for way in ARROWS if len(self.walk(cell, way, 1)) == 1), (0, 0))

    def shape(self, rng: Random) -> str:
        """Draw a line, a rectangle or a box."""
        tool = rng.choice(ENDS)
        self._take(tool)
        start, erasing = self.any_cell(rng), rng.random() < 0.2
        cells = self.walk(start, rng.choice(WAYS), 9) if tool == "line" else [start, self.any_cell(rng)]
        places = self.places(start, cells[-1])
        if places is None:
            return "out of sight"
        self.stroke(places, "right" if erasing else "left")
        self.draw(dict.fromkeys(covered(tool, cells), WHITE if erasing else BLACK))
        return f"{tool} {cells[0]} to {cells[-1]}{' erasing' * erasing}"

    def flooded(self, rng: Random) -> str:
        """Fill the cells that are connected with a white one."""
        self._take("flood")
        cell = self.any_cell(rng)
        places = self.places(cell)
        if places is None or self._value(cell) == BLACK:
            return "nothing"
        self.stroke(places, "left")
        seen, open_cells = {cell}, [cell]
        while open_cells:
            here = open_cells.pop()
            for way in ARROWS:
                for to in self.walk(here, way, 1)[1:]:
                    if self._value(to) == WHITE and to not in seen:
                        seen.add(to)
                        open_cells.append(to)
        self.draw(dict.fromkeys(seen, BLACK))
        return f"from {cell}"

    def keys(self, rng: Random) -> str:
        """Draw with keys."""
        self._take(rng.choice(("pencil", "pencil", "eraser")))
        cell = self.any_cell(rng)
        self.focus(cell)
        pressed = [self.tool_now, str(cell)]
        for _ in range(rng.randint(1, 6)):
            key = rng.choice((" ", "Enter", "x", "Delete", "Backspace", "arrow", "drawing", "drawing"))
            if key in ("arrow", "drawing"):
                way = rng.choice(list(ARROWS))
                self.arrow(way, key == "drawing")
                to = self.walk(cell, way, 1)[-1]
                if key == "drawing":
                    self.draw({to: self._value(cell)})
                cell, key = to, ARROWS[way] + "+Shift" * (key == "drawing")
            else:
                self.browser.press(key)
                draws = key in (" ", "Enter") and self.tool_now == "pencil" and self._value(cell) == WHITE
                self.draw({cell: BLACK if draws else WHITE})
            pressed.append(key)
        return " ".join(pressed)

    def tool(self, rng: Random) -> str:
        """Begin a shape with a key, and leave it for another tool; choose a colour."""
        self._take(rng.choice(ENDS))
        self.focus(self.any_cell(rng))
        self.browser.press(" ")
        other = rng.choice(("Escape", "pencil", "1"))
        if other in TOOLS:
            self._take(other)
        else:
            self.browser.press(other)
        return f"{self.tool_now} by key, then {other}"

    def selected(self, rng: Random) -> str:
        """Select cells; move them, shift them, delete them, or leave them."""
        self._take("select")
        self.browser.press("Escape")
        self.selection = set()
        start, end = self.any_cell(rng), self.any_cell(rng)
        places = self.places(start, end)
        if places is None or start == end:
            return "nothing"
        self.stroke(places, "left")
        self.selection = set(covered("box", [start, end]))
        then = rng.choice(("move", "shift", "delete", "paste", "nothing"))
        if then == "delete":
            self.browser.press("Delete")
            self.draw(dict.fromkeys(self.selection, WHITE))
        elif then == "paste":
            self._paste(rng.choice("cx"), self.any_cell(rng))
        elif then == "shift":
            way = rng.choice(list(ARROWS))
            self.browser.press(ARROWS[way], CONTROL)
            self._transfer(way)
        elif then == "move":
            to = self.any_cell(rng)
            places = self.places(start, to)
            if places and start != to:
                self.stroke(places, "left")
                self._transfer((to[0] - start[0], to[1] - start[1]))
                then = f"move to {to}"
        return f"{start} to {end}, {then}"

    def _paste(self, key: str, to: Cell) -> None:
        """Copy or cut what is selected, and paste it at a cell."""
        self.focus(min(self.selection))
        self.browser.press(key, CONTROL)
        (r0, c0), values = min(self.selection), {cell: self._value(cell) for cell in self.selection}
        if key == "x":
            self.draw(dict.fromkeys(self.selection, WHITE))
        self.focus(to)
        self.browser.press("v", CONTROL)
        pasted = {(to[0] + r - r0, to[1] + c - c0): value for (r, c), value in values.items()}
        self.draw(pasted)
        self.selection = {(r, c) for r, c in pasted if 0 <= r < self.height and 0 <= c < self.width}

    def _transfer(self, by: Cell) -> None:
        moved = {(r + by[0], c + by[1]): self._value((r, c)) for r, c in self.selection}
        self.draw({**dict.fromkeys(self.selection, WHITE), **moved})
        self.selection = {(r, c) for r, c in moved if 0 <= r < self.height and 0 <= c < self.width}

    # Changes of the whole grid, which Python works out

    def _whole(self, grid: Grid) -> None:
        """Wait for a change of the whole grid."""
        self.step(grid, always=True)
        self.browser.soon(f"timeline.past.length === {self.now}", 20)
        self.moved()

    def moved(self) -> None:
        """The tool may have gone with another step; a selection goes with another grid."""
        self._take("pencil")

    def interrupted(self, rng: Random) -> str:
        """Undo, turn the grid or open a file in the middle of a stroke: it is drawn as far as it came."""
        self._take("pencil")
        cells = self.walk(self.any_cell(rng), rng.choice(WAYS), 9)
        places = self.places(cells[0], cells[-1])
        if places is None or len(cells) == 1:
            return "nothing"
        for kind, (x, y) in zip(("mousePressed", "mouseMoved"), places, strict=True):
            self.browser.mouse(kind, x, y)
        by = rng.choice(
            ("undo" if self.now else "drop", "drop", *TURNS)
        )  # before a first step, there is no Undo
        self.draw(dict.fromkeys(cells, BLACK))
        if by == "undo":
            self.click(by)
            self.now -= 1
        elif by == "drop":
            self.drop(rng)
        else:
            self.click(by)
            self._whole(TURNS[by](self.grid))
        self.browser.mouse("mouseReleased", *places[1])
        return f"{cells[0]} to {cells[-1]} by {by}"

    def hurried(self, rng: Random) -> str:
        """Ask for another grid, and do something else before it comes."""
        self._take("pencil")
        how, other = rng.choice(list(TURNS)), rng.choice(("undo", "stroke", "begin"))
        if other == "begin":
            before = self._leave()
            drawing = {"kind": "nonogram", "width": 3, "height": 2, "outline": [], "picture": "......"}
            self.browser.value(f"byId({how!r}).click(), begin({json.dumps(drawing)}), 0")
            self._arrive(before, [((WHITE,) * 3,) * 2])
            return f"{how}, another drawing"
        if other == "undo":
            self.browser.value(f"byId({how!r}).click(), byId('undo').click(), 0")
            self.now = max(self.now - 1, 0)
        else:
            row, column = cell = self.any_cell(rng)
            self.browser.value(f"byId({how!r}).click(), drawPath([{row * self.width + column}]), 0")
            self.draw({cell: WHITE if self._value(cell) == BLACK else BLACK})
        self._whole(TURNS[how](self.grid))
        return f"{how}, {other}"

    def looked(self, rng: Random) -> str:
        """Compare what is painted with the model, without the marks of the verdict."""
        self.browser.value("verdict.shown = false, redraw(), 0")
        self.frames()
        shades = self.browser.value(SHADES)
        seen = [None if shade is None else BLACK if shade < 128 else WHITE for shade in shades]
        wanted = [value for row in self.grid for value in row]
        self.same(
            "painted", seen, [one if one is None else value for one, value in zip(seen, wanted, strict=True)]
        )
        return ""

    def turned(self, rng: Random) -> str:
        """Mirror or turn the grid, or shift it around."""
        self._take("pencil")
        if rng.random() < 0.3:
            down, right = way = rng.choice(list(ARROWS))
            self.focus((0, 0))
            self.browser.press(ARROWS[way], CONTROL)
            grid = [row[-right:] + row[:-right] if right else row for row in self.grid]
            self._whole(tuple(grid[-down:] + grid[:-down] if down else grid))
            return f"shift {way}"
        how = rng.choice(list(TURNS))
        self.click(how)
        self._whole(TURNS[how](self.grid))
        return how

    def resized(self, rng: Random) -> str:
        """Add cells at each side, or cut them off."""
        sides = [rng.randint(-2, 3) for _ in range(4)]
        top, left, right, bottom = sides
        height, width = self.height + top + bottom, self.width + left + right
        if min(height, width) < 1:
            return "nothing"
        self.click("resize-open")
        for name, number in zip(("top", "left", "right", "bottom"), sides, strict=True):
            self.studio.type(f"#add-{name}", str(number))
        self.click("size-go")
        cells = {(r + top, c + left): value for r, row in enumerate(self.grid) for c, value in enumerate(row)}
        self._whole(tuple(tuple(cells.get((r, c), WHITE) for c in range(width)) for r in range(height)))
        return str(sides)

    def cropped(self, rng: Random) -> str:
        """Cut the grid down to what is drawn."""
        self._take("pencil")
        black = [(r, c) for r, row in enumerate(self.grid) for c, value in enumerate(row) if value]
        self.click("crop")
        if black:
            (r0, *_, r1), (c0, *_, c1) = (sorted([*one, one[0]]) for one in zip(*black, strict=True))
            self._whole(tuple(row[c0 : c1 + 1] for row in self.grid[r0 : r1 + 1]))
        return ""

    # Other drawings

    def _leave(self) -> str:
        key: str = self.browser.value("opened.key")
        if len(self.steps) > 1:
            self.left[key] = Left(self.steps, self.now)
        return key

    def _arrive(self, before: str, steps: list[Grid], now: int = 0) -> None:
        self.browser.until(
            f"opened.key !== {before!r} && pen.free && !document.querySelector('dialog[open]')"
        )
        self.steps, self.now = steps, now
        self._take("pencil")

    def new(self, rng: Random) -> str:
        """Begin an empty drawing."""
        height, width, before = rng.randint(1, 12), rng.randint(1, 12), self._leave()
        self.click("new-open")
        self.studio.choose("#kind", "nonogram")
        self.studio.type("#width", str(width))
        self.studio.type("#height", str(height))
        self.click("size-go")
        self._arrive(before, [((WHITE,) * width,) * height])
        return f"{width} x {height}"

    def drop(self, rng: Random) -> str:
        """Drop a file on the page: a picture, or what is none."""
        if rng.random() < 0.3:
            self.studio.drop("notes.txt", "text/plain", b"Buy milk, and \xff\x00 bread.")
            self.browser.until("byId('said').textContent")
            return "no puzzle"
        before = self._leave()
        size = rng.randint(2, 9), rng.randint(2, 9)
        grid = tuple(tuple(rng.choice((BLACK, BLACK, WHITE)) for _ in range(size[1])) for _ in range(size[0]))
        text = "".join(f"{''.join('.#'[value] for value in row)}\n" for row in grid)
        self.studio.drop("picture.txt", "text/plain", text.encode())
        self._arrive(before, [grid])
        return f"{size[1]} x {size[0]}"

    def reopen(self, rng: Random) -> str:
        """Open a drawing again that was never saved."""
        before = self._leave()
        keys = sorted(key for key in self.left if key != before)
        if not keys:
            return "nothing"
        key = rng.choice(keys)
        self.browser.value(f"openKept({key!r}), 0")
        self._arrive(before, self.left[key].steps, self.left[key].now)
        return f"one of {self.width} x {self.height}"

    def reload(self, rng: Random) -> str:
        """Load the page again, at once."""
        key = self.browser.value("opened.key")
        self.browser.reload()
        self.browser.until(f"{READY} && opened.key === {key!r}")
        self._take("pencil")
        return ""

    def check(self) -> None:
        """Compare the page with the model."""
        self.sees("view.geometry.rows.map(row => row.map(cell => puzzle.picture[cell]))")
        labels = self.browser.value(
            "[...cells.elements.values()].map(one => one.ariaLabel.split(': ')[1].split(',')[0])"
        )
        self.same("labels", labels, [("white", "black")[value] for row in self.grid for value in row])
        lines = [*self.grid, *zip(*self.grid, strict=True)]
        runs = [" ".join(str(len(list(one))) for value, one in groupby(line) if value) for line in lines]
        rows, columns = self.studio.clues
        self.same("clues", [clue or "0" for clue in rows + columns], [clue or "0" for clue in runs])
        selected = {divmod(cell, self.width) for cell in self.browser.value("[...selection]")}
        self.same("selected", selected, self.selection)

    def end(self) -> None:
        """Nothing that was left is lost, either."""
        super().end()
        self.browser.value("store.all().then(all => { window.stored = JSON.stringify(all); }), 0")
        self.browser.until("window.stored")
        stored = {
            one["key"]: json.loads(one["text"])["picture"] for one in json.loads(self.browser.value("stored"))
        }
        for key, left in self.left.items():
            if key != self.browser.value("opened.key"):  # that one is in sight
                picture = "".join(".#"[value] for row in left.steps[left.now] for value in row)
                self.same("a drawing that was left", stored.get(key), picture)

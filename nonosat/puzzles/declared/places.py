"""The places of a grid at which rules hold: rows, regions, pairs of cells, what is around a cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, groupby, takewhile

from nonosat.puzzles.declared.rules import BLOCK, Rules
from nonosat.puzzles.picture import Picture

Place = tuple[str, tuple[int, ...]]
"""What people call it, and its cells, in the order in which they are looked at."""

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_PAIRS = {"beside": ((0, 1),), "above": ((1, 0),), "diagonal": ((1, 1), (1, -1))}
_PAIRS["neighbours"] = _PAIRS["beside"] + _PAIRS["above"]

_ACROSS = {"row": "column", "rows": "columns", "beside": "above"}
_ACROSS |= {other: one for one, other in _ACROSS.items()}


def turns(rules: Rules) -> bool:
    """Whether the rules are the same for a turned or mirrored grid: none depends on an order or a side, and
    rows and columns have the same rules.
    """
    said = {(rule.each, *rule[1:-3]) for rule in rules.rules}  # without their words
    return not any(one.is_side for one in rules.gives.values()) and all(
        rule.form in ("count", "alike", "differ")
        and not re.match("level|first|last", rule.each)
        and {*rule.over} <= {(area, "") for area in ("here", "neighbours", "around", "seen")}
        and (BLOCK.sub(r"\2 by \1", _ACROSS.get(rule.each, rule.each)), *rule[1:-3]) in said
        for rule in rules.rules
    )


class Places:
    """The places of one grid; `regions` has a letter per cell, `walls` the cells that are walls."""

    def __init__(self, height: int, width: int, regions: Picture, walls: frozenset[int]) -> None:
        self.height, self.width = height, width
        self._letters = "".join(regions)
        self._walls = walls

    def name(self, cell: int) -> str:
        """Name a cell."""
        return f"row {cell // self.width + 1}, column {cell % self.width + 1}"

    @cached_property
    def rows(self) -> list[tuple[int, ...]]:
        """The cells of the rows."""
        return [tuple(range(r * self.width, (r + 1) * self.width)) for r in range(self.height)]

    @cached_property
    def columns(self) -> list[tuple[int, ...]]:
        """The cells of the columns."""
        return [tuple(range(c, self.height * self.width, self.width)) for c in range(self.width)]

    @cached_property
    def regions(self) -> dict[str, tuple[int, ...]]:
        """The cells of the regions by letter, in the order of the alphabet."""
        cells_of: dict[str, list[int]] = {letter: [] for letter in sorted(set(self._letters))}
        for cell, letter in enumerate(self._letters):
            cells_of[letter].append(cell)
        return {letter: tuple(cells) for letter, cells in cells_of.items()}

    def each(self, scope: str, within: int = 0) -> Iterator[tuple[int, *Place]]:
        """Yield the places that a rule names, each with its number among all of the scope; `within` as in
        `Rule`.
        """
        for number, (name, cells) in enumerate(self._each(scope)):
            if not within or within == len({self._letters[cell] for cell in cells}):
                yield number, name, cells

    def _each(self, scope: str) -> Iterator[Place]:
        if scope in _PAIRS:
            return self._pairs(scope)
        if match := BLOCK.fullmatch(scope):
            return self._blocks(int(match[1]), int(match[2]))
        match scope:
            case "row":
                return ((f"row {n}", cells) for n, cells in enumerate(self.rows, 1))
            case "column":
                return ((f"column {n}", cells) for n, cells in enumerate(self.columns, 1))
            case "region":
                return ((f"region {letter}", cells) for letter, cells in self.regions.items())
            case "level":
                return self._levels()
            case "cell":
                return ((self.name(cell), (cell,)) for cell in range(self.height * self.width))
            case "stretch":
                return self._stretches()
            case "rows" | "columns":
                return self._both(scope)
            case "first row" | "last row":
                return iter([(f"the {scope}", self.rows[-1 if scope[0] == "l" else 0])])
            case "first column" | "last column":
                return iter([(f"the {scope}", self.columns[-1 if scope[0] == "l" else 0])])
        return iter([("the grid", tuple(range(self.height * self.width)))])

    def _pairs(self, scope: str) -> Iterator[Place]:
        for cell in range(self.height * self.width):
            r, c = divmod(cell, self.width)
            for down, right in _PAIRS[scope]:
                if r + down < self.height and 0 <= c + right < self.width:
                    other = cell + down * self.width + right
                    diagonal = f"{self.name(cell)} and {self.name(other)}"
                    name = diagonal if down and right else _name_block(r, c, 1 + down, 1 + right)
                    yield name, (cell, other)

    def _blocks(self, height: int, width: int) -> Iterator[Place]:
        for r in range(self.height - height + 1):
            for c in range(self.width - width + 1):
                cells = [(r + i) * self.width + c + j for i in range(height) for j in range(width)]
                yield _name_block(r, c, height, width), tuple(cells)

    def _levels(self) -> Iterator[Place]:
        for letter, cells in self.regions.items():
            for r, some in groupby(cells, lambda cell: cell // self.width):
                yield f"row {r + 1} of region {letter}", tuple(some)

    def _stretches(self) -> Iterator[Place]:
        for what, across, lines in (("row", "column", self.rows), ("column", "row", self.columns)):
            for n, line in enumerate(lines, 1):
                for wall, run in groupby(enumerate(line, 1), lambda one: one[1] in self._walls):
                    if not wall and len(places := list(run)) > 1:
                        name = f"{what} {n}, {_span(across, places[0][0], places[-1][0])}"
                        yield name, tuple([cell for _, cell in places])

    def _list_seen(self, cell: int) -> Iterator[int]:
        """Yield the cells of the row and then of the column that no wall hides from a cell."""
        r, c = divmod(cell, self.width)
        for line, place in ((self.rows[r], c), (self.columns[c], r)):
            before = list(takewhile(lambda one: one not in self._walls, reversed(line[:place])))
            yield from reversed(before)
            yield from takewhile(lambda one: one not in self._walls, line[place + 1 :])

    def _both(self, scope: str) -> Iterator[Place]:
        lines = self.rows if scope == "rows" else self.columns
        for (m, one), (n, other) in combinations(enumerate(lines, 1), 2):
            mixed = [cell for pair in zip(one, other, strict=True) for cell in pair]
            yield f"{scope} {m} and {n}", tuple(mixed)

    def near(self, cell: int, area: str) -> tuple[int, ...]:
        """Return the cells of an area of a cell; -1 for the neighbour on a side where the grid ends."""
        r, c = divmod(cell, self.width)
        if area == "around":
            first, last = max(0, c - 1), min(self.width, c + 2)
            rows = range(max(0, r - 1) * self.width, min(self.height, r + 2) * self.width, self.width)
            return tuple([cell for row in rows for cell in range(row + first, row + last)])
        if area == "here":
            return (cell,)
        if area == "seen":
            return tuple(self._list_seen(cell))
        if area == "neighbours":
            return tuple([other for side in STEPS if (other := self._beside(r, c, side)) >= 0])
        return (self._beside(r, c, area),)

    def _beside(self, r: int, c: int, side: str) -> int:
        down, right = STEPS[side]
        r, c = r + down, c + right
        return r * self.width + c if 0 <= r < self.height and 0 <= c < self.width else -1


def _name_block(r: int, c: int, height: int, width: int) -> str:
    """Name a block of cells by its rows and columns; what they share comes first."""
    rows, columns = _span("row", r + 1, r + height), _span("column", c + 1, c + width)
    return f"{columns}, {rows}" if width == 1 else f"{rows}, {columns}"


def _span(noun: str, first: int, last: int) -> str:
    """Return `row 4`, `rows 4 and 5` or `rows 4 to 6`."""
    several = f"{noun}s {first} {'and' if last == first + 1 else 'to'} {last}"
    return f"{noun} {first}" if first == last else several

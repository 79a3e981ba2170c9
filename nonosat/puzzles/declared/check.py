"""The check of a picture against the page of its kind, which it reads by itself.

It is written from docs/kinds.md and shares nothing with what states the constraints, so that what one of them
misreads is noticed. Patterns are matched by sets of states, in time linear in the cells times the pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import inf
from typing import Any, NamedTuple

from nonosat.words import plural

OFF = -1
"""The number of every cell off the grid."""

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}

Cells = tuple[int, ...]
Rule = Mapping[str, Any]
Wrong = Callable[[str], str]
"""Says how a picture is wrong, if it is: one text, which ends with an empty cell for those off the grid."""


class Demand(NamedTuple):
    """What the page demands: the cells that decide, how a picture is wrong, and whose symbol asks for it, if
    one does.
    """

    cells: Cells
    wrong: Wrong
    here: int = OFF


class _Place(NamedTuple):
    """Where a rule holds; `number` is that of the line or the cell, `read` has what counts in each cell."""

    name: str
    cells: Cells
    number: int = 0
    read: Sequence[str] = ()


class Check:
    """The rules of one puzzle, against which pictures are checked: all `demands` of the page."""

    def __init__(self, page: Rule, gives: Mapping[str, Any], height: int, width: int) -> None:
        """Read a page, as plain data. `gives` has what the puzzle gives, by its keys: a number, numbers with
        None for those that are not given, or the rows of a picture.
        """
        self._page, self._gives, self._height, self._width = page, gives, height, width
        self._letters, self._blank = "", "."
        self._shown = self._blank * (height * width)
        for key, said in page["gives"].items():
            if said == "letters":
                self._letters = "".join(gives[key])
            elif isinstance(said, Mapping) and "symbols" in said:
                self._shown, self._blank = "".join(gives[key]), said.get("blank") or "."
        self._values = "".join(page.get("values") or ".#")
        walls = str(page.get("walls") or "")
        self._walls = {cell for cell, char in enumerate(self._shown) if char in walls}
        self._rows = [tuple(range(r * width, (r + 1) * width)) for r in range(height)]
        self._columns = list(zip(*self._rows, strict=True))
        self.demands = list(self._demand_fixed({**(page.get("fixed") or {}), **dict.fromkeys(walls, ".")}))
        self._symbols = len(self.demands)
        for rule in page["rules"]:
            self.demands += self._cell_rule(rule) if rule["each"] == "cell" else self._place_rule(rule)

    def faults(self, picture: Iterable[str]) -> Iterator[str]:
        """Yield what is wrong with a picture of the right size, a sentence for each demand of a rule."""
        text = "".join(picture) + "."
        return (wrong for demand in self.demands[self._symbols :] if (wrong := demand.wrong(text)))

    def misfits(self, picture: Iterable[str]) -> Iterator[str]:
        """Yield which symbols have another value in a picture of the right size."""
        text = "".join(picture)
        return (wrong for symbol in self.demands[: self._symbols] if (wrong := symbol.wrong(text)))

    def _demand_fixed(self, values: Mapping[str, Any]) -> Iterator[Demand]:
        def shows(cell: int, char: str) -> Wrong:
            name, value = self._cell(cell), str(values[char])
            return lambda text: f"{name} is {text[cell]}, but it shows {char}" if text[cell] != value else ""

        for cell, char in enumerate(self._shown):
            if char in values:
                yield Demand((cell,), shows(cell, char), cell)

    # Where a rule holds

    def _place_rule(self, rule: Rule) -> Iterator[Demand]:
        within = {"one region": 1, "two regions": 2}.get(rule.get("within", ""))
        for place in self._places(rule["each"]):
            if within not in (None, len({self._letters[cell] for cell in place.cells} if within else ())):
                continue
            if wrong := self._wrong(rule, place):
                yield Demand(place.cells, wrong)

    def _places(self, each: str) -> Iterator[_Place]:
        lines = {"row": self._rows, "column": self._columns}
        match each.split():
            case ["row" | "column"]:
                for number, cells in enumerate(lines[each]):
                    yield _Place(f"{each} {number + 1}", cells, number)
            case ["first" | "last" as end, line]:
                yield _Place(f"the {each}", lines[line][0 if end == "first" else -1])
            case ["board"]:
                yield _Place("the grid", tuple(range(len(self._shown))))
            case ["region"]:
                for letter in sorted({*self._letters}):
                    yield _Place(f"region {letter}", self._of(letter, range(len(self._shown))))
            case ["level"]:
                for number, row in enumerate(self._rows, 1):
                    for letter in sorted({self._letters[cell] for cell in row}):
                        yield _Place(f"row {number} of region {letter}", self._of(letter, row))
            case ["stretch"]:
                parts = (part for line in (*self._rows, *self._columns) for part in self._between_walls(line))
                yield from (self._box(cells) for cells in parts if len(cells) > 1)
            case ["beside"]:
                yield from self._blocks(1, 2)
            case ["above"]:
                yield from self._blocks(2, 1)
            case ["neighbours"]:
                yield from (*self._blocks(1, 2), *self._blocks(2, 1))
            case ["diagonal"]:
                for upper, lower in zip(self._rows, self._rows[1:], strict=False):
                    yield from map(self._box, zip(upper, lower[1:], strict=False))
                    yield from map(self._box, zip(upper[1:], lower, strict=False))
            case ["rows" | "columns"]:
                numbered = enumerate(lines[each.removesuffix("s")], 1)
                for (i, one), (j, other) in combinations(numbered, 2):
                    both = (cell for pair in zip(one, other, strict=True) for cell in pair)
                    yield _Place(f"{each} {i} and {j}", tuple(both))
            case [high, "by", wide]:
                yield from self._blocks(int(high), int(wide))

    def _of(self, letter: str, cells: Iterable[int]) -> Cells:
        return tuple(cell for cell in cells if self._letters[cell] == letter)

    def _blocks(self, high: int, wide: int) -> Iterator[_Place]:
        for r in range(self._height - high + 1):
            for c in range(self._width - wide + 1):
                rows = (row[c : c + wide] for row in self._rows[r : r + high])
                yield self._box(tuple(cell for row in rows for cell in row))

    def _box(self, cells: Cells) -> _Place:
        """Return the place of some cells, named by the first and the last one."""
        if len(cells) < 3:
            return _Place(" and ".join(map(self._cell, cells)), cells)
        (top, left), (bottom, right) = (divmod(cell, self._width) for cell in (cells[0], cells[-1]))
        spans = (("row", top + 1, bottom + 1), ("column", left + 1, right + 1))
        said = [f"{what}s {a} to {b}" if a < b else f"{what} {a}" for what, a, b in spans]
        return _Place(", ".join(said if left < right else reversed(said)), cells)

    def _cell(self, cell: int) -> str:
        return f"row {cell // self._width + 1}, column {cell % self._width + 1}"

    def _between_walls(self, line: Cells) -> list[Cells]:
        parts: list[Cells] = [()]
        for cell in line:
            if cell in self._walls:
                parts.append(())
            else:
                parts[-1] += (cell,)
        return parts

    def _cell_rule(self, rule: Rule) -> Iterator[Demand]:
        over, when, at = rule.get("over", "here"), rule.get("when"), rule.get("at")
        shown = "shown" in (rule.get("count"), rule.get("sum"))
        areas = over if isinstance(over, Mapping) else dict.fromkeys(map(str.strip, over.split(",")), "")
        for cell, char in enumerate(self._shown):
            if at is None and not shown:
                here, holds = OFF, cell not in self._walls
            else:
                here, holds = cell, (at is None or char in str(at)) and (not shown or char.isdecimal())
            if not holds:
                continue
            near = [(one, str(read)) for area, read in areas.items() for one in self._near(cell, area)]
            name = (
                f"the {char} in {self._cell(cell)}" if here >= 0 and char != self._blank else self._cell(cell)
            )
            read = [read for _, read in near] if isinstance(over, Mapping) else ()
            place = _Place(name, tuple(one for one, _ in near), cell, read)
            if wrong := self._wrong(rule, place):
                yield Demand((*place.cells, cell), _when(cell, when, wrong), here)

    def _near(self, cell: int, area: str) -> Iterable[int]:
        r, c = divmod(cell, self._width)
        match area:
            case "here":
                return (cell,)
            case "neighbours":
                return (one for step in STEPS for one in self._near(cell, step) if one != OFF)
            case "around":
                rows = self._rows[max(r - 1, 0) : r + 2]
                return (one for row in rows for one in row[max(c - 1, 0) : c + 2])
            case "seen":
                lines = ((self._rows[r], c), (self._columns[c], r))
                parts = (part for line, at in lines for part in self._look_both_ways(line, at))
                return (one for part in parts for one in part)
        down, right = STEPS[area]
        on = 0 <= r + down < self._height and 0 <= c + right < self._width
        return (cell + down * self._width + right if on else OFF,)

    def _look_both_ways(self, line: Cells, at: int) -> tuple[Cells, Cells]:
        return self._between_walls(line[:at])[-1], self._between_walls(line[at + 1 :])[0]

    # What it demands there

    def _wrong(self, rule: Rule, place: _Place) -> Wrong | None:
        """Return what says what is wrong at a place; None if nothing is demanded there."""
        name = rule.get("name", "{each}").replace("{each}", place.name)
        breaks = f"{name} breaks a rule: {rule.get('says') or 'see the kind'}"
        if "follow" in rule:
            pattern = Pattern.of(str(rule["follow"]))
            return lambda text: "" if pattern.matches([text[cell] for cell in place.cells]) else breaks
        cells = tuple(cell for cell in place.cells if cell != OFF)
        if "alike" in rule:
            return lambda text: breaks if len({text[cell] for cell in cells}) > 1 else ""
        if "differ" in rule:
            one, other = cells[::2], cells[1::2]
            return lambda text: (
                "" if any(text[a] != text[b] for a, b in zip(one, other, strict=True)) else breaks
            )
        return self._measure(rule, place, name, breaks)

    def _measure(self, rule: Rule, place: _Place, name: str, breaks: str) -> Wrong | None:
        read = place.read or [str(rule.get("of", self._values[1:]))] * len(place.cells)
        on = [(cell, chars) for cell, chars in zip(place.cells, read, strict=True) if cell != OFF]
        key = "count" if "count" in rule else "sum"
        amount = self._amount(str(rule[key]), place, len(on))
        if amount is None:
            return None
        least, most = amount
        gains = [(cell, chars, number if key == "sum" else 1) for number, (cell, chars) in enumerate(on, 1)]

        def wrong(text: str) -> str:
            number = sum([gain for cell, chars, gain in gains if text[cell] in chars])
            if least <= number <= most:
                return ""
            if "says" in rule:
                return breaks
            if least > most:
                return f"{name} has {plural(len(on), 'cell')}, of which no half can be"
            has = f"the sum {number}" if key == "sum" else self._say_count(number, rule)
            return f"{name} has {has}, not {least if number < least else most}"

        return wrong

    def _say_count(self, number: int, rule: Rule) -> str:
        values = self._page.get("values") or {"": "", "#": "black"}
        second = [*values.values()][1]
        noun = second["name"] if isinstance(second, Mapping) else second
        one, _, several = (rule.get("noun") or self._page.get("noun") or f"{noun} cell").partition(", ")
        areas = [*rule["over"]] if isinstance(rule.get("over"), Mapping) else rule.get("over", "here")
        where = " around it" if "around" in areas else "" if areas in ("here", ["here"]) else " beside it"
        return plural(number, one, several) + where

    def _amount(self, text: str, place: _Place, cells: int) -> tuple[float, float] | None:
        """Return the least and the most, where nothing is both if the least is more; None for any number."""
        match text.split():
            case ["half"]:
                return (1, 0) if cells % 2 else (cells // 2, cells // 2)
            case ["shown"]:
                return (int(self._shown[place.number]),) * 2
            case ["walls"]:
                return (len(self._walls),) * 2
            case [least, "to", most]:
                return int(least), int(most)
            case [least, "or", "more"]:
                return int(least), inf
            case [number] if number.isdecimal():
                return (int(number),) * 2
        times, _, name = text.rpartition(" times ")
        given = self._gives[name.strip()]
        number = given[place.number] if isinstance(given, Sequence) else given
        return None if number is None else (int(times or 1) * number,) * 2


def _when(cell: int, values: Any, wrong: Wrong) -> Wrong:
    return wrong if values is None else lambda text: wrong(text) if text[cell] in str(values) else ""


class Pattern:
    """A pattern, matched by following all ways through it at once.

    A state is a place in the pattern's text: what is before it has been matched (Thompson, 1968).
    """

    def __init__(self, text: str) -> None:
        """Read a pattern that has no mistakes."""
        self._text = f"({text})"
        self._free: list[set[int]] = [set() for _ in range(len(self._text) + 1)]
        self._next: dict[tuple[frozenset[int], str], frozenset[int]] = {}
        opened: list[int] = []
        for at, char in enumerate(self._text):
            begin = at
            if char in "(|":
                opened.append(at)
            elif char == ")":
                bars = []
                while self._text[opened[-1]] == "|":
                    bars.append(opened.pop())
                begin = opened.pop()
                for bar in bars:
                    self._free[begin].add(bar + 1)
                    self._free[bar].add(at)
            if self._text[at + 1 : at + 2] == "*":
                self._free[begin].add(at + 1)
                self._free[at + 1].add(begin)
            if char in "()*":
                self._free[at].add(at + 1)
        self._begin = self._reach({0})

    @staticmethod
    @lru_cache(maxsize=200)
    def of(text: str) -> Pattern:
        """Return a pattern, read once."""
        return Pattern(text)

    def _reach(self, states: set[int]) -> frozenset[int]:
        waiting = list(states)
        while waiting:
            new = self._free[waiting.pop()] - states
            states |= new
            waiting += new
        return frozenset(states)

    def matches(self, read: Iterable[str]) -> bool:
        """Whether the whole of what is read matches."""
        states = self._begin
        for char in read:
            if (states, char) not in self._next:
                after = {at + 1 for at in states if self._text[at : at + 1] in (char, "_")}
                self._next[states, char] = self._reach(after)
            states = self._next[states, char]
        return len(self._text) in states

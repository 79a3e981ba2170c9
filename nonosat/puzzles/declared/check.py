"""The check of a picture against a kind's page, which it reads by itself.

It is written from docs/kinds.md and shares nothing with what states constraints, so that a rule that one of
them misreads is noticed: a solution has to please both. Patterns are matched by sets of states, in time linear
in the cells times the pattern.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from math import inf
from typing import Any, NamedTuple

OFF = -1
"""The number of every cell off the grid."""

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}

Cells = tuple[int, ...]
Amount = tuple[float, float]
"""The least and the most; none is both where the least is larger."""


class Place(NamedTuple):
    """Where a rule holds: its name, the cells, and the number of the line or of the cell."""

    name: str
    cells: Cells
    number: int = 0


class Demand(NamedTuple):
    """What is demanded at a place: the cells that decide, and what says in a sentence what is wrong, or nothing.

    It is given the characters of a picture, to which an empty one is added for cells off the grid.
    """

    cells: Cells
    wrong: Callable[[str], str]


class Check:
    """What the pictures of one puzzle are checked against: `demands` has all of it."""

    def __init__(self, page: Mapping[str, Any], gives: Mapping[str, Any], height: int, width: int) -> None:
        """Read a page, as plain data. `gives` has by its key what the puzzle gives: a number, numbers with None
        for those that are not given, or the rows of a picture.
        """
        self._page, self._gives, self._height, self._width = page, gives, height, width
        kinds = {key: _kind(said) for key, said in page["gives"].items()}
        pictures = {
            kind: "".join(gives.get(key) or ())
            for key, kind in kinds.items()
            if kind in ("letters", "symbols")
        }
        self._letters = pictures.get("letters", "")
        self._blank, every = ".", range(height * width)
        for key, kind in kinds.items():
            if kind == "symbols":
                self._blank = page["gives"][key].get("blank") or "."
        self._shown = pictures.get("symbols") or self._blank * len(every)
        self._values = "".join(page.get("values") or ".#")
        walls, fixed = page.get("walls") or "", page.get("fixed") or {}
        self._walls = {cell for cell in every if self._shown[cell] in walls}
        self._rows = [tuple(range(r * width, (r + 1) * width)) for r in range(height)]
        self._columns = list(zip(*self._rows, strict=True))
        fixing = {**{char: str(value) for char, value in fixed.items()}, **dict.fromkeys(walls, ".")}
        self.demands: list[Demand] = [
            self._shows(cell, fixing[char]) for cell, char in enumerate(self._shown) if char in fixing
        ]
        for rule in page["rules"]:
            self.demands += self._cell_rule(rule) if rule["each"] == "cell" else self._place_rule(rule)

    def faults(self, picture: Iterable[str]) -> Iterator[str]:
        """Yield what is wrong with a picture of the right size, a sentence for each thing."""
        text = "".join(picture) + "."
        return (wrong for demand in self.demands if (wrong := demand.wrong(text)))

    def _shows(self, cell: int, value: str) -> Demand:
        def wrong(text: str) -> str:
            return f"{self._cell(cell)} is {text[cell]}, but it shows {value}" if text[cell] != value else ""

        return Demand((cell,), wrong)

    def _cell(self, cell: int) -> str:
        return f"row {cell // self._width + 1}, column {cell % self._width + 1}"

    # Where a rule holds

    def _place_rule(self, rule: Mapping[str, Any]) -> Iterator[Demand]:
        within = {"one region": 1, "two regions": 2}.get(rule.get("within", ""))
        for place in self._places(rule["each"]):
            if within is None or len({self._letters[cell] for cell in place.cells}) == within:
                yield from self._demand(rule, place, place.cells)

    def _places(self, each: str) -> Iterator[Place]:
        lines = {"row": self._rows, "column": self._columns}
        match each.split():
            case ["row" | "column" as line]:
                for number, cells in enumerate(lines[line]):
                    yield Place(f"{line} {number + 1}", cells, number)
            case ["first" | "last" as end, line]:
                number = 0 if end == "first" else len(lines[line]) - 1
                yield Place(f"{line} {number + 1}", lines[line][number], number)
            case ["board"]:
                yield Place("the board", sum(self._rows, ()))
            case ["region"]:
                for letter in dict.fromkeys(self._letters):
                    yield Place(f"region {letter}", self._of(letter, sum(self._rows, ())))
            case ["level"]:
                for number, row in enumerate(self._rows, 1):
                    for letter in dict.fromkeys(self._letters[cell] for cell in row):
                        yield Place(f"region {letter} in row {number}", self._of(letter, row))
            case ["stretch"]:
                for line in (*self._rows, *self._columns):
                    yield from (self._from_to(cells) for cells in self._stretches(line) if len(cells) > 1)
            case ["beside"]:
                yield from self._blocks(1, 2)
            case ["above"]:
                yield from self._blocks(2, 1)
            case ["neighbours"]:
                yield from (*self._blocks(1, 2), *self._blocks(2, 1))
            case ["diagonal"]:
                for upper, lower in zip(self._rows, self._rows[1:], strict=False):
                    yield from map(self._from_to, zip(upper, lower[1:], strict=False))
                    yield from map(self._from_to, zip(upper[1:], lower, strict=False))
            case ["rows" | "columns" as several]:
                numbered = enumerate(lines[several.removesuffix("s")], 1)
                for (i, first), (j, second) in combinations(numbered, 2):
                    both = (cell for pair in zip(first, second, strict=True) for cell in pair)
                    yield Place(f"{several} {i} and {j}", tuple(both))
            case [high, "by", wide]:
                yield from self._blocks(int(high), int(wide))

    def _of(self, letter: str, cells: Cells) -> Cells:
        return tuple(cell for cell in cells if self._letters[cell] == letter)

    def _blocks(self, high: int, wide: int) -> Iterator[Place]:
        for r in range(self._height - high + 1):
            for c in range(self._width - wide + 1):
                yield self._from_to(
                    tuple(cell for row in self._rows[r : r + high] for cell in row[c : c + wide])
                )

    def _from_to(self, cells: Cells) -> Place:
        return Place(f"{self._cell(cells[0])} to {self._cell(cells[-1])}", cells)

    def _stretches(self, line: Cells) -> list[Cells]:
        found: list[list[int]] = [[]]
        for cell in line:
            if cell in self._walls:
                found.append([])
            else:
                found[-1].append(cell)
        return [tuple(cells) for cells in found]

    def _cell_rule(self, rule: Mapping[str, Any]) -> Iterator[Demand]:
        at, when, over = rule.get("at"), rule.get("when"), rule.get("over", "here")
        shown = "shown" in (rule.get("count"), rule.get("sum"))
        areas = over if isinstance(over, Mapping) else dict.fromkeys(re.split(r"\s*,\s*", over.strip()), "")
        for cell, char in enumerate(self._shown):
            if (at is not None and char not in str(at)) or (shown and not char.isdecimal()):
                continue
            if at is None and not shown and cell in self._walls:
                continue
            near = [(one, str(values)) for area, values in areas.items() for one in self._near(cell, area)]
            place = Place(self._cell(cell), tuple(one for one, _ in near), cell)
            for demand in self._demand(rule, place, place.cells, [values for _, values in near]):
                yield demand if when is None else _when(cell, str(when), demand)

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
                return (*self._seen(self._rows[r], c), *self._seen(self._columns[c], r))
        down, right = STEPS[area]
        on = 0 <= r + down < self._height and 0 <= c + right < self._width
        return (cell + down * self._width + right if on else OFF,)

    def _seen(self, line: Cells, at: int) -> Cells:
        before, after = self._stretches(line[:at])[-1], self._stretches(line[at + 1 :])[0]
        return before + after

    # What it demands there

    def _demand(
        self, rule: Mapping[str, Any], place: Place, cells: Cells, mapped: Sequence[str] = ()
    ) -> Iterator[Demand]:
        said = rule.get("says") or ""
        if "follow" in rule:
            pattern = Pattern.of(str(rule["follow"]))
            yield Demand(
                cells,
                _unless(
                    lambda read: pattern.matches(read), cells, place, said or f"the pattern {rule['follow']}"
                ),
            )
            return
        values = mapped if any(mapped) else [str(rule.get("of", self._values[1:]))] * len(cells)
        looked = [(cell, some) for cell, some in zip(cells, values, strict=True) if cell != OFF]
        on = tuple(cell for cell, _ in looked)
        if "alike" in rule:
            yield Demand(
                on, _unless(lambda read: len({*read}) < 2, on, place, said or "the cells are not alike")
            )
        elif "differ" in rule:
            yield Demand(
                on, _unless(lambda read: read[::2] != read[1::2], on, place, said or "the lines are the same")
            )
        else:
            key = "count" if "count" in rule else "sum"
            amount = self._amount(str(rule[key]), place, len(on))
            if amount is not None:
                worth = [1 if key == "count" else number for number in range(1, len(on) + 1)]
                gains = [(cell, some, gain) for (cell, some), gain in zip(looked, worth, strict=True)]
                yield Demand(on, _measure(gains, amount, place, said))

    def _amount(self, text: str, place: Place, cells: int) -> Amount | None:
        """Return the least and the most; None if nothing is demanded."""
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
            case [times, "times", name]:
                number = self._number(name, place)
                return None if number is None else (int(times) * number,) * 2
            case [name]:
                number = int(name) if name.isdecimal() else self._number(name, place)
                return None if number is None else (number, number)
        raise ValueError(text)

    def _number(self, name: str, place: Place) -> int | None:
        given = self._gives.get(name)
        if isinstance(given, Sequence):
            return given[place.number]  # type: ignore[no-any-return]
        return int(self._page["gives"][name]["otherwise"] if given is None else given)


def _kind(said: Any) -> str:
    """Return what a key of `gives` is: a side, `letters`, `symbols` or `number`."""
    return said if isinstance(said, str) else "symbols" if "symbols" in said else "number"


def _when(cell: int, values: str, demand: Demand) -> Demand:
    return Demand((*demand.cells, cell), lambda text: demand.wrong(text) if text[cell] in values else "")


def _unless(holds: Callable[[str], bool], cells: Cells, place: Place, said: str) -> Callable[[str], str]:
    def wrong(text: str) -> str:
        return "" if holds("".join([text[cell] for cell in cells])) else f"{place.name} breaks a rule: {said}"

    return wrong


def _measure(
    gains: Sequence[tuple[int, str, int]], amount: Amount, place: Place, said: str
) -> Callable[[str], str]:
    least, most = amount

    def wrong(text: str) -> str:
        number = sum([gain for cell, values, gain in gains if text[cell] in values])
        if least <= number <= most:
            return ""
        return f"{place.name} has {number}, not {least:g} to {most:g}: {said}"

    return wrong


class Pattern:
    """A pattern, matched by following all ways through it at once.

    A state is a place in the pattern's text: the characters before it are matched (Thompson, 1968).
    """

    def __init__(self, text: str) -> None:
        """Read a pattern that is one."""
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
        self._begin = self._reached({0})

    @staticmethod
    @cache
    def of(text: str) -> "Pattern":
        """Return a pattern, read once."""
        return Pattern(text)

    def _reached(self, states: set[int]) -> frozenset[int]:
        waiting = list(states)
        while waiting:
            new = self._free[waiting.pop()] - states
            states |= new
            waiting += new
        return frozenset(states)

    def matches(self, read: str) -> bool:
        """Whether all of a text matches."""
        states = self._begin
        for char in read:
            key = states, char
            if key not in self._next:
                self._next[key] = self._reached(
                    {at + 1 for at in states if self._text[at : at + 1] in (char, "_")}
                )
            states = self._next[key]
        return len(self._text) in states

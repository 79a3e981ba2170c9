"""The words of steps: names of cells, lines and colours. Rows, columns and cells are counted from 1."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from nonosat.problem import is_single
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.cells import cell_name, position
from nonosat.puzzles.clues import clue_text
from nonosat.reasons.fields import Fact, Facts
from nonosat.reasons.units import Line, Number, Unit
from nonosat.words import is_number, plural

HINTS = {
    "where": "Look at {line}: {technique}.",
    "line": "{title}: {follow} ({technique}).",
    "cell": "{title}: look at {cells}.",
    "why": "{name}: {told}.",
    "so": "{known}, so {what}",
    "empty": "the clue is 0, so {what}",
    "all": "in {every} left, {what}",
    "wrong": "Something is wrong: look at {line}.",
    "mistaken": "{title}: something is wrong here.",
    "refused": "{name} cannot be completed{because}",
}
"""Sentences about one line that pages make, too."""

_IN_LINE = re.compile(r"(?:^| of )(row|column) (\d+)(?:,|$)")
"""The row or column in the label of a unit."""


class Words:
    """Names what steps about one puzzle are about."""

    def __init__(self, puzzle: CellPuzzle, units: Sequence[Unit]) -> None:
        self.units = units
        self.lines = {unit.number: unit for unit in units if isinstance(unit, Line)}
        self.counts = {unit.number: unit for unit in units if isinstance(unit, Number)}
        if puzzle.is_declared:
            self.counts = {**_counts(puzzle, units), **self.counts}
        self.palette = puzzle.palette
        self.colours = [colour.name for colour in puzzle.palette]
        self.two = len(puzzle.palette) == 2
        self.name_counted, self.rule_of = puzzle.name_counted, puzzle.rule_of
        self._puzzle = puzzle

    def unit(self, number: int) -> str:
        """Name a unit with its clue: `Row 5, clue 3 1 5`; `The 3 in row 2, column 5`."""
        name, line = self.name(number), self.lines.get(number)
        return name if line is None else f"{name}, clue {clue_text(line.blocks, self.palette)}"

    def name(self, number: int) -> str:
        """Name a unit at the beginning of a sentence: `Row 5`."""
        label = self.units[number].label
        return f"{label[0].upper()}{label[1:]}"

    def labels(self, numbers: Iterable[int]) -> str:
        """Name units without their clues: `rows 1 to 4 and column 7`."""
        groups: dict[str, list[int]] = {}
        for number in sorted(numbers):
            label = self.units[number].label
            noun, _, place = label.rpartition(" ")
            if noun.isalpha() and is_number(place):
                groups.setdefault(noun, []).append(int(place))
            else:
                groups[label] = []
        return join([ranges(noun, places) if places else noun for noun, places in groups.items()])

    def cell(self, cell: int) -> str:
        """Name a cell: `row 5, column 3`."""
        return cell_name(self._puzzle, cell)

    def value(self, mask: int, of: int = -1, several: bool = False) -> str:
        """Name what a cell may be, or what `several` may be: `black`, `red or white`, `not red`, `neither red
        nor blue`; `of` has the values in question.
        """
        colours = self._several if several else self.colours
        has = [name for value, name in enumerate(colours) if mask >> value & 1]
        lacks = [name for value, name in enumerate(colours) if (of & ~mask) >> value & 1]
        if lacks and len(has) > 1 and (len(lacks) < len(has) or mask & ~of):
            return f"neither {join(lacks, 'nor')}" if len(lacks) > 1 else f"not {lacks[0]}"
        return join(has, "or")

    @cached_property
    def _several(self) -> list[str]:
        """The plurals of values: `lamps` for `a lamp`, by the kind's nouns or with an s."""
        nouns = {self.name_counted(number)[:2] for number in self.counts}
        names = []
        for colour in self.colours:
            several = [
                f"{many}{colour[2 + len(one) :]}"
                for one, many in nouns
                if f"{colour} ".startswith(f"a {one} ")
            ]
            names.append(several[0] if several else re.sub(r"^an? (\w+)", r"\1s", colour))
        return names

    def suppose(self, assumes: Fact, suppose: str = "Suppose") -> str:
        """Say an assumption."""
        cell, mask = assumes
        return f"{suppose} {self.cell(cell)} were {self.value(mask)}."

    def so(self, sets: Facts) -> str:
        """Say a conclusion."""
        return f"So {self.cells_are(sets)}."

    def facts(self, unit: Unit, facts: Facts) -> str:
        """Name what is new about cells of a unit: `cells 4 to 8 are black and 10 white`."""
        return join(self._each(unit, facts))

    def name_known(self, unit: Unit, facts: Facts) -> list[str]:
        """Name known cells of a unit in the same way, without colours that its clue does not have."""
        return self._each(unit, facts, unit.colours if isinstance(unit, Line) else -1)

    def news(self, unit: Unit, sets: Facts) -> Facts:
        """Return what is new about cells of a unit; of a rule that forbids options, what this settles."""
        count = self.counts.get(unit.number)
        forbids = self.rule_of(unit.number) and count is not None and not count.most
        return tuple([fact for fact in sets if is_single(fact[1])]) if forbids else sets

    def _each(self, unit: Unit, facts: Facts, of: int = -1) -> list[str]:
        places = self._places(unit)
        if not places:
            return [self.cells_are(facts)] if facts else []
        by_value: dict[str, list[Fact]] = {}
        for cell, mask in facts:
            by_value.setdefault(self.value(mask, of), []).append((places[cell], mask))
        told: list[str] = []
        line = unit.number in self.lines
        for some in by_value.values():
            numbers = sorted(place for place, _ in some)
            are = ranges("", numbers).partition(" ")[2] if line and told else places_are(numbers)
            told.append(f"{are} {self.value(some[0][1], of, not line and len(some) > 1)}")
        return told

    def _places(self, unit: Unit) -> dict[int, int]:
        """Return where cells of a unit lie in the row or column of its label; empty if some lie elsewhere."""
        if unit.number in self.lines:
            return {cell: place + 1 for cell, place in unit.place_of.items()}
        named = _IN_LINE.search(unit.label) if self._puzzle.grid else None
        if named is None:
            return {}
        along = named[1] == "column"
        where = {cell: position(self._puzzle, cell) for cell in unit.cells}
        inside = all(place[along] == int(named[2]) for place in where.values())
        return {cell: place[not along] for cell, place in where.items()} if inside else {}

    def cells_are(self, sets: Facts) -> str:
        """Say what cells are: `row 2, columns 3 to 5 are black and row 4, column 1 is white`."""
        said = []
        for mask in dict.fromkeys(mask for _, mask in sets):
            some = [cell for cell, has in sets if has == mask]
            named = self.by_row(some)
            if not any(name.startswith("rows") for name in named):  # else it would be unclear what is crossed
                named = {join([*named]): len(some)}
            said += [
                f"{cells} {'is' if n == 1 else 'are'} {self.value(mask, several=n > 1)}"
                for cells, n in named.items()
            ]
        return join(said)

    def cells(self, cells: Iterable[int]) -> str:
        """Name cells: `row 2, columns 3 to 5 and row 4, column 1`."""
        return join([*self.by_row(cells)])

    def by_row(self, cells: Iterable[int]) -> dict[str, int]:
        """Name cells by row, and group rows with the same columns; return how many cells each name has."""
        places: dict[tuple[int, ...], list[int]] = {}
        for cell in cells:
            *row, place = position(self._puzzle, cell)
            places.setdefault(tuple(row), []).append(place)
        if not self._puzzle.row_lengths:
            return {ranges("cell", some): len(some) for some in places.values()}
        rows: dict[tuple[int, ...], list[int]] = {}
        for (number,), some in places.items():
            rows.setdefault(tuple(some), []).append(number)
        across = self._puzzle.across
        return {_crossing(some, these, across): len(some) * len(these) for these, some in rows.items()}

    def wrong(self, marks: Sequence[tuple[int, int]], level: str) -> str:
        """Return as much about the wrong marks as the level reveals."""
        number = plural(len(marks), "mark")
        if level == "where":
            return "A mark is wrong." if len(marks) == 1 else f"At least {number} are wrong."
        if level == "line":
            rows = ranges("row", sorted({position(self._puzzle, cell)[0] for cell, _ in marks}))
            return f"Take back {number} in {rows}; fewer are not enough."
        cells = self.cells([cell for cell, _ in marks])
        return f"Take back {number}: {cells}. Fewer are not enough."


def _counts(puzzle: CellPuzzle, units: Sequence[Unit]) -> dict[int, Number]:
    """Return what a declared kind counts: an automaton counts cells of several values, but people do not."""
    from nonosat.puzzles.declared import Declared
    from nonosat.puzzles.declared.demands import count_demand

    counts: dict[int, Number] = {}
    if not isinstance(puzzle, Declared):
        return counts
    for unit, demand in zip(units, puzzle.clues, strict=False):
        if unit.label == demand.name and (count := count_demand(demand, puzzle.rules.chars)):
            counts[unit.number] = Number(unit.number, count, len(puzzle.palette))
    return counts


def _crossing(rows: Sequence[int], columns: Sequence[int], across: str) -> str:
    """Name the cells that are in both rows and columns: `row 2, columns 3 to 5`; `column 3, rows 2 and 4`."""
    told = ranges("row", rows), ranges(across, columns)
    return ", ".join(told[::-1] if len(columns) == 1 < len(rows) and across == "column" else told)


def so(known: str, what: str) -> str:
    """Return `known, so what`; only `what` without a reason."""
    return HINTS["so"].format(known=known, what=what) if known else what


def because(reasons: Sequence[str]) -> str:
    """Return `, because a and b`; empty without a reason."""
    return f", because {join(reasons)}" if reasons else ""


def places_are(places: Sequence[int]) -> str:
    """Name places with their verb: `cell 4 is`, `cells 4 to 8 and 10 are`."""
    return f"{ranges('cell', places)} {'is' if len(places) == 1 else 'are'}"


def ranges(noun: str, numbers: Sequence[int]) -> str:
    """Name numbered things: `row 4`, `rows 4 to 8 and 10`."""
    if len(numbers) == 1:
        return f"{noun} {numbers[0]}"
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts: list[str] = []
    for run in runs:
        parts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return f"{noun}s {join(parts)}"


def join(parts: Sequence[str], word: str = "and") -> str:
    """Join parts: `a`, `a and b`, `a, b and c`."""
    return f" {word} ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def ordinal(number: int) -> str:
    """Return `first`, `second`, ... for 1, 2, ..."""
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    if number <= len(words):
        return words[number - 1]
    teens = 11 <= number % 100 <= 13
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"

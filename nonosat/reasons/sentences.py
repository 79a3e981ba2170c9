"""Turns steps into sentences; rows, columns and cells are counted from 1."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonosat.line.count import count
from nonosat.line.totals import bounds
from nonosat.problem import values_of
from nonosat.puzzles.nonogram import Nonogram
from nonosat.reasons import techniques
from nonosat.reasons.grid import Line
from nonosat.reasons.phrases import because, listed, ordinal, places_are, ranges
from nonosat.reasons.steps import (
    COLUMNS,
    ROWS,
    Conflict,
    Fact,
    Facts,
    LineSet,
    LineStep,
    Refutation,
    Step,
    Sum,
    TwoWay,
    lines_of,
)
from nonosat.words import plural

_MOST = 1_000_000  # larger numbers of arrangements mean nothing to a person


class Words:
    """Puts steps about one puzzle in words."""

    def __init__(self, puzzle: Nonogram, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._width, self._height = puzzle.width, puzzle.height
        self._names = [colour.name for colour in puzzle.palette]
        self._clues = [puzzle.clue_text(clue) for clue in puzzle.rows + puzzle.columns]
        self._two = len(puzzle.palette) == 2

    def line(self, number: int) -> str:
        """Name a line with its clue: `Row 5, clue 3 1 5`."""
        label = self._lines[number].label
        return f"{label[0].upper()}{label[1:]}, clue {self._clues[number]}"

    def cell(self, cell: int) -> str:
        """Name a cell of the grid: `row 5, column 3`."""
        row, column = divmod(cell, self._width)
        return f"row {row + 1}, column {column + 1}"

    def value(self, mask: int) -> str:
        """Name what a cell may be: `black`, `red or white`, `not red`."""
        has = [name for value, name in enumerate(self._names) if mask >> value & 1]
        lacks = [name for value, name in enumerate(self._names) if not mask >> value & 1]
        return f"not {listed(lacks, 'or')}" if len(lacks) < len(has) else listed(has, "or")

    def sentence(self, step: Step) -> str:
        """Return a step as text."""
        return " ".join(self.sentences(step))

    def sentences(self, step: Step, within: bool = False) -> list[str]:
        """Return the sentences of a step; one with a trace starts with the assumption and ends with the
        conclusion. `within` is whether the step itself is in a trace.
        """
        if isinstance(step, LineStep):
            return [f"{self._line_step(step)}."]
        if isinstance(step, Conflict):
            return [f"{self._conflict(step)}."]
        if isinstance(step, Refutation):
            suppose = "Suppose also that" if within else "Suppose"
            return [self._supposed(step.assumes, suppose), *self.trace(step.trace), self._so(step.sets)]
        if isinstance(step, TwoWay):
            said, suppose = [], "Suppose"
            for case in step.cases:
                said += [self._supposed(case.assumes, suppose), *self.trace(case.trace)]
                suppose = "Suppose instead that"
            either = "In either case" if len(step.cases) == 2 else "In every case"
            return [*said, f"{either} {self._cells_are(step.sets)}."]
        if isinstance(step, Sum):
            return self._sum(step)
        return self._line_set(step)

    def hint(self, step: Step, level: str) -> str:
        """Return as much about a step as the level reveals: `where`, `line`, `cell` or `why`."""
        if level == "why":
            return self.sentence(step)
        if isinstance(step, Conflict):
            return f"A mark is wrong: look at {self._lines[step.line].label}."
        if isinstance(step, LineStep):
            line = self._lines[step.line]
            if level == "where":
                return f"Look at {line.label}."
            if level == "line":
                number = plural(len(step.sets), "cell follows", "cells follow")
                return f"{self.line(step.line)}: {number} ({step.technique})."
            places = [line.place_of[cell] + 1 for cell, _ in step.sets]
            return f"{self.line(step.line)}: look at {ranges('cell', places)}."
        if level == "cell":
            return f"Look at {listed([*self._by_row(step.sets)])}."
        if isinstance(step, Sum):
            if level == "where":
                return "No single line gives anything more: compare rows with columns."
            return self._sum(step)[0]
        around = self.cell(step.sets[0][0]).partition(",")[0]
        if level == "where":
            return f"No single line gives anything more: try an assumption in {around}."
        names = listed([self._lines[number].label for number in sorted(lines_of(step))])
        return f"Try an assumption in {around}, and follow it through {names}."

    def wrong(self, marks: Sequence[tuple[int, int]], level: str) -> str:
        """Return as much about the wrong marks as the level reveals."""
        number = plural(len(marks), "mark")
        if level == "where":
            return "A mark is wrong." if len(marks) == 1 else f"At least {number} are wrong."
        if level == "line":
            rows = ranges("row", sorted({cell // self._width + 1 for cell, _ in marks}))
            return f"Take back {number} in {rows}; fewer are not enough."
        cells = listed([*self._by_row([(cell, 1 << value) for cell, value in marks])])
        return f"Take back {number}: {cells}. Fewer are not enough."

    def trace(self, steps: Iterable[Step]) -> list[str]:
        """Return the sentences of a trace."""
        return [sentence for step in steps for sentence in self.sentences(step, within=True)]

    def facts(self, line: Line, facts: Facts) -> str:
        """Name known cells of a line: `cells 4 to 8 are black and cell 10 is white`."""
        return listed(self._facts(line, facts))

    def _facts(self, line: Line, facts: Facts) -> list[str]:
        """Name known cells of a line, grouped by their values."""
        by_mask: dict[int, list[int]] = {}
        for cell, mask in facts:
            by_mask.setdefault(mask, []).append(line.place_of[cell] + 1)
        return [f"{places_are(places)} {self.value(mask)}" for mask, places in by_mask.items()]

    def _line_step(self, step: LineStep) -> str:
        line = self._lines[step.line]
        if not line.blocks:
            return self._empty(line, step.sets)
        name, what = self.line(step.line), self.facts(line, step.sets)
        parts = techniques.parts(line, step)
        if any(technique == techniques.COMPLETE for technique, _ in parts):
            return self._complete(name, line, step)
        if not parts:
            return f"{name}: {self._in_all_arrangements(line, step)}"
        technique, sets = parts[0]
        known = self._facts(line, step.uses)
        if technique not in techniques.WHEREVER:
            return f"{name}: {what}{because([*known, self._reason(line, step.uses, technique, sets)])}"
        block = techniques.block_of(line, step.uses, sets)
        lies = f"{self._block(line, block.number)} lies" if block else "the blocks lie"
        said = [f"{self.facts(line, sets)} wherever {lies}{because(known)}"]
        for technique, sets in parts[1:]:
            reason = self._reason(line, step.uses, technique, sets)
            said.append(f"{self.facts(line, sets)}{because([reason])}")
        return f"{name}: {'; '.join(said)}"

    def _empty(self, line: Line, sets: Facts) -> str:
        """Say that a line without blocks is empty."""
        noun, _, number = line.label.partition(" ")
        every = len(sets) == line.n
        what = f"all of its cells are {self.value(1)}" if every else self.facts(line, sets)
        return f"{noun.capitalize()} {number}: the clue is 0, so the {noun} is empty and {what}"

    def _complete(self, name: str, line: Line, step: LineStep) -> str:
        """Say that all blocks of a line are placed."""
        what = self.facts(line, step.sets)
        if not step.uses:
            return f"{name}, fills the {line.label.split()[0]}: {what}"
        known = because(self._facts(line, step.uses))
        filled = sum(not mask & 1 for _, mask in step.uses)
        if filled == sum(block.high for block in line.blocks):
            return f"{name}, is complete{known}, so {what}"
        return f"{name}, fits in only one way{known}: {what}"

    def _in_all_arrangements(self, line: Line, step: LineStep) -> str:
        """Say what all arrangements agree on."""
        what, known = self.facts(line, step.sets), self._facts(line, step.uses)
        number = count(line.blocks, line.masks(step.uses), line.n)
        if number == 1:
            return f"{what}{because([*known, 'only one arrangement is left'])}"
        every = "both arrangements" if number == 2 else f"all {number} arrangements"
        if number > _MOST:
            every = "all arrangements"
        return f"{what} in {every}{' left' if known else ''}{because(known)}"

    def _reason(self, line: Line, uses: Facts, technique: str, sets: Facts) -> str:
        """Say why a technique sets cells."""
        if technique == techniques.CLOSED:
            block = techniques.block_of(line, uses, sets)
            if block is None:
                return "the neighbouring blocks are complete"
            filled = [line.place_of[cell] for cell, mask in uses if not mask & 1]
            places = list(values_of(block.places))
            cells = ranges("cell", [place + 1 for place in places])
            complete = "is complete" if set(places) <= {*filled} else f"fills {cells}"
            return f"{self._block(line, block.number)} {complete}"
        if technique == techniques.SPLITTING:
            return "joining them would make too long a block"
        if technique == techniques.GAP:
            spaces = [line.place_of[cell] for cell, _ in uses]
            gaps = {sum(space < line.place_of[cell] for space in spaces) for cell, _ in sets}
            return f"the {'gap is' if len(gaps) == 1 else 'gaps are'} too small for any block"
        masks = {mask for _, mask in sets}
        colours = [value for value in range(1, line.values) if not any(mask >> value & 1 for mask in masks)]
        if masks == {1}:
            which = "no block"
        elif len(masks) == len(colours) == 1:
            which = f"no {self._names[colours[0]]} block"
        else:
            which = "no block of another colour"
        return f"{which} can reach that far"

    def _conflict(self, step: Conflict) -> str:
        line = self._lines[step.line]
        if not line.blocks:
            noun, _, number = line.label.partition(" ")
            return f"{noun.capitalize()} {number}: the clue is 0, but {self.facts(line, step.uses)}"
        return f"{self.line(step.line)}, cannot be completed{because(self._facts(line, step.uses))}"

    def _block(self, line: Line, number: int) -> str:
        """Name a block of a clue: `the 5`, `the second 1`, `the red 3`."""
        block = line.blocks[number]
        alike = [k for k, other in enumerate(line.blocks) if other == block]
        which = f"{ordinal(alike.index(number) + 1)} " if len(alike) > 1 else ""
        colour = "" if self._two else f"{self._names[block.colour]} "
        return f"the {which}{colour}{'block' if block.blotted else block.low}"

    def _supposed(self, assumes: Fact, suppose: str = "Suppose") -> str:
        cell, mask = assumes
        return f"{suppose} {self.cell(cell)} were {self.value(mask)}."

    def _so(self, sets: Facts) -> str:
        return f"So {self._cells_are(sets)}."

    def _cells_are(self, sets: Facts) -> str:
        """Say what cells are: `row 2, columns 3 to 5 are black and row 4, column 1 is white`."""
        said = []
        for mask in dict.fromkeys(mask for _, mask in sets):
            some = [fact for fact in sets if fact[1] == mask]
            named = self._by_row(some).items()
            said += [f"{cells} {'is' if n == 1 else 'are'} {self.value(mask)}" for cells, n in named]
        return listed(said)

    def _by_row(self, facts: Sequence[Fact]) -> dict[str, int]:
        """Name cells by row, and group rows with the same columns; return how many cells each name has."""
        columns: dict[int, list[int]] = {}
        for cell, _ in facts:
            columns.setdefault(cell // self._width + 1, []).append(cell % self._width + 1)
        rows: dict[tuple[int, ...], list[int]] = {}
        for row, some in columns.items():
            rows.setdefault(tuple(some), []).append(row)
        return {_crossing(some, these): len(some) * len(these) for these, some in rows.items()}

    def _sum(self, step: Sum) -> list[str]:
        """Describe a sum: how many cells one set of lines needs and the other allows, and what follows."""
        height = self._height
        rows = ranges("row", [row + 1 for row in step.rows])
        columns = ranges("column", [column - height + 1 for column in step.columns])
        needed, allowed = self._totals(step)
        cross = "crosses" if len(step.rows) == 1 else "cross"
        given = f", given that {self._cells_are(step.uses)}" if step.uses else ""
        sides = [("row", len(step.rows)), ("column", len(step.columns))]
        (noun, number), (other, others) = sides if step.least == ROWS else sides[::-1]
        need = f"The {noun} needs" if number == 1 else f"The {noun}s need"
        have = f"he {other} has room for" if others == 1 else f"he {other}s have room for"
        said = [
            f"Count the {self._names[step.colour]} cells where {rows} {cross} {columns}{given}.",
            f"{need} at least {needed} of them.",
        ]
        if not step.sets:
            return [*said, f"But t{have} at most {allowed}, which is a contradiction."]
        said.append(f"T{have} at most {allowed}, so every line has exactly its share.")
        return [*said, self._so(step.sets)]

    def _totals(self, step: Sum) -> tuple[int, int]:
        """Return how many cells one set of lines needs and the other allows."""
        first = {ROWS: 0, COLUMNS: self._height}
        sides = (ROWS, COLUMNS) if step.least == ROWS else (COLUMNS, ROWS)
        lines = {ROWS: step.rows, COLUMNS: step.columns}
        total = [0, 0]
        for at, (side, other) in enumerate((sides, sides[::-1])):
            places = sum(1 << k - first[other] for k in lines[other])
            for k in lines[side]:
                line = self._lines[k]
                can = line.masks([fact for fact in step.uses if fact[0] in line.place_of])
                found = bounds(line.blocks, line.n, can, places, step.colour)
                total[at] += found[at] if found else 0
        return total[0], total[1]

    def _line_set(self, step: LineSet) -> list[str]:
        names = listed([self._lines[number].label for number in step.lines])
        head = f"{names[0].upper()}{names[1:]} together decide a cell."
        if step.trace is None:
            cell = self.cell(step.assumes[0])
            return [head, f"A solver has shown that {cell} cannot be {self.value(step.assumes[1])}."]
        return [head, self._supposed(step.assumes), *self.trace(step.trace), self._so(step.sets)]


def _crossing(rows: Sequence[int], columns: Sequence[int]) -> str:
    """Name the cells that are in both rows and columns: `row 2, columns 3 to 5`."""
    if len(rows) == 1:
        return f"{ranges('row', rows)}, {ranges('column', columns)}"
    return f"the cells where {ranges('row', rows)} cross {ranges('column', columns)}"

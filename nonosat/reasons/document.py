"""The file format of explanations: JSON with everything needed to check one. See docs/explanations.md.

How a kind of step is written and read is declared by its fields (see `nonosat.reasons.rungs`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from nonosat._version import __version__
from nonosat.errors import InputError
from nonosat.formats import documents
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.picture import Picture
from nonosat.reasons import rungs
from nonosat.reasons.fields import items, one_of, told, wrong
from nonosat.reasons.marks import grid_of
from nonosat.reasons.steps import Fact, Step
from nonosat.reasons.units import Unit

WHAT = "nonosat explanation"
SCHEMA = 1


class Pages:
    """Writes and reads steps about one puzzle as plain data; with `say`, also writes them as sentences."""

    def __init__(
        self, puzzle: CellPuzzle, units: Sequence[Unit], say: Callable[[Step], str] | None = None
    ) -> None:
        self.units: Sequence[Unit] = units
        self.number = {unit.label: unit.number for unit in units}
        self.chars: list[str] = [colour.char for colour in puzzle.palette]
        self.value = {char: value for value, char in enumerate(self.chars)}
        self.height: int
        self.width: int
        self.height, self.width = grid_of(puzzle)
        self._say = say

    def write(self, step: Step) -> dict[str, Any]:
        """Write a step."""
        kind = rungs.KINDS[step.kind]
        found: dict[str, Any] = {"kind": step.kind, "rung": step.rung, **kind.written(step, self)}
        if self._say is not None:
            found["says"] = self._say(step)
        return found

    def read(self, entry: object) -> Step:
        """Read a step."""
        if not isinstance(entry, dict):
            wrong(f"expected a map, found {told(entry)}")
        kind = one_of(entry.get("kind"), "kind", rungs.KINDS)
        step = rungs.KINDS[kind].read(entry, self)
        if entry["rung"] != step.rung or isinstance(entry["rung"], bool):
            wrong(f"rung: expected {step.rung}, found {told(entry['rung'])}")
        return step

    def read_all(self, entry: object) -> tuple[Step, ...]:
        """Read a list of steps; an error names the step."""
        found = []
        for number, item in enumerate(items(entry, "steps"), start=1):
            try:
                found.append(self.read(item))
            except InputError as error:
                wrong(f"step {number}: {error.what}")
        return tuple(found)

    def fact(self, fact: Fact) -> list[int | str]:
        """Write a fact: row and column, counted from 1, and the characters that the cell may have."""
        cell, mask = fact
        row, column = divmod(cell, self.width)
        chars = "".join([char for value, char in enumerate(self.chars) if mask >> value & 1])
        return [row + 1, column + 1, chars]

    def read_fact(self, entry: object) -> Fact:
        """Read a fact."""
        match entry:
            case [int(row), int(column), str(chars)] if bool not in (type(row), type(column)):
                mask = sum({1 << self.value[char] for char in chars if char in self.value})
                ordered = "".join([char for value, char in enumerate(self.chars) if mask >> value & 1])
                if 1 <= row <= self.height and 1 <= column <= self.width and chars and chars == ordered:
                    return (row - 1) * self.width + column - 1, mask
        return wrong(f"expected a row, a column and colours, such as [1, 1, '.'], found {told(entry)}")


def plain(
    puzzle: CellPuzzle,
    pages: Pages,
    start: Picture,
    steps: Sequence[Step],
    end: Picture,
    solutions: Sequence[Picture] = (),
) -> dict[str, Any]:
    """Write an explanation as plain data.

    `solutions` prove that the cells open at the end do not follow from the clues.
    """
    return {
        "what": WHAT,
        "schema": SCHEMA,
        "version": __version__,
        "puzzle": documents.plain(puzzle),
        "start": list(start),
        "steps": [pages.write(step) for step in steps],
        "end": list(end),
        "solutions": [list(picture) for picture in solutions],
    }


def text(document: dict[str, Any]) -> str:
    """Return the text of a document's file, with one step per line."""
    head = {key: value for key, value in document.items() if key not in ("steps", "end", "solutions")}
    rest = {key: document[key] for key in ("end", "solutions")}

    def entries(part: dict[str, Any]) -> list[str]:
        return [f"{_json(key)}: {_json(value)}" for key, value in part.items()]

    steps = ",\n ".join(_json(step) for step in document["steps"])
    body = ",\n".join([*entries(head), f'"steps": [\n {steps}]', *entries(rest)])
    return f"{{{body}}}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)

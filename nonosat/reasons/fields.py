"""How steps are written as plain data and read back; reading refuses anything else."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from nonosat.errors import InputError
from nonosat.puzzles.base import CellPuzzle, cell_at, position
from nonosat.reasons.steps import Case, Fact, Step
from nonosat.reasons.units import Unit
from nonosat.words import shown


class Pages:
    """Writes and reads steps about one puzzle as plain data; with `say`, also writes them as sentences."""

    def __init__(
        self,
        puzzle: CellPuzzle,
        units: Sequence[Unit],
        kinds: Mapping[str, Any],
        say: Callable[[Step], str] | None = None,
    ) -> None:
        self._kinds = kinds
        self.units: Sequence[Unit] = units
        self.number = {unit.label: unit.number for unit in units}
        self.chars: list[str] = [colour.char for colour in puzzle.palette]
        self.value = {char: value for value, char in enumerate(self.chars)}
        self._puzzle = puzzle
        self._say = say

    def write(self, step: Step) -> dict[str, Any]:
        """Write a step."""
        kind = self._kinds[step.kind]
        found: dict[str, Any] = {"kind": step.kind, "rung": step.rung, **kind.written(step, self)}
        if self._say is not None:
            found["says"] = self._say(step)
        return found

    def read(self, entry: object) -> Step:
        """Read a step."""
        if not isinstance(entry, dict):
            wrong(f"expected a map, found {told(entry)}")
        kind = one_of(entry.get("kind"), "kind", self._kinds)
        step: Step = self._kinds[kind].read(entry, self)
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
        chars = "".join([char for value, char in enumerate(self.chars) if mask >> value & 1])
        *row, place = position(self._puzzle, cell)
        return [*(row or [1]), place, chars]

    def read_fact(self, entry: object) -> Fact:
        """Read a fact."""
        match entry:
            case [int(row), int(column), str(chars)] if bool not in (type(row), type(column)):
                mask = sum({1 << self.value[char] for char in chars if char in self.value})
                ordered = "".join([char for value, char in enumerate(self.chars) if mask >> value & 1])
                cell = cell_at(self._puzzle, row, column)
                if cell is not None and chars and chars == ordered:
                    return cell, mask
        return wrong(f"expected a row, a column and colours, such as [1, 1, '.'], found {told(entry)}")


@dataclass(frozen=True)
class Field:
    """How a field of a step is written and read."""

    write: Callable[[Pages, Any], Any]
    read: Callable[[Pages, object, str], Any]


def _unit(pages: Pages, entry: object, _key: str) -> int:
    if not isinstance(entry, str) or entry not in pages.number:
        wrong(f"expected a line such as `row 1`, found {told(entry)}")
    return pages.number[entry]


def _units(pages: Pages, entry: object, key: str) -> tuple[int, ...]:
    found = tuple([_unit(pages, item, key) for item in items(entry, key)])
    if len(set(found)) < len(found):
        wrong(f"{key}: a line appears twice")
    return found


def _facts(pages: Pages, entry: object, key: str) -> tuple[Fact, ...]:
    found = tuple(map(pages.read_fact, items(entry, key)))
    if len({cell for cell, _ in found}) < len(found):
        wrong(f"{key}: a cell appears twice")
    return found


def _colour(pages: Pages, entry: object, key: str) -> int:
    return pages.value[one_of(entry, key, pages.chars[1:])]


def _case(pages: Pages, entry: object) -> Case:
    if not isinstance(entry, dict):
        wrong(f"cases: expected maps, found {told(entry)}")
    exactly(entry, ("assumes", "trace"), "a case")
    return Case(assumes=pages.read_fact(entry["assumes"]), trace=pages.read_all(entry["trace"]))


def choice_of(*allowed: str) -> Field:
    """Return the field of one of these texts."""
    return Field(lambda _, value: value, lambda _, entry, key: one_of(entry, key, allowed))


UNIT = Field(lambda pages, number: pages.units[number].label, _unit)
UNITS = Field(lambda pages, numbers: [pages.units[number].label for number in numbers], _units)
COLOUR = Field(lambda pages, value: pages.chars[value], _colour)
FACT = Field(lambda pages, fact: pages.fact(fact), lambda pages, entry, _: pages.read_fact(entry))
FACTS = Field(lambda pages, facts: [pages.fact(fact) for fact in facts], _facts)
TRACE = Field(
    lambda pages, steps: [pages.write(step) for step in steps], lambda pages, entry, _: pages.read_all(entry)
)
CASES = Field(
    lambda pages, cases: [
        {"assumes": pages.fact(case.assumes), "trace": [pages.write(step) for step in case.trace]}
        for case in cases
    ],
    lambda pages, entry, key: tuple([_case(pages, item) for item in items(entry, key)]),
)


# What reading refuses


def exactly(entry: dict[str, Any], keys: Sequence[str], what: str) -> None:
    """Refuse a map that does not have exactly these keys."""
    for key in keys:
        if key not in entry:
            wrong(f"{what}: expected the key `{key}`, which is missing")
    for key in entry:
        if key not in keys:
            wrong(f"{what}: unknown key {shown(key)}; the keys are {', '.join(keys)}")


def one_of(value: object, key: str, allowed: Collection[str]) -> str:
    """Return a text, one of those allowed."""
    if not isinstance(value, str) or value not in allowed:
        wrong(f"{key}: expected one of {', '.join(allowed)}, found {told(value)}")
    return value


def items(entry: object, what: str, most: int | None = None) -> list[Any]:
    """Return the items of a list."""
    if not isinstance(entry, list):
        wrong(f"{what}: expected a list, found {told(entry)}")
    if most is not None and len(entry) > most:
        wrong(f"{what}: expected at most {most} entries, found {len(entry)}")
    return entry


def told(value: object) -> str:
    """Return plain data as a message shows it."""
    if isinstance(value, dict | list):
        return "a map" if isinstance(value, dict) else "a list"
    return shown(value) if isinstance(value, str) else json.dumps(value)


def wrong(what: str) -> NoReturn:
    """Refuse the file."""
    raise InputError(what)

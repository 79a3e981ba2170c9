"""How steps are written as plain data and read back; reading refuses anything else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from nonosat.errors import InputError
from nonosat.fields import checked, items, mapping, one_of, placed, told
from nonosat.puzzles.base import CellPuzzle, cell_at, position
from nonosat.reasons.steps import Case, Fact, Facts, Step
from nonosat.reasons.units import Unit

_MOST = 1 << 23  # items of a list: more than a file has bytes


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
        values = dict(mapping(entry))
        kind = placed("kind", one_of(self._kinds), values.pop("kind", None))
        rung = values.pop("rung", None)
        step: Step = self._kinds[kind].read(values, self)
        if type(rung) is not int or rung != step.rung:
            raise InputError(f"rung: expected {step.rung}, found {told(rung)}")
        return step

    def read_all(self, entry: object) -> tuple[Step, ...]:
        """Read a list of steps; an error names the step."""
        return items(_MOST, self.read, "step")(entry)

    def read_fields(self, fields: Mapping[str, Field], entry: object) -> dict[str, Any]:
        """Read a map of exactly these fields."""
        return checked({key: partial(field.read, self) for key, field in fields.items()}, entry)

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
        raise InputError(f"expected a row, a column and colours, such as [1, 1, '.'], found {told(entry)}")


@dataclass(frozen=True)
class Field:
    """How a field of a step is written and read."""

    write: Callable[[Pages, Any], Any]
    read: Callable[[Pages, object], Any]


def _unit(pages: Pages, entry: object) -> int:
    if not isinstance(entry, str) or entry not in pages.number:
        raise InputError(f"expected a line such as `row 1`, found {told(entry)}")
    return pages.number[entry]


def _units(pages: Pages, entry: object) -> tuple[int, ...]:
    found = items(_MOST, partial(_unit, pages))(entry)
    if len(set(found)) < len(found):
        raise InputError("a line appears twice")
    return found


def _facts(pages: Pages, entry: object) -> Facts:
    found = items(_MOST, pages.read_fact)(entry)
    if len({cell for cell, _ in found}) < len(found):
        raise InputError("a cell appears twice")
    return found


def _case(pages: Pages, entry: object) -> Case:
    return Case(**pages.read_fields({"assumes": FACT, "trace": TRACE}, entry))


def choice_of(*allowed: str) -> Field:
    """Return the field of one of these texts."""
    check = one_of(allowed)
    return Field(lambda _, value: value, lambda _, entry: check(entry))


UNIT = Field(lambda pages, number: pages.units[number].label, _unit)
UNITS = Field(lambda pages, numbers: [pages.units[number].label for number in numbers], _units)
COLOUR = Field(
    lambda pages, value: pages.chars[value],
    lambda pages, entry: pages.value[one_of(pages.chars[1:])(entry)],
)
FACT = Field(Pages.fact, Pages.read_fact)
FACTS = Field(lambda pages, facts: [pages.fact(fact) for fact in facts], _facts)
TRACE = Field(lambda pages, steps: [pages.write(step) for step in steps], Pages.read_all)
CASES = Field(
    lambda pages, cases: [
        {"assumes": pages.fact(case.assumes), "trace": [pages.write(step) for step in case.trace]}
        for case in cases
    ],
    lambda pages, entry: items(_MOST, partial(_case, pages), "case")(entry),
)

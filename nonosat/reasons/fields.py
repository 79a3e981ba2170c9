"""How the fields of steps are written as plain data and read back; reading refuses anything else.

The annotation of a field has its form, as in `uses: Annotated[Facts, FACTS]`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cache, partial
from typing import Any, TypeVar, get_type_hints

from nonosat.errors import InputError
from nonosat.fields import check_map, items, one_of, show
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.cells import cell_at, position
from nonosat.records import dataclass

Fact = tuple[int, int]
Facts = tuple[Fact, ...]

_MOST = 1 << 23  # items of a list: more than a file has bytes

_LAST = ("uses", "sets")

T = TypeVar("T")


class Pages:
    """What steps about one puzzle name: its units, by their labels, its cells and colours. `say` puts a step
    in words that are written with it.
    """

    def __init__(
        self, puzzle: CellPuzzle, labels: Sequence[str], say: Callable[[Any], str] | None = None
    ) -> None:
        self.labels, self.say = labels, say
        self.number = {label: number for number, label in enumerate(labels)}
        self.chars: list[str] = [colour.char for colour in puzzle.palette]
        self.value = {char: value for value, char in enumerate(self.chars)}
        self._puzzle = puzzle

    def write(self, record: object) -> dict[str, Any]:
        """Write the fields of a record; None is left out."""
        values = [(name, form, getattr(record, name)) for name, form in _forms(type(record)).items()]  # type: ignore[arg-type]
        return {name: form.write(self, value) for name, form, value in values if value is not None}

    def read(self, record: type[T], entry: object) -> T:
        """Read a record with exactly its fields; those that may be None may be missing."""
        forms = _forms(record)  # type: ignore[arg-type]  # a class can be hashed
        optional = [name for name in forms if getattr(record, name, "") is None]
        checks = {name: partial(form.read, self) for name, form in forms.items()}
        return record(**check_map(checks, entry, optional=optional))

    def fact(self, fact: Fact) -> list[int | str]:
        """Write a fact: row and column, counted from 1, and the characters that the cell may have."""
        cell, mask = fact
        *row, place = position(self._puzzle, cell)
        chars = "".join([char for value, char in enumerate(self.chars) if mask >> value & 1])
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
        raise InputError(f"expected a row, a column and colours, such as [1, 1, '.'], found {show(entry)}")


@dataclass(frozen=True)
class Form:
    """How a value is written and read."""

    write: Callable[[Pages, Any], Any]
    read: Callable[[Pages, object], Any]


@cache
def _forms(record: type[Any]) -> dict[str, Form]:
    """Return the forms of a dataclass's fields: what steps have in common comes last."""
    hints = get_type_hints(record, include_extras=True)
    names = sorted([field.name for field in fields(record) if field.init], key=lambda name: name in _LAST)
    return {name: hints[name].__metadata__[0] for name in names}


def choice_of(*allowed: str) -> Form:
    """Return the form of one of these texts."""
    check = one_of(allowed)
    return Form(lambda _, value: value, lambda _, entry: check(entry))


def list_of(form: Form, noun: str = "item", once: str = "") -> Form:
    """Return the form of a list; `noun` names its items in errors. `once` names what they are about, each
    about another one: a unit, or the cell of a fact.
    """

    def read(pages: Pages, entry: object) -> Any:
        entries = items(_MOST, partial(form.read, pages), noun)(entry)
        if once and len({one[0] if isinstance(one, tuple) else one for one in entries}) < len(entries):
            raise InputError(f"a {once} appears twice")
        return entries

    return Form(lambda pages, values: [form.write(pages, value) for value in values], read)


def _unit(noun: str) -> Form:
    def read(pages: Pages, entry: object) -> int:
        if not isinstance(entry, str) or entry not in pages.number or not entry.startswith(noun):
            raise InputError(f"expected a line such as `{noun or 'row'} 1`, found {show(entry)}")
        return pages.number[entry]

    return Form(lambda pages, number: pages.labels[number], read)


UNIT = _unit("")
ROWS, COLUMNS = (list_of(_unit(noun), once="line") for noun in ("row", "column"))
COLOUR = Form(
    lambda pages, value: pages.chars[value], lambda pages, entry: pages.value[one_of(pages.chars[1:])(entry)]
)
FACT = Form(Pages.fact, Pages.read_fact)
FACTS = list_of(FACT, once="cell")

"""The steps of explanations: the language that finders write, people read and the check judges.

A fact gives the values that a cell may have: `(cell, mask)`. A step uses everything known about a cell, or
nothing. `uses` has the facts that a step needs, `sets` the facts that it adds. Steps name the units of the
puzzle by number: its lines, or the numbers of a mosaic.

A file has the fields of a step in the forms that their annotations name (see `fields`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import chain
from typing import Annotated, Any, ClassVar

from nonosat.errors import InputError
from nonosat.fields import check_at, mapping, one_of, show
from nonosat.reasons import fields
from nonosat.reasons.fields import (
    COLOUR,
    FACT,
    FACTS,
    UNIT,
    Fact,
    Facts,
    Form,
    Pages,
    choice_of,
    list_of,
)
from nonosat.records import dataclass, field

SMALLEST, DELETION = "smallest", "deletion"
"""How small the set of known cells is: no smaller set is enough, or no cell can be left out."""

ROWS, COLUMNS = "rows", "columns"


class Technique(StrEnum):
    """People's names for steps of one unit, in the order in which they are tried, and what the first use of
    each teaches: of lines, by cases, of counts, and `ALL` for any other.
    """

    lesson: str

    def __new__(cls, name: str, lesson: str = "") -> Technique:  # noqa: D102
        made = str.__new__(cls, name)
        made._value_, made.lesson = name, lesson
        return made

    COMPLETE = "complete line", "when all blocks are placed, all other cells are white."
    BOXES = (
        "simple boxes",
        "push a block as far as it goes to either end; cells that it covers both times are filled.",
    )
    GAP = "gap too small", "a gap that is too short for any block stays white."
    CLOSED = "punctuating", "a finished block has a white cell at both ends."
    SPLITTING = (
        "splitting",
        "if joining two filled cells would make too long a block, a white cell separates them.",
    )
    MERCURY = (
        "mercury",
        "if a filled cell is further from the edge than its block is long, the edge is white.",
    )
    SPACES = "simple spaces", "cells that no block can reach are white."
    JOINING = "joining", "filled cells that can only belong to the same block are joined."
    GLUE = "glue", "a filled cell near an edge or a white cell holds its block, so the block must continue."
    FORCING = (
        "forcing",
        "white cells leave a block so little room that it covers some cells wherever it lies.",
    )
    CASES = (
        "cases",
        "try all blocks that a cell may belong to, or all places of a block, and keep what they share.",
    )
    FULL = "full"
    EMPTY = "empty"
    ENOUGH = "enough"
    REMAINS = "what remains"
    ALL = "all arrangements"


OF_COUNTS = (Technique.FULL, Technique.EMPTY, Technique.ENOUGH, Technique.REMAINS)


KINDS: dict[str, type[Step]] = {}
"""The kinds of steps by their name in files."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """What all steps have. A kind of step has its name in files; `level` is how hard it is, `noun` what pages
    call it; the fields `naming` name units.
    """

    kind: ClassVar[str]
    noun: ClassVar[str]
    level: ClassVar[int]
    naming: ClassVar[tuple[str, ...]]

    uses: Annotated[Facts, FACTS]
    sets: Annotated[Facts, FACTS]

    def __init_subclass__(cls, kind: str, noun: str, level: int = 1, naming: tuple[str, ...] = ()) -> None:
        cls.kind, cls.noun, cls.level, cls.naming = kind, noun, level, naming
        KINDS[kind] = cls

    @property
    def rung(self) -> int:
        """How hard the step is, from 1 to 4, as files say it."""
        return self.level

    @property
    def title(self) -> str:
        """What pages call this very step."""
        return self.noun

    @property
    def names(self) -> tuple[int, ...]:
        """The units that the step itself names."""
        named = (getattr(self, field) for field in self.naming)
        return tuple(chain.from_iterable([one] if isinstance(one, int) else one for one in named))


@dataclass(frozen=True, kw_only=True)
class LineStep(Step, kind="line", noun="line", naming=("line",)):
    """A unit that, with the known cells in `uses`, forces the facts in `sets`.

    `technique` is people's name for the step, a label only (see `techniques`).
    """

    line: Annotated[int, UNIT]
    technique: Annotated[str, choice_of(*Technique)] = ""
    minimal: Annotated[str, choice_of(SMALLEST, DELETION)]

    @property
    def title(self) -> str:
        """Its technique."""
        return self.technique


@dataclass(frozen=True, kw_only=True)
class Conflict(Step, kind="conflict", noun="contradiction", naming=("line",)):
    """A unit that cannot be satisfied, because of the known cells in `uses`."""

    sets: Facts = field(default=(), init=False)
    line: Annotated[int, UNIT]
    minimal: Annotated[str, choice_of(SMALLEST, DELETION)]


@dataclass(frozen=True, kw_only=True)
class Difference(Step, kind="difference", noun="difference", level=2, naming=("more", "fewer")):
    """Two counts that share cells. The one that needs `more` has so few cells of its own, and the one that
    allows `fewer` has so many, that the difference between the two numbers leaves no choice. If it cannot be
    reached at all, this is a conflict and sets nothing.
    """

    more: Annotated[int, UNIT]
    fewer: Annotated[int, UNIT]


@dataclass(frozen=True, kw_only=True)
class Refutation(Step, kind="refute", noun="refutation"):
    """An assumption, and steps from it that end in a conflict: so the assumption is wrong.

    `uses` has the facts from outside that the trace uses. If the trace contains refutations, it is nested.
    """

    assumes: Annotated[Fact, FACT]
    trace: Annotated[tuple[Step, ...], TRACE]

    @property
    def rung(self) -> int:
        """2, or 4 if it is nested."""
        return 4 if any(isinstance(step, Refutation) for step in self.trace) else 2

    @property
    def title(self) -> str:
        """Whether it is nested."""
        return self.noun if self.rung == 2 else f"nested {self.noun}"


@dataclass(frozen=True, kw_only=True)
class Sum(Step, kind="sum", noun="summing", level=3, naming=("rows", "columns")):
    """Rows against columns: the cells of a colour are counted where these rows and columns cross.

    The rows need at least some number of these cells, and the columns allow at most some number, or the other
    way round: `least` names the side that needs them. If the numbers are equal, each line has exactly its
    share, which forces `sets`. If more are needed than allowed, it is a conflict and sets nothing.
    """

    rows: Annotated[tuple[int, ...], fields.ROWS]
    columns: Annotated[tuple[int, ...], fields.COLUMNS]
    colour: Annotated[int, COLOUR]
    least: Annotated[str, choice_of(ROWS, COLUMNS)]


def steps_within(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield steps and the steps in their traces, at any depth."""
    for step in steps:
        yield step
        if isinstance(step, Refutation):
            yield from steps_within(step.trace)


def units_in(step: Step) -> set[int]:
    """Return the units of a step, including those of its traces."""
    return {unit for one in steps_within([step]) for unit in one.names}


def plain(step: Step, pages: Pages) -> dict[str, Any]:
    """Write a step as plain data."""
    data = {"kind": step.kind, "rung": step.rung, **pages.write(step)}
    return data if pages.say is None else {**data, "says": pages.say(step)}


def read(pages: Pages, entry: object) -> Step:
    """Read a step; raise InputError if it is none."""
    values = dict(mapping(entry))
    kind = check_at("kind", one_of(KINDS), values.pop("kind", None))
    rung = values.pop("rung", None)
    step = pages.read(KINDS[kind], values)
    if type(rung) is not int or rung != step.rung:
        raise InputError(f"rung: expected {step.rung}, found {show(rung)}")
    return step


TRACE = list_of(Form(lambda pages, step: plain(step, pages), read), "step")

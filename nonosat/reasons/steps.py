"""The steps of explanations: the language that finders write, people read and the check judges.

A fact gives the values that a cell may have: `(cell, mask)`. A step uses everything known about a cell, or
nothing. `uses` has the facts that a step needs, `sets` the facts that it adds. Steps name the units of the
puzzle by number: its lines, or the numbers of a mosaic.

A file has the fields of a step in the forms that their annotations name (see `fields`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import Annotated, Any, ClassVar

from nonosat.errors import InputError
from nonosat.fields import mapping, one_of, placed, told
from nonosat.reasons import fields
from nonosat.reasons.fields import (
    COLOUR,
    FACT,
    FACTS,
    UNIT,
    UNITS,
    Fact,
    Facts,
    Form,
    Pages,
    choice_of,
    list_of,
)

SMALLEST, DELETION = "smallest", "deletion"
"""How small the set of known cells is: no smaller set is enough, or no cell can be left out."""

ROWS, COLUMNS = "rows", "columns"
BY_TRACE, BY_SOLVER = "trace", "solver"

COMPLETE, BOXES, SPACES, FORCING, GLUE = "complete line", "simple boxes", "simple spaces", "forcing", "glue"
JOINING, SPLITTING, CLOSED, GAP = "joining", "splitting", "closed block", "gap too small"
OF_LINES = (COMPLETE, BOXES, GAP, CLOSED, SPLITTING, SPACES, JOINING, GLUE, FORCING)
"""People's names for steps of a line, in the order in which they are tried."""

FULL, EMPTY, ENOUGH, REMAINS = "full", "empty", "enough", "what remains"
OF_COUNTS = (FULL, EMPTY, ENOUGH, REMAINS)
"""And for steps of a number that counts cells."""

ALL = "all arrangements"
"""And for any other step of one unit."""

TECHNIQUES = (*OF_LINES, *OF_COUNTS, ALL)


@dataclass(frozen=True, kw_only=True)
class Step:
    """What all steps have. `level` is how hard the kind of step is, `noun` what pages call it; the fields
    `naming` name units.
    """

    kind: ClassVar[str]
    level: ClassVar[int] = 1
    noun: ClassVar[str]
    naming: ClassVar[tuple[str, ...]] = ()

    uses: Annotated[Facts, FACTS]
    sets: Annotated[Facts, FACTS]

    @property
    def rung(self) -> int:
        """How hard the step is, from 1 to 5, as files say it."""
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

    @property
    def branches(self) -> tuple[Case, ...]:
        """The assumptions that the step follows, with their traces."""
        return ()


@dataclass(frozen=True, kw_only=True)
class Case:
    """An assumption, and the steps from it; they may end in a conflict."""

    assumes: Annotated[Fact, FACT]
    trace: Annotated[tuple[Step, ...], TRACE]


@dataclass(frozen=True, kw_only=True)
class LineStep(Step):
    """A unit that, with the known cells in `uses`, forces the facts in `sets`.

    `technique` is people's name for the step, a label only (see `techniques`).
    """

    kind: ClassVar[str] = "line"
    noun: ClassVar[str] = "line"
    naming: ClassVar[tuple[str, ...]] = ("line",)

    line: Annotated[int, UNIT]
    technique: Annotated[str, choice_of(*TECHNIQUES)] = ""
    minimal: Annotated[str, choice_of(SMALLEST, DELETION)]

    @property
    def title(self) -> str:
        """Its technique."""
        return self.technique


@dataclass(frozen=True, kw_only=True)
class Conflict(Step):
    """A unit that cannot be satisfied, because of the known cells in `uses`."""

    kind: ClassVar[str] = "conflict"
    noun: ClassVar[str] = "contradiction"
    naming: ClassVar[tuple[str, ...]] = ("line",)

    sets: Facts = field(default=(), init=False)
    line: Annotated[int, UNIT]
    minimal: Annotated[str, choice_of(SMALLEST, DELETION)]


@dataclass(frozen=True, kw_only=True)
class Difference(Step):
    """Two counts that share cells. The one that needs `more` has so few cells of its own, and the one that
    allows `fewer` has so many, that the difference between the two numbers leaves no choice. If it cannot be
    reached at all, this is a conflict and sets nothing.
    """

    kind: ClassVar[str] = "difference"
    level: ClassVar[int] = 2
    noun: ClassVar[str] = "difference"
    naming: ClassVar[tuple[str, ...]] = ("more", "fewer")

    more: Annotated[int, UNIT]
    fewer: Annotated[int, UNIT]


@dataclass(frozen=True, kw_only=True)
class Refutation(Step):
    """An assumption, and steps from it that end in a conflict: so the assumption is wrong.

    `uses` has the facts from outside that the trace uses. If the trace contains refutations, it is nested.
    """

    kind: ClassVar[str] = "refute"
    noun: ClassVar[str] = "refutation"

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

    @property
    def branches(self) -> tuple[Case, ...]:
        """The assumption."""
        return (Case(assumes=self.assumes, trace=self.trace),)


@dataclass(frozen=True, kw_only=True)
class TwoWay(Step):
    """The same conclusion follows from every value of a cell (two-way logic)."""

    kind: ClassVar[str] = "two-way"
    level: ClassVar[int] = 2
    noun: ClassVar[str] = "both ways"

    cases: Annotated[tuple[Case, ...], CASES]

    @property
    def branches(self) -> tuple[Case, ...]:
        """The values of the cell."""
        return self.cases


@dataclass(frozen=True, kw_only=True)
class Sum(Step):
    """Rows against columns: the cells of a colour are counted where these rows and columns cross.

    The rows need at least some number of these cells, and the columns allow at most some number, or the other
    way round: `least` names the side that needs them. If the numbers are equal, each line has exactly its
    share, which forces `sets`. If more are needed than allowed, it is a conflict and sets nothing.
    """

    kind: ClassVar[str] = "sum"
    level: ClassVar[int] = 3
    noun: ClassVar[str] = "summing"
    naming: ClassVar[tuple[str, ...]] = ("rows", "columns")

    rows: Annotated[tuple[int, ...], fields.ROWS]
    columns: Annotated[tuple[int, ...], fields.COLUMNS]
    colour: Annotated[int, COLOUR]
    least: Annotated[str, choice_of(ROWS, COLUMNS)]


@dataclass(frozen=True, kw_only=True)
class LineSet(Step):
    """Units that together refute an assumption.

    `trace` proves it as in a refutation; None if only a solver has shown it, and no short trace was found:
    `by` says which. The set is called smallest if a solver has proven that no smaller one is enough.
    """

    kind: ClassVar[str] = "lines"
    level: ClassVar[int] = 5
    noun: ClassVar[str] = "set of lines"
    naming: ClassVar[tuple[str, ...]] = ("lines",)

    lines: Annotated[tuple[int, ...], UNITS]
    minimal: Annotated[str, choice_of(SMALLEST, DELETION)]
    by: Annotated[str, choice_of(BY_TRACE, BY_SOLVER)]
    assumes: Annotated[Fact, FACT]
    trace: Annotated[tuple[Step, ...] | None, TRACE] = None

    @property
    def branches(self) -> tuple[Case, ...]:
        """The assumption, if there is a trace."""
        return () if self.trace is None else (Case(assumes=self.assumes, trace=self.trace),)


def steps_within(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield steps and the steps in their traces, at any depth."""
    for step in steps:
        yield step
        for case in step.branches:
            yield from steps_within(case.trace)


def units_in(step: Step) -> set[int]:
    """Return the units of a step, including those of its traces."""
    return {unit for one in steps_within([step]) for unit in one.names}


KINDS: dict[str, type[Step]] = {
    step.kind: step for step in (LineStep, Conflict, Difference, Refutation, Sum, TwoWay, LineSet)
}
"""The kinds of steps by their name in files."""


def plain(step: Step, pages: Pages) -> dict[str, Any]:
    """Write a step as plain data."""
    found = {"kind": step.kind, "rung": step.rung, **pages.write(step)}
    return found if pages.say is None else {**found, "says": pages.say(step)}


def read(pages: Pages, entry: object) -> Step:
    """Read a step; raise InputError if it is none."""
    values = dict(mapping(entry))
    kind = placed("kind", one_of(KINDS), values.pop("kind", None))
    rung = values.pop("rung", None)
    step = pages.read(KINDS[kind], values)
    if type(rung) is not int or rung != step.rung:
        raise InputError(f"rung: expected {step.rung}, found {told(rung)}")
    return step


TRACE = list_of(Form(lambda pages, step: plain(step, pages), read), "step")
CASES = list_of(Form(Pages.write, lambda pages, entry: pages.read(Case, entry)), "case")

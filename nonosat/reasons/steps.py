"""The steps of explanations: the language that finders write, people read and the check judges.

A fact gives the values that a cell may have: `(cell, mask)`. A step uses everything known about a cell, or
nothing. `uses` has the facts that a step needs, `sets` the facts that it adds. Steps name the units of the
puzzle by number: its lines, or the numbers of a mosaic.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

Fact = tuple[int, int]
Facts = tuple[Fact, ...]

SMALLEST, DELETION = "smallest", "deletion"
"""How small the set of known cells is: no smaller set is enough, or no cell can be left out."""

ROWS, COLUMNS = "rows", "columns"


@dataclass(frozen=True, kw_only=True)
class Step:
    """What all steps have. `level` is how hard the kind of step is."""

    kind: ClassVar[str]
    level: ClassVar[int] = 1

    uses: Facts
    sets: Facts = ()

    @property
    def rung(self) -> int:
        """How hard the step is, from 1 to 5, as files say it."""
        return self.level

    @property
    def names(self) -> tuple[int, ...]:
        """The units that the step itself names."""
        return ()

    @property
    def branches(self) -> tuple[Case, ...]:
        """The assumptions that the step follows, with their traces."""
        return ()


@dataclass(frozen=True, kw_only=True)
class Case:
    """An assumption, and the steps from it; they may end in a conflict."""

    assumes: Fact
    trace: tuple[Step, ...]


@dataclass(frozen=True, kw_only=True)
class OfUnit(Step):
    """A step of one unit."""

    line: int
    minimal: str

    @property
    def names(self) -> tuple[int, ...]:
        """The unit."""
        return (self.line,)


@dataclass(frozen=True, kw_only=True)
class LineStep(OfUnit):
    """A unit that, with the known cells in `uses`, forces the facts in `sets`.

    `technique` is people's name for the step, a label only (see `techniques`).
    """

    kind: ClassVar[str] = "line"

    technique: str = ""


@dataclass(frozen=True, kw_only=True)
class Conflict(OfUnit):
    """A unit that cannot be satisfied, because of the known cells in `uses`."""

    kind: ClassVar[str] = "conflict"


@dataclass(frozen=True, kw_only=True)
class Difference(Step):
    """Two counts that share cells. The one that needs `more` has so few cells of its own, and the one that
    allows `fewer` has so many, that the difference between the two numbers leaves no choice. If it cannot be
    reached at all, this is a conflict and sets nothing.
    """

    kind: ClassVar[str] = "difference"
    level: ClassVar[int] = 2

    more: int
    fewer: int

    @property
    def names(self) -> tuple[int, ...]:
        """The two counts."""
        return self.more, self.fewer


@dataclass(frozen=True, kw_only=True)
class Refutation(Step):
    """An assumption, and steps from it that end in a conflict: so the assumption is wrong.

    `uses` has the facts from outside that the trace uses. If the trace contains refutations, it is nested.
    """

    kind: ClassVar[str] = "refute"

    assumes: Fact
    trace: tuple[Step, ...]

    @property
    def rung(self) -> int:
        """2, or 4 if it is nested."""
        return 4 if any(isinstance(step, Refutation) for step in self.trace) else 2

    @property
    def branches(self) -> tuple[Case, ...]:
        """The assumption."""
        return (Case(assumes=self.assumes, trace=self.trace),)


@dataclass(frozen=True, kw_only=True)
class TwoWay(Step):
    """The same conclusion follows from every value of a cell (two-way logic)."""

    kind: ClassVar[str] = "two-way"
    level: ClassVar[int] = 2

    cases: tuple[Case, ...]

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

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    colour: int
    least: str

    @property
    def names(self) -> tuple[int, ...]:
        """The rows and the columns."""
        return self.rows + self.columns


@dataclass(frozen=True, kw_only=True)
class LineSet(Step):
    """Units that together refute an assumption.

    `trace` proves it as in a refutation; None if only a solver has shown it, and no short trace was found.
    `smallest` is whether a solver has proven that no smaller set of units is enough.
    """

    kind: ClassVar[str] = "lines"
    level: ClassVar[int] = 5

    lines: tuple[int, ...]
    smallest: bool
    assumes: Fact
    trace: tuple[Step, ...] | None

    @property
    def names(self) -> tuple[int, ...]:
        """The units of the set."""
        return self.lines

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

"""The steps of explanations.

A fact gives the values that a cell may have: `(cell, mask)`. A step uses everything known about a cell, or
nothing. `uses` has the facts that a step needs, `sets` the facts that it adds.
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
class LineStep:
    """A line whose clue, with the known cells in `uses`, forces the facts in `sets`.

    `technique` is people's name for the step, a label only (see `techniques`).
    """

    kind: ClassVar[str] = "line"
    rung: ClassVar[int] = 1

    line: int
    uses: Facts
    sets: Facts
    minimal: str
    technique: str = ""


@dataclass(frozen=True, kw_only=True)
class Conflict:
    """A line that has no arrangement, because of the known cells in `uses`."""

    kind: ClassVar[str] = "conflict"
    rung: ClassVar[int] = 1
    sets: ClassVar[Facts] = ()

    line: int
    uses: Facts
    minimal: str


@dataclass(frozen=True, kw_only=True)
class Refutation:
    """An assumption, and steps from it that end in a conflict: so the assumption is wrong.

    `uses` has the facts from outside that the trace uses. If the trace contains refutations, it is nested.
    """

    kind: ClassVar[str] = "refute"

    assumes: Fact
    trace: tuple[Step, ...]
    uses: Facts
    sets: Facts

    @property
    def rung(self) -> int:
        """2, or 4 if it is nested."""
        return 4 if any(isinstance(step, Refutation) for step in self.trace) else 2


@dataclass(frozen=True, kw_only=True)
class Case:
    """One value of a cell, and the steps from it; they may end in a conflict."""

    assumes: Fact
    trace: tuple[Step, ...]


@dataclass(frozen=True, kw_only=True)
class TwoWay:
    """The same conclusion follows from every value of a cell (two-way logic)."""

    kind: ClassVar[str] = "two-way"
    rung: ClassVar[int] = 2

    cases: tuple[Case, ...]
    uses: Facts
    sets: Facts


@dataclass(frozen=True, kw_only=True)
class Sum:
    """Rows against columns: the cells of a colour are counted where these rows and columns cross.

    The rows need at least some number of these cells, and the columns allow at most some number, or the other
    way round: `least` names the side that needs them. If the numbers are equal, each line has exactly its
    share, which forces `sets`. If more are needed than allowed, it is a conflict and sets nothing.
    """

    kind: ClassVar[str] = "sum"
    rung: ClassVar[int] = 3

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    colour: int
    least: str
    uses: Facts
    sets: Facts


@dataclass(frozen=True, kw_only=True)
class LineSet:
    """Lines that together refute an assumption.

    `trace` proves it as in a refutation; None if only a solver has shown it, and no short trace was found.
    `smallest` is whether a solver has proven that no smaller set of lines is enough.
    """

    kind: ClassVar[str] = "lines"
    rung: ClassVar[int] = 5

    lines: tuple[int, ...]
    smallest: bool
    assumes: Fact
    trace: tuple[Step, ...] | None
    uses: Facts
    sets: Facts


Step = LineStep | Conflict | Refutation | TwoWay | Sum | LineSet


def steps_within(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield steps and the steps in their traces, at any depth."""
    for step in steps:
        yield step
        if isinstance(step, TwoWay):
            for case in step.cases:
                yield from steps_within(case.trace)
        elif isinstance(step, Refutation | LineSet):
            yield from steps_within(step.trace or ())


def lines_of(step: Step) -> set[int]:
    """Return the lines of a step, including those of its trace."""
    found: set[int] = set()
    for one in steps_within([step]):
        if isinstance(one, LineStep | Conflict):
            found.add(one.line)
        elif isinstance(one, LineSet):
            found.update(one.lines)
        elif isinstance(one, Sum):
            found.update(one.rows, one.columns)
    return found

"""Answers to questions about puzzles: as sentences, plain data and drawings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar, Self

from nonosat.errors import LimitReached, StopReason
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.records import dataclass, field
from nonosat.words import bracket, first_line

Panel = tuple[Puzzle, Picture, Picture]
"""A puzzle, a picture of it, and another picture: the cells in which the two differ are marked."""


class Verdict(StrEnum):
    """How many solutions a puzzle has: none, one, several, or not known (yet)."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, kw_only=True, repr=False)
class Report:
    """The common part of the answers to all questions.

    `stop_reason` says why the work ended; `basis` says in words why the answer holds, or which line is at
    fault; `seconds` has the time of each stage.

        >>> import nonosat
        >>> report = nonosat.count("switch")
        >>> report.done, report.said
        (True, 'switch: 2')
        >>> report.to_dict()["question"]
        'count'
    """

    puzzle: Puzzle
    stop_reason: StopReason = StopReason.DONE
    basis: str = ""
    seconds: Mapping[str, float] = field(default_factory=dict)

    question: ClassVar[str]
    """The name of the question, which is also that of its command."""

    @property
    def name(self) -> str:
        """The puzzle's name in a sentence."""
        return self.puzzle.source or self.puzzle.title or "the puzzle"

    @property
    def done(self) -> bool:
        """Whether the work was finished."""
        return self.stop_reason is StopReason.DONE

    def require_finished(self) -> Self:
        """Return the answer, for work that needs all of it. Raises LimitReached or KeyboardInterrupt."""
        if not self.require_uninterrupted().done:
            raise LimitReached(self.stop_reason, self.basis)
        return self

    def require_uninterrupted(self) -> Self:
        """Return the answer, for work that can use what was found within a limit, but must end at Ctrl-C."""
        if self.stop_reason is StopReason.INTERRUPTED:
            raise KeyboardInterrupt
        return self

    @property
    def said(self) -> str:
        """The answer in words."""
        return self.sentence()

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain data: what `--json` prints."""
        from nonosat.solving.told import shape_answer  # most answers are not printed

        result = self.result()
        return shape_answer(self.question, result, self.puzzle, self.stop_reason, self.basis, self.seconds)

    def result(self) -> dict[str, Any]:
        """Return the question's own part of the answer, as plain data."""
        raise NotImplementedError

    def sentence(self) -> str:
        """Return the answer in words, without a drawing: what `--quiet` prints."""
        raise NotImplementedError

    def drawings(self) -> Sequence[Panel]:
        """Return the drawings to show above the sentence."""
        return ()

    def legend(self) -> str:
        """Say what is shaded in the drawings, if the sentence does not."""
        return ""

    def text(self, width: int | None = None, colour: bool = False) -> str:
        """Return the answer as the command prints it: the drawings with their legend, and the sentence.

        `width` is the number of columns (None: unlimited); `colour` allows ANSI colours.
        """
        from nonosat.pictures.drawings import draw

        drawn = [draw(*drawing, width, colour) for drawing in self.drawings()]
        return "\n\n".join(filter(None, [*drawn, self.legend(), self.sentence()]))

    def write_words(self) -> str:
        """Return the answer as text without its drawings."""
        return self.sentence()

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {first_line(self.sentence())}>"

    def _repr_html_(self) -> str:
        from html import escape

        from nonosat.pictures.svg import svg

        drawn = "".join(svg(*drawing) for drawing in self.drawings())
        return f"<div>{drawn}<pre>{escape(self.sentence())}</pre></div>"


@dataclass(frozen=True, kw_only=True, repr=False)
class Answer(Report):
    """The verdict on a puzzle, with its witnesses.

        >>> import nonosat
        >>> answer = nonosat.solve("switch")
        >>> answer.verdict.value, len(answer.solutions), answer.solution[0]
        ('multiple', 2, '######')

    `backends` lists all solvers that took part, in the order of their first use.
    """

    question: ClassVar[str] = "solve"

    verdict: Verdict
    solution: Picture | None = None
    other: Picture | None = None
    model: str = ""
    backends: tuple[str, ...] = ()
    variables: int = 0
    clauses: int = 0
    conflicts: int | None = None
    peak_memory: int = 0

    @property
    def solutions(self) -> tuple[Picture, ...]:
        """The known solutions: none, one or two."""
        return tuple(picture for picture in (self.solution, self.other) if picture is not None)

    def result(self) -> dict[str, Any]:
        """Return verdict and witnesses as plain data."""
        from nonosat.backends import info

        infos = [info(name) for name in self.backends]
        return {
            "verdict": self.verdict.value,
            "solutions": [list(picture) for picture in self.solutions],
            "model": self.model,
            "backends": list(self.backends),
            "backend_versions": list(dict.fromkeys(one.version for one in infos if one)),
            "variables": self.variables,
            "clauses": self.clauses,
            "conflicts": self.conflicts,
        }

    def sentence(self) -> str:
        """Return the verdict in one sentence."""
        name, basis = self.name, bracket(self.basis)
        if self.verdict is Verdict.UNIQUE:
            return f"{name}: exactly one solution{basis}."
        if self.verdict is Verdict.NONE:
            return f"{name}: no solution{basis}."
        if self.verdict is Verdict.MULTIPLE and self.solution and self.other:
            from nonosat.puzzles.cells import differing_cells

            number = differing_cells(self.solution, self.other)  # shaded, if cells are in rows
            shaded = f"; these two differ in the {number} shaded cells" if self.puzzle.row_lengths else ""
            return f"{name}: more than one solution{shaded}{basis}."
        if self.done:
            return f"{name}: a solution; uniqueness was not checked."
        what = "a solution, but its uniqueness is unknown" if self.solution else "unknown"
        return f"{name}: {what}: {self.stop_reason}{basis}."

    def drawings(self) -> Sequence[Panel]:
        """Return the solutions, each compared with the other one."""
        others = (self.other or (), self.solution or ())
        return [(self.puzzle, *pair) for pair in zip(self.solutions, others, strict=False)]


@dataclass(frozen=True)
class Found:
    """The findings of a search in a worker, and what its Session has used so far.

    `values` of the cells are None if there is no solution, or if the search `ended` without an answer.
    Guesses may find an `other` solution, too. `left` has the values that each cell may have, if the search
    has narrowed the Problem.
    """

    values: bytes | None = None
    ended: bool = False
    backends: tuple[str, ...] = ()
    variables: int = 0
    clauses: int = 0
    seconds: dict[str, float] = field(default_factory=dict)  # so far: "encode", "phases", "beliefs"
    conflicts: int | None = None
    other: bytes | None = None
    left: tuple[int, ...] | None = None

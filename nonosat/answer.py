"""What is known of a puzzle in the end, in words, as plain data, and drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar

from nonosat._version import __version__
from nonosat.errors import StopReason
from nonosat.pictures.drawings import draw
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.words import bracketed

SCHEMA = 1
"""The version of what `data` returns: it grows when a key changes its meaning or goes."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Report:
    """What the answers to all questions have in common.

    `stop_reason` says why the work ended, apart from what was found by then; `basis` says in words
    what the answer rests on, or which line is at fault; `seconds` are those of each stage.
    """

    puzzle: Puzzle
    stop_reason: StopReason = StopReason.DONE
    basis: str = ""
    seconds: Mapping[str, float] = field(default_factory=dict)

    question: ClassVar[str]
    """What was asked: the name of the command."""

    @property
    def name(self) -> str:
        """What the puzzle is called in a sentence."""
        return self.puzzle.source or self.puzzle.title or "the puzzle"

    @property
    def done(self) -> bool:
        """Whether the work came to its end."""
        return self.stop_reason is StopReason.DONE

    def data(self) -> dict[str, Any]:
        """Return it as plain data: what `--json` prints."""
        return {
            "puzzle": self.puzzle.source,
            "kind": self.puzzle.kind,
            "question": self.question,
            **self.result(),
            "stop_reason": str(self.stop_reason),
            "basis": self.basis,
            "seconds": dict(self.seconds),
            "version": __version__,
            "schema": SCHEMA,
        }

    def result(self) -> dict[str, Any]:
        """Return what is this question's own, as plain data."""
        raise NotImplementedError

    def sentence(self) -> str:
        """Return it in words, without a drawing: what `--quiet` prints."""
        raise NotImplementedError

    def text(self, width: int | None = None, colour: bool = False) -> str:
        """Return it as the command prints it: its drawings and the sentence.

        `width` is the number of columns there are (None: as many as it takes); `colour` allows ANSI
        colours.
        """
        return "\n\n".join([*self.drawings(width, colour), self.sentence()])

    def drawings(self, width: int | None, colour: bool) -> Sequence[str]:
        """Return what `text` draws."""
        return ()

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {' '.join(self.sentence().split())}>"


class Verdict(Enum):
    """What is known of a puzzle's solutions; `UNKNOWN` is a value, not a failure."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True, kw_only=True, repr=False)
class Answer(Report):
    """The verdict on a puzzle, with its witnesses.

    `backends` are all that took part, in the order in which they were first asked.
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
        """The solutions that are known: none, one or two."""
        return tuple(picture for picture in (self.solution, self.other) if picture is not None)

    def result(self) -> dict[str, Any]:
        """Return verdict and witnesses as plain data."""
        from nonosat.backends import info

        found = [info(name) for name in self.backends]
        return {
            "verdict": self.verdict.value,
            "solutions": [list(picture) for picture in self.solutions],
            "model": self.model,
            "backends": list(self.backends),
            "backend_versions": list(dict.fromkeys(one.version for one in found if one)),
            "variables": self.variables,
            "clauses": self.clauses,
            "conflicts": self.conflicts,
        }

    def sentence(self) -> str:
        """Say the verdict in one sentence."""
        name, basis = self.name, bracketed(self.basis)
        if self.verdict is Verdict.UNIQUE:
            return f"{name}: exactly one solution{basis}."
        if self.verdict is Verdict.NONE:
            return f"{name}: no solution{basis}."
        if self.verdict is Verdict.MULTIPLE and self.solution and self.other:
            # Only the cells of a grid are drawn as cells, and shaded.
            number = differing_cells(self.solution, self.other)
            shaded = f"; these two differ in the {number} shaded cells" if self.puzzle.grid else ""
            return f"{name}: more than one solution{shaded}{basis}."
        if self.done:
            return f"{name}: a solution; whether it is the only one was not asked."
        what = "a solution, but whether it is the only one is unknown" if self.solution else "unknown"
        return f"{name}: {what}: {self.stop_reason}{basis}."

    def drawings(self, width: int | None, colour: bool) -> Sequence[str]:
        """Draw the solutions that are known."""
        return [draw(self.puzzle, *pair, width, colour) for pair in self.pairs]

    def _repr_html_(self) -> str:
        from html import escape

        from nonosat.pictures.svg import svg

        pictures = "".join(svg(self.puzzle, *pair) for pair in self.pairs)
        return f"<div>{pictures}<p>{escape(self.sentence())}</p></div>"

    @property
    def pairs(self) -> list[tuple[Picture, Picture]]:
        """Each known solution with the other one, from which its differing cells are marked."""
        first, second = self.solution or (), self.other or ()
        return [pair for pair in ((first, second), (second, first)) if pair[0]]


def differing_cells(one: Picture, other: Picture) -> int:
    """Count the cells in which two pictures differ."""
    return sum(a != b for a, b in zip("".join(one), "".join(other), strict=True))

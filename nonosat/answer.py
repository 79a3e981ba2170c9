"""What is known of a puzzle in the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture

DONE = "done"


class Verdict(Enum):
    """What is known of a puzzle's solutions; `UNKNOWN` is a value, not a failure."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Answer:
    """The verdict on a puzzle, with its witnesses.

    `reason` says why the work ended ("done", "time limit", "memory limit", "interrupted"), apart
    from the verdict. `because` says in words what the verdict rests on, or which line is at fault.
    """

    puzzle: Puzzle
    verdict: Verdict
    reason: str
    solution: Picture | None = None
    other: Picture | None = None
    because: str = ""
    model: str = ""
    backend: str = ""
    variables: int = 0
    clauses: int = 0
    conflicts: int | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    peak_memory: int = 0

    def __repr__(self) -> str:
        from nonosat.pictures.terminal import answer_text

        return answer_text(self)

    def _repr_html_(self) -> str:
        from nonosat.pictures.html import answer_html

        return answer_html(self)

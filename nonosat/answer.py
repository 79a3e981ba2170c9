"""What is known of a puzzle in the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from nonosat import __version__
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


def answer_data(answer: Answer) -> dict[str, Any]:
    """Return an answer as plain data, the object of `solve --json`."""
    from nonosat.backends import info

    found = [info(name) for name in answer.backend.split(", ") if name]
    return {
        "puzzle": answer.puzzle.source,
        "kind": answer.puzzle.kind,
        "verdict": answer.verdict.value,
        "reason": answer.reason,
        "because": answer.because,
        "solutions": [list(picture) for picture in (answer.solution, answer.other) if picture],
        "model": answer.model,
        "backend": answer.backend,
        "backend_version": ", ".join(one.version for one in found if one),
        "variables": answer.variables,
        "clauses": answer.clauses,
        "conflicts": answer.conflicts,
        "seconds": answer.seconds,
        "version": __version__,
    }

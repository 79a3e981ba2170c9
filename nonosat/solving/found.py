"""What a search in a worker has found; apart from `session`, which most puzzles do not need."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Found:
    """The result of a call, and what the Session has used so far.

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

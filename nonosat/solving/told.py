"""The common shape of all answers as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonosat.errors import StopReason
from nonosat.installed import __version__
from nonosat.puzzles import Puzzle

SCHEMA = 1
"""The version of what `to_dict` returns: it increases when a key changes its meaning or is removed."""


def shape_answer(
    question: str,
    result: Mapping[str, Any],
    puzzle: Puzzle | None = None,
    stop_reason: StopReason = StopReason.DONE,
    basis: str = "",
    seconds: Mapping[str, float] | None = None,
) -> dict[str, Any]:
    """Return an answer in the common shape of `--json`; `result` is the question's own part."""
    return {
        "puzzle": puzzle.source if puzzle else None,
        "kind": puzzle.kind if puzzle else None,
        "question": question,
        **result,
        "stop_reason": str(stop_reason),
        "basis": basis,
        "seconds": dict(seconds or {}),
        "version": __version__,
        "schema": SCHEMA,
    }

"""Puzzles for learning systems: audits of sets, and grades of answers.

records          the records of a file of puzzles
values           clues and pictures in the forms that records have
sets             the puzzles of a set
examine          one puzzle; which puzzles are the same, turned or mirrored
audit            a whole set
answers          pictures in answers by people and models
grading          grades of answers
moves            grades of single moves
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nonosat.learning.grading import Grade as Grade, grade as grade


def __getattr__(name: str) -> Any:
    if name in ("Grade", "grade"):  # imported when first used: an audit needs neither
        return getattr(import_module(f"{__name__}.grading"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

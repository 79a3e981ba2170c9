"""Puzzles for learning systems: audits of sets, graders of answers, and an environment.

records          the records of a file of puzzles or answers
values           which values of a record are clues and pictures, and how to read them
sets             the puzzles of a set
examine          one puzzle; which puzzles are the same, turned or mirrored
audit            a whole set
grids, answers   the characters of pictures, grids in texts, and answers by people and models
grading          grades of answers
source           puzzles made to order, by seed; a curriculum; prompts for models
environment      an episode, cell by cell
gymnasium, reasoning_gym, verifiers
                 adapters for these frameworks
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nonosat.learning.environment import Environment as Environment, Outcome as Outcome
    from nonosat.learning.grading import Grade as Grade, grade as grade
    from nonosat.learning.source import CURRICULUM as CURRICULUM, made as made, prompt as prompt

# Imported when first used: a grade needs little of it.
_MODULES = {
    **dict.fromkeys(("Environment", "Outcome"), "environment"),
    **dict.fromkeys(("Grade", "grade"), "grading"),
    **dict.fromkeys(("CURRICULUM", "made"), "source"),
    "prompt": "source",
}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""A move of the walk: the fast half of a step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from nonosat.problem import CellValue
from nonosat.reasons.steps import Step

if TYPE_CHECKING:
    from nonosat.reasons.walk import Walk


@dataclass(frozen=True, slots=True)
class Move(ABC):
    """What a rung rules out; nothing if it found a contradiction. `units` has the constraints it looks at."""

    rung: ClassVar[str]

    options: tuple[CellValue, ...]
    units: tuple[int, ...]

    @abstractmethod
    def steps(self, walk: Walk) -> Sequence[Step]:
        """Return the steps that explain it, in the walk's state before it."""

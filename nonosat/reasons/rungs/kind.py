"""What a rung says about its kinds of steps: how they are written, read, said and priced."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from nonosat.reasons.fields import FACTS, Field, Pages
from nonosat.reasons.steps import Step, units_in
from nonosat.reasons.weights import Weights
from nonosat.reasons.words import Words

S = TypeVar("S", bound=Step)

USES_AND_SETS = {"uses": FACTS, "sets": FACTS}
"""The fields that most steps end with."""


class Kind(ABC, Generic[S]):
    """A kind of step. `noun` is its name on pages; `fields` are its keys in a file, besides kind and rung."""

    step: ClassVar[type[Step]]
    noun: ClassVar[str]
    fields: ClassVar[Mapping[str, Field]]

    def name(self, step: S) -> str:
        """Return the name of a step on pages."""
        return self.noun

    def written(self, step: S, pages: Pages) -> dict[str, Any]:
        """Write a step's fields."""
        return {key: field.write(pages, getattr(step, key)) for key, field in self.fields.items()}

    def read(self, entry: dict[str, Any], pages: Pages) -> Step:
        """Read a step; raise InputError if the fields are wrong."""
        return self.step(**pages.read_fields(self.fields, entry))

    @abstractmethod
    def sentences(self, step: S, words: Words, within: bool) -> list[str]:
        """Return the sentences of a step; `within` is whether it is in a trace.

        One with traces starts with the assumption and ends with the conclusion.
        """

    def hint(self, step: S, words: Words, level: str) -> str:
        """Return as much about a step as the level reveals: `where`, `line` or `cell`.

        This is about one that follows assumptions.
        """
        if level == "cell":
            return f"Look at {words.cells([cell for cell, _ in step.sets])}."
        around = words.cell(step.sets[0][0]).partition(",")[0]
        if level == "where":
            return f"No single clue gives anything more: try an assumption in {around}."
        return f"Try an assumption in {around}, and follow it through {words.labels(units_in(step))}."

    def cost(self, step: S, weights: Weights) -> float:
        """Return what a step costs a person: the idea, and following assumptions."""
        return weights.costs[step.kind] + weights.of_trace(step)

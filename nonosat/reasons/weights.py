"""The costs of steps as data, modelled on people's preferences. `weights.yaml` explains the defaults."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path

from nonosat.errors import InputError
from nonosat.formats.documents.node import Node, documents
from nonosat.formats.source import content
from nonosat.reasons.steps import (
    Conflict,
    LineSet,
    LineStep,
    Refutation,
    Step,
    Sum,
    TwoWay,
    lines_of,
)
from nonosat.reasons.techniques import TECHNIQUES
from nonosat.words import shown

_MOST = 1_000_000.0


@dataclass(frozen=True)
class Weights:
    """The costs by name, and those of techniques."""

    costs: Mapping[str, float]
    techniques: Mapping[str, float]

    def cost(self, step: Step) -> float:
        """Return the cost of a step."""
        costs = self.costs
        bonus = costs["set-cell"] * min(len(step.sets), costs["most-set"])
        if isinstance(step, Conflict):
            return self.least(0) + costs["line-cell"] * len(step.uses)
        if isinstance(step, LineStep):
            technique = self.techniques.get(step.technique, 0.0)
            return costs["line"] + costs["line-cell"] * len(step.uses) + technique + bonus
        if isinstance(step, Sum):
            return costs["sum"] + costs["sum-line"] * len(lines_of(step)) + bonus
        along = costs["refute-line"] * len(lines_of(step)) + costs["refute-cell"] * len(step.uses)
        return self._head(step) + along + bonus

    def least(self, known: int) -> float:
        """Return a lower bound on the cost of a line step that needs this many known cells."""
        costs = self.costs
        bonus = min(0.0, costs["set-cell"] * costs["most-set"])
        return costs["line"] + costs["line-cell"] * known + self.cheapest_technique + bonus

    @cached_property
    def cheapest_technique(self) -> float:
        """The cost of the cheapest technique."""
        return min([0.0, *self.techniques.values()])

    def _head(self, step: Refutation | TwoWay | LineSet) -> float:
        if isinstance(step, Refutation):
            return self.costs["refute"] + (self.costs["nested"] if step.rung == 4 else 0.0)
        return self.costs["two-way" if isinstance(step, TwoWay) else "lines"]


@cache
def default() -> Weights:
    """Return the weights that ship with the package."""
    text = files(__package__).joinpath("weights.yaml").read_text(encoding="utf-8")
    return _read(text, "weights.yaml", None)


def load(path: str) -> Weights:
    """Read weights from a file; missing ones have their defaults."""
    return _read(content(Path(path), path).text, path, default())


def _read(text: str, path: str, base: Weights | None) -> Weights:
    found = list(documents(text, path))
    if len(found) != 1:
        raise InputError(f"expected one map of weights, found {len(found)}", path)
    keys = found[0].known_keys("weights", [*base.costs, "technique"]) if base else found[0].mapping("weights")
    costs = {key: _number(node, key) for key, node in keys.items() if key != "technique"}
    techniques = keys["technique"].known_keys("technique", TECHNIQUES) if "technique" in keys else {}
    named = {key: _number(node, key) for key, node in techniques.items()}
    return Weights({**base.costs, **costs}, {**base.techniques, **named}) if base else Weights(costs, named)


def _number(node: Node, what: str) -> float:
    text = node.text(what)
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not abs(number) <= _MOST:
        raise node.wrong(f"{what}: expected a number, found {shown(text)}")
    return number

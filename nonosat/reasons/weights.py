"""The costs of steps as data, modelled on people's preferences. `weights.yaml` explains the defaults."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from nonosat.errors import InputError
from nonosat.formats.source import content
from nonosat.puzzles.node import Node
from nonosat.puzzles.yaml_text import documents
from nonosat.reasons.steps import Conflict, Difference, LineStep, Refutation, Step, Sum, Technique, units_in
from nonosat.records import dataclass
from nonosat.words import quote

_MOST = 1_000_000.0
_PARTS = ("technique", "effort")


@dataclass(frozen=True)
class Weights:
    """The costs by name, those of techniques, and the weights of numbers in a rating's effort."""

    costs: Mapping[str, float]
    techniques: Mapping[str, float]
    effort: Mapping[str, float]

    def of(self, step: Step) -> float:
        """Return what a step costs a person: the idea, and what has to be looked at."""
        match step:
            case LineStep():
                return self._unit(step) + self.techniques.get(step.technique, 0.0) + self._bonus(step)
            case Conflict():
                return self._unit(step)
            case Difference():
                return self.costs[step.kind] + self._unit(step) + self._bonus(step)
            case Sum():
                return self.costs[step.kind] + self.costs["sum-line"] * len(step.names) + self._bonus(step)
        nested = self.costs["nested"] if isinstance(step, Refutation) and step.rung > 2 else 0.0
        return self.costs[step.kind] + self._trace(step) + nested

    def about(self, known: int) -> float:
        """Return what steps of one unit with this many known cells cost, whatever their technique."""
        return self.costs["line"] + self.costs["line-cell"] * known

    def _unit(self, step: Step) -> float:
        """Return the cost of a look at one unit, with the known cells that a step uses."""
        return self.costs["line"] + self.costs["line-cell"] * len(step.uses)

    def _trace(self, step: Step) -> float:
        """Return the cost of following assumptions, besides that of the idea."""
        units = len(units_in(step))
        along = self.costs["refute-line"] * units + self.costs["refute-cell"] * len(step.uses)
        return along + self._bonus(step)

    def _bonus(self, step: Step) -> float:
        """Return the part of a cost that depends on how many cells a step sets."""
        return self.costs["set-cell"] * min(len(step.sets), self.costs["most-set"])


@cache
def default() -> Weights:
    """Return the weights that ship with the package."""
    text = files(__package__).joinpath("weights.yaml").read_text(encoding="utf-8")
    return _read(text, "weights.yaml", None)


def load(path: str) -> Weights:
    """Read weights from a file; missing ones have their defaults."""
    return _read(content(Path(path), path, "weights").text, path, default())


def _read(text: str, path: str, base: Weights | None) -> Weights:
    pages = list(documents(text, path))
    if len(pages) != 1:
        raise InputError(f"expected one map of weights, found {len(pages)}", path)
    keys = pages[0].read_keys("weights", [*base.costs, *_PARTS]) if base else pages[0].mapping("weights")
    costs = {key: _number(node, key) for key, node in keys.items() if key not in _PARTS}
    techniques = _part(keys, "technique", Technique)
    effort = _part(keys, "effort", base.effort if base else keys["effort"].mapping("effort"))
    if base is None:
        return Weights(costs, techniques, effort)
    return Weights({**base.costs, **costs}, {**base.techniques, **techniques}, {**base.effort, **effort})


def _part(keys: Mapping[str, Node], name: str, allowed: Iterable[str]) -> dict[str, float]:
    """Read a map of weights within the map; empty if it is not there."""
    entries = keys[name].read_keys(name, [*allowed]) if name in keys else {}
    return {key: _number(node, key) for key, node in entries.items()}


def _number(node: Node, what: str) -> float:
    text = node.text(what)
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not abs(number) <= _MOST:
        raise node.wrong(f"{what}: expected a number, found {quote(text)}")
    return number

"""The first rung as explanations take it: the step of one line that is the easiest to see.

Steps are compared by their price: the technique, known cells, above all those beyond three, how much of the
line is open. Of equal ones, those come first where something has just changed, then those that reveal the
most. A line is searched for steps with more known cells only if such steps may be the cheapest, apart from
their technique.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from itertools import islice
from math import inf

from nonosat.reasons import TRIVIAL
from nonosat.reasons.minimal import ANY, FEW, SIZES, Ahead, Tried
from nonosat.reasons.steps import LineStep
from nonosat.reasons.techniques import name_step
from nonosat.reasons.walk import Move, StepMove, Walk
from nonosat.reasons.weights import Weights
from nonosat.records import dataclass


class SeenMove(StepMove):
    """A single step of a line."""

    rung = "lines"
    level = TRIVIAL
    __slots__ = ()


_REPLACED = 6
"""Of sets with more known cells, hardly any can be replaced by one of `FEW`."""


@dataclass
class _Look:
    """What a line forces, and its cheapest step; as long as `sizes` are left to try, `price` is the least
    that one of those costs.
    """

    ahead: Ahead
    sizes: list[int]
    price: float = -inf
    step: LineStep | None = None


class Sight:
    """Finds the steps of a walk."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._looks: dict[int, _Look] = {}  # by unit
        self._tried: dict[int, Tried] = {}  # by unit

    def moves(self, walk: Walk) -> Iterator[Move]:
        """Yield a step of each line that rules something out, the easiest first; or a violated line."""
        changed = set(walk.state.pending)
        if violated := walk.deduce():
            yield violated
            return
        for k in changed:
            self._looks.pop(k, None)

        def entry(k: int) -> tuple[float, bool, float, int, int]:
            look = self._looks.get(k) or self._looks.setdefault(k, self._look(walk, k))
            reveals = inf if look.step is None else len(look.step.sets)
            return look.price, k not in changed, -reveals, walk.unit_rank[k], k

        queue = [entry(k) for k, options in walk.deduced.items() if options]
        heapify(queue)
        while queue:
            walk.clock.check()
            *_, k = heappop(queue)
            look = self._looks[k]
            if look.step is not None and not look.sizes:
                yield walk.move_of(SeenMove, look.step)
            else:
                self._go_on(walk, k)
                heappush(queue, entry(k))

    def has_made(self, move: Move) -> bool:
        """Whether it made this move, from what the state deduces."""
        if not isinstance(move, SeenMove):
            return False
        look = self._looks.get(move.units[0])
        return look is not None and look.step is move.step

    def _look(self, walk: Walk, k: int) -> _Look:
        unit = walk.units[k]
        rest = [0] * unit.values
        for cell, value in walk.deduced[k]:
            rest[value] |= 1 << unit.place_of[cell]
        tried = self._tried.setdefault(k, {})
        return _Look(Ahead(unit, unit.places(walk.state), rest, tried), [*SIZES, FEW])

    def _go_on(self, walk: Walk, k: int) -> None:
        """Look for the steps with the next number of known cells."""
        look, unit, weights = self._looks[k], walk.units[k], self._weights
        most = look.sizes.pop(0)
        away = weights.costs["line-open"] * walk.open_in[k]
        seen = islice(look.ahead.steps(most), None if most < 2 else 1)
        steps = [name_step(unit, step) for step in seen]
        if look.step is not None:
            steps = steps or [look.step]
        if not steps or (FEW < len(steps[0].uses) <= _REPLACED and look.sizes):
            look.step = steps[0] if steps else None
            look.price = weights.about(most + 1 if most < 2 else ANY) + away
            return
        prices = [
            weights.of(step) + away + weights.costs["line-more"] * max(0, len(step.uses) - FEW)
            for step in steps
        ]
        look.sizes.clear()
        look.price = min(prices)
        look.step = steps[prices.index(look.price)]

"""Keeps the known cells of a puzzle, and finds the cheapest next step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count, islice

from nonosat.problem import CellValue, Problem, values_of
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.propagation.refute import shallowest
from nonosat.propagation.state import begin
from nonosat.reasons import layers
from nonosat.reasons.grid import Line, lines_of
from nonosat.reasons.line_sets import line_set
from nonosat.reasons.lines import SIZES, Reasons
from nonosat.reasons.nested import Nesting, by_consequences
from nonosat.reasons.refute import refutation, two_way
from nonosat.reasons.steps import Conflict, LineStep, Refutation, Step
from nonosat.reasons.sums import sums
from nonosat.reasons.techniques import named
from nonosat.reasons.weights import Weights
from nonosat.solving.run import Run

Found = LineStep | Conflict

_TRIED = 12
"""How many refutations with the fewest layers are written out to find the cheapest."""

_NESTED = 4
"""How many assumptions are tried to find the shortest nested refutation."""

_EASY = 5
"""The most layers of a refutation that people can follow; beyond that, other steps may be easier."""


class Guide:
    """Keeps the state, and finds the next steps."""

    def __init__(self, problem: Problem, weights: Weights, clock: Clock = NO_CLOCK) -> None:
        self.problem = problem
        self.weights = weights
        self.clock = clock
        self.lines: list[Line] = lines_of(problem)
        self.state = begin(problem, clock)
        self._height = sum(line.label.startswith("row") for line in self.lines)
        self._depth = 0  # the layers of the last refutations found
        self.state.nothing_pending()
        self._heap: list[tuple[float, int, int, int, Found | Iterator[Found | None], int]] = []
        self._reasons = [Reasons(line) for line in self.lines]
        self._version = [0] * len(self.lines)
        self._ticket = count()
        for line in range(len(self.lines)):
            self._begin(line)

    @property
    def possible(self) -> Sequence[int]:
        """The values that are left, by cell."""
        return self.state.possible

    def take(self, step: Step) -> None:
        """Apply a step."""
        possible = self.state.possible
        self.state.rule_out(
            [(cell, value) for cell, mask in step.sets for value in values_of(possible[cell] & ~mask)]
        )
        for line in self.state.pending:
            self._begin(line)
        self.state.nothing_pending()

    def line_step(self) -> Found | None:
        """Return the cheapest step of one line; None if no single line decides more."""
        return next(self.line_steps(), None)

    def line_steps(self) -> Iterator[Found]:
        """Yield the steps of single lines, the cheapest first; later calls yield them again."""
        offered = []
        try:
            while self._heap:
                cost, ticket, line, version, item, size = heappop(self._heap)
                if version != self._version[line]:
                    continue
                if isinstance(item, LineStep) and not item.technique:
                    step = named(self.lines[line], item)
                    self._push(self.weights.cost(step), line, step, size)
                    continue
                if isinstance(item, LineStep | Conflict):
                    offered.append((cost, ticket, line, version, item, size))
                    yield item
                    continue
                self.clock.check()
                self._advance(line, item, size)
        finally:
            for entry in offered:
                heappush(self._heap, entry)

    def beyond_lines(self) -> list[Step]:
        """Return the steps to use when no single line decides more, the cheapest first: refutations with the
        fewest layers; also sums, if these have many layers; two-way logic, if there are neither.
        """
        found: list[Step] = [*self._refutations()]
        if not found or self._depth > _EASY:
            found += sums(self.lines, self.state, self._height, self.clock)
        if not found:
            found += islice(two_way(self.lines, self.state, layers.MOST_LAYERS, self.clock), _TRIED)
        return sorted(found, key=self.weights.cost)

    def step_for_one_of(self, run: Run, options: Sequence[CellValue]) -> Step:
        """Return a step that rules out one of these options, each of which is in no solution."""
        wanted = set(options)
        first = [option for option in by_consequences(self.state, self.clock) if option in wanted]
        nesting = Nesting(self.problem, self.state, self.clock)
        nested = nesting.refutation(self.lines, (first or options)[:_NESTED])
        return nested or line_set(run, self.problem, self.lines, self.state, (first or options)[0])

    def _refutations(self) -> Iterator[Refutation]:
        self._depth, options = shallowest(self.state, layers.MOST_LAYERS, self.clock)
        for cell, value in options[:_TRIED]:
            self.clock.check()
            found = refutation(self.lines, self.state, cell, value, self._depth, self.clock)
            if found is not None:
                yield found

    def _begin(self, line: int) -> None:
        """Put a line that may decide more on the heap."""
        self._version[line] += 1
        steps = self._reasons[line].steps(self.state.places(line))
        self._push(self.weights.least(0), line, steps, 0)

    def _push(self, cost: float, line: int, item: Found | Iterator[Found | None], size: int) -> None:
        heappush(self._heap, (cost, next(self._ticket), line, self._version[line], item, size))

    def _advance(self, line: int, steps: Iterator[Found | None], size: int) -> None:
        """Put the next step of a line on the heap, and the iterator that yields further ones."""
        try:
            step = next(steps)
        except StopIteration:
            return
        if step is None:
            size += 1
            least = self.weights.least(size)
        else:
            # Its technique is determined lazily, when it may be the cheapest: most steps never are.
            cost = self.weights.cost(step) + self.weights.cheapest_technique
            self._push(cost, line, step, size)
            # Further steps with many known cells cost about the same, so they can wait for this one.
            least = cost if size == SIZES[-1] else self.weights.least(size)
        self._push(least, line, steps, size)

"""Solves a puzzle as a person does, one line at a time, and records the effort.

The next line is always the one that reveals the most, or the first of several. If lines are stuck, the next
step is the cheapest refutation of one assumption: fewest layers, then fewest lines, then the first cell. If
no assumption is refuted, it is a sum of the fewest lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log2

from nonosat.line.bits import by_value
from nonosat.line.count import count
from nonosat.problem import Blocks, CellValue, Problem, is_single, values_of
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.propagation.refute import shallowest
from nonosat.propagation.state import begin
from nonosat.reasons.grid import Line, lines_of
from nonosat.reasons.layers import TO_THE_END, passes_left, refute, trimmed
from nonosat.reasons.steps import Sum
from nonosat.reasons.sums import sums


@dataclass(frozen=True, slots=True)
class LineStep:
    """A line that was used; of the `unfinished` lines at that point, `productive` ones rule values out.
    `cells` has the cells that it decided; `known` is the number of cells known before.
    """

    line: int
    cells: tuple[CellValue, ...]
    arrangements: int
    productive: int
    unfinished: int
    known: int

    @property
    def bits(self) -> float:
        """The base-2 logarithm of the number of its arrangements."""
        return log2(self.arrangements)

    @property
    def scan(self) -> float:
        """Roughly how many lines are examined until one decides cells."""
        return (self.unfinished + 1) / (self.productive + 1)


@dataclass(frozen=True, slots=True)
class RefutationStep:
    """A value that was ruled out where lines were stuck, with the trimmed trace of its lines.

    Of `assumptions`, `refuted` is the number refuted in these few layers.
    """

    cell: int
    value: int
    layers: int
    lines: tuple[int, ...]
    assumptions: int
    refuted: int

    @property
    def search(self) -> float:
        """Roughly how many lines are examined until such a refutation is found."""
        return (self.assumptions + 1) / (self.refuted + 1) * len(self.lines)


class Walk:
    """The steps so far, and the state; `contradiction` is a line that cannot be completed, if any."""

    def __init__(self, problem: Problem, clock: Clock = NO_CLOCK) -> None:
        self.clock = clock
        self.problem = problem
        self.state = begin(problem, clock)
        self.lines = [c for c in problem.constraints if isinstance(c, Blocks)]
        self.contradiction: int | None = None
        self.stuck = False  # whether neither an assumption nor a sum helps
        self.passes = 0
        self.footholds = 0
        self.line_steps: list[LineStep] = []
        self.refutations: list[RefutationStep] = []
        self.sums: list[Sum] = []
        self._through: list[list[int]] = [[] for _ in problem.possible]
        self._open = [0] * len(self.lines)
        self.known = sum(map(is_single, problem.possible))
        for k, line in enumerate(self.lines):
            for cell in line.cells:
                self._through[cell].append(k)
                self._open[k] += not is_single(problem.possible[cell])

    @property
    def solved(self) -> bool:
        """Whether every cell is known, without a contradiction."""
        return self.known == len(self.problem.possible) and self.contradiction is None

    @property
    def line_twice(self) -> bool:
        """Whether a line was used more than once."""
        return len({step.line for step in self.line_steps}) < len(self.line_steps)

    def by_lines(self) -> None:
        """Use lines until none decides more, or one cannot be completed."""
        state, at_start = self.state, not self.passes
        self.passes += passes_left(state.copy(), self.clock)
        ruled_out: dict[int, list[CellValue]] = {}
        while True:
            self.clock.check()
            for k in state.pending:
                options = state.deduced_by(k)
                if options is None:
                    self.contradiction = k
                    return
                ruled_out[k] = options
            productive = [k for k, options in ruled_out.items() if options]
            if at_start:
                self.footholds, at_start = len(productive), False
            if not productive:
                return
            k = min(productive, key=lambda k: (-len(ruled_out[k]), k))
            self._note(k, ruled_out[k], len(productive))
            self._take(ruled_out.pop(k), k)

    @cached_property
    def explained_lines(self) -> list[Line]:
        """The lines in the form that explanations use."""
        return lines_of(self.problem)

    def beyond_lines(self) -> None:
        """Use refutations, or sums if there are none, and lines after each, until nothing more follows."""
        while not self.solved and self.contradiction is None:
            if not (self._refuted() or self._summed()):
                self.stuck = True
                return
            self.by_lines()

    def _refuted(self) -> bool:
        """Use a refutation with the fewest layers; return whether there is one."""
        layers, options = shallowest(self.state, TO_THE_END, self.clock)
        if not options:
            return False
        cell, value = options[0]
        found = refute(self.state, cell, value, layers, self.clock)
        assert found is not None  # `refute` follows the same layers
        lines = tuple(use.line for use in trimmed(self.state, found, self.clock))
        values = sum(mask.bit_count() for mask in self.state.possible if not is_single(mask))
        self.refutations.append(RefutationStep(cell, value, layers, lines, values, len(options)))
        self._take([(cell, value)])
        return True

    def _summed(self) -> bool:
        """Use a sum of the fewest lines; return whether there is one."""
        lines, possible = self.explained_lines, self.state.possible
        height = sum(line.label.startswith("row") for line in lines)
        found = [step for step in sums(lines, self.state, height, self.clock) if step.sets]
        if not found:
            return False
        step = min(found, key=lambda step: len(step.rows) + len(step.columns))
        self.sums.append(step)
        self._take([(cell, value) for cell, mask in step.sets for value in values_of(possible[cell] & ~mask)])
        return True

    def _take(self, options: Sequence[CellValue], line: int = -1) -> None:
        """Rule out options that a line, a refutation or a sum has excluded."""
        state = self.state
        were_open = {cell for cell, _ in options if not is_single(state.mask(cell))}
        state.rule_out(options, by=line)
        for cell in were_open:
            if is_single(state.mask(cell)):
                self.known += 1
                for k in self._through[cell]:
                    self._open[k] -= 1

    def _note(self, k: int, options: list[CellValue], productive: int) -> None:
        """Record the use of a line, of this number of productive ones."""
        line = self.lines[k]
        have = [self.state.mask(cell) for cell in line.cells]
        values = max(2, *map(int.bit_length, have), *(block.colour + 1 for block in line.blocks))
        arrangements = count(line.blocks, by_value(have, values), len(have))
        gone: dict[int, int] = {}
        for cell, value in options:
            gone[cell] = gone.get(cell, self.state.mask(cell)) & ~(1 << value)
        cells = tuple((cell, mask.bit_length() - 1) for cell, mask in gone.items() if is_single(mask))
        unfinished = sum(map(bool, self._open))
        self.line_steps.append(LineStep(k, cells, arrangements, productive, unfinished, self.known))

"""Messages between lines, by listing all arrangements of each line."""

from __future__ import annotations

from math import exp, log

import numpy as np

from nonosat.beliefs.messages import Messages
from nonosat.problem import Runs
from tests.helpers.brute import lines as all_lines

_LEAST, _CLIP, _KNOWN = 1e-13, 12.0, 40.0


class PlainMessages:
    """The same messages as those given, which have just been made."""

    def __init__(self, made: Messages) -> None:
        self.made = made
        shape = (-1, max(made.problem.sizes))
        self.total: list[list[float]] = np.asarray(made.weight).reshape(shape).tolist()
        self.noise: list[list[float]] = np.asarray(made.random).reshape(shape).tolist()
        self.pulled = [row[:] for row in self.noise]
        self.lines: list[Runs] = [
            c for k in made.members if isinstance(c := made.problem.constraints[k], Runs)
        ]
        self.outgoing = [[[0.0] * len(self.total[cell]) for cell in line.cells] for line in self.lines]
        self.done = 0

    def round(self) -> float:
        """Pass messages once; return the largest change."""
        change = max(
            [self._send(line, old) for line, old in zip(self.lines, self.outgoing, strict=True)], default=0.0
        )
        if self.made.within:
            self._reinforce()
        self.done += 1
        return change

    def _send(self, line: Runs, outgoing: list[list[float]]) -> float:
        incoming = [
            [total - out for total, out in zip(self.total[cell], old, strict=True)]
            for cell, old in zip(line.cells, outgoing, strict=True)
        ]
        incoming = [[x - row[0] for x in row] for row in incoming]
        values = len(incoming[0])
        shares = [[0.0] * values for _ in line.cells]
        arrangements = all_lines(line.blocks, len(line.cells), values)
        weights = [sum(row[v] for row, v in zip(incoming, values_, strict=True)) for values_ in arrangements]
        most = max(weights)
        for values_, weight in zip(arrangements, weights, strict=True):
            for row, v in zip(shares, values_, strict=True):
                row[v] += exp(weight - most)
        change = 0.0
        for cell, row, share, old in zip(line.cells, incoming, shares, outgoing, strict=True):
            can = [v for v in range(values) if self.made.problem.possible[cell] >> v & 1]
            odds = [log(max(x / sum(share), _LEAST)) for x in share]
            new = {v: odds[v] - odds[0] - row[v] for v in can}
            for v in can:
                step = max(new[v] - max(new.values()), -_CLIP) - old[v]
                step *= 1 - self.made.damping
                old[v] += step
                self.total[cell][v] += step
                change = max(change, abs(step))
        return change

    def _reinforce(self) -> None:
        time = self.done / self.made.within
        for cell, row in enumerate(self.total):
            most = max(row)
            for v, weight in enumerate(row):
                if self.made.problem.possible[cell] >> v & 1:
                    pull = min(0.999, time**2) * max(weight - most, -_KNOWN)
                    pull += max(0.0, 1 - 2 * time) * self.noise[cell][v]
                    row[v] += pull - self.pulled[cell][v]
                    self.pulled[cell][v] = pull

    @property
    def cells(self) -> list[list[float]]:
        """How likely each cell has each value."""
        found = []
        for cell, row in enumerate(self.total):
            mask = self.made.problem.possible[cell]
            weights = [exp(x - max(row)) if mask >> v & 1 else 0.0 for v, x in enumerate(row)]
            found.append([weight / sum(weights) for weight in weights])
        return found

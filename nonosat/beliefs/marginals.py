"""The marginals of all cells, by belief propagation.

The idea of using these marginals as a solver's first phases is due to nonosolve (2026).
"""

from __future__ import annotations

from nonosat.beliefs import lines_with_messages
from nonosat.encodings.model import Marginals
from nonosat.encodings.order import earliest
from nonosat.problem import Problem, Values
from nonosat.problem.blocks import slack

ROUNDS = 60


def marginals(problem: Problem, rounds: int = ROUNDS) -> Marginals:
    """Return the marginals of all cells. Lines with blotted blocks are left out, and counts over options
    other than numbers that count cells (see `numbers_with_messages`).
    """
    from nonosat.beliefs.messages import DAMPING, Messages  # what is certain needs neither them nor numpy

    messages = Messages(problem, DAMPING, counts=True)
    messages.run(rounds, patience=rounds)
    return Marginals(messages.cells, messages.starts())


def certain(problem: Problem, values: Values) -> Marginals:
    """Return marginals that are certain of these values."""
    most = max(problem.sizes, default=2)
    cells = [[float(value == own) for value in range(most)] for own in values]
    starts: list[list[list[float]] | None] = [None] * len(problem.constraints)
    for k, line in lines_with_messages(problem):
        row = [values[cell] for cell in line.cells]
        begins = [at for at, value in enumerate(row) if value and (not at or row[at - 1] != value)]
        room = slack(line.blocks, len(line.cells))
        weights = [[0.0] * (room + 1) for _ in line.blocks]
        for j, (begin, first) in enumerate(zip(begins, earliest(line.blocks), strict=False)):
            # If the values are not quite a solution, blocks may be at impossible places.
            weights[j][min(max(begin - first, 0), room)] = 1.0
        starts[k] = weights
    return Marginals(cells, starts)

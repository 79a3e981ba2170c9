"""The marginals of all cells, by belief propagation.

The idea of using these marginals as a solver's first phases is due to nonosolve (2026).
"""

from __future__ import annotations

import numpy as np

from nonosat.beliefs.messages import SETTLED, Floats, Messages, lines_with_messages
from nonosat.line.slack import earliest, slack
from nonosat.model import Marginals
from nonosat.problem import Blocks, Problem, Values
from nonosat.processes.machine_code import LoadedBeside

ROUNDS = 60
DAMPING = 0.5


def _compiled() -> type[Messages]:
    """Load the compiled messages; numba compiles at the first call, or loads its cache."""
    from nonosat.beliefs.compiled import CompiledMessages
    from nonosat.problem import Block

    smallest = Problem((2,), (Blocks((0,), (Block(1, 1, 1),)),), (0,))
    CompiledMessages(smallest, DAMPING).run(1, 1)
    return CompiledMessages


# Loading on the same core at most doubles the time of the remaining work; few single puzzles take 0.2 s of
# messages.
MESSAGES: LoadedBeside[type[Messages]] = LoadedBeside(Messages, _compiled, worth=0.2)


def marginals(problem: Problem, rounds: int = ROUNDS) -> Marginals:
    """Return the marginals of all cells. Lines with blotted blocks, and counts over options, are left out."""
    messages = passed(problem, rounds, DAMPING)
    return Marginals(messages.cells, messages.starts(), messages.done, messages.change < SETTLED)


def passed(
    problem: Problem, rounds: int, damping: float, loaded: LoadedBeside[type[Messages]] = MESSAGES
) -> Messages:
    """Pass a Problem's messages, for at most this many rounds, and return them."""
    kind = loaded.current
    messages = kind(problem, damping)
    with loaded.at_work(kind):
        messages.run(rounds, patience=1 << 30)
    return messages


def certain(problem: Problem, values: Values) -> Marginals:
    """Return marginals that are certain of these values."""
    cells = np.zeros((len(values), max(problem.sizes, default=2)))
    cells[np.arange(len(values)), list(values)] = 1.0
    starts: list[Floats | None] = [None] * len(problem.constraints)
    for k, line in lines_with_messages(problem):
        row = [values[cell] for cell in line.cells]
        begins = [at for at, value in enumerate(row) if value and (not at or row[at - 1] != value)]
        room = slack(line.blocks, len(line.cells))
        weights = np.zeros((len(line.blocks), room + 1))
        for j, (begin, first) in enumerate(zip(begins, earliest(line.blocks), strict=False)):
            # If the values are not quite a solution, blocks may be at impossible places.
            weights[j, min(max(begin - first, 0), room)] = 1.0
        starts[k] = weights
    return Marginals(cells, starts, 0, True)

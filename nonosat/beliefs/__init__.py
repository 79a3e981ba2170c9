"""Belief propagation: how likely each value of each cell is, from messages between lines.

messages    the messages between lines (sum-product)
weights     the odds of cells, reinforced, and the cells in their order
runs        the lines that send them, laid out in arrays
powers      exponentials and logarithms of many numbers at once; random numbers
marginals   the marginals that result, also used as phases for solvers
guesses     solutions, by messages that are hardened, or by deciding the surest cells

The lines that send messages are found here.
"""

from __future__ import annotations

from importlib.util import find_spec

from nonosat.problem import Problem, Runs

AVAILABLE = find_spec("numpy") is not None
"""Without numpy (in a browser) there are no beliefs, and solvers start without them."""


def lines_with_messages(problem: Problem) -> list[tuple[int, Runs]]:
    """Return the constraints that send messages, with their numbers: lines with open cells.

    Lines with blotted blocks, and counts over options, send none.
    """
    is_open = {*problem.open_cells}
    return [
        (k, line)
        for k, line in problem.forms.lines
        if not is_open.isdisjoint(line.cells) and True not in [low != high for _, low, high in line.blocks]
    ]

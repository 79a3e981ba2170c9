"""The order encoding as CNF: the smallest and fastest one known for clues.

Block j has the variables S(j,p) "it starts at or before p" and E(j,p) "it ends at or before p"; for a block
of known length E is S shifted, so there is one row of variables per block. Both are monotone in p. Cells
follow: from a block's start to its end they have its colour, and from there to the next block's start they
are background. Given the known cells, only places where a block can still start have a variable: S is the
same before and after an impossible one.
"""

from __future__ import annotations

from itertools import accumulate

from nonosat.encodings.cells import cell_literals, clauses_of, size_with
from nonosat.encodings.model import TRUE, Cnf, Marginals
from nonosat.encodings.order_clauses import Rows
from nonosat.problem import Clue, Problem, Runs
from nonosat.problem.blocks import slack
from nonosat.propagation.layout import layout_of
from nonosat.propagation.state import State


def encode(problem: Problem) -> Cnf:
    """Build the clauses, given the known cells."""
    literals, variables, clauses = cell_literals(problem)
    rows = Rows(State(layout_of(problem), problem.possible, problem.constraints))
    empty = []  # lines without blocks
    for number, line in problem.forms.lines:
        if not rows.place(number):
            clauses.append([])
        elif not line.blocks:
            empty += [literals[cell][0] for cell in line.cells]
    for _, other in problem.forms.others:
        more, variables = clauses_of(other, problem, literals, variables)
        clauses += more
    clauses += [[literal] for literal in empty if abs(literal) != TRUE]
    if not rows.blocks:
        return Cnf(variables, clauses, literals)
    variables = rows.number(variables)
    clauses += rows.clauses(literals)
    return Cnf(variables, clauses, literals, lambda shares: _phases(problem, rows, shares))


def earliest(blocks: Clue) -> list[int]:
    """Return the first place at which each block can start."""
    starts, place, before = [], 0, 0
    for colour, low, _ in blocks:
        place += colour == before
        starts.append(place)
        place, before = place + low, colour
    return starts


def _phases(problem: Problem, rows: Rows, marginals: Marginals) -> list[int]:
    """Return the likelier literal of each S: does the block start at or before the place?"""
    phases = []
    for number, line in problem.forms.lines:
        weights = marginals.starts[number]
        if weights is not None:
            for j, first in enumerate(earliest(line.blocks)):
                low, variables = rows.starting(number, j)
                reached = [*accumulate(weights[j])][low - first :]
                phases += [v if share > 0.5 else -v for v, share in zip(variables, reached, strict=False)]
    return phases


def size(problem: Problem) -> tuple[int, int]:
    """Return an upper bound of the variables and clauses, without building them."""
    return size_with(problem, _line_size)


def _line_size(line: Runs) -> tuple[int, int]:
    blocks, n = line.blocks, len(line.cells)
    room = max(0, slack(blocks, n))
    blotted = sum(block.blotted for block in blocks)
    # Family by family (see `order_clauses`), each with the most places possible.
    clauses = (4 * len(blocks) + 3 * blotted) * room + len(blocks) + 2 * blotted + n + 1
    return (len(blocks) + blotted) * room, clauses

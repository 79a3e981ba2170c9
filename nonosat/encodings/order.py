"""The order encoding as CNF: the smallest and fastest one known for clues.

`order_rows` says what its variables and clauses are; `order_compiled` writes the same in machine code.
"""

from __future__ import annotations

from nonosat.encodings.cells import size_with
from nonosat.encodings.order_rows import written
from nonosat.line.slack import slack
from nonosat.model import Cnf
from nonosat.problem import Blocks, Problem


def encode(problem: Problem) -> Cnf:
    """Build the clauses, given the known cells."""
    return written(problem)


def size(problem: Problem) -> tuple[int, int]:
    """Return an upper bound of the variables and clauses, without building them."""
    return size_with(problem, _line_size)


def _line_size(line: Blocks) -> tuple[int, int]:
    blocks, n = line.blocks, len(line.cells)
    room = max(0, slack(blocks, n))
    blotted = sum(block.blotted for block in blocks)
    # Family by family (see `order_rows._families`), each with the most places possible.
    clauses = (4 * len(blocks) + 3 * blotted) * room + len(blocks) + 2 * blotted + n + 1
    return (len(blocks) + blotted) * room, clauses

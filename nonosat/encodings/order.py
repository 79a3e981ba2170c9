"""The order encoding as CNF: the smallest and fastest one known for clues.

`order_rows` says what its variables and clauses are; `order_compiled` writes the same in machine code.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from nonosat.encodings.cells import size_with
from nonosat.encodings.order_rows import written
from nonosat.line.slack import slack
from nonosat.model import Cnf
from nonosat.problem import Block, Blocks, Problem
from nonosat.processes.machine_code import LoadedBeside


def _load() -> Callable[[Problem], Cnf]:
    from nonosat.encodings import order_compiled

    line = Blocks((0,), (Block(1, 1, 1),))
    order_compiled.written(Problem((2,), (line,), (0,)))
    return order_compiled.written


# Usually a worker writes the clauses, and would load numba only for this: worth it only in long batches.
WRITER: LoadedBeside[Callable[[Problem], Cnf]] = LoadedBeside(written, _load, worth=2.0)


def encode(problem: Problem) -> Cnf:
    """Build the clauses, given the known cells."""
    begin, writer = time.perf_counter(), WRITER.current
    model = writer(problem)
    if not WRITER.loaded:
        WRITER.miss(time.perf_counter() - begin)
    return model


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

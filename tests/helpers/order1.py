"""The encoding `order/1` for lines of any kind, written again from docs/contributing/encodings.md alone."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from nonosat.problem import CellValue, Problem, Runs

YES, NO = "yes", "no"  # what is known to be true or false
Literal = int | str


def clauses(problem: Problem, excluded: Sequence[Sequence[int]] = ()) -> list[frozenset[int]]:
    """Return the clauses of a Problem that consists of lines, in order."""
    numbers = iter(range(1, 10**9))
    is_: dict[CellValue, Literal] = {}
    for cell, size in enumerate(problem.sizes):
        if size == 2:
            is_[cell, 1] = next(numbers)
            is_[cell, 0] = inverse(is_[cell, 1])
        else:
            is_ |= {(cell, value): next(numbers) for value in range(size)}
    found: list[Sequence[Literal]] = []
    for cell, size in enumerate(problem.sizes):
        if size != 2:
            found.append([is_[cell, value] for value in range(size)])
            found += [[inverse(is_[cell, v]), inverse(is_[cell, w])] for v, w in combinations(range(size), 2)]
    found += [[is_[given]] for given in problem.givens]
    for line in problem.constraints:
        assert isinstance(line, Runs)
        found += of_line(line, is_, numbers)
    found += [[inverse(is_[cell, values[cell]]) for cell in problem.answer_key] for values in excluded]
    kept = []
    for clause in found:
        left = frozenset(literal for literal in clause if literal != NO)
        if YES not in left and not any(inverse(literal) in left for literal in left):
            kept.append(frozenset(literal for literal in left if isinstance(literal, int)))
    return kept


def inverse(literal: Literal) -> Literal:
    if isinstance(literal, int):
        return -literal
    return NO if literal == YES else YES


def of_line(line: Runs, is_: dict[CellValue, Literal], numbers: Iterator[int]) -> Iterator[Sequence[Literal]]:
    """Yield the clauses of a line, in the letters of the page."""
    n, k, blocks = len(line.cells), len(line.blocks), line.blocks
    g = [0] + [int(one.colour == other.colour) for one, other in pairwise(blocks)]
    r = n - sum(g[:k]) - sum(block.low for block in blocks)
    if r < 0:
        never = next(numbers)
        yield from ([never], [-never])
        return
    e = [sum(block.low for block in blocks[:j]) + sum(g[: j + 1]) for j in range(k)]
    starts: list[dict[int, int]] = []
    ends: list[dict[int, int]] = []
    for j, block in enumerate(blocks):
        starts.append({p: next(numbers) for p in range(e[j], e[j] + r)})
        blotted = block.low < block.high
        last = range(e[j] + block.low - 1, e[j] + block.low - 1 + r)
        ends.append({p: next(numbers) if blotted else starts[j][p - block.low + 1] for p in last})

    def s(j: int, p: int) -> Literal:
        return starts[j].get(p, NO if p < e[j] else YES) if j < k else NO

    def t(j: int, p: int) -> Literal:
        return ends[j].get(p, NO if p < e[j] + blocks[j].low - 1 else YES) if j >= 0 else YES

    for j, block in enumerate(blocks):
        covered = range(e[j], e[j] + r + block.low)
        for p in range(e[j], e[j] + r):
            yield [inverse(s(j, p)), s(j, p + 1)]
        for p in covered if block.low < block.high else ():
            yield [inverse(t(j, p)), t(j, p + 1)]
            yield [inverse(t(j, p)), s(j, p - block.low + 1)]
            yield [inverse(s(j, p)), t(j, p + block.high - 1)]
        for p in range(e[j], e[j] + r + 1) if j else ():
            yield [inverse(s(j, p)), t(j - 1, p - 1 - g[j])]
        for p in covered:
            yield [inverse(s(j, p)), t(j, p - 1), is_[line.cells[p], block.colour]]
    for j in range(k + 1):
        for p in range(n):
            yield [inverse(t(j - 1, p - 1)), s(j, p), is_[line.cells[p], 0]]

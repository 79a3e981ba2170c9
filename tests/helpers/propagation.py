"""A plain propagator for comparison: one constraint at a time, by `line/masks` and by counting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from nonosat.line.masks import narrow
from nonosat.problem import AtMost, Block, Blocks, Constraint, Exactly, Problem, is_single, values_of


def kept(constraint: Constraint, possible: Sequence[int], values: int) -> dict[int, int] | None:
    """Return what a constraint leaves of its cells; None if it is violated."""
    if isinstance(constraint, Blocks):
        cells = constraint.cells
        can = [sum((possible[c] >> v & 1) << i for i, c in enumerate(cells)) for v in range(values)]
        left = narrow(constraint.blocks, can, len(cells))
        if left is None:
            return None
        return {c: sum((left[v] >> i & 1) << v for v in range(values)) for i, c in enumerate(cells)}
    return _counted(constraint, possible)


def _counted(constraint: Exactly | AtMost, possible: Sequence[int]) -> dict[int, int] | None:
    sure = [1 << value for cell, value in constraint.options if possible[cell] == 1 << value]
    several = [
        (cell, value)
        for cell, value in constraint.options
        if possible[cell] >> value & 1 and not is_single(possible[cell])
    ]
    missing = constraint.count - len(sure)
    exactly = isinstance(constraint, Exactly)
    if missing < 0 or (exactly and missing > len(several)):
        return None
    left = {cell: possible[cell] for cell, _ in constraint.options}
    for cell, value in several:
        if missing == 0:
            left[cell] &= ~(1 << value)
        elif exactly and missing == len(several):
            left[cell] &= 1 << value
    return left


def fixpoint(problem: Problem) -> list[int] | None:
    """Return what single constraints leave of all cells; None if one is violated, or a cell has no value."""
    possible, values = list(problem.possible), max([2, *problem.sizes])
    while True:
        before = possible[:]
        for constraint in problem.constraints:
            left = kept(constraint, possible, values)
            if left is None:
                return None
            for cell, mask in left.items():
                possible[cell] &= mask
        if 0 in possible:
            return None
        if possible == before:
            return possible


def random_problem(rng: Random) -> Problem:
    """Return a Problem of lines and counts that share cells, in some of which are no cells at all."""
    cells, values = rng.randrange(1, 12), rng.choice([2, 2, 3])
    constraints: list[Constraint] = []
    for number in range(rng.randrange(7)):
        kind = rng.choice([Blocks, Exactly, AtMost])
        if kind is Blocks:
            line = tuple(rng.sample(range(cells), rng.randrange(1, cells + 1)))
            blocks = [
                Block(rng.randrange(1, values), size, size + rng.choice([0, 0, 3]))
                for size in rng.choices([1, 1, 2, 3], k=rng.randrange(3))
            ]
            constraints.append(Blocks(line, tuple(blocks), f"line {number}"))
            continue
        options = {(rng.randrange(cells), rng.randrange(values)) for _ in range(rng.randrange(1, 7))}
        constraints.append(kind(rng.randrange(4), tuple(sorted(options)), f"count {number}"))
    possible = [(1 << values) - 1 if rng.random() < 0.9 else 1 << rng.randrange(values) for _ in range(cells)]
    return Problem((values,) * cells, tuple(constraints), tuple(range(cells)), possible=tuple(possible))


def assignments(problem: Problem) -> Iterator[tuple[int, ...]]:
    """Yield every solution of a small Problem, by trying all."""

    def extended(chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == len(problem.sizes):
            if fixpoint(problem.narrowed([1 << value for value in chosen])) is not None:
                yield chosen
            return
        for value in values_of(problem.possible[len(chosen)]):
            yield from extended((*chosen, value))

    return extended(())

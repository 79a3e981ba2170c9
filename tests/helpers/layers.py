"""Classes of puzzles by brute force: passes over all arrangements of all lines."""

from collections.abc import Sequence
from itertools import product

from nonosat.problem import CellValue, Problem, Regular, Runs, values_of
from nonosat.puzzles.nonogram import Nonogram
from tests.helpers.brute import accepts, lines, solutions

Can = list[set[int]]
"""For every cell the values that it can have."""


def one_pass(problem: Problem, can: Can) -> Can | None:
    """Return what a pass leaves, in which all lines see the same cells; None at a contradiction."""
    left = [set(values) for values in can]
    for constraint in problem.constraints:
        cells, values = constraint.cells, max(problem.sizes)
        if isinstance(constraint, Runs):
            every = lines(constraint.blocks, len(cells), values)
        else:
            assert isinstance(constraint, Regular)
            words = product(range(values), repeat=len(cells))
            every = [way for way in words if accepts(constraint.automaton, way)]
        ways = [
            way for way in every if all(value in can[cell] for cell, value in zip(cells, way, strict=True))
        ]
        if not ways:
            return None
        for cell, has in zip(cells, zip(*ways, strict=True), strict=True):
            left[cell] &= set(has)
    return left if all(left) else None


def layers_of(problem: Problem, possible: Sequence[int], option: CellValue) -> int:
    """Return in how many passes an assumption is refuted, 0 if it is not."""
    can: Can = [set(values_of(mask)) for mask in possible]
    can[option[0]] = {option[1]}
    depth = 1
    while (left := one_pass(problem, can)) is not None:
        if left == can:
            return 0
        can, depth = left, depth + 1
    return depth


def level(puzzle: Nonogram) -> str:
    """Return the class of a small puzzle; `trivial` is not distinguished from `lines`."""
    found = len(list(solutions(puzzle)))
    if found != 1:
        return "multiple" if found else "none"
    if closed(puzzle, 0):
        return "lines"
    if closed(puzzle, 3):
        return "moderate"
    return "deep" if closed(puzzle, 10**6) else "guessing"


def closed(puzzle: Nonogram, most: int) -> bool:
    """Whether all cells follow from lines and from refutations of at most this many layers."""
    problem = puzzle.problem()
    can: Can | None = [set(values_of(mask)) for mask in problem.possible]
    while can is not None and any(len(values) > 1 for values in can):
        left = one_pass(problem, can)
        if left == can:
            masks = [sum(1 << value for value in values) for values in can]
            options = [(c, v) for c, values in enumerate(can) if len(values) > 1 for v in sorted(values)]
            out = next((o for o in options if most and 0 < layers_of(problem, masks, o) <= most), None)
            if out is None:
                return False
            left = [values - {out[1]} if cell == out[0] else values for cell, values in enumerate(can)]
        can = left
    return True

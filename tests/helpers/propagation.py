"""A plain propagator for comparison: one constraint at a time, by `line/masks` and by counting."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from nonosat.automata.masks import narrow
from nonosat.problem import Block, Constraint, Count, Problem, Regular, Runs, is_single, values_of
from nonosat.problem.automaton import Automaton
from tests.helpers.brute import accepts


def kept(constraint: Constraint, possible: Sequence[int], values: int) -> dict[int, int] | None:
    """Return what a constraint leaves of its cells; None if it is violated."""
    if isinstance(constraint, Runs):
        cells = constraint.cells
        can = [sum((possible[c] >> v & 1) << i for i, c in enumerate(cells)) for v in range(values)]
        left = narrow(constraint.blocks, can, len(cells))
        if left is None:
            return None
        return {c: sum((left[v] >> i & 1) << v for v in range(values)) for i, c in enumerate(cells)}
    if isinstance(constraint, Regular):
        return _accepted(constraint, possible)
    return _counted(constraint, possible)


def _accepted(line: Regular, possible: Sequence[int]) -> dict[int, int] | None:
    ways = product(*(tuple(values_of(possible[cell])) for cell in line.cells))
    words = [word for word in ways if accepts(line.automaton, word)]
    left = [sum(1 << value for value in set(column)) for column in zip(*words, strict=True)]
    return dict(zip(line.cells, left, strict=True)) if words else None


def _counted(constraint: Count, possible: Sequence[int]) -> dict[int, int] | None:
    sure = [1 << value for cell, value in constraint.options if possible[cell] == 1 << value]
    several = [
        (cell, value)
        for cell, value in constraint.options
        if possible[cell] >> value & 1 and not is_single(possible[cell])
    ]
    missing, room = constraint.least - len(sure), constraint.most - len(sure)
    if room < 0 or missing > len(several):
        return None
    left = {cell: possible[cell] for cell, _ in constraint.options}
    for cell, value in several:
        if room == 0:
            left[cell] &= ~(1 << value)
        elif missing == len(several):
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


def random_automaton(rng: Random, values: int) -> Automaton:
    """Return an automaton of up to four states, some of which lead nowhere."""
    states = range(rng.randrange(1, 5))
    steps = [{v: rng.choice(states) for v in range(values) if rng.random() < 0.8} for _ in states]
    return Automaton(tuple(steps), frozenset(state for state in states if rng.random() < 0.6))


def random_problem(rng: Random) -> Problem:
    """Return a Problem of lines, counts and automata that share cells, in some of which are no cells."""
    cells, values = rng.randrange(1, 12), rng.choice([2, 2, 3])
    constraints: list[Constraint] = []
    for number in range(rng.randrange(7)):
        kind = rng.choice([Runs, Regular, Count, Count])
        if kind is Runs:
            line = tuple(rng.sample(range(cells), rng.randrange(1, cells + 1)))
            blocks = [
                Block(rng.randrange(1, values), size, size + rng.choice([0, 0, 3]))
                for size in rng.choices([1, 1, 2, 3], k=rng.randrange(3))
            ]
            constraints.append(Runs(line, tuple(blocks), f"line {number}"))
            continue
        if kind is Regular:
            line = tuple(rng.sample(range(cells), rng.randrange(1, min(cells, 6) + 1)))
            constraints.append(Regular(line, random_automaton(rng, values), f"rule {number}"))
            continue
        options = {(rng.randrange(cells), rng.randrange(values)) for _ in range(rng.randrange(1, 7))}
        most = rng.randrange(4)
        least = rng.choice([0, most, rng.randrange(most + 1)])
        constraints.append(Count(least, most, tuple(sorted(options)), f"count {number}"))
    possible = [(1 << values) - 1 if rng.random() < 0.9 else 1 << rng.randrange(values) for _ in range(cells)]
    return Problem((values,) * cells, tuple(constraints), tuple(range(cells)), possible=tuple(possible))


def assignments(problem: Problem) -> Iterator[tuple[int, ...]]:
    """Yield every solution of a small Problem, by trying all."""

    def extended(chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == len(problem.sizes):
            if fixpoint(problem.narrow_to([1 << value for value in chosen])) is not None:
                yield chosen
            return
        for value in values_of(problem.possible[len(chosen)]):
            yield from extended((*chosen, value))

    return extended(())

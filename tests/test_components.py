"""Diagrams, components and the counter that goes along them, against trying everything."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import prod

from hypothesis import assume, given
from hypothesis import strategies as st

from nonosat.counters import frontier
from nonosat.problem import AtMost, Block, Blocks, Constraint, Exactly, Problem
from nonosat.structure.components import components
from nonosat.structure.diagrams import Diagram, diagram
from tests.brute import clue_of, lines_by_clue

Word = tuple[int, ...]


def words(drawn: Diagram) -> list[Word]:
    """Return what a diagram lets its open cells be."""
    reached: list[tuple[Word, int]] = [((), 0)]
    for layer in drawn.layers:
        reached = [((*word, value), to) for word, node in reached for value, to in layer[node]]
    assert all(node == 0 for _, node in reached)
    return sorted(word for word, _ in reached)


def holds(constraint: Constraint, word: Word) -> bool:
    if isinstance(constraint, Blocks):
        have = clue_of([word[cell] for cell in constraint.cells])
        return len(have) == len(constraint.blocks) and all(
            h.colour == w.colour and w.low <= h.low <= w.high
            for h, w in zip(have, constraint.blocks, strict=True)
        )
    number = sum(word[cell] == value for cell, value in constraint.options)
    return number == constraint.count if isinstance(constraint, Exactly) else number <= constraint.count


def solutions(problem: Problem) -> list[Word]:
    domains = [
        [value for value in range(size) if mask >> value & 1]
        for size, mask in zip(problem.sizes, problem.possible, strict=True)
    ]
    return [word for word in product(*domains) if all(holds(c, word) for c in problem.constraints)]


CELLS = 7
options = st.lists(st.tuples(st.integers(0, CELLS - 1), st.integers(0, 2)), max_size=8, unique=True)
blocks = st.builds(
    lambda colour, low, more: Block(colour, low, low + more),
    st.integers(1, 2),
    st.integers(1, 2),
    st.sampled_from([0, 0, 1, CELLS]),
)
constraints = st.one_of(
    st.builds(lambda count, some: Exactly(count, tuple(some)), st.integers(0, 3), options),
    st.builds(lambda count, some: AtMost(count, tuple(some)), st.integers(0, 3), options),
    st.builds(
        lambda cells, clue: Blocks(tuple(cells), tuple(clue)),
        st.lists(st.integers(0, CELLS - 1), min_size=1, unique=True),
        st.lists(blocks, max_size=2),
    ),
)
problems = st.builds(
    lambda some, possible: Problem((3,) * CELLS, tuple(some), tuple(range(CELLS)), possible=tuple(possible)),
    st.lists(constraints, max_size=4),
    st.lists(st.integers(1, 7), min_size=CELLS, max_size=CELLS),
)


def test_the_diagram_of_every_line_up_to_6_cells() -> None:
    for n in range(1, 7):
        for clue, arrangements in lines_by_clue(n, 3).items():
            drawn = diagram(Blocks(tuple(range(n)), clue), [7] * n)
            assert words(drawn) == arrangements, clue
            parts = drawn.parts()
            assert [cell for part in parts for cell in part.cells] == list(range(n))
            assert prod(len(words(part)) for part in parts) == len(arrangements), clue


def test_a_line_falls_apart_where_it_is_known_how_far_it_is() -> None:
    line = Blocks(tuple(range(9)), (Block(1, 1, 1), Block(1, 2, 2)))
    parts = diagram(line, [3, 3, 3, 1, 3, 2, 3, 1, 1]).parts()
    assert [part.cells for part in parts] == [(0, 1, 2), (4, 6)]
    assert [words(part) for part in parts] == [[(0, 0, 1), (0, 1, 0), (1, 0, 0)], [(0, 1), (1, 0)]]


@given(problems)
def test_components_are_independent_and_counted(problem: Problem) -> None:
    want = solutions(problem)
    assume(want)
    # As it is when components are asked for: every value that is left is in some solution.
    problem = problem.narrowed(
        sum(1 << value for value in {word[cell] for word in want}) for cell in range(CELLS)
    )
    parts = components(problem)
    open_cells = [cell for cell, mask in enumerate(problem.possible) if mask & (mask - 1)]
    assert sorted(cell for part in parts for cell in part.cells) == open_cells
    shown = [{tuple(word[cell] for cell in part.cells) for word in want} for part in parts]
    assert prod(map(len, shown)) == len(want)
    for part, fillings in zip(parts, shown, strict=True):
        assert frontier.count(part) in (len(fillings), None)
        assert len(solutions(part.alone(problem, want[0]))) == len(fillings)


@given(problems)
def test_the_counter_needs_nothing_narrowed(problem: Problem) -> None:
    want = len(solutions(problem))
    assume(want)
    counts = [frontier.count(part) for part in components(problem)]
    assert None in counts or prod(counts) == want  # type: ignore[arg-type]


def test_the_counter_gives_up_after_so_many_steps() -> None:
    line = Block(1, 1, 1)
    grid = [Blocks(tuple(range(r * 6, r * 6 + 6)), (line,)) for r in range(6)]
    grid += [Blocks(tuple(range(c, 36, 6)), (line,)) for c in range(6)]
    (part,) = components(Problem((2,) * 36, tuple(grid), tuple(range(36))))
    assert frontier.count(part) == 720
    assert frontier.count(part, 100) is None


def test_the_counter_goes_along_the_shorter_side() -> None:
    """Three rows of 24 cells, one black cell a column: row by row there are millions of frontiers."""
    width = 24
    rows = [Blocks(tuple(range(r * width, (r + 1) * width)), (Block(1, 1, 1),) * 8) for r in range(3)]
    columns = [Blocks((c, width + c, 2 * width + c), (Block(1, 1, 1),)) for c in range(width)]
    (part,) = components(Problem((2,) * 3 * width, (*rows, *columns), tuple(range(3 * width))))

    @cache
    def ways(left: tuple[int, int, int], last: int) -> int:
        """Count the orders of so many of each row's blocks, never two of a row side by side."""
        after = [
            ways((left[0] - (r == 0), left[1] - (r == 1), left[2] - (r == 2)), r)
            for r in range(3)
            if r != last and left[r]
        ]
        return sum(after) if any(left) else 1

    assert frontier.count(part, 100_000) == ways((8, 8, 8), -1)


def test_orders_that_contradict_each_other_are_not_counted() -> None:
    clue = (Block(1, 1, 1),)
    lines = (Blocks((0, 1, 2), clue), Blocks((2, 1, 0), clue))
    (part,) = components(Problem((2,) * 3, lines, (0, 1, 2)))
    assert frontier.count(part) is None

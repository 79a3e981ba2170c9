"""Diagrams, components and the counter that traverses them, against trying everything."""

from functools import cache
from math import prod
from typing import cast

import pytest

from nonosat.automata.components import Diagram, components, diagram
from nonosat.encodings import ENCODINGS
from nonosat.problem import Block, Problem, Runs
from nonosat.solving.counters import COUNTERS, MODEL_COUNTERS, frontier
from nonosat.solving.counters.models import ModelCounter
from tests.helpers.brute import assignments, lines_by_clue
from tests.helpers.properties import assume, given
from tests.helpers.strategies import CELLS, problems

Word = tuple[int, ...]

ANY_NUMBER = 1 << 40
"""More steps than any count here takes."""


def words(drawn: Diagram) -> list[Word]:
    """Return the values that a diagram allows for its open cells."""
    reached: list[tuple[Word, int]] = [((), 0)]
    for layer in drawn.layers:
        reached = [((*word, value), to) for word, node in reached for value, to in layer[node]]
    assert all(node == 0 for _, node in reached)
    return sorted(word for word, _ in reached)


def test_the_diagram_of_every_line_up_to_6_cells() -> None:
    for n in range(1, 7):
        for clue, arrangements in lines_by_clue(n, 3).items():
            drawn = diagram(Runs(tuple(range(n)), clue), [7] * n)
            assert words(drawn) == arrangements, clue
            parts = drawn.parts()
            assert [cell for part in parts for cell in part.cells] == list(range(n))
            assert prod(len(words(part)) for part in parts) == len(arrangements), clue


def test_a_line_falls_apart_where_it_is_known_how_far_it_is() -> None:
    line = Runs(tuple(range(9)), (Block(1, 1, 1), Block(1, 2, 2)))
    parts = diagram(line, [3, 3, 3, 1, 3, 2, 3, 1, 1]).parts()
    assert [part.cells for part in parts] == [(0, 1, 2), (4, 6)]
    assert [words(part) for part in parts] == [[(0, 0, 1), (0, 1, 0), (1, 0, 0)], [(0, 1), (1, 0)]]


@given(problems)
def test_components_are_independent_and_counted(problem: Problem) -> None:
    want = assignments(problem)
    assume(want)
    # As it is when components are asked for: every value that is left is in some solution.
    problem = problem.narrow_to(
        sum(1 << value for value in {word[cell] for word in want}) for cell in range(CELLS)
    )
    parts = components(problem)
    open_cells = [cell for cell, mask in enumerate(problem.possible) if mask & (mask - 1)]
    assert sorted(cell for part in parts for cell in part.cells) == open_cells
    shown = [{tuple(word[cell] for cell in part.cells) for word in want} for part in parts]
    assert prod(map(len, shown)) == len(want)
    for part, fillings in zip(parts, shown, strict=True):
        assert frontier.count(part, None, ANY_NUMBER) in (len(fillings), None)
        assert len(assignments(part.alone(problem, want[0]))) == len(fillings)


@pytest.mark.parametrize("name", MODEL_COUNTERS)
@pytest.mark.parametrize("encoding", ["order", "automaton"])
def test_models_are_solutions(name: str, encoding: str) -> None:
    """Each solution is one model, so that what counts models needs no list of the cells' variables."""
    if not COUNTERS[name].installed:
        pytest.skip(COUNTERS.missing(name))
    count_models = cast(ModelCounter, COUNTERS.load(name)).count_models

    @given(problems)
    def counts(problem: Problem) -> None:
        assert count_models(ENCODINGS.load(encoding).encode(problem)) == len(assignments(problem))

    counts()


@given(problems)
def test_the_counter_needs_nothing_narrowed(problem: Problem) -> None:
    want = len(assignments(problem))
    assume(want)
    counts = [frontier.count(part, None, ANY_NUMBER) for part in components(problem)]
    assert None in counts or prod(counts) == want  # type: ignore[arg-type]


def test_the_counter_gives_up_after_so_many_steps() -> None:
    line = Block(1, 1, 1)
    grid = [Runs(tuple(range(r * 6, r * 6 + 6)), (line,)) for r in range(6)]
    grid += [Runs(tuple(range(c, 36, 6)), (line,)) for c in range(6)]
    (part,) = components(Problem((2,) * 36, tuple(grid), tuple(range(36))))
    assert frontier.count(part, None, ANY_NUMBER) == 720
    assert frontier.count(part, None, 100) is None


def test_the_counter_goes_along_the_shorter_side() -> None:
    """Three rows of 24 cells, one black cell a column: row by row there are millions of frontiers."""
    width = 24
    rows = [Runs(tuple(range(r * width, (r + 1) * width)), (Block(1, 1, 1),) * 8) for r in range(3)]
    columns = [Runs((c, width + c, 2 * width + c), (Block(1, 1, 1),)) for c in range(width)]
    (part,) = components(Problem((2,) * 3 * width, (*rows, *columns), tuple(range(3 * width))))

    @cache
    def ways(left: tuple[int, int, int], last: int) -> int:
        """Count the orders of N blocks of each row, never two of the same row side by side."""
        after = [
            ways((left[0] - (r == 0), left[1] - (r == 1), left[2] - (r == 2)), r)
            for r in range(3)
            if r != last and left[r]
        ]
        return sum(after) if any(left) else 1

    assert frontier.count(part, None, 100_000) == ways((8, 8, 8), -1)


def test_orders_that_contradict_each_other_are_not_counted() -> None:
    clue = (Block(1, 1, 1),)
    lines = (Runs((0, 1, 2), clue), Runs((2, 1, 0), clue))
    (part,) = components(Problem((2,) * 3, lines, (0, 1, 2)))
    assert frontier.count(part, None, ANY_NUMBER) is None

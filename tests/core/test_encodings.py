"""Every encoding, exhaustively on short lines: its models are the arrangements, each once."""

from collections.abc import Iterator
from itertools import product

import pytest

import nonosat
from nonosat.encodings import ENCODINGS
from nonosat.encodings.cp import Cp
from nonosat.encodings.model import Cnf, Model
from nonosat.problem import Block, Clue, Count, Problem, Regular
from tests.helpers.brute import accepts, assignments, clue_of, lines, lines_by_clue
from tests.helpers.models import models
from tests.helpers.properties import given, settings, st
from tests.helpers.puzzles import line_problem
from tests.helpers.samples import sampled
from tests.helpers.strategies import problems

MODELS = [name for name in ENCODINGS if name != "none"]
CNF = [name for name, entry in ENCODINGS.items() if entry.language == "cnf"]


def words(cp: Cp) -> Iterator[tuple[int, ...]]:
    """Yield what the one automaton of a model accepts, by walking it."""
    (line,) = cp.automata
    for word in product(*(cp.domains[cell] for cell in line.cells)):
        if accepts(line.automaton, word):
            yield word


def accepted(name: str, problem: Problem) -> list[tuple[int, ...]]:
    model = ENCODINGS.load(name).encode(problem)
    assert not isinstance(model, Problem)
    return sorted(models(model) if isinstance(model, Cnf) else words(model))


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize(("values", "cells"), [(2, 8), (3, 6)])
def test_every_line_with_every_clue(name: str, values: int, cells: int) -> None:
    for n in range(1, cells + 1):
        for clue, arrangements in lines_by_clue(n, values).items():
            assert accepted(name, line_problem(clue, [None] * n, values)) == arrangements, clue


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize(
    ("values", "cells"),
    [(2, 5), (3, 3), pytest.param(3, 4, marks=pytest.mark.more)],
)
def test_every_line_with_every_known_pattern(name: str, values: int, cells: int) -> None:
    for n in range(1, cells + 1):
        for clue, arrangements in lines_by_clue(n, values).items():
            for known in product((None, *range(values)), repeat=n):
                left = [a for a in arrangements if all(k in (None, v) for k, v in zip(known, a, strict=True))]
                assert accepted(name, line_problem(clue, known, values)) == left, (clue, known)


blocks = st.builds(
    lambda colour, low, more: Block(colour, low, low + more),
    st.integers(1, 2),
    st.integers(1, 3),
    st.sampled_from([0, 0, 1, 2, 1_000_000]),
)


@pytest.mark.parametrize("name", MODELS)
@given(data=st.data())
def test_blotted_blocks(name: str, data: st.DataObject) -> None:
    clue = tuple(data.draw(st.lists(blocks, max_size=3)))
    known = data.draw(st.lists(st.sampled_from([None, None, None, 0, 1, 2]), min_size=1, max_size=7))
    all_lines = lines(clue, len(known), 3)
    left = [a for a in all_lines if all(k in (None, v) for k, v in zip(known, a, strict=True))]
    clipped = tuple(Block(b.colour, b.low, min(b.high, len(known))) for b in clue)
    assert accepted(name, line_problem(clipped, known, 3)) == sorted(left)


@pytest.mark.parametrize("name", CNF)
@given(data=st.data())
def test_counts_of_options(name: str, data: st.DataObject) -> None:
    cells = data.draw(st.integers(1, 7))
    option = st.tuples(st.integers(0, cells - 1), st.integers(0, 2))
    constraints = data.draw(
        st.lists(
            st.builds(
                lambda least, most, options: Count(least, most, tuple(options)),
                st.integers(0, 3),
                st.integers(0, 5),
                st.lists(option, max_size=8, unique=True),
            ),
            max_size=3,
        )
    )
    givens = data.draw(st.lists(option, max_size=2))
    problem = Problem((3,) * cells, tuple(constraints), tuple(range(cells)), tuple(givens))
    assert accepted(name, problem) == assignments(problem)


def unrolled(line: Regular, model: Cp) -> int:
    """Count the transitions on accepting paths, place by place, as CP-SAT unrolls them."""
    layers: list[set[tuple[int, int, int]]] = []
    states, automaton = {0}, line.automaton
    for cell in line.cells:
        layers.append({one for one in automaton.steps if one[0] in states and one[1] in model.domains[cell]})
        states = {target for _, _, target in layers[-1]}
    left, number = set(automaton.finals), 0
    for layer in reversed(layers):
        on_a_way = {one for one in layer if one[2] in left}
        left = {state for state, _, _ in on_a_way}
        number += len(on_a_way)
    return number


def size_of(model: Model) -> tuple[int, int]:
    """Return what an encoding's `size` is an upper bound of."""
    if isinstance(model, Cnf):
        return model.variables, len(model.clauses)
    if isinstance(model, Cp):
        steps = sum(unrolled(line, model) for line in model.automata)
        return len(model.domains), steps + sum(len(count.options) for count in model.counts)
    return len(model.sizes), len(model.constraints)


def is_bounded(name: str, problem: Problem) -> None:
    encoding = ENCODINGS.load(name)
    for most, have in zip(encoding.size(problem), size_of(encoding.encode(problem)), strict=True):
        assert have <= most, problem


@pytest.mark.parametrize("name", ENCODINGS)
def test_size_is_an_upper_bound_for_every_short_line(name: str) -> None:
    for n in range(1, 8):
        for clue in lines_by_clue(n, 3):
            is_bounded(name, line_problem(clue, [None] * n, 3))


@pytest.mark.parametrize("name", ENCODINGS)
@settings(max_examples=300)
@given(problem=problems)
def test_size_is_an_upper_bound(name: str, problem: Problem) -> None:
    """Whatever is known about the cells; blots, colours, counts, lines without an arrangement."""
    is_bounded(name, problem)
    is_bounded(name, problem.narrow_to(7 for _ in problem.sizes))


@pytest.mark.parametrize("name", ENCODINGS)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 6)), min_size=1, max_size=9), st.data())
def test_size_is_an_upper_bound_for_longer_lines(
    name: str, parts: list[tuple[int, int]], data: st.DataObject
) -> None:
    line = [value for value, length in parts for _ in range(length)]
    clue = tuple(
        Block(b.colour, data.draw(st.integers(1, b.low)), b.high + data.draw(st.sampled_from([0, 0, 1, 99])))
        if data.draw(st.booleans())
        else b
        for b in clue_of(line)
    )
    is_bounded(name, line_problem(clue, [None] * len(line), 4))
    is_bounded(name, line_problem(clue, [data.draw(st.sampled_from([v, None])) for v in line], 4))


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize(
    "clue", sampled(product(*[[Block(c, 1, high) for c in (1, 2) for high in (1, 3, 9)]] * 2))
)
def test_size_is_an_upper_bound_for_two_blots_on_a_long_line(name: str, clue: Clue) -> None:
    for n in (10, 30, 60):
        is_bounded(name, line_problem(clue, [None] * n, 4))


@pytest.mark.parametrize("name", ENCODINGS)
def test_size_is_an_upper_bound_for_whole_puzzles(name: str) -> None:
    for puzzle in ("gchq", "gchq-no-givens", "cherries", "blotted", "springs#1", "black-and-white#1"):
        is_bounded(name, nonosat.load(puzzle).problem())

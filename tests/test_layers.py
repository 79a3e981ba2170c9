"""Refutations in layers of lines: they hold, are as short as possible, and do not depend on the order."""

from __future__ import annotations

import random

from nonosat import BLACK_AND_WHITE, Nonogram
from nonosat.problem import CellValue, Problem, is_single, values_of
from nonosat.propagation.refute import shallowest
from nonosat.propagation.state import State, begin
from nonosat.puzzles.families import random_puzzle
from nonosat.puzzles.symmetry import MOVES
from nonosat.reasons.layers import MOST_LAYERS, TO_THE_END, refute, replay, shortest, traces
from tests.helpers.brute import THREE_COLOURS
from tests.helpers.layers import layers_of
from tests.helpers.properties import given, settings, st


def settled(problem: Problem) -> State:
    state = begin(problem)
    state.narrow()
    return state


def options(state: State) -> list[CellValue]:
    """Return what may be assumed: the values of open cells."""
    return [(c, v) for c, mask in enumerate(state.possible) if not is_single(mask) for v in values_of(mask)]


def problem_of(state: State) -> Problem:
    """Return the Problem with the same knowledge."""
    values = max(mask.bit_length() for mask in state.possible)
    cells = len(state.possible)
    return Problem(
        (values,) * cells, tuple(state.constraints), tuple(range(cells)), possible=tuple(state.possible)
    )


@st.composite
def stuck(draw: st.DrawFn, side: int = 8) -> State:
    """Puzzles that lines leave open, narrowed as far as lines go."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    palette = rng.choice([BLACK_AND_WHITE, BLACK_AND_WHITE, THREE_COLOURS])
    while True:
        size = rng.randint(2, side), rng.randint(2, side)
        puzzle = random_puzzle(*size, rng.choice([0.35, 0.45, 0.55]), rng.randrange(2**32), palette)
        state = settled(puzzle.problem())
        if options(state):
            return state


@given(stuck(side=5))
@settings(max_examples=60)
def test_a_refutation_has_as_many_layers_as_brute_force(state: State) -> None:
    problem = problem_of(state)
    for cell, value in options(state):
        found = refute(state, cell, value, TO_THE_END)
        assert layers_of(problem, state.possible, (cell, value)) == (len(found) if found else 0)


@given(stuck())
@settings(max_examples=60)
def test_a_trimmed_refutation_holds_and_needs_every_line(state: State) -> None:
    before = list(state.possible)
    for cell, value in options(state)[:20]:
        found = refute(state, cell, value)
        if found is None:
            continue
        numbers = shortest(state, cell, value, found)
        uses = replay(state, cell, value, numbers)
        assert uses is not None and uses[-1].ruled_out is None
        assert tuple([use.line for use in uses]) == numbers
        assert len(numbers) <= max(map(len, traces(found)))
        for at in range(len(numbers)):
            assert replay(state, cell, value, numbers[:at] + numbers[at + 1 :]) is None
    assert list(state.possible) == before


@given(stuck())
@settings(max_examples=60)
def test_the_shallowest_are_those_with_the_fewest_layers(state: State) -> None:
    depths = {}
    for cell, value in options(state):
        if found := refute(state, cell, value):
            used = sum(len(layer.uses) for layer in found[:-1])
            depths[cell, value] = len(found), used, cell, value
    least = min(depths.values(), default=(0,))[0]
    cheapest = sorted(found for found in depths.values() if found[0] == least)
    assert shallowest(state, MOST_LAYERS) == (least, [(cell, value) for _, _, cell, value in cheapest])
    assert shallowest(state, least - 1) == (0, [])


def closed(problem: Problem, most: int, order: random.Random) -> State:
    """Take refutations of at most N layers in random order, until there are no more."""
    state = settled(problem)
    while state.contradiction is None:
        tried = options(state)
        order.shuffle(tried)
        found = next(((c, v) for c, v in tried if refute(state, c, v, most)), None)
        if found is None:
            break
        state.rule_out([found])
        state.narrow()
    return state


@given(st.integers(0, 2**32), st.integers(1, 4))
@settings(max_examples=25)
def test_how_far_refutations_go_depends_on_no_order_and_no_turn(seed: int, most: int) -> None:
    rng = random.Random(seed)
    puzzle = random_puzzle(rng.randint(4, 7), rng.randint(4, 7), 0.45, seed)
    turned = rng.choice(MOVES)
    other = Nonogram.from_picture(tuple("".join(row) for row in turned(puzzle.goal)))
    one, two = closed(puzzle.problem(), most, rng), closed(other.problem(), most, rng)
    assert tuple("".join(row) for row in turned(puzzle.known(one.possible))) == other.known(two.possible)

"""The propagator, compiled or interpreted: it finds what a plain one finds, and nothing false."""

import random
import time
from collections.abc import Iterator
from functools import cache
from itertools import product
from threading import Thread

import pytest

from nonosat import LimitReached, Nonogram, Verdict, solve
from nonosat.automata.masks import Can, narrow as narrow_line, starts
from nonosat.problem import Block, Clue, Problem, Runs, is_single, values_of
from nonosat.propagation import DONE
from nonosat.propagation.ends import find_ends
from nonosat.propagation.layout import Layout, layout_of
from nonosat.propagation.listing import Listing, list_solutions
from nonosat.propagation.memory import ints
from nonosat.propagation.narrow import Narrowed, begin_lines, give_back, narrow
from nonosat.propagation.probe import Probing
from nonosat.propagation.refute import shallowest
from nonosat.propagation.search import search
from nonosat.propagation.state import State, begin
from nonosat.puzzles.families import random_puzzle
from nonosat.toolkit import BLACK_AND_WHITE, Clock
from tests.brute import random_nonogram
from tests.helpers.brute import THREE_COLOURS, clue_of, lines_by_clue, solutions
from tests.helpers.propagation import assignments, fixpoint, random_problem
from tests.helpers.properties import given, settings, st
from tests.helpers.puzzles import grid_problem

FAR = 1 << 40


@cache
def laid_out(clue: Clue, n: int, values: int) -> Layout:
    return layout_of(Problem((values,) * n, (Runs(tuple(range(n)), clue),), tuple(range(n))))


def narrowed_line(clue: Clue, can: Can, n: int) -> Can | None:
    """Narrow one line as `nonosat.automata.masks.narrow` does."""
    possible = [sum(1 << v for v, cells in enumerate(can) if cells >> i & 1) for i in range(n)]
    state = State(laid_out(clue, n, len(can)), possible, (Runs(tuple(range(n)), clue),))
    state.narrow()
    return None if state.contradiction else state.places(0)


@settings(200)
@given(st.integers(0, 2**32))
def test_blocks_lie_where_masks_have_them(seed: int) -> None:
    rng = random.Random(seed)
    n, values = rng.choice((1, 3, 6, 9, 15, 63, 64, 70, 130)), rng.choice((2, 3))
    clue = []
    for _ in range(rng.randint(0, min(5, n // 2 + 1))):
        low = rng.randint(1, max(1, n // 4))
        clue.append(Block(rng.randrange(1, values), low, rng.choice((low, low, min(n, low + 3), n))))
    can = [(1 << n) - 1] * values
    for place in range(n):
        if rng.random() < 0.1:
            kept = rng.choice((0, rng.randrange(values)))
            can = [mask if value == kept else mask & ~(1 << place) for value, mask in enumerate(can)]
    state = begin(Problem((values,) * n, (Runs(tuple(range(n)), tuple(clue)),), tuple(range(n))))
    assert find_ends(state, 0, can) == starts(tuple(clue), can, n)
    assert state.possible == [(1 << values) - 1] * n


@settings(100)
@given(st.integers(0, 2**32))
def test_memory_that_is_used_again_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(12):
        puzzle = random_nonogram(rng)
        problem = puzzle.problem()
        whole = begin(problem)
        whole.narrow()
        state = begin_lines(*puzzle.clued_lines, len(puzzle.palette), puzzle.given_options)
        state.narrow()
        assert state.contradiction == whole.contradiction
        assert state.work == whole.work
        assert state.possible == whole.possible
        found = Narrowed(lambda problem=problem: problem, state)  # type: ignore[misc]
        assert found.values == (whole.values if whole.decided else None)
        assert list(found.possible) == state.possible
        give_back(state)


@pytest.mark.parametrize("n", [*range(1, 7), pytest.param(7, marks=pytest.mark.more)])
def test_every_short_line(n: int) -> None:
    for clue in lines_by_clue(n):
        for masks in product((1, 2, 3), repeat=n):
            can = tuple(sum((mask >> v & 1) << i for i, mask in enumerate(masks)) for v in (0, 1))
            assert narrowed_line(clue, can, n) == narrow_line(clue, can, n), (clue, can)


@st.composite
def long_lines(draw: st.DrawFn) -> tuple[Clue, Can, int]:
    """Lines with some of a solution's cells known; blocks may be blotted, cells may rule all out."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    n = rng.choice([1, 8, 30, 61, 62, 63, 64, 65, 127, 128, 200])
    colours, density, lost = rng.choice([1, 1, 2, 3]), rng.random(), rng.choice([0, 0, 0.02])
    cells: list[int] = []
    while len(cells) < n:
        cells += [rng.randint(1, colours) if rng.random() < density else 0] * rng.randint(1, 5)
    cells = cells[:n]
    blotted = rng.random() < 0.4
    clue = []
    for block in clue_of(cells):
        if blotted and rng.random() < 0.5:
            low = rng.randint(1, block.low)
            clue.append(Block(block.colour, low, max(low + 1, block.low + rng.choice([0, 1, 4, 1_000_000]))))
        else:
            clue.append(block)
    known = rng.random()
    can = [0] * (colours + 1)
    for i, value in enumerate(cells):
        for v in range(colours + 1):
            if (v == value and rng.random() >= lost) or rng.random() >= known:
                can[v] |= 1 << i
    return tuple(clue), tuple(can), n


@given(long_lines())
@settings(max_examples=400)
def test_long_lines(line: tuple[Clue, Can, int]) -> None:
    clue, can, n = line
    assert narrowed_line(clue, can, n) == narrow_line(clue, can, n)


@st.composite
def problems(draw: st.DrawFn, side: int = 9) -> Problem:
    """Problems of small puzzles, some with cells that are known wrongly; now and then one is wide."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    width, height = rng.randint(1, side), rng.randint(1, side)
    if rng.random() < 0.05:
        width = rng.choice([63, 64, 130])
    palette = rng.choice([BLACK_AND_WHITE, THREE_COLOURS])
    puzzle = random_puzzle(width, height, rng.choice([0.3, 0.5, 0.7]), rng.randrange(2**32), palette)
    problem = puzzle.problem()
    possible = list(problem.possible)
    for _ in range(rng.choice([0, 0, 1, 3])):
        cell = rng.randrange(len(possible))
        possible[cell] &= rng.choice([1, 2, 3]) or possible[cell]
    return problem if 0 in possible else problem.narrow_to(possible)


@given(st.one_of(problems(), st.randoms(use_true_random=False).map(random_problem)))
@settings(max_examples=450)
def test_lines_and_counts_lead_to_the_fixpoint(problem: Problem) -> None:
    state, expected = begin(problem), fixpoint(problem)
    state.narrow()
    assert (state.contradiction is None) == (expected is not None)
    assert expected is None or state.possible == expected


@given(st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_every_technique_keeps_all_solutions_of_lines_and_counts(rng: random.Random) -> None:
    problem = random_problem(rng)
    every = set(assignments(problem))
    found = narrow(problem, probing=True)
    assert set(found.solutions) <= every and len({*found.solutions}) == len(found.solutions)
    assert found.contradiction is None or not every
    if found.contradiction is None:
        for values in every:
            assert all(mask >> v & 1 for mask, v in zip(found.problem.possible, values, strict=True))
        assert not found.problem.decided or every == {tuple(found.problem.values)}
    state = begin(problem)
    state.narrow()
    if state.contradiction is None:
        for cell, value in shallowest(state, 4)[1]:
            assert all(values[cell] != value for values in every)
        all_of_them = list_solutions(state, 1 << 20, FAR)
        assert all_of_them.complete and all_of_them.exact
        assert sorted(map(tuple, all_of_them.solutions)) == sorted(every)
        first = list_solutions(state, 1, FAR)
        assert len(first.solutions) == min(1, len(every))
        if every:
            assert first.possible == [
                sum({1 << values[cell] for values in every}) for cell in range(len(problem.sizes))
            ]


@given(st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_a_guide_changes_only_the_order_of_the_solutions(rng: random.Random) -> None:
    problem = random_problem(rng)
    state = begin(problem)
    state.narrow()
    if state.contradiction is not None:
        return
    every = sorted(assignments(problem))
    order = [cell for cell, mask in enumerate(state.possible) if not is_single(mask)]
    rng.shuffle(order)
    wanted = [rng.randrange(size) for size in problem.sizes]
    if every and rng.random() < 0.5:
        wanted = list(rng.choice(every))
    search = Listing(state, FAR)
    search.guide(ints(order), ints(wanted))
    search.start()
    found = []
    while search.next() == DONE:
        found.append(tuple([mask.bit_length() - 1 for mask in state.possible]))
    search.end()
    assert sorted(found) == every
    if tuple(wanted) in every:
        assert found[0] == tuple(wanted)


@given(problems(), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_copies_go_their_own_ways(problem: Problem, rng: random.Random) -> None:
    state = begin(problem)
    state.narrow()
    open_cells = [cell for cell, mask in enumerate(state.possible) if not is_single(mask)]
    if state.contradiction or not open_cells:
        return
    before = state.possible
    cell = rng.choice(open_cells)
    for value in values_of(before[cell]):
        copy = state.copy()
        copy.assume(cell, value)
        copy.narrow()
        again = begin(problem.narrow_to(before))
        again.rule_out([(cell, other) for other in values_of(before[cell]) if other != value])
        again.narrow()
        assert (copy.contradiction is None) == (again.contradiction is None)
        assert copy.contradiction or copy.possible == again.possible
    assert state.possible == before
    assert state.contradiction is None


@given(problems())
@settings(max_examples=100)
def test_what_constraints_deduce_one_by_one_is_what_narrowing_finds(problem: Problem) -> None:
    state, whole = begin(problem), begin(problem)
    whole.narrow()
    while state.pending and state.contradiction is None:
        line = state.pending[0]
        options = state.deduce_by(line)
        if options is None:
            state.contradiction = state.label(line)
        else:
            state.rule_out(options, by=line)
            assert line not in state.pending
    assert (state.contradiction is None) == (whole.contradiction is None)
    assert state.contradiction or state.possible == whole.possible


def test_contradictions_have_names() -> None:
    problem = grid_problem([[1, 1, 0], [1, 0, 0]])
    assert narrow(problem.with_givens([(0, 0)])).contradiction == "column 1"
    assert narrow(problem.with_givens([(4, 0), (4, 1)])).contradiction == "row 2"
    alone = Problem((2,), (), (0,)).with_givens([(0, 0), (0, 1)])
    assert narrow(alone).contradiction == "cell 1"
    unnamed = Problem((2,), (Runs((0,), (Block(1, 1, 1),)),), (0,), givens=((0, 0),))
    assert narrow(unnamed).contradiction == "constraint 1"


def test_the_problem_is_otherwise_the_same() -> None:
    problem = grid_problem([[1, 1, 0], [1, 0, 0]])
    narrowed = narrow(problem).problem
    assert narrowed.decided
    assert narrowed.values == (1, 1, 0, 1, 0, 0)
    assert narrowed.narrow_to(problem.possible) == problem


def test_more_colours_than_a_word_has_bits() -> None:
    colours = 70
    line = Runs(tuple(range(colours - 1)), tuple([Block(c, 1, 1) for c in range(1, colours)]), "row 1")
    state = begin(Problem((colours,) * (colours - 1), (line,), tuple(range(colours - 1))))
    state.narrow()
    assert state.possible == [1 << c for c in range(1, colours)]
    assert state.mask(68) == 1 << 69


def wide_puzzle(side: int = 1000) -> Nonogram:
    return random_puzzle(side, side, 0.5, 1)


def test_a_limit_ends_the_longest_calls() -> None:
    problem = wide_puzzle(600).problem()
    state = begin(problem)
    clock, start = Clock(0.3), time.thread_time()
    with pytest.raises(LimitReached):
        while True:
            state.narrow(clock)
            Probing(state).run(FAR, FAR, clock)
    assert time.thread_time() - start < 0.3 + 0.5


def test_other_threads_run_during_a_call() -> None:
    state, turns = begin(wide_puzzle(400).problem()), 0
    state.narrow()
    clock = Clock(0.5)

    def probe() -> None:
        with pytest.raises(LimitReached):
            while True:
                Probing(state).run(FAR, FAR, clock)

    thread = Thread(target=probe)
    thread.start()
    while thread.is_alive():
        turns += 1
        thread.join(0.01)
    assert turns > 10


def unsettled_puzzles() -> Iterator[Nonogram]:
    """Puzzles that probes do not settle."""
    for seed in range(200):
        puzzle = random_puzzle(9, 9, 0.42, seed)
        state = begin(puzzle.problem())
        state.narrow()
        probing = Probing(state)
        probing.run(FAR, FAR)
        if not (state.contradiction or state.decided or probing.found_count == 2):
            yield puzzle


def test_a_search_that_comes_to_its_end_knows_all() -> None:
    tried = 0
    for puzzle in unsettled_puzzles():
        tried += 1
        state = begin(puzzle.problem())
        state.narrow()
        probing = Probing(state)
        before = state.possible
        assert not search(probing, 0)
        assert state.possible == before and not probing.solutions  # cut short, it says nothing
        assert search(probing, FAR)
        decided = Verdict.UNIQUE if state.decided else Verdict.MULTIPLE
        assert (len(probing.solutions) == 1) == (decided is Verdict.UNIQUE)
        assert solve(puzzle, "order-cadical").verdict is (Verdict.NONE if state.contradiction else decided)
    assert tried > 3


@pytest.mark.parametrize("budget", [3, 10, 30, FAR])
def test_a_search_takes_nothing_from_any_solution(budget: int) -> None:
    for seed in range(150):
        rng = random.Random(f"search {seed}")
        puzzle = random_nonogram(rng)
        state = begin(puzzle.problem())
        state.narrow()
        if state.contradiction:
            continue
        probing = Probing(state)
        if rng.random() < 0.5:
            probing.run(FAR, FAR)
        known = state.contradiction or state.decided or probing.found_count == 2
        ended = not known and search(probing, budget)
        every = [puzzle.values(picture) for picture in solutions(puzzle)]
        assert set(probing.solutions) <= set(every)
        assert state.contradiction is None or not every
        if state.contradiction is None:
            possible = state.possible
            assert all(possible[cell] >> value & 1 for values in every for cell, value in enumerate(values))
            assert not ended or len(probing.solutions) == min(2, len(every))

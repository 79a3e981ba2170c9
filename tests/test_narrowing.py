"""Lines and single assumptions, in Python and in machine code: both know the same, and nothing false."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from nonosat import Nonogram, Verdict, solve
from nonosat.line.masks import Can, narrow
from nonosat.narrowing import engine
from nonosat.narrowing.lines import Narrowing
from nonosat.narrowing.probes import probe
from nonosat.problem import Block, Blocks, Clue, Problem, is_single, values_of
from nonosat.processes.machine_code import LoadedBeside, compiled
from nonosat.puzzles.families import random_puzzle
from nonosat.puzzles.picture import BLACK_AND_WHITE
from tests.brute import random_nonogram
from tests.helpers.brute import THREE_COLOURS, clue_of, lines_by_clue, solutions
from tests.helpers.properties import given, settings, st

pytest.importorskip("numba")

from nonosat.narrowing import kernel
from nonosat.narrowing.compiled import CompiledNarrowing
from nonosat.narrowing.layout import Lines, lines_of

FAR = 1 << 40


@cache
def laid_out(clue: Clue, n: int, values: int) -> Lines:
    return lines_of(Problem((values,) * n, (Blocks(tuple(range(n)), clue),), tuple(range(n))))


def by_machine_code(clue: Clue, can: Can, n: int) -> Can | None:
    """Narrow one line as `nonosat.line.masks.narrow` does."""
    lines = laid_out(clue, n, len(can))
    possible = [sum(1 << v for v, cells in enumerate(can) if cells >> i & 1) for i in range(n)]
    state = kernel.state_of(lines, possible)
    if not kernel.look(lines, state, 0):
        return None
    left = kernel.masks(possible)
    kernel.read(lines, state, left)
    return tuple(sum(int(left[i]) >> v << i & 1 << i for i in range(n)) for v in range(len(can)))


@pytest.mark.parametrize(
    "n", [*range(1, 7), pytest.param(7, marks=pytest.mark.slow), pytest.param(8, marks=pytest.mark.slow)]
)
def test_every_short_line(n: int) -> None:
    for clue in lines_by_clue(n):
        for masks in product((1, 2, 3), repeat=n):
            can = tuple(sum((mask >> v & 1) << i for i, mask in enumerate(masks)) for v in (0, 1))
            assert by_machine_code(clue, can, n) == narrow(clue, can, n), (clue, can)


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
    assert by_machine_code(clue, can, n) == narrow(clue, can, n)


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
    return problem if 0 in possible else problem.narrowed(possible)


def same(plain: Narrowing, fast: CompiledNarrowing) -> bool:
    """Whether both know the same; once it is seen that nothing fits, the rest does not matter."""
    if plain.contradiction or fast.contradiction:
        return plain.contradiction == fast.contradiction
    return list(plain.possible) == list(fast.possible)


@given(problems())
@settings(max_examples=150)
def test_both_narrow_alike(problem: Problem) -> None:
    plain, fast = Narrowing(problem), CompiledNarrowing(problem)
    plain.narrow()
    fast.narrow()
    assert same(plain, fast)
    if plain.contradiction or len(problem.sizes) > 100:
        return
    probe(plain, FAR, FAR)
    fast.probe(FAR, FAR)
    if len(plain.solutions) == 2 or len(fast.solutions) == 2:  # there they stop, at different cells
        return
    assert same(plain, fast)


@given(problems(), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_copies_go_their_own_ways(problem: Problem, rng: random.Random) -> None:
    for kind in (Narrowing, CompiledNarrowing):
        state = kind(problem)
        state.narrow()
        open_cells = [cell for cell, mask in enumerate(state.possible) if not is_single(mask)]
        if state.contradiction or not open_cells:
            return
        before = list(state.possible)
        cell = rng.choice(open_cells)
        copies = []
        for value in values_of(before[cell]):
            copy = state.copy()
            copy.assume(cell, value)
            copy.narrow()
            copies.append(copy)
            again = kind(problem.narrowed(before))
            again.strike([(cell, other) for other in values_of(before[cell]) if other != value])
            again.narrow()
            assert (copy.contradiction is None) == (again.contradiction is None)
            assert copy.contradiction or list(copy.possible) == list(again.possible)
        assert list(state.possible) == before
        assert state.contradiction is None


def everywhere(kind: type[engine.Engine]) -> LoadedBeside[type[engine.Engine]]:
    return LoadedBeside(kind, lambda: kind, worth=FAR)


@pytest.fixture(params=[Narrowing, CompiledNarrowing])
def with_engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "ENGINE", everywhere(request.param))


@pytest.mark.usefixtures("with_engine")
@pytest.mark.parametrize("seed", range(60))
def test_what_is_found_holds(seed: int) -> None:
    """All solutions are kept; claimed solutions are solutions; nothing is decided wrongly."""
    rng = random.Random(seed)
    palette = rng.choice([BLACK_AND_WHITE, THREE_COLOURS])
    puzzle = random_puzzle(rng.randint(2, 4), rng.randint(2, 4), rng.choice([0.4, 0.6]), seed, palette)
    problem = puzzle.problem()
    if rng.random() < 0.4:
        cell = rng.randrange(len(problem.sizes))
        problem = problem.narrowed([1 << 1 if c == cell else m for c, m in enumerate(problem.possible)])
    every = {
        values
        for values in (tuple(puzzle.values(picture)) for picture in solutions(puzzle))
        if all(mask >> value & 1 for mask, value in zip(problem.possible, values, strict=True))
    }
    found = engine.narrow(problem, probing=True)
    assert (found.contradiction is not None) <= (not every)
    assert set(found.solutions) <= every
    assert len(set(found.solutions)) == len(found.solutions)
    if found.contradiction is None:
        for values in every:
            assert all(mask >> v & 1 for mask, v in zip(found.problem.possible, values, strict=True))
        if found.problem.decided:
            assert every == {tuple(found.problem.values)}


def unsettled_puzzles() -> Iterator[Nonogram]:
    """Puzzles that probes do not settle."""
    for seed in range(200):
        puzzle = random_puzzle(9, 9, 0.42, seed)
        state = CompiledNarrowing(puzzle.problem())
        state.narrow()
        state.probe(FAR, FAR)
        if state.unsettled:
            yield puzzle


def test_a_search_that_comes_to_its_end_knows_all() -> None:
    tried = 0
    for puzzle in unsettled_puzzles():
        tried += 1
        state = CompiledNarrowing(puzzle.problem())
        state.narrow()
        assert not state.search(0)
        assert state.unsettled  # cut short, it says nothing
        assert state.search(FAR)
        decided = Verdict.UNIQUE if all(map(is_single, state.possible)) else Verdict.MULTIPLE
        assert (len(state.solutions) == 1) == (decided is Verdict.UNIQUE)
        assert solve(puzzle, "order-cadical").verdict is (Verdict.NONE if state.contradiction else decided)
    assert tried > 3


@pytest.mark.parametrize("budget", [3, 10, 30, FAR])
def test_a_search_takes_nothing_from_any_solution(budget: int) -> None:
    for seed in range(150):
        rng = random.Random(f"search {seed}")
        puzzle = random_nonogram(rng)
        state = CompiledNarrowing(puzzle.problem())
        state.narrow()
        if rng.random() < 0.5:
            state.probe(FAR, FAR)
        if state.contradiction is None:
            ended = state.search(budget)
        every = [puzzle.values(picture) for picture in solutions(puzzle)]
        assert set(state.solutions) <= set(every)
        assert state.contradiction is None or not every
        if state.contradiction is None:
            possible = state.possible
            assert all(possible[cell] >> value & 1 for values in every for cell, value in enumerate(values))
            assert not ended or len(state.solutions) == min(2, len(every))


def test_compiled_code_that_cannot_be_kept() -> None:
    function = compiled(eval("lambda x: x + 1"))  # code without a file: numba knows of no folder for it
    assert function(1) == 2

"""What one line forces, and why: against all arrangements of short lines."""

import random
from collections.abc import Sequence
from itertools import combinations, pairwise, product

import pytest

from nonosat import Nonogram
from nonosat.problem import Block, CellValue, Clue, Problem, Runs, is_single, values_of
from nonosat.propagation.refute import shallowest
from nonosat.propagation.state import State, begin
from nonosat.puzzles.families import random_puzzle
from nonosat.puzzles.symmetry import MOVES
from nonosat.reasons.cases import Why, cases_of
from nonosat.reasons.check import Checker
from nonosat.reasons.division import divide
from nonosat.reasons.fields import Facts
from nonosat.reasons.layers import MOST_LAYERS, TO_THE_END, refute, replay, shortest, traces
from nonosat.reasons.minimal import steps as steps_of
from nonosat.reasons.sentences import Sentences
from nonosat.reasons.steps import DELETION, SMALLEST, Conflict, LineStep, Technique
from nonosat.reasons.techniques import name_step
from nonosat.reasons.units import Line, Unit, units_of
from nonosat.toolkit import BLACK_AND_WHITE, read_clue
from tests.helpers.brute import THREE_COLOURS, lines, lines_by_clue
from tests.helpers.layers import layers_of
from tests.helpers.properties import given, settings, st


def line_of(clue: Clue, n: int, values: int) -> Unit:
    cells = tuple(range(n))
    return units_of(Problem((values,) * n, (Runs(cells, clue, "row 1"),), cells))[0]


def arrangements(clue: Clue, n: int, values: int, facts: Facts) -> list[tuple[int, ...]]:
    """Return the arrangements that agree with some facts."""
    return [line for line in lines(clue, n, values) if all(mask >> line[cell] & 1 for cell, mask in facts)]


def follows(clue: Clue, n: int, values: int, uses: Facts, sets: Facts, known: Sequence[int]) -> bool:
    """Whether all arrangements that agree with `uses` leave cells no more than `sets`, known masks given."""
    left = arrangements(clue, n, values, uses)
    return all(not known[cell] & ~mask & 1 << line[cell] for line in left for cell, mask in sets)


def blocks_in(line: Sequence[int]) -> list[tuple[int, int]]:
    """Return where the blocks of an arrangement begin and end."""
    edges = [k for k in range(len(line) + 1) if k in (0, len(line)) or line[k] != line[k - 1]]
    return [(begin, end) for begin, end in pairwise(edges) if line[begin]]


def facts_of(known: Sequence[int], values: int) -> Facts:
    return tuple((cell, mask) for cell, mask in enumerate(known) if mask != (1 << values) - 1)


def check_all(clue: Clue, n: int, values: int, start: Sequence[int]) -> int:
    """Check all steps of a line with these known masks; return the number of steps."""
    line = line_of(clue, n, values)
    known = list(start)
    every = arrangements(clue, n, values, facts_of(known, values))
    found = list(steps_of(line, tuple(line.masks(facts_of(known, values)))))
    assert every or (len(found) == 1 and isinstance(found[0], Conflict))
    for step in found:
        facts = facts_of(known, values)
        assert set(step.uses) <= set(facts)
        check_minimal(clue, n, values, known, facts, step)
        if isinstance(step, LineStep):
            assert step.sets and name_step(line, step).technique in [*Technique]
        for cell, mask in step.sets:
            known[cell] &= mask
    if every:
        assert known == [sum({1 << one[cell] for one in every}) for cell in range(n)]
    return len(found)


def check_minimal(
    clue: Clue, n: int, values: int, known: Sequence[int], facts: Facts, step: LineStep | Conflict
) -> None:
    """Check that a step follows from what it uses, and from nothing less than it says."""

    def enough(uses: Facts) -> bool:
        if not step.sets:
            return not arrangements(clue, n, values, uses)
        return follows(clue, n, values, uses, step.sets, known)

    assert enough(step.uses)
    for left_out in step.uses:
        assert not enough(tuple(fact for fact in step.uses if fact != left_out))
    smaller = any(
        enough(some) for size in range(min(3, len(step.uses))) for some in combinations(facts, size)
    )
    assert not smaller, "up to two known cells a set is smallest"
    assert step.minimal == (SMALLEST if len(step.uses) <= 2 else DELETION)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_every_short_line(n: int) -> None:
    number = sum(
        check_all(clue, n, 2, known) for clue in lines_by_clue(n) for known in product((1, 2, 3), repeat=n)
    )
    assert number


@st.composite
def coloured_lines(draw: st.DrawFn) -> tuple[Clue, tuple[int, ...], int]:
    """Clues in two colours, blotted ones among them, and what is known: of a solution, and maybe more."""
    values = draw(st.sampled_from([2, 3]))
    n = draw(st.integers(1, 8 if values == 2 else 6))
    solution = draw(st.lists(st.integers(0, values - 1), min_size=n, max_size=n))
    clue = next(clue for clue, some in lines_by_clue(n, values).items() if tuple(solution) in some)
    if draw(st.booleans()):
        clue = tuple(Block(b.colour, 1, n) if draw(st.booleans()) else b for b in clue)
    full = (1 << values) - 1
    wrong = draw(st.integers(0, 9)) == 0
    known = [draw(st.integers(1, full)) | (0 if wrong else 1 << value) for value in solution]
    return clue, tuple(known), values


@given(coloured_lines())
def test_colours_and_blotted_blocks(drawn: tuple[Clue, tuple[int, ...], int]) -> None:
    clue, known, values = drawn
    check_all(clue, len(known), values, known)


@given(coloured_lines())
def test_parts_of_steps_follow_and_their_cases_are_all_that_there_are(
    drawn: tuple[Clue, tuple[int, ...], int],
) -> None:
    clue, known, values = drawn
    line = line_of(clue, len(known), values)
    assert isinstance(line, Line)
    found = list(steps_of(line, tuple(line.masks(facts_of(known, values)))))
    lines = [name_step(line, step) for step in found if isinstance(step, LineStep)]
    problem = Problem((values,) * line.n, (Runs(line.cells, clue, "row 1"),), line.cells)
    checker = Checker(problem, known, str)
    for step in divide([line], known, lines):
        assert isinstance(step, LineStep)
        checker.take(step)
        cases = cases_of(line, step.uses, step.sets)
        assert cases or step.technique != Technique.CASES
        left = arrangements(clue, line.n, values, step.uses)
        if cases and cases.ways[0].why == Why.PUSH:
            runs = [blocks_in(one) for one in left]
            if cases.cell is None:  # the places of one block
                places = {(way.block, way.begin) for way in cases.ways}
                assert places == {(k, run[k][0]) for run in runs for k in {way.block for way in cases.ways}}
            else:  # the blocks that cover a cell
                covering = {k for run in runs for k, (a, b) in enumerate(run) if a <= cases.cell < b}
                assert covering == {way.block for way in cases.ways}
        elif cases:  # these blocks do not cover the cell
            for one in left:
                for way in cases.ways:
                    begin, end = blocks_in(one)[way.block]
                    assert cases.cell is not None and not begin <= cases.cell < end
    every = arrangements(clue, line.n, values, facts_of(known, values))
    if every:
        assert checker.known == [sum({1 << one[cell] for one in every}) for cell in range(line.n)]


def test_a_value_that_was_inside_a_run_needs_no_pair_where_a_single_cell_is_enough() -> None:
    assert check_all((Block(1, 2, 2), Block(2, 2, 2)), 6, 3, (1, 7, 7, 5, 7, 1))


@pytest.mark.parametrize(
    ("clue", "known", "technique", "said"),
    [
        ("3 1", "?????", "complete line", "3 1 fills it, so cells 1 to 3 and 5 are black and 4 white"),
        ("4", "??????", "simple boxes", "pushed to either end, the 4 covers cells 3 and 4"),
        ("3 3", "????????", "simple boxes", "pushed to either end, the blocks cover cells 2, 3, 6 and 7"),
        ("3", "?????.", "forcing", "cell 6 is white, so the 3 covers cell 3"),
        (
            "3",
            "?#????",
            "glue",
            "cell 2 belongs to the 3, so it covers cell 3; no block reaches cells 5 and 6",
        ),
        ("3", "???#?#???", "joining", "cells 4 and 6 belong to the 3, so it covers cell 5"),
        ("2 2", "#????????", "glue", "cell 1 belongs to the first 2, so it covers cell 2"),
        (
            "1 1",
            "??#?????",
            "cases",
            "cell 3 belongs to the first or second 1; either way, cells 2 and 4 are",
        ),
        ("1 1", "?#??????", "punctuating", "cell 2 is the first 1, so cells 1 and 3 are white"),
        ("2", "?.??????", "gap too small", "cell 2 is white, so no block fits into cell 1"),
        ("2", "????#???", "simple spaces", "cell 5 belongs to the 2, so no block reaches cells 1 to 3"),
        ("2", "??#?", "mercury", "cell 3 belongs to the 2, so no block reaches cell 1"),
        ("1 1", "#?#????", "complete line", "all its blocks are placed, so the other cells are white"),
        ("2 2 1 2", "??????#?#???????", "splitting", "cell 8 would join cells 7 and 9 to too long a block"),
    ],
)
def test_techniques_have_the_names_that_people_use(clue: str, known: str, technique: str, said: str) -> None:
    blocks = read_clue(clue.split(), BLACK_AND_WHITE)
    puzzle = Nonogram((blocks,), ((),) * len(known))
    line = units_of(puzzle.problem())[0]
    facts = tuple((cell, {"#": 2, ".": 1}[char]) for cell, char in enumerate(known) if char != "?")
    found = steps_of(line, tuple(line.masks(facts)))
    masks = [dict(facts).get(cell, 3) for cell in range(len(known))]
    steps = divide([line], masks, [name_step(line, step) for step in found if isinstance(step, LineStep)])
    sentences = [Sentences(puzzle, [line]).sentence(step) for step in steps]
    assert any(text.startswith(f"Row 1 ({technique}): {said}") for text in sentences), sentences


def test_a_coloured_cell_may_be_used_in_part() -> None:
    clue = (Block(1, 1, 1), Block(2, 1, 1))
    line = line_of(clue, 3, 3)
    steps = list(steps_of(line, tuple(line.masks([(1, 0b101)]))))
    assert any(step.uses == ((1, 0b101),) for step in steps), "that it is not the first colour is enough"
    puzzle = Nonogram((clue,), ((),) * 3, palette=THREE_COLOURS)
    said = [Sentences(puzzle, [line]).sentence(step) for step in steps]
    assert any("cell 2 is not black, so" in text for text in said), said
    assert all(values_of(mask) for step in steps for _, mask in step.sets)


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
    assert tuple("".join(row) for row in turned(puzzle.draw_known(one.possible))) == other.draw_known(
        two.possible
    )

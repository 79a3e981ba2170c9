"""Reinforced belief propagation: never a wrong solution, however the messages are passed."""

import random
from dataclasses import replace
from itertools import islice
from math import exp, log
from threading import Thread

import numpy as np
import pytest

import nonosat
from nonosat import LimitReached
from nonosat.beliefs import guesses
from nonosat.beliefs.messages import Messages
from nonosat.problem import Block, Count, Problem, Runs, values_of
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.processes.effort import Effort
from nonosat.propagation.memory import Doubles
from nonosat.propagation.narrow import narrow
from nonosat.puzzles.families import random_puzzle
from tests.helpers.brute import THREE_COLOURS, lines as all_lines, nonogram, solutions
from tests.helpers.interpreted import from_source
from tests.helpers.propagation import random_problem
from tests.helpers.properties import given, st
from tests.helpers.strategies import small_rows

_LEAST, _CLIP, _KNOWN = 1e-13, 12.0, 40.0


def against_nothing(odds: Doubles, made: Messages) -> list[list[float]]:
    """Return log-odds against the background by cell and value, the background's own included."""
    cells = len(made.problem.sizes)
    rows = np.asarray(odds).reshape(-1, cells)
    found: list[list[float]] = np.vstack((np.zeros(cells), rows)).T.tolist()
    return found


class PlainMessages:
    """The same messages as those given, which have just been made: all arrangements are listed."""

    def __init__(self, made: Messages) -> None:
        self.made = made
        self.total, self.noise = (
            against_nothing(made.weight, made),
            against_nothing(made.weights.random, made),
        )
        self.pulled = [row[:] for row in self.noise]
        self.lines: list[Runs] = [
            c for k in made.members if isinstance(c := made.problem.constraints[k], Runs)
        ]
        self.outgoing = [[[0.0] * len(self.total[cell]) for cell in line.cells] for line in self.lines]
        self.done = 0

    def round(self) -> float:
        """Pass messages once; return the largest change."""
        change = max(
            [self._send(line, old) for line, old in zip(self.lines, self.outgoing, strict=True)], default=0.0
        )
        if self.made.weights.within:
            self._reinforce()
        self.done += 1
        return change

    def _send(self, line: Runs, outgoing: list[list[float]]) -> float:
        incoming = [
            [total - out for total, out in zip(self.total[cell], old, strict=True)]
            for cell, old in zip(line.cells, outgoing, strict=True)
        ]
        incoming = [[x - row[0] for x in row] for row in incoming]
        values = len(incoming[0])
        shares = [[0.0] * values for _ in line.cells]
        arrangements = all_lines(line.blocks, len(line.cells), values)
        weights = [sum(row[v] for row, v in zip(incoming, values_, strict=True)) for values_ in arrangements]
        most = max(weights)
        for values_, weight in zip(arrangements, weights, strict=True):
            for row, v in zip(shares, values_, strict=True):
                row[v] += exp(weight - most)
        change = 0.0
        for cell, row, share, old in zip(line.cells, incoming, shares, outgoing, strict=True):
            can = [v for v in range(values) if self.made.problem.possible[cell] >> v & 1]
            odds = [log(max(x / sum(share), _LEAST)) for x in share]
            new = {v: odds[v] - odds[0] - row[v] for v in can}
            steps = {v: (max(new[v] - max(new.values()), -_CLIP) - old[v]) for v in can}
            for v in can:
                step = steps[v] * (1 - self.made.damping)
                old[v] += step
                self.total[cell][v] += step
                change = max(change, abs(steps[v] - steps.get(0, 0.0)) * (1 - self.made.damping))
        return change

    def _reinforce(self) -> None:
        time = self.done / self.made.weights.within
        for cell, row in enumerate(self.total):
            most = max(row)
            for v, weight in enumerate(row):
                if self.made.problem.possible[cell] >> v & 1:
                    pull = min(0.999, time**2) * max(weight - most, -_KNOWN)
                    pull += max(0.0, 1 - 2 * time) * self.noise[cell][v]
                    row[v] += pull - self.pulled[cell][v]
                    self.pulled[cell][v] = pull

    @property
    def cells(self) -> list[list[float]]:
        """How likely each cell has each value."""
        found = []
        for cell, row in enumerate(self.total):
            mask = self.made.problem.possible[cell]
            weights = [exp(x - max(row)) if mask >> v & 1 else 0.0 for v, x in enumerate(row)]
            found.append([weight / sum(weights) for weight in weights])
        return found


PATIENT = 1 << 30
HOW = [(0.5, 0), (0.0, 50), (0.2, 10)]
"""Damping, and in how many rounds messages harden."""


def guess(problem: Problem, **options: int) -> list[bytes]:
    return guesses.reinforce(problem, NO_CLOCK, **options)


@given(small_rows(3), st.sampled_from(HOW), st.integers(0, 3))
def test_messages_weigh_all_arrangements(rows: list[list[int]], how: tuple[float, int], seed: int) -> None:
    messages = Messages(narrow(nonogram(rows, THREE_COLOURS).problem()).problem, *how, seed)
    plain = PlainMessages(messages)
    for _ in range(8):
        messages.run(1, PATIENT)
        # The change of a weight is large where its share is tiny, next to what is distinguished from 0.
        # One of less than a millionth is rounding, of messages that have settled.
        assert messages.change == pytest.approx(plain.round(), rel=1e-2, abs=1e-6)
        assert messages.cells == pytest.approx(np.array(plain.cells).reshape(messages.cells.shape), abs=1e-5)


@given(small_rows(3), st.integers(0, 1 << 32))
def test_messages_go_on_under_decisions(rows: list[list[int]], seed: int) -> None:
    """They come to the same as those of the narrowed Problem, if that settles."""
    problem = narrow(nonogram(rows, THREE_COLOURS).problem()).problem
    messages, others = Messages(problem, 0.5), from_source("beliefs.messages").Messages(problem, 0.5)
    chosen = random.Random(seed)
    decided = [
        (cell, chosen.choice([*values_of(problem.possible[cell])])) for cell in messages.weights.open[:2]
    ]
    narrowed = narrow(problem.with_givens(decided))
    if narrowed.contradiction:
        return
    for one in (messages, others):
        one.run(4, PATIENT)
        one.go_on(narrowed.problem.possible)
        one.run(200, PATIENT)
    assert bytes(messages.weight) == bytes(others.weight)
    fresh = Messages(narrowed.problem, 0.5)
    fresh.run(200, PATIENT)
    if fresh.settled and messages.settled:
        assert messages.cells == pytest.approx(fresh.cells, abs=0.1)


@given(st.integers(0, 1 << 32), st.sampled_from(HOW))
def test_interpreted_they_are_the_same(seed: int, how: tuple[float, int]) -> None:
    """Also where blocks do not fit into their line, or a line cannot be completed."""
    problem = random_problem(random.Random(seed))
    kinds = (Messages, from_source("beliefs.messages").Messages)
    messages, others = [kind(problem, *how, seed) for kind in kinds]
    for _ in range(3):
        messages.run(4, PATIENT)
        others.run(4, PATIENT)
        assert (messages.done, [*messages.weights.order()]) == (others.done, [*others.weights.order()])
        assert [*messages.weights.order(0.01)] == [*others.weights.order(0.01)]
        assert messages.change == others.change
        assert bytes(messages.weight) == bytes(others.weight)
        assert messages.cells.sum(axis=1) == pytest.approx(np.ones(len(problem.sizes)))
        for one, other in zip(messages.starts(), others.starts(), strict=True):
            assert (one is None) == (other is None)
            if one is not None:
                assert one.tobytes() == other.tobytes()


def test_what_has_many_solutions_is_solved_by_reinforced_messages_alone() -> None:
    chance = random.Random(1)
    puzzle = nonogram([[chance.randrange(2) for _ in range(20)] for _ in range(20)])
    found = guess(puzzle.problem(), trials=5)
    assert len(set(found)) == 2, "perhaps not the one that was drawn"
    assert not any(puzzle.fault(puzzle.picture(values)) for values in found)


@pytest.mark.parametrize("narrowed", [False, True])
@given(small_rows(3), st.data())
def test_only_solutions_are_found(narrowed: bool, rows: list[list[int]], data: st.DataObject) -> None:
    """Also if a given contradicts the clues, or a clue is blotted and its line not weighed."""
    puzzle = nonogram(rows, THREE_COLOURS)
    blots = data.draw(st.sets(st.integers(0, puzzle.height - 1), max_size=2))
    clues = [
        tuple(Block(block.colour, 1, puzzle.width) for block in clue) if r in blots else clue
        for r, clue in enumerate(puzzle.rows)
    ]
    known = data.draw(st.text([colour.char for colour in THREE_COLOURS], max_size=2))
    cells = known.ljust(puzzle.width * puzzle.height, "?")[: puzzle.width * puzzle.height]
    givens = tuple(cells[at : at + puzzle.width] for at in range(0, len(cells), puzzle.width))
    puzzle = replace(puzzle, rows=tuple(clues), givens=givens)
    count = len(list(islice(solutions(puzzle), 2)))
    found = guess(narrow(puzzle.problem()).problem if narrowed else puzzle.problem(), trials=2)
    assert len(set(found)) == len(found) <= count
    assert not any(puzzle.fault(puzzle.picture(values)) for values in found)


def test_what_is_not_weighed_is_asked_in_the_end() -> None:
    """A blotted line and a count, about which messages know nothing."""
    across = Runs((0, 1), (Block(1, 1, 1),))
    blotted = Runs((1, 2), (Block(1, 1, 2),))
    problem = Problem((2,) * 3, (across, blotted, Count(2, 2, ((0, 1), (2, 1)))), (0, 1, 2))
    assert all(guess(problem, seed=seed) == [bytes((1, 0, 1))] for seed in range(20)), "by the search"
    contradiction = Problem((2,), (Runs((0,), (Block(1, 1, 1),)),), (0,), givens=((0, 0),))
    assert not guess(contradiction)


def test_a_limit_ends_them_and_they_go_on_from_there() -> None:
    problem = random_puzzle(40, 40).problem()
    whole, parts = (Messages(problem, 0.5) for _ in range(2))
    whole.run(45, PATIENT)
    stops = 0
    while parts.done < whole.done:
        try:
            parts.run(whole.done - parts.done, PATIENT, Effort(1))
        except LimitReached:
            stops += 1
    assert stops > 1
    assert np.array_equal(whole.weight, parts.weight)
    with pytest.raises(LimitReached, match="time limit"):
        guesses.reinforce(problem, Clock(0.0))


def test_other_threads_run_meanwhile() -> None:
    """And messages of several threads do not mix; they differ by seed, from the first noise on."""
    problem = nonosat.load("gchq").problem()
    many = [Messages(problem, 0.0, 50, seed) for seed in (1, 2, 1, 2)]
    assert not np.array_equal(many[0].weight, many[1].weight)
    threads = [Thread(target=messages.run, args=(40, PATIENT)) for messages in many]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.array_equal(many[0].weight, many[2].weight)
    assert np.array_equal(many[1].weight, many[3].weight)


@pytest.mark.parametrize("options", [{"max_starts": 10}, {"min_open": 401}])
def test_what_is_too_large_or_too_easy_is_left_to_the_next_step(options: dict[str, int]) -> None:
    problem = nonogram([[(r * c + c) % 2 for c in range(20)] for r in range(20)]).problem()
    assert guess(problem, trials=3)
    assert not guess(problem, trials=3, **options)


def test_begun_anew_nothing_is_left_of_what_was() -> None:
    fresh, again = (Messages(nonosat.load("gchq").problem(), 0.0, 50, seed) for seed in (2, 1))
    again.run(20, 99)
    again.reset(2)
    for messages in (fresh, again):
        messages.run(10, 99)
    assert np.array_equal(fresh.weight, again.weight)
    assert (again.done, again.change, [*again.weights.order()]) == (
        fresh.done,
        fresh.change,
        [*fresh.weights.order()],
    )

"""Solutions guessed by beliefs. Guesses are incomplete: they find one of many solutions, or nothing.

By reinforcement: messages are hardened into a solution, in trials with several seeds. A trial stops half-way,
and a short search completes it: it decides the surest cells first. The messages of a trial that goes on to
the end are often wrong in a few cells, and do not recover; a search with lines finds out at the first
contradiction, and then takes the other value. How hard to reinforce, and for how long, was measured: see
bench/notes/finding.md.

By decimation: repeatedly decide the cells that beliefs are surest of, and update the beliefs.
Marginals are about single cells; together, the likeliest values contradict each other. So lines are
narrowed after every decision, and after some decisions beliefs are updated under all that were made (an idea
from survey propagation: Mezard, Parisi and Zecchina, 2002). A decision that lines refute is taken back, as in
any depth-first search. If the search gets stuck, the decisions of its first half are often still right: see
`nonosat.solving.searches`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from nonosat.beliefs import lines_with_messages
from nonosat.beliefs.messages import DAMPING, Messages
from nonosat.problem import CellValue, Problem
from nonosat.problem.blocks import slack
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation import DONE, UNFINISHED
from nonosat.propagation.listing import Listing
from nonosat.propagation.state import State, begin

_SEARCH = 100  # looks of the search that completes a reinforced trial, by line
_MOST_PER_CELL = 16  # starts per open cell; 2 to 10 in puzzles that are open everywhere

_SHARE, _LEAST = 50, 30  # one in 50 open cells, but at least 30, are decided between two updates
_ROUNDS, _AGAIN = 200, 3  # rounds of messages at first, and in updates, which go on from the last ones
_NOISE = 0.01  # standard deviation of the noise on marginals, which makes seeds differ
_STUCK = 8  # updates in a row after which no fewer cells are open than ever before
_LOOKS = 300  # of the search of a decimation, by line
_HOPELESS = 4  # if a trial leaves more than one in 4 cells open, the others will
MOST_CELLS = 20_000  # a decimation takes 0.1 to 0.2 s for 5,000 cells


class Decimation(NamedTuple):
    """Decisions in order, to where the fewest cells were open: about `left[i]` after i of them. `solutions`
    has those that were found, at most two, close to each other; the decisions then lead to the first.
    """

    decisions: list[CellValue]
    left: list[int]
    solutions: list[bytes]

    @property
    def complete(self) -> bool:
        """Whether the decisions make a solution."""
        return bool(self.solutions)

    def between(self, first: int, last: int) -> int:
        """Return the number of decisions after which half of the cells are closed that are closed between
        `first` and `last` decisions; one of the two if there is no number between them.
        """
        half = (self.left[first] + self.left[last]) / 2
        number = next(i for i in range(first, last + 1) if self.left[i] <= half)
        return number if number < last else max(first, last - 1)


def reinforce(
    problem: Problem,
    clock: Clock = NO_CLOCK,
    *,
    rounds: int = 40,
    more: int = 0,
    share: int = 100,
    trials: int = 1,
    seed: int = 0,
    max_starts: int = 1_000_000,
    min_open: int = 0,
) -> list[bytes]:
    """Return what the first successful trial finds, one solution or two that are close to each other; nothing
    if no trial succeeds, or if the Problem has more block starts or fewer open cells than that.

    Messages harden within `rounds` rounds in the first trial, and within `more` more in each of the next;
    slower hardening makes a solution more likely. The search takes over after `share` percent of the rounds.
    Raises LimitReached once the clock's deadline has passed.
    """
    if len(problem.open_cells) < min_open:
        return []
    lines = lines_with_messages(problem)
    starts = sum([len(line.blocks) * (slack(line.blocks, len(line.cells)) + 1) for _, line in lines])
    # Few open cells in long lines: a round costs as much as before, but a solver's clauses are few.
    if starts > max_starts or len(problem.open_cells) < starts // _MOST_PER_CELL:
        return []
    state = begin(problem, clock)
    state.narrow(clock)
    if state.contradiction is not None:
        return []
    messages, search = Messages(problem, 0.0, rounds, seed, lines=lines), Listing(state, 0)
    for trial in range(seed, seed + trials):
        if trial > seed:
            rounds += more
            messages.reset(trial, rounds)
        messages.run(rounds * share // 100, max(8, rounds // 5), clock)
        search.left = _SEARCH * state.layout.lines
        search.start()
        search.guide(messages.weights.order(), messages.weights.values)
        if solutions := _solutions(search, state, search.next(clock), clock):
            return solutions
    return []


def _solutions(search: Listing, state: State, outcome: int, clock: Clock) -> list[bytes]:
    """Return the solution that a search has come to, if it has, and the next one; end the search."""
    values = []
    while outcome == DONE:
        values.append(bytes(state.values or ()))
        outcome = search.next(clock) if len(values) < 2 else UNFINISHED
    search.end()
    return values


def try_decimation(
    problem: Problem, clock: Clock = NO_CLOCK, *, trials: int = 1, seed: int = 0, min_open: int = 0
) -> list[bytes]:
    """Return what the first successful trial finds, one solution or two; nothing if none succeeds, or if the
    Problem is too large or has fewer open cells than that.
    """
    if len(problem.sizes) > MOST_CELLS or len(problem.open_cells) < min_open:
        return []
    for trial in range(seed, seed + trials):
        decimation = decimate(problem, trial, clock)
        if decimation.complete or decimation.left[-1] * _HOPELESS > decimation.left[0]:
            return decimation.solutions
    return []


def decimate(problem: Problem, seed: int = 0, clock: Clock = NO_CLOCK) -> Decimation:
    """Decide cell after cell until a solution is found, or the search is stuck.

    Raises LimitReached once the clock's deadline has passed.
    """
    state = begin(problem, clock)
    state.narrow(clock)
    marks = [(0, _open(state.possible))]  # after how many decisions how many cells are open
    decimation = Decimation([], [marks[0][1]], [])
    if state.contradiction is not None:
        return decimation
    messages = Messages(problem, DAMPING, seed=seed)
    search = Listing(state, _LOOKS * state.layout.lines)
    search.start()
    rounds, stuck = _ROUNDS, 0
    while stuck < _STUCK and search.left > 0:
        messages.run(rounds, rounds, clock)
        rounds = _AGAIN
        search.guide(messages.weights.order(_NOISE), messages.weights.values)
        search.turn = max(_LEAST, marks[-1][1] // _SHARE)
        outcome = search.next(clock)
        decisions, possible = search.decisions, state.possible
        now = len(decisions), _open(possible)
        marks = [(number, left) for number, left in marks if number < now[0] and left > now[1]] + [now]
        stuck += 1
        if now[1] < decimation.left[-1]:
            stuck, decimation = 0, Decimation(decisions, _each(marks), [])
        if outcome != UNFINISHED:
            break
        messages.go_on(possible)
    search.turn = -1
    return decimation._replace(solutions=_solutions(search, state, outcome, clock))


def _each(marks: Sequence[tuple[int, int]]) -> list[int]:
    """Return how many cells are open after each number of decisions, as if each of a turn closed as many."""
    left = [marks[0][1]]
    for (first, before), (last, after) in pairwise(marks):
        left += [before - (before - after) * k // (last - first) for k in range(1, last - first + 1)]
    return left


def _open(possible: Sequence[int]) -> int:
    """Return how many cells are open; counted by mask, which is quicker than cell by cell."""
    singles = (possible.count(1 << value) for value in range(max(possible, default=0).bit_length()))
    return len(possible) - sum(singles)

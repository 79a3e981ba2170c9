"""Clues in doubt: what each may be, with a price, and the cheapest reading that has exactly one solution.

This is the general form of a misprint, and of what a reader of photos is not sure of. The alternatives of a
clue become one automaton over the cells of its line and a few cells more, which say which of them it is; so
all readings are one Problem. Lines rule out most alternatives, and a search tries the others, the cheapest
first: it needs no solver until a single reading is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import NamedTuple

from nonosat.errors import StopReason
from nonosat.problem import Clue, Problem, Regular
from nonosat.problem.automaton import Automaton, clue_automaton
from nonosat.problem.blocks import slack
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.propagation.state import State, begin
from nonosat.puzzles.any_blocks import any_blocks_automaton
from nonosat.puzzles.clues import ANY_BLOCKS
from nonosat.puzzles.lines import LinePuzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Palette, Picture
from nonosat.records import dataclass, replace
from nonosat.solving.answer import Verdict
from nonosat.solving.card import AUTO
from nonosat.solving.questions.enumerate import solutions
from nonosat.solving.questions.unique import solve
from nonosat.solving.run import Run

_MOST_READ = 100  # solutions from which a clue with `*` is read back


class Priced(NamedTuple):
    """What a clue may be, and what it costs to read it so: 0 or more, such as -log of its probability.

    A clue that is `(ANY_BLOCKS,)`, or has `*` in it, is read back from the solution.
    """

    clue: Clue
    price: float = 0.0


@dataclass(frozen=True)
class Doubtful:
    """A puzzle of lines whose clues are in doubt.

    `lines` has the alternatives of each line, in the order of `puzzle.clues`; a clue without doubt has one.
    Those that do not fit in their line are ignored. `puzzle` has all else: its kind, its size, its palette
    and its givens. Its own clues do not count.

        >>> from nonosat import toolkit
        >>> def clues(*texts, price=1.0):
        ...     first, *others = [toolkit.read_clue(one.split(), toolkit.BLACK_AND_WHITE) for one in texts]
        ...     return [Priced(first), *(Priced(one, price) for one in others)]
        >>> doubtful = Doubtful.nonogram([clues("2", "1"), clues("1")], [clues("1", "2"), clues("1")])
        >>> settled = settle(doubtful)
        >>> settled.readings[0].picture, settled.readings[0].price, settled.readings[0].changed
        (('##', '#.'), 1.0, (2,))
    """

    puzzle: LinePuzzle
    lines: Sequence[Sequence[Priced]]

    @classmethod
    def nonogram(
        cls,
        rows: Sequence[Sequence[Priced]],
        columns: Sequence[Sequence[Priced]],
        palette: Palette = BLACK_AND_WHITE,
        givens: Picture = (),
    ) -> Doubtful:
        """Return a nonogram with these alternatives of its clues."""
        empty: tuple[Clue, ...] = ((),)
        shape = Nonogram(empty * len(rows), empty * len(columns), givens, palette)
        return cls(shape, [*rows, *columns])

    def fitting(self) -> list[list[Priced]]:
        """Return for each line the alternatives that fit in it, each once, the cheapest first."""
        ways = []
        for line, cells in zip(self.lines, self.puzzle.layout[1], strict=True):
            least: dict[Clue, float] = {}
            for clue, price in sorted(line, key=lambda one: one.price):
                if slack(tuple([block for block in clue if block.low]), len(cells)) >= 0:
                    least.setdefault(clue, price)
            ways.append([Priced(*one) for one in least.items()])
        return ways


@dataclass(frozen=True)
class Reading:
    """A puzzle with exactly one solution, its picture, and the sum of its prices. `changed` has the numbers
    of the lines whose clue is not the cheapest one.
    """

    puzzle: LinePuzzle
    picture: Picture
    price: float
    changed: tuple[int, ...]


@dataclass(frozen=True)
class Settled:
    """The readings that have exactly one solution, the cheapest first. Every other one costs `bound` or more:
    infinity, if there is none. After a limit, `stop_reason` says which, and what was found stands.
    """

    readings: tuple[Reading, ...] = ()
    bound: float = 0.0
    stop_reason: StopReason = StopReason.DONE

    @property
    def margin(self) -> float:
        """By how much the cheapest reading is cheaper than all others, as far as that is known."""
        prices = [*(one.price for one in self.readings), self.bound]
        return prices[1] - prices[0] if self.readings else 0.0


def settle(doubtful: Doubtful, limits: Limits = NO_LIMITS, most: int = 2, margin: float = inf) -> Settled:
    """Find the cheapest readings that have exactly one solution, at most so many.

    Two of them tell how sure the first one is: see `Settled.margin`. With `most` = 1, it takes less time; so
    it does if a `margin` is enough.
    """
    lines = doubtful.fitting()
    if not all(lines):
        return Settled(bound=inf)
    puzzle = doubtful.puzzle.with_clues([line[0].clue for line in lines])
    readings: list[Reading] = []
    bound, seen = sum(line[0].price for line in lines), set[tuple[Clue, ...]]()
    with Run(puzzle, AUTO, limits) as run, run.until_stopped():

        def note(reading: LinePuzzle, price: float) -> None:
            """Note a reading that has exactly one solution."""
            if reading.clues in seen:
                return
            seen.add(reading.clues)
            answer = solve(reading, AUTO, run.limits_left).require_finished()
            if answer.verdict is Verdict.UNIQUE and answer.solution:
                changed = [k for k, line in enumerate(lines) if reading.clues[k] != line[0].clue]
                readings.append(Reading(reading, answer.solution, price, tuple(changed)))

        if not puzzle.has_any_blocks:
            note(puzzle, bound)  # most readings are right
        if len(readings) < most:
            for price, reading in _cheapest(puzzle, lines, run):
                bound = price
                if len(readings) == most or (readings and bound >= readings[0].price + margin):
                    break
                if reading is not None:
                    note(reading, price)
            else:
                bound = inf
    return Settled(tuple(readings), bound, run.stop_reason)


def _cheapest(
    puzzle: LinePuzzle, lines: Sequence[Sequence[Priced]], run: Run
) -> Iterator[tuple[float, LinePuzzle | None]]:
    """Yield readings that lines do not exclude, the cheapest first, each with its price; or None with the
    price that those that follow have at least.

    Best first, by the sum of the cheapest alternatives that are left: either a clue is the cheapest, or it is
    not, and single lines say what follows for the others.
    """
    choices, cells = list[list[tuple[int, Priced]]](), count(len(puzzle.cell_sizes))
    for line in lines:
        if len(line) > 1:
            choices.append([(next(cells), one) for one in line])
    settled = sum(line[0].price for line in lines if len(line) == 1)

    def enter(state: State) -> None:
        """Narrow a state, and queue it unless it is contradictory."""
        state.narrow(run.clock)
        if state.contradiction is None:
            possible = state.possible
            left = [[(one.price, cell) for cell, one in line if possible[cell] & 2] for line in choices]
            heappush(queue, (settled + sum(line[0][0] for line in left), -next(number), left, state))

    number = count()
    queue: list[tuple[float, int, list[list[tuple[float, int]]], State]] = []
    enter(begin(_problem(puzzle, lines), run.clock))
    while queue:
        price, _, left, state = heappop(queue)
        open_lines = [line for line in left if len(line) > 1]
        if not open_lines:
            taken = {cell for (_, cell), *_ in left}
            chosen = iter([one.clue for line in choices for cell, one in line if cell in taken])
            clues = [line[0].clue if len(line) == 1 else next(chosen) for line in lines]
            asked = puzzle.with_clues(clues)
            yield from ((price, reading) for reading in readings(asked, run, _MOST_READ))
            continue
        yield price, None
        # What costs most if it is not so is decided first.
        (_, cell), *_ = max(open_lines, key=lambda line: line[1][0] - line[0][0])
        for value in (0, 1):
            decided = state.copy()
            decided.assume(cell, value)
            enter(decided)


def _problem(puzzle: LinePuzzle, lines: Sequence[Sequence[Priced]]) -> Problem:
    """Return the Problem of all readings, with one more cell for each alternative of a doubtful clue: 1 if
    the clue is read so.
    """
    plain = puzzle.problem()
    constraints = list(plain.constraints)
    size = len(plain.sizes)
    for k, line in enumerate(lines):
        if len(line) > 1:
            cells = puzzle.layout[1][k]
            chosen = tuple(range(size, size := size + len(line)))
            automaton = _either([one.clue for one in line], len(cells), len(puzzle.palette))
            constraints[k] = Regular(chosen + cells, automaton, constraints[k].label)
    sizes = plain.sizes + (2,) * (size - len(plain.sizes))
    return replace(plain, sizes=sizes, constraints=tuple(constraints), possible=())


def _either(clues: Sequence[Clue], length: int, values: int) -> Automaton:
    """Return the automaton that reads which of the clues it is, a cell for each, and then the line."""
    read = [
        any_blocks_automaton(clue, values) if ANY_BLOCKS in clue else clue_automaton(clue, length)
        for clue in clues
    ]

    def after(state: tuple[int, int, int], value: int) -> tuple[int, int, int] | None:
        place, chosen, at = state
        if place < len(clues):
            if value > 1 or (value and chosen >= 0):
                return None
            chosen = place if value else chosen
            return (place + 1, chosen, at) if chosen >= 0 or place + 1 < len(clues) else None
        to = read[chosen].next[at].get(value)
        return None if to is None else (place, chosen, to)

    def final(state: tuple[int, int, int]) -> bool:
        return state[0] == len(clues) and read[state[1]].accepts(state[2])

    return Automaton.of((0, -1, 0), after, values, final)


def readings(asked: LinePuzzle, run: Run, most: int) -> Iterator[LinePuzzle]:
    """Yield a puzzle; if a clue has `*`, those that its first solutions read instead."""
    if not asked.has_any_blocks:
        yield asked
        return
    for picture in solutions(asked, most, run.card, run.limits_left):
        solved = asked.asking_for(picture).clues
        read = [have if ANY_BLOCKS in clue else clue for clue, have in zip(asked.clues, solved, strict=True)]
        yield asked.with_clues(read)

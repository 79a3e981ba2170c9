"""Clues in doubt: what each may be, with a price, and the cheapest reading that has exactly one solution.

This is the general form of a misprint, and of what a reader of photos is not sure of. The alternatives of a
clue become one automaton over the cells of its line and a few cells more, which say which of them it is; so
all readings are one Problem, and the cheapest that has a solution is found by MaxSAT.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import inf
from typing import NamedTuple, cast

from nonosat.backends.maxsat import cheapest
from nonosat.encodings import ENCODINGS
from nonosat.encodings.model import TRUE, Cnf
from nonosat.errors import StopReason
from nonosat.problem import CellValue, Clue, Problem, Regular, Values
from nonosat.problem.automaton import Automaton, clue_automaton
from nonosat.problem.blocks import slack
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.propagation.narrow import narrow
from nonosat.puzzles.any_blocks import any_blocks_automaton
from nonosat.puzzles.clues import ANY_BLOCKS
from nonosat.puzzles.lines import LinePuzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Palette, Picture
from nonosat.solving.answer import Verdict
from nonosat.solving.card import AUTO
from nonosat.solving.questions.unique import solve
from nonosat.solving.run import Run

_UNIT = 1000  # of prices: they are compared as whole numbers of thousandths


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

        >>> import nonosat
        >>> def clues(*texts, price=1.0):
        ...     first, *others = [nonosat.read_clue(one.split(), nonosat.BLACK_AND_WHITE) for one in texts]
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
        found = []
        for line, cells in zip(self.lines, self.puzzle.layout[1], strict=True):
            least: dict[Clue, float] = {}
            for clue, price in sorted(line, key=lambda one: one.price):
                if slack(tuple([block for block in clue if block.low]), len(cells)) >= 0:
                    least.setdefault(clue, price)
            found.append([Priced(*one) for one in least.items()])
        return found


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


def settle(doubtful: Doubtful, limits: Limits = NO_LIMITS, most: int = 2) -> Settled:
    """Find the cheapest readings that have exactly one solution, at most so many.

    Two of them tell how sure the first one is: see `Settled.margin`. With `most` = 1, it takes less time.
    """
    lines = doubtful.fitting()
    if not all(lines):
        return Settled(bound=inf)
    puzzle = doubtful.puzzle.with_clues([line[0].clue for line in lines])
    readings: list[Reading] = []
    bound, number, seen = sum(line[0].price for line in lines), 1, set[tuple[Clue, ...]]()
    with Run(puzzle, AUTO, limits) as run, run.until_stopped():

        def note(reading: LinePuzzle, price: float) -> None:
            """Note a reading that has exactly one solution."""
            if reading.clues in seen:
                return
            seen.add(reading.clues)
            answer = solve(reading, AUTO, run.limits_left).finished()
            if answer.verdict is Verdict.UNIQUE and answer.solution:
                changed = [k for k, line in enumerate(lines) if reading.clues[k] != line[0].clue]
                readings.append(Reading(reading, answer.solution, price, tuple(changed)))

        if not puzzle.has_any_blocks:
            note(puzzle, bound)  # most readings are right
        if len(readings) < most:
            narrowed = narrow(_problem(puzzle, lines), run.clock)
            bound = inf if narrowed.contradiction else bound
        tried: list[Values] = []
        while len(readings) < most and bound < inf:
            found = run.in_worker(cheapest_values, narrowed.problem, lines, tried, number)
            tried += found
            for values in found:
                if len(readings) < most:
                    reading, bound = _read(puzzle, lines, values)
                    note(reading, bound)
            bound = inf if len(found) < number and len(readings) < most else bound
            number = min(2 * number, 64)
    return Settled(tuple(readings), bound, run.stop_reason)


def _problem(puzzle: LinePuzzle, lines: Sequence[Sequence[Priced]]) -> Problem:
    """Return the Problem of all readings: for each alternative of a clue in doubt, it has a cell more, which
    is 1 if the clue is read so.
    """
    plain = puzzle.problem()
    constraints = list(plain.constraints)
    count = len(plain.sizes)
    for k, line in enumerate(lines):
        if len(line) > 1:
            cells = puzzle.layout[1][k]
            chosen = tuple(range(count, count := count + len(line)))
            automaton = _either([one.clue for one in line], len(cells), len(puzzle.palette))
            constraints[k] = Regular(chosen + cells, automaton, constraints[k].label)
    sizes = plain.sizes + (2,) * (count - len(plain.sizes))
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


def _choices(cells: int, lines: Sequence[Sequence[Priced]]) -> list[tuple[int, int, Priced]]:
    """Return the cell, the line and the alternative of each choice, if so many cells come before."""
    doubted = [(k, one) for k, line in enumerate(lines) if len(line) > 1 for one in line]
    return [(cells + n, k, one) for n, (k, one) in enumerate(doubted)]


def _read(puzzle: LinePuzzle, lines: Sequence[Sequence[Priced]], values: Values) -> tuple[LinePuzzle, float]:
    """Return what the values of the Problem's cells read, and its price; `*` is read back from the cells."""
    cells = len(puzzle.cell_sizes)
    taken = {k: one for cell, k, one in _choices(cells, lines) if values[cell]}
    clues = [taken.get(k, line[0]) for k, line in enumerate(lines)]
    solved = puzzle.asking_for(puzzle.picture(values[:cells])).clues
    read = [have if ANY_BLOCKS in one.clue else one.clue for one, have in zip(clues, solved, strict=True)]
    return puzzle.with_clues(read), sum(one.price for one in clues)


def cheapest_values(
    problem: Problem, lines: Sequence[Sequence[Priced]], tried: Sequence[Values], number: int
) -> list[bytes]:
    """Return solutions of the Problem of all readings, so many if there are, with the cheapest choices first.

    They differ from those that were tried before, and from each other, in a choice or in a line whose clue is
    read back.
    """
    model = cast(Cnf, ENCODINGS.load("order").encode(problem))
    layout = [one.cells for one in problem.constraints]
    choices = _choices(len(problem.sizes) - sum(len(line) for line in lines if len(line) > 1), lines)

    def options(values: Values) -> list[CellValue]:
        """Return what another reading does not share."""
        taken = [(cell, k, one) for cell, k, one in choices if values[cell]]
        back = [layout[k] for _, k, one in taken if ANY_BLOCKS in one.clue]
        back += [layout[k] for k, line in enumerate(lines) if len(line) == 1 and ANY_BLOCKS in line[0].clue]
        cells = chain([cell for cell, _, _ in taken], *back)
        return [(cell, values[cell]) for cell in dict.fromkeys(cells)]

    def values_of(true: set[int]) -> bytes:
        return model.values(lambda literal: (abs(literal) in true) == (literal > 0))

    def same(true: set[int]) -> list[int]:
        return [literal for literal in literals_of(values_of(true)) if literal != TRUE]

    def literals_of(values: Values) -> list[int]:
        return [model.literals[cell][value] for cell, value in options(values)]

    costs: dict[int, int] = {}
    for cell, _, one in choices:
        literal = model.literals[cell][1]
        if abs(literal) != TRUE and (price := round(one.price * _UNIT)):
            costs[literal] = price
    others = [[-literal for literal in literals_of(values) if literal != TRUE] for values in tried]
    found: list[bytes] = []
    for true in cheapest(model.clauses + others, costs, same):
        found.append(values_of(true))
        if len(found) == number:
            break
    return found

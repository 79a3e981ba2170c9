"""Which clues of lines are wrong, and what they should be.

In each conflict some line is wrong. So all slips in the lines of one are tried, the cheapest first; where
that is not enough, another one follows. Of the last, sums of rows and columns rule out most, and what the
other lines leave of a line does. Which lines may be the last is found by opening many at once: if the others
still contradict each other, none of these is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import count
from math import log2
from typing import Any, NamedTuple, TypeVar

from nonosat.misprints.slips import AGAIN, CROSSED, FAR_LINES, LINES, OPEN, REPEATED, SKIPPED, WORK, slips
from nonosat.problem import Clue, Runs
from nonosat.problem.automaton import Automaton
from nonosat.problem.blocks import slack
from nonosat.processes.clock import Clock
from nonosat.propagation.layout import Layout
from nonosat.propagation.narrow import begin_lines, give_back
from nonosat.propagation.state import State
from nonosat.puzzles import CellPuzzle
from nonosat.puzzles.any_blocks import any_blocks_automaton
from nonosat.puzzles.clues import ANY_BLOCKS
from nonosat.puzzles.lines import LinePuzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.records import dataclass, replace
from nonosat.solving.questions.conflicts import shrink

T = TypeVar("T")

Clues = dict[int, Clue]
"""The clues that change, by the numbers of their lines."""

Step = tuple[int, ...]
"""What is added to the differences between the sums of the first direction and those of the others."""


@dataclass(frozen=True)
class Change:
    """A puzzle that may have been meant, its price, and what happened."""

    puzzle: CellPuzzle
    price: float
    what: str


class _Move(NamedTuple):
    """New clues of one line or two, what they cost, and what happened."""

    clues: Clues
    price: float
    what: str


class _Node(NamedTuple):
    """Moves that were made, and the lines that no later one changes."""

    price: float
    clues: Clues
    what: tuple[tuple[int, str], ...]
    lack: Step
    closed: frozenset[int]


class LineChanges:
    """Finds changes of a puzzle of lines that single lines do not exclude."""

    def __init__(self, puzzle: LinePuzzle, clock: Clock, conflicts: Iterable[Sequence[int]] = ()) -> None:
        """Of a puzzle without a solution, `conflicts` are sets of lines that contradict each other."""
        self.puzzle = puzzle
        self._clock, self._conflicts = clock, conflicts
        self._clues, self._blotted = puzzle.clues, puzzle.blotted
        self._colours = len(puzzle.palette)
        self._open = any_blocks_automaton((ANY_BLOCKS,), self._colours)
        self._lengths = [len(cells) for cells in puzzle.layout[1]]
        self._direction = {line: d for d, some in enumerate(puzzle.directions) for line in some}
        self._totals = [self._total(clue) for clue in self._clues]
        self._others = len(puzzle.directions) - 1
        self._able: dict[int, list[int]] = {}
        self._known: dict[int, dict[Step, list[_Move]]] = {}
        self._states: dict[tuple[int, Step], State] = {}

    def _narrow(self, changes: Mapping[int, Clue | None], read: Callable[[State], T]) -> T | None:
        """Return what is read from the state that single lines leave with some other clues, None for a line
        left open; None if they contradict each other.
        """
        names, lines, clues, reader = self.puzzle.clued_lines
        changed = [*clues]
        for line, clue in changes.items():
            changed[line] = (ANY_BLOCKS,) if clue is None else clue

        def automaton(line: int) -> Automaton:
            return reader(line) if changes.get(line, ()) is not None else self._open

        state = begin_lines(names, lines, changed, automaton, self._colours, self.puzzle.given_options)
        state.narrow(self._clock)
        result = read(state) if state.contradiction is None else None
        give_back(state)
        return result

    def _contradict(self, changes: Mapping[int, Clue | None]) -> bool:
        return self._narrow(changes, lambda _: True) is None

    def core(self, changes: Mapping[int, Clue | None]) -> list[int]:
        """Return few of the other lines that contradict each other with these changes; all if single lines do
        not show that there are any.
        """
        others = {line for line in range(len(self._clues)) if line not in changes}
        core = sorted(others)
        if self._contradict(changes):
            shrink(core, lambda some: self._contradict({**changes, **dict.fromkeys(others.difference(some))}))
        return core

    def changes(self, most: int, impossible: bool = True) -> Iterator[Change]:
        """Yield what so many slips lead to, the cheapest first. If the puzzle is `impossible`, one clue of
        each conflict changes.
        """
        self._seen = set[frozenset[tuple[int, Clue]]]()
        queue: list[tuple[float, int, _Node | Change]] = []
        number = count()
        start = _Node(0.0, {}, (), self._differences(), frozenset())
        heappush(queue, (0.0, 0, start))
        while queue:
            _, _, item = heappop(queue)
            if isinstance(item, Change):
                yield item
                continue
            after: Iterator[_Node | Change]
            after = self._check(item) if len(item.what) == most else self._move(item, most, impossible)
            for new in after:
                heappush(queue, (new.price, next(number), new))

    def _check(self, node: _Node) -> Iterator[Change]:
        key = frozenset(node.clues.items())
        if key in self._seen:
            return
        self._seen.add(key)
        work = self._narrow(node.clues, lambda state: state.work)
        if work is None:
            return
        price = node.price + WORK * log2(max(1, work / len(self._clues)))
        changed = [node.clues.get(line, clue) for line, clue in enumerate(self._clues)]
        yield Change(
            self.puzzle.with_clues(changed),
            price,
            ", ".join(dict.fromkeys(text for _, text in sorted(node.what))),
        )

    def _move(self, node: _Node, most: int, impossible: bool) -> Iterator[_Node]:
        """Yield what one more slip leads to."""
        last = len(node.what) + 1 == most
        lines = self._suspects(node) if impossible else range(len(self._clues))
        closed = node.closed.union(node.clues)
        before = {line: closed.union(lines[:k]) for k, line in enumerate(lines)}
        for line, step, move in self._last(node, lines) if last else self._any(lines):
            if before[line].isdisjoint(move.clues):
                yield _Node(
                    node.price + move.price + (AGAIN if node.what else 0),
                    node.clues | move.clues,
                    (*node.what, (min(move.clues), move.what)),
                    tuple([a + b for a, b in zip(node.lack, step, strict=True)]),
                    before[line],
                )

    def _any(self, lines: Sequence[int]) -> Iterator[tuple[int, Step, _Move]]:
        """Yield all moves of some lines."""
        for line in lines:
            for step, moves in self._moves(line).items():
                yield from ((line, step, move) for move in moves)

    def _last(self, node: _Node, lines: Sequence[int]) -> Iterator[tuple[int, Step, _Move]]:
        """Yield the moves of some lines that suit what is left of them, and lead to equal sums."""
        wanted = None if self._blotted else tuple([-one for one in node.lack])
        some = [k for k in lines if k not in node.clues and (wanted is None or wanted in self._moves(k))]
        opened = dict(self._openings({**node.clues}, some))
        for line in some:
            for step in self._moves(line) if wanted is None else (wanted,):
                moves = self._moves(line)[step]
                if line in opened:
                    alone, places = self._alone(line, step), opened[line]
                    moves = [move for k, move in enumerate(moves) if alone.narrow_by(k, places) is not None]
                elif any(step) and node.what:
                    continue
                else:  # it may still be exchanged with another one
                    moves = [move for move in moves if len(move.clues) > 1]
                yield from ((line, step, move) for move in moves)

    def _openings(
        self, clues: dict[int, Clue | None], lines: Sequence[int]
    ) -> Iterator[tuple[int, Sequence[int]]]:
        """Yield each line without which the others do not contradict each other, and what is left of it."""
        if len(lines) == 1:
            (line,) = lines
            places = self._narrow(clues | {line: None}, lambda state: state.places(line))
            if places is not None:
                yield line, places
        elif lines and not self._contradict(clues | dict.fromkeys(lines)):
            yield from self._openings(clues, lines[: len(lines) // 2])
            yield from self._openings(clues, lines[len(lines) // 2 :])

    def _suspects(self, node: _Node) -> Sequence[int]:
        """Return the lines one of which must change. Where the sums agree, these are few: two that are
        exchanged change no sum.
        """
        if not node.what:
            return self.suspects
        if not any(node.lack) and not self._blotted:
            return self.core(node.clues)
        if len(node.clues) > 1:
            return [line for line in range(len(self._clues)) if line not in node.closed]
        (line,) = node.clues
        if line not in self._able:
            others = [other for other in range(len(self._clues)) if other != line]
            known = self._openings({line: None}, others) if self._contradict({line: None}) else None
            self._able[line] = others if known is None else [other for other, _ in known]
        return [other for other in self._able[line] if other not in node.closed]

    def _moves(self, line: int) -> dict[Step, list[_Move]]:
        """Return what may have been meant by a line, by what it adds to the differences of the sums."""
        if line in self._known:
            return self._known[line]
        moves = self._known[line] = dict[Step, list[_Move]]()
        clue, length, direction = self._clues[line], self._lengths[line], self._direction[line]
        none = self._step(line, clue)
        for slip in slips(clue, length, self._colours):
            step = self._step(line, slip.clue)
            moves.setdefault(step, []).append(_Move({line: slip.clue}, slip.price, slip.what))
        for other, second in enumerate(self._clues):
            if second != clue and slack(second, length) >= 0 and slack(clue, self._lengths[other]) >= 0:
                same = self._direction[other] == direction
                steps = zip(self._step(line, second), self._step(other, clue), strict=True)
                step = none if same else tuple([a + b for a, b in steps])
                price = CROSSED if not same else LINES if abs(other - line) == 1 else FAR_LINES
                move = _Move({line: second, other: clue}, price, "two lines swapped")
                moves.setdefault(step, []).append(move)
        return moves

    def _alone(self, line: int, step: Step) -> State:
        """Return a state that has a line for each of these moves."""
        key, length = (line, step), self._lengths[line]
        if key not in self._states:
            cells = tuple(range(length))
            lines = [Runs(cells, move.clues[line]) for move in self._moves(line)[step]]
            self._states[key] = State(Layout(lines, length, self._colours), [0] * length)
        return self._states[key]

    def _step(self, line: int, clue: Clue) -> Step:
        """Return what a clue adds to the differences of the sums."""
        old, new = self._totals[line], self._total(clue)
        if not (direction := self._direction[line]):
            return tuple([a - b for a, b in zip(old, new, strict=True)]) * self._others
        before, after = (direction - 1) * self._colours, (self._others - direction) * self._colours
        return (0,) * before + tuple([b - a for a, b in zip(old, new, strict=True)]) + (0,) * after

    def _differences(self) -> Step:
        """Return by how much the sums of the other directions exceed those of the first, by colour."""
        totals = [[self._totals[line] for line in some] for some in self.puzzle.directions]
        first, *others = [[*map(sum, zip(*some, strict=True))] for some in totals]
        return tuple([there - here for other in others for here, there in zip(first, other, strict=True)])

    def _total(self, clue: Clue) -> tuple[int, ...]:
        totals = [0] * self._colours
        for block in clue:
            totals[block.colour] += block.low
        return tuple(totals)

    @cached_property
    def suspects(self) -> Sequence[int]:
        """The lines of a conflict; all, if none was found."""
        known = [[line for line in some if line < len(self._clues)] for some in self._conflicts]
        return min(filter(None, known), key=len, default=None) or self.core({})

    # More than one number

    def drop_lines(self) -> Iterator[Change]:
        """Yield puzzles with a line less."""
        for name, clues, lack in self._sides():
            for at, clue in enumerate(clues):
                if len(clues) > 1 and sum(self._total(clue)) == -sum(lack):
                    fewer = (*clues[:at], *clues[at + 1 :])
                    yield self._resize(name, fewer, REPEATED, f"a {name[:-1]} too many")

    def add_lines(self) -> Iterator[Change]:
        """Yield puzzles with a line more, whose clue is open."""
        for name, clues, lack in self._sides():
            for at in range(len(clues) + 1 if min(lack) >= 0 else 0):
                more = (*clues[:at], (ANY_BLOCKS,), *clues[at:])
                yield self._resize(name, more, SKIPPED, f"a {name[:-1]} skipped")

    def _sides(self) -> Iterator[tuple[str, tuple[Clue, ...], list[int]]]:
        """Yield rows and columns, and how many cells of each colour they lack."""
        puzzle = self.puzzle
        if isinstance(puzzle, Nonogram) and not puzzle.blotted and not puzzle.givens:
            lack = [*self._differences()]
            yield "rows", puzzle.rows, lack
            yield "columns", puzzle.columns, [-one for one in lack]

    def _resize(self, name: str, clues: Sequence[Clue], price: float, what: str) -> Change:
        new: dict[str, Any] = {name: tuple(clues), "goal": ()}
        return Change(replace(self.puzzle, **new), price, what)

    def open(self) -> Iterator[Change]:
        """Yield the puzzles with one clue open."""
        for line in self.suspects:
            if not self._contradict({line: None}):
                changed = [(ANY_BLOCKS,) if k == line else clue for k, clue in enumerate(self._clues)]
                yield Change(self.puzzle.with_clues(changed), OPEN, "the whole clue")

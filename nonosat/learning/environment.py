"""A puzzle as an environment, cell by cell: pure Python, deterministic for a seed."""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import Any, NamedTuple

from nonosat import (
    UNKNOWN,
    CellPuzzle,
    InputError,
    Order,
    Picture,
    Puzzle,
    certain,
    draw,
    moves,
    require_cells,
)
from nonosat.learning.source import CURRICULUM, Source, source_of

CLUES, CERTAIN = "clues", "certain"


class Outcome(StrEnum):
    """The state of an episode, by the clues alone."""

    OPEN = "open"
    SOLVED = "solved"
    WRONG = "wrong"


class Turn(NamedTuple):
    """The result of a step: the state, the reward, whether the episode is over, and more information."""

    state: Picture
    reward: float
    over: bool
    info: dict[str, Any]


class Environment:
    """Puzzles to be filled in, one cell per step.

        >>> from nonosat.learning import Environment
        >>> practice = Environment()
        >>> state = practice.reset(seed=1)
        >>> turn = practice.step(practice.legal()[0])

    `puzzle` is a puzzle, an `Order` for puzzles to make, or a function from a seed to a puzzle. With the
    reward `clues`, the return of an episode is the share of clues that are matched once all cells are
    filled in; each is rewarded when the last cell of its line, or around its number, is filled in. With
    `certain`, the return is the share of certain cells that are right minus the share that are wrong. An
    illegal action changes nothing and costs 1 / number of cells. With `ends_when_wrong`, an episode is over
    as soon as some line can no longer be completed.
    """

    def __init__(
        self,
        puzzle: Puzzle | Order | Source = CURRICULUM[1],
        reward: str = CLUES,
        ends_when_wrong: bool = False,
    ) -> None:
        if reward not in (CLUES, CERTAIN):
            raise InputError(f"expected the reward {CLUES} or {CERTAIN}, found {reward!r}")
        self._source = source_of(puzzle)
        self._reward = reward
        self._ends_when_wrong = ends_when_wrong
        self._rng = Random(0)
        self.reset(0)

    def reset(self, seed: int | None = None) -> Picture:
        """Start an episode; without a seed, with the next puzzle of the current sequence.

        Raises LimitReached if a limit ends the search for the certain cells that are to be rewarded.
        """
        if seed is not None:
            self._rng = Random(seed)
        self.seed = self._rng.getrandbits(32)
        self.puzzle: CellPuzzle = require_cells(self._source(self.seed), "practice works")
        self._problem = self.puzzle.problem()
        self._chars = [colour.char for colour in self.puzzle.palette]
        self._cells = list(self.puzzle.chars(self.puzzle.start))
        self._certain = ""
        if self._reward == CERTAIN:
            found = certain(self.puzzle).finished()
            self._certain = self.puzzle.chars(found.picture) if found.solvable else ""
        self.steps = 0
        return self.state

    @property
    def state(self) -> Picture:
        """The state, with `?` for open cells."""
        return self.puzzle.cut("".join(self._cells))

    @property
    def actions(self) -> int:
        """The number of actions: one for each cell and colour, legal or not."""
        return len(self._cells) * len(self._chars)

    def legal(self) -> list[int]:
        """Return the actions that fill in an open cell."""
        return [action for action in range(self.actions) if self._is_open(action)]

    def _is_open(self, action: int) -> bool:
        return self._cells[action // len(self._chars)] == UNKNOWN

    def action(self, move: str) -> int:
        """Return the action for a text such as `r3c4=#`."""
        found = moves.read_move(move, self.puzzle)
        return found.cell * len(self._chars) + self._chars.index(found.char)

    def move(self, action: int) -> moves.Move:
        """Return the cell and the value of an action."""
        cell, value = divmod(action, len(self._chars))
        return moves.Move(cell, self._chars[value])

    def step(self, action: int | str) -> Turn:
        """Fill in a cell: an action's number, or a text such as `r3c4=#`."""
        number = self.action(action) if isinstance(action, str) else int(action)
        if not 0 <= number < self.actions:
            raise InputError(f"expected an action from 0 to {self.actions - 1}, found {number}")
        self.steps += 1
        move, legal, worth = self.move(number), self._is_open(number), -1 / len(self._cells)
        if legal:
            self._cells[move.cell] = move.char
            worth = self._worth(move)
        return Turn(self.state, worth, self.over, {"illegal": not legal, "verdict": self.verdict()})

    @property
    def over(self) -> bool:
        """Whether the episode has ended."""
        return UNKNOWN not in self._cells or (self._ends_when_wrong and self.verdict() is Outcome.WRONG)

    def verdict(self) -> Outcome:
        """Return the verdict by the clues: any solution counts, and no solver is used. It is `wrong` if some
        line can no longer be completed. If it is `open`, there may still be no solution.
        """
        if UNKNOWN not in self._cells:
            return Outcome.SOLVED if self.puzzle.fault(self.state) is None else Outcome.WRONG
        return Outcome.OPEN if all(map(self._fits, self._problem.constraints)) else Outcome.WRONG

    def render(self, width: int | None = None, colour: bool = False) -> str:
        """Draw the state with the clues, as text."""
        return draw(self.puzzle, self.state).text(width, colour)

    def _fits(self, constraint: Any) -> bool:
        """Whether the cells of a constraint, as far as they are filled in, can be completed."""
        reader = constraint.reader(len(self._chars))
        states = {0}
        for place, cell in enumerate(constraint.cells):
            after, char = reader.at(place), self._cells[cell]
            wanted = range(len(self._chars)) if char == UNKNOWN else [self._chars.index(char)]
            states = {found for state in states for value, found in after(state).items() if value in wanted}
        return any(map(reader.accepts, states))

    def _worth(self, move: moves.Move) -> float:
        """Return the reward for a cell that was just filled in."""
        if self._reward == CERTAIN:
            known = len(self._certain) - self._certain.count(UNKNOWN)
            want = self._certain[move.cell] if self._certain else UNKNOWN
            return 0.0 if want == UNKNOWN else (1 if want == move.char else -1) / known
        constraints = self._problem.constraints
        lines = [one for one in constraints if move.cell in one.cells]
        complete = [one for one in lines if UNKNOWN not in map(self._cells.__getitem__, one.cells)]
        return sum(map(self._fits, complete)) / max(1, len(constraints))

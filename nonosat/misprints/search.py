"""The likely misprints of a puzzle: what should stand there, so that it has exactly one solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import NamedTuple

from nonosat.errors import WrongAnswerError
from nonosat.misprints.doubts import readings
from nonosat.misprints.lines import Change, LineChanges
from nonosat.misprints.others import meant
from nonosat.misprints.slips import HARDER, OPEN, SEVERAL
from nonosat.propagation.narrow import BY_LINES, begin_lines, give_back, narrow, narrowing
from nonosat.puzzles import CellPuzzle, Puzzle
from nonosat.puzzles.cells import cell_name
from nonosat.puzzles.declared import Declared
from nonosat.puzzles.lines import LinePuzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import Picture
from nonosat.records import dataclass
from nonosat.solving.answer import Verdict
from nonosat.solving.card import MINISAT, Card
from nonosat.solving.questions.conflicts import Conflicts
from nonosat.solving.questions.unique import solve
from nonosat.solving.run import Run

_MOST_READ = 9  # solutions from which an open clue is read back
_FAST = Card("misprints", "order", MINISAT)  # most changes have no solution, so guesses do not pay
_WINDOW = 2.0  # by how much a misprint may cost more than the likeliest


class Edit(NamedTuple):
    """A clue, as it is printed and as it should be; one of them is empty if it is missing, or too much."""

    name: str
    printed: str
    should: str

    def says(self) -> str:
        """Return it in words: `row 7: 3 2 should be 3 1`."""
        if not self.printed:
            return f"{self.name} is missing: {self.should}"
        return f"{self.name}: {self.printed} should " + (
            f"be {self.should}" if self.should else "not be there"
        )


@dataclass(frozen=True)
class Misprint:
    """A puzzle that may have been meant, with its picture, which is the `only` solution or a first one. The
    cheaper, the likelier; what happened is in words.
    """

    puzzle: CellPuzzle
    picture: Picture
    edits: tuple[Edit, ...]
    price: float
    what: str
    only: bool

    def says(self) -> str:
        """Return it in words."""
        several = "" if self.only else "; that leaves several solutions"
        return f"{', '.join(edit.says() for edit in self.edits)} ({self.what}){several}"


class MisprintSearch:
    """Searches for misprints, and keeps those that were found, so that a limit does not lose them. `searched`
    says what was tried.
    """

    def __init__(self, run: Run, why: Conflicts) -> None:
        """Without conflicts, the puzzle has several solutions."""
        self.searched: list[str] = []
        self._run = run
        self._solvable = why.solvable is not False
        self._conflicts = [one.clues for one in why.conflicts]
        self._found: dict[tuple[Edit, ...], Misprint] = {}

    @property
    def found(self) -> list[Misprint]:
        """What was found, the likeliest first."""
        return sorted(self._found.values(), key=lambda one: (one.price, one.says()))

    def find(self) -> None:
        """Look for changes of one clue; if there are none, for more. Raises LimitReached."""
        puzzle, run = self._run.puzzle, self._run
        if not isinstance(puzzle, LinePuzzle):
            one = (
                Change(new, price, what) for price, what, new in meant(puzzle) if isinstance(new, CellPuzzle)
            )
            self._try("changes of one number or symbol", sorted(one, key=lambda one: one.price))
            return
        lines = LineChanges(puzzle, run.clock, self._conflicts)
        self._try("changes of one number", lines.changes(1, not self._solvable))
        if self._solvable:
            return
        self._try("a line too many", lines.drop_lines())
        for name, changes in (
            ("a line skipped", lines.add_lines),
            ("one clue left open", lines.open),
            ("changes of two numbers", lambda: lines.changes(2)),
        ):
            if not any(one.only and one.price < OPEN for one in self._found.values()):
                self._try(name, changes())

    def _try(self, name: str, changes: Iterable[Change]) -> None:
        """Judge changes, the cheapest first; those that need a solver come later."""
        hard: list[tuple[float, int, Change, CellPuzzle]] = []
        number = count()
        with self._run.time("misprints", f"trying {name}", lambda: f"{len(self._found)} found"):
            for change in changes:
                self._solve(hard, change.price)
                if change.price > self._dearest:
                    break
                for asked in self._readings(change.puzzle):
                    if not self._quick(change, asked):
                        heappush(hard, (change.price + HARDER[1], next(number), change, asked))
            self._solve(hard, inf)
        self.searched.append(name)

    def _solve(self, hard: list[tuple[float, int, Change, CellPuzzle]], price: float) -> None:
        """Judge those changes by a solver that cost less than a price."""
        while hard and hard[0][0] < min(price, self._dearest):
            _, _, change, asked = heappop(hard)
            card = _FAST if self._run.card.is_recipe else self._run.card
            answer = solve(asked, card, self._run.limits_left).require_finished()
            self._note(change, asked, answer.solution, answer.verdict is Verdict.UNIQUE, HARDER[1])

    @property
    def _dearest(self) -> float:
        """The price beyond which nothing is likely any more."""
        return min((one.price for one in self._found.values() if one.only), default=inf) + _WINDOW

    def _readings(self, puzzle: CellPuzzle) -> Iterator[CellPuzzle]:
        """Yield the puzzle; if a clue is open, those that its solutions read."""
        here = self._run.puzzle
        if isinstance(puzzle, LinePuzzle) and isinstance(here, LinePuzzle) and not here.has_any_blocks:
            return readings(puzzle, self._run, _MOST_READ)
        return iter([puzzle])

    def _quick(self, change: Change, asked: CellPuzzle) -> bool:
        """Judge a change without a solver; return whether that was enough."""
        clock, lines = self._run.clock, asked.clued_lines
        if lines is None:
            narrowed = narrow(asked.problem(clock), clock, probing=True)
        else:
            state = begin_lines(*lines, len(asked.palette), asked.given_options)
            *_, narrowed = narrowing(asked.problem, state, clock, probing=True)
            give_back(state)
        values, solutions = narrowed.values, narrowed.solutions
        if narrowed.contradiction or (values is None and len(solutions) < 2 and asked.obstacle(clock)):
            return True
        if values is None and len(solutions) < 2:
            return False
        picture = asked.picture(solutions[0] if values is None else values)
        self._note(change, asked, picture, values is not None, HARDER[0] * (narrowed.basis != BY_LINES))
        return True

    def _note(
        self, change: Change, asked: CellPuzzle, picture: Picture | None, only: bool, harder: float
    ) -> None:
        if picture is None or (self._solvable and not only):
            return
        if fault := asked.fault(picture):
            raise WrongAnswerError(f"{self._run.puzzle.source}: a wrong picture of a misprint: {fault}")
        price = change.price + harder + (0 if only else SEVERAL)
        edits = tuple(edits_of(self._run.puzzle, asked))  # two pictures may read the same
        known = self._found.get(edits)
        if known is None or price < known.price:
            self._found[edits] = Misprint(asked, picture, edits, price, change.what, only)


def edits_of(old: Puzzle, new: Puzzle) -> Iterator[Edit]:
    """Yield the clues in which two puzzles of a kind differ."""
    if isinstance(old, Nonogram) and isinstance(new, Nonogram) and old.grid != new.grid:
        (name, few), (_, many) = next(
            pair
            for pair in zip(old.named_clues, new.named_clues, strict=True)
            if len(pair[0][1]) != len(pair[1][1])
        )
        missing = len(many) > len(few)
        longer, shorter = (many, few) if missing else (few, many)
        at = next((k for k, clue in enumerate(shorter) if clue != longer[k]), len(shorter))
        text = old.clue_text(longer[at])
        yield Edit(f"{name[:-1]} {at + 1}", "" if missing else text, text if missing else "")
    elif isinstance(old, LinePuzzle) and isinstance(new, LinePuzzle):
        for (name, one, _), other in zip(old.lines(), new.clues, strict=True):
            if one != other:
                yield Edit(name, old.clue_text(one), new.clue_text(other))
    elif isinstance(old, Declared) and isinstance(new, Declared):
        names = {demand.clue: demand.name for demand in old.clues if demand.clue}
        for key, have in old.data:
            given = old.rules.gives[key]
            picture = given.form == "picture"
            both = (
                "".join(some) if picture else some if given.is_side else (some,)
                for some in (have, new.gives[key])
            )
            for place, (a, b) in enumerate(zip(*both, strict=True)):
                if a != b:
                    where = cell_name(old, place) if picture else names.get((key, place), key)
                    yield Edit(where, *("nothing" if c is None else str(c) for c in (a, b)))
    elif isinstance(old, CellPuzzle) and isinstance(new, CellPuzzle):
        yield Edit("the row", *(" ".join(one.clue_lines()) for one in (old, new)))

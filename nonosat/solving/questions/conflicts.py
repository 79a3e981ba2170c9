"""The smallest sets of clues that contradict each other: why a puzzle has no solution.

The rules of its kind always hold; a conflict has only what the puzzle prints. A first one is what remains
when clues are left out as long as there is no solution. A smallest one is found by implicit hitting sets:
whatever clues have a solution, some clue that they leave out is in each conflict. So the fewest clues that
hit all sets of such clues are a conflict, or have a solution, which yields one more set to hit. (Smallest
MUS: Ignatiev, Previti, Liffiton and Marques-Silva 2015.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, ClassVar

from nonosat.errors import LimitReached
from nonosat.problem import Constraint, Count, Problem, Regular, Values
from nonosat.problem.automaton import Automaton
from nonosat.processes.clock import Clock
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.propagation.narrow import narrow
from nonosat.puzzles import CellPuzzle, Puzzle
from nonosat.puzzles.picture import UNKNOWN
from nonosat.puzzles.printed import join_names, part
from nonosat.records import dataclass, replace
from nonosat.solving import jobs
from nonosat.solving.answer import Panel, Report
from nonosat.solving.card import DEFAULT, Card
from nonosat.solving.run import Run

MOST_NAMED = 6
"""Of a larger conflict, only so many clues are named: the most suspect ones."""

_MOST_LISTED = 5  # conflicts
_SECONDS, _BRIEF = 1.0, 0.3  # for the proof that a conflict is a smallest one; for those that need not be


@dataclass(frozen=True)
class Conflict:
    """Clues, by their numbers in `Puzzle.list_printed`, that have no common solution; none of them can go,
    unless time was short. They are the `smallest` such set if that is proven. `suspects` are the clues in the
    most conflicts that were seen, at most `MOST_NAMED`. Where the `sums` of numbers differ, these say how.
    """

    names: tuple[str, ...] = ()
    clues: tuple[int, ...] = ()
    suspects: tuple[str, ...] = ()
    smallest: bool = False
    sums: str = ""

    def says(self) -> str:
        """Name the clues: `row 7 and columns 3, 4, 9 contradict each other`."""
        if self.sums or not self.names:
            return self.sums or "the rules of the kind contradict each other"
        if len(self.names) == 1:
            return f"{self.names[0]} has no solution by itself"
        if len(self.names) <= MOST_NAMED:
            return f"{join_names(self.names)} contradict each other"
        return f"{len(self.names)} clues contradict each other, {join_names(self.suspects)} among them"


@dataclass(frozen=True, kw_only=True, repr=False)
class Conflicts(Report):
    """Conflicts of a puzzle that have no clue in common; none, if it has a solution."""

    question: ClassVar[str] = "conflicts"

    conflicts: tuple[Conflict, ...] = ()
    solvable: bool | None = None

    def result(self) -> dict[str, Any]:
        """Return them as plain data."""
        return {
            "conflicts": [
                {"clues": one.names, "suspects": one.suspects, "smallest": one.smallest, "says": one.says()}
                for one in self.conflicts
            ]
        }

    def sentence(self) -> str:
        """Return them as a sentence."""
        if self.solvable:
            return f"{self.name}: no conflict: there is a solution."
        if not self.conflicts:
            return f"{self.name}: no conflict was found: {self.stop_reason}."
        return f"{self.name}: {'; '.join(one.says() for one in self.conflicts)}."

    def drawings(self) -> Sequence[Panel]:
        """Return the puzzle with the cells marked that the clues of the first conflict are about."""
        puzzle = self.puzzle
        clues = next((one.clues for one in self.conflicts if one.clues), ())
        if not clues or not isinstance(puzzle, CellPuzzle):
            return ()
        printed, problem = [*puzzle.list_printed()], puzzle.problem()
        marked = {printed[clue].cell for clue in clues}
        for clue in clues:
            marked.update(*(problem.constraints[k].cells for k in printed[clue].constraints))
        shown = (puzzle.palette[0].char if cell in marked else UNKNOWN for cell in range(len(problem.sizes)))
        return [(puzzle, puzzle.cut(UNKNOWN * len(problem.sizes)), puzzle.cut("".join(shown)))]


def conflicts(
    puzzle: Puzzle, model: str | Card = DEFAULT, limits: Limits = NO_LIMITS, *, smallest: bool = True
) -> Conflicts:
    """Find the clues that contradict each other, if there is no solution. Without `smallest`, the search
    takes 0.3 s at most, so that a conflict may have clues that could go.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> toolkit.conflicts(nonosat.load("no-solution")).conflicts[0].names
        ('row 2', 'row 3', 'row 4', 'column 1', 'column 2', 'column 4')

    Raises InputError if there is no such model.
    """
    with Run(puzzle, model, limits) as run:
        search = ConflictSearch(run)
        with run.until_stopped():
            search.find(smallest)
        return Conflicts(
            puzzle=puzzle, **run.ending(), conflicts=tuple(search.found), solvable=search.solvable
        )


class ConflictSearch:
    """Searches for conflicts, and keeps those that were found, so that a limit does not lose them."""

    def __init__(self, run: Run) -> None:
        self.found: list[Conflict] = []
        self.solvable: bool | None = None
        self.printed = list(run.puzzle.list_printed())
        self._run = run
        self._clock = run.clock
        self._cores: list[list[int]] = []
        self._whole = run.puzzle.problem(run.clock)

    def find(self, smallest: bool = True) -> None:
        """Find conflicts that have no clue in common, or raise LimitReached."""
        sums = self._run.puzzle.sums_differ(self._clock)
        if sums:
            self.found.append(Conflict(sums=sums))
        left = [*range(len(self.printed))]
        with self._run.time("conflicts", "looking for clues that contradict each other"):
            self.solvable = sums is None and self.solution(left) is not None
            with nullcontext() if smallest else self._within(_BRIEF):
                self._list(sums, left, smallest)

    def _list(self, sums: str | None, left: list[int], smallest: bool) -> None:
        first = 0
        while len(self.found) < _MOST_LISTED and not self.solvable:
            core, proven = [*left], False
            try:
                self._shrink(core)
                first = first or len(core)
                if smallest:
                    core, proven = self._smallest(core, left)
            except LimitReached:
                if len(core) < len(left):
                    self._add(core, False, sums)
                raise
            self._add(core, proven and len(core) == first, sums)
            left = [clue for clue in left if clue not in core]
            if not core or self.solution(left) is not None:
                break

    def _add(self, core: Sequence[int], smallest: bool, sums: str | None) -> None:
        """Add a conflict, to the first one if that has only sums, and this one more clues than are named."""
        conflict = self._conflict(core, smallest)
        if sums and not self.found[0].clues and len(core) > MOST_NAMED:
            self.found[0] = replace(conflict, sums=sums)
        else:
            self.found.append(conflict)

    @contextmanager
    def _within(self, seconds: float) -> Iterator[None]:
        """Let what is done end after so many seconds."""
        left = self._run.clock.left
        self._clock = Clock(seconds if left is None else min(seconds, left))
        try:
            yield
        except LimitReached:
            self._run.clock.check()
        finally:
            self._clock = self._run.clock

    def _conflict(self, core: Sequence[int], smallest: bool) -> Conflict:
        often = Counter(clue for some in self._cores for clue in some)
        suspects = sorted(sorted(core, key=lambda clue: -often[clue])[:MOST_NAMED])
        names, most = ([self.printed[clue].name for clue in some] for some in (core, suspects))
        return Conflict(tuple(names), tuple(core), tuple(most), smallest)

    def part(self, clues: Collection[int]) -> Problem:
        """Return the Problem of the rules and these clues, with the same numbers of constraints."""
        return part(self._whole, self.printed, {*clues}, free)

    def are_refuted(self, clues: Collection[int]) -> bool:
        """Whether single lines show that these clues have no common solution."""
        return narrow(self.part(clues), self._clock).contradiction is not None

    def solution(self, clues: Collection[int]) -> Values | None:
        """Return a common solution of these clues, or None."""
        narrowed = narrow(self.part(clues), self._clock, probing=True)
        if narrowed.contradiction is not None:
            return None
        if narrowed.solutions or narrowed.problem.decided:
            return narrowed.solutions[0] if narrowed.solutions else narrowed.problem.values
        run = self._run
        with run.open_session(narrowed.problem, run.card, self._clock, run.memory) as session:
            return session.values() if session.solve() else None

    def core(self, clues: Sequence[int]) -> list[int]:
        """Return those of contradictory clues that remain when all are left out that can go, or, of a brief
        search, what remains when it ends.
        """
        core = [*clues]
        self._shrink(core)
        return core

    def _shrink(self, core: list[int]) -> None:
        whole = len(core)
        try:
            for contradict in (self.are_refuted, lambda some: self.solution(some) is None):
                if contradict is not self.are_refuted or self.are_refuted(core):
                    shrink(core, contradict)
        except LimitReached:
            self._run.clock.check()
            if len(core) == whole:
                raise
        self._cores.append(core)

    def _smallest(self, best: list[int], clues: Sequence[int]) -> tuple[list[int], bool]:
        """Return a smallest conflict among these clues, and whether that is proven; `best` is one."""
        least, sets = min(1, len(best)), list[list[int]]()
        with self._within(_SECONDS):
            while least < len(best):
                answer = self._run.in_worker_within(_SECONDS, jobs.fewest_true, sets, [c + 1 for c in clues])
                hit = sorted([variable - 1 for variable in answer or ()])
                least = max(least, len(hit))
                values = self.solution(hit) if least < len(best) else None
                if values is not None:
                    sets.append([clue + 1 for clue in self._leave_out(hit, values, clues)])
                    best = min(best, self._cores[-1], key=len)
                elif least < len(best):
                    best = hit
        return best, least >= len(best)

    def _leave_out(self, hit: Sequence[int], values: Values, clues: Sequence[int]) -> list[int]:
        """Return few clues that are left out by others which have a solution, among them those of `hit`."""
        held = self._find_met(values, clues)
        for clue in clues:
            if clue not in held and not self.are_refuted(held | {clue}):
                held.add(clue)
        while (more := self.solution(held)) is None:
            held.discard(next(clue for clue in self.core(sorted(held)) if clue not in hit))
        held |= self._find_met(more, clues)
        return [clue for clue in clues if clue not in held]

    def _find_met(self, values: Values, clues: Sequence[int]) -> set[int]:
        """Return the clues that a solution meets."""
        given, constraints = dict(self._whole.givens), self._whole.constraints
        return {
            clue
            for clue in clues
            if (cell := self.printed[clue].cell) is None or values[cell] == given[cell]
            if all(holds(constraints[k], values) for k in self.printed[clue].constraints)
        }


def shrink(core: list[int], contradict: Callable[[list[int]], bool]) -> None:
    """Leave out what can go of a set that contradicts itself."""
    at, size = 0, max(1, len(core) // 4)
    while at < len(core):
        rest = core[:at] + core[at + size :]
        if contradict(rest):
            core[:], size = rest, 2 * size
        elif size == 1:
            at += 1
        else:
            size = max(1, min(size, len(core) - at) // 2)


def free(constraint: Constraint) -> Constraint:
    """Return a constraint of the same cells that always holds."""
    if isinstance(constraint, Count):
        return Count(0, len(constraint.options), constraint.options, constraint.label)
    return Regular(constraint.cells, _ANYTHING, constraint.label)


def holds(constraint: Constraint, values: Values) -> bool:
    """Whether these values of all cells meet a constraint."""
    if isinstance(constraint, Count):
        number = sum(values[cell] == value for cell, value in constraint.options)
        return constraint.least <= number <= constraint.most
    return constraint.reader(0).reads([values[cell] for cell in constraint.cells])


_ANYTHING = Automaton((dict.fromkeys(range(64), 0),), frozenset([0]))
"""Reads any values; a line of a Problem has at most 64 colours."""

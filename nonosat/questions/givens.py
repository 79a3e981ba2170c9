"""Which fewest cells, given, leave one solution?"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from nonosat.answer import Answer, Verdict
from nonosat.errors import InputError
from nonosat.processes.limits import Clock, Limits
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.questions.certain import Common
from nonosat.questions.hitting import Hitting, HittingAny
from nonosat.questions.unique import solve
from nonosat.solving.cards import DEFAULT, Card, load_card
from nonosat.solving.run import Run, Values
from nonosat.structure.components import Component, components


@dataclass(frozen=True)
class Givens:
    """Cells of `puzzle` that, given, leave `solution` alone.

    The `cells` are enough, and fewer than `least` are not: the numbers meet where the set is proven
    smallest. `reason` says why the work ended ("done", "time limit", "memory limit", "interrupted").
    Without a solution `because` says why: there is none if `solvable` is False.
    """

    puzzle: Puzzle
    reason: str
    solvable: bool | None
    solution: Picture | None = None
    cells: tuple[int, ...] = ()
    least: int = 0
    because: str = ""

    @property
    def smallest(self) -> bool:
        """Whether it is proven that no smaller set is enough."""
        return self.solution is not None and len(self.cells) == self.least


def givens(
    puzzle: Puzzle,
    solution: Picture | None = None,
    model: str | Card = DEFAULT,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    any_solution: bool = False,
    from_givens: bool = False,
) -> Givens:
    """Find a smallest set of cells that, given besides what the puzzle gives, leaves one solution.

        >>> import nonosat
        >>> found = nonosat.givens(nonosat.load("gchq-no-givens"))
        >>> len(found.cells), found.smallest
        (2, True)

    The solution that is left is `solution`, else the puzzle's goal, else the first one found; with
    `any_solution` it is one that needs the fewest givens of all. With `from_givens` only the puzzle's
    own givens may be chosen, and the puzzle of the answer is the one without them.

    `model` is a card, its name or its path; the limits (seconds, bytes) go before the card's.
    """
    card = model if isinstance(model, Card) else load_card(model)
    wanted = solution or getattr(puzzle, "goal", None)
    if wanted and (fault := puzzle.fault(wanted)):
        raise InputError(
            f"its {'chosen solution' if solution else 'goal'} is no solution: {fault}", puzzle.source
        )
    if any_solution and (solution or from_givens):
        raise InputError("any solution excludes a chosen one, and the puzzle's own givens")
    among: Collection[int] | None = None
    clock = Clock(time_limit if time_limit is not None else card.time_limit)
    if from_givens:
        bare = _bare(puzzle)
        solved = solve(puzzle, card, clock.left, memory_limit)
        if solved.verdict is not Verdict.UNIQUE or solved.solution is None:
            return _without_one(solved)
        wanted, among = solved.solution, {cell for cell, _ in puzzle.problem().givens}
        puzzle = bare
    with Run(puzzle, card, Limits(clock.left, memory_limit)) as run:
        search = _Search(run, puzzle.values(wanted) if wanted else None, among, any_solution)
        with run.until_stopped():
            search.search()
        return search.answer()


def _bare(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle without its givens."""
    if not getattr(puzzle, "givens", ()):
        raise InputError("has no givens to choose from", puzzle.source)
    bare: Puzzle = replace(puzzle, givens=())  # type: ignore[type-var]  # every kind is a dataclass
    return bare


def _without_one(solved: Answer) -> Givens:
    """Say that a puzzle's own givens do not leave one solution, or that it is not known."""
    solvable = {Verdict.NONE: False, Verdict.MULTIPLE: True}.get(solved.verdict)
    because = "its own givens leave more than one solution" if solvable else solved.because
    return Givens(solved.puzzle, solved.reason, solvable, because=because)


class _Search:
    """Keeps what is known so far, so that it is not lost when a limit is reached."""

    def __init__(
        self, run: Run, wanted: Values | None, among: Collection[int] | None, any_solution: bool
    ) -> None:
        self._run = run
        self._common = Common(run)
        self._wanted = wanted
        self._among = range(len(run.problem.sizes)) if among is None else among
        self._any = any_solution
        self._parts: list[tuple[Component, Hitting | HittingAny]] | None = None

    def search(self) -> None:
        """Find the givens of each component by itself, or raise LimitReached."""
        run, common = self._run, self._common
        common.find()
        if not common.solvable:
            return
        self._wanted = self._wanted or common.seen[0]
        self._parts = [
            (part, Hitting(run, part, self._wanted, self._among))
            for part in components(run.problem, run.clock.deadline)
        ]
        for _, hitting in self._parts:
            hitting.search()
        if self._any:
            self._parts = [
                (part, HittingAny(run, part, chosen, common.seen))
                for part, chosen in self._parts
                if isinstance(chosen, Hitting)
            ]
            for _, hitting in self._parts:
                hitting.search()

    def answer(self) -> Givens:
        """Return what is known."""
        run, common = self._run, self._common
        because = common.because or run.detail
        first = self._wanted or next(iter(common.seen), None)
        if first is None or common.solvable is False:
            return Givens(run.puzzle, run.reason, common.solvable, because=because)
        if self._parts is None:
            # All that is not known by now is enough in any case.
            cells = [cell for cell in self._among if run.problem.possible[cell].bit_count() > 1]
            least = int(len(common.seen) > 1)
        else:
            cells = [cell for _, hitting in self._parts for cell in hitting.best]
            least = sum(self._least(hitting) for _, hitting in self._parts)
        values = list(first)
        for part, hitting in self._parts or ():
            for cell in part.cells:
                values[cell] = hitting.solution[cell]
        picture = run.picture(values)
        return Givens(run.puzzle, run.reason, True, picture, tuple(sorted(cells)), least, because)

    def _least(self, hitting: Hitting | HittingAny) -> int:
        """Return a bound for the question that was asked: for one solution, or for any."""
        return hitting.least if isinstance(hitting, HittingAny) == self._any else 1

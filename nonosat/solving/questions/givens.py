"""The fewest givens that make the solution unique."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, ClassVar

from nonosat.automata.components import Component, components
from nonosat.errors import InputError
from nonosat.problem import Values, is_single
from nonosat.processes.alarm import alarm
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.puzzles import CellPuzzle, Puzzle, goal_fault, require_cells
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.records import dataclass, replace
from nonosat.solving.answer import Answer, Panel, Report, Verdict
from nonosat.solving.card import DEFAULT, Card
from nonosat.solving.cards import as_card
from nonosat.solving.questions.cells import positions, positions_text, value_text
from nonosat.solving.questions.certain import Backbone
from nonosat.solving.questions.hitting import Hitting, HittingAny
from nonosat.solving.questions.unique import solve
from nonosat.solving.run import Run
from nonosat.words import bracket


@dataclass(frozen=True, kw_only=True, repr=False)
class Givens(Report):
    """Cells of `puzzle` that, if given, make `solution` unique.

    The `cells` are enough, and fewer than `least` are not; if the numbers are equal, the set is proven
    smallest. Without a solution, `basis` says why; `solvable` is False if there is none. With `any_solution`,
    `least` holds for every choice of the solution. `indices` are places in `puzzle.values(solution)`.
    """

    question: ClassVar[str] = "givens"

    solvable: bool | None
    solution: Picture | None = None
    indices: tuple[int, ...] = ()
    least: int = 0
    any_solution: bool = False

    @property
    def cells(self) -> list[list[int]]:
        """The cells to give: each its row and column, from 1."""
        return positions(self.puzzle, self.indices)

    @property
    def smallest(self) -> bool:
        """Whether it is proven that no smaller set is enough."""
        return self.solution is not None and len(self.indices) == self.least

    @property
    def values(self) -> tuple[int, ...]:
        """The values of the cells to give."""
        if self.solution is None:
            return ()
        values = self.puzzle.values(self.solution)
        return tuple(values[cell] for cell in self.indices)

    @property
    def given(self) -> Picture:
        """The solution in the cells to give, and `?` elsewhere; empty without a grid."""
        return self._show_cells(set(self.indices))

    def unique_puzzle(self) -> CellPuzzle:
        """Return the puzzle with these cells among its givens. Raises InputError if its cells are not filled
        in.
        """
        puzzle = require_cells(self.puzzle, "writing givens works")
        given = list(puzzle.chars(puzzle.start))
        for cell, value in zip(self.indices, self.values, strict=True):
            given[cell] = puzzle.palette[value].char
        unique = puzzle.with_givens(puzzle.cut("".join(given)))
        return unique.with_goal(self.solution) if puzzle.goal and self.solution else unique

    def result(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "solvable": self.solvable,
            "solution": self.solution,
            "givens": [
                {"cell": position, "value": value_text(self.puzzle, value)}
                for position, value in zip(positions(self.puzzle, self.indices), self.values, strict=True)
            ],
            "number": len(self.indices),
            "at_least": self.least,
            "smallest": self.smallest,
        }

    def sentence(self) -> str:
        """Return the result as a sentence."""
        if self.solution is None:
            what = "no solution" if self.solvable is False else "no givens found"
            return f"{self.name}: {what}{bracket(self.basis or ('' if self.done else self.stop_reason))}."
        number = len(self.indices)
        if not number:
            return f"{self.name}: the solution is unique without more givens."
        these = "this given makes" if number == 1 else f"these {number} givens make"
        which = ", for any solution" if self.any_solution else ""
        if self.smallest:
            bound = f"no smaller set does{which}"
        else:
            unknown = f"whether fewer are enough is unknown: {self.stop_reason}"
            bound = f"at least {self.least} are needed{which}; {unknown}"
        return f"{self.name}: {these} the solution unique; {bound}.\n{self._cells_text()}"

    def drawings(self) -> Sequence[Panel]:
        """Return the solution with the givens shaded."""
        if self.solution is None:
            return ()
        others = set(range(len(self.puzzle.values(self.solution)))) - set(self.indices)
        return [(self.puzzle, self.solution, self._show_cells(others))]

    def legend(self) -> str:
        """Say what shaded cells are."""
        return "shaded: the givens" if self.indices and self.puzzle.row_lengths else ""

    def _cells_text(self) -> str:
        """Name the cells to give: a line per colour, if cells are in rows."""
        if not self.puzzle.row_lengths:
            return f"  {positions_text(self.puzzle, self.indices)}"
        by_value: dict[int, list[int]] = {}
        for cell, value in zip(self.indices, self.values, strict=True):
            by_value.setdefault(value, []).append(cell)
        palette = self.puzzle.palette
        return "\n".join(
            f"  {palette[value].name}: {positions_text(self.puzzle, cells)}"
            for value, cells in sorted(by_value.items(), reverse=True)
        )

    def _show_cells(self, cells: Collection[int]) -> Picture:
        puzzle = self.puzzle
        if self.solution is None or not isinstance(puzzle, CellPuzzle) or not puzzle.row_lengths:
            return ()
        chars = enumerate(puzzle.chars(self.solution))
        return puzzle.cut("".join([char if cell in cells else UNKNOWN for cell, char in chars]))


def givens(
    puzzle: Puzzle,
    solution: Picture | None = None,
    model: str | Card = DEFAULT,
    limits: Limits = NO_LIMITS,
    *,
    any_solution: bool = False,
    from_givens: bool = False,
) -> Givens:
    """Find a smallest set of cells that, given in addition to the puzzle's givens, makes a solution unique.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> found = toolkit.givens(nonosat.load("gchq-no-givens"))
        >>> len(found.cells), found.smallest
        (2, True)

    The solution is `solution`, else the puzzle's goal, else the first one found; with `any_solution` it is
    one that needs the fewest givens of all. With `from_givens` only the puzzle's own givens may be chosen,
    and the answer's puzzle is the one without them.

    `model` is a card, its name or its path; the limits take precedence over the card's.

    Raises InputError if `solution` is not a solution, or if the options contradict each other.
    """
    card = replace(as_card(model), goal="uniqueness")  # a first solution alone would not do
    wanted = solution or puzzle.goal or None
    if solution and (fault := puzzle.fault(solution)):
        raise InputError(f"the chosen solution does not solve the puzzle: {fault}", puzzle.source)
    if any_solution and (solution or from_givens):
        raise InputError("any_solution cannot be combined with a chosen solution or the puzzle's own givens")
    among: Collection[int] | None = None
    limits = limits.over(card.limits)
    clock = limits.clock()
    if from_givens:
        if not puzzle.problem().givens:
            raise InputError("the puzzle has no givens to choose from", puzzle.source)
        bare = puzzle.without_givens()
        solved = solve(puzzle, card, limits)
        if solved.verdict is not Verdict.UNIQUE or solved.solution is None:
            return _without_one(solved)
        wanted, among = solved.solution, {cell for cell, _ in puzzle.problem().givens}
        puzzle = bare
    with Run(puzzle, card, limits, clock=clock) as run:
        if not solution:
            require_goal(run)
        return GivensSearch(run, puzzle.values(wanted) if wanted else None, among, any_solution).answer()


def require_goal(run: Run) -> None:
    """Raise InputError if the puzzle's goal contradicts its clues or givens; a limit stops the run."""
    with run.until_stopped(), alarm(run.limits_left.time):
        if fault := goal_fault(run.puzzle):
            raise InputError(fault, run.puzzle.source)


def _without_one(solved: Answer) -> Givens:
    """Say that a puzzle's own givens do not make the solution unique, or that this is unknown."""
    solvable = {Verdict.NONE: False, Verdict.MULTIPLE: True}.get(solved.verdict)
    basis = "its own givens leave more than one solution" if solvable else solved.basis
    return Givens(
        puzzle=solved.puzzle,
        stop_reason=solved.stop_reason,
        basis=basis,
        seconds=solved.seconds,
        solvable=solvable,
    )


class GivensSearch:
    """Searches for givens, and keeps the results so far, so that a limit does not lose them."""

    def __init__(
        self,
        run: Run,
        wanted: Values | None = None,
        among: Collection[int] | None = None,
        any_solution: bool = False,
    ) -> None:
        """`wanted` is the solution to make unique (None: any); `among` has the cells that may be given."""
        self._run = run
        self._backbone = Backbone(run)
        self._wanted = wanted
        self._among = range(len(run.puzzle.cell_sizes)) if among is None else among
        self._any = any_solution
        self._parts: list[tuple[Component, Hitting | HittingAny]] | None = None

    def search(self) -> None:
        """Find the givens of each component separately, or raise LimitReached."""
        run, backbone = self._run, self._backbone
        backbone.find()
        if not backbone.solvable:
            return
        self._wanted = self._wanted or backbone.seen[0].values
        first: list[tuple[Component, Hitting]] = [
            (part, Hitting(run, part, self._wanted, self._among))
            for part in components(run.problem, run.clock)
        ]
        self._parts = [*first]
        with run.time("givens", "looking for the fewest givens", self._fact):
            for _, hitting in first:
                hitting.search()
            if self._any:
                seen = [solution.values for solution in backbone.seen]
                self._parts = [(part, HittingAny(run, part, chosen, seen)) for part, chosen in first]
                for _, chosen_of_any in self._parts:
                    chosen_of_any.search()

    def witnesses(self) -> list[Values]:
        """Return other solutions that show that no fewer givens are enough, once the search for the wanted
        solution is done.
        """
        parts = [hitting for _, hitting in self._parts or () if isinstance(hitting, Hitting)]
        return [values for hitting in parts for values in hitting.witnesses()]

    def _fact(self) -> str:
        parts = [hitting for _, hitting in self._parts or ()]
        least, most = sum(map(self._least, parts)), sum(len(hitting.best) for hitting in parts)
        return f"{least} to {most} are enough"

    def answer(self) -> Givens:
        """Search; return the result, also after a limit."""
        run, backbone = self._run, self._backbone
        with run.until_stopped():
            self.search()
        solution: Picture | None = None
        cells: list[int] = []
        least = 0
        first = self._wanted or next((seen.values for seen in backbone.seen), None)
        if first is not None and backbone.solvable is not False:
            if self._parts is None:
                # Giving all cells that are not yet certain is always enough.
                cells = [cell for cell in self._among if not is_single(run.problem.possible[cell])]
                least = int(len(backbone.seen) > 1)
            else:
                cells = [cell for _, hitting in self._parts for cell in hitting.best]
                least = sum(self._least(hitting) for _, hitting in self._parts)
            values = list(first)
            for part, hitting in self._parts or ():
                for cell in part.cells:
                    values[cell] = hitting.solution[cell]
            solution = run.check_solution(values).picture
        return Givens(
            puzzle=run.puzzle,
            **run.ending(backbone.basis),
            solvable=True if solution else backbone.solvable,
            solution=solution,
            indices=tuple(sorted(cells)),
            least=least,
            any_solution=self._any,
        )

    def _least(self, hitting: Hitting | HittingAny) -> int:
        """Return a valid bound: a bound for one solution does not hold if any solution may be chosen."""
        one_of_many = self._any and isinstance(hitting, Hitting)
        return 1 if one_of_many else hitting.least

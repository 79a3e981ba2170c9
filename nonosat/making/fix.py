"""What gives a puzzle exactly one solution: givens, changes of its picture, or other clues."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from typing import Any, ClassVar

from nonosat.errors import InputError, LimitReached
from nonosat.formats import AnyPuzzle, as_puzzle
from nonosat.making import neat
from nonosat.making.repair import UNIQUE, repair
from nonosat.misprints.search import Edit, MisprintSearch
from nonosat.processes.clock import Clock
from nonosat.processes.limits import NO_LIMITS, Limits, check, within
from nonosat.puzzles import CellPuzzle, require_cells
from nonosat.puzzles.cells import differing_cells, find_cell
from nonosat.puzzles.picture import Picture
from nonosat.reasons.rating import rate
from nonosat.records import dataclass
from nonosat.solving.answer import Panel, Report, Verdict
from nonosat.solving.card import DEFAULT, Card
from nonosat.solving.questions.cells import positions_text
from nonosat.solving.questions.conflicts import Conflicts, conflicts
from nonosat.solving.questions.givens import givens, require_goal
from nonosat.solving.questions.unique import solve
from nonosat.solving.run import Run
from nonosat.words import plural

SORTS = ("givens", "changes", "neat", "misprint")
"""The sorts of fixes: the fewest givens, the fewest changes, changes that keep the look, likely misprints."""

_NEAT = 3  # neat changes that are listed
_LIKELY, _DRAWN = 20, 3  # misprints that are listed and drawn
_NEAT_SECONDS = 10.0


@dataclass(frozen=True)
class Fix:
    """A way to fix a puzzle: its sort (see `SORTS`), what it does in words, the fixed puzzle, and its picture
    with the one before.
    """

    by: str
    says: str
    puzzle: CellPuzzle
    picture: Picture
    before: Picture
    edits: tuple[Edit, ...] = ()
    """Of a misprint: each clue as it is printed, and as it should be."""
    unique: bool = True
    """Whether the picture is the puzzle's only solution; a misprint may leave others."""


@dataclass(frozen=True, kw_only=True, repr=False)
class Fixes(Report):
    """The ways that were found to fix a puzzle; none are needed if it is `fine`. If it has no solution,
    `conflicts` says which clues contradict each other.
    """

    question: ClassVar[str] = "fix"

    puzzle: CellPuzzle
    fixes: tuple[Fix, ...] = ()
    fine: bool = False
    notes: tuple[str, ...] = ()
    conflicts: Conflicts | None = None

    @property
    def givens(self) -> tuple[Fix, ...]:
        """The fixes by cells that are given."""
        return self._by("givens")

    @property
    def changes(self) -> tuple[Fix, ...]:
        """The fixes by changes of the picture."""
        return self._by("changes") + self._by("neat")

    @property
    def misprints(self) -> tuple[Fix, ...]:
        """The likely misprints, the likeliest first."""
        return self._by("misprint")

    def _by(self, sort: str) -> tuple[Fix, ...]:
        return tuple([one for one in self.fixes if one.by == sort])

    def result(self) -> dict[str, Any]:
        """Return it as plain data."""
        conflicts = self.conflicts.result()["conflicts"] if self.conflicts else []
        fixes = list(map(_plain, self.fixes))
        return {"fine": self.fine, "conflicts": conflicts, "fixes": fixes, "notes": self.notes}

    def sentence(self) -> str:
        """Return the first fix."""
        first = [f"the first: {fix.says}" for fix in self.fixes[:1]] or [*self._why, *self.notes][:1]
        return "; ".join([self._found, *([] if self.fine else first)])

    def text(self, width: int | None = None, colour: bool = False) -> str:
        """Return the pictures and the list."""
        return super().text(width, colour).removesuffix(self.sentence()) + self.write_words()

    def write_words(self) -> str:
        """Return the fixes as a numbered list."""
        listed = [f"{number}. {fix.says}" for number, fix in enumerate(self.fixes, start=1)]
        more = [] if self.fine else [*self._why, *listed, *self.notes]
        return "\n  ".join([f"{self._found}.", *more])

    @property
    def _found(self) -> str:
        number = plural(len(self.fixes), "fix", "fixes") if self.fixes else "no fix was found"
        stopped = "" if self.done else f" ({self.stop_reason})"
        return f"{self.name}: {'exactly one solution: nothing to fix' if self.fine else number + stopped}"

    @property
    def _why(self) -> list[str]:
        return [f"no solution: {one.says()}" for one in self.conflicts.conflicts] if self.conflicts else []

    def drawings(self) -> Sequence[Panel]:
        """Return the picture of each fix, with what it changes marked; of misprints, the likeliest."""
        shown = self.misprints[:_DRAWN] or self.fixes
        return [(fix.puzzle, fix.picture, fix.before) for fix in shown]


def fix(
    puzzle: AnyPuzzle,
    by: str | Collection[str] = SORTS,
    model: str | Card = DEFAULT,
    limits: Limits = NO_LIMITS,
    *,
    solution: Picture | None = None,
    any_solution: bool = False,
    level: str = UNIQUE,
    most: int | None = None,
    keep: Sequence[Sequence[int]] = (),
    time_limit: float | None = None,
) -> Fixes:
    """Find what gives a puzzle exactly one solution; with a `level`, changes make it that easy, too.

        >>> import nonosat
        >>> [one.by for one in nonosat.fix("switch").fixes][:2]
        ['givens', 'changes']

    `by` are the sorts that are tried (see `SORTS`). A puzzle without a solution has misprints alone; of one
    with several, only `by` brings them. Givens select the `solution`, by default
    the first; with `any_solution`, whichever needs the fewest. At most `most` cells are changed, and none of
    those in `keep`, each its row and column, from 1.

    Raises InputError for kinds whose cells are not filled in, and for a goal that contradicts the clues.
    """
    limits = within(limits, time_limit)
    asked, clock = require_cells(as_puzzle(puzzle), "fix works"), limits.clock()
    kept = [find_cell(asked, cell, "keep") for cell in keep]
    fixes: list[Fix] = []
    notes: list[str] = []
    ending: dict[str, Any] = {}
    wanted = [sort for sort in SORTS if sort in ((by,) if isinstance(by, str) else by)]
    if not wanted:
        raise InputError(f"by: expected one of {', '.join(SORTS)}, found {by!r}")
    if most is not None:
        check("most", most, 0, int)
    if wanted == ["misprint"]:
        return _find_misprints(asked, model, limits, clock)
    with Run(asked, model, limits, clock=clock) as run:
        if not solution:
            require_goal(run)
        if not run.done:
            return Fixes(puzzle=asked, **run.ending())
    if level == UNIQUE and "givens" not in wanted:
        fine, ending = _is_unique(asked, model, limits.deduct(clock))
        if fine:
            return Fixes(puzzle=asked, fine=True, seconds={"total": clock.seconds})
    if "givens" in wanted and level == UNIQUE:
        least = givens(
            asked, solution, model=model, limits=limits.deduct(clock), any_solution=any_solution
        ).require_uninterrupted()
        if least.solution is None:
            notes.append(least.sentence().removeprefix(f"{least.name}: "))
            ending = {"stop_reason": least.stop_reason, "basis": least.basis}
            if least.solvable is False and "misprint" in wanted:
                return _find_misprints(asked, model, limits, clock)
            if least.solvable is False:
                return Fixes(puzzle=asked, notes=tuple(notes), seconds={"total": clock.seconds})
        elif not least.cells:
            return Fixes(puzzle=asked, fine=True, seconds={"total": clock.seconds})
        else:
            fewest = "" if least.smallest else ", perhaps more than needed"
            says = f"give {plural(len(least.cells), 'cell')}{fewest}: {positions_text(asked, least.indices)}"
            before = asked.cut("".join(_unlike(asked, least.solution, least.indices)))
            fixes.append(Fix("givens", says, least.unique_puzzle(), least.solution, before))
    if "changes" in wanted and asked.any_picture:
        repaired = repair(asked, most, kept, model, limits.deduct(clock), level=level).require_uninterrupted()
        same = repaired.before is not None and repaired.after == repaired.before
        if same and not fixes:
            fine, ending = _is_unique(asked, model, limits.deduct(clock))
            if fine:
                return Fixes(puzzle=asked, fine=True, seconds={"total": clock.seconds})
        after = repaired.repaired
        if same:
            notes.append("the picture is the only one with its clues, once none of them is blotted")
        elif after is None or repaired.after is None or repaired.before is None:
            notes.append(repaired.sentence().removeprefix(f"{repaired.name}: "))
            ending = ending or {"stop_reason": repaired.stop_reason, "basis": repaired.basis}
        else:
            fewest = "" if repaired.proven or level == UNIQUE else ", perhaps more than needed"
            cells = positions_text(asked, repaired.indices)
            says = f"change {plural(len(repaired.cells), 'cell')}{fewest}: {cells}"
            fixes.append(Fix("changes", says, after, repaired.after, repaired.before))
    if "neat" in wanted and asked.any_picture and (asked.goal or len(wanted) == 1):
        fixes += _neat(
            asked if asked.goal else _draw(asked, model, limits.deduct(clock)), kept, limits, clock
        )
    return Fixes(
        puzzle=asked, seconds={"total": clock.seconds}, fixes=tuple(fixes), notes=tuple(notes), **ending
    )


def _is_unique(puzzle: CellPuzzle, model: str | Card, limits: Limits) -> tuple[bool, dict[str, Any]]:
    """Return whether it has one solution, and what of an ending is known if a limit came first."""
    answer = solve(puzzle, model, limits).require_uninterrupted()
    ending = {"stop_reason": answer.stop_reason, "basis": answer.basis}
    return answer.verdict is Verdict.UNIQUE, ending if answer.verdict is Verdict.UNKNOWN else {}


def _find_misprints(puzzle: CellPuzzle, model: str | Card, limits: Limits, clock: Clock) -> Fixes:
    """Find likely misprints, and the conflicts of a puzzle without a solution."""
    with Run(puzzle, model, limits, clock=clock) as run:
        why = conflicts(puzzle, model, limits.deduct(clock), smallest=False)
        search = MisprintSearch(run, why)
        with run.until_stopped():
            if why.solvable and solve(puzzle, model, limits.deduct(clock)).verdict is Verdict.UNIQUE:
                return Fixes(puzzle=puzzle, fine=True, seconds={"total": clock.seconds})
            search.find()
        best = search.found[:_LIKELY]
        alike = sum(one.price < best[0].price + 1e-9 for one in best)
        notes = [f"{f'the first {alike}' if alike < len(best) else 'all'} are equally likely"] * (alike > 1)
        return Fixes(
            puzzle=puzzle,
            fixes=tuple([Fix("misprint", x.says(), x.puzzle, x.picture, (), x.edits, x.only) for x in best]),
            notes=tuple(notes if best else [f"no likely misprint; tried: {', '.join(search.searched)}"]),
            conflicts=None if why.solvable else why,
            **run.ending(),
        )


def _neat(puzzle: CellPuzzle | None, keep: Sequence[int], limits: Limits, clock: Clock) -> Iterator[Fix]:
    """Yield the best neat changes that are found within a few seconds."""
    if puzzle is None or not puzzle.goal:
        return
    left = clock.left
    changes: list[neat.Neat] = []
    with suppress(LimitReached):
        watch = Clock(_NEAT_SECONDS if left is None else min(left, _NEAT_SECONDS))
        changes.extend(neat.neat_changes(puzzle, keep, watch))
    for one in neat.choose(changes, _NEAT):
        values = list(puzzle.values(puzzle.goal))
        for cell, value in one.changes:
            values[cell] = value
        picture = puzzle.picture(values)
        after = puzzle.asking_for(picture)
        rated = rate(after, limits=limits.deduct(clock)).require_uninterrupted()
        effort = f", effort {rated.details.effort:.0f}" if rated.details else ""
        number = plural(differing_cells(puzzle.goal, picture), "cell")
        says = f"{', '.join(one.does)} ({number}): {rated.difficulty}{effort}"
        yield Fix("neat", says, after, picture, puzzle.goal)


def _draw(puzzle: CellPuzzle, model: str | Card, limits: Limits) -> CellPuzzle | None:
    """Return a puzzle that has only clues with its first solution as the goal; None if there is none."""
    solution = solve(puzzle, model, limits).require_uninterrupted().solution
    return None if solution is None else puzzle.with_goal(solution)


def _unlike(puzzle: CellPuzzle, picture: Picture, cells: Collection[int]) -> Iterator[str]:
    """Yield the characters of a picture, other ones in these cells."""
    chars = [colour.char for colour in puzzle.palette]
    for cell, char in enumerate(puzzle.chars(picture)):
        yield chars[char == chars[0]] if cell in cells else char


def _plain(fix: Fix) -> dict[str, Any]:
    from json import loads

    from nonosat.formats.writing import write

    edits = [edit._asdict() for edit in fix.edits]
    return {
        "by": fix.by,
        "says": fix.says,
        "picture": fix.picture,
        "unique": fix.unique,
        "puzzle": loads(write(fix.puzzle, "json")),
        **({"edits": edits} if edits else {}),
    }

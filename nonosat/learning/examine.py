"""Examines one puzzle of a set: how many solutions it has, whether the stored picture is one, and its keys.

Most puzzles in sets are small, so a solver is used only if propagation and a short search do not decide.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from nonosat import (
    Card,
    LimitReached,
    Limits,
    Picture,
    StopReason,
    Verdict,
    certain,
    load_card,
    solutions,
)
from nonosat.learning.sets import Defect, Item
from nonosat.learning.twins import Key, clues_key, key_of_goal
from nonosat.processes.limits import NO_LIMITS, Clock
from nonosat.propagation.listing import listed
from nonosat.propagation.state import begin
from nonosat.puzzles import CellPuzzle
from nonosat.puzzles.picture import UNKNOWN
from nonosat.solving.questions.unique import Decision
from nonosat.solving.run import Run

_WORK = 4000  # the search's budget of work, by line of the puzzle


@dataclass(frozen=True, slots=True)
class Question:
    """What to find out about every puzzle: count at most `most` solutions; with `rated`, find the class."""

    most: int = 100
    limits: Limits = NO_LIMITS
    rated: bool = False


@dataclass(frozen=True, slots=True)
class Examined:
    """The findings about a single puzzle. `verdict` is None if it could not be read. `solutions` is the
    number of solutions, a lower bound unless `exact`; two of them are `solution` and `other`, and `certain`
    has `?` for cells that vary. `stop_reason` says why an unknown verdict is unknown.
    """

    verdict: Verdict | None = None
    solutions: int = 0
    exact: bool = True
    solution: Picture = ()
    other: Picture = ()
    certain: Picture = ()
    level: str = ""
    stop_reason: StopReason = StopReason.DONE
    defects: tuple[Defect, ...] = ()
    keys: tuple[Key, ...] = ()


def examine(item: Item, question: Question) -> Examined:
    """Examine a puzzle. What a limit leaves open is `unknown`; Ctrl-C raises KeyboardInterrupt, also during a
    question to a solver, because it is meant for the whole set.
    """
    puzzle = item.puzzle
    if puzzle is None:
        return Examined(defects=item.defects)
    clock, defects = question.limits.clock(), list[Defect]()
    try:
        found = _solved(puzzle, question, clock)
        if found.verdict is Verdict.NONE:
            defects.append(_why_none(puzzle, clock))
    except LimitReached as limit:
        found = Examined(Verdict.UNKNOWN, exact=False, stop_reason=limit.stop_reason)
    unique, known = found.verdict is Verdict.UNIQUE, () if defects else item.picture or ()
    if found.verdict is Verdict.MULTIPLE:
        defects.append(Defect("multiple", _several(puzzle, found)))
    if known and known != found.solution and (fault := puzzle.fault(known)):
        defects.append(Defect("picture", f"the stored picture is not a solution: {fault}"))
        known = ()
    if question.rated and unique:
        from nonosat import rate  # slow to import, and rarely used

        rating = rate(puzzle, limits=question.limits.left(clock)).uninterrupted()
        found = replace(found, level=rating.level if rating.done else "unknown")
    # Duplicates are found by the picture if one is known, and by the clues unless the solution is unique.
    keys = _keys(puzzle, found.solution if unique else known, not unique)
    return replace(found, defects=(*item.defects, *defects), keys=keys)


def _why_none(puzzle: CellPuzzle, clock: Clock) -> Defect:
    if (obstacle := puzzle.obstacle(clock)) is not None:
        return Defect("sums" if obstacle.startswith("the rows ask") else "line", obstacle)
    sums = ", though the sums of rows and columns agree" * (len(puzzle.directions) == 2)
    return Defect("none", f"there is no solution{sums}")


def both_keys(item: Item, question: Question) -> tuple[Key, ...]:
    """Return the keys of a puzzle of a training set: of its clues, and of its picture if one is known."""
    if item.puzzle is None:
        return ()
    picture = item.picture if item.picture and item.puzzle.fault(item.picture) is None else ()
    if not picture:
        found = examine(item, replace(question, most=2))
        picture = found.solution if found.verdict == Verdict.UNIQUE else ()
    return _keys(item.puzzle, picture, True)


def _keys(puzzle: CellPuzzle, picture: Picture, clues: bool) -> tuple[Key, ...]:
    of_picture = (key_of_goal(puzzle, picture),) if picture else ()
    return (*of_picture, clues_key(puzzle)) if clues else of_picture


def _several(puzzle: CellPuzzle, found: Examined) -> str:
    number = f"{found.solutions} solutions" if found.exact else f"{found.solutions} solutions or more"
    cells = puzzle.chars(found.certain)
    if not cells:
        return number
    return f"{number}; {len(cells) - cells.count(UNKNOWN)} of {len(cells)} cells are the same in all"


@cache
def _card() -> Card:
    """Return the default card, once: whether its solvers are there is not looked up for each puzzle."""
    return load_card("auto")


def _solved(puzzle: CellPuzzle, question: Question, clock: Clock) -> Examined:
    """Find the verdict, two solutions and the certain cells. Raises LimitReached if a limit comes first."""
    with Run(puzzle, _card(), question.limits, clock=clock) as run:
        decision = Decision(run)
        decision.decide()
        first, other = [*(found.picture for found in decision.solutions), (), ()][:2]
        number = len(decision.solutions)
        if decision.verdict is not Verdict.MULTIPLE:
            return Examined(decision.verdict, number, True, first)
        most = max(2, question.most)
        state = begin(run.problem, clock)
        state.narrow(clock)
        found = listed(state, most, _WORK * len(run.problem.constraints), clock)
        if found.exact:
            number, exact, common = len(found.solutions), found.complete, puzzle.known(found.possible)
        else:  # a short search was not enough
            each = solutions(puzzle, most, limits=question.limits.left(clock))
            number = sum(1 for _ in each)
            exact = each.report.uninterrupted().complete
            cells = certain(puzzle, limits=question.limits.left(clock)).uninterrupted()
            common = cells.picture if cells.done else ()
        return Examined(Verdict.MULTIPLE, max(2, number), exact, first, other, common)

"""Examines one puzzle of a set: its solutions, whether the stored picture is one, and its keys."""

from __future__ import annotations

from dataclasses import dataclass

from nonosat import (
    NO_LIMITS,
    UNKNOWN,
    CellPuzzle,
    Clock,
    Examined,
    LimitReached,
    Limits,
    Picture,
    Verdict,
    examine as examine_puzzle,
)
from nonosat.learning.sets import Defect, Item
from nonosat.learning.twins import Key, clues_key, key_of_goal


@dataclass(frozen=True, slots=True)
class Question:
    """What to find out about every puzzle: count at most `most` solutions; with `rated`, find the class."""

    most: int = 100
    limits: Limits = NO_LIMITS
    rated: bool = False


_NOTHING = Examined()


@dataclass(frozen=True, slots=True)
class Findings:
    """The findings about a single puzzle. Of one that cannot be read, `found` has no verdict."""

    found: Examined = _NOTHING
    level: str = ""
    defects: tuple[Defect, ...] = ()
    keys: tuple[Key, ...] = ()


def examine(item: Item, question: Question) -> Findings:
    """Examine a puzzle. What a limit leaves open is unknown; Ctrl-C raises KeyboardInterrupt, also during a
    question to a solver, because it is meant for the whole set.
    """
    puzzle = item.puzzle
    if puzzle is None:
        return Findings(defects=item.defects)
    clock, defects = question.limits.clock(), list(item.defects)
    found = examine_puzzle(puzzle, question.most, question.limits, clock)
    if found.verdict is Verdict.NONE:
        try:
            defects.append(_why_none(puzzle, clock))
        except LimitReached as limit:
            found = Examined(Verdict.UNKNOWN, exact=False, stop_reason=limit.stop_reason)
    known = () if found.verdict is Verdict.NONE else item.picture or ()
    if found.verdict is Verdict.MULTIPLE:
        defects.append(Defect("multiple", _several(puzzle, found)))
    if known and known != found.solution and (fault := puzzle.fault(known)):
        defects.append(Defect("picture", f"the stored picture is not a solution: {fault}"))
        known = ()
    unique, level = found.verdict is Verdict.UNIQUE, ""
    if question.rated and unique:
        from nonosat import rate  # slow to import, and rarely used

        rating = rate(puzzle, limits=question.limits.left(clock)).uninterrupted()
        level = rating.level if rating.done else "unknown"
    # Duplicates are found by the picture if one is known, and by the clues unless the solution is unique.
    return Findings(
        found, level, tuple(defects), _keys(puzzle, found.solution if unique else known, not unique)
    )


def both_keys(item: Item, question: Question) -> tuple[Key, ...]:
    """Return the keys of a puzzle of a training set: of its clues, and of its picture if one is known."""
    if item.puzzle is None:
        return ()
    picture = item.picture if item.picture and item.puzzle.fault(item.picture) is None else ()
    if not picture:
        found = examine_puzzle(item.puzzle, 2, question.limits)
        picture = found.solution if found.verdict is Verdict.UNIQUE else ()
    return _keys(item.puzzle, picture, True)


def _keys(puzzle: CellPuzzle, picture: Picture, clues: bool) -> tuple[Key, ...]:
    of_picture = (key_of_goal(puzzle, picture),) if picture else ()
    return (*of_picture, clues_key(puzzle)) if clues else of_picture


def _why_none(puzzle: CellPuzzle, clock: Clock) -> Defect:
    if (obstacle := puzzle.obstacle(clock)) is not None:
        return Defect("sums" if obstacle.startswith("the rows ask") else "line", obstacle)
    sums = ", though the sums of rows and columns agree" * (len(puzzle.directions) == 2)
    return Defect("none", f"there is no solution{sums}")


def _several(puzzle: CellPuzzle, found: Examined) -> str:
    number = f"{found.solutions} solutions" if found.exact else f"{found.solutions} solutions or more"
    cells = puzzle.chars(found.certain)
    if not cells:
        return number
    return f"{number}; {len(cells) - cells.count(UNKNOWN)} of {len(cells)} cells are the same in all"

"""Examines one puzzle of a set: its solutions, whether the stored picture is one, and its keys.

Equivalent puzzles (mirrored, rotated, transposed, or with their two colours swapped) have the same key: the
hash of the smallest of their forms. It comes with the moves that lead to that form, which tell how one puzzle
becomes the other. A puzzle whose picture is not known has a key of its clues.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import product
from typing import NamedTuple

from nonosat import LimitReached, Limits, Picture, Verdict
from nonosat.learning.forms import form_key
from nonosat.learning.sets import Defect, Item
from nonosat.toolkit import (
    BLACK_AND_WHITE,
    NO_LIMITS,
    UNKNOWN,
    CellPuzzle,
    Clock,
    Examined,
    examine as examine_puzzle,
    symmetry,
)


class Key(NamedTuple):
    """The hash of a form, and the bit mask of the moves that lead to it: their numbers in `symmetry.MOVES`,
    and 8 more after a swap of the colours.
    """

    hash: int
    moves: int


_TURNED, _SWAPPED = symmetry.MOVES.index(symmetry.HALF), len(symmetry.MOVES)
_SIMPLEST_FIRST = ("the same", "mirrored", "turned", "transposed")


def key_of_goal(puzzle: CellPuzzle, picture: Picture) -> Key:
    """Return the key of a picture for a puzzle."""
    if puzzle.grid:
        return picture_key(picture, puzzle.palette == BLACK_AND_WHITE)
    return clues_key(puzzle.asking_for(picture))


def picture_key(picture: Picture, two_colours: bool = True) -> Key:
    """Return the key of a picture of a grid."""
    return Key(*form_key("".join(picture), len(picture[0]), len(picture), two_colours))


def clues_key(puzzle: CellPuzzle) -> Key:
    """Return the key of a puzzle's clues. Without a grid, all orientations but its own count as one turn."""
    forms = (key for key, _ in puzzle.without_givens().orientations())
    moves = range(_SWAPPED) if puzzle.grid else (0, *(_TURNED,) * 99)
    pairs = list(zip(moves, forms, strict=False))
    least = min([form for _, form in pairs])
    leading = {move for move, form in pairs if form == least}
    hashed = blake2b(f"{puzzle.kind} clues {least!r}".encode(), digest_size=8).digest()
    return Key(int.from_bytes(hashed, "big"), sum([1 << move for move in leading]))


@lru_cache(maxsize=4096)
def relation(one: int, other: int) -> str:
    """Describe how a puzzle becomes another with the same key, from the moves of both keys.

    >>> a, b = picture_key(("##.", "...")), picture_key((".#", ".#", ".."))
    >>> a.hash == b.hash, relation(a.moves, b.moves)
    (True, 'turned')
    """
    every = [*product((False, True), symmetry.MOVES)]
    ones, others = ([way for bit, way in enumerate(every) if moves >> bit & 1] for moves in (one, other))
    swapped, rank = min(
        (swap != swap_there, _SIMPLEST_FIRST.index(symmetry.name_between(move, move_there)))
        for (swap, move), (swap_there, move_there) in product(ones, others)
    )
    return _SIMPLEST_FIRST[rank] + ", colours swapped" * swapped


@dataclass(frozen=True)
class Question:
    """What to find out about every puzzle: count at most `most` solutions; with `rated`, find the class."""

    most: int = 100
    limits: Limits = NO_LIMITS
    rated: bool = False


_NOTHING = Examined()


class Findings(NamedTuple):
    """The findings about a single puzzle. If it cannot be read, `found` has no verdict."""

    found: Examined = _NOTHING
    level: str = ""
    defects: tuple[Defect, ...] = ()
    keys: tuple[Key, ...] = ()


def examine(item: Item, question: Question) -> Findings:
    """Examine a puzzle. Verdicts that a limit prevents are unknown; Ctrl-C raises KeyboardInterrupt, also
    during a question to a solver, because it is meant for the whole set.
    """
    puzzle = item.puzzle
    if puzzle is None:
        return Findings(defects=item.defects)
    clock, defects = question.limits.clock(), list(item.defects)
    findings = examine_puzzle(puzzle, question.most, question.limits, clock)
    if findings.verdict is Verdict.NONE:
        try:
            defects.append(_why_none(puzzle, clock))
        except LimitReached as limit:
            findings = Examined(Verdict.UNKNOWN, exact=False, stop_reason=limit.stop_reason)
    known = () if findings.verdict is Verdict.NONE else item.picture or ()
    if findings.verdict is Verdict.MULTIPLE:
        defects.append(Defect("multiple", _several(puzzle, findings)))
    if known and known != findings.solution and (fault := puzzle.fault(known)):
        defects.append(Defect("picture", f"the stored picture is not a solution: {fault}"))
        known = ()
    unique, level = findings.verdict is Verdict.UNIQUE, ""
    if question.rated and unique:
        from nonosat import rate  # slow to import, and rarely used

        rating = rate(puzzle, limits=question.limits.deduct(clock)).require_uninterrupted()
        level = rating.difficulty if rating.done else "unknown"
    # Duplicates are found by the picture if one is known, and by the clues unless the solution is unique.
    return Findings(
        findings, level, tuple(defects), _keys(puzzle, findings.solution if unique else known, not unique)
    )


def both_keys(item: Item, question: Question) -> tuple[Key, ...]:
    """Return the keys of a puzzle of a training set: of its clues, and of its picture if one is known."""
    if item.puzzle is None:
        return ()
    picture = item.picture if item.picture and item.puzzle.fault(item.picture) is None else ()
    if not picture:
        findings = examine_puzzle(item.puzzle, 2, question.limits)
        picture = findings.solution if findings.verdict is Verdict.UNIQUE else ()
    return _keys(item.puzzle, picture, True)


def _keys(puzzle: CellPuzzle, picture: Picture, clues: bool) -> tuple[Key, ...]:
    of_picture = (key_of_goal(puzzle, picture),) if picture else ()
    return (*of_picture, clues_key(puzzle)) if clues else of_picture


def _why_none(puzzle: CellPuzzle, clock: Clock) -> Defect:
    if (obstacle := puzzle.obstacle(clock)) is not None:
        return Defect("sums" if obstacle.startswith("the rows ask") else "line", obstacle)
    sums = ", though the sums of rows and columns agree" * (len(puzzle.directions) == 2)
    return Defect("none", f"there is no solution{sums}")


def _several(puzzle: CellPuzzle, findings: Examined) -> str:
    number = f"{findings.count} solutions" if findings.exact else f"{findings.count} solutions or more"
    cells = puzzle.chars(findings.certain)
    if not cells:
        return number
    return f"{number}; {len(cells) - cells.count(UNKNOWN)} of {len(cells)} cells are the same in all"

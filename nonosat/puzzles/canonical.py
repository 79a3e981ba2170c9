"""The canonical form of a puzzle under rotation and mirroring.

Results about the canonical form do not depend on the orientation. A fingerprint, which finds duplicates, does
not depend on the colours either.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from operator import itemgetter

from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.puzzles.base import CellPuzzle

_VERSION = 1  # version of the data that fingerprints hash


def canonical_order(puzzle: CellPuzzle, clock: Clock = NO_CLOCK) -> tuple[int, ...]:
    """Return the cells in the order of the puzzle's canonical orientation."""
    return min(clock.through(puzzle.orientations(), 1), key=itemgetter(0))[1]()


def canonical_ranks(puzzle: CellPuzzle, clock: Clock = NO_CLOCK) -> Sequence[int]:
    """Return the number of each cell in the puzzle's canonical orientation."""
    cells = canonical_order(puzzle, clock)
    ranks = [0] * len(cells)
    for rank, cell in enumerate(cells):
        ranks[cell] = rank
    return ranks


def fingerprint(puzzle: CellPuzzle) -> str:
    """Return 32 hexadecimal digits that do not change when the puzzle is turned, mirrored or recoloured."""
    key = min(key for key, _ in puzzle.orientations(any_colours=True))
    kind = "" if puzzle.kind == "nonogram" else f" {puzzle.kind}"  # the only kind of version 1 at first
    return sha256(f"{_VERSION}{kind} {key}".encode()).hexdigest()[:32]

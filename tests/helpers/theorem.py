"""The specification in the books of the theorem, compared with brute force on random small puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from nonosat.proofs import theorem
from nonosat.puzzles import Puzzle
from nonosat.puzzles.springs import Springs
from tests.brute import random_puzzle
from tests.helpers import brute

AGREE = """
(defun those-that-solve (candidates problem)
  (cond ((atom candidates) nil)
        ((solves (car candidates) problem)
         (cons (car candidates) (those-that-solve (cdr candidates) problem)))
        (t (those-that-solve (cdr candidates) problem))))
(defun agree (name puzzle candidates solutions)
  (let ((found (those-that-solve candidates (problem-of puzzle))))
    (if (equal found solutions) 0 (cw "differs: ~x0~%" name))))
"""


def lisp(value: object) -> str:
    return f"({' '.join(map(lisp, value))})" if isinstance(value, Sequence) else str(value)


def candidates(
    solutions: Sequence[Sequence[int]], sizes: Sequence[int], random: Random
) -> Iterator[list[int]]:
    """Yield values of all cells: solutions, what differs from them in a cell or two, and others."""
    for values in solutions[:12]:
        yield list(values)
        for changes in (1, 1, 1, 2, 2):
            changed = list(values)
            for _ in range(changes):
                cell = random.randrange(len(sizes))
                changed[cell] = random.randrange(sizes[cell])
            yield changed
    for _ in range(8):
        yield [random.randrange(size) for size in sizes]


@cache
def comparison(number: int) -> str:
    """Compare the specification with brute force on a random small puzzle; the first has a long block."""
    puzzle = random_puzzle(number) if number else Springs("?" * 12, (11,))
    solutions = [puzzle.values(picture) for picture in brute.solutions(puzzle)]
    many = [*candidates(solutions, puzzle.problem().sizes, Random(number))]
    good = [values for values in many if tuple(values) in set(solutions)]
    return f"(agree {number} '{written(puzzle)} '{lisp(many)} '{lisp(good)})"


def written(puzzle: Puzzle) -> str:
    """Return the puzzle as ACL2 reads it."""
    found = [
        f"({name} {' '.join(map(theorem.quoted, texts))})" for name, texts in theorem.fields(puzzle).items()
    ]
    return f"({puzzle.kind} {' '.join(found)})"

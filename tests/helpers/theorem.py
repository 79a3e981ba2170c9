"""The specification in the books of the theorem, compared with brute force on random small puzzles."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from math import prod
from random import Random

from nonosat.problem import Problem
from nonosat.puzzles import CellPuzzle, Puzzle
from nonosat.puzzles.springs import Springs
from nonosat.theorem import statement
from tests.brute import random_puzzle
from tests.helpers import brute
from tests.helpers.propagation import random_problem

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


ASKED = """
(defun agree-asked (name puzzle values candidates solutions)
  (let ((found (those-that-solve candidates (asking-for values (problem-of puzzle)))))
    (if (equal found solutions) 0 (cw "differs: ~x0~%" name))))
(defun agree-on-number (name puzzle number)
  (let ((problem (problem-of puzzle)))
    (if (equal (how-many-solve (all-values (first problem)) problem) number)
        0
      (cw "differs: ~x0~%" name))))
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
    problem = puzzle.problem()
    ruled = _as_lisp("problem", statement.problem_fields(problem)) if problem.forms.rules else ""  # by `*`
    return f"(agree {number} '{ruled or written(puzzle)} '{lisp(many)} '{lisp(good)})"


def comparison_of_clues(number: int) -> str:
    """Compare which pictures have the clues of another with what the puzzle's kind says."""
    random, puzzle = Random(number), random_puzzle(number)
    while not isinstance(puzzle, CellPuzzle):
        number += 1_000_003
        puzzle = random_puzzle(number)
    sizes = puzzle.problem().sizes
    first = [random.randrange(size) for size in sizes]
    many = [*candidates([first] * 4, sizes, random)]
    asking = puzzle.asking_for(puzzle.picture(first))
    good = [values for values in many if asking.fault(puzzle.picture(values)) is None]
    return f"(agree-asked {number} '{written(puzzle)} '{lisp(first)} '{lisp(many)} '{lisp(good)})"


def comparison_of_problems(number: int) -> str:
    """Compare what a kind without a page is stated as, by rules of all forms, with their definitions."""
    problem, random = _problem(number), Random(number)
    many = [[random.randrange(size) for size in problem.sizes] for _ in range(60)]
    good = [values for values in many if _holds(problem, values)]
    text = _as_lisp("problem", statement.problem_fields(problem))
    return f"(agree {number} '{text} '{lisp(many)} '{lisp(good)})"


def comparison_of_numbers(number: int) -> str:
    """Compare how many values solve a problem with how many do by the rules' definitions."""
    problem = _problem(number)
    while prod(problem.sizes) > 2_000:
        number += 1_000_003
        problem = _problem(number)
    found = sum(_holds(problem, values) for values in product(*map(range, problem.sizes)))
    return f"(agree-on-number {number} '{_as_lisp('problem', statement.problem_fields(problem))} {found})"


def _problem(number: int) -> Problem:
    random = Random(number)
    problem = random_problem(random)
    cells = random.sample(range(len(problem.sizes)), random.choice((0, 0, 1)))
    givens = tuple([(cell, random.randrange(problem.sizes[cell])) for cell in cells])
    return replace(problem, givens=givens, possible=())


def _holds(problem: Problem, values: Sequence[int]) -> bool:
    given = all(values[cell] == value for cell, value in problem.givens)
    return given and all(brute.holds(constraint, values) for constraint in problem.constraints)


def written(puzzle: Puzzle) -> str:
    """Return the puzzle as ACL2 reads it."""
    return _as_lisp(puzzle.kind, statement.fields(puzzle))


def _as_lisp(kind: str, fields: statement.Fields) -> str:
    entries = [f"({name} {' '.join(items)})" for name, items in fields.items()]
    return f"({' '.join([kind, *entries])})"

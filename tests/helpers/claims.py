"""Whether what a certificate claims is true, by trying everything; shares nothing with what verifies it."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

from nonosat import Picture, Puzzle, verify
from nonosat.problem import Problem
from nonosat.proofs.manifest import Certificate
from nonosat.toolkit import CellPuzzle, prove_answer
from tests.helpers.brute import assignments, cells_of, solutions

QUESTIONS = "certain", "count", "givens", "repair"

MOST = 60  # solutions of a puzzle whose givens are proved
CELLS = 16  # of a puzzle whose repair is proved

Values = Sequence[int]


def questions_for(puzzle: Puzzle) -> list[str]:
    """Return the questions whose answers can be checked by trying everything."""
    few = len(solved(puzzle)) <= MOST
    small = isinstance(puzzle, CellPuzzle) and puzzle.any_picture and len(puzzle.problem().sizes) <= CELLS
    never = not solved(puzzle)
    return ["certain", "count", *["conflict"] * never, *["givens"] * few, *["repair"] * small]


def claims_agree(puzzle: Puzzle, folder: Path, questions: Sequence[str] = QUESTIONS) -> list[str]:
    """Assert that each question gets a certificate, which is verified and true; return the claims' names."""
    found = []
    for question in questions:
        report, certificate = prove_answer(puzzle, question, folder / question)
        if certificate is None:
            assert question == "repair" and "no picture with up to 2 changes" in report.basis, report
            continue
        checked = verify(folder / question, "own")
        assert checked.failure is None, (puzzle, question, checked.failure)
        assert checked.puzzle is not None
        files = {path.name: path.read_bytes() for path in (folder / question).iterdir()}
        assert is_true(checked.puzzle, certificate, files), (puzzle, certificate)
        found.append(certificate.verdict)
    return found


def is_true(puzzle: Puzzle, certificate: Certificate, files: Mapping[str, bytes]) -> bool:
    """Whether a claim on a small puzzle is true."""
    every = [puzzle.values(picture) for picture in solved(puzzle)]
    said = certificate.claim
    content: dict[str, Any] = json.loads(files["claim.json"]) if "claim.json" in files else {}
    pictures = [
        files[f"solution-{number}.txt"].decode().splitlines()
        for number in range(1, certificate.solutions + 1)
    ]
    first = puzzle.values(tuple(pictures[0])) if pictures else ()
    match certificate.verdict:
        case "none":
            return not every and said == "no solution"
        case "unique":
            return len(every) == 1 and said == "exactly one solution"
        case "multiple":
            return len(every) > 1 and said == "more than one solution"
        case "all" | "count":
            return said == f"exactly {len(every)} solutions"
        case "certain":
            same = sum(len(set(values)) == 1 for values in zip(*every, strict=True))
            return (
                bool(every) and said == f"exactly {same} of {len(first)} cells are the same in all solutions"
            )
        case "givens":
            return _fewest(every, first, content["givens"], said)
        case "conflict":
            return _names_clues(puzzle, said, content["clues"]) and contradict(puzzle, content["clues"])
        case "repair":
            assert isinstance(puzzle, CellPuzzle)
            return _nearest(puzzle, first, content["changes"], said)
    return False


def _names_clues(puzzle: Puzzle, said: str, clues: Collection[int]) -> bool:
    """Whether a conflict in words has the numbers that are in the names of its clues, and no others."""
    names = " ".join([one.name for number, one in enumerate(puzzle.list_printed()) if number in clues])
    said, _, more = said.partition(" have no common solution")
    return not more and sorted(re.findall(r"\d+", said)) == sorted(re.findall(r"\d+", names))


def contradict(puzzle: Puzzle, clues: Collection[int]) -> bool:
    """Whether the rules and these clues alone have no solution."""
    others = [one for number, one in enumerate(puzzle.list_printed()) if number not in clues]
    gone = {k for one in others for k in one.constraints}
    problem = puzzle.problem()
    kept = tuple([one for k, one in enumerate(problem.constraints) if k not in gone])
    given = [one for one in problem.givens if all(one[0] != other.cell for other in others)]
    fixed = {one[0] for one in given}.union(*(cells_of(one) for one in kept))
    loose = [(cell, 0) for cell in range(len(problem.sizes)) if cell not in fixed]  # any value does
    return not assignments(Problem(problem.sizes, kept, (), (*given, *loose)))


@cache
def solved(puzzle: Puzzle) -> list[Picture]:
    """Return all solutions."""
    return list(solutions(puzzle))


def _fewest(every: Sequence[Values], first: Values, given: Sequence[int], said: str) -> bool:
    def left(cells: Sequence[int]) -> int:
        return sum(all(values[cell] == first[cell] for cell in cells) for values in every)

    fewer = combinations(range(len(first)), len(given) - 1)
    return (
        said.startswith(f"{len(given)} given")
        and left(given) == 1
        and all(left(cells) > 1 for cells in fewer)
    )


def _nearest(puzzle: CellPuzzle, first: Values, changes: Sequence[tuple[int, int]], said: str) -> bool:
    options = [(cell, value) for cell, value in product(range(len(first)), range(len(puzzle.palette)))]
    real = [option for option in options if first[option[0]] != option[1]]
    fewer = [[], *([option] for option in real)] if len(changes) > 1 else [[]]
    changed = [_changed(puzzle, first, few) for few in fewer]
    goal = _number(puzzle, _changed(puzzle, first, changes))
    enough = [picture for picture in changed if _number(puzzle, picture) == 1]
    start = f"{len(changes)} change" if changes else "the first picture is the only one with its clues"
    return said.startswith(start) and goal == 1 and (not changes or not enough)


def _changed(puzzle: CellPuzzle, first: Values, changes: Sequence[tuple[int, int]]) -> Picture:
    values = list(first)
    for cell, value in changes:
        values[cell] = value
    return puzzle.picture(values)


@cache
def _number(puzzle: CellPuzzle, picture: Picture) -> int:
    return len(solved(puzzle.asking_for(picture)))

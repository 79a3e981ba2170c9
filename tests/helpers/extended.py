"""Whether every template gives the answers of brute force: for a package that they are copied into.

    python -m tests.helpers.extended 200        # of each kind

Prints the class of each puzzle of the crowd and whether the template of a rung helped, and at the end how
many of each kind were judged.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import nonosat
from nonosat import Nonogram, Puzzle, toolkit
from nonosat.reasons import document, verification
from nonosat.reasons.difficulty import rate_steps
from nonosat.toolkit import BLACK_AND_WHITE, CellPuzzle
from tests.brute import random_springs, random_strips
from tests.crossings.subjects import Subject
from tests.helpers.crowd import crowd


def others(number: int) -> Iterator[Puzzle]:
    """Yield this many of each kind that is not in the crowd."""
    stars = import_module("nonosat.puzzles.stars").STARS
    for seed in range(number):
        rng = Random(seed)
        side = rng.randint(1, 4)
        regions = [[rng.choice("abcd"[:side]) for _ in range(side)] for _ in range(side)]
        if side == 4 and rng.random() < 0.8:  # at random, four stars are rarely in four regions
            for row, (column, region) in enumerate(zip((1, 3, 0, 2), "abcd", strict=True)):
                regions[row][column] = region
        yield stars.of({"regions": tuple(map("".join, regions))})
        yield random_strips(rng)
        yield random_springs(rng)


def judge(puzzle: Puzzle) -> None:
    """Compare what the templates say about a puzzle with brute force."""
    subject = Subject(puzzle)
    verdicts = [nonosat.solve(puzzle, model=model).verdict.value for model in ("auto", "direct-dpll")]
    assert verdicts == [subject.verdict] * 2, (puzzle, verdicts)
    if not isinstance(puzzle, CellPuzzle):
        return
    found = nonosat.explain(puzzle)
    checked = verification.check(document.read_text(found.file()))
    assert checked.verified, (puzzle, checked.failure)
    said = "none" if found.contradiction else "unique" if found.complete else "multiple"
    assert said == subject.verdict, (puzzle, said)
    values = {values[0] for values in subject.fillings}
    known = import_module("nonosat.solving.questions.allowed").allowed(puzzle, 1, 1).known
    assert {*known} == {puzzle.palette[value].char for value in values}, (puzzle, known)
    with TemporaryDirectory() as folder:
        _judge_files(subject, Path(folder))


def _judge_files(subject: Subject, folder: Path) -> None:
    """Judge a certificate of the claim, and a file of the format."""
    puzzle, rows = subject.puzzle, {picture[0] for picture in subject.solutions}
    _, certificate = toolkit.prove_answer(puzzle, "top-row", folder / "top-row")
    claim = None if certificate is None else certificate.verdict
    assert claim == ("none", "top-row", None)[min(2, len(rows))], (puzzle, claim)
    if claim:
        assert nonosat.verify(folder / "top-row", "own", puzzle).verified, puzzle
    if isinstance(puzzle, Nonogram) and puzzle.palette == BLACK_AND_WHITE and not puzzle.givens:
        (folder / "clues.slashes").write_text(str(toolkit.write(puzzle, "slashes")), encoding="utf-8")
        again = nonosat.load(folder / "clues.slashes")
        assert isinstance(again, Nonogram) and (again.rows, again.columns) == (puzzle.rows, puzzle.columns)


def main(number: int) -> None:
    """Judge this many of each kind."""
    kinds = Counter[str]()
    for puzzle in crowd(number):
        judge(puzzle)
        kinds[puzzle.kind] += 1
        print(json.dumps(_rated(puzzle)))
    for other in others(number):
        judge(other)
        kinds[other.kind] += 1
    print(json.dumps(kinds))


def _rated(puzzle: CellPuzzle) -> tuple[str, bool]:
    """Return the class, and whether the template of a rung helped with the one solution."""
    level = nonosat.rate(puzzle).difficulty
    unique = level not in ("none", "multiple")
    return level, unique and "edge" in {move.rung for move in rate_steps(puzzle).walk.moves}


if __name__ == "__main__":
    main(int(sys.argv[1]))

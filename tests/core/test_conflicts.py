"""Conflicts: a smallest one is as small as trying all sets of clues finds, for all kinds."""

import time
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest

import nonosat
from nonosat import Limits, Puzzle
from nonosat.proofs.verify import verify as verified
from nonosat.propagation.narrow import narrow
from nonosat.puzzles.printed import join_names, part
from nonosat.puzzles.springs import Springs
from nonosat.reasons.document import read_text
from nonosat.reasons.verification import check
from nonosat.solving.questions.conflicts import Conflicts, ConflictSearch, conflicts, free
from nonosat.toolkit import prove_answer
from tests.brute import random_puzzle
from tests.helpers.brute import holds
from tests.helpers.claims import contradict
from tests.helpers.forgery import Forgery, tell, told
from tests.helpers.kinds import BY_HAND, random_declared

ASSIGNMENTS = 20_000


def _impossible(puzzles: Iterator[Puzzle], number: int) -> Iterator[Puzzle]:
    """Yield so many small puzzles without a solution."""
    for puzzle in puzzles:
        size = 1
        for cell in puzzle.cell_sizes:
            size *= cell
        if size <= ASSIGNMENTS and nonosat.solve(puzzle).verdict is nonosat.Verdict.NONE:
            yield puzzle
            number -= 1
        if not number:
            return


def _least(puzzle: Puzzle) -> int:
    """Return the number of clues in a smallest conflict, by trying all assignments and all sets of clues."""
    problem, printed = puzzle.problem(), [*puzzle.list_printed()]
    owned = {k for one in printed for k in one.constraints}
    rules = [one for k, one in enumerate(problem.constraints) if k not in owned]
    given = dict(problem.givens)
    fixed = {cell: value for cell, value in given.items() if all(one.cell != cell for one in printed)}
    broken = set[frozenset[int]]()
    for values in product(*map(range, problem.sizes)):
        if all(holds(rule, values) for rule in rules) and all(values[c] == v for c, v in fixed.items()):
            broken.add(
                frozenset(
                    n
                    for n, one in enumerate(printed)
                    if (one.cell is not None and values[one.cell] != given[one.cell])
                    or not all(holds(problem.constraints[k], values) for k in one.constraints)
                )
            )
    for size in range(len(printed) + 1):
        if any(all(one & {*some} for one in broken) for some in combinations(range(len(printed)), size)):
            return size
    raise AssertionError("there is a solution")


def _check(puzzle: Puzzle) -> Conflicts:
    found = conflicts(puzzle)
    assert found.done and found.conflicts and found.solvable is False
    listed_clues = [clue for one in found.conflicts for clue in one.clues]
    assert len(set(listed_clues)) == len(listed_clues)
    least = _least(puzzle)
    for one in found.conflicts:
        if one.sums:
            assert one.sums == puzzle.sums_differ()
            if not one.clues:
                continue
        assert contradict(puzzle, one.clues), (puzzle, one)
        for clue in one.clues:
            assert not contradict(puzzle, {*one.clues} - {clue}), (puzzle, one)
        if one.smallest:
            assert len(one.clues) == least, (puzzle, one)
    assert "<svg" in nonosat.draw(found).svg()
    return found


@pytest.mark.parametrize("start", [0, pytest.param(5000, marks=pytest.mark.more)])
def test_smallest_conflicts_are_those_of_trying_all_sets(start: int) -> None:
    some = _impossible(map(random_puzzle, range(start, start + 4000)), 20 if not start else 60)
    found = [_check(puzzle) for puzzle in some]
    assert any(one.smallest for report in found for one in report.conflicts)


@pytest.mark.parametrize("kind", sorted(BY_HAND))
def test_rules_are_in_no_conflict_of_a_declared_kind(kind: str) -> None:
    puzzles = (random_declared(Random(f"{kind} {number}"), kind) for number in range(60))
    for puzzle in _impossible(puzzles, 2):
        _check(puzzle)


def test_a_certificate_shows_a_conflict(tmp_path: Path) -> None:
    for number, puzzle in enumerate(_impossible(map(random_puzzle, range(9000, 12000)), 8)):
        report, certificate = prove_answer(puzzle, "conflict", tmp_path / str(number))
        if certificate is None:
            assert isinstance(report, Conflicts) and not any(one.clues for one in report.conflicts)
            continue
        assert certificate.verdict == "conflict"
        assert verified(tmp_path / str(number), "own", puzzle).failure is None


def test_a_certificate_of_fewer_clues_is_refused(tmp_path: Path) -> None:
    """None of a conflict's clues can go: each certificate that lacks some of them is forged."""
    rng, folder = Random(1), tmp_path / "forged"
    folder.mkdir()
    for number, puzzle in enumerate(_impossible(map(random_puzzle, range(9000, 12000)), 8)):
        _, certificate = prove_answer(puzzle, "conflict", tmp_path / str(number))
        if certificate is None:
            continue
        true = Forgery.read(tmp_path / str(number))
        clues = told(true)["clues"]
        for _ in range(min(3, len(clues))):
            some = sorted(rng.sample(clues, rng.randrange(len(clues))))
            forged = tell(true.copy(), {"clues": some}).sealed()
            assert verified(forged.write(folder), "own", puzzle).failure, (number, some)


@pytest.mark.parametrize("calls", [4, 9])
def test_a_limit_leaves_what_was_found_of_a_conflict(calls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, refuted, seen = Random(5), ConflictSearch.are_refuted, list[object]()
    picture = tuple("".join(rng.choices(".##", k=16)) for _ in range(16))
    puzzle = nonosat.Nonogram.from_picture(picture)
    rows, columns = [*puzzle.rows], [*puzzle.columns]
    rows[0], rows[9], columns[3], columns[8] = rows[9], rows[0], columns[8], columns[3]
    puzzle = nonosat.Nonogram(tuple(rows), tuple(columns))

    def late(search: ConflictSearch, clues: Sequence[int]) -> bool:
        seen.append(clues)
        if len(seen) == calls:
            time.sleep(0.8)
        return refuted(search, clues)

    monkeypatch.setattr(ConflictSearch, "are_refuted", late)
    found = conflicts(puzzle, limits=Limits(time=0.7))
    assert found.stop_reason is nonosat.StopReason.TIME_LIMIT
    (conflict,) = found.conflicts
    assert not conflict.smallest
    assert 0 < len(conflict.clues) < 32
    kept = part(puzzle.problem(), [*puzzle.list_printed()], {*conflict.clues}, free)
    assert narrow(kept).contradiction is not None


def test_givens_and_springs_are_named() -> None:
    puzzle = nonosat.Nonogram.from_picture(("#.", ".#")).with_givens(("##", "??"))
    (one,) = conflicts(puzzle).conflicts
    assert "the given in row 1, column" in one.says()
    (one,) = conflicts(Springs("#.#", (2,))).conflicts
    assert one.smallest and "the row" in one.names


def test_an_explanation_of_a_contradiction_can_be_checked() -> None:
    for puzzle in _impossible(map(random_puzzle, range(20_000, 24_000)), 6):
        if isinstance(puzzle, nonosat.Nonogram):
            found = nonosat.explain(puzzle)
            assert found.contradiction
            assert check(read_text(found.file())).claim == "no solution"


def test_names_that_differ_in_their_number_are_listed_together() -> None:
    assert join_names(["row 7", "column 3", "column 4"]) == "row 7 and columns 3, 4"

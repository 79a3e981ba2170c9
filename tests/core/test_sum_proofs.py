"""Sums, rows against columns: what they rule out is in no solution, and proofs of it hold."""

import random
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from nonosat import Nonogram, backends, verify
from nonosat.encodings import reference
from nonosat.encodings.drat import ProofError, Step
from nonosat.encodings.reference import Formula
from nonosat.problem import Block, Count, Problem, is_single, values_of
from nonosat.proofs import check, check_long, prove
from nonosat.proofs.prove import certify
from nonosat.proofs.sums import Counting, Sum, count_sums, tight_sums
from nonosat.proofs.write import ProofStep
from nonosat.propagation import sums
from nonosat.propagation.memory import flags
from nonosat.propagation.narrow import narrow
from nonosat.propagation.state import begin
from nonosat.propagation.totals import Totals, bounds
from nonosat.puzzles.clues import block
from nonosat.puzzles.families import n_dom, random_puzzle
from nonosat.toolkit import Run
from tests.brute import random_nonogram
from tests.helpers import brute
from tests.helpers.brute import THREE_COLOURS, solutions
from tests.helpers.fixtures import Patch
from tests.helpers.forgery import Forgery
from tests.helpers.properties import given, settings, st
from tests.helpers.puzzles import line_problem
from tests.helpers.samples import share, some


def proved(problem: Problem, formula: Formula, sums: list[Sum]) -> Counting:
    """Write the lemmas of sums, and let both checkers check them: they end where they are refuted."""
    steps: list[Step] = []
    counting = Counting(problem, formula, steps.append)
    for one in sums:
        counting.add(one)
    check.check(counting.variables, formula.clauses, steps)
    check_long.check(counting.variables, formula.clauses, steps)
    return counting


def solvable(formula: Formula, more: list[list[int]]) -> bool:
    with closing(backends.prover("pysat:glucose4", [*formula.clauses, *more], {})) as solver:
        return bool(solver.solve(None))


@pytest.mark.parametrize("n", [3, 4, 6])
def test_all_sums_of_a_dom_are_proved(n: int) -> None:
    problem = n_dom(n).problem()
    sums = tight_sums(problem)
    assert len(sums) == 2
    formula = reference.encode(problem)
    counting = proved(problem, formula, sums)
    assert solvable(formula, counting.facts)
    # They say that every second row has exactly one cell in every second column, and so for columns.
    for one in sums:
        for row in one.cells:
            cells = [formula.literals[cell][one.colour] for cell in row]
            assert not solvable(formula, [*counting.facts, *([-cell] for cell in cells)])
            assert not solvable(formula, [*counting.facts, [cells[0]], [cells[1]]])


def test_sums_of_random_puzzles_are_proved_and_keep_their_solutions() -> None:
    """Of several blocks per line, and of several colours: needs and shares above 1."""
    found = 0
    for seed in range(share(240)):
        side = 5 + seed % 4
        palette = THREE_COLOURS if seed % 3 == 0 else random_puzzle(1, 1).palette
        puzzle = random_puzzle(side, side, 0.4 + seed % 5 / 10, seed, palette)
        problem = puzzle.problem()
        sums = [one for one in tight_sums(problem) if one.steps < 20_000]
        if sums:
            formula = reference.encode(problem)
            counting = proved(problem, formula, sums)
            assert not counting.refuted
            assert solvable(formula, counting.facts)
            found += max(max(one.needs) for one in sums) > 1
    assert found >= share(3)


def test_a_sum_that_cannot_be_refutes_the_clauses() -> None:
    """Five rows need a cell each, and three columns allow one each."""
    puzzle = Nonogram(((block(1, 1),),) * 5, ((block(1, 1),),) * 3)
    problem = puzzle.problem()
    formula = reference.encode(problem)
    sums = tight_sums(problem)
    assert sums
    assert proved(problem, formula, sums).refuted


def test_what_the_sum_of_one_colour_refutes_needs_no_other() -> None:
    """Of each colour there is a sum; no step comes after a refutation, and every new variable is in one."""
    refuted = 0
    for number in range(share(1500)):
        puzzle = random_nonogram(random.Random(number))
        problem = puzzle.problem()
        formula = reference.encode(problem)
        counted = count_sums(problem, formula)
        check.check(formula.variables + counted.new_variables, formula.clauses, counted.steps)
        largest = max((abs(literal) for _, step in counted.steps for literal in step), default=0)
        assert counted.new_variables == max(0, largest - formula.variables)
        if [-1] in counted.facts:
            refuted += len(puzzle.palette) > 2
            assert next(solutions(puzzle), None) is None and counted.steps[-1] == (False, [-1])
    assert refuted


def test_a_share_that_a_line_does_not_have_is_not_written() -> None:
    problem = n_dom(3).problem()
    (one, *_) = tight_sums(problem)
    wrong = Sum(one.colour, one.needing, [2, *one.needs[1:]], one.crossing, one.allows, one.cells)
    with pytest.raises(RuntimeError, match="does not have the share"):
        Counting(problem, reference.encode(problem), lambda _: None).add(wrong)


def test_what_is_no_rectangle_of_lines_has_no_sums() -> None:
    problem = line_problem((), [None] * 3)
    assert tight_sums(problem) == []
    assert count_sums(problem, reference.encode(problem)).new_variables == 0


def test_a_problem_with_counts_besides_lines_has_no_sums() -> None:
    """Fewest givens are such a claim; so is a puzzle of strips."""
    dom = n_dom(3).problem()
    counted = replace(dom, constraints=(*dom.constraints, Count(0, 2, ((0, 1), (1, 1), (2, 1)))))
    assert count_sums(counted, reference.encode(counted)).steps == []


def with_sums(n: int, path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(prove, "STEPS", (ProofStep("pysat:glucose4", sums=True),))
    puzzle = n_dom(n)
    with Run(puzzle, "auto") as run:
        assert certify(run, path, "unique", [puzzle.goal], ["by hand"]) is not None


def test_a_certificate_with_new_variables(tmp_path: Path, monkeypatch: Patch) -> None:
    path = tmp_path / "cert"
    with_sums(4, path, monkeypatch)
    for name in ("own", "compiled"):
        report = verify(path, name)
        assert report.verified
        assert report.certificate and report.certificate.proof and report.certificate.proof.extension > 50
    genuine = Forgery.read(path)
    for change in (-1, 1):
        forged = genuine.copy()
        forged.say(proof__extension=genuine.manifest["proof"]["extension"] + change)
        assert verify(forged.write(tmp_path)).failure is not None


@pytest.mark.more
@pytest.mark.parametrize("n", some([14, 24], 1))
def test_a_large_dom_has_a_certificate_of_megabytes(n: int, tmp_path: Path) -> None:
    puzzle = n_dom(n)
    with Run(puzzle, "auto") as run:
        certificate = certify(run, tmp_path / "cert", "unique", [puzzle.goal], ["by hand"])
    assert certificate is not None
    assert certificate.proof is not None
    assert certificate.proof.bytes < 20_000_000
    assert verify(tmp_path / "cert", "compiled").verified


def test_a_changed_definition_is_refused() -> None:
    """A definition of a variable that stands for something already is no RAT."""
    with pytest.raises(ProofError):
        check_long.check(2, [[-1, 2], [1, -2]], [(False, [1, 2]), (False, [])])


def random_clue(rng: Random, colours: int) -> tuple[Block, ...]:
    """Runs of one or two cells; some of them may be longer."""
    blocks = []
    for _ in range(rng.randrange(4)):
        low = rng.randint(1, 2)
        blocks.append(Block(rng.randint(1, colours), low, low + rng.choice((0, 0, 0, 2))))
    return tuple(blocks)


@given(st.integers(0, 2**32), st.integers(1, 7), st.integers(1, 2))
@settings(max_examples=150)
def test_bounds_are_those_of_the_arrangements(seed: int, n: int, colours: int) -> None:
    rng = Random(seed)
    clue = random_clue(rng, colours)
    if rng.random() < 0.6:
        clue = tuple(block._replace(high=block.low) for block in clue)
    may = [rng.choice((range(colours + 1), range(colours + 1), (0,), (colours,))) for _ in range(n)]
    can = tuple(sum(1 << i for i, values in enumerate(may) if v in values) for v in range(colours + 1))
    fitting = [
        line
        for line in brute.lines(clue, n, colours + 1)
        if all(value in may[i] for i, value in enumerate(line))
    ]
    sets = [rng.randrange(1 << n) for _ in range(5)]
    for most in (False, True):
        counted = Totals(clue, n, can, colours, most)

        def number(places: int, best: Callable[..., int]) -> int:
            return best([total(line, places) for line in fitting], default=-1)

        def total(line: Sequence[int], places: int) -> int:
            return sum(v == colours and places >> i & 1 for i, v in enumerate(line))

        best = max if most else min
        for places in sets:
            among = flags(places, n)
            wanted = number(places, best)
            assert counted.total(among) == wanted
            both = number(places, min), number(places, max)
            assert bounds(clue, n, can, places, colours) == (both if fitting else None)
            for i, toggled in enumerate(counted.toggle(among)):
                assert toggled == max(0, number(places ^ 1 << i, best))
            chosen = [line for line in fitting if total(line, places) == wanted]
            masks = tuple(
                sum(1 << i for i in range(n) if any(line[i] == v for line in chosen))
                for v in range(colours + 1)
            )
            assert counted.at_bound(among) == (masks if chosen else None)


def gains(puzzle: Nonogram) -> int:
    """Return how many values sums rule out; no solution has any of them, as brute force says."""
    problem = puzzle.problem()
    narrowed = sums.narrow(problem)
    found = list(brute.solutions(puzzle))
    if not any(narrowed.possible):
        assert not found
    for picture in found:
        values = [char == "#" for row in picture for char in row]
        assert all(mask >> v & 1 for mask, v in zip(narrowed.possible, values, strict=True))
    return sum(had != left for had, left in zip(problem.possible, narrowed.possible, strict=True))


def test_sums_keep_every_solution() -> None:
    rng = Random(5)
    puzzles = [random_puzzle(rng.randint(2, 6), rng.randint(2, 6), 0.5, seed) for seed in range(60)]
    assert sum(map(gains, puzzles)) > 100


@pytest.mark.parametrize("n", [3, 6, 10])
def test_sums_settle_n_dom(n: int) -> None:
    assert all(map(is_single, sums.narrow(n_dom(n).problem()).possible))


@pytest.mark.more
def test_only_starts_that_rule_nothing_out_are_skipped() -> None:
    kept = skipped = 0
    for seed in range(60):
        problem = narrow(random_puzzle(7, 6, 0.5, seed).problem()).problem
        state = begin(problem)
        rows, columns = sums.directions(problem) or ([], [])
        can = [state.places(k) for k in range(len(rows) + len(columns))]
        needing = sums.Side(rows, can[: len(rows)], 1, most=False)
        having = sums.Side(columns, can[len(rows) :], 1, most=True)
        both = sums.Sums(needing, having)
        chosen = both.tight_starts()
        for slack, pair in both.starts():
            if pair in chosen:
                kept += 1
            elif slack <= 0:
                skipped += 1
                assert not any(
                    mask & ~left[value]
                    for side, members, places in ((needing, *pair), (having, pair[1], pair[0]))
                    for i in values_of(members)
                    if (left := side.narrow_line(i, places)) is not None
                    for value, mask in enumerate(side.can[i])
                )
    assert kept > 20 < skipped


def test_other_problems_have_no_directions() -> None:
    """A rectangle of lines without a cell, and one with an extra constraint."""
    problem = n_dom(3).problem()
    assert sums.directions(problem) is not None
    for fewer in (problem.constraints[1:], problem.constraints[:-1], problem.constraints[::-1]):
        other = Problem(problem.sizes, tuple(fewer), problem.answer_key)
        assert sums.directions(other) is None
        assert sums.narrow(other) == other

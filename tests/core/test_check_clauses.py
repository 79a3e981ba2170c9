"""The check of clauses against clues: nothing passes that excludes a solution."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import nonosat
from nonosat import verify
from nonosat.encodings import reference
from nonosat.problem import Count, Problem, Regular, Runs, Values
from nonosat.problem.automaton import Automaton, StateRange
from nonosat.proofs import prove as proving
from nonosat.proofs.check_clauses import ClauseCheck, ExcludesSolution
from nonosat.proofs.prove import certify
from nonosat.puzzles.springs import Springs
from nonosat.toolkit import Run
from tests.helpers.brute import assignments
from tests.helpers.properties import given, settings, st
from tests.helpers.samples import some
from tests.helpers.strategies import problems


def checker(problem: Problem, formula: reference.Formula) -> ClauseCheck:
    return ClauseCheck(problem, formula.literals, formula.meanings)


def state_of(problem: Problem, meaning: StateRange, values: Values) -> int:
    """Return the state of a constraint's automaton at a place, by walking it cell by cell."""
    constraint = problem.constraints[meaning.constraint]
    if isinstance(constraint, Count):
        held = [values[cell] == value for cell, value in constraint.options[: meaning.place]]
        return min(sum(held), constraint.most + 1)
    state, automaton = 0, constraint.reader(max(problem.sizes))
    for place, cell in enumerate(constraint.cells[: meaning.place]):
        state = automaton.at(place)(state)[values[cell]]
    return state


def canonical(problem: Problem, formula: reference.Formula, values: Values) -> set[int]:
    """Return the literals that a solution makes true."""
    true = {v if m.low <= state_of(problem, m, values) <= m.high else -v for v, m in formula.meanings.items()}
    for row, value in zip(formula.literals, values, strict=True):
        true |= {-literal for literal in row} - {-row[value]} | {row[value]}
    return true


def random_clause(random: Random, variables: int) -> list[int]:
    length = random.choice((1, 2, 2, 3, 3, 4))
    return [random.choice((-1, 1)) * random.randint(1, variables) for _ in range(length)]


@given(problems, st.randoms(use_true_random=False))
def test_a_clause_passes_only_if_every_solution_satisfies_it(problem: Problem, random: Random) -> None:
    formula = reference.encode(problem)
    check = checker(problem, formula)
    check.check(formula.clauses)
    true = [canonical(problem, formula, values) for values in assignments(problem)]
    assert all(not literals.isdisjoint(clause) for literals in true for clause in formula.clauses)
    for _ in range(60):
        clause = random_clause(random, formula.variables)
        if check.is_good(clause):
            assert all(not literals.isdisjoint(clause) for literals in true)


@given(problems, st.randoms(use_true_random=False))
def test_of_one_constraint_every_clause_passes_that_its_arrangements_satisfy(
    problem: Problem, random: Random
) -> None:
    for constraint in problem.constraints:
        options = constraint.options if isinstance(constraint, Count) else ()
        if len({cell for cell, _ in options}) < len(options):
            continue  # two options of one cell: a count tries arrangements that no cell has
        alone = Problem(problem.sizes, (constraint,), problem.answer_key, problem.givens)
        formula = reference.encode(alone)
        true = [canonical(alone, formula, values) for values in assignments(alone)]
        check = checker(alone, formula)
        for _ in range(20):
            clause = random_clause(random, formula.variables)
            satisfied = all(not literals.isdisjoint(clause) for literals in true)
            own = {abs(literal) in formula.meanings for literal in clause}
            assert check.is_good(clause) <= satisfied
            if own == {True}:
                assert check.is_good(clause) == satisfied, clause


@settings(max_examples=300)
@given(problems, st.randoms(use_true_random=False))
def test_wrong_canonical_values_are_refused_or_do_no_harm(problem: Problem, random: Random) -> None:
    formula = reference.encode(problem)
    if not formula.meanings:
        return
    variable = random.choice(list(formula.meanings))
    wrong = formula.meanings[variable]._asdict()
    name = random.choice(["place", "low", "high"])
    wrong[name] = max(0, min(wrong[name], 40) + random.choice((-2, -1, 1, 2)))
    constraint = problem.constraints[wrong["constraint"]]
    places = len(constraint.options if isinstance(constraint, Count) else constraint.cells)
    wrong["place"] = min(wrong["place"], places)
    formula.meanings[variable] = StateRange(**wrong)
    check = checker(problem, formula)
    if all(map(check.is_good, formula.clauses)):
        for values in assignments(problem):
            true = canonical(problem, formula, values)
            assert all(not true.isdisjoint(clause) for clause in formula.clauses)


def test_a_range_without_states_is_never_true() -> None:
    problem = Problem((2,), (Regular((0,), Automaton(({0: 2, 1: 2}, {}, {}), frozenset({2}))),), (0,))
    for low, high in ((2, 0), (1, 0), (2, 1), (40, 0), (40, 30)):
        check = ClauseCheck(problem, [[-1, 1]], {2: StateRange(0, 1, low, high)})
        assert check.is_good([-2]), (low, high)
        assert not check.is_good([2]), (low, high)


def test_a_clause_that_excludes_a_solution_is_refused_with_what_it_excludes() -> None:
    puzzle = nonosat.load("gchq-no-givens")
    problem = puzzle.problem()
    for picture in nonosat.solutions(puzzle):
        values = puzzle.values(picture)
        formula = reference.encode(problem, [values])
        check = checker(problem, formula)
        with pytest.raises(ExcludesSolution, match="excludes an arrangement of row 1: "):
            check.check(formula.clauses)
        assert check.checked == len(formula.clauses) - 1


@pytest.mark.parametrize("exactly", some([False, True], 1))
def test_counts_of_any_size(exactly: bool) -> None:
    for count in (0, 1, 30, 60, 61, 10**9):
        some = Count(count if exactly else 0, count, tuple((i, 1) for i in range(60)))
        problem = Problem((2,) * 60, (some,), tuple(range(60)))
        if count < 100:
            formula = reference.encode(problem)
            checker(problem, formula).check(formula.clauses)
        literals = [[-v, v] for v in range(1, 61)]
        check = ClauseCheck(problem, literals, {})
        assert check.is_good([1]) == (exactly and count >= 60)
        impossible = exactly and count > 60
        assert check.is_good([-v for v in range(1, 61)]) == (count < 60 or impossible)


# A mistake in an encoding that brute force on short lines would never show.


ENCODE = reference.encode


def too_strong_on_long_lines(
    problem: Problem, solutions: Sequence[Values] = (), most: Any = None, keep: Any = None
) -> reference.Formula:
    formula = ENCODE(problem, solutions, most, keep)
    for constraint in problem.constraints:
        if isinstance(constraint, Runs) and len(constraint.cells) > 40:
            # "The first cell is black, or the 41st", as a slip in a place might say.
            formula.add(formula.literals[constraint.cells[0]][1], formula.literals[constraint.cells[40]][1])
    return formula


def test_a_mistake_on_lines_over_40_cells_is_refused_with_what_it_excludes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reference, "encode", too_strong_on_long_lines)
    monkeypatch.setattr(proving, "CHEAP", 0)  # it would refuse to write this
    monkeypatch.setattr(Run, "in_worker", lambda _, function, *arguments: function(*arguments))
    puzzle = Springs("?" * 45, (1,))
    pictures = ["#" + "." * 44, "." * 40 + "#" + "." * 4]
    with Run(puzzle, "auto") as run:
        assert certify(run, tmp_path / "wrong", "all", [(text,) for text in pictures], ["hand"]) is not None
    report = verify(tmp_path / "wrong")
    assert report.failure is not None
    assert "the clause `1 41` excludes an arrangement of " in report.failure
    excluded = report.failure.rpartition(" ")[2]
    assert puzzle.fault((excluded,)) is None
    assert excluded not in pictures

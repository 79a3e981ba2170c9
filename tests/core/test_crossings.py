"""Where two features meet, what must hold does; all that is registered takes part."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from random import Random

import pytest

import nonosat
from nonosat.cli import COMMANDS
from nonosat.puzzles import KINDS
from nonosat.puzzles.declared import Declared
from tests.crossings import features, pairs
from tests.crossings.subjects import keyed, odd
from tests.crossings.trials import Bench, Case, all_cases, told
from tests.helpers.samples import some
from tests.nets.pages import meetings

CHUNKS, BY_DEFAULT = 240, 1


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    """The processes that run commands; they leave no temporary file."""
    found = Bench()
    yield found
    assert found.close() == []


@cache
def chunks() -> list[list[Case]]:
    """Return all cases, evenly mixed."""
    cases = all_cases(odd(), Random(0))
    Random(1).shuffle(cases)
    return [cases[k::CHUNKS] for k in range(CHUNKS)]


@pytest.mark.parametrize("chunk", some(range(CHUNKS), BY_DEFAULT, one_in=12))
def test_what_must_hold_does_where_two_features_meet(bench: Bench, chunk: int) -> None:
    for case in chunks()[chunk]:
        for wrong in bench.faults(case):
            pytest.fail(told(*bench.shortest(case, wrong)), pytrace=False)


def test_every_kind_and_option_takes_part() -> None:
    assert {subject.puzzle.kind for subject in odd()} == {*KINDS}
    assert list(features.unknown_options()) == [], (
        "say in features.py what values they have, or why they are not tried"
    )


def test_what_is_left_out_exists() -> None:
    assert features.LEFT_OUT.keys() <= {*COMMANDS}
    assert features.NOT_TRIED.keys() <= {*features.declared()}


@pytest.mark.parametrize("seed", range(5))
def test_every_pair_that_fits_is_covered(seed: int) -> None:
    rng = Random(seed)
    sizes = [rng.randint(1, 5) for _ in range(6)]
    barred = {tuple(rng.sample([(k, rng.randrange(1, size)) for k, size in enumerate(sizes) if size > 1], 2))}

    def fits(row: pairs.Row) -> bool:
        return not any(row.get(i) == a and row.get(j) == b for (i, a), (j, b) in barred)

    found = pairs.rows(sizes, fits, rng)
    covered = {pair for row in found for pair in combinations(enumerate(row), 2)}
    every = {
        ((i, a), (j, b))
        for i, j in combinations(range(6), 2)
        for a, b in product(range(sizes[i]), range(sizes[j]))
    }
    assert covered == {pair for pair in every if fits(dict(pair))}
    assert len(found) < len(every)


def test_every_two_keys_of_rules_meet_and_the_answers_are_right() -> None:
    met: set[tuple[str, ...]] = set()
    for subject in keyed():
        assert isinstance(subject.puzzle, Declared)
        met |= meetings({"rules": json.loads(subject.puzzle.rules.page)})
        assert nonosat.solve(subject.puzzle).verdict.value == subject.verdict, subject.puzzle.title
        assert nonosat.count(subject.puzzle).count == len(subject.solutions), subject.puzzle.title
    names = sorted({name for pair in met for name in pair} - {"in a rule"})
    assert {*combinations_with_replacement(names, 2)} <= met

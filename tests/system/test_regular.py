"""Rules that are automata: one of a kind that another package adds, in every question; and random ones."""

import json
import shutil
from collections.abc import Sequence
from itertools import product
from math import prod
from pathlib import Path
from random import Random

import pytest

from nonosat.automata.components import components
from nonosat.automata.count import count_accepted
from nonosat.problem import Problem, Regular
from nonosat.problem.automaton import Automaton
from nonosat.propagation.narrow import narrow
from nonosat.reasons.check import Judge
from nonosat.reasons.units import units_of
from nonosat.solving.card_files import all_cards
from nonosat.solving.counters import frontier
from tests.helpers.brute import accepts, common
from tests.helpers.plugins import Run, installed
from tests.helpers.programs import needs
from tests.helpers.propagation import assignments, kept, random_automaton, random_problem
from tests.helpers.samples import some

ROWS = [row for row in map("".join, product(".#", repeat=4)) if row.count("#") == 2]
SQUARES = [
    rows for rows in product(ROWS, repeat=4) if set(map("".join, zip(*rows, strict=True))) <= set(ROWS)
]
"""Of a side of four, no line with two black cells has three alike."""


def fits(rows: Sequence[str], givens: Sequence[str]) -> bool:
    return all(given in ("?", char) for given, char in zip("".join(givens), "".join(rows), strict=True))


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("alike")
    shutil.copy(Path(__file__).parents[1] / "data/alike/nonosat_alike.py", folder)
    return installed(folder, "[nonosat.kinds]", "alike = nonosat_alike:ENTRY")


def written(folder: Path, seed: int) -> tuple[Path, list[tuple[str, ...]]]:
    """Write a puzzle; return its file and its solutions."""
    rng = Random(seed)
    one = rng.choice(SQUARES)
    givens = ["".join(char if rng.random() < 0.25 else "?" for char in row) for row in one]
    path = folder / f"{seed}.yaml"
    path.write_text("kind: alike\ncells: |\n" + "".join(f"  {row}\n" for row in givens))
    return path, [rows for rows in SQUARES if fits(rows, givens)]


@pytest.mark.parametrize("seed", some(range(6), 1))
def test_every_question_is_answered(run: Run, tmp_path: Path, seed: int) -> None:
    path, solutions = written(tmp_path, seed)
    verdict = "unique" if len(solutions) == 1 else "multiple"
    proof, reasons = str(tmp_path / "proof.zip"), str(tmp_path / "reasons.json")
    cards = [card.name for card in all_cards() if not card.missing]
    solved = [["solve", str(path), "--json", "--model", card] for card in cards]
    *answers, counted, certain, rated, explained, _, proven, checked = run(
        *solved,
        ["count", str(path), "--json"],
        ["solutions", str(path), "--json"],
        ["rate", str(path), "--json"],
        ["explain", str(path), "--json", "-o", reasons],
        ["prove", str(path), "-o", proof, "--quiet"],
        ["verify", proof, "--json"],
        ["verify", reasons, "--json"],
    )
    for answer in answers:
        found = json.loads(answer.out)
        assert found["verdict"] == verdict
        assert {tuple(picture) for picture in found["solutions"]} <= set(solutions)
    assert json.loads(counted.out)["count"] == len(solutions)
    assert tuple(json.loads(certain.out)["picture"]) == common(solutions)
    assert (json.loads(rated.out)["class"] == "multiple") == (verdict == "multiple")
    assert json.loads(explained.out)["complete"] == (verdict == "unique")
    assert json.loads(proven.out)["verified"] and json.loads(checked.out)["verified"]


@pytest.mark.parametrize("seed", range(40))
def test_a_random_automaton_is_seen_alike_by_all(seed: int) -> None:
    rng = Random(seed)
    values, n = rng.choice([2, 3]), rng.randrange(1, 6)
    rule = Regular(tuple(range(n)), random_automaton(rng, values), "the rule")
    problem = Problem((values,) * n, (rule,), tuple(range(n)))
    possible = [rng.randrange(1, 1 << values) for _ in range(n)]
    can = tuple(sum((possible[i] >> v & 1) << i for i in range(n)) for v in range(values))
    words = [word for word in product(range(values), repeat=n) if accepts(rule.automaton, word)]
    mine = [word for word in words if all(possible[i] >> v & 1 for i, v in enumerate(word))]
    (unit,) = units_of(problem)
    left = kept(rule, possible, values)
    narrowed = left and tuple(sum((left[i] >> v & 1) << i for i in range(n)) for v in range(values))
    assert unit.narrow(can) == narrowed
    assert Judge(rule, 0, values).find_left(tuple(enumerate(possible))) == left
    assert unit.number_of_ways(can) == count_accepted(rule.automaton, can, n) == len(mine)
    assert [rule.automaton.reads(word) for word in words] == [True] * len(words)


@pytest.mark.parametrize("seed", range(60))
def test_random_problems_of_all_forms_are_counted_by_their_components(seed: int) -> None:
    problem = random_problem(Random(seed))
    solutions = len(list(assignments(problem)))
    if not solutions:
        return
    for same in (problem, narrow(problem, probing=True).problem):
        counts = [frontier.count(part, None, 10**6) for part in components(same)]
        assert None in counts or prod(count for count in counts if count is not None) == solutions


@pytest.mark.parametrize("seed", range(20))
def test_a_rule_read_backwards_is_the_same_rule(seed: int) -> None:
    rng = Random(seed)
    values, n = rng.randint(1, 3), rng.randint(1, 5)
    rule = Regular(tuple(range(n)), random_automaton(rng, values), "the rule")
    back = rule.orient(range(n)[::-1])
    assert back.cells == rule.cells[::-1] or n == 1
    assert rule.orient(range(n)) is rule
    for word in product(range(values), repeat=n):
        assert accepts(back.automaton, word[::-1] if n > 1 else word) == accepts(rule.automaton, word)


def test_a_rule_that_would_be_too_large_backwards_stays() -> None:
    fifteenth_is_one = Automaton.of(
        0,
        lambda place, value: None if place == 14 and not value else min(place + 1, 15),
        2,
        lambda place: place == 15,
    )
    rule = Regular(tuple(range(20)), fifteenth_is_one)
    assert rule.orient(range(20)[::-1]) is rule


def test_an_automaton_is_built_from_states_of_any_name() -> None:
    odd = Automaton.of("even", lambda state, value: state if value == 0 else "odd", 2, lambda s: s == "odd")
    assert [odd.reads(word) for word in ([0, 0], [0, 1], [1, 1, 0])] == [False, True, True]
    assert not Automaton.of(0, lambda _, value: None if value else 0, 2).reads([0, 1])


@pytest.mark.parametrize("question", some([[], ["--claim", "certain"]], 1))
def test_acl2_proves_what_is_claimed_of_it(run: Run, tmp_path: Path, question: list[str]) -> None:
    needs("theorem")
    path, _ = written(tmp_path, 1)
    proof = str(tmp_path / "proof.zip")
    asked = ["verify", proof, "--checker", "theorem", "--json"]
    _, proven = run(["prove", str(path), "-o", proof, "--quiet", *question], asked)
    found = json.loads(proven.out)
    assert found["verified"] and found["proven"][0] == "kind: problem"
    assert any(line.startswith("- ((:REGULAR (T (0 . ") for line in found["proven"])

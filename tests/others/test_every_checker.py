"""Forty certificates, of all kinds of puzzles and claims, and every checker that is installed."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import pytest

import nonosat
from nonosat import Puzzle, prove, verify
from nonosat.encodings import dimacs
from nonosat.encodings.drat import Step
from nonosat.proofs.checkers import CHECKERS
from nonosat.puzzles.families import n_dom, random_puzzle
from nonosat.toolkit import prove_answer
from tests.core.test_certificates import EARLIER
from tests.helpers import lrat
from tests.helpers.forgery import Forgery
from tests.helpers.programs import missing
from tests.helpers.proofs import Clauses, accepts, has_model, lrat_of, steps_of
from tests.helpers.samples import some

SHIPPED = [
    *("blotted", "cat", "cherries", "empty-rows", "fir", "flower", "gchq", "house", "mosaic", "no-solution"),
    *("permutation-8", "snowflake", "sums-differ", "switch", "teapot", "triddler-switch", "tulips"),
]
ASKED = ["certain", "count", "givens", "repair"]


def sources() -> list[str]:
    """Return what the certificates are of: files, puzzles, or puzzles and what is asked."""
    found = [str(path) for path in EARLIER]
    found += SHIPPED + [f"springs#{k}" for k in range(1, 4)] + [f"black-and-white#{k}" for k in (1, 2)]
    found += [f"random {side}" for side in range(6, 18, 3)] + ["dom 3", "dom 5", "dom 7", "dom 8"]
    return found + [f"{question} {name}" for name in ("switch", "random 7") for question in ASKED][:6]


def certificate(source: str, folder: Path) -> Path:
    if Path(source).exists():
        return Path(source)
    question, _, name = source.partition(" ")
    path = folder / "cert"
    if question in ASKED:
        _, found = prove_answer(puzzle_of(name), question, path)
    else:
        _, found = prove(puzzle_of(source), path, all_up_to=30)
    assert found is not None
    return path


def puzzle_of(name: str) -> Puzzle:
    what, _, size = name.partition(" ")
    if what == "random":
        return random_puzzle(int(size), int(size), 0.6, seed=int(size))
    return n_dom(int(size)) if what == "dom" else nonosat.load(name)


@pytest.mark.parametrize("source", some(sources()[::-1], 3))
def test_all_checkers_agree(source: str, tmp_path: Path) -> None:
    """All accept the proof, as LRAT, too; none does once a clause is missing so that there is a solution."""
    path = certificate(source, tmp_path)
    said = verify(path, "own").certificate
    assert said is not None
    if said.proof is None or said.formula is None:
        assert said.verdict == "multiple"
        return
    files = Forgery.read(path)
    clauses, most = files.clauses, said.formula.variables + said.proof.extension
    steps = list(steps_of([line[:-1] for line in files.proof], most))
    wanting = clauses[:-1] if has_model(clauses[:-1]) else None
    for name in CHECKERS:
        if missing(name):
            continue
        assert accepts(name, clauses, steps, most), name
        assert wanting is None or not accepts(name, wanting, steps, most), name
    if not said.proof.extension:
        assert refuted_by_dratify(clauses, steps)
        assert wanting is None or not refuted_by_dratify(wanting, steps)
        # the plain checker takes long for RAT steps
        lrat.check(clauses, lrat_of(most, clauses, steps))


def refuted_by_dratify(clauses: Clauses, steps: Sequence[Step]) -> bool:
    """Return the second opinion of a checker that shares no code with nonosat.

    Its RAT check forgets propagated literals: with it, dratify 0.1.10 accepts a refutation of -1 2, -2
    (delete -1 2; add 1).
    """
    dratify = pytest.importorskip("dratify")
    formula = dratify.parse_dimacs("\n".join(dimacs.lines(max(map(abs, chain(*clauses))), clauses)))
    checked = dratify.check_proof(formula, "\n".join(map(dimacs.step_line, steps)), check_rat=False)
    return bool(checked.ok and checked.reached_empty)


def test_there_are_forty_at_least() -> None:
    assert len(sources()) == len(set(sources())) >= 40

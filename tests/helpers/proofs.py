"""Small formulas, their proofs by solvers, and what the checkers say."""

import io
from collections.abc import Iterator, Sequence
from contextlib import closing

from nonosat import backends
from nonosat.encodings import drat, reference
from nonosat.encodings.drat import ProofError, Step
from nonosat.proofs import check_long
from nonosat.proofs.check_long import Notes
from nonosat.proofs.checkers import CHECKERS
from nonosat.proofs.manifest import Proof
from nonosat.proofs.trim import DRAT, LRAT
from nonosat.puzzles.families import n_dom
from nonosat.toolkit import Clock
from tests.helpers.properties import st

Clauses = Sequence[Sequence[int]]

VARIABLES = 4

literals = st.integers(1, VARIABLES).flatmap(lambda v: st.sampled_from([v, -v]))
clauses = st.lists(st.lists(literals, min_size=1, max_size=3, unique=True), min_size=4, max_size=14)


def accepts(name: str, formula: Clauses, steps: Sequence[Step], variables: int = VARIABLES) -> bool:
    try:
        CHECKERS.load(name)(variables, formula, iter(steps), Clock())
    except ProofError:
        return False
    return True


def proof_of(formula: Clauses, solver: str = "pysat:glucose4") -> list[bytes]:
    with closing(backends.prover(solver, formula, {})) as prover:
        assert prover.solve(None) is False
        return list(prover.lines())


def steps_of(lines: Sequence[bytes], variables: int = VARIABLES) -> Iterator[Step]:
    return drat.steps(io.BytesIO(b"".join(line + b"\n" for line in lines)), variables)


def lrat_of(variables: int, formula: Clauses, steps: Sequence[Step], batch_size: int = 5000) -> list[str]:
    """Check a proof, and return it as LRAT."""
    return trimmed(variables, formula, steps, batch_size, LRAT).decode().splitlines()


def trimmed(
    variables: int, formula: Clauses, steps: Sequence[Step], batch_size: int = 5000, form: int = DRAT
) -> bytes:
    """Check a proof, and return what is left of it in one of the forms of `trim`."""
    with Notes(len(formula)) as notes:
        check_long.check(variables, formula, steps, batch_size=batch_size, note=notes.keep)
        return b"".join(notes.pieces(form))


def has_model(formula: Clauses) -> bool:
    """Whether clauses have a solution."""
    with closing(backends.prover("pysat:cadical195", formula, {})) as solver:
        return bool(solver.solve(None))


def of_size(size: int) -> Proof:
    """Return what a certificate says of a proof of this many bytes."""
    return Proof(steps=1, bytes=size, sha256="", extension=0)


def dom_formula(n: int) -> reference.Formula:
    puzzle = n_dom(n)
    return reference.encode(puzzle.problem(), [puzzle.values(puzzle.goal)])

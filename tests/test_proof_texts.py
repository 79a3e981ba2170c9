"""Clauses and proofs as text: what solvers write is read, and nothing else is taken for a proof."""

from __future__ import annotations

import io
import lzma
import tracemalloc
from contextlib import closing
from pathlib import Path

import pytest
from pysat.solvers import Solver

from nonosat import backends
from nonosat.encodings import dimacs, drat
from nonosat.encodings.drat import ProofError
from tests.helpers.proofs import VARIABLES, Clauses, accepts, clauses, dom_formula, proof_of, steps_of
from tests.helpers.properties import given


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1 2 0\n", "ends after 1 steps without the empty clause"),
        ("", "ends after 0 steps without the empty clause"),
        ("0\n1 0\n", "step 1 is the empty clause, but the proof continues"),
        ("1 2\n0\n", "step 1 is not a step of a proof: 1 2"),
        ("1 x 0\n0\n", "step 1 is not a step"),
        ("1 0\n01 0\n0\n", "step 2 is not a step"),
        ("1 -5 0\n0\n", "step 1 has a variable that no clause has: 1 -5 0"),
        ("1 99999999999999999999999 0\n0\n", "step 1 "),
        ("1 " * 10000 + "0\n0\n", "step 1 is not a step"),
        ("\n0\n", "step 1 is not a step"),
    ],
)
def test_what_is_no_proof_is_said_to_be_none(text: str, fault: str) -> None:
    with pytest.raises(ProofError, match=fault):
        list(drat.steps(io.BytesIO(text.encode()), VARIABLES))


def unpacked(data: bytes, length: int) -> bytes:
    return io.BufferedReader(drat.Unpacked(io.BytesIO(data), length)).read()


@pytest.mark.slow
def test_a_packed_proof_is_read_to_its_end_and_not_further() -> None:
    text = b"1 2 0\n" * 50000 + b"0\n"
    packed = lzma.compress(text)
    assert unpacked(packed, len(text)) == text
    assert len(unpacked(packed, 1000)) == 1001, "one byte more tells that it is too long"
    for damaged, fault in (
        (packed[:-20], "is truncated"),
        (packed + b"x", "has data after its end"),
        (b"x" + packed, "not an xz"),
        (b"", "is truncated"),
    ):
        with pytest.raises(ProofError, match=fault):
            unpacked(damaged, len(text))
    assert unpacked(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME), len(text)) == text
    greedy = lzma.compress(text, filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 30}])
    with pytest.raises(ProofError, match="not an xz"):
        unpacked(greedy, len(text))


def test_a_proof_is_never_in_memory_at_once() -> None:
    text = b"-100 " * 2000 + b"0\n"
    packed = lzma.compress(text * 1000 + b"0\n", preset=0)  # of 10 MB
    written = io.BytesIO((b"a" + b"\xc9\x01" * 4000 + b"\0") * 300)  # of 6 MB, in CaDiCaL's form
    tracemalloc.start()
    for _ in io.BufferedReader(drat.Unpacked(io.BytesIO(packed), 1 << 30)):
        pass
    lines = 0
    for piece in drat.pieces(drat.lines_of_binary(written)):
        lines += piece.count(b"\n")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert lines == 301
    assert peak < 4 << 20


PROVERS = [info.name for info in backends.BACKENDS.load("pysat").solvers() if info.proof]


@pytest.mark.parametrize("name", PROVERS)
def test_the_proof_file_that_pysat_keeps_is_what_it_says_it_is(name: str) -> None:
    """The file is internal to PySAT: this test fails when a release changes it."""
    formula = dom_formula(6)
    with closing(backends.prover(name, formula.clauses, {})) as prover:
        assert prover.solve(None) is False
        lines = list(prover.lines())
    with Solver(name.partition(":")[2], bootstrap_with=formula.clauses, with_proof=True) as solver:
        assert solver.solve() is False
        known = [" ".join(line.split()) for line in solver.get_proof()]
    if "0" in known:
        known = known[: known.index("0")]
    assert [line.decode() for line in lines] == [*known, "0"]
    assert accepts("own", formula.clauses, list(steps_of(lines, formula.variables)), formula.variables)


@given(clauses)
def test_a_proof_ends_with_the_empty_clause_also_if_propagation_alone_refutes(formula: Clauses) -> None:
    formula = [*formula, [1], [-1]]
    for name in ("pysat:glucose4", "pysat:cadical195"):
        assert proof_of(formula, name)[-1] == b"0"


def test_clauses_are_written_as_all_tools_read_them(tmp_path: Path) -> None:
    from pysat.formula import CNF

    formula = dom_formula(3)
    path = tmp_path / "f.cnf"
    path.write_text("\n".join(dimacs.lines(formula.variables, formula.clauses)) + "\n")
    read = CNF(from_file=str(path))
    assert (read.nv, read.clauses) == (formula.variables, formula.clauses)

"""LRAT proofs: a plain checker, which searches for nothing, accepts what is written and nothing forged."""

import io
import lzma
import tracemalloc
from contextlib import closing
from pathlib import Path

import pytest
from pysat.solvers import Solver

from nonosat import backends
from nonosat.cli import main
from nonosat.encodings import dimacs, drat
from nonosat.encodings.drat import ProofError
from nonosat.proofs.trim import BINARY
from tests.helpers import lrat
from tests.helpers.fixtures import Capture
from tests.helpers.interpreted import interpreted
from tests.helpers.proofs import (
    VARIABLES,
    Clauses,
    accepts,
    clauses,
    dom_formula,
    lrat_of,
    proof_of,
    steps_of,
    trimmed,
)
from tests.helpers.properties import given, settings, st
from tests.helpers.samples import some
from tests.others.test_proof_checkers import refutable, some_steps


@settings(max_examples=200)
@given(data=st.data())
def test_whatever_is_accepted_has_an_lrat_proof(data: st.DataObject) -> None:
    formula = data.draw(st.one_of(clauses, refutable()))
    steps = data.draw(some_steps(formula))
    try:
        lines = lrat_of(VARIABLES, formula, steps, data.draw(st.sampled_from([2, 5000])))
    except ProofError:
        return
    lrat.check(formula, lines)


def test_what_is_not_needed_is_left_out() -> None:
    formula = dom_formula(7)
    lines = proof_of(formula.clauses)
    proof = lrat_of(formula.variables, formula.clauses, list(steps_of(lines, formula.variables)))
    lrat.check(formula.clauses, proof)
    needed = {abs(int(word)) for line in proof for word in line.split()[1:] if word.lstrip("-").isdigit()}
    lemmas = [line.split()[0] for line in proof if line.split()[1] != "d"]
    assert all(int(number) in needed for number in lemmas[:-1])
    assert not lrat.holds(formula.clauses[:-1], proof)
    for at in range(0, len(lemmas) - 1, 50):  # every lemma is needed
        gap = [line for line in proof if not line.startswith(f"{lemmas[at]} ") or line.split()[1] == "d"]
        assert not lrat.holds(formula.clauses, gap)


def lrat_of_dom_5() -> list[str]:
    formula = dom_formula(5)
    lines = b"".join(line + b"\n" for line in proof_of(formula.clauses))
    steps = list(steps_of(io.BytesIO(lines).read().splitlines(), formula.variables))
    return lrat_of(formula.variables, formula.clauses, steps, batch_size=100)


@pytest.mark.more
def test_it_is_the_same_where_the_checker_is_interpreted() -> None:
    assert lrat_of_dom_5() == interpreted(lrat_of_dom_5)


@pytest.mark.parametrize("rounds", [30])
def test_clauses_that_move_keep_their_numbers(rounds: int) -> None:
    formula = dom_formula(6)
    lines = proof_of(formula.clauses)
    lemmas = [line for line in lines[:-1] if not line.startswith(b"d")]
    again = [*lemmas, *(b"d " + line for line in lemmas if line.count(b" ") > 1)] * rounds
    steps = list(steps_of([*again, *lines], formula.variables))
    lrat.check(formula.clauses, lrat_of(formula.variables, formula.clauses, steps, batch_size=7))


def test_the_commands_write_it_for_the_clauses_of_the_certificate(tmp_path: Path, capsys: Capture) -> None:
    path, two = str(tmp_path / "cert"), tmp_path / "two.lrat"
    assert main(["prove", "dom-7", "-o", path]) == 0
    assert main(["verify", path, "--lrat", str(two)]) == 0
    clauses = [
        list(map(int, line.split()))[:-1]
        for line in (tmp_path / "cert" / "unique.cnf").read_text().splitlines()
        if line[0] not in "cp"
    ]
    lrat.check(clauses, two.read_text().splitlines())
    capsys.readouterr()
    assert main(["verify", path, path, "--lrat", str(two), "--force"]) == 2
    assert "--lrat: expected one certificate, found 2" in capsys.readouterr().err
    assert main(["verify", path, "--checker", "own", "--lrat", str(two), "--force"]) == 2
    assert "LRAT is written by the checker compiled, not by own" in capsys.readouterr().err
    assert main(["verify", path, "--lrat", str(tmp_path / "no" / "file")]) == 2
    assert "file: cannot be written" in capsys.readouterr().err
    assert main(["prove", "switch", "-o", str(tmp_path / "two")]) == 0
    assert main(["verify", str(tmp_path / "two"), "--lrat", str(two), "--force"]) == 2
    assert "has no proof to be written as LRAT" in capsys.readouterr().err


@settings(max_examples=200)
@given(data=st.data())
def test_all_forms_say_the_same(data: st.DataObject) -> None:
    """And each checker accepts what is left as DRAT, of which nothing more is left out."""
    formula = data.draw(st.one_of(clauses, refutable()))
    steps = data.draw(some_steps(formula))
    try:
        lines = lrat_of(VARIABLES, formula, steps)
    except ProofError:
        return
    assert trimmed(VARIABLES, formula, steps, form=BINARY) == b"".join(map(binary, lines))
    left = trimmed(VARIABLES, formula, steps)
    kept = list(steps_of(left.splitlines()))
    assert [literals for deletion, literals in kept if not deletion] == [
        list(map(int, line.split()[1 : line.split().index("0")])) for line in lines if line.split()[1] != "d"
    ]
    for checker in ("own", "compiled"):
        assert accepts(checker, formula, kept)


def binary(line: str) -> bytes:
    """Return a line of LRAT in the binary form, by its definition."""
    number, *words = line.split()
    if words[0] == "d":
        found, numbers = bytearray(b"d"), [*map(int, words[1:])]
    else:
        at = words.index("0")
        first, rest = words[:at][:1], sorted(words[1:at], key=lambda word: abs(int(word)))
        found, numbers = bytearray(b"a"), [*map(int, [number, *first, *rest, *words[at:]])]
    for one in numbers:
        left = 2 * abs(one) + (one < 0)
        while left > 127:
            found.append(left & 127 | 128)
            left >>= 7
        found.append(left)
    return bytes(found)


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


@pytest.mark.more
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


@pytest.mark.more
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


@pytest.mark.parametrize("name", some(PROVERS, 3))
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

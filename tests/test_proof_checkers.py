"""The proof checkers: what they accept is true, and they accept what follows."""

from __future__ import annotations

import io
import lzma
import random
import signal
import stat
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest
from pysat.solvers import Solver

from nonosat import backends
from nonosat.backends.pysat_proofs import Prover
from nonosat.clauses import dimacs, drat, reference
from nonosat.clauses.drat import ProofError, Step
from nonosat.errors import InputError, LimitReached
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.proofs import checkers
from nonosat.proofs.checkers import CHECKERS
from nonosat.proofs.rup import check
from nonosat.puzzles.families import n_dom
from tests.helpers.interpreted import interpreted
from tests.helpers.properties import given, settings, st

Clauses = Sequence[Sequence[int]]

HERE = [name for name, entry in CHECKERS.items() if entry.installed]
OF_OURS = [name for name in HERE if name in ("own", "compiled", "minisat")]
VARIABLES = 4

literals = st.integers(1, VARIABLES).flatmap(lambda v: st.sampled_from([v, -v]))
clauses = st.lists(st.lists(literals, min_size=1, max_size=3, unique=True), min_size=4, max_size=14)
messy_clauses = st.lists(st.lists(literals, min_size=1, max_size=4), min_size=4, max_size=14)


def accepts(name: str, formula: Clauses, steps: Sequence[Step], variables: int = VARIABLES) -> bool:
    try:
        CHECKERS.load(name)(variables, formula, iter(steps), Clock())
    except ProofError:
        return False
    return True


def satisfiable(formula: Clauses) -> bool:
    return any(
        all(any((word[abs(literal) - 1] > 0) == (literal > 0) for literal in clause) for clause in formula)
        for word in product((0, 1), repeat=VARIABLES)
    )


class Naive:
    """The definition, without watches: clauses, and what propagating them without assumptions gives."""

    def __init__(self, formula: Clauses) -> None:
        self.clauses = [frozenset(clause) for clause in formula]
        self.true: set[int] = set()
        self.settle()

    def settle(self) -> None:
        true = self.propagated(self.true)
        self.true = {0} if true is None else true

    def propagated(self, true: set[int]) -> set[int] | None:
        """Return all that follows, None at a conflict; {0} stands for one that was met before."""
        true = set(true)
        before = -1
        while len(true) > before:
            before = len(true)
            for clause in self.clauses:
                left = [literal for literal in clause if -literal not in true]
                if not left:
                    return None
                if len(left) == 1:
                    true.add(left[0])
        return None if 0 in true or any(-literal in true for literal in true) else true

    def rup(self, lemma: Sequence[int]) -> bool:
        return self.propagated(self.true | {-literal for literal in lemma}) is None

    def rat(self, lemma: Sequence[int]) -> bool:
        return (
            bool(lemma)
            and -lemma[0] not in self.true
            and all(
                self.rup([*lemma, *(clause - {-lemma[0]})])
                for clause in self.clauses
                if -lemma[0] in clause and not any(-literal in clause for literal in clause)
            )
        )

    def accepts(self, steps: Sequence[Step], rat: bool) -> bool:
        for deletion, lemma in steps:
            if deletion:
                if len(set(lemma)) > 1 and frozenset(lemma) in self.clauses:
                    self.clauses.remove(frozenset(lemma))
                continue
            if not self.rup(lemma) and not (rat and self.rat(lemma)):
                return False
            self.clauses.append(frozenset(lemma))
            self.settle()
        return True


@st.composite
def some_steps(draw: st.DrawFn, formula: Clauses) -> list[Step]:
    """Draw lemmas, and deletions of what may be there, most of them in the beginning."""
    lemmas = draw(st.lists(st.lists(literals, max_size=3, unique=True), max_size=6))
    steps: list[Step] = [(False, lemma) for lemma in lemmas]
    for clause in draw(st.lists(st.sampled_from([*formula, *lemmas]), max_size=3)):
        steps.insert(draw(st.integers(0, len(steps))), (True, list(clause)[::-1]))
    gone = draw(st.lists(st.sampled_from(formula), max_size=3))
    return [*((True, list(clause)) for clause in gone), *steps, (False, [])]


@st.composite
def refutable(draw: st.DrawFn) -> list[list[int]]:
    """Draw clauses that most likely have no solution, but only just."""
    some = draw(st.lists(st.tuples(*[st.booleans()] * VARIABLES), min_size=14, max_size=16, unique=True))
    full = [[v if sign else -v for v, sign in enumerate(signs, start=1)] for signs in some]
    return full + draw(st.lists(st.lists(literals, min_size=1, max_size=3, unique=True), max_size=6))


@pytest.mark.parametrize("name", HERE)
@given(data=st.data())
def test_what_is_accepted_is_true(name: str, data: st.DataObject) -> None:
    formula = data.draw(messy_clauses)
    steps = data.draw(some_steps(formula))
    if accepts(name, formula, steps):
        assert not satisfiable(formula)


@settings(max_examples=300)
@given(data=st.data())
def test_the_own_and_the_compiled_checker_go_by_the_definition(data: st.DataObject) -> None:
    formula = data.draw(st.one_of(clauses, refutable()))
    steps = data.draw(some_steps(formula))
    assert accepts("own", formula, steps) == Naive(formula).accepts(steps, rat=True)
    follows = Naive(formula).accepts(steps, rat=False)
    for name in OF_OURS[1:]:
        # MiniSat is not told of deleted clauses at once, so that more follows.
        assert accepts(name, formula, steps) == follows or (name == "minisat" and not follows)


def proof_of(formula: Clauses, solver: str = "pysat:glucose4") -> list[bytes]:
    with closing(Prover(solver, formula)) as prover:
        assert prover.solve(None) is False
        return list(prover.lines())


def steps_of(lines: Sequence[bytes], variables: int = VARIABLES) -> Iterator[Step]:
    return drat.steps(io.BytesIO(b"".join(line + b"\n" for line in lines)), variables)


@pytest.mark.parametrize("name", HERE)
@given(clauses)
def test_what_solvers_prove_is_accepted(name: str, formula: list[list[int]]) -> None:
    if not satisfiable(formula):
        for solver in ("pysat:glucose4", "pysat:cadical195"):
            assert accepts(name, formula, list(steps_of(proof_of(formula, solver))))


def dom_formula(n: int) -> reference.Formula:
    puzzle = n_dom(n)
    return reference.encode(puzzle.problem(), [puzzle.values(puzzle.goal)])


@pytest.mark.parametrize("name", HERE)
def test_a_proof_of_hundreds_of_lemmas_holds_whole_and_not_with_a_gap(name: str) -> None:
    formula = dom_formula(7)
    lines = proof_of(formula.clauses)
    assert len(lines) > 100
    assert accepts(name, formula.clauses, list(steps_of(lines, formula.variables)), formula.variables)
    assert not accepts(name, formula.clauses, [(False, [])], formula.variables)
    assert not accepts(
        name, formula.clauses[:-1], list(steps_of(lines, formula.variables)), formula.variables
    )


def test_arrays_are_packed_again_and_again() -> None:
    formula = dom_formula(6)
    lines = proof_of(formula.clauses)
    # Every lemma of an earlier round is deleted, so that nearly all that was ever added is dead.
    lemmas = [line for line in lines[:-1] if not line.startswith(b"d")]
    rounds = [*lemmas, *(b"d " + line for line in lemmas if line.count(b" ") > 1)] * 20
    steps = list(steps_of([*rounds, *lines], formula.variables))
    check(formula.variables, formula.clauses, steps, batch_size=7)
    with pytest.raises(ProofError, match="step 1 does not follow"):
        check(formula.variables, formula.clauses[:-1], steps[::-1][1:], batch_size=7)


def outcomes(seed: int, count: int) -> list[str]:
    """Return what the compiled checker says of random steps, with the step at which it stops."""
    rng = random.Random(seed)

    def some(least: int) -> list[int]:
        return [rng.choice([-1, 1]) * rng.randint(1, VARIABLES) for _ in range(rng.randint(least, 3))]

    found = []
    for _ in range(count):
        formula = [some(1) for _ in range(rng.randint(4, 14))]
        steps: list[Step] = [
            (True, rng.choice(formula)) if rng.random() < 0.2 else (False, some(0)) for _ in range(6)
        ]
        try:
            check(VARIABLES, formula, steps, batch_size=rng.choice([2, 100]))
            found.append("holds")
        except ProofError as error:
            found.append(str(error))
    return found


def test_the_compiled_checker_says_the_same_where_it_is_interpreted() -> None:
    said = outcomes(1, 2000)
    assert 200 < said.count("holds") < 1800
    assert said == interpreted(outcomes, 1, 2000)


def long_steps() -> tuple[int, list[list[int]], Iterator[Step]]:
    """Return clauses and steps of which each makes a long way of unit propagation necessary."""
    last = 50_000
    chain = [[-v, v + 1] for v in range(1, last)]
    lemma = [-1, last]
    return last, chain, (step for _ in range(10**6) for step in ((False, lemma), (True, lemma)))


def ends_soon(clock: Clock, error: type[BaseException]) -> bool:
    begin = time.thread_time()  # a busy machine takes nothing from it
    with pytest.raises(error):
        check(*long_steps(), clock)
    return time.thread_time() - begin < 0.3 + 0.3


def test_the_compiled_checker_ends_within_a_batch_at_its_limit_and_when_interrupted() -> None:
    assert ends_soon(Clock(0.3), LimitReached)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        assert ends_soon(NO_CLOCK, KeyboardInterrupt)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_minisat_is_begun_anew_again_and_again() -> None:
    formula = dom_formula(7)
    lines = proof_of(formula.clauses)
    doomed = [line for line in lines[:-1] if not line.startswith(b"d")][:50]
    again = [*doomed, *(b"d " + line for line in doomed), *doomed]
    steps = list(steps_of([*again, *lines], formula.variables))
    checkers.by_propagation(formula.variables, formula.clauses, steps, Clock(), tolerated=-5)


def test_minisat_keeps_what_was_propagated_when_it_is_begun_anew() -> None:
    clauses = [[1], [-1, 2, 3], [-1, 2, -3], [-2, 4, 5], [-2, 4, -5]]
    steps = [(False, [2, -1]), (True, [2, -1]), (False, [1, 3]), (False, [4])]  # 4 follows from 2
    checkers.by_propagation(5, clauses, steps, Clock(), tolerated=-5)


@pytest.mark.parametrize("name", HERE)
def test_what_was_propagated_stays_true_when_its_reason_is_deleted(name: str) -> None:
    """Else 1 would be a RAT here, and the clauses, which have a solution, refuted by it."""
    assert not accepts(name, [[-1, 2], [-2]], [(True, [-1, 2]), (False, [1]), (False, [])])


RAT = ([[1, 2], [-1, -2], [3, 4]], [(False, [5, 1]), (False, [-5, 2])])
"""A formula and two steps that define 5 anew: they follow from nothing, and do no harm."""


@pytest.mark.parametrize("name", OF_OURS)
def test_rat_steps_are_checked_by_the_own_checker_and_refused_clearly_by_the_others(name: str) -> None:
    formula, steps = RAT
    check = CHECKERS.load(name)
    if name == "own":
        check(5, formula, steps, Clock())
        with pytest.raises(
            ProofError, match="step 3 does not follow from the clauses and steps before it: -5 -2"
        ):
            check(5, formula, [*steps, (False, [-5, -2])], Clock())
    else:
        with pytest.raises(ProofError, match=r"step 1 does not follow by unit propagation: 5 1 .*own"):
            check(5, formula, steps, Clock())


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1 2 0\n", "ends after 1 steps without the empty clause"),
        ("", "ends after 0 steps without the empty clause"),
        ("0\n1 0\n", "step 1 is the empty clause, but the proof continues"),
        ("0", "step 1 is not a step"),
        ("1 2\n0\n", "step 1 is not a step of a proof: 1 2"),
        ("1 0 2 0\n0\n", "step 1 is not a step"),
        ("1 x 0\n0\n", "step 1 is not a step"),
        ("d d 1 0\n0\n", "step 1 is not a step"),
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
    with closing(Prover(name, formula.clauses)) as prover:
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


def stand_in(folder: Path, name: str, says: str, code: int) -> None:
    """Write a program of this name that says this and ends with this code."""
    path = folder / name
    path.write_text(f'#!/bin/sh\ntest -s "$1" && test -s "$2" && echo \'{says}\'\nexit {code}\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.mark.parametrize(
    ("trim", "cake", "good"),
    [
        (("s VERIFIED", 1), ("s VERIFIED UNSAT", 0), True),
        (("s NOT VERIFIED", 0), ("s VERIFIED UNSAT", 0), False),
        (("c s VERIFIED", 0), ("s VERIFIED UNSAT", 0), False),
        (("s VERIFIED", 0), ("s VERIFIED", 0), False),
        (("s VERIFIED", 0), ("c nothing", 0), False),
        (("", 0), ("", 0), False),
    ],
)
def test_other_programs_are_believed_for_their_line_and_not_for_their_exit_code(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    trim: tuple[str, int],
    cake: tuple[str, int],
    good: bool,
) -> None:
    stand_in(tmp_path, "drat-trim", *trim)
    # drat-trim writes what cake_lpr reads; the stand-in leaves that to its twin.
    (tmp_path / "cake_lpr").write_text(f"#!/bin/sh\necho '{cake[0]}'\nexit {cake[1]}\n")
    (tmp_path / "cake_lpr").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    steps: list[Step] = [(False, [])]
    assert accepts("cake_lpr", [[1], [-1]], steps) == good
    assert accepts("drat-trim", [[1], [-1]], steps) == (trim[0] == "s VERIFIED")


def test_a_program_is_stopped_at_the_time_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "drat-trim").write_text("#!/bin/sh\nexec sleep 60\n")
    (tmp_path / "drat-trim").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    begin = time.monotonic()
    with pytest.raises(LimitReached):
        CHECKERS.load("drat-trim")(1, [[1], [-1]], iter([(False, [])]), Clock(0.3))
    assert time.monotonic() - begin < 30


def test_what_is_not_installed_is_named_with_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(
        InputError, match="the checker drat-trim is not installed: from a package, or built from https://"
    ):
        CHECKERS.load("drat-trim")
    with pytest.raises(InputError, match="no checker 'nobody'; the checkers are own, compiled, minisat"):
        CHECKERS.load("nobody")


def test_a_solver_that_took_part_does_not_check(monkeypatch: pytest.MonkeyPatch) -> None:
    for why in ("", "there is no compiler"):
        monkeypatch.setattr(checkers, "interpreted", why)
        assert checkers.best(1000, []) == "own"
        assert checkers.best(10**6, []) == ("minisat" if why else "compiled")
        assert checkers.best(10**6, ["pysat:cadical195", "pysat:minisat22"]) == ("own" if why else "compiled")


def test_clauses_are_written_as_all_tools_read_them(tmp_path: Path) -> None:
    from pysat.formula import CNF

    formula = dom_formula(3)
    path = tmp_path / "f.cnf"
    path.write_text("\n".join(dimacs.lines(formula.variables, formula.clauses)) + "\n")
    read = CNF(from_file=str(path))
    assert (read.nv, read.clauses) == (formula.variables, formula.clauses)

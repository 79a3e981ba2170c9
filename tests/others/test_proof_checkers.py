"""The proof checkers: what they accept is true, and they accept what follows."""

import gc
import random
import signal
import stat
import subprocess
import time
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest

import nonosat
from nonosat.encodings.drat import ProofError, Step
from nonosat.errors import InputError, LimitReached
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.proofs import checkers
from nonosat.proofs.check_long import check
from nonosat.proofs.checkers import CHECKERS, Check
from nonosat.proofs.verify import verify
from tests.core.test_certificates import EARLIER
from tests.core.test_registry import keeps
from tests.helpers.certified import certified
from tests.helpers.fixtures import Patch
from tests.helpers.interpreted import interpreted
from tests.helpers.programs import missing, needs
from tests.helpers.proofs import (
    VARIABLES,
    Clauses,
    accepts,
    clauses,
    dom_formula,
    literals,
    of_size,
    proof_of,
    steps_of,
)
from tests.helpers.properties import given, settings, st
from tests.helpers.samples import some

HERE = list(CHECKERS)
QUICK = [name for name in CHECKERS if name != "theorem"]
"""Those that need less than a second to start."""
OF_OURS = ["own", "compiled"]

messy_clauses = st.lists(st.lists(literals, min_size=1, max_size=4), min_size=4, max_size=14)


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


@pytest.mark.parametrize("name", QUICK)
@given(data=st.data())
def test_what_is_accepted_is_true(name: str, data: st.DataObject) -> None:
    needs(name)
    formula = data.draw(messy_clauses)
    steps = data.draw(some_steps(formula))
    if accepts(name, formula, steps):
        assert not satisfiable(formula)


@settings(max_examples=150)
@given(data=st.data())
def test_the_own_and_the_compiled_checker_go_by_the_definition(data: st.DataObject) -> None:
    formula = data.draw(st.one_of(clauses, refutable()))
    steps = data.draw(some_steps(formula))
    for name in ("own", "compiled"):
        assert accepts(name, formula, steps) == Naive(formula).accepts(steps, rat=True)


def test_a_lemma_that_is_always_true_hinders_no_other() -> None:
    """That it resolves to something that does not follow says nothing."""
    formula = [[a, b, c, d] for a in (-1, 1) for b in (-2, 2) for c in (-3, 3) for d in (-4, 4)]
    lemmas = [[2], [1, -1], [1, 3], [-1], []]
    for name in ("own", "compiled"):
        assert accepts(name, formula, [(False, lemma) for lemma in lemmas])


@pytest.mark.parametrize("name", QUICK)
@given(clauses)
def test_what_solvers_prove_is_accepted(name: str, formula: list[list[int]]) -> None:
    needs(name)
    if not satisfiable(formula):
        for solver in ("pysat:glucose4", "pysat:cadical195"):
            assert accepts(name, formula, list(steps_of(proof_of(formula, solver))))


@pytest.mark.parametrize("name", HERE)
def test_a_proof_of_hundreds_of_lemmas_holds_whole_and_not_with_a_gap(name: str) -> None:
    needs(name)
    formula = dom_formula(7)
    lines = proof_of(formula.clauses)
    assert len(lines) > 100
    assert accepts(name, formula.clauses, list(steps_of(lines, formula.variables)), formula.variables)
    assert not accepts(name, formula.clauses, [(False, [])], formula.variables)
    assert not accepts(
        name, formula.clauses[:-1], list(steps_of(lines, formula.variables)), formula.variables
    )


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
    gc.disable()  # hypothesis looks on while garbage is collected, where an interruption is lost
    begin = time.thread_time()  # a busy machine takes nothing from it
    try:
        with pytest.raises(error):
            check(*long_steps(), clock)
    finally:
        gc.enable()
    return time.thread_time() - begin < 0.3 + 0.3


def test_the_compiled_checker_ends_within_a_batch_at_its_limit_and_when_interrupted() -> None:
    assert ends_soon(Clock(0.3), LimitReached)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        assert ends_soon(NO_CLOCK, KeyboardInterrupt)
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", HERE)
def test_what_was_propagated_stays_true_when_its_reason_is_deleted(name: str) -> None:
    """Else 1 would be a RAT here, and the clauses, which have a solution, refuted by it."""
    needs(name)
    assert not accepts(name, [[-1, 2], [-2]], [(True, [-1, 2]), (False, [1]), (False, [])])


RAT = ([[1, 2], [-1, -2], [3, 4]], [(False, [5, 1]), (False, [-5, 2])])
"""A formula and two steps that define 5 anew: they follow from nothing, and do no harm."""


@pytest.mark.parametrize("name", OF_OURS)
def test_rat_steps_are_checked_by_our_own_checkers(name: str) -> None:
    needs(name)
    formula, steps = RAT
    check = CHECKERS.load(name)
    check(5, formula, steps, Clock())
    with pytest.raises(
        ProofError, match="step 3 does not follow from the clauses and steps before it: -5 -2"
    ):
        check(5, formula, [*steps, (False, [-5, -2])], Clock())


def stand_in(folder: Path, name: str, says: str, code: int) -> None:
    """Write a program of this name that says this and ends with this code."""
    path = folder / name
    path.write_text(f'#!/bin/sh\ntest -s "$1" && test -s "$2" && echo \'{says}\'\nexit {code}\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.mark.parametrize(
    ("program", "says", "code", "good"),
    [
        ("drat-trim", "s VERIFIED", 1, True),
        ("drat-trim", "s NOT VERIFIED", 0, False),
        ("drat-trim", "c s VERIFIED", 0, False),
        ("drat-trim", "", 0, False),
        ("cake_lpr", "s VERIFIED UNSAT", 1, True),
        ("cake_lpr", "s VERIFIED", 0, False),
        ("cake_lpr", "c nothing", 0, False),
    ],
)
def test_other_programs_are_believed_for_their_line_and_not_for_their_exit_code(
    tmp_path: Path, monkeypatch: Patch, program: str, says: str, code: int, good: bool
) -> None:
    stand_in(tmp_path, program, says, code)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert accepts(program, [[1], [-1]], [(False, [])]) == good


def test_acl2_without_its_books_has_refused_nothing(tmp_path: Path, monkeypatch: Patch) -> None:
    says = "ACL2 Error [Failure] in ( INCLUDE-BOOK ...):  See :DOC failure."
    (tmp_path / "acl2").write_text(f"#!/bin/sh\necho '{says}'\n")
    (tmp_path / "acl2").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(InputError, match="acl2 does not find its books"):
        accepts("theorem", [[1], [-1]], [(False, [])])


def test_a_program_is_stopped_at_the_time_limit(tmp_path: Path, monkeypatch: Patch) -> None:
    (tmp_path / "drat-trim").write_text("#!/bin/sh\nexec sleep 60\n")
    (tmp_path / "drat-trim").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    begin = time.monotonic()
    with pytest.raises(LimitReached):
        CHECKERS.load("drat-trim")(1, [[1], [-1]], iter([(False, [])]), Clock(0.3))
    assert time.monotonic() - begin < 30


@pytest.mark.parametrize(
    ("program", "error", "message"),
    [
        ("kill -KILL $$", LimitReached, "memory limit: drat-trim was killed, most likely"),
        ("echo 'c MEMOUT: reallocation of proof list failed'", LimitReached, "memory limit: drat-trim ended"),
        ("echo 's TIMEOUT'", LimitReached, "time limit"),
        ("kill -SEGV $$", InputError, "drat-trim was killed by SIGSEGV"),
        ("echo 's NOT VERIFIED'", ProofError, "its last line was: s NOT VERIFIED"),
    ],
)
def test_only_a_program_that_got_to_the_end_has_refused_a_proof(
    program: str, error: type[Exception], message: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    (tmp_path / "drat-trim").write_text(f"#!/bin/sh\n{program}\n")
    (tmp_path / "drat-trim").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(error, match=message):
        CHECKERS.load("drat-trim")(1, [[1], [-1]], iter([(False, [])]), Clock())


def test_what_is_not_installed_is_named_with_how_to_get_it(monkeypatch: Patch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(
        InputError, match="the checker drat-trim is not installed: from a package, or built from https://"
    ):
        CHECKERS.load("drat-trim")
    with pytest.raises(InputError, match="no checker 'nobody'; the checkers are own, compiled, drat-trim"):
        CHECKERS.load("nobody")


def test_a_long_proof_is_checked_in_machine_code(monkeypatch: Patch) -> None:
    for why in ("", "there is no compiler"):
        monkeypatch.setattr(checkers, "interpreted", why)
        assert checkers.best(of_size(1000)) == "own"
        assert checkers.best(of_size(10**6)) == ("own" if why else "compiled")


@pytest.mark.parametrize("name", list(CHECKERS))
def test_checkers(name: str) -> None:
    needs(name)
    keeps(CHECKERS.load(name), Check)


def test_a_certificate_stays_valid_when_it_is_checked_by_hand(tmp_path: Path) -> None:
    needs("xz")
    path = tmp_path / "dom-3"
    _, certificate, _ = certified(nonosat.load("dom-3"), path)
    unpack, check, *verified = certificate.by_hand
    subprocess.run(unpack, shell=True, cwd=path, check=True)
    program, clauses, unpacked, option, lrat = check.split()
    assert (program, option) == ("drat-trim", "-L") and (path / clauses).is_file()
    assert (path / unpacked).read_text().endswith("0\n")
    assert [command.count(lrat) for command in verified] == [1, 1]
    assert verify(path, lrat=path / lrat).verified  # here is no drat-trim
    if not missing("theorem"):
        done = subprocess.run(verified[1], shell=True, cwd=path, check=True, capture_output=True)
        assert b"s VERIFIED" in done.stdout.splitlines()
    assert verify(path).certificate == certificate


@pytest.mark.parametrize("checker", list(CHECKERS))
@pytest.mark.parametrize("path", some(EARLIER, 1), ids=lambda path: path.stem)
def test_certificates_of_earlier_versions_are_verified(path: Path, checker: str) -> None:
    """Those of verdicts were written by 0.1.0, and have the manifest of today."""
    needs(checker)
    name, _, claim = path.stem.partition("switch-")
    report = verify(path, checker, nonosat.load(name or "switch"))
    assert report.failure is None and (not claim or report.verdict == claim)
    assert report.checker == ("" if report.certificate and report.certificate.proof is None else checker)

"""A family of backends of which one, `faulty:honest`, is right, and all others are not: each has one fault in
its answers or in its proofs. It is added to the registry as a package's would be.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count

from nonosat.backends import Engine
from nonosat.backends.proving import Prover
from nonosat.encodings.dimacs import Clauses
from nonosat.encodings.model import Cnf, Info, Model, Options
from nonosat.problem import CellValue
from nonosat.registry import Entry

BACKEND = Entry("tests.helpers.faulty", "an honest solver and its faulty friends")

True_ = set[int] | None
"""The literals that a solver says are true; None if it says that there is no solution."""


def solved(clauses: Clauses, conflicts: int = -1) -> True_:
    from pysat.solvers import Solver

    with Solver("minisat22", bootstrap_with=clauses) as solver:
        if conflicts >= 0:
            solver.conf_budget(conflicts)
            return set(solver.get_model()) if solver.solve_limited() else None
        return set(solver.get_model()) if solver.solve() else None


def changed(true: True_, *variables: int) -> True_:
    return true and {-lit if abs(lit) in variables else lit for lit in true}


_calls, _models = count(1), list[set[int]]()


def _another(clauses: Clauses, _: int) -> True_:
    """Answer with the solution of the first formula of all."""
    if true := solved(clauses):
        _models.append(true)
    return true and _models[0]


def _rarely(clauses: Clauses, _: int) -> True_:
    true = solved(clauses)
    if next(_calls) % 50:
        return true
    return None if true else {1}


def _late(clauses: Clauses, _: int) -> True_:
    time.sleep(1.5 if len(clauses) > LARGE else 0)
    return solved(clauses)


LARGE = 600
"""The clauses of a formula that is large: those of dom-5 and of a few others."""

ANSWERS: dict[str, Callable[[list[list[int]], int], True_]] = {
    "honest": lambda clauses, nth: solved(clauses),
    "denies": lambda clauses, nth: None,
    "denies-the-second": lambda clauses, nth: solved(clauses) if nth == 1 else None,
    "denies-what-is-large": lambda clauses, nth: None if len(clauses) > LARGE else solved(clauses),
    "denies-after-a-conflict": lambda clauses, nth: solved(clauses, 1),
    "denies-one-in-fifty": _rarely,
    "invents": lambda clauses, nth: {abs(lit) for clause in clauses for lit in clause},
    "invents-the-second": lambda clauses, nth: solved(clauses) if nth == 1 else {1},
    "negates": lambda clauses, nth: (true := solved(clauses)) and {-lit for lit in true},
    "changes-a-cell": lambda clauses, nth: changed(solved(clauses), 1),
    "leaves-cells-out": lambda clauses, nth: (true := solved(clauses)) and {lit for lit in true if lit % 3},
    "solves-another": _another,
    "forgets-clauses": lambda clauses, nth: solved(clauses[::2]),
    "forgets-what-was-added": lambda clauses, nth: solved(clauses[: 1 - nth] if nth > 1 else clauses),
    "is-late": _late,
}
"""What a solver says of clauses when it is asked for the nth time."""

Lines = list[bytes]
PROOFS: dict[str, Callable[[Lines], Lines]] = {
    "truncates": lambda proof: proof[: len(proof) // 2],
    "reverses": lambda proof: proof[::-1],
    "proves-another": lambda proof: [b"1 2 0", b"1 0", b"-1 0", b"0"],
    "proves-nothing": lambda proof: [b"0"],
    "writes-nothing": lambda proof: [],
    "cuts-lemmas": lambda proof: [b" ".join([*line.split()[:1], b"0"]) for line in proof[:-1]] + [b"0"],
    "writes-words": lambda proof: [b"obviously 0"],
    "finds-one-instead": lambda proof: proof,
}
"""What becomes of a right proof of a right verdict."""

FAULTY = [*(name for name in ANSWERS if name != "honest"), *PROOFS]


def _info(solver: str) -> Info:
    return Info(f"faulty:{solver}", "", ("cnf",), proof=True, options={"proof": ""})


def solvers() -> Sequence[Info]:
    return [_info("honest")]


def info(solver: str) -> Info | None:
    return _info(solver) if solver in ANSWERS or solver in PROOFS else None


def start(solver: str, model: Model, options: Options) -> Engine:
    assert isinstance(model, Cnf)
    return _Engine(ANSWERS.get(solver, ANSWERS["honest"]), model)


def prover(solver: str, clauses: Clauses, options: Options) -> Prover:
    return _Prover(solver, clauses)


class _Engine(Engine):
    def __init__(self, answer: Callable[[list[list[int]], int], True_], model: Cnf) -> None:
        self._answer, self._model, self._clauses = answer, model, list(model.clauses)
        self._true: True_ = None
        self._nth = 0

    def add_clause(self, options: Sequence[CellValue]) -> None:
        self._clauses += filter(None, [self._model.clause(options)])

    def add_blocking_clause(self, options: Sequence[CellValue]) -> None:
        self._clauses += filter(None, [self._model.blocking_clause(options)])

    def solve(
        self, assumptions: Sequence[CellValue] = (), any_of: Sequence[CellValue] | None = None
    ) -> bool | None:
        assert not assumptions and any_of is None
        self._nth += 1
        self._true = self._answer(self._clauses, self._nth)
        return self._true is not None

    def values(self) -> bytes:
        true = self._true or set()
        return self._model.values(lambda lit: lit in true or (lit < 0 and -lit not in true))


class _Prover(Prover):
    def __init__(self, solver: str, clauses: Clauses) -> None:
        from nonosat.backends.pysat_proofs import PysatProver

        self._name, self._solver = solver, PysatProver("glucose4", clauses)

    def solve(self, conflicts: int | None) -> bool | None:
        found = self._solver.solve(conflicts)
        return True if self._name == "finds-one-instead" else found

    def lines(self) -> Iterator[bytes]:
        lines = [line.strip() for line in self._solver.lines()]
        yield from PROOFS.get(self._name, list)(lines)

    def close(self) -> None:
        self._solver.close()

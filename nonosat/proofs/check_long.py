"""The checker for long proofs: steps are read in batches, and checked in machine code (`rup`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice, repeat

from nonosat.encodings.dimacs import Clauses
from nonosat.encodings.drat import ProofError, Step, shown
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.proofs.rup import Checker
from nonosat.propagation.memory import Ints

_BATCH = 5000
"""Steps that are read at a time."""


def check(
    variables: int,
    clauses: Clauses,
    steps: Iterable[Step],
    clock: Clock = NO_CLOCK,
    batch_size: int = _BATCH,
    note: Callable[[Ints], object] | None = None,
) -> None:
    """Check a proof that the clauses, over the variables 1..`variables`, have no solution.

    The steps end with the empty clause (see `drat.steps`); once the clauses are refuted, no more are read.
    `note` receives what `Checker` notes, batch by batch. Raises ProofError at the first step that fails, and
    LimitReached once the clock's deadline has passed.
    """
    checker = Checker(variables, len(clauses), clock, note is not None)
    number = 0
    for source, must_follow in ((zip(repeat(False), clauses), False), (iter(steps), True)):
        while batch := list(islice(source, batch_size)):
            found = checker.run(batch, must_follow)
            if note is not None:
                note(memoryview(checker.noted()))
            if checker.refuted:
                return
            if found >= 0:
                what = f"step {number + found + 1} does not follow from the clauses and steps before it"
                raise ProofError(f"{what}: {shown(batch[found][1])}")
            number += len(batch) if must_follow else 0

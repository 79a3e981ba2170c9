"""The checker for long proofs: steps are read in batches, and checked in machine code (`rup`).

It also writes proofs again, trimmed (`trim`): as DRAT, or as LRAT, in which each lemma has the numbers of
the clauses that prove it, so that a checker needs no search for them, and verified ones read it (Cruz-Filipe
and others 2017). The notes of `Checker` are kept in a file until the proof is complete.
"""

from __future__ import annotations

import mmap
import tempfile
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, repeat
from pathlib import Path
from typing import IO

from nonosat.encodings.dimacs import Clauses
from nonosat.encodings.drat import ProofError, Step, show_lemma
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.processes.files import put_file
from nonosat.processes.progress import Stage
from nonosat.proofs.rup import Checker
from nonosat.proofs.trim import BINARY, DRAT, LRAT, Trimmed
from nonosat.propagation.memory import Ints

_BATCH = 5000
"""Steps that are read at a time."""

_NUMBERS = 1 << 24
"""Numbers of notes that are looked at between two checks of the clock."""

_PIECE = 1 << 18  # bytes of a proof


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
            checked = checker.run(batch, must_follow)
            if note is not None:
                note(memoryview(checker.read_notes()))
            if checker.refuted:
                return
            if checked >= 0:
                what = f"step {number + checked + 1} does not follow from the clauses and steps before it"
                raise ProofError(f"{what}: {show_lemma(batch[checked][1])}")
            number += len(batch) if must_follow else 0


def write_lrat(
    path: str | Path,
    variables: int,
    clauses: Clauses,
    steps: Iterable[Step],
    clock: Clock = NO_CLOCK,
    binary: bool = False,
) -> None:
    """Check a proof that the clauses have no solution, and write it as LRAT. Raises ProofError if it is none,
    and LimitReached once the clock's deadline has passed.
    """
    with Notes(len(clauses), clock) as notes:
        check(variables, clauses, steps, clock, note=notes.keep)
        with Stage("writing the proof as LRAT"):
            put_file(path, notes.pieces(BINARY if binary else LRAT))


class Notes:
    """A Checker's notes about a proof of these many clauses, in a temporary file of four bytes per
    number; while it is trimmed, there are also twelve bytes per lemma, and four per clause, in memory.

    `largest` is the largest variable of the proof, once all its pieces were written.
    """

    def __init__(self, clauses: int, clock: Clock = NO_CLOCK) -> None:
        self.largest = 0
        self._clauses = clauses
        self._clock = clock
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - `__exit__` closes it

    def __enter__(self) -> Notes:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def keep(self, noted: Ints) -> None:
        """Keep what a batch of steps has noted: number, literals, 0, hints, 0."""
        self._file.write(noted)

    def pieces(self, form: int = DRAT) -> Iterator[bytes]:
        """Yield the trimmed proof in one of the forms of `trim`."""
        self._file.flush()
        # Nothing is written to the copy; C types want it writable.
        with (
            mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_COPY) as whole,
            memoryview(whole) as view,
            view.cast("i") as numbers,
        ):
            trimmed, at, end = Trimmed(numbers, self._clauses), 0, len(numbers)
            while end > 0:
                self._clock.check()
                end = trimmed.find_uses(end, _NUMBERS)
            while at < len(numbers):
                self._clock.check()
                at = trimmed.write(form, at, _PIECE)
                yield trimmed.take_bytes()
            self.largest = trimmed.largest
            del trimmed  # it holds the file's memory

"""The checker for long proofs: steps are read in batches, and checked in machine code (`rup`).

It also writes proofs as LRAT: each lemma with the numbers of the clauses that prove it, so that a checker
needs no search for them, and verified ones read it (Cruz-Filipe and others 2017). The notes of `Checker` are
kept in a file until the proof is complete; then it is trimmed backwards: a lemma that nothing later needs is
left out, and every clause is deleted after its last use.
"""

from __future__ import annotations

import mmap
import tempfile
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import islice, repeat
from pathlib import Path
from typing import IO, NamedTuple

from nonosat.encodings import drat
from nonosat.encodings.dimacs import Clauses
from nonosat.encodings.drat import ProofError, Step, shown
from nonosat.processes.files import put_file
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.processes.progress import stage
from nonosat.proofs.rup import Checker
from nonosat.propagation.memory import Ints

_BATCH = 5000
"""Steps that are read at a time."""

_WORD = 4  # bytes of a number


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


def write_lrat(
    path: str | Path,
    variables: int,
    clauses: Clauses,
    steps: Iterable[drat.Step],
    clock: Clock = NO_CLOCK,
    binary: bool = False,
) -> None:
    """Check a proof that the clauses have no solution, and write it as LRAT. Raises ProofError if it is none,
    and LimitReached once the clock's deadline has passed.
    """
    with closing(Hints(len(clauses), clock)) as hints:
        check(variables, clauses, steps, clock, note=hints.keep)
        with stage("writing the proof as LRAT"):
            pieces = compressed(hints.entries()) if binary else drat.pieces(map(line, hints.entries()))
            put_file(path, pieces)


class Entry(NamedTuple):
    """A lemma with the numbers of the clauses that prove it, or clauses that are deleted after a lemma."""

    number: int
    literals: list[int] | None  # of a lemma
    clauses: list[int]


def line(entry: Entry) -> bytes:
    """Return an entry as text, without a line end."""
    middle = ["d"] if entry.literals is None else [*entry.literals, 0]
    return " ".join(map(str, [entry.number, *middle, *entry.clauses, 0])).encode()


_LEMMA, _DELETION = ord("a") << 40, ord("d") << 40  # no number is as large


def compressed(entries: Iterable[Entry], batch_size: int = 20_000) -> Iterator[bytes]:
    """Yield entries in the binary form of LRAT: seven bits of a number to a byte, its sign as the lowest.

    In a lemma, all literals but the first are in the order of their variables, as ACL2 wants them.
    """
    import numpy as np

    entries = iter(entries)
    while batch := list(islice(entries, batch_size)):
        flat: list[int] = []
        for number, literals, clauses in batch:
            if literals is None:
                flat.append(_DELETION)
            else:
                flat += (_LEMMA, number, *literals[:1], *sorted(literals[1:], key=abs), 0)
            flat += clauses
            flat.append(0)
        numbers = np.array(flat, np.int64)
        marks = numbers >> 40
        words = np.where(marks > 0, marks, 2 * abs(numbers) + (numbers < 0))
        sizes = np.ones_like(words)
        for bits in (7, 14, 21, 28):
            sizes += words >> bits > 0
        begins = np.cumsum(sizes) - sizes
        found = np.zeros(int(sizes.sum()), np.uint8)
        for place in range(int(sizes.max())):
            longer = sizes > place
            more = np.where(sizes[longer] > place + 1, 128, 0)
            found[begins[longer] + place] = words[longer] >> 7 * place & 127 | more
        yield found.tobytes()


class Hints:
    """What a Checker has noted about a proof of these many clauses, in a temporary file of four bytes per
    number; in memory are twelve bytes per lemma, and four per clause.
    """

    def __init__(self, clauses: int, clock: Clock = NO_CLOCK) -> None:
        self._clauses = clauses
        self._clock = clock
        self._file: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - `close` closes it
        self._begins = array("q")  # where each lemma begins
        self._last = 0  # the last lemma's number
        self._end = 0

    def keep(self, noted: Ints) -> None:
        """Keep what a batch of steps has noted: number, literals, 0, hints, 0."""
        notes = noted.tolist()
        at = 0
        while at < len(notes):
            self._begins.append(self._end + at)
            self._last = notes[at]
            at = notes.index(0, notes.index(0, at) + 1) + 1
        self._end += len(notes)
        self._file.write(noted)

    def entries(self) -> Iterator[Entry]:
        """Yield the trimmed proof."""
        self._file.flush()
        with (
            mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ) as whole,
            memoryview(whole) as view,
            view.cast("i") as numbers,
        ):
            yield from self._trimmed(numbers)

    def close(self) -> None:
        """Delete the temporary file."""
        self._file.close()

    def _trimmed(self, numbers: memoryview[int]) -> Iterator[Entry]:
        user = self._last_uses(numbers)
        unused = [number for number in range(1, self._clauses + 1) if not user[number]]
        if unused:
            yield Entry(self._clauses, None, unused)
        for lemma, literals, hints in self._lemmas(numbers, range(len(self._begins))):
            if user[lemma]:
                yield Entry(lemma, literals, hints)
                gone = {number for number in map(abs, hints) if user[number] == lemma}
                if gone and literals:
                    yield Entry(lemma, None, sorted(gone))

    def _last_uses(self, numbers: memoryview[int]) -> array[int]:
        """Return by clause and lemma the last lemma that needs it, 0 if none does; the last lemma itself is
        the empty clause, and needs itself.
        """
        user = array("i", bytes(_WORD * (self._last + 1)))
        user[self._last] = self._last
        for lemma, _, hints in self._lemmas(numbers, range(len(self._begins) - 1, -1, -1)):
            if user[lemma]:
                for hint in map(abs, hints):
                    if not user[hint]:
                        user[hint] = lemma
        return user

    def _lemmas(self, numbers: memoryview[int], order: range) -> Iterator[tuple[int, list[int], list[int]]]:
        """Yield lemmas: number, literals, hints."""
        for count, k in enumerate(order):
            if count % 256 == 0:
                self._clock.check()
            end = self._begins[k + 1] if k + 1 < len(self._begins) else self._end
            lemma, *rest = numbers[self._begins[k] : end - 1].tolist()
            middle = rest.index(0)
            yield lemma, rest[:middle], rest[middle + 1 :]

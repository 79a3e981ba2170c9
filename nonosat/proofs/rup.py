# Compiled with rup.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""The steps of long proofs: lemmas that are RUP or RAT; `check.py` says what that is."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain

from nonosat.processes.clock import Clock
from nonosat.proofs.clause_database import ClauseDatabase
from nonosat.propagation.memory import Ints, small_zeros, sums, zeros

try:
    import cython
except ImportError:
    from nonosat.problem import interpreted as cython

_HOLD = -1
"""The outcome of steps none of which fails."""

_HEADER = 3
"""Places before a clause's literals."""


class Checker(ClauseDatabase):
    """Reads clauses, which are numbered from 1, and then steps: lemmas are numbered from `clauses` + 1.

    With `noting`, it notes for each lemma why it follows: its number and literals, 0, and hints as in LRAT
    (Cruz-Filipe and others 2017), 0. Hints are numbers of clauses, in an order in which each is unit or, the
    last, false. A literal that clauses make true without assumptions becomes a lemma of its own.

    `run` releases the interpreter lock. A checker that has raised an error is of no further use.
    """

    batch: Ints  # the literals of steps that are to be read, as in DIMACS
    batch_at: Ints  # by step and one more: where its literals begin
    deletion: bytearray  # by step
    read: int  # the last clause that was read
    numbers: int  # of clauses and lemmas
    refuted: bool
    noting: bool
    note: Ints
    note_end: int
    unit: Ints  # by literal that is true without assumptions: the number of the lemma that says so
    marked: Ints  # by literal: the last explanation that needs it
    marks: int

    def __init__(self, variables: int, clauses: int, clock: Clock, noting: bool = False) -> None:
        super().__init__(variables, clock)
        literals = 2 * variables + 2
        self.read, self.numbers, self.refuted = 0, clauses, False
        self.noting, self.note, self.note_end = noting, small_zeros(1), 0
        self.unit, self.marked, self.marks = small_zeros(literals), zeros(literals), 0

    def run(self, batch: Sequence[tuple[bool, Sequence[int]]], must_follow: bool) -> int:
        """Do steps one by one. Return the number (from 0) of the first lemma that must follow and does not,
        or -1; once the clauses are `refuted`, do no more.
        """
        self.clock.check()
        every = [literals for _, literals in batch]
        self.deletion = bytearray([deletion for deletion, _ in batch])
        self.batch, self.batch_at = memoryview(array("i", chain.from_iterable(every))), sums(map(len, every))
        self.room(len(self.batch) + _HEADER * len(batch))
        self.note_end = 0
        with cython.nogil:
            added = self._run(must_follow)
        if self.error is not None:
            raise self.error
        return added

    def read_notes(self) -> Ints:
        """Return what the last `run` has noted."""
        return self.note[: self.note_end]

    def _run(self, must_follow: bool) -> int:
        for step in range(len(self.deletion)):
            size = self._read(step)
            if self.deletion[step]:
                self._delete(size)
            elif must_follow and not self._holds(size):
                return step
            elif not self._add(size, self._number(must_follow)):
                self.refuted = True
                break
            if self.stopped:
                break
        return _HOLD

    def _number(self, lemma: bool) -> int:
        """Return the number of the next lemma or clause."""
        if lemma:
            self.numbers += 1
            return self.numbers
        self.read += 1
        return self.read

    def _read(self, step: int) -> int:
        """Copy a step's literals to where the next clause will be, none twice; return how many they are."""
        clause, size = self.end + _HEADER, 0
        self.steps += 1
        for k in range(self.batch_at[step], self.batch_at[step + 1]):
            number = self.batch[k]
            literal = 2 * number if number > 0 else 1 - 2 * number
            if self.seen[literal] != self.steps:
                self.seen[literal] = self.steps
                self.arena[clause + size] = literal
                size += 1
        return size

    def _holds(self, size: int) -> bool:
        """Whether the clause that was read follows, or is a RAT on its first literal."""
        clause, begin = self.end + _HEADER, self.note_end
        self._note_lemma(self.numbers + 1, clause, size)
        hints = self.note_end
        holds = self._follows(size, 0, 0)
        if not holds and size > 0 and self.value[self.arena[clause]] >= 0:
            self.note_end = hints
            holds = self._all_follow(size, self.arena[clause] ^ 1)
        self._note(0)
        if not holds:
            self.note_end = begin
        return holds

    def _all_follow(self, size: int, opposite: int) -> bool:
        """Whether all resolvents of the clause that was read follow, on the opposite of this literal."""
        at = self.since[opposite]
        while 0 < at <= self.end:
            other, has = self.arena[at - 2], False
            for k in range(at, at + other):
                has = has or self.arena[k] == opposite
            # What is always true resolves to nothing that counts; checkers of LRAT want it all the same.
            if has and (self.noting or not self._always_holds(at, other)):
                self._note(-self.arena[at - 3])
                if not self._follows(size, at, opposite):
                    return False
            at += abs(other) + _HEADER
        return True

    def _always_holds(self, clause: int, size: int) -> bool:
        """Whether a clause has a literal and its opposite."""
        self.marks += 1
        for k in range(clause, clause + size):
            if self.marked[self.arena[k] ^ 1] == self.marks:
                return True
            self.marked[self.arena[k]] = self.marks
        return False

    def _follows(self, size: int, other: int, but: int) -> bool:
        """Whether the clause that was read, with another one's literals but this, follows by propagation."""
        before = self.count
        self.marks += 1
        conflict = self._deny(self.end + _HEADER, size, 0) or (
            other > 0 and self._deny(other, self.arena[other - 2], but)
        )
        if not conflict and not self._propagate(before):
            conflict = True
            self._explain(before)
        for k in range(before, self.count):
            literal = self.true[k]
            self.value[literal] = self.value[literal ^ 1] = 0
        self.count = before
        return conflict

    def _deny(self, clause: int, size: int, but: int) -> bool:
        """Assume a clause's literals false, but this one; True if one is true already."""
        for k in range(clause, clause + size):
            literal = self.arena[k]
            if literal == but:
                continue
            self.marked[literal ^ 1] = self.marks  # no hint is needed, or may be given
            if not self._assume(literal ^ 1, 0):
                if self.unit[literal]:
                    self._note(self.unit[literal])
                return True
        return False

    def _add(self, size: int, number: int) -> bool:
        """Add the clause that was read, and propagate what it makes true; False at a conflict."""
        clause = self.end + _HEADER
        front = 0  # literals that are not false come first
        for k in range(clause, clause + size):
            literal = self.arena[k]
            if front < 2 and self.value[literal] >= 0:
                self.arena[k], self.arena[clause + front] = self.arena[clause + front], literal
                front += 1
        self._enter(size, number)
        before, holds = self.count, front > 0
        self.conflict = clause
        if front == 1:
            holds = self._assume(self.arena[clause], clause) and self._propagate(before)
        if self.noting:
            self._settle(before)
            if not holds:
                self._note_lemma(self.numbers + 1, clause, 0)
                self.marks += 1
                self._explain(self.count)
                self._note(0)
        return holds

    def _settle(self, before: int) -> None:
        """Make lemmas of the literals, from this number on, that are true without assumptions."""
        for k in range(before, self.count):
            literal = self.true[k]
            clause = self.reason[literal]
            self.unit[literal] = self.arena[clause - 3]
            if abs(self.arena[clause - 2]) > 1:
                self.numbers += 1
                self.unit[literal] = 0
                self._note(self.numbers)
                self._note(-(literal >> 1) if literal & 1 else literal >> 1)
                self._note(0)
                self.marks += 1
                self._mark(clause)
                self._note(self.arena[clause - 3])
                self._note(0)
                self.unit[literal] = self.numbers

    def _explain(self, before: int) -> None:
        """Note what leads to the conflict; literals before this number are true without assumptions."""
        if self.noting:
            self._mark(self.conflict)
            for k in range(self.count - 1, before - 1, -1):
                if self.marked[self.true[k]] == self.marks:
                    self._mark(self.reason[self.true[k]])
            for k in range(before, self.count):
                clause = self.reason[self.true[k]]
                if clause and self.marked[self.true[k]] == self.marks:
                    self._note(self.arena[clause - 3])
            self._note(self.arena[self.conflict - 3])

    def _mark(self, clause: int) -> None:
        """Mark the true literals that make a clause unit or false; note those that need no explanation."""
        if clause:
            for k in range(clause, clause + abs(self.arena[clause - 2])):
                literal = self.arena[k] ^ 1
                if self.value[literal] > 0 and self.marked[literal] != self.marks:
                    self.marked[literal] = self.marks
                    if self.unit[literal]:
                        self._note(self.unit[literal])

    def _note_lemma(self, number: int, clause: int, size: int) -> None:
        self._note(number)
        for k in range(clause, clause + size):
            literal = self.arena[k]
            self._note(-(literal >> 1) if literal & 1 else literal >> 1)
        self._note(0)

    def _note(self, number: int) -> None:
        if self.noting:
            if self.note_end == len(self.note):
                self._grow_note()
            if not self.stopped:
                self.note[self.note_end] = number
                self.note_end += 1

    def _grow_note(self) -> None:
        try:
            more = small_zeros(2 * self.note_end + 1024)
            more[: self.note_end] = self.note[: self.note_end]
            self.note = more
        except MemoryError as error:
            self.error, self.stopped = error, True

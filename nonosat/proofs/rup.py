"""The checker for long proofs: reverse unit propagation over flat arrays; `check.py` says what that is.

It checks no RAT steps, and its errors say so. A literal is 2v here, or 2v+1 if negated.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import chain, islice, repeat

from nonosat.clauses.drat import ProofError, Step, shown
from nonosat.errors import InputError
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.propagation.constants import ALL
from nonosat.propagation.memory import Ints, small_zeros, sums, zeros

try:
    import cython
except ImportError:
    from nonosat.propagation import interpreted as cython

_BATCH = 5000
"""Steps that are read at a time."""

_TICK = 100_000
"""Watches between two checks of the clock: less than 0.1 s where the code runs interpreted."""

_HOLD, _REFUTED = -1, -2
"""Outcomes of steps none of which fails."""

_HEADER = 2
"""Places before a clause's literals."""

_MOST = (1 << 31) - 1
# 2**64 times the fraction of the golden ratio: the high bits of its multiples differ (Knuth, volume 3, 6.4).
_MIX = 0x9E3779B97F4A7C15


def check(
    variables: int,
    clauses: Iterable[Sequence[int]],
    steps: Iterable[Step],
    clock: Clock = NO_CLOCK,
    batch_size: int = _BATCH,
) -> None:
    """Check a proof that the clauses, over the variables 1..`variables`, have no solution.

    The steps end with the empty clause (see `drat.steps`); once the clauses are refuted, no more are read.
    Raises ProofError at the first step that fails, and LimitReached once the clock's deadline has passed.
    """
    checker = Checker(variables, clock)
    given = zip(repeat(False), clauses)
    while batch := list(islice(given, batch_size)):
        if checker.run(batch, False) == _REFUTED:
            return
    number, rest = 0, iter(steps)
    while batch := list(islice(rest, batch_size)):
        found = checker.run(batch, True)
        if found == _REFUTED:
            return
        if found >= 0:
            raise ProofError(
                f"step {number + found + 1} does not follow by unit propagation:"
                f" {shown(batch[found][1])} (use the checker own for RAT steps)"
            )
        number += len(batch)


class Checker:
    """The clauses so far, and the literals that they make true.

    All clauses are in one array, and a clause is the place of its first literal there. Before that are its
    size, negative once it is deleted, and the next clause with the same hash. Its first two literals are
    watched.

    A watch is a clause and another of its literals: while that is true, the clause need not be looked at
    (Sörensson and Eén's MiniSat 2.1, 2008). The watches of a literal are one after another, too; if they need
    more room, they move to the end of their array.

    `run` releases the interpreter lock. A checker that has raised an error is of no further use.
    """

    variables: int
    arena: Ints
    end: int  # where the next clause's header will be
    bucket: Ints  # by hash: the first clause, or 0
    shift: int  # what turns 64 bits into a hash
    watch: Ints
    watch_end: int  # where unused room begins
    watch_at: Ints  # by literal: where its watches begin
    watch_size: Ints  # how much room they take
    watch_room: Ints  # and may take
    value: memoryview  # by literal: 1 true, -1 false, 0 open
    true: Ints  # the true literals in the order in which they became true
    count: int  # of the true literals
    seen: Ints  # by literal: the last step that was read and has it
    steps: int  # that were read
    batch: Ints  # the literals of steps that are to be read, as in DIMACS
    batch_at: Ints  # by step and one more: where its literals begin
    deletion: bytearray  # by step
    stopped: bool  # whether there is an error
    until_tick: int
    clock: Clock
    error: BaseException | None

    def __init__(self, variables: int, clock: Clock) -> None:
        literals = 2 * variables + 2
        self.variables = variables
        self.arena, self.end = small_zeros(_HEADER), _HEADER  # so that no clause is 0
        self.bucket, self.shift = small_zeros(2), 63
        self.watch, self.watch_end = small_zeros(1), 0
        self.watch_at, self.watch_size, self.watch_room = zeros(literals), zeros(literals), zeros(literals)
        self.value = memoryview(array("b", bytes(literals)))
        self.true, self.count = small_zeros(variables + 1), 0
        self.seen, self.steps = zeros(literals), 0
        self.stopped, self.until_tick = False, _TICK
        self.clock, self.error = clock, None

    def run(self, batch: Sequence[tuple[bool, Sequence[int]]], must_follow: bool) -> int:
        """Do steps one by one. Return the number (from 0) of the first lemma that must follow and does not,
        _REFUTED once the clauses are refuted, or _HOLD.
        """
        self.clock.check()
        every = [literals for _, literals in batch]
        self.deletion = bytearray([deletion for deletion, _ in batch])
        self.batch, self.batch_at = memoryview(array("i", chain.from_iterable(every))), sums(map(len, every))
        more = len(self.batch) + _HEADER * len(batch)
        if self.end + more > len(self.arena):
            self._renew(more)
        with cython.nogil:
            found = self._run(must_follow)
        if self.error is not None:
            raise self.error
        return found

    def _renew(self, more: int) -> None:
        """Drop deleted clauses, and make twice the room that the others and these take."""
        needed = 2 * (self._live() + more)
        if needed > _MOST:
            raise InputError("the clauses of this proof take more than 4 GB")
        old, end, bits = self.arena, self.end, (needed >> 4 | 1).bit_length()
        self.arena = small_zeros(needed)
        self.bucket, self.shift = small_zeros(1 << bits), 64 - bits
        self._move(old, end)

    def _live(self) -> int:
        """Return how much room the clauses take that are not deleted."""
        at = total = _HEADER
        while at < self.end:
            size = self.arena[at]
            if size > 0:
                total += _HEADER + size
            at += _HEADER + abs(size)
        return total

    def _move(self, old: Ints, end: int) -> None:
        """Enter the clauses of an old array that are not deleted; it ends here."""
        for literal in range(2 * self.variables + 2):
            self.watch_at[literal] = self.watch_size[literal] = self.watch_room[literal] = 0
        self.watch_end = 0
        at = self.end = _HEADER
        while at < end:
            size = old[at]
            at += _HEADER
            if size > 0:
                for k in range(size):
                    self.arena[self.end + _HEADER + k] = old[at + k]
                self._enter(size)
            at += abs(size)

    def _tick(self) -> None:
        """Check the clock, and whether the user has interrupted; other threads can run meanwhile."""
        self.until_tick = _TICK
        try:
            self.clock.check()
        except BaseException as error:  # raised by `run`: nothing passes through code without the lock
            self.error, self.stopped = error, True

    def _run(self, must_follow: bool) -> int:
        for step in range(len(self.deletion)):
            size = self._read(step)
            if self.deletion[step]:
                self._delete(size)
            elif must_follow and not self._follows(size):
                return step
            elif not self._add(size):
                return _REFUTED
            if self.stopped:
                break
        return _HOLD

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

    def _follows(self, size: int) -> bool:
        """Whether the clause that was read follows by reverse unit propagation."""
        before, clause = self.count, self.end + _HEADER
        conflict = False
        for k in range(clause, clause + size):
            if not self._assume(self.arena[k] ^ 1):
                conflict = True
                break
        conflict = conflict or not self._propagate(before)
        for k in range(before, self.count):
            literal = self.true[k]
            self.value[literal] = self.value[literal ^ 1] = 0
        self.count = before
        return conflict

    def _add(self, size: int) -> bool:
        """Add the clause that was read, and propagate what it makes true; False at a conflict."""
        clause = self.end + _HEADER
        front = 0  # literals that are not false come first
        for k in range(clause, clause + size):
            literal = self.arena[k]
            if front < 2 and self.value[literal] >= 0:
                self.arena[k], self.arena[clause + front] = self.arena[clause + front], literal
                front += 1
        self._enter(size)
        if front == 0:
            return False
        before = self.count
        return front == 2 or (self._assume(self.arena[clause]) and self._propagate(before))

    def _enter(self, size: int) -> None:
        """Enter the clause after the last one: by its hash, and with its watches."""
        clause, place = self.end + _HEADER, self._hash(size)
        self.arena[clause - 2], self.arena[clause - 1] = size, self.bucket[place]
        self.bucket[place] = clause
        self.end = clause + size
        if size > 1:
            first, second = self.arena[clause], self.arena[clause + 1]
            self._watch(first, clause, second)
            self._watch(second, clause, first)

    def _delete(self, size: int) -> None:
        """Delete one clause with exactly the literals that were read, if there is one."""
        place = self._hash(size)
        before, clause = 0, self.bucket[place]
        while clause:
            following = self.arena[clause - 1]
            if self.arena[clause - 2] == size and self._was_read(clause, size):
                if before:
                    self.arena[before - 1] = following
                else:
                    self.bucket[place] = following
                self.arena[clause - 2] = -size
                return
            before, clause = clause, following

    def _was_read(self, clause: int, size: int) -> bool:
        """Whether the step that was read has all literals of a clause."""
        same = True
        for k in range(clause, clause + size):
            same = same and self.seen[self.arena[k]] == self.steps
        return same

    def _hash(self, size: int) -> int:
        """Return the hash of the clause after the last one; the order of its literals does not matter."""
        clause, total = self.end + _HEADER, ALL ^ ALL
        for k in range(clause, clause + size):
            mixed = self.arena[k] * _MIX & ALL
            total += mixed ^ mixed >> 29
        return (total * _MIX & ALL) >> self.shift

    def _watch(self, literal: int, clause: int, other: int) -> None:
        """Let a clause be looked at when a literal becomes false, unless another one is true then."""
        size = self.watch_size[literal]
        if size == self.watch_room[literal]:
            room, at = max(8, 2 * size), self.watch_at[literal]
            if self.watch_end + room > len(self.watch):
                self._grow(room)
            if self.stopped:
                return
            for k in range(size):
                self.watch[self.watch_end + k] = self.watch[at + k]
            self.watch_at[literal], self.watch_room[literal] = self.watch_end, room
            self.watch_end += room
        at = self.watch_at[literal] + size
        self.watch[at], self.watch[at + 1] = clause, other
        self.watch_size[literal] = size + 2

    def _grow(self, room: int) -> None:
        """Make room for more watches."""
        try:
            more = small_zeros(2 * (self.watch_end + room))
            more[: self.watch_end] = self.watch[: self.watch_end]
            self.watch = more
        except MemoryError as error:
            self.error, self.stopped = error, True

    def _assume(self, literal: int) -> bool:
        """Make a literal true; False if it is already false."""
        if self.value[literal] == 0:
            self.value[literal], self.value[literal ^ 1] = 1, -1
            self.true[self.count] = literal
            self.count += 1
        return self.value[literal] > 0

    def _propagate(self, done: int) -> bool:
        """Propagate what true literals imply, from number `done` on; False at a conflict."""
        while done < self.count:
            if not self._visit(self.true[done] ^ 1):
                return False
            done += 1
            if self.until_tick < 0:
                self._tick()
            if self.stopped:
                break
        return True

    def _visit(self, false: int) -> bool:
        """Look at the clauses that watch a literal which has become false; False at a conflict."""
        at = kept = self.watch_at[false]
        end = at + self.watch_size[false]
        holds = True
        while at < end:
            clause, other = self.watch[at], self.watch[at + 1]
            at += 2
            if self.value[other] <= 0:
                size = self.arena[clause - 2]
                if size < 0:
                    continue
                side = 0 if self.arena[clause] == false else 1
                other = self.arena[clause + 1 - side]
                if self.value[other] <= 0:
                    place = self._open(clause, size)
                    if place:  # watch this one instead
                        literal = self.arena[place]
                        self.arena[place], self.arena[clause + side] = false, literal
                        self._watch(literal, clause, other)
                        continue
                    if not self._assume(other):
                        at -= 2
                        holds = False
                        break
            self.watch[kept], self.watch[kept + 1] = clause, other
            kept += 2
        self.until_tick -= at - self.watch_at[false]
        while at < end:
            self.watch[kept] = self.watch[at]
            kept += 1
            at += 1
        self.watch_size[false] = kept - self.watch_at[false]
        return holds

    def _open(self, clause: int, size: int) -> int:
        """Return where a clause has a literal that is neither watched nor false, 0 if it has none."""
        for k in range(clause + 2, clause + size):
            if self.value[self.arena[k]] >= 0:
                return k
        return 0

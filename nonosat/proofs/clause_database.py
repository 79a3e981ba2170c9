# Compiled with clause_database.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""The clauses of a long proof in flat arrays, and unit propagation.

A literal is 2v here, or 2v+1 if negated.
"""

from __future__ import annotations

from array import array

from nonosat.errors import InputError
from nonosat.processes.clock import Clock
from nonosat.propagation import ALL
from nonosat.propagation.memory import Ints, small_zeros, zeros

_TICK = 100_000
"""Watches between two checks of the clock: less than 0.1 s where the code runs interpreted."""

_HEADER = 3
"""Places before a clause's literals."""

_MOST = (1 << 31) - 1
# 2**64 times the fraction of the golden ratio: the high bits of its multiples differ (Knuth, volume 3, 6.4).
_MIX = 0x9E3779B97F4A7C15


class ClauseDatabase:
    """The clauses so far, and the literals that they make true.

    All clauses are in one array, and a clause is the place of its first literal there. Before that are its
    number, its size, negative once it is deleted, and the next clause with the same hash. Its first two
    literals are watched. The clause that is read is after the last one until it is entered.

    A watch is a clause and another of its literals: while that is true, the clause need not be looked at
    (Sörensson and Eén's MiniSat 2.1, 2008). The watches of a literal are one after another, too; if they need
    more room, they move to the end of their array.
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
    since: Ints  # by literal: the first clause that has it, or 0
    value: memoryview  # by literal: 1 true, -1 false, 0 open
    true: Ints  # the true literals in the order in which they became true
    count: int  # of the true literals
    reason: Ints  # by true literal: the clause that made it true, 0 for assumptions
    conflict: int  # the clause that became false
    seen: Ints  # by literal: the last step that was read and has it
    steps: int  # that were read
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
        self.reason, self.since, self.conflict = small_zeros(literals), small_zeros(literals), 0
        self.seen, self.steps = zeros(literals), 0
        self.stopped, self.until_tick = False, _TICK
        self.clock, self.error = clock, None

    def room(self, more: int) -> None:
        """Make sure that there is room for clauses that take this much, with their headers."""
        if self.end + more > len(self.arena):
            self._renew(more)

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
            size = self.arena[at + 1]
            if size > 0:
                total += _HEADER + size
            at += _HEADER + abs(size)
        return total

    def _move(self, old: Ints, end: int) -> None:
        """Enter the clauses of an old array that are not deleted; it ends here."""
        for literal in range(2 * self.variables + 2):
            self.watch_at[literal] = self.watch_size[literal] = self.watch_room[literal] = 0
            self.since[literal] = 0
        self.watch_end = 0
        at = self.end = _HEADER
        while at < end:
            number, size = old[at], old[at + 1]
            at += _HEADER
            if size > 0:
                for k in range(size):
                    self.arena[self.end + _HEADER + k] = old[at + k]
                self._enter(size, number)
            at += abs(size)

    def _tick(self) -> None:
        """Check the clock, and whether the user has interrupted; other threads can run meanwhile."""
        self.until_tick = _TICK
        try:
            self.clock.check()
        except BaseException as error:  # raised by `run`: nothing passes through code without the lock
            self.error, self.stopped = error, True

    def _enter(self, size: int, number: int) -> None:
        """Enter the clause after the last one: by its hash, and with its watches."""
        clause, place = self.end + _HEADER, self._hash(size)
        self.arena[clause - 3], self.arena[clause - 2] = number, size
        self.arena[clause - 1] = self.bucket[place]
        for k in range(clause, clause + size):
            if self.since[self.arena[k]] == 0:
                self.since[self.arena[k]] = clause
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

    def _assume(self, literal: int, reason: int) -> bool:
        """Make a literal true, for this reason; False if it is already false."""
        if self.value[literal] == 0:
            self.value[literal], self.value[literal ^ 1] = 1, -1
            self.reason[literal] = reason
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
                    if not self._assume(other, clause):
                        self.conflict = clause
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

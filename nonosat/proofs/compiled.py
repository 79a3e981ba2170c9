"""The checker of `check.py`, compiled with numba, for proofs too long for plain Python.

It checks only reverse unit propagation, and its errors say so. A literal is 2v here, or 2v+1 if negated.
Watches and equal hashes are linked lists in arrays, so that adding and deleting clauses needs no allocation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nonosat.clauses.drat import ProofError, Step, shown
from nonosat.processes.machine_code import compiled

Ints = NDArray[np.int32]

_BATCH = 5000  # steps that are checked in one compiled call, between checks of the clock
_HOLDS, _REFUTED = -1, -2  # the result of a batch if no step fails


class State(NamedTuple):
    """The checker's state; `counts` has the numbers of clauses, of true literals and of comparisons."""

    literals: Ints  # of the clauses, one after another; the first two of each are watched
    begin: NDArray[np.int64]  # by clause: where its literals begin
    dead: NDArray[np.bool_]  # by clause
    watch: Ints  # by literal: its first watch, which is 2 * clause + 0 or 1; -1 at the end
    next_watch: Ints  # by watch
    bucket: Ints  # by hash: the first clause; -1 at the end
    next_equal: Ints  # by clause
    value: NDArray[np.int8]  # by literal: 1 true, -1 false, 0 open
    true: Ints  # the true literals in the order in which they became true
    seen: NDArray[np.int64]  # by literal: the comparison that met it last
    counts: NDArray[np.int64]


_CLAUSES, _TRUE, _COMPARED = 0, 1, 2


def check(
    variables: int, clauses: Iterable[Sequence[int]], steps: Iterable[Step], batch_size: int = _BATCH
) -> None:
    """Check a proof that the clauses have no solution. Raises ProofError at the first step that fails."""
    state = _empty(variables)
    given = ((False, list(clause)) for clause in clauses)
    number, refuted = 0, False
    while batch := list(islice(given, batch_size)):
        state = _with_room(state, batch)
        refuted = refuted or _run(state, *_arrays(batch), False) == _REFUTED
    steps = iter(steps)
    while batch := list(islice(steps, batch_size)):
        if not refuted:  # otherwise any lemma follows, and the rest is only checked for its form
            state = _with_room(state, batch)
            found = _run(state, *_arrays(batch), True)
            if found >= 0:
                raise ProofError(
                    f"step {number + found + 1} does not follow by unit propagation:"
                    f" {shown(batch[found][1])} (use the checker own for RAT steps)"
                )
            refuted = found == _REFUTED
        number += len(batch)


def _empty(variables: int) -> State:
    literals = 2 * variables + 2
    return State(
        literals=np.zeros(0, np.int32),
        begin=np.zeros(1, np.int64),
        dead=np.zeros(0, np.bool_),
        watch=np.full(literals, -1, np.int32),
        next_watch=np.zeros(0, np.int32),
        bucket=np.full(1 << 16, -1, np.int32),
        next_equal=np.zeros(0, np.int32),
        value=np.zeros(literals, np.int8),
        true=np.zeros(variables + 1, np.int32),
        seen=np.zeros(literals, np.int64),
        counts=np.zeros(3, np.int64),
    )


def _arrays(batch: Sequence[Step]) -> tuple[NDArray[np.bool_], NDArray[np.int64], Ints]:
    """Return which steps are deletions, where each one's literals begin, and the literals."""
    begin = np.zeros(len(batch) + 1, np.int64)
    np.cumsum([len(literals) for _, literals in batch], out=begin[1:])
    flat = np.fromiter(chain.from_iterable(literals for _, literals in batch), np.int32, begin[-1])
    deletions = np.array([deletion for deletion, _ in batch], np.bool_)
    return deletions, begin, np.where(flat > 0, 2 * flat, -2 * flat + 1).astype(np.int32)


def _with_room(state: State, batch: Sequence[Step]) -> State:
    """Make room for a batch; if there is too little, drop the dead clauses and double what is needed."""
    clauses = state.counts[_CLAUSES]
    more = sum(len(literals) for _, literals in batch)
    if state.begin[clauses] + more <= len(state.literals) and clauses + len(batch) <= len(state.dead):
        return state
    live = ~state.dead[:clauses]
    sizes = np.diff(state.begin[: clauses + 1])
    literals = state.literals[: state.begin[clauses]][np.repeat(live, sizes)]
    clauses = int(live.sum())
    room, most = 2 * (len(literals) + more), 2 * (clauses + len(batch))
    begin = np.zeros(most + 1, np.int64)
    np.cumsum(sizes[live], out=begin[1 : clauses + 1])
    state.counts[_CLAUSES] = clauses
    fresh = state._replace(
        literals=np.concatenate([literals, np.zeros(room - len(literals), np.int32)]),
        begin=begin,
        dead=np.zeros(most, np.bool_),
        watch=np.full_like(state.watch, -1),
        next_watch=np.zeros(2 * most, np.int32),
        bucket=np.full(max(len(state.bucket), 1 << int(most).bit_length()), -1, np.int32),
        next_equal=np.zeros(most, np.int32),
    )
    _link(fresh)
    return fresh


@compiled
def _run(
    state: State, deletions: NDArray[np.bool_], begin: NDArray[np.int64], literals: Ints, must_follow: bool
) -> int:
    """Do the steps one by one; return the first that fails, _REFUTED, or _HOLDS."""
    for step in range(len(deletions)):
        clause = literals[begin[step] : begin[step + 1]]
        if deletions[step]:
            _delete(state, clause)
        elif must_follow and not _follows(state, clause):
            return step
        elif not _add(state, clause):
            return _REFUTED
    return _HOLDS


@compiled
def _follows(state: State, lemma: Ints) -> bool:
    before = state.counts[_TRUE]
    conflict = False
    for literal in lemma:
        if not _assume(state, literal ^ 1):
            conflict = True
            break
    if not conflict:
        conflict = not _propagate(state, before)
    for k in range(before, state.counts[_TRUE]):
        literal = state.true[k]
        state.value[literal] = state.value[literal ^ 1] = 0
    state.counts[_TRUE] = before
    return conflict


@compiled
def _add(state: State, literals: Ints) -> bool:
    """Add a clause and propagate what it makes true; False if that refutes everything."""
    number = state.counts[_CLAUSES]
    at = state.begin[number]
    end = at + len(literals)
    state.literals[at:end] = literals
    state.begin[number + 1] = end
    state.dead[number] = False
    state.counts[_CLAUSES] += 1
    clause = state.literals[at:end]
    front = 0  # literals that are not false come first
    for k in range(len(clause)):
        if front < 2 and state.value[clause[k]] >= 0:
            clause[front], clause[k] = clause[k], clause[front]
            front += 1
    _link_one(state, number)
    if front == 0:
        return False
    if front == 1:
        before = state.counts[_TRUE]
        return _assume(state, clause[0]) and _propagate(state, before)
    return True


@compiled
def _delete(state: State, literals: Ints) -> None:
    """Delete one clause with exactly these literals, if there is one."""
    state.counts[_COMPARED] += 1
    for literal in literals:
        state.seen[literal] = state.counts[_COMPARED]
    bucket = _hash(literals) & (len(state.bucket) - 1)
    before, clause = -1, state.bucket[bucket]
    while clause >= 0:
        at, end = state.begin[clause], state.begin[clause + 1]
        same = end - at == len(literals)
        for k in range(at, end):
            same = same and state.seen[state.literals[k]] == state.counts[_COMPARED]
        if same:
            if before < 0:
                state.bucket[bucket] = state.next_equal[clause]
            else:
                state.next_equal[before] = state.next_equal[clause]
            state.dead[clause] = True
            return
        before, clause = clause, state.next_equal[clause]


@compiled
def _hash(literals: Ints) -> int:
    """Return a number that does not depend on the order of the literals."""
    total = mixed = np.int64(0)
    for literal in literals:
        one = np.int64(literal) * np.int64(0x9E3779B97F4A7)
        total += one
        mixed ^= one
    return int((total ^ mixed * 31) >> 9)


@compiled
def _link(state: State) -> None:
    for clause in range(state.counts[_CLAUSES]):
        _link_one(state, clause)


@compiled
def _link_one(state: State, clause: int) -> None:
    """Put a clause into its bucket and watch its first two literals."""
    at, end = state.begin[clause], state.begin[clause + 1]
    bucket = _hash(state.literals[at:end]) & (len(state.bucket) - 1)
    state.next_equal[clause], state.bucket[bucket] = state.bucket[bucket], clause
    if end - at > 1:
        for side in range(2):
            _watch(state, state.literals[at + side], 2 * clause + side)


@compiled
def _watch(state: State, literal: int, watch: int) -> None:
    state.next_watch[watch], state.watch[literal] = state.watch[literal], watch


@compiled
def _assume(state: State, literal: int) -> bool:
    """Make a literal true; False if it is already false."""
    if state.value[literal] == 0:
        state.value[literal], state.value[literal ^ 1] = 1, -1
        state.true[state.counts[_TRUE]] = literal
        state.counts[_TRUE] += 1
    return bool(state.value[literal] > 0)


@compiled
def _propagate(state: State, done: int) -> bool:
    """Propagate unit clauses, beginning with the true literal number `done`; False at a conflict."""
    value, literals, begin = state.value, state.literals, state.begin
    while done < state.counts[_TRUE]:
        false = state.true[done] ^ 1
        done += 1
        watch = state.watch[false]
        state.watch[false] = -1
        conflict = False
        while watch >= 0:
            following = state.next_watch[watch]
            clause, side = watch >> 1, watch & 1
            if not state.dead[clause]:  # a dead one is dropped here
                at = begin[clause]
                other = literals[at + 1 - side]
                to = false
                if value[other] <= 0 and not conflict:
                    for k in range(at + 2, begin[clause + 1]):
                        if value[literals[k]] >= 0:  # watch this one instead
                            to = literals[k]
                            literals[at + side], literals[k] = to, false
                            break
                    if to == false:
                        conflict = not _assume(state, other)
                _watch(state, to, watch)
            watch = following
        if conflict:
            return False
    return True

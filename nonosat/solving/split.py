"""Split a Problem into cubes: narrowed Problems, such that every solution is in exactly one.

As in cube-and-conquer (Heule, Kullmann, Wieringa and Biere, 2011) a tree of decisions is grown, "the cell has
this value" against "it has another one", and lines are propagated at every node of it. The decision of a node
is found by lookahead: each candidate is decided both ways, and the one that rules out the most is chosen. If
lines refute one way, the node continues with the other.

bench/notes/many_solutions.md compares ways to rank the candidates.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

from nonosat.problem import CellValue, Problem
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.propagation.narrow import Narrowed
from nonosat.propagation.state import State, begin

_CANDIDATES = 16  # per node: the best ones of its parent; with 64 the cubes are not easier
_AT_THE_ROOT = 2048  # at most, chosen at random if there are more: each takes from 0.1 ms to 1 ms


def split(problem: Problem, depth: int, clock: Clock = NO_CLOCK) -> Iterator[Narrowed]:
    """Yield at most 2^depth cubes, and those that lookahead has refuted. Each is narrowed by lines, which may
    decide or refute it. Every solution of the Problem is in exactly one of them. Raises LimitReached once the
    clock's deadline has passed.
    """
    root = begin(problem)
    root.narrow(clock)
    options = _open_options(problem, root)
    if len(options) > _AT_THE_ROOT:
        Random(1).shuffle(options)
    for state in _grow(root, options, _AT_THE_ROOT, depth, clock):
        yield Narrowed(problem.narrowed(state.possible), state.contradiction)


def _open_options(problem: Problem, state: State) -> list[CellValue]:
    """Return the options to decide: those of the answer key's cells, from which all others follow."""
    found, possible = [], state.possible
    for cell in sorted(set(problem.answer_key)):
        values = [value for value in range(problem.sizes[cell]) if possible[cell] >> value & 1]
        found += [(cell, value) for value in values[len(values) == 2 :]]  # with two values, one is enough
    return found


def _grow(
    state: State, options: list[CellValue], candidates: int, depth: int, clock: Clock
) -> Iterator[State]:
    """Yield the leaves of the tree below a settled state."""
    if depth and state.contradiction is None:
        refuted, state, options = _look_ahead(state, options, candidates, clock)
        yield from refuted
        if options:
            for holds in (True, False):
                way, _ = _decide(state, options[0], holds, clock)
                yield from _grow(way, options, _CANDIDATES, depth - 1, clock)
            return
    yield state


def _look_ahead(
    state: State, options: list[CellValue], candidates: int, clock: Clock
) -> tuple[list[State], State, list[CellValue]]:
    """Decide the first candidates among the options both ways, and put the best one first. Return the
    refuted states, the state that is left, and the options that are still undecided.
    """
    refuted: list[State] = []
    ranked: list[tuple[int, CellValue]] = []
    rest = iter(options)
    while len(ranked) < candidates and (option := next(rest, None)):
        if _is_open(state, option):
            (yes, gained), (no, lost) = (_decide(state, option, holds, clock) for holds in (True, False))
            if not (yes.contradiction or no.contradiction):
                ranked.append((gained + lost, option))
                continue
            dead, state = (yes, no) if yes.contradiction else (no, yes)
            refuted.append(dead)
            if state.contradiction:
                return refuted, state, []
    ranked.sort(key=lambda item: -item[0])
    order = chain((option for _, option in ranked), rest)
    return refuted, state, [option for option in order if _is_open(state, option)]


def _is_open(state: State, option: CellValue) -> bool:
    cell, value = option
    mask = state.mask(cell)
    return bool(mask >> value & 1 and mask ^ 1 << value)


def _decide(state: State, option: CellValue, holds: bool, clock: Clock) -> tuple[State, int]:
    """Return the state in which an option holds, or does not, and how many options this rules out."""
    cell, value = option
    way, before = state.copy(), state.options
    if holds:
        way.assume(cell, value)
    else:
        way.rule_out([option])
    way.narrow(clock)
    return way, before - way.options

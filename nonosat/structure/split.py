"""Part a Problem into cubes: narrowed Problems, so that every solution lies in just one of them.

As in cube-and-conquer (Heule, Kullmann, Wieringa and Biere, 2011) a tree of decisions is grown, "the
cell has this value" against "it has another one", and lines are propagated at every node of it. The
decision of a node is found by looking ahead: each candidate is decided both ways, and the one is
taken that rules out the most. A way that cannot be gone has been refuted by lines: the node goes the
other way, and looks on from there.

Three measures of a decision were compared by the conflicts that all cubes together take, at depth 4
(the last one in 16 cubes, on two puzzles alone, where it was four times worse):

                                                 13-Dom  16-Dom  survey 18297  12548  22336
    the two ways' numbers of ruled-out options,
    added up                                         24     102            41    131     15  thousand
    multiplied, as march has it                      31     135            45    130     29
    how uncertain the cell is by its beliefs         92     417
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

from nonosat.problem import Option, Problem
from nonosat.stages.lines import Narrowed, State, settle

_CANDIDATES = 16  # at a node: the best of the node above; with 64 the cubes are not easier
_AT_THE_ROOT = 2048  # candidates; of more, so many at random: each takes from 0.1 ms to 1 ms


def split(problem: Problem, depth: int, deadline: float | None = None) -> Iterator[Narrowed]:
    """Yield at most 2^depth cubes, and besides them what looking ahead has refuted.

    Each is narrowed by lines, which may decide it or find it contradictory. All of them together
    hold every solution of the Problem, each in just one. LimitReached past the deadline, a
    time.monotonic() value.
    """
    problem = problem.without_symmetries()  # a cube has none
    root = State(problem)
    settle(root, deadline)
    options = _open(problem, root)
    if len(options) > _AT_THE_ROOT:
        Random(1).shuffle(options)
    for state in _grown(root, options, _AT_THE_ROOT, depth, deadline):
        yield Narrowed(problem.narrowed(state.possible), state.culprit)


def _open(problem: Problem, state: State) -> list[Option]:
    """Return what can be decided: the answer key's cells; all others follow from them."""
    found = []
    for cell in sorted(set(problem.answer_key)):
        values = [value for value in range(problem.sizes[cell]) if state.possible[cell] >> value & 1]
        found += [(cell, value) for value in values[len(values) == 2 :]]  # of two either is as good
    return found


def _grown(
    state: State, options: list[Option], candidates: int, depth: int, deadline: float | None
) -> Iterator[State]:
    """Yield the leaves of the tree below a settled state."""
    if depth and state.culprit is None:
        refuted, state, options = _looked_ahead(state, options, candidates, deadline)
        yield from refuted
        if options:
            for holds in (True, False):
                way, _ = _decided(state, options[0], holds, deadline)
                yield from _grown(way, options, _CANDIDATES, depth - 1, deadline)
            return
    yield state


def _looked_ahead(
    state: State, options: list[Option], candidates: int, deadline: float | None
) -> tuple[list[State], State, list[Option]]:
    """Decide the first candidates among the options both ways, the best of them is the first then.

    Return what is refuted, what is left, and the options that are undecided there.
    """
    refuted: list[State] = []
    ranked: list[tuple[int, Option]] = []
    rest = iter(options)
    while len(ranked) < candidates and (option := next(rest, None)):
        if _undecided(state, option):
            (yes, gained), (no, lost) = (_decided(state, option, holds, deadline) for holds in (True, False))
            if not (yes.culprit or no.culprit):
                ranked.append((gained + lost, option))
                continue
            dead, state = (yes, no) if yes.culprit else (no, yes)
            refuted.append(dead)
            if state.culprit:
                return refuted, state, []
    ranked.sort(key=lambda item: -item[0])
    order = chain((option for _, option in ranked), rest)
    return refuted, state, [option for option in order if _undecided(state, option)]


def _undecided(state: State, option: Option) -> bool:
    cell, value = option
    mask = state.possible[cell]
    return bool(mask >> value & 1 and mask ^ 1 << value)


def _decided(state: State, option: Option, holds: bool, deadline: float | None) -> tuple[State, int]:
    """Return the state in which an option holds, or does not; and how much this has ruled out."""
    cell, value = option
    mask = state.possible[cell]
    gone = mask ^ 1 << value if holds else 1 << value
    way = state.copy()
    struck = [(cell, other) for other in range(mask.bit_length()) if gone >> other & 1]
    way.strike(struck)
    return way, len(struck) + settle(way, deadline)

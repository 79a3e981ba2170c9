"""Selects the twin that narrows a Problem: the reference, or machine code once that is loaded."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from nonosat.narrowing import probes
from nonosat.narrowing.lines import Narrowed, Narrowing
from nonosat.narrowing.probes import BY_PROBES
from nonosat.problem import Blocks, Problem, differing
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.processes.machine_code import LoadedBeside

if TYPE_CHECKING:
    from nonosat.narrowing.compiled import CompiledNarrowing

    Engine = Narrowing | CompiledNarrowing

# The budget of probes, in lines narrowed: in total, and since the last success. It costs less than starting a
# solver, which takes some milliseconds in a warm process and tens of them in a new one.
_REFERENCE = 1500, 500
_COMPILED, _SEARCH = (4000, 80), 8  # per line of the Problem
_MOST_CELLS = (20_000_000, 1_000_000), 400_000  # the same in cells, which bounds the budget of long lines

_WAIT = 5.0  # seconds

BY_SEARCH = "by lines and a short search"


def _load() -> type[Engine]:
    from nonosat.narrowing.compiled import CompiledNarrowing

    CompiledNarrowing.warm_up()
    return CompiledNarrowing


ENGINE: LoadedBeside[type[Engine]] = LoadedBeside(Narrowing, _load, worth=0.2)


def begin(problem: Problem, clock: Clock = NO_CLOCK) -> Engine:
    """Return a Narrowing of this Problem, at its start."""
    kind = ENGINE.current
    if kind is not Narrowing and set(map(type, problem.constraints)) == {Blocks}:
        state = kind(problem, clock)
        if not isinstance(state, Narrowing) and state.whole:
            return state
    return Narrowing(problem, clock)


def ready(clock: Clock = NO_CLOCK) -> None:
    """Wait up to `_WAIT` seconds for machine code: the reference takes a hundred times as long."""
    left = clock.left
    ENGINE.wait(_WAIT if left is None else min(_WAIT, left))


def probe(state: Engine, clock: Clock = NO_CLOCK) -> bool:
    """Probe within a budget; return whether probing is exhausted."""
    if isinstance(state, Narrowing):
        return probes.probe(state, *_REFERENCE, clock)
    lines, longest = state.size
    most, patience = (min(n * lines, m // longest) for n, m in zip(_COMPILED, _MOST_CELLS[0], strict=True))
    return state.probe(most, patience, clock)


def search(state: Engine, clock: Clock = NO_CLOCK) -> bool:
    """Search within a budget; return whether it was completed."""
    if isinstance(state, Narrowing) or not state.unsettled:
        return False
    lines, longest = state.size
    return state.search(min(_SEARCH * lines, _MOST_CELLS[1] // longest), clock)


def narrow(
    problem: Problem, clock: Clock = NO_CLOCK, probing: bool = False, begun: Callable[[Engine], object] = id
) -> Narrowed:
    """Narrow to the fixpoint of single lines and, where that leaves cells open and `probing`, by probes.

    In machine code a short search follows, which costs less than starting a solver. `begun` is called with
    the initial state, for observers.

    Raises LimitReached once the clock's deadline has passed.
    """
    state = begin(problem, clock)
    begun(state)
    with ENGINE.at_work(type(state)):
        state.narrow(clock)
        narrowed = Narrowed(problem.narrowed(state.possible), state.contradiction)
        if not probing or state.contradiction or narrowed.problem.decided:
            return narrowed
        probe(state, clock)
        basis = BY_SEARCH if search(state, clock) else BY_PROBES
        solutions = state.solutions
        if len(solutions) == 2 and not differing(solutions[0], solutions[1], problem.answer_key):
            solutions = solutions[:1]
        return Narrowed(problem.narrowed(state.possible), state.contradiction, basis, tuple(solutions))

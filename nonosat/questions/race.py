"""Runs several models on the same question at once, each in its own process.

Solvers differ most on hard puzzles: the faster of two is often many times faster than either is on average.
The first verdict ends the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import as_completed

from nonosat.answer import Answer, Verdict
from nonosat.errors import InternalError, LimitReached
from nonosat.processes import ALONE, worker
from nonosat.processes.limits import NO_LIMITS, Bounds, Limits
from nonosat.processes.pool import Pool
from nonosat.processes.progress import stage
from nonosat.puzzles import Puzzle
from nonosat.questions.unique import solve
from nonosat.solving.cards import DEFAULT, Card, as_card

RIVALS = (DEFAULT, "order-beliefs", "order-glucose", "cpsat-beliefs")
"""The default and its best complements: another CaDiCaL with the same phases, Glucose without phases, and
CP-SAT, which shares nothing with the others.
"""


def solve_in_worker(puzzle: Puzzle, model: Card, limits: Limits) -> Answer:
    """Solve in a worker process, so that several run in parallel: narrowing in Python would hold the GIL."""
    with worker.leased() as held:
        try:
            return held.call(Bounds(), solve, puzzle, model, limits)
        except LimitReached as limit:
            return Answer(
                puzzle=puzzle,
                verdict=Verdict.UNKNOWN,
                stop_reason=limit.stop_reason,
                basis=limit.detail,
                model=model.name,
            )


def race(
    puzzle: Puzzle,
    models: Sequence[str | Card] = RIVALS[:2],
    limits: Limits = NO_LIMITS,
    *,
    ask: Callable[[Puzzle, Card, Limits], Answer] = solve_in_worker,
) -> Answer:
    """Find a solution and whether it is the only one, with several models: the first to finish answers.

        >>> import nonosat
        >>> nonosat.race(nonosat.load("dom-3"), ["order-glucose", "order-minisat"]).verdict
        <Verdict.UNIQUE: 'unique'>

    Where there are no processes, the first model runs alone. The models share the limits of memory and
    processor time. If none decides, the answer comes from one that found a solution, if any did. `ask` runs
    one model, in a worker.

    Raises InputError if there is no such card, InternalError if every model fails.
    """
    cards = [as_card(model) for model in (models[:1] if ALONE else models)]
    cpu = None if limits.cpu is None else limits.cpu / len(cards)
    share = Limits(limits.time, limits.memory_bytes // len(cards), cpu)
    names = ", ".join(card.name for card in cards)
    with stage(f"a race of {names}"), Pool(len(cards)) as pool:
        runs = [pool.submit(ask, puzzle, card, share) for card in cards]
        best: Answer | None = None
        failed: InternalError | None = None
        for run in as_completed(runs):
            try:
                answer = run.result()
            except InternalError as error:  # a wrong picture does not stop the others
                failed = error
                continue
            if best is None or answer.done or answer.solution is not None:
                best = answer
            if answer.done:
                break
        pool.stop()
    if best is None:
        raise failed or InternalError("no model of the race answered")
    return best

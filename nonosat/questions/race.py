"""The same question put to several models at once, each in a process of its own.

Solvers differ most where puzzles are hard: the fastest of two is often many times faster than either
is in the mean. The first verdict ends the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import as_completed

from nonosat.answer import Answer, Verdict
from nonosat.errors import InternalError, LimitReached
from nonosat.processes import worker
from nonosat.processes.limits import Limits
from nonosat.processes.pool import Pool
from nonosat.puzzles import Puzzle
from nonosat.solving.cards import DEFAULT, Card, load_card

# The default, and what complements it best: another CaDiCaL with the same guesses (Faase: 6.2 s in
# place of 8.9), Glucose without any (n-Dom), and CP-SAT, which shares nothing with the others.
RIVALS = (DEFAULT, "order-beliefs", "order-glucose", "cpsat-beliefs")


def race(
    puzzle: Puzzle,
    models: Sequence[str | Card] = RIVALS[:2],
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Answer:
    """Find a solution and whether it is the only one, by whichever model is the first to know.

    The memory limit is parted among the models. Where none of them knows, the answer is that of the
    one that found a solution, if one did.
    """
    cards = [model if isinstance(model, Card) else load_card(model) for model in models]
    share = Limits(memory=memory_limit).bytes // len(cards)
    with Pool(len(cards)) as pool:
        runs = [pool.submit(solve_apart, puzzle, card, time_limit, share) for card in cards]
        best: Answer | None = None
        failed: InternalError | None = None
        for run in as_completed(runs):
            try:
                answer = run.result()
            except InternalError as error:  # a wrong picture is no reason to stop the others
                failed = error
                continue
            if best is None or answer.solution is not None:
                best = answer
            if answer.verdict is not Verdict.UNKNOWN:
                break
        pool.stop()
    if best is None:
        raise failed or InternalError("a race without an end")
    return best


def solve_apart(puzzle: Puzzle, model: Card, time_limit: float | None, memory_limit: int | None) -> Answer:
    """Solve in a worker, so that several can be at it: narrowing is Python too."""
    held = worker.lease()
    try:
        answer: Answer = held.call("nonosat.questions.unique:solve", puzzle, model, time_limit, memory_limit)
        return answer
    except LimitReached as limit:
        return Answer(puzzle, Verdict.UNKNOWN, limit.reason, because=limit.detail, model=model.name)
    finally:
        worker.release(held)

"""Runs several models on one puzzle at once, each in its own process.

Solvers differ most on hard puzzles: the faster of two is often many times faster than either is on average.
What is found first serves all. Lines and single assumptions narrow the Problem once, before anything is
started. Then the quick part of `auto`, if it is the first model, runs alone: it takes less time than to
start the others. Then the models search for a solution, and as soon as one has found it, all search for
another one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import as_completed
from dataclasses import replace

from nonosat.errors import InternalError, LimitReached
from nonosat.problem import Problem, Values, values_of
from nonosat.processes import worker
from nonosat.processes.limits import NO_LIMITS, Bounds, Limits
from nonosat.processes.pool import Pool, at_once
from nonosat.processes.progress import stage
from nonosat.puzzles import Puzzle
from nonosat.solving.answer import Answer, Found, Verdict
from nonosat.solving.cards import DEFAULT, HARD, QUICK, Card, as_card
from nonosat.solving.questions.unique import Decision, solve
from nonosat.solving.run import Run, Solution
from nonosat.solving.session import Session

RIVALS = (DEFAULT, "order-glucose", "order-beliefs", "cpsat-beliefs")
"""The default and its best complements: Glucose without phases, whose proofs are the quickest, another
CaDiCaL with the same phases, and CP-SAT, which shares nothing with the others.
"""

Search = Callable[[Card, Problem, Values | None, bool, Limits], tuple[Found, int]]
"""Searches by a model for a solution other than the one given, if it is: near it, or without any hint. The
result has the bytes of memory used.
"""


def search_in_worker(
    model: Card, problem: Problem, known: Values | None, near: bool, limits: Limits
) -> tuple[Found, int]:
    """Search in a worker process, where guesses in Python do not hold up the others."""
    card = model if near or known is None else replace(model, phases="none")
    with worker.leased() as held:
        return held.call(Bounds(), _search, problem, card, known, near, limits)


def _search(
    problem: Problem, card: Card, known: Values | None, near: bool, limits: Limits
) -> tuple[Found, int]:
    with Session(problem, card, limits.clock(), limits.memory_bytes) as session:
        if known is not None:
            session.add_blocking_clause([(cell, known[cell]) for cell in problem.answer_key])
            if near:
                session.set_phases(known)
        if session.solve() is None or session.last is None:
            raise InternalError("a search without a result")
        return session.last, session.peak_memory


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
    search: Search = search_in_worker,
) -> Answer:
    """Find a solution and whether it is the only one, with several models: whichever is first.

    The first model also says how to narrow, and whether to look for a second solution. `model` and `basis` of
    the answer name the models that won. The models share the limits of memory and processor time; where there
    are no processes, the first one runs alone. `search` searches by one model.

    Raises InputError if there is no such card, InternalError if every model fails.
    """
    cards = [as_card(model) for model in models[: at_once(len(models))]]
    alone = cards[0].backend == DEFAULT
    first = replace(cards[0], backend=QUICK) if alone else cards[0]
    cards = [replace(card, backend=HARD) if alone and card.backend == DEFAULT else card for card in cards]
    with Run(puzzle, first, limits) as run, stage(f"a race of {', '.join(card.name for card in cards)}"):
        decision = _Race(run, cards, search, alone)
        answer = decision.answer()
        return replace(answer, model=[answer.model, *decision.winners.values()][-1])


def rivals_of(model: Card, number: int) -> list[str | Card]:
    """Return the model and its best complements, `number` in all or fewer."""
    others: list[str | Card] = [name for name in RIVALS if name != model.name]
    return [model, *others][:number]


class _Race(Decision):
    """The decision about one puzzle, with the searches so far and the models that have won them."""

    def __init__(self, run: Run, cards: Sequence[Card], search: Search, alone: bool) -> None:
        super().__init__(run)
        self._alone = alone  # whether the Run's own card has not given up
        self.winners: dict[str, str] = {}
        self._cards = list(cards)
        self._search = search

    def solve(self) -> None:
        """Search with all models."""
        super().solve()
        self.basis = self.basis or ", ".join([f"{what} by {name}" for what, name in self.winners.items()])

    def find(self, besides: Solution | None = None) -> Solution | None:
        """Search with the Run's own card; if it gives up, with all models at once."""
        run, which = self.run, "the first search" if besides is None else "the second search"
        if self._alone:
            if besides is not None:
                run.exclude(besides.values)
            found, ended = run.find_within(None)
            if not ended:
                self.winners[which] = run.card.name
                return found
            self._alone = False
            run.close()
        found, self.winners[which] = self._first(besides)
        return found

    def _first(self, besides: Solution | None) -> tuple[Solution | None, str]:
        """Search with all models at once; the first result counts, and ends the others. Also return who won.

        What helps to find a solution harms the proof that there is no other. So the first model searches near
        the known one, and the others without knowing more than that it is excluded.
        """
        run, number = self.run, len(self._cards)
        known, left = (besides.values if besides else None), run.limits_left
        cpu = None if left.cpu is None else left.cpu / number
        share = replace(left, memory=run.memory // number, cpu=cpu)
        problem = run.problem
        stopped: LimitReached | InternalError | None = None
        with Pool(number) as pool:
            runs = {
                pool.submit(self._search, card, problem, known, card is self._cards[0], share): card
                for card in self._cards
            }
            for done in as_completed(runs):
                try:
                    found, peak = done.result()
                    solution = None if found.values is None else run.checked(found.values)
                except (LimitReached, InternalError) as error:  # a wrong picture does not stop the others
                    if not isinstance(stopped, LimitReached):
                        stopped = error
                    continue
                run.add(found, peak)
                pool.stop()
                self._learn(found)
                return solution, runs[done].name
        raise stopped or InternalError("a race without models")

    def _learn(self, found: Found) -> None:
        """Keep the values that a search has left."""
        run, possible = self.run, self.run.problem.possible
        gone = [had & ~left for had, left in zip(possible, found.left or possible, strict=True)]
        run.rule_out([(cell, value) for cell, mask in enumerate(gone) for value in values_of(mask)])

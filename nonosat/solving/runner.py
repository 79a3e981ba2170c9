"""The worker's side of a Session: builds the models and keeps the engine.

The functions here are called through a Worker, which serves one Session at a time: opening a Session closes
the previous one.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from nonosat import backends, beliefs
from nonosat.backends import Engine
from nonosat.encodings import ENCODINGS
from nonosat.encodings.model import Cnf, Language, Model
from nonosat.errors import InternalError, LimitReached, StopReason
from nonosat.problem import CellValue, Problem, Values, values_of
from nonosat.processes import calls
from nonosat.propagation import sums
from nonosat.solving.cards import CardStep
from nonosat.solving.other_solutions import iter_other_solutions

# The most that a clause (or a step of an automaton) needs at any time, in bytes, with its
# share of variables and watches. Measured on order and automaton models with CaDiCaL and on CP-SAT.
_BYTES: dict[Language, int] = {"cnf": 400, "cp": 1200, "problem": 400}

_BELIEFS: Values = ()
"""Instead of a solution: an engine first tries what beliefs consider likely, if its step says so."""


@dataclass(frozen=True)
class Opening:
    """The start of a Session: a Problem, the steps to try on it, and the memory limit in bytes."""

    problem: Problem
    steps: tuple[CardStep, ...]
    memory: int


@dataclass
class Query:
    """One call, with the clauses and phases to add before it."""

    clauses: list[tuple[Sequence[CellValue], bool]] = field(default_factory=list)  # False: blocking
    phases: Values | None = None
    budget: int | None = None  # of conflicts, for the last step
    assumptions: Sequence[CellValue] = ()
    any_of: Sequence[CellValue] | None = None
    at: int = 0  # the step to continue with


@dataclass(frozen=True)
class Found:
    """The result of a call.

    `values` of the cells are None if there is no solution, or if the search `ended` without an answer: its
    budget is used up, or the next step, `at`, is a guess, which the caller makes (see `Session`). Guesses may
    find an `other` solution, too. `left` has the values that each cell may have, if the search has narrowed
    the Problem.
    """

    values: bytes | None
    ended: bool
    backends: tuple[str, ...]  # all that were used so far
    variables: int
    clauses: int
    seconds: dict[str, float]  # so far: "encode" (building models), "phases"
    conflicts: int | None
    at: int = 0
    other: bytes | None = None
    left: tuple[int, ...] | None = None


NO_CALL = Found(None, False, (), 0, 0, {}, None)
"""The result while no solver was needed."""


class Runner:
    """Runs a card's steps on one Problem: keeps the current step and its engine.

    `first` is what an engine tries first: what beliefs say, a known solution, or (None) nothing.
    """

    def __init__(self, opening: Opening) -> None:
        self.problem = opening.problem
        self.asked = opening.problem.possible
        self.steps = opening.steps
        self.memory = opening.memory
        self.at = 0
        self.engine: Engine | None = None
        self.models: dict[str, Model] = {}  # by encoding: steps may share one
        self.size = 0, 0
        self.used: list[str] = []  # backends
        self.seconds = {"encode": 0.0, "phases": 0.0}
        self.clauses: list[tuple[Sequence[CellValue], bool]] = []
        self.first: Values | None = _BELIEFS
        self.prover = ""  # the backend that found a solution after the step's own had failed
        self.summed = False  # whether the Problem was narrowed by sums
        self.budget: int | None = None

    def apply(self, query: Query) -> None:
        """Add the clauses, phases and budget of a query."""
        self.clauses += query.clauses
        self.budget = query.budget
        if self.engine is not None:
            for clause in query.clauses:
                _add(self.engine, *clause)
        if query.phases is not None:
            self.first = query.phases
            if self.engine is not None:
                self.engine.set_phases(query.phases)

    def answer(self, query: Query) -> Found:
        """Search for a solution."""
        self.apply(query)
        self.go_to(query.at)
        values, ended = self.find(query.assumptions, query.any_of)
        conflicts = self.engine.conflicts() if self.engine else None
        seconds, possible = dict(self.seconds), self.problem.possible
        left = None if possible == self.asked else possible
        used = tuple(self.used)
        return Found(values, ended, used, *self.size, seconds, conflicts, self.at, left=left)

    def find(
        self,
        assumptions: Sequence[CellValue],
        any_of: Sequence[CellValue] | None,
        guessing: bool = True,
    ) -> tuple[bytes | None, bool]:
        """Return the values of a solution, or None; and whether the search ended without an answer. Without
        `guessing`, guesses are left out.
        """
        last = len(self.steps) - 1
        while self.at < last or backends.guesses(self.steps[last].backend):
            step = self.steps[self.at]
            if not backends.guesses(step.backend):
                answer = self._attempt(step, assumptions, any_of)
                if answer is not None:
                    return self.started().values() if answer else None, False
            elif guessing and self.first is _BELIEFS:
                return None, True  # the caller guesses, and comes back
            if self.at == last:
                return None, True
            self.go_to(self.at + 1)
        restricted = bool(self.clauses or assumptions) or any_of is not None or self.budget is not None
        if self.first is _BELIEFS and not restricted and self.steps[last].guesses:
            return self._first_solution(), False
        if self.first and self.budget is None and self.steps[last].near:
            return self._near(assumptions, any_of), False
        if self.budget is None:
            return self._finished(assumptions, any_of), False
        engine = self.started()
        engine.set_budget(self.budget)
        answer = engine.solve(assumptions, any_of)
        return engine.values() if answer else None, answer is None

    def _attempt(
        self, step: CardStep, assumptions: Sequence[CellValue], any_of: Sequence[CellValue] | None
    ) -> bool | None:
        """Search by a step before the last, within its budgets. If another step has found a solution, search
        near it first; then start again without phases, which harm the proof that there is no other.
        """
        known = self.first is not _BELIEFS
        if known and step.near and self.engine is None:
            engine = self.started()
            engine.set_budget(step.near)
            answer = engine.solve(assumptions, any_of)
            if answer is not None:
                return answer
            self.close()
            self.engine = self._make(step)
        engine = self.started()
        engine.set_budget(step.conflicts * (2 if known else 1) if step.conflicts else None)
        return engine.solve(assumptions, any_of)

    def _finished(
        self, assumptions: Sequence[CellValue] = (), any_of: Sequence[CellValue] | None = None
    ) -> bytes | None:
        """Return the values of a solution, or None, by a call without a budget."""
        engine = self.started()
        engine.set_budget(None)
        answer = engine.solve(assumptions, any_of)
        if answer is None:
            raise LimitReached(StopReason.TIME_LIMIT, f"{self.steps[self.at].backend} gave up")
        return engine.values() if answer else None

    def _first_solution(self) -> bytes | None:
        """Search in turns, over the whole Problem and near guesses, then narrow the Problem by short searches
        and use the step's `fresh` solver.
        """
        from nonosat.solving import guesses, short_searches  # rarely used

        step, engine = self.steps[self.at], self.started()
        answer = guesses.solve(engine, self.narrowed_by_sums, step.guesses or 0)
        if answer is None and step.fresh:
            self.problem, answer = short_searches.narrow(engine, self.problem)
            self.models.clear()  # they can be smaller now
        if answer is None and step.fresh:
            self.prover = step.fresh
            return self._solved_by(step.fresh)
        if answer is None:
            return self._finished()
        return engine.values() if answer else None

    def _near(self, assumptions: Sequence[CellValue], any_of: Sequence[CellValue] | None) -> bytes | None:
        """Search near the known solution for some conflicts, then with a fresh solver without phases, since
        what helps to find a solution harms the proof that there is none; or with the step's `prover`, which
        phases do not harm.
        """
        step, engine = self.steps[self.at], self.started()
        engine.set_budget(step.near)
        answer = engine.solve(assumptions, any_of)
        if answer is not None:
            return engine.values() if answer else None
        self.close()
        self.narrowed_by_sums()
        if step.prover and not self.prover:  # for good
            proving = replace(step, backend=step.prover, options={}, near=None)
            self.steps = (*self.steps[:-1], proving)
            return self._finished(assumptions, any_of)
        self.first = None
        if self.prover:
            return self._solved_by(self.prover, assumptions, any_of)
        return self._finished(assumptions, any_of)

    def _solved_by(
        self,
        backend: str,
        assumptions: Sequence[CellValue] = (),
        any_of: Sequence[CellValue] | None = None,
    ) -> bytes | None:
        """Return a solution found by another solver. The step's own is started again for the next query."""
        self.close()
        self.engine = self._make(replace(self.steps[self.at], backend=backend, options={}))
        self._set_phases()
        values = self._finished(assumptions, any_of)
        self.close()
        return values

    def narrowed_by_sums(self) -> Problem:
        """Narrow the Problem by sums, once, and add the result to the engine's clauses.

        Clauses alone need exponentially long proofs of it.
        """
        if not self.summed:
            self.summed, before = True, self.problem.possible
            self.problem = sums.narrow(self.problem)
            for cell, (had, left) in enumerate(zip(before, self.problem.possible, strict=True)):
                if had != left:
                    self.models.clear()  # they can be smaller now
                    if self.engine is not None:
                        self.engine.add_clause([(cell, value) for value in values_of(left)])
        return self.problem

    def started(self) -> Engine:
        """Return the engine of the current step; start it if necessary."""
        if self.engine is None:
            begin = time.perf_counter()
            self.engine = self._make(self.steps[self.at])
            self.seconds["encode"] += time.perf_counter() - begin
            self._set_phases()
        return self.engine

    def close(self) -> None:
        """Free the engine."""
        if self.engine is not None:
            self.engine.close()
            self.engine = None

    def go_to(self, at: int) -> None:
        """Move to a later step. Keep the engine, with all that it has learned, if the step uses the same."""
        if at <= self.at:
            return
        before, now = self.steps[self.at], self.steps[at]
        self.at = at
        if (before.encoding, before.backend, before.options) == (now.encoding, now.backend, now.options):
            self._set_phases()
        else:
            self.close()

    def _make(self, step: CardStep) -> Engine:
        encoding = ENCODINGS.load(step.encoding)
        refuse_if_too_large(self.problem, step.encoding, self.memory)
        gc.disable()  # a million small lists, none of them garbage: scanning them doubles the time
        try:
            model = self.models.get(step.encoding) or encoding.encode(self.problem)
            self.models[step.encoding] = model
            engine = backends.start(step.backend, model, step.options)
        finally:
            gc.enable()
        if step.backend not in self.used:
            self.used.append(step.backend)
        if isinstance(model, Cnf):
            self.size = model.variables, len(model.clauses)
        else:
            self.size = len(self.problem.sizes), len(self.problem.constraints)
        for clause in self.clauses:
            _add(engine, *clause)
        return engine

    def _set_phases(self) -> None:
        """Set what the engine tries first."""
        if self.engine is None or self.first is None:
            return
        if self.first is not _BELIEFS:
            if beliefs.AVAILABLE:
                from nonosat.beliefs.marginals import certain  # imports numpy

                # Includes the encoding's own variables: with phases for cells alone, a solver drifts away.
                self.engine.set_marginals(certain(self.problem, self.first))
            self.engine.set_phases(self.first)
        elif self.steps[self.at].phases != "none":
            from nonosat.beliefs.marginals import marginals  # imports numpy

            begin = time.perf_counter()
            self.engine.set_marginals(marginals(self.problem))
            self.seconds["phases"] += time.perf_counter() - begin


def _add(engine: Engine, options: Sequence[CellValue], holds: bool) -> None:
    if holds:
        engine.add_clause(options)
    else:
        engine.add_blocking_clause(options)


def _runner_of(opening: Opening | None) -> Runner:
    """Return a new runner, or the current one if there is no opening."""
    if opening is not None:
        if "runner" in calls.kept:
            calls.kept["runner"].close()
        calls.kept["runner"] = Runner(opening)
    runner: Runner | None = calls.kept.get("runner")
    if runner is None:
        raise RuntimeError("no session was opened")
    return runner


def solve(opening: Opening | None, query: Query) -> Found:
    """Search for a solution; only the first call of a Session has an opening."""
    return _runner_of(opening).answer(query)


def other_solutions(
    opening: Opening | None, query: Query, first: Values, cells: Sequence[int]
) -> Iterator[bytes]:
    """Yield the solutions besides the first in which the query's assumptions hold.

    Raises RuntimeError if a call ends without an answer, for example because of a budget: the solutions so
    far would look like all of them.
    """
    runner = _runner_of(opening)
    runner.apply(query)
    runner.go_to(query.at)

    def find(assumptions: Sequence[CellValue], any_of: Sequence[CellValue] | None) -> bytes | None:
        values, ended = runner.find(assumptions, any_of, guessing=False)
        if ended:  # it would read as "no more solutions"
            raise InternalError("an enumeration was given a budget")
        return values

    yield from iter_other_solutions(find, runner.problem.possible, first, cells, query.assumptions)


def refuse_if_too_large(problem: Problem, encoding: str, memory: int) -> None:
    """Raise LimitReached if the model of this encoding, loaded into a solver, would exceed the memory."""
    clauses = ENCODINGS.load(encoding).size(problem)[1]
    need = clauses * _BYTES[ENCODINGS[encoding].language]
    if need > memory:
        raise LimitReached(
            StopReason.MEMORY_LIMIT,
            f"the model would need about {need >> 20} MiB, the limit is {memory >> 20} MiB",
        )

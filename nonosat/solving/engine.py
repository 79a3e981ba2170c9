"""The worker's side of a Session: builds the models and keeps the engine.

The functions here are called through a Worker, which serves one Session at a time: opening a Session closes
the previous one.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from nonosat import backends
from nonosat.backends import Engine
from nonosat.encodings import ENCODINGS
from nonosat.errors import LimitReached, StopReason
from nonosat.model import Cnf, Cp, Language, Model
from nonosat.problem import CellValue, Problem, Values, values_of
from nonosat.processes.machine_code import LoadedBeside
from nonosat.solving.cards import CardStep
from nonosat.solving.other_solutions import iter_other_solutions

# The most that a clause (or a step of an automaton) needs at any time, in bytes, with its
# share of variables and watches. Measured on order and automaton models with CaDiCaL and on CP-SAT.
_BYTES: dict[Language, int] = {"cnf": 400, "cp": 1200, "problem": 400}


@dataclass(frozen=True)
class Opening:
    """The start of a Session: a Problem, the steps to try on it, and the memory limit in bytes."""

    problem: Problem
    steps: tuple[CardStep, ...]
    memory: int


@dataclass
class Query:
    """One call of the engine, with the clauses and phases to add before it."""

    clauses: list[tuple[Sequence[CellValue], bool]] = field(default_factory=list)  # False: blocking
    phases: Values | None = None
    budget: int | None = None  # of conflicts, for the last step
    assumptions: Sequence[CellValue] = ()
    any_of: Sequence[CellValue] | None = None
    first: int = 0  # the first step to try
    end: int | None = None  # the step to stop before; None: try all that are left


@dataclass(frozen=True)
class Found:
    """The result of a call to the engine.

    `values` of the cells are None if there is no solution, or if the search `ended` without an answer.
    """

    values: bytes | None
    ended: bool
    backends: tuple[str, ...]  # all that were used so far
    variables: int
    clauses: int
    seconds: dict[str, float]  # so far: "encode" (building models), "phases", and see `seconds_by_part`
    conflicts: int | None

    def combined_with(self, other: Found) -> Found:
        """Return this result, with the backends and seconds of another process's result added."""
        used = tuple(dict.fromkeys(other.backends + self.backends))
        parts = dict.fromkeys((*other.seconds, *self.seconds))
        seconds = {part: other.seconds.get(part, 0.0) + self.seconds.get(part, 0.0) for part in parts}
        return replace(self, backends=used, seconds=seconds)


NO_CALL = Found(None, False, (), 0, 0, {}, None)
"""The result while no solver was needed."""


class StepRunner:
    """Runs a card's steps on one Problem: keeps the current step and its engine."""

    def __init__(self, opening: Opening) -> None:
        self.problem = opening.problem
        self.steps = opening.steps
        self.memory = opening.memory
        self.at = 0
        self.engine: Engine | None = None
        self.models: dict[str, Model] = {}  # by encoding: steps may share one
        self.size = 0, 0
        self.used: list[str] = []  # backends
        self.seconds = {"encode": 0.0, "phases": 0.0}
        self.clauses: list[tuple[Sequence[CellValue], bool]] = []
        self.phases: Values | None = None
        self.without_phases = False  # whether a solver without phases has taken over
        self.first_was_hard = False  # whether another solver had to find the first solution
        self.sums_done = False  # whether the Problem was narrowed by sums
        self.budget: int | None = None
        self.plain_before = LoadedBeside.plain_seconds

    @property
    def seconds_by_part(self) -> dict[str, float]:
        """The seconds so far; "plain" has those in plain code while machine code was not loaded."""
        plain = LoadedBeside.plain_seconds - self.plain_before
        return self.seconds | ({"plain": plain} if plain else {})

    def apply(self, query: Query) -> None:
        """Add the clauses, phases and budget of a query."""
        self.clauses += query.clauses
        self.budget = query.budget
        if self.engine is not None:
            for clause in query.clauses:
                _add(self.engine, *clause)
        if query.phases is not None:
            self.phases = query.phases
            self.without_phases = False
            if self.engine is not None:
                self.engine.set_phases(query.phases)

    def answer(self, query: Query) -> Found:
        """Search for a solution."""
        self.apply(query)
        self.go_to(query.first)
        values, ended = self.find(query.assumptions, query.any_of, query.end)
        conflicts = self.engine.conflicts() if self.engine else None
        return Found(values, ended, tuple(self.used), *self.size, self.seconds_by_part, conflicts)

    def find(
        self, assumptions: Sequence[CellValue], any_of: Sequence[CellValue] | None, end: int | None = None
    ) -> tuple[bytes | None, bool]:
        """Return the values of a solution, or None; and whether the search ended without an answer.

        It does so if the budget is used up, or if all steps before `end` gave up.
        """
        while self.at != end:
            step = self.steps[self.at]
            last = self.at == len(self.steps) - 1
            if self._is_pointless(step) and not last:
                self.go_to(self.at + 1)
                continue
            engine = self.started()
            if step.backend not in self.used:
                self.used.append(step.backend)
            near = step.near if last and self._looks_near else None
            if last and step.guesses and self._wants_any(assumptions, any_of):
                from nonosat.solving import guesses  # imports numpy

                answer = guesses.solve(engine, self.narrowed_by_sums, step.guesses)
                if answer is None and step.fresh:
                    self.first_was_hard = True
                    return self.solve_with(step.fresh), False
                engine.set_budget(None)
                answer = engine.solve() if answer is None else answer
            else:
                engine.set_budget(near or self.budget if last else step.conflicts)
                answer = engine.solve(assumptions, any_of)
            if answer is not None:
                return engine.values() if answer else None, False
            if near:
                # What helps to find a solution harms the proof that there is none.
                self.without_phases = True
                self.close()
                self.narrowed_by_sums()
                if self.first_was_hard and step.fresh:
                    return self.solve_with(step.fresh, assumptions, any_of), False
                continue
            if last and self.budget is not None:
                return None, True
            if last:
                raise RuntimeError(_gave_up(step.backend))
            self.go_to(self.at + 1)
        return None, True

    def solve_with(
        self,
        backend: str,
        assumptions: Sequence[CellValue] = (),
        any_of: Sequence[CellValue] | None = None,
    ) -> bytes | None:
        """Return a solution found by another solver. The step's own is started again for the next query."""
        self.close()
        engine = self.engine = self._make(replace(self.steps[self.at], backend=backend, options={}))
        if backend not in self.used:
            self.used.append(backend)
        self._set_phases()
        answer = engine.solve(assumptions, any_of)
        if answer is None:
            raise RuntimeError(_gave_up(backend))
        values = engine.values() if answer else None
        self.close()
        return values

    def narrowed_by_sums(self) -> Problem:
        """Narrow the Problem by sums, once, and add the result to the engine's clauses.

        Clauses alone need exponentially long proofs of it.
        """
        if not self.sums_done:
            from nonosat.narrowing import sums  # imports numpy

            self.sums_done, before = True, self.problem.possible
            self.problem = sums.narrow(self.problem)
            for cell, (had, left) in enumerate(zip(before, self.problem.possible, strict=True)):
                if had != left:
                    self.models.clear()  # they can be smaller now
                    if self.engine is not None:
                        self.engine.add_clause([(cell, value) for value in values_of(left)])
        return self.problem

    @property
    def _looks_near(self) -> bool:
        """Whether to search near the known solution: without a budget, until a fresh solver takes over."""
        return self.phases is not None and self.budget is None and not self.without_phases

    def _is_pointless(self, step: CardStep) -> bool:
        """Whether to skip a step because it proves nothing and a solution is known.

        Usually there is no other solution, or a complete solver finds it near the first.
        """
        info = backends.info(step.backend)
        return self.engine is None and self.phases is not None and info is not None and not info.complete

    def _wants_any(self, assumptions: Sequence[CellValue], any_of: Sequence[CellValue] | None) -> bool:
        """Whether the search is for any solution of the Problem, without a budget."""
        restricted = self.clauses or assumptions or any_of is not None
        return not restricted and self.phases is None and self.budget is None

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
        before, now = self.steps[self.at], self.steps[min(at, len(self.steps) - 1)]
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
        if isinstance(model, Cnf):
            self.size = model.variables, len(model.clauses)
        else:
            self.size = len(model.domains if isinstance(model, Cp) else model.sizes), len(model.constraints)
        for clause in self.clauses:
            _add(engine, *clause)
        return engine

    def _set_phases(self) -> None:
        """Set what the engine tries first: the known solution, or else what beliefs consider likely."""
        phases = self.steps[self.at].phases
        if self.without_phases:
            return
        if self.engine is not None and self.phases is not None:
            from nonosat.beliefs.marginals import certain

            # Includes the encoding's own variables: with phases for cells alone, a solver drifts away.
            self.engine.set_marginals(certain(self.problem, self.phases))
            self.engine.set_phases(self.phases)
        elif self.engine is not None and phases != "none":
            from nonosat.beliefs.marginals import marginals  # imports numpy

            begin = time.perf_counter()
            self.engine.set_marginals(marginals(self.problem))
            self.seconds["phases"] += time.perf_counter() - begin


def _gave_up(backend: str) -> str:
    return f"{backend} gave up without a limit"


def _add(engine: Engine, options: Sequence[CellValue], holds: bool) -> None:
    if holds:
        engine.add_clause(options)
    else:
        engine.add_blocking_clause(options)


_runner: StepRunner | None = None  # of the Session that this worker serves


def _runner_of(opening: Opening | None) -> StepRunner:
    """Return a new runner, or the current one if there is no opening."""
    global _runner
    if opening is not None:
        if _runner is not None:
            _runner.close()
        _runner = StepRunner(opening)
    if _runner is None:
        raise RuntimeError("no session was opened")
    return _runner


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
    runner.go_to(query.first)

    def find(assumptions: Sequence[CellValue], any_of: Sequence[CellValue] | None) -> bytes | None:
        values, ended = runner.find(assumptions, any_of)
        if ended:
            raise RuntimeError("a search for another solution ended without an answer")
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

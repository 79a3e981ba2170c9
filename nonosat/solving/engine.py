"""The worker's side of a Session: builds the models and keeps the engines.

Functions here are called through a Worker. One Session at a time uses a worker; opening one closes the
one before.
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
    """What a Session begins with: a Problem, the steps that are tried on it, and bytes."""

    problem: Problem
    steps: tuple[CardStep, ...]
    memory: int


@dataclass
class Query:
    """What is asked of the engine at once, and what it is told before."""

    clauses: list[tuple[Sequence[CellValue], bool]] = field(default_factory=list)  # False: blocking
    phases: Values | None = None
    budget: int | None = None  # of conflicts, for the last step
    assumptions: Sequence[CellValue] = ()
    any_of: Sequence[CellValue] | None = None
    first: int = 0  # of the steps that may be asked
    end: int | None = None  # and where they end; None for all that are left


@dataclass(frozen=True)
class Found:
    """What a call to a solver gave.

    `values` of the cells are None if there is no solution, or if the budget ended the search (`ended`).
    """

    values: bytes | None
    ended: bool
    backends: tuple[str, ...]  # all that were asked so far
    variables: int
    clauses: int
    seconds: dict[str, float]  # so far: building models ("encode"), phases ("phases"), and see `Case`
    conflicts: int | None

    def beside(self, other: Found) -> Found:
        """Return this together with what another process was asked, and how long that took."""
        asked = tuple(dict.fromkeys(other.backends + self.backends))
        parts = dict.fromkeys((*other.seconds, *self.seconds))
        seconds = {part: other.seconds.get(part, 0.0) + self.seconds.get(part, 0.0) for part in parts}
        return replace(self, backends=asked, seconds=seconds)


NOT_ASKED = Found(None, False, (), 0, 0, {}, None)
"""The result where no solver was needed."""


class Case:
    """A Problem, the step in hand, and its engine."""

    def __init__(self, opening: Opening) -> None:
        self.problem = opening.problem
        self.steps = opening.steps
        self.memory = opening.memory
        self.at = 0
        self.engine: Engine | None = None
        self.models: dict[str, Model] = {}  # by encoding: steps may share one
        self.size = 0, 0
        self.asked: list[str] = []
        self.seconds = {"encode": 0.0, "phases": 0.0}
        self.clauses: list[tuple[Sequence[CellValue], bool]] = []
        self.phases: Values | None = None
        self.afresh = False  # whether a solver without phases has taken over
        self.hard = False  # whether another solver had to find the first solution
        self.summed = False  # whether the Problem was narrowed by sums
        self.budget: int | None = None
        self.plain_before = LoadedBeside.plain_seconds

    @property
    def seconds_by_part(self) -> dict[str, float]:
        """The seconds so far; "plain" counts those in which machine code would have been faster."""
        plain = LoadedBeside.plain_seconds - self.plain_before
        return self.seconds | ({"plain": plain} if plain else {})

    def tell(self, query: Query) -> None:
        """Add the clauses and phases of a query, before its question."""
        self.clauses += query.clauses
        self.budget = query.budget
        if self.engine is not None:
            for clause in query.clauses:
                _add(self.engine, *clause)
        if query.phases is not None:
            self.phases = query.phases
            self.afresh = False
            if self.engine is not None:
                self.engine.set_phases(query.phases)

    def answer(self, query: Query) -> Found:
        """Search for a solution."""
        self.tell(query)
        self.go_to(query.first)
        values, ended = self.find(query.assumptions, query.any_of, query.end)
        conflicts = self.engine.conflicts() if self.engine else None
        return Found(values, ended, tuple(self.asked), *self.size, self.seconds_by_part, conflicts)

    def find(
        self, assumptions: Sequence[CellValue], any_of: Sequence[CellValue] | None, end: int | None = None
    ) -> tuple[bytes | None, bool]:
        """Return the values of a solution, or None; and whether the budget ended the search.

        The same holds if all steps before `end` gave up.
        """
        while self.at != end:
            step = self.steps[self.at]
            last = self.at == len(self.steps) - 1
            if self._no_use(step) and not last:
                self.go_to(self.at + 1)
                continue
            engine = self.started()
            if step.backend not in self.asked:
                self.asked.append(step.backend)
            near = step.near if last and self._looks_near else None
            if last and step.guesses and self._wants_any(assumptions, any_of):
                from nonosat.solving import guesses  # it needs numpy

                answer = guesses.solve(engine, self.narrowed_by_sums, step.guesses)
                if answer is None and step.fresh:
                    self.hard = True
                    return self.found_by_another(step.fresh), False
                engine.set_budget(None)
                answer = engine.solve() if answer is None else answer
            else:
                engine.set_budget(near or self.budget if last else step.conflicts)
                answer = engine.solve(assumptions, any_of)
            if answer is not None:
                return engine.values() if answer else None, False
            if near:
                # What helps to find a solution harms the proof that there is none.
                self.afresh = True
                self.close()
                self.narrowed_by_sums()
                if self.hard and step.fresh:
                    return self.found_by_another(step.fresh, assumptions, any_of), False
                continue
            if last and self.budget is not None:
                return None, True
            if last:
                raise RuntimeError(f"{step.backend} gave up without a limit")
            self.go_to(self.at + 1)
        return None, True

    def found_by_another(
        self,
        backend: str,
        assumptions: Sequence[CellValue] = (),
        any_of: Sequence[CellValue] | None = None,
    ) -> bytes | None:
        """Let another solver find a solution; the step's own starts again with the next question."""
        self.close()
        engine = self.engine = self._make(replace(self.steps[self.at], backend=backend, options={}))
        if backend not in self.asked:
            self.asked.append(backend)
        self._set_phases()
        values = engine.values() if engine.solve(assumptions, any_of) else None
        self.close()
        return values

    def narrowed_by_sums(self) -> Problem:
        """Narrow the Problem by sums, which clauses need exponentially long proofs for; tell the engine."""
        if not self.summed:
            from nonosat.narrowing import sums  # it needs numpy

            self.summed, before = True, self.problem.possible
            self.problem = sums.narrow(self.problem)
            for cell, (had, left) in enumerate(zip(before, self.problem.possible, strict=True)):
                if had != left:
                    self.models.clear()  # they can be smaller now
                    if self.engine is not None:
                        self.engine.add_clause([(cell, value) for value in values_of(left)])
        return self.problem

    @property
    def _looks_near(self) -> bool:
        """Whether to search near a known solution, without a budget."""
        return self.phases is not None and self.budget is None and not self.afresh

    def _no_use(self, step: CardStep) -> bool:
        """Whether to skip a step: it proves nothing, and a solution is known.

        Most often there is no other one, or a solver finds it near the first.
        """
        info = backends.info(step.backend)
        return self.engine is None and self.phases is not None and info is not None and not info.complete

    def _wants_any(self, assumptions: Sequence[CellValue], any_of: Sequence[CellValue] | None) -> bool:
        """Whether any solution of the Problem will do, without a budget."""
        told = self.clauses or assumptions or any_of is not None
        return not told and self.phases is None and self.budget is None

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
        """Move to a later step; keep the engine, with all it has learned, if it is the same."""
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
        gc.disable()  # a million small lists, none of them garbage: searching them doubles the time
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
        """Tell the engine what to try first: the known solution, or else what beliefs say is likely."""
        phases = self.steps[self.at].phases
        if self.afresh:
            return
        if self.engine is not None and self.phases is not None:
            from nonosat.beliefs.marginals import certain

            # The encoding's own variables too: knowing the cells alone, a solver strays from them.
            self.engine.set_marginals(certain(self.problem, self.phases))
            self.engine.set_phases(self.phases)
        elif self.engine is not None and phases != "none":
            from nonosat.beliefs.marginals import marginals  # numpy: only where it is asked for

            begin = time.perf_counter()
            self.engine.set_marginals(marginals(self.problem))
            self.seconds["phases"] += time.perf_counter() - begin


def _add(engine: Engine, options: Sequence[CellValue], holds: bool) -> None:
    if holds:
        engine.add_clause(options)
    else:
        engine.add_blocking_clause(options)


_case: Case | None = None  # of the Session that has this worker


def _opened(opening: Opening | None) -> Case:
    """Return the case in hand, or a new one."""
    global _case
    if opening is not None:
        if _case is not None:
            _case.close()
        _case = Case(opening)
    if _case is None:
        raise RuntimeError("no session was opened")
    return _case


def solve(opening: Opening | None, query: Query) -> Found:
    """Look for a solution; the first call of a Session brings its opening."""
    return _opened(opening).answer(query)


def other_solutions(
    opening: Opening | None, query: Query, first: Values, cells: Sequence[int]
) -> Iterator[bytes]:
    """Yield the solutions besides the first in which the query's assumptions hold."""
    case = _opened(opening)
    case.tell(query)
    case.go_to(query.first)

    def find(assumptions: Sequence[CellValue], any_of: Sequence[CellValue] | None) -> bytes | None:
        return case.find(assumptions, any_of)[0]

    yield from iter_other_solutions(find, case.problem.possible, first, cells, query.assumptions)


def refuse_if_too_large(problem: Problem, encoding: str, memory: int) -> None:
    """Raise LimitReached if the model of an encoding, with a solver, does not fit the memory."""
    clauses = ENCODINGS.load(encoding).size(problem)[1]
    need = clauses * _BYTES[ENCODINGS[encoding].language]
    if need > memory:
        raise LimitReached(
            StopReason.MEMORY_LIMIT,
            f"the model would need about {need >> 20} MiB, the limit is {memory >> 20} MiB",
        )

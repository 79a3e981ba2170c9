"""The worker's side of a Session: builds the models and keeps the engines.

Functions here are called through a Worker. One Session at a time uses a worker, and opening one
closes the one before.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from nonosat import backends
from nonosat.backends import Engine
from nonosat.cards import Step
from nonosat.encodings import ENCODINGS, encoding
from nonosat.errors import LimitReached
from nonosat.model import Cnf, Cp, Model
from nonosat.problem import Option, Problem
from nonosat.stages.walk import every_other

# What a clause (or a step of an automaton) costs from its building to its end, in bytes, with its
# share of variables and watches. Measured on order and automaton models with CaDiCaL and on CP-SAT.
_BYTES = {"cnf": 400, "cp": 1200, "lines": 400}


@dataclass(frozen=True)
class Found:
    """What a call to a solver gave: the values of the cells, None if there is no solution."""

    values: bytes | None
    backend: str
    variables: int
    clauses: int
    seconds: dict[str, float]  # of building models ("encode") and of first guesses ("hints"), so far
    conflicts: int | None


@dataclass
class _Case:
    problem: Problem
    steps: tuple[Step, ...]
    memory: int
    at: int = 0
    engine: Engine | None = None
    models: dict[str, Model] = field(default_factory=dict)  # by encoding: steps may share one
    size: tuple[int, int] = (0, 0)
    seconds: dict[str, float] = field(default_factory=lambda: {"encode": 0.0, "hints": 0.0})
    clauses: list[tuple[list[Option], bool]] = field(default_factory=list)
    preferred: list[int] | None = None

    def started(self) -> Engine:
        """Return the engine of the step in hand, made if need be."""
        if self.engine is None:
            begin = time.perf_counter()
            self.engine = self._make(self.steps[self.at])
            self.seconds["encode"] += time.perf_counter() - begin
            self._guess()
        return self.engine

    def find(self, assume: Sequence[Option], one_of: Sequence[Option] = ()) -> bytes | None:
        """Return the values of a solution under assumptions, None if there is none."""
        while True:
            step = self.steps[self.at]
            engine = self.started()
            last = self.at == len(self.steps) - 1
            answer = engine.solve(assume, None if last else step.conflicts, one_of)
            if answer is not None:
                return engine.values() if answer else None
            if last:
                raise RuntimeError(f"{step.backend} gave up without a limit")
            self.next_step()

    def next_step(self) -> None:
        """Go on to the next step, with the same engine and all that it has learned if it is the same."""
        before, now = self.steps[self.at : self.at + 2]
        self.at += 1
        if (before.encoding, before.backend, before.options) == (now.encoding, now.backend, now.options):
            self._guess()
        else:
            self.close()

    def close(self) -> None:
        """Free the engine."""
        if self.engine is not None:
            self.engine.close()
            self.engine = None

    def _make(self, step: Step) -> Engine:
        encoder = encoding(step.encoding)
        refuse_if_too_large(encoder.size(self.problem)[1], step.encoding, self.memory)
        gc.disable()  # a million small lists, none of them garbage: looking for some doubles the time
        try:
            model = self.models.get(step.encoding) or encoder.encode(self.problem)
            self.models[step.encoding] = model
            engine = backends.family(step.backend).start(step.backend.partition(":")[2], model, step.options)
        finally:
            gc.enable()
        if isinstance(model, Cnf):
            self.size = model.variables, len(model.clauses)
        else:
            self.size = len(model.domains if isinstance(model, Cp) else model.sizes), len(model.constraints)
        for options, differ in self.clauses:
            engine.add(options, differ)
        return engine

    def _guess(self) -> None:
        """Tell the engine what to try first: a solution near which to look, or else what is likely."""
        hints = self.steps[self.at].hints
        if self.engine is not None and self.preferred is not None:
            from nonosat.stages.beliefs import sure

            # Its own variables too: knowing the cells alone, a solver strays from them
            # (the second solution of Knotty: 84,000 conflicts, and so 1).
            self.engine.guess(sure(self.problem, self.preferred))
            self.engine.prefer(self.preferred)
        elif self.engine is not None and hints != "none":
            from nonosat.stages import beliefs  # numpy: only where it is asked for

            begin = time.perf_counter()
            self.engine.guess(beliefs.likely(self.problem))
            self.seconds["hints"] += time.perf_counter() - begin


_case: _Case | None = None


def _begun() -> _Case:
    if _case is None:
        raise RuntimeError("no Problem was begun")
    return _case


def start(problem: Problem, steps: tuple[Step, ...], memory: int) -> None:
    """Begin with a Problem; its model is built when it is first put to a solver."""
    global _case
    stop()
    _case = _Case(problem, steps, memory)


def solve(
    assume: list[Option],
    more: list[tuple[list[Option], bool]],
    prefer: list[int] | None,
    one_of: list[Option],
) -> Found:
    """Add clauses over cells and preferred values, then look for a solution under assumptions."""
    case = _begun()
    case.clauses += more
    case.preferred = prefer if prefer is not None else case.preferred
    if case.engine is not None:
        for options, differ in more:
            case.engine.add(options, differ)
        if prefer is not None:
            case.engine.prefer(prefer)
    values = case.find(assume, one_of)
    return Found(
        values,
        case.steps[case.at].backend,
        *case.size,
        dict(case.seconds),
        case.started().conflicts(),
    )


def walk(first: Sequence[int], cells: Sequence[int], fixed: list[Option]) -> Iterator[bytes]:
    """Yield the solutions besides the first, as `nonosat.stages.walk` does."""
    case = _begun()
    yield from every_other(case.find, case.problem.possible, first, cells, fixed)


def stop() -> None:
    """Forget the Problem and free its solver."""
    global _case
    if _case is not None:
        _case.close()
    _case = None


def refuse_if_too_large(clauses: int, name: str, memory: int) -> None:
    """Raise LimitReached if so many clauses of an encoding, with a solver, do not fit the memory."""
    need = clauses * _BYTES[ENCODINGS[name][1]]
    if need > memory:
        raise LimitReached(
            "memory limit",
            f"the model would need about {need >> 20} MiB, the limit is {memory >> 20} MiB",
        )

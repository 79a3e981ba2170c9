"""A solver with a budget: it starts when it is first asked, and another one can take its place."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

from nonosat import backends, beliefs
from nonosat.backends import Engine
from nonosat.encodings import ENCODINGS
from nonosat.encodings.model import Cnf, Language, Model, Options
from nonosat.errors import LimitReached, StopReason
from nonosat.problem import CellValues, Problem, Values
from nonosat.solving.answer import Found
from nonosat.solving.card import Card
from nonosat.solving.proxy import Proxy, tell

# The most that a clause (or a step of an automaton) needs at any time, in bytes, with its
# share of variables and watches. Measured on order and automaton models with CaDiCaL and on CP-SAT.
_BYTES: dict[Language, int] = {"cnf": 400, "cp": 1200, "problem": 400}


class Solver(Proxy):
    """A card's solver for one Problem, with a budget. The first question starts it, and it can be replaced by
    another one, which gets the same calls.

    `known` is the solution near which it searches; without one, beliefs say what to try first, if the card
    wants that.
    """

    def __init__(self, problem: Problem, card: Card, memory: int) -> None:
        super().__init__()
        self.problem = problem
        self.card = card
        self.encoding, self.backend, self.options = card.encoding, card.backend, card.options
        self.phases = card.phases
        self.memory = memory
        self.known: Values | None = None
        self.budget: int | None = None
        self.engine: Engine | None = None
        self.model: Model | None = None
        self.used: list[str] = []  # backends
        self.size = 0, 0
        self.seconds: dict[str, float] = {}
        self.other: bytes | None = None

    # An Engine.

    def tell(self, method: str, argument: Any) -> None:
        """Keep a call for the next solver, too."""
        super().tell(method, argument)
        if self.engine is not None:
            tell(self.engine, self.told[-1:])

    def set_phases(self, values: Values) -> None:
        """Try these values of the cells first."""
        self.known = values
        if self.engine is not None:
            self.engine.set_phases(values)

    def set_budget(self, conflicts: int | None) -> None:
        """End each call after this many conflicts."""
        self.budget = conflicts

    def solve(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> bool | None:
        """Search for a solution; None if the budget ended the search."""
        answer = self.within(self.budget, assumptions, any_of)
        if answer is None and self.budget is None:
            raise LimitReached(StopReason.TIME_LIMIT, f"{self.backend} gave up")
        return answer

    def within(
        self, budget: int | None, assumptions: CellValues = (), any_of: CellValues | None = None
    ) -> bool | None:
        """Search within a budget of conflicts; None if that, or the solver itself, ended the search."""
        engine = self.start()
        engine.set_budget(budget)
        return engine.solve(assumptions, any_of)

    def values(self) -> bytes:
        """Return the values of the solution that was found last."""
        return self.start().values()

    def conflicts(self) -> int | None:
        """Return the conflicts of the solver at work, if it reports them."""
        return self.engine.conflicts() if self.engine else None

    def close(self) -> None:
        """Free the solver; the next question starts another one."""
        if self.engine is not None:
            self.engine.close()
            self.engine = None

    # What a recipe builds on.

    def start(self, phases: bool = True) -> Engine:
        """Return the solver; start it if necessary, with or without the values to try first."""
        if self.engine is None:
            with self.time("encode"):
                self.engine = self._make()
            if phases:
                self._set_first_phases(self.engine)
        return self.engine

    def use(self, backend: str, options: Options = MappingProxyType({})) -> None:
        """Let another solver answer from now on, which starts afresh."""
        self.close()
        self.backend, self.options = backend, options

    def _make(self) -> Engine:
        gc.disable()  # a million small lists, none of them garbage: scanning them doubles the time
        try:
            if self.model is None:
                refuse_if_too_large(self.problem, self.encoding, self.memory)
                self.model = ENCODINGS.load(self.encoding).encode(self.problem)
            engine = backends.start(self.backend, self.model, self.options)
        finally:
            gc.enable()
        if self.backend not in self.used:
            self.used.append(self.backend)
        if isinstance(self.model, Cnf):
            self.size = self.model.variables, len(self.model.clauses)
        else:
            self.size = len(self.problem.sizes), len(self.problem.constraints)
        tell(engine, self.told)
        return engine

    def _set_first_phases(self, engine: Engine) -> None:
        problem, known = self.problem, self.known
        if beliefs.AVAILABLE and (known is not None or self.phases == "beliefs"):
            from nonosat.beliefs.marginals import certain, marginals

            with self.time("phases"):
                # Includes the encoding's own variables: with phases for cells alone, a solver drifts away.
                engine.set_marginals(marginals(problem) if known is None else certain(problem, known))
        if known is not None:
            engine.set_phases(known)

    def add(self, guessed: Found) -> None:
        """Add what was used to search for a solution in another way."""
        self.used = list(dict.fromkeys((*self.used, *guessed.backends)))
        for part, seconds in guessed.seconds.items():
            self.seconds[part] = self.seconds.get(part, 0.0) + seconds

    @contextmanager
    def time(self, part: str) -> Iterator[None]:
        """Add the time of the block to the seconds of a part of the work."""
        begin = time.perf_counter()
        yield
        self.seconds[part] = self.seconds.get(part, 0.0) + time.perf_counter() - begin


def refuse_if_too_large(problem: Problem, encoding: str, memory: int) -> None:
    """Raise LimitReached if the model of this encoding, loaded into a solver, would exceed the memory."""
    clauses = ENCODINGS.load(encoding).size(problem)[1]
    need = clauses * _BYTES[ENCODINGS[encoding].language]
    if need > memory:
        raise LimitReached(
            StopReason.MEMORY_LIMIT,
            f"the model would need about {need >> 20} MiB, the limit is {memory >> 20} MiB",
        )

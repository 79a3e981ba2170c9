"""One Problem under one card's steps, in a worker process: solve, add clauses, close.

Clauses and assumptions speak of cells and values only, so that questions can be asked without
knowing which encoding or solver answers. Calls are gathered: what `exclude`, `prefer` and `add` say
travels with the next `solve`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any

from nonosat import worker
from nonosat.cards import Step
from nonosat.engines import Found
from nonosat.limits import Clock
from nonosat.problem import Option, Problem


class Session:
    """An open line to a solver. A limit or an interruption closes it for good."""

    def __init__(self, problem: Problem, steps: tuple[Step, ...], clock: Clock, memory: int) -> None:
        self._clock = clock
        self._memory = memory
        self._more: list[tuple[list[Option], bool]] = []
        self._prefer: list[int] | None = None
        self._worker: worker.Worker | None = worker.lease()
        # A Problem's symmetries are of no use to a solver, and large.
        self._call("nonosat.engines:start", problem.without_symmetries(), steps, memory)

    def add(self, options: Sequence[Option], differ: bool = False) -> None:
        """Require that one of the options holds; or, if `differ`, that one of them does not."""
        self._more.append((list(options), differ))

    def exclude(self, values: Sequence[int], cells: Sequence[int]) -> None:
        """Ask from now on for solutions that differ from this one in one of the cells."""
        self.add([(cell, values[cell]) for cell in cells], differ=True)
        self.prefer(values)  # another solution is often near: a switch of a few cells

    def prefer(self, values: Sequence[int]) -> None:
        """Ask the solver to try these values of the cells first."""
        self._prefer = list(values)

    def solve(self, assume: Sequence[Option] = (), one_of: Sequence[Option] = ()) -> Found:
        """Look for a solution in which the assumed options hold and one of `one_of`, if it has any."""
        more, self._more = self._more, []
        prefer, self._prefer = self._prefer, None
        found: Found = self._call("nonosat.engines:solve", list(assume), more, prefer, list(one_of))
        return found

    def walk(
        self, first: Sequence[int], cells: Sequence[int], fixed: Sequence[Option] = ()
    ) -> Iterator[bytes]:
        """Yield the solutions besides the first, each once (see `nonosat.stages.walk`)."""
        if self._worker is None:
            raise RuntimeError("the session is closed")
        try:
            yield from self._worker.stream(
                "nonosat.engines:walk",
                first,
                tuple(cells),
                list(fixed),
                deadline=self._clock.deadline,
                memory=self._memory,
            )
        except BaseException:
            self.close()
            raise

    @property
    def peak_memory(self) -> int:
        """The most bytes that the worker was seen to use."""
        return self._worker.peak if self._worker else 0

    def close(self) -> None:
        """Give the worker back."""
        if self._worker is not None:
            held, self._worker = self._worker, None
            worker.release(held)

    def _call(self, target: str, *arguments: object) -> Any:
        if self._worker is None:
            raise RuntimeError("the session is closed")
        try:
            return self._worker.call(target, *arguments, deadline=self._clock.deadline, memory=self._memory)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

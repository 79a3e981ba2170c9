"""What backends have that write proofs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from nonosat.encodings.dimacs import Clauses
    from nonosat.encodings.model import Options


class Prover(Protocol):
    """A solver with clauses loaded that writes a proof if they have no solution."""

    def solve(self, conflicts: int | None) -> bool | None:
        """Whether the clauses have a solution; None if the budget of conflicts ended first, or it gave up."""
        ...

    @property
    def written(self) -> int:
        """How many bytes of the proof were written so far."""
        return 0

    def lines(self) -> Iterator[bytes]:
        """Yield the proof's lines, as `nonosat.encodings.drat` describes them."""
        ...

    def close(self) -> None:
        """Free the solver and its proof."""
        ...


class ProvingBackend(Protocol):
    """The interface of a backend's module where `info` says that it writes proofs."""

    def prover(self, solver: str, clauses: Clauses, options: Options) -> Prover:
        """Load clauses into a fresh solver."""
        ...

"""What was asked: one file a kind of puzzle.

A kind is a frozen dataclass that states itself as a Problem, turns solved cells back into its own
picture, and checks a picture against its own rules without any solver. A new kind is a new file
and a line in `KINDS`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from nonosat.problem import Problem
from nonosat.puzzles.picture import Picture

if TYPE_CHECKING:
    from nonosat.formats.documents.node import Node

KINDS = {
    "nonogram": "nonosat.puzzles.nonogram:Nonogram",
    "springs": "nonosat.puzzles.springs:Springs",
    "strips": "nonosat.puzzles.strips:Strips",
}
"""Kind -> where its class is; imported when a puzzle of the kind is read."""


class Puzzle(Protocol):
    """What every kind of puzzle offers."""

    kind: ClassVar[str]

    @property
    def source(self) -> str:
        """The puzzle's address: `path`, or `path#7` for the seventh of a file."""
        ...

    @property
    def title(self) -> str:
        """The puzzle's title, or nothing."""
        ...

    @classmethod
    def from_document(cls, document: Node, source: str) -> Iterator[Puzzle]:
        """Yield the puzzles of a document (YAML, JSON), most often one; `source` is its address."""
        ...

    def to_document(self) -> dict[str, Any]:
        """Write the puzzle as plain data that `from_document` reads back."""
        ...

    def problem(self) -> Problem:
        """State what must hold."""
        ...

    def picture(self, values: Sequence[int]) -> Picture:
        """Draw the values of the Problem's cells as the kind's own picture."""
        ...

    def known(self, possible: Sequence[int]) -> Picture:
        """Draw what is known of the cells (see `Problem.possible`), with `?` for what is not."""
        ...

    def values(self, picture: Picture) -> tuple[int, ...]:
        """Read a picture without fault back into the cells' values; the inverse of `picture`."""
        ...

    def fault(self, picture: Picture) -> str | None:
        """Say what is wrong with a picture as a solution, or None. Uses no solver."""
        ...

    def obstacle(self) -> str | None:
        """Say, without any search, why there can be no solution; None if nothing is seen."""
        ...


def kind_class(kind: str) -> type[Puzzle]:
    """Return the class of a kind; KeyError if there is none."""
    module, name = KINDS[kind].split(":")
    found: type[Puzzle] = getattr(import_module(module), name)
    return found

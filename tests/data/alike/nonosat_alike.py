"""A kind whose rule is none of nonosat's: no three cells in a row or column are alike, and half are black."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar, Self

from nonosat import InputError, Picture
from nonosat.formats.documents.clues import ABOUT, plain_about, read_about
from nonosat.problem import Constraint, Count, Regular
from nonosat.problem.automaton import Automaton
from nonosat.puzzles import KindEntry
from nonosat.puzzles.node import Node
from nonosat.toolkit import BLACK_AND_WHITE, CellPuzzle, Palette


def alike(state: tuple[int, int], value: int) -> tuple[int, int] | None:
    """Count equal values in a row: the state is the last value, and how many there are."""
    number = state[1] + 1 if value == state[0] else 1
    return (value, number) if number < 3 else None


NO_THREE_ALIKE = Automaton.of((-1, 0), alike, values=2)


@dataclass(frozen=True)
class Alike(CellPuzzle):
    """A square grid with an even side, some of whose cells may be given."""

    side: int
    givens: Picture = ()

    kind: ClassVar[str] = "alike"

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.side

    @property
    def grid(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.side, self.side

    def lines(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield the name and the cells of each row and column."""
        n = self.side
        yield from ((f"row {r + 1}", tuple(range(r * n, r * n + n))) for r in range(n))
        yield from ((f"column {c + 1}", tuple(range(c, n * n, n))) for c in range(n))

    def constraints(self) -> Iterator[Constraint]:
        """Yield the two rules of each line."""
        for name, cells in self.lines():
            half = len(cells) // 2
            yield Count(half, half, tuple([(cell, 1) for cell in cells]), name)
            yield Regular(cells, NO_THREE_ALIKE, f"the rule of three in {name}")

    def clue_faults(self, picture: Picture) -> Iterator[str]:
        """Yield a sentence for each rule that is broken."""
        for line in (*picture, *map("".join, zip(*picture, strict=True))):
            if any(len(list(run)) > 2 for _, run in groupby(line)) or 2 * line.count("#") != len(line):
                yield f"{line} is no line"

    def clue_lines(self) -> Iterator[str]:
        """Yield the givens."""
        yield f"side {self.side}"

    @classmethod
    def from_picture(cls, picture: Picture, palette: Palette = BLACK_AND_WHITE, **about: Any) -> Self:
        """Return the puzzle in which nothing is given, if the picture is one of its solutions."""
        puzzle = cls(len(picture), **about)
        if wrong := puzzle.fault(picture):
            raise InputError(wrong)
        return puzzle

    def asking_for(self, picture: Picture) -> Self:
        """Return the puzzle in which nothing is given."""
        return self.from_picture(picture)


KEYS = ("kind", *ABOUT, "cells")


def read(document: Node, source: str) -> Iterator[Alike]:
    """Yield the one puzzle of a document."""
    entries = document.read_keys("a puzzle of threes", KEYS, needed=("cells",))
    rows = tuple(node.text("a row").strip() for node in entries["cells"].lines("the cells"))
    if {len(row) for row in rows} != {len(rows)} or len(rows) % 2:
        raise InputError("expected a square with an even side")
    yield Alike(len(rows), rows, **read_about(entries), source=source)


def plain(puzzle: Alike) -> dict[str, Any]:
    """Write a puzzle as plain data."""
    return {**plain_about(puzzle), "cells": puzzle.givens or ("?" * puzzle.side,) * puzzle.side}


ENTRY = KindEntry("nonosat_alike:Alike", "no three alike", document="nonosat_alike")

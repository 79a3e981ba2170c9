"""The hardest step of solving a puzzle: a line, a refutation, a sum or a nested refutation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from nonosat.words import plural

LINE, REFUTATION, SUM, NESTED = "line", "refutation", "sum", "nested"


@dataclass(frozen=True, slots=True)
class Witness:
    """The hardest step, in the puzzle's own orientation.

    `lines` has the lines that it uses. `cells` has the cells that it decides, as row and column from 0 and a
    character; for a refutation, the one cell and the character that is ruled out. `size` is the number of
    arrangements of a line, of layers of a refutation, of lines in a sum, or of assumptions in a nested
    refutation.
    """

    kind: str
    lines: tuple[str, ...]
    cells: tuple[tuple[int, int, str], ...]
    size: int

    def data(self) -> dict[str, Any]:
        """Return it as plain data, with rows and columns from 1."""
        found: dict[str, Any] = {
            "kind": self.kind,
            "cells": [[row + 1, column + 1, char] for row, column, char in self.cells],
            "lines": list(self.lines),
        }
        names = {LINE: "arrangements", REFUTATION: "layers", NESTED: "assumptions"}
        if self.kind in names:
            found[names[self.kind]] = self.size
        return found

    def sentence(self) -> str:
        """Return the witness in words."""
        if self.kind == LINE:
            return f"hardest line: {self.lines[0]}, with {plural(self.size, 'arrangement')} left"
        if self.kind == SUM:
            decided = plural(len(self.cells), "cell")
            return f"hardest step: a sum over {plural(self.size, 'line')} decides {decided}"
        row, column, char = self.cells[0]
        what = "layer" if self.kind == REFUTATION else "nested assumption"
        takes = f"{plural(self.size, what)}, {plural(len(self.lines), 'line')}"
        return f"hardest step: row {row + 1}, column {column + 1} is not {char}, by {takes}"

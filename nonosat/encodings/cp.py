"""A Problem as a constraint model: the input of solvers that have automata and sums."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.problem import CellValue, Count, Regular, values_of
from nonosat.records import dataclass, field

Steps = list[list[tuple[int, int, int]]]
"""For each cell that an automaton reads, the steps (state, value, next state) on accepting paths."""


@dataclass
class Cp:
    """A constraint model over the Problem's own cells; `domains[cell]` lists a cell's values."""

    domains: list[tuple[int, ...]]
    automata: list[Regular] = field(default_factory=list)
    counts: list[Count] = field(default_factory=list)

    @property
    def impossible(self) -> bool:
        """Whether a cell has no value left."""
        return () in self.domains

    def unroll(self, line: Regular) -> Steps | None:
        """Return the steps of an automaton at each of its cells; None if there is no accepting path."""
        from nonosat.automata.arrangements import Arrangements, machine_of  # clauses need none

        possible = [sum(1 << value for value in self.domains[cell]) for cell in line.cells]
        live = Arrangements(machine_of(line, 0), possible).live
        if not live[0]:
            return None
        return [
            [
                (state, value, to)
                for state in values_of(here)
                for value, to in line.automaton.next[state].items()
                if mask >> value & 1 and there >> to & 1
            ]
            for here, there, mask in zip(live, live[1:], possible, strict=False)
        ]

    def clause(self, options: Sequence[CellValue]) -> list[CellValue] | None:
        """Return those of the options that may hold, of which one has to; None if one holds anyway."""
        if any(self.domains[cell] == (value,) for cell, value in options):
            return None
        return [(cell, value) for cell, value in options if value in self.domains[cell]]

    def blocking_clause(self, options: Sequence[CellValue]) -> list[CellValue] | None:
        """Return those of the options that do not hold anyway, of which one must not; None if one cannot."""
        if self.assumptions(options) is None:
            return None
        return [(cell, value) for cell, value in options if self.domains[cell] != (value,)]

    def assumptions(self, options: Sequence[CellValue]) -> list[CellValue] | None:
        """Return the options as assumptions; None if one cannot hold."""
        possible = all(value in self.domains[cell] for cell, value in options)
        return list(options) if possible else None

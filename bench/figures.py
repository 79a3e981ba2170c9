"""The figures of a benchmark, shown as a table or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Figure:
    """One measured number; None if a limit ended the measurement.

    `reach` is what it should stay below, or with `at_least` come up to; None for what is only told.
    """

    work: str
    measured: float | None
    unit: str
    reach: float | None = None
    at_least: bool = False
    note: str = ""

    @property
    def reached(self) -> bool | None:
        """Whether it meets its target; None if there is none."""
        if self.reach is None:
            return None
        if self.measured is None:
            return False
        return self.measured >= self.reach if self.at_least else self.measured <= self.reach

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {**vars(self), "reached": self.reached}


Rows = Sequence[tuple[str, Figure]]
"""Figures with the names of their benchmarks."""

Earlier = Mapping[tuple[str, str], float]
"""(benchmark, work) -> what was measured then."""


def table(rows: Rows, earlier: Earlier | None = None) -> str:
    """Show figures, those with a target first."""
    asked = [row for row in rows if row[1].reach is not None]
    told = [row for row in rows if row[1].reach is None]
    parts = [_table(some, earlier) for some in (asked, told) if some]
    return "\n\n".join(parts)


def _table(rows: Rows, earlier: Earlier | None) -> str:
    asked = any(figure.reach is not None for _, figure in rows)
    heading = ["benchmark", "work", "measured"]
    heading += ["to reach", "reached"] * asked + ["of before"] * (earlier is not None) + ["note"]
    lines = [heading]
    for name, figure in rows:
        line = [name, figure.work, write_number(figure.measured, figure.unit)]
        if asked:
            sign = "at least" if figure.at_least else "at most"
            line += [f"{sign} {write_number(figure.reach, figure.unit)}", "yes" if figure.reached else "NO"]
        if earlier is not None:
            line.append(_ratio(figure.measured, earlier.get((name, figure.work))))
        lines.append([*line, figure.note])
    right = {"measured", "to reach", "of before"}
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            text.rjust(width) if title in right else text.ljust(width)
            for title, text, width in zip(heading, line, widths, strict=True)
        ).rstrip()
        for line in lines
    )


def write_number(number: float | None, unit: str) -> str:
    """Write a number for people: seconds with three significant digits, counts in full."""
    if number is None:
        return "not done"
    if unit == "s":
        return (
            f"{number * 1000:.3g} ms"
            if number < 1
            else f"{number:.3g} s"
            if number < 100
            else f"{number:.0f} s"
        )
    if unit == "times":
        return f"{number:.3g} times"
    return f"{number:.0f} {unit}"


def _ratio(now: float | None, before: float | None) -> str:
    return "-" if now is None or not before else f"{now / before:.2f}"


def earlier_figures(data: Mapping[str, Any]) -> Earlier:
    """Read what `--json` wrote; KeyError or TypeError if it is something else."""
    figures: Iterable[Mapping[str, Any]] = data["figures"]
    return {
        (one["benchmark"], one["work"]): float(one["measured"])
        for one in figures
        if one["measured"] is not None
    }

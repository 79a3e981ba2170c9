"""Where a rule of a puzzle holds, which cells it looks at there, and what number it wants."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from nonosat.puzzles.declared.demands import largest
from nonosat.puzzles.declared.places import Places
from nonosat.puzzles.declared.rules import DIGITS, Rule, Rules

_SIMPLE = [((area, ""),) for area in ("around", "neighbours", "seen")]


class Ruled(Protocol):
    """What is read here of a puzzle of a declared kind."""

    @property
    def rules(self) -> Rules:
        """The kind's page."""
        ...

    @property
    def gives(self) -> dict[str, Any]:
        """What the puzzle gives, by name."""
        ...

    @property
    def grid(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        ...

    @property
    def symbols(self) -> str:
        """The symbols in the cells."""
        ...

    @property
    def walls(self) -> frozenset[int]:
        """The cells that are walls."""
        ...

    @property
    def places(self) -> Places:
        """The places of the grid."""
        ...


def places_of(puzzle: Ruled, rule: Rule) -> Iterator[tuple[int, str, tuple[int, ...]]]:
    """Yield the places of a rule: number, name, and cells. A rule about cells holds where its symbols or
    the numbers that it asks for are, or else in all cells but walls.
    """
    shown = rule.at or (DIGITS if rule.amount.source == "shown" else "")
    named = rule.name or "{each}"
    if rule.each != "cell":
        for place, name, cells in puzzle.places.each(rule.each, rule.within):
            yield place, named.replace("{each}", name), cells
        return
    for cell in range(puzzle.grid[0] * puzzle.grid[1]):
        symbol = puzzle.symbols[cell] if shown else ""
        if symbol not in shown or (not shown and cell in puzzle.walls):
            continue
        name = puzzle.places.name(cell)
        if symbol != puzzle.rules.blank and shown:
            name = f"the {symbol} in {name}"
        yield cell, named.replace("{each}", name) if rule.name else name, (cell,)


def look_at(puzzle: Ruled, rule: Rule, here: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the cells that a rule about a cell looks at, and what it counts in each, if that differs.

    A pattern has a place for what is off the grid.
    """
    near = puzzle.places.near
    if rule.over in _SIMPLE:
        return near(here, rule.over[0][0]), ()
    cells = [(cell, of) for area, of in rule.over for cell in near(here, area)]
    if rule.form != "follow":
        cells = [one for one in cells if one[0] >= 0]
    return tuple([cell for cell, _ in cells]), tuple([of for _, of in cells if of])


def amount_at(
    puzzle: Ruled, rule: Rule, place: int, cells: int
) -> tuple[tuple[int, int], tuple[str, int] | None] | None:
    """Return the least and the most that a rule wants at a place, and the clue that sets it; None if the
    puzzle does not.
    """
    low, high, source, times = rule.amount
    if source == "shown":
        symbol = puzzle.symbols[place]
        return ((int(symbol),) * 2, (puzzle.rules.symbols, place)) if symbol in DIGITS else None
    if not source:
        return (low, max(low, largest(rule, cells)) if high is None else high), None
    clue = None
    if source == "half":
        if cells % 2:
            return (largest(rule, cells) + 1,) * 2, None  # no half: nothing fits
        number = cells // 2
    elif source == "walls":
        number = len(puzzle.walls)
    elif puzzle.rules.gives[source].is_side:
        number, clue = puzzle.gives[source][place], (source, place)
        if number is None:
            return None
    else:
        number = puzzle.gives[source]
    return (number * times, number * times), clue

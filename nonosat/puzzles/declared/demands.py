"""What rules want of cells, as constraints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from nonosat.problem import CellValue, Constraint, Count, Regular
from nonosat.puzzles.declared.check import Pattern
from nonosat.puzzles.declared.patterns import (
    adding,
    alike,
    counting,
    different,
    guard,
    once,
    pattern,
)
from nonosat.puzzles.declared.rules import Rule, Rules
from nonosat.words import plural


class Demand(NamedTuple):
    """What a rule wants of some cells: from `least` to `most` of them, or as the sum of their places.

    `here` is the cell for whose sake, and `clue` the name and the index of the number that asks for it.
    `each_of` has what is counted in each cell, if it is not the same in all. A cell may be looked at twice.
    Patterns may have -1 instead of a cell: it is off the grid, and reads as empty.
    """

    rule: Rule
    name: str
    cells: tuple[int, ...]
    least: int = 0
    most: int = 0
    here: int = -1
    clue: tuple[str, int] | None = None
    each_of: tuple[str, ...] = ()


Options = Callable[[tuple[int, ...], str], tuple[CellValue, ...]]
"""The options of some cells for a character."""


def constraint(one: Demand, chars: str, options: Options) -> Constraint:
    """Return the constraint of a demand, if cells have values with these characters; `options` may share."""
    rule, values = one.rule, len(chars)
    cells = one.cells if rule.form != "follow" else tuple([cell for cell in one.cells if cell >= 0])
    counts = rule.form == "count" and (one.each_of or len(rule.of) == 1)
    # A count has one option of a cell: what counts several values, or a cell twice, is read by an automaton.
    if counts and (len(rule.over) < 2 or len({*cells}) == len(cells)):
        if one.each_of:
            some = tuple([options((c,), char)[0] for c, char in zip(cells, one.each_of, strict=True)])
        else:
            some = options(cells, rule.of)
        if not rule.when:
            return Count(one.least, one.most, some, one.name)
        other = [(one.here, value) for value in range(values) if chars[value] not in rule.when]
        if (one.least, one.most) == (1, len(cells)) and len(other) == 1:  # a clause
            return Count(1, len(cells) + 1, tuple(dict.fromkeys([*other, *some])), one.name)
    make, *how = _automaton(one, tuple([chars.index(char) for char in rule.of]), chars)
    if rule.when:
        cells = (one.here, *cells)
        make, how = guard, [tuple([chars.index(char) for char in rule.when]), values, make, *how]
    number = {cell: place for place, cell in enumerate(dict.fromkeys(cells))}
    if len(number) < len(cells):
        make, how = once, [tuple([number[cell] for cell in cells]), values, make, *how]
    automaton = make(*how)
    if cells and automaton.finals and any(automaton.next):
        return Regular(tuple(number), automaton, one.name)
    never = int(bool(cells) or not automaton.accepts(0))
    return Count(never, never, (), one.name)


def count_demand(one: Demand, chars: str) -> Count | None:
    """Return what a demand counts, in cells that may have several values that count; None if it is no count,
    or depends on the value of a cell.
    """
    if one.rule.form != "count" or one.rule.when or one.each_of or len({*one.cells}) < len(one.cells):
        return None
    some = tuple([(cell, chars.index(char)) for cell in one.cells for char in one.rule.of])
    return Count(one.least, one.most, some, one.name)


def _automaton(one: Demand, counted: tuple[int, ...], chars: str) -> tuple[Any, ...]:
    """Return the function that makes the automaton of a demand, and its arguments."""
    match one.rule.form:
        case "count" if one.each_of:
            own = tuple([((chars.index(char), 1),) for char in one.each_of])
            return adding, own, one.least, one.most, len(chars)
        case "count":
            return counting, one.least, one.most, counted, len(chars)
        case "sum":
            places = range(1, len(one.cells) + 1)
            gains = tuple([tuple([(value, place) for value in counted]) for place in places])
            return adding, gains, one.least, one.most, len(chars)
        case "follow":
            return pattern, one.rule.follow, chars, tuple([cell < 0 for cell in one.cells])
        case "alike":
            return alike, len(chars)
    return different, len(chars)


def asking(one: Demand, rules: Rules, symbols: str, regions: str) -> tuple[str, Any] | None:
    """Return the name and the place of what a puzzle prints that asks for a demand, None if it is a rule.
    What holds everywhere is a rule, and so is a number that it shares.
    """
    if one.clue:
        return one.clue
    if one.rule.each in ("region", "level"):
        return rules.regions, regions[one.cells[0]]
    if one.rule.each == "board" and one.rule.amount.source in rules.gives:
        return one.rule.amount.source, 0
    shown = one.rule.at and one.here >= 0 and symbols[one.here] != rules.blank
    return (rules.symbols, one.here) if shown else None


def around(rule: Rule) -> str:
    """Say where a rule counts, if not in the cells of its place."""
    areas = [area for area, _ in rule.over]
    return " around it" if "around" in areas else " beside it" if areas and areas != ["here"] else ""


def say_wanted(one: Demand) -> str:
    """Say what a demand for a number wants: `2 tents`, `the sum 7`."""
    number = str(one.least) if one.least == one.most else f"{one.least} to {one.most}"
    if one.rule.form == "sum":
        return f"the sum {number}"
    return f"{number} {one.rule.noun[number != '1']}{around(one.rule)}"


def measure_rule(rule: Rule, cells: Sequence[int], text: str, each_of: Sequence[str] = ()) -> int:
    """Return what a rule counts, or adds up, in a picture."""
    chars = "".join(map(text.__getitem__, cells))
    if rule.form == "sum":
        return sum([place for place, char in enumerate(chars, 1) if char in rule.of])
    if each_of:
        return sum(map(str.__contains__, each_of, chars))
    return sum(map(chars.count, rule.of))


def impossible(one: Demand) -> str:
    """Say why no picture meets a demand, if its number of cells shows that; empty if it does not."""
    rule, number = one.rule, sum([cell >= 0 for cell in one.cells])
    if rule.when or (rule.form == "count" and one.least <= number):
        return ""
    if rule.form in ("count", "sum") and one.least > largest(rule, number):
        only = f"has only {plural(number, 'cell')}{around(rule)}"
        if rule.amount.source == "half":
            return f"{only}, of which no half can be"
        return only + (f", whose places add up to {largest(rule, number)}" if rule.form == "sum" else "")
    if rule.form == "follow" and not number and not Pattern.of(rule.follow).matches("." * len(one.cells)):
        return f"has no cell of the grid to look at, and so breaks a rule: {rule.says or 'see the kind'}"
    return ""


def largest(rule: Rule, cells: int) -> int:
    """Return the largest number that so many cells may have for a rule that counts or adds up."""
    return cells * (cells + 1) // 2 if rule.form == "sum" else cells

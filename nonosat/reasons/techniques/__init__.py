"""People's names for steps of one unit: labels, used neither to find a step nor to check it.

A line's names are in `lines`. Of a number that counts cells, they are

full          as many cells as the number says, so all are counted
empty         the number is 0
enough        all that are counted are found: the others are not
what remains  the cells that are left are just enough: they are counted

A step that fits no rule is called "all arrangements".
"""

from __future__ import annotations

from dataclasses import replace

from nonosat.reasons.fields import Facts
from nonosat.reasons.steps import LineStep, Technique
from nonosat.reasons.techniques import lines
from nonosat.reasons.units import Line, Number, Unit


def parts(unit: Unit, uses: Facts, sets: Facts) -> list[tuple[str, Facts]]:
    """Return the name of a step, or of its two halves, with what each sets; empty if no rule fits."""
    if isinstance(unit, Line):
        return lines.parts(unit, uses, sets)
    name = _of_count(unit, uses) if isinstance(unit, Number) else ""
    return [(name, sets)] if name else []


def _of_count(count: Number, uses: Facts) -> str:
    must, may = count.holding(count.masks(uses))
    if must.bit_count() == count.most:
        return Technique.ENOUGH if count.most else Technique.EMPTY
    if may.bit_count() == count.least:
        return Technique.REMAINS if uses else Technique.FULL
    return ""


def technique(unit: Unit, uses: Facts, sets: Facts) -> str:
    """Return the name of a step; if it both fills and empties cells, that of the filling part."""
    found = parts(unit, uses, sets)
    return found[0][0] if found else Technique.ALL


def named(unit: Unit, step: LineStep) -> LineStep:
    """Return the step with its technique."""
    return replace(step, technique=technique(unit, step.uses, step.sets))

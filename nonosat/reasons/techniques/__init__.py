"""People's names for steps of one unit: labels, used neither to find a step nor to check it.

A step that fits no rule is called "all arrangements".
"""

from __future__ import annotations

from dataclasses import replace

from nonosat.reasons.fields import Facts
from nonosat.reasons.steps import ALL, LineStep
from nonosat.reasons.techniques import counts, lines, sentences
from nonosat.reasons.units import Count, Line, Unit
from nonosat.reasons.words import Words


def parts(unit: Unit, step: LineStep) -> list[tuple[str, Facts]]:
    """Return the name of a step, or of its two halves, with what each sets; empty if no rule fits."""
    if isinstance(unit, Line):
        return lines.parts(unit, step)
    return counts.parts(unit, step) if isinstance(unit, Count) else []


def named(unit: Unit, step: LineStep) -> LineStep:
    """Return the step with its technique; if it both fills and empties cells, that of the filling part."""
    found = parts(unit, step)
    return replace(step, technique=found[0][0] if found else ALL)


def said(words: Words, unit: Unit, step: LineStep) -> str:
    """Return the sentence of a step, without its full stop."""
    if isinstance(unit, Count):
        return counts.said(words, unit, step)
    assert isinstance(unit, Line)
    return sentences.said(words, unit, step)

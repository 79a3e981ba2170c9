"""Names for steps of one number of a mosaic.

full          as many cells as the number says, so all are black
empty         the number is 0
enough        all black cells are found: the others are white
what remains  the cells that are left are just enough: they are black
"""

from __future__ import annotations

from nonosat.reasons.phrases import because
from nonosat.reasons.steps import Facts, LineStep
from nonosat.reasons.units import Count
from nonosat.reasons.words import Words
from nonosat.words import plural

FULL, EMPTY, ENOUGH, REMAINS = "full", "empty", "enough", "what remains"

TECHNIQUES = (FULL, EMPTY, ENOUGH, REMAINS)
"""All labels."""


def parts(count: Count, step: LineStep) -> list[tuple[str, Facts]]:
    """Return the name of a step with what it sets; empty if no rule fits."""
    known = count.masks(step.uses)
    must, may = count.holding(known)
    if must.bit_count() == count.most:
        return [(ENOUGH if count.most else EMPTY, step.sets)]
    if may.bit_count() == count.least:
        return [(REMAINS if step.uses else FULL, step.sets)]
    return []


def said(words: Words, count: Count, step: LineStep) -> str:
    """Return the sentence of a step, without its full stop."""
    name, what = words.name(count.number), words.cells_are(step.sets)
    label = next((label for label, _ in parts(count, step)), "")
    if label == FULL:
        return f"{name} has only {plural(count.n, 'cell')} around it: {what}"
    if label == EMPTY:
        return f"{name} has no black cell around it: {what}"
    if label == ENOUGH:
        return f"{name} has all of its black cells{because([words.cells_are(step.uses)])}: {what}"
    if label == REMAINS:
        left = count.n - len(step.uses)
        return f"{name} needs all {left} cells that are left{because([words.cells_are(step.uses)])}: {what}"
    return f"{name}: {what}{because(words.each(count, step.uses))}"

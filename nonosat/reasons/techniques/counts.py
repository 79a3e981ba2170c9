"""Names for steps of one number that counts cells, and their sentences; a kind says what its numbers count.

full          as many cells as the number says, so all are counted
empty         the number is 0
enough        all that are counted are found: the others are not
what remains  the cells that are left are just enough: they are counted
"""

from __future__ import annotations

from nonosat.reasons.fields import Facts
from nonosat.reasons.phrases import because
from nonosat.reasons.steps import EMPTY, ENOUGH, FULL, REMAINS, Conflict, LineStep
from nonosat.reasons.units import Count
from nonosat.reasons.words import Words
from nonosat.words import plural


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
    one, many = words.counted
    known = because([words.cells_are(step.uses)])
    label = next((label for label, _ in parts(count, step)), "")
    if label == FULL:
        return f"{name} has only {plural(count.n, 'cell')}{words.around}: {what}"
    if label == EMPTY:
        return f"{name} has no {one}{words.around}: {what}"
    if label == ENOUGH:
        enough = (
            f"has {_all(words, count)}"
            if count.least
            else f"cannot have more than {plural(count.most, one, many)}"
        )
        return f"{name} {enough}{known}: {what}"
    if label == REMAINS:
        left = count.n - len(step.uses)
        cells = "the only cell that is" if left == 1 else f"all {left} cells that are"
        return f"{name} needs {cells} left{known}: {what}"
    return f"{name}: {what}{because(words.each(count, step.uses))}"


def refused(words: Words, count: Count, step: Conflict) -> str:
    """Say that a number cannot be reached, without the reason and the full stop."""
    name, (must, _) = words.name(count.number), count.holding(count.masks(step.uses))
    if must.bit_count() > count.most:
        return f"{name} has too many {words.counted[1]}{words.around}"
    return f"{name} has too few cells left for {_all(words, count)}"


def _all(words: Words, count: Count) -> str:
    one, many = words.counted
    return f"its {one}" if count.least == 1 else f"all of its {many}"

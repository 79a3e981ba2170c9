"""Divides steps of lines into parts as people see them: what is easy to see comes first.

A step by all arrangements may consist of parts by techniques with names, and of parts by `cases`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nonosat.reasons import techniques
from nonosat.reasons.cases import Pushed
from nonosat.reasons.fields import Fact, Facts
from nonosat.reasons.minimal import FEW, part_of
from nonosat.reasons.steps import LineStep, Refutation, Step, Technique
from nonosat.reasons.units import Line, Unit, mask_at
from nonosat.records import replace


def divide(
    units: Sequence[Unit], known: Sequence[int], steps: Iterable[Step], within: bool = False
) -> list[Step]:
    """Return the steps, also those in traces, with the steps of lines divided.

    `known` has the values left, by cell, before the first. `within` is whether the steps are in a trace.
    """
    parts: list[Step] = []
    left = [*known]
    full = (1 << units[0].values) - 1 if units else 1

    for step in steps:
        match step:
            case LineStep():
                unit = units[step.line]
                for part in [step] if within else _by_uses(unit, left, step):
                    parts += _by_technique(unit, left, part)
            case Refutation():
                start = [full] * len(known)
                for cell, mask in (*step.uses, step.assumes):
                    start[cell] &= mask
                trace = divide(units, start, step.trace, within=True)
                parts.append(replace(step, trace=tuple(trace)))
            case _:
                parts.append(step)
        for cell, mask in step.sets:
            left[cell] &= mask
    return parts


def _by_uses(unit: Unit, known: Sequence[int], step: LineStep) -> Iterator[LineStep]:
    """Yield what few known cells of a step are enough for, then the rest of the step."""
    rest = step.sets
    if len(step.uses) > FEW and len(rest) > 1:
        for fact in step.sets:
            if fact not in rest:
                continue
            part = _part(unit, known, step, (fact,))
            if len(part.uses) <= FEW:
                left = unit.narrow_from(part.uses) or ()
                sets = tuple([one for one in rest if _holds(unit, left, known, one)])
                yield _part(unit, known, step, sets)
                rest = tuple([one for one in rest if one not in sets])
    if rest:
        yield _part(unit, known, step, rest)


def _by_technique(unit: Unit, known: Sequence[int], step: LineStep) -> Iterator[LineStep]:
    """Yield the parts of a step that have a name or cases, given the values left by cell."""
    if step.technique != Technique.ALL or not isinstance(unit, Line):
        yield step
        return
    pushed, rest = Pushed(unit, step.uses), dict(step.sets)
    for sets in _by_name(unit, step, [fact for fact in step.sets if pushed.shows(fact)]):
        yield _part(unit, known, step, sets)
        for cell, _ in sets:
            del rest[cell]
    while rest:
        left = tuple(rest.items())
        cases = pushed.cases(left)
        part = _part(unit, known, step, left if cases is None else cases.sets)
        if cases is None:
            yield part
            return
        if part.uses == step.uses:
            yield replace(part, technique=Technique.CASES)
        else:  # with fewer known cells there are other cases, or it has a name
            yield from _by_technique(unit, known, part)
        for cell, _ in cases.sets:
            del rest[cell]


def _holds(unit: Unit, left: Sequence[int], known: Sequence[int], fact: Fact) -> bool:
    """Whether these values of places give a fact."""
    cell, mask = fact
    return not mask_at(left, unit.place_of[cell]) & known[cell] & ~mask


def _by_name(unit: Line, step: LineStep, facts: Iterable[Fact]) -> list[Facts]:
    """Return facts that follow by pushing, grouped by the names of the steps that give them."""
    groups: dict[str, list[Fact]] = {}
    for fact in facts:
        name = techniques.technique(unit, step.uses, (fact,))
        if name != Technique.ALL:
            groups.setdefault(name, []).append(fact)
    return [tuple(group) for group in groups.values()]


def _part(unit: Unit, known: Sequence[int], step: LineStep, sets: Facts) -> LineStep:
    """Return the step that sets only these facts, without the known cells that it then does not need."""
    return step if sets == step.sets else techniques.name_step(unit, part_of(unit, known, step, sets))

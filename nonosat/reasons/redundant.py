"""Removes the steps that are not needed.

Sequences become much simpler without steps that no later one needs (Bleukx, Devriendt, Gamba, Bogaerts and
Guns, "Simplifying Step-wise Explanation Sequences", 2023).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence

from nonosat.problem import CellValue, values_of
from nonosat.reasons.fields import Facts
from nonosat.reasons.minimal import find_forced, part_of
from nonosat.reasons.steps import LineStep, Step
from nonosat.reasons.techniques import name_step
from nonosat.reasons.units import Unit
from nonosat.records import replace


def find_needed_for(
    units: Sequence[Unit], possible: Sequence[int], steps: Sequence[Step], cell: int
) -> list[Step]:
    """Return the steps that a cell needs; `possible` has the values left before the first."""
    ruled_out = _rule_out(possible, steps)
    origin = {option: number for number, options in enumerate(ruled_out) for option in options}
    wanted = {number for (c, _), number in origin.items() if c == cell}
    for number in range(len(steps) - 1, -1, -1):
        if number in wanted:
            needed = _list_gone(possible, steps[number].uses)
            wanted.update(origin[option] for option in needed if option in origin)
    return _replay(units, possible, [(steps[k], ruled_out[k]) for k in sorted(wanted)])


def without_redundant(
    units: Sequence[Unit],
    possible: Sequence[int],
    steps: Sequence[Step],
    cost: Callable[[Step], float],
    always: Collection[int] = (),
) -> list[Step]:
    """Return the steps without redundant ones: another kept step gives each result before its first use.
    The most expensive steps are removed first, those of the numbers in `always` never.
    """
    ruled_out = _rule_out(possible, steps)
    # By option: the steps that rule it out, or would do so, and those that use it. The end uses all options.
    gives = [
        {*options, *_force_options(units, possible, step)}
        for options, step in zip(ruled_out, steps, strict=True)
    ]
    givers: dict[CellValue, list[int]] = defaultdict(list)
    users: dict[CellValue, list[int]] = defaultdict(list)
    for number, step in enumerate(steps):
        for option in gives[number]:
            givers[option].append(number)
        for option in _list_gone(possible, step.uses):
            users[option].append(number)
    kept = set(range(len(steps)))

    def is_needless(number: int) -> bool:
        for option in gives[number]:
            first_use = next((k for k in users[option] if k in kept), len(steps))
            if first_use <= next((k for k in givers[option] if k in kept and k != number), first_use):
                return False
        return True

    for number in sorted(kept, key=lambda k: (-cost(steps[k]), -k)):
        if number not in always and steps[number].sets and is_needless(number):
            kept.remove(number)
    if len(kept) == len(steps):
        return [*steps]
    return _replay(units, possible, [(steps[k], ruled_out[k]) for k in sorted(kept)])


def without_outdone(units: Sequence[Unit], possible: Sequence[int], steps: Sequence[Step]) -> list[Step]:
    """Return the steps without those of which later ones set the same cells to less, before their first use.

    Cells of two values are set once, so this finds something in colours only: there, parts of a step that has
    several may be needless, although the step is not.
    """
    setting: dict[int, list[int]] = defaultdict(list)
    for number, step in enumerate(steps):
        for cell, _ in step.sets:
            setting[cell].append(number)
    ruled_out, gone = _rule_out(possible, steps), set[int]()
    for number, step in enumerate(steps):
        if not isinstance(step, LineStep) or any(setting[cell][-1] == number for cell, _ in step.sets):
            continue
        used = {option for later in steps[number + 1 :] for option in _list_gone(possible, later.uses)}
        if used.isdisjoint(ruled_out[number]) and all(
            any(
                (cell, value) in _force_options(units, possible, steps[k])
                for k in setting[cell]
                if k > number and k not in gone
            )
            for cell, value in ruled_out[number]
        ):
            gone.add(number)
    return [step for number, step in enumerate(steps) if number not in gone]


def _rule_out(possible: Sequence[int], steps: Sequence[Step]) -> list[list[CellValue]]:
    """Return for each step what it rules out in this sequence."""
    known = list(possible)
    gone = []
    for step in steps:
        gone.append(_list_gone(known, step.sets))
        for c, mask in step.sets:
            known[c] &= mask
    return gone


def _list_gone(possible: Sequence[int], facts: Facts) -> list[CellValue]:
    """Return what facts rule out."""
    return [(c, value) for c, mask in facts for value in values_of(possible[c] & ~mask)]


def _force_options(units: Sequence[Unit], possible: Sequence[int], step: Step) -> list[CellValue]:
    """Return everything that a step of one unit rules out, even what was already known."""
    if not isinstance(step, LineStep):
        return []
    used = set(_list_gone(possible, step.uses))
    gone = _list_gone(possible, _force(units[step.line], possible, step.uses))
    return [option for option in gone if option not in used]


def _replay(
    units: Sequence[Unit], possible: Sequence[int], steps: Sequence[tuple[Step, list[CellValue]]]
) -> list[Step]:
    """Return the steps with their sets computed anew, because steps that set the same cells may be gone."""
    known = list(possible)
    kept: list[Step] = []
    for step, options in steps:
        if not step.sets:  # the contradiction at the end, whatever its kind
            kept.append(step)
        elif isinstance(step, LineStep):
            unit = units[step.line]
            sets = _force(unit, known, step.uses)
            if sets and sets != step.sets:  # perhaps less than before
                less = not set(step.sets) <= set(sets)
                step = name_step(unit, part_of(unit, known, step, sets) if less else replace(step, sets=sets))
            kept += [step] if sets else []
        else:
            sets = _set(known, options)
            if sets:
                kept.append(replace(step, sets=sets))
        known = after(known, kept[-1:])
    return kept


def after(possible: Sequence[int], steps: Iterable[Step]) -> list[int]:
    """Return the values left, by cell, after some steps."""
    known = list(possible)
    for step in steps:
        for cell, mask in step.sets:
            known[cell] &= mask
    return known


def _force(unit: Unit, known: Sequence[int], uses: Facts) -> Facts:
    return find_forced(unit, unit.among(known), uses)


def _set(known: Sequence[int], options: Sequence[CellValue]) -> Facts:
    masks: dict[int, int] = {}
    for cell, value in options:
        if known[cell] >> value & 1:
            masks[cell] = masks.get(cell, known[cell]) & ~(1 << value)
    return tuple(sorted(masks.items()))

"""Sentences about steps of one unit, without their full stop; a kind says what its numbers count."""

from __future__ import annotations

from nonosat.problem import values_of
from nonosat.reasons.fields import Facts
from nonosat.reasons.steps import (
    CLOSED,
    COMPLETE,
    EMPTY,
    ENOUGH,
    FULL,
    GAP,
    LONG,
    PUSH,
    REMAINS,
    ROOM,
    SPLITTING,
    TOUCH,
    Cases,
    Conflict,
    LineStep,
    Way,
)
from nonosat.reasons.techniques import parts
from nonosat.reasons.techniques.lines import WHEREVER, block_of
from nonosat.reasons.units import Line, Number
from nonosat.reasons.words import Words, because, listed, ordinal, ranges
from nonosat.words import plural

_MOST = 1_000_000  # larger numbers of arrangements mean nothing to a person


def said(words: Words, step: LineStep) -> str:
    """Return the sentence of a step."""
    if step.line in words.counts:
        return _counted(words, words.counts[step.line], step)
    if isinstance(step, Cases):
        return _by_cases(words, words.lines[step.line], step)
    if line := words.lines.get(step.line):
        return _placed(words, line, step) if line.blocks else _empty(words, line, step.sets)
    name, uses = words.name(step.line), words.each(words.units[step.line], step.uses)
    return f"{name}: {words.cells_are(step.sets)}{because(uses)}"


def refused(words: Words, step: Conflict) -> str:
    """Say that a unit cannot be satisfied."""
    unit, name = words.units[step.line], words.name(step.line)
    known = because(words.each(unit, step.uses))
    if line := words.lines.get(step.line):
        if not line.blocks:
            return f"{name}: the clue is 0, but {words.facts(line, step.uses)}"
        return f"{words.unit(step.line)}, cannot be completed{known}"
    if step.line not in words.counts:
        return f"{name} cannot hold{known}"
    count = words.counts[step.line]
    must, _ = count.holding(count.masks(step.uses))
    if must.bit_count() > count.most:
        return f"{name} has too many {words.counted[1]}{words.around}{known}"
    return f"{name} has too few cells left for {_all(words, count)}{known}"


def _counted(words: Words, count: Number, step: LineStep) -> str:
    name, what = words.name(count.number), words.cells_are(step.sets)
    one, many = words.counted
    known = because([words.cells_are(step.uses)])
    label = next((label for label, _ in parts(count, step)), "")
    if label == FULL:
        return f"{name} has only {plural(count.n, 'cell')}{words.around}: {what}"
    if label == EMPTY:
        return f"{name} has no {one}{words.around}: {what}"
    if label == ENOUGH:
        most = f"cannot have more than {plural(count.most, one, many)}"
        return f"{name} {f'has {_all(words, count)}' if count.least == count.most else most}{known}: {what}"
    if label == REMAINS:
        left = count.n - len(step.uses)
        cells = "the only cell that is" if left == 1 else f"all {left} cells that are"
        return f"{name} needs {cells} left{known}: {what}"
    return f"{name}: {what}{because(words.each(count, step.uses))}"


def _all(words: Words, count: Number) -> str:
    one, many = words.counted
    if count.least < count.most:
        return f"at least {plural(count.least, one, many)}"
    return f"its {one}" if count.least == 1 else f"all of its {many}"


def _placed(words: Words, line: Line, step: LineStep) -> str:
    name, what = words.unit(line.number), words.facts(line, step.sets)
    found = parts(line, step)
    if any(technique == COMPLETE for technique, _ in found):
        return _complete(words, name, line, step)
    if not found:
        return f"{name}: {_in_all_arrangements(words, line, step)}"
    technique, sets = found[0]
    known = words.each(line, step.uses)
    if technique not in WHEREVER:
        return f"{name}: {what}{because([*known, _reason(words, line, step.uses, technique, sets)])}"
    block = block_of(line, step.uses, sets)
    lies = f"{_block(words, line, block.number)} lies" if block else "the blocks lie"
    said = [f"{words.facts(line, sets)} wherever {lies}{because(known)}"]
    for technique, sets in found[1:]:
        reason = _reason(words, line, step.uses, technique, sets)
        said.append(f"{words.facts(line, sets)}{because([reason])}")
    return f"{name}: {'; '.join(said)}"


def _empty(words: Words, line: Line, sets: Facts) -> str:
    """Say that a line without blocks is empty."""
    every = len(sets) == line.n
    what = f"all of its cells are {words.value(1)}" if every else words.facts(line, sets)
    return f"{words.name(line.number)}: the clue is 0, so the {_noun(line)} is empty and {what}"


def _complete(words: Words, name: str, line: Line, step: LineStep) -> str:
    """Say that all blocks of a line are placed."""
    what = words.facts(line, step.sets)
    if not step.uses:
        return f"{name}, fills the {_noun(line)}: {what}"
    known = because(words.each(line, step.uses))
    filled = sum(not mask & 1 for _, mask in step.uses)
    if filled == sum(block.high for block in line.blocks):
        return f"{name}, is complete{known}, so {what}"
    return f"{name}, fits in only one way{known}: {what}"


def _in_all_arrangements(words: Words, line: Line, step: LineStep) -> str:
    """Say what all arrangements agree on."""
    what, known = words.facts(line, step.sets), words.each(line, step.uses)
    number = line.number_of_ways(line.masks(step.uses))
    if number == 1:
        return f"{what}{because([*known, 'only one arrangement is left'])}"
    every = "both arrangements" if number == 2 else f"all {number} arrangements"
    if number > _MOST:
        every = "all arrangements"
    return f"{what} in {every}{' left' if known else ''}{because(known)}"


def _by_cases(words: Words, line: Line, step: Cases) -> str:
    """Say the cases, and what they have in common."""
    name, what = words.name(line.number), words.facts(line, step.sets)
    blocks = [_block(words, line, way.block) for way in step.ways]
    either = "either way" if len(blocks) == 2 else "in every case"
    known = tuple([fact for fact in step.uses if fact[0] != step.cell])
    because_of = because(words.each(line, known))
    if step.cell is None:
        begins = ranges("cell", [1 + (way.begin or 0) for way in step.ways]).replace(" and ", " or ")
        return f"{name}: {blocks[0]} begins in {begins}{because_of}; {either} {what}"
    if step.ways[0].why == PUSH:
        cell = f"cell {line.place_of[step.cell] + 1}"
        return f"{name}: {cell} belongs to {listed(blocks, 'or')}{because_of}; {either} {what}"
    return f"{name}: {what}: {listed([_refusal(words, line, step, way) for way in step.ways])}{because_of}"


def _refusal(words: Words, line: Line, step: Cases, way: Way) -> str:
    """Say why a block cannot cover a cell."""
    block = _block(words, line, way.block)
    if way.why == LONG:
        return f"{block} is too long"
    if way.why == TOUCH:
        return f"{block} would be too long with its neighbour"
    if way.why == ROOM:
        return f"{block} leaves no room for the others"
    return f"{block} leaves a cell to no block"


def _reason(words: Words, line: Line, uses: Facts, technique: str, sets: Facts) -> str:
    """Say why a technique sets cells."""
    if technique == CLOSED:
        block = block_of(line, uses, sets)
        if block is None:
            return "the neighbouring blocks are complete"
        filled = [line.place_of[cell] for cell, mask in uses if not mask & 1]
        places = list(values_of(block.places))
        cells = ranges("cell", [place + 1 for place in places])
        complete = "is complete" if set(places) <= {*filled} else f"fills {cells}"
        return f"{_block(words, line, block.number)} {complete}"
    if technique == SPLITTING:
        return "joining them would make too long a block"
    if technique == GAP:
        spaces = [line.place_of[cell] for cell, _ in uses]
        gaps = {sum(space < line.place_of[cell] for space in spaces) for cell, _ in sets}
        return f"the {'gap is' if len(gaps) == 1 else 'gaps are'} too small for any block"
    masks = {mask for _, mask in sets}
    colours = [value for value in range(1, line.values) if not any(mask >> value & 1 for mask in masks)]
    if masks == {1}:
        which = "no block"
    elif len(masks) == len(colours) == 1:
        which = f"no {words.colours[colours[0]]} block"
    else:
        which = "no block of another colour"
    return f"{which} can reach that far"


def _block(words: Words, line: Line, number: int) -> str:
    """Name a block of a clue: `the 5`, `the second 1`, `the red 3`."""
    block = line.blocks[number]
    alike = [k for k, other in enumerate(line.blocks) if other == block]
    which = f"{ordinal(alike.index(number) + 1)} " if len(alike) > 1 else ""
    colour = "" if words.two else f"{words.colours[block.colour]} "
    return f"the {which}{colour}{'block' if block.blotted else block.low}"


def _noun(line: Line) -> str:
    return line.label.removeprefix("the ").split()[0]

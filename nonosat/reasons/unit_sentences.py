"""Sentences about steps of one unit, without their full stop: what a player does, and what it shows.

They name the technique, and the block that a cell belongs to where the step knows it. A kind says what its
numbers count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonosat.automata.masks import starts
from nonosat.problem import Block, is_single, values_of
from nonosat.problem.blocks import slack
from nonosat.puzzles.clues import clue_text
from nonosat.reasons.cases import Cases, Way, Why, cases_of
from nonosat.reasons.fields import Fact, Facts
from nonosat.reasons.steps import Conflict, LineStep, Technique
from nonosat.reasons.techniques import Seen, block_of, find_shown, parts, push_blocks, technique
from nonosat.reasons.units import Line, Number, mask_at
from nonosat.reasons.words import HINTS, Words, because, join, ordinal, ranges, so
from nonosat.words import plural

_MOST = 1_000_000  # larger numbers of arrangements mean nothing to a person


def say_step(words: Words, step: LineStep) -> str:
    """Return the sentence of a step."""
    rule = words.rule_of(step.line)
    if not rule and step.line in words.counts:
        return _say_count(words, words.counts[step.line], step)
    if not rule and (line := words.lines.get(step.line)):
        return _Telling(words, line, step).sentence() if line.blocks else _empty(words, step)
    unit = words.units[step.line]
    what = words.facts(unit, words.news(unit, step.sets)) if rule else _what(words, step)
    told = so(join(words.name_known(unit, step.uses)), what)
    if rule and step.uses:
        told = f"{rule}; {told}"
    elif rule:
        told = so(rule, told) if told else rule
    return f"{words.name(step.line)}: {told}"


def say_ways(words: Words, step: LineStep) -> list[tuple[Facts, str]]:
    """Return for each case the cells that its block covers for sure, and a sentence; empty without cases."""
    line = words.lines.get(step.line)
    return list(_Telling(words, line, step).ways()) if line else []


def say_conflict(words: Words, step: Conflict) -> str:
    """Say that a unit cannot be satisfied."""
    unit, name = words.units[step.line], words.name(step.line)
    known = because(words.name_known(unit, step.uses))
    if line := words.lines.get(step.line):
        if not line.blocks:
            return f"{name}: the clue is 0, but {join(words.name_known(line, step.uses))}"
        if (need := -slack(line.blocks, 0)) > line.n:
            return f"{name} has {plural(line.n, 'cell')}, but its clue needs {need}"
        return HINTS["refused"].format(name=name, because=known)
    if rule := words.rule_of(step.line):
        return f"{name}: {rule}, but {join(words.name_known(unit, step.uses)) or 'this cannot be'}"
    if step.line not in words.counts:
        return f"{name} cannot be completed{known}"
    count = words.counts[step.line]
    _, many, around = words.name_counted(step.line)
    must, _ = count.holding(count.masks(step.uses))
    has = "have" if is_plural(name) else "has"
    if must.bit_count() > count.most:
        return f"{name} {has} too many {many}{around}{known}"
    return f"{name} {has} too few cells left for {_all(words, count)}{known}"


def _say_count(words: Words, count: Number, step: LineStep) -> str:
    one, many, around = words.name_counted(count.number)
    name, what = words.name(count.number), _what(words, step, around)
    has = "have" if is_plural(name) else "has"
    label = technique(count, step.uses, step.sets)
    if label == Technique.FULL:
        return f"{name} {has} only {plural(count.n, 'cell')}{around}, so {what}"
    if label == Technique.EMPTY:
        if name.startswith(f"The {many} of "):
            name = name.removeprefix(f"The {many} of ").capitalize()
            has = "has"
        return f"{name} {has} no {one}{around}, so {what}"
    if label == Technique.ENOUGH:
        most = f"cannot have more than {plural(count.most, one, many)}"
        if name.startswith("The ") and is_plural(name) and count.least == count.most:
            return f"All {count.label} are placed, so {what}"
        return f"{name} {f'{has} {_all(words, count)}' if count.least == count.most else most}, so {what}"
    if label == Technique.REMAINS:
        left = count.n - len(step.uses)
        need = "need" if is_plural(name) else "needs"
        cells = {1: "the only cell", 2: "both cells"}.get(left, f"all {left} cells")
        return f"{name} {need} {cells} left, so {what}"
    return f"{name}: {so(join(words.name_known(count, step.uses)), what)}"


def is_plural(name: str) -> bool:
    """Whether a name is that of several things: `The plus poles of row 2`, `Row 1, columns 2 and 3`."""
    return (
        ", rows " in name
        or ", columns " in name
        or " and row " in name
        or (name.split(" of ")[0].endswith("s") and " of " in name)
    )


def _all(words: Words, count: Number) -> str:
    one, many, _ = words.name_counted(count.number)
    if count.least < count.most:
        return f"at least {plural(count.least, one, many)}"
    return f"its {one}" if count.least == 1 else f"all of its {many}"


def _empty(words: Words, step: LineStep) -> str:
    """Say that a line without blocks is empty."""
    return f"{words.name(step.line)}: {HINTS['empty'].format(what=_what(words, step))}"


def _what(words: Words, step: LineStep, around: str = "") -> str:
    """Say what a step sets, if need be in all cells of its unit, which may lie around a number."""
    unit, masks = words.units[step.line], [*{mask for _, mask in step.sets}]
    if 1 < unit.n == len(step.sets) and len(masks) == 1 and is_single(masks[0]):
        cells = f"cells{around}" if around else "of its cells"
        return f"all {cells} are {words.value(masks[0], several=True)}"
    return words.facts(unit, step.sets)


class _Telling:
    """The sentence about a step of a line of blocks, which mentions known cells once."""

    def __init__(self, words: Words, line: Line, step: LineStep) -> None:
        self.words, self.line, self.step = words, line, step
        self._seen = Seen(line, step.uses, step.sets)
        self._said = set[int]()
        by_cases = step.technique == Technique.CASES
        self._cases = cases_of(line, step.uses, step.sets) if by_cases else None

    def sentence(self) -> str:
        """Return the sentence."""
        step = self.step
        if self._cases:
            name, told = f" ({step.technique})", self._by_cases(self._cases)
        elif split := parts(self.line, step.uses, step.sets):
            name = f" ({split[0][0]})"
            told = "; ".join([self._one(technique, sets) for technique, sets in split])
        else:
            name, told = "", self._in_all_arrangements()
        return f"{self.words.name(self.line.number)}{name}: {told}"

    def _one(self, technique: str, sets: Facts) -> str:
        """Say what one technique shows."""
        match technique:
            case Technique.COMPLETE:
                return self._complete(sets)
            case Technique.BOXES | Technique.FORCING | Technique.GLUE | Technique.JOINING:
                return self._say_covered(technique, sets)
            case Technique.CLOSED:
                return self._say_closed(sets)
            case Technique.SPLITTING:
                return self._split(sets)
            case Technique.GAP:
                return self._so(f"no block fits into {self._places(sets)}")
        return self._out_of_reach(sets)

    def _complete(self, sets: Facts) -> str:
        """Say that all blocks of a line are placed."""
        rest = all(mask == 1 for _, mask in sets)
        others = "the other cell is" if len(sets) == 1 else "the other cells are"
        what = f"{others} {self.words.value(1, several=len(sets) > 1)}" if rest else self._what(sets)
        if not self.step.uses:
            one = len(self.line.blocks) == 1
            clue = self._block(0) if one else clue_text(self.line.blocks, self.words.palette)
            return f"{clue} fills it, so {what}"
        if self._seen.filled.bit_count() == sum(block.high for block in self.line.blocks):
            return f"all its blocks are placed, so {what}"
        return f"{self._so('its blocks fit in only one way')}; {what}"

    def _say_covered(self, technique: str, sets: Facts) -> str:
        """Say which cells a block must cover."""
        cells, block = self._places(sets), block_of(self.line, self.step.uses, sets)
        who = "the blocks" if block is None else self._block(block.number)
        if technique == Technique.BOXES:
            return f"pushed to either end, {who} {'cover' if block is None else 'covers'} {cells}"
        owned = "" if block is None else self._name_owned(block.number)
        covers = f"{'it' if owned else who} {'cover' if block is None else 'covers'} {cells}"
        return self._so(covers, owned and f"{_belong(owned)} to {who}")

    def _say_closed(self, sets: Facts) -> str:
        """Say which block is finished."""
        what, block = self._what(sets), block_of(self.line, self.step.uses, sets)
        if block is None:
            return self._so(f"blocks end there, and {what}")
        cells, who = (
            ranges("cell", [place + 1 for place in values_of(block.places)]),
            self._block(block.number),
        )
        if block.places & ~self._seen.filled:
            return self._so(f"{who} fills {cells}, and {what}")
        self._mention(block.places)
        return self._so(what, f"{cells} {_are(block.places.bit_count())} {who}")

    def _split(self, sets: Facts) -> str:
        """Say which cells must not be joined."""
        near = self._seen.empties
        for _ in range(self.line.n):
            near |= (near << 1 | near >> 1) & self._seen.filled
        self._mention(near)
        joined = ranges("cell", [place + 1 for place in values_of(near & self._seen.filled)])
        it = "it is" if len(sets) == 1 else "they are"
        what = f"{it} {self.words.value(sets[0][1])}"
        return _therefore(self._so(f"{self._places(sets)} would join {joined} to too long a block"), what)

    def _out_of_reach(self, sets: Facts) -> str:
        """Say that no block reaches cells, or none of a colour that the clue has."""
        told = []
        of = sorted({block.colour for block in self.line.blocks})
        groups: dict[tuple[int, int], list[Fact]] = {}
        for fact, (_, mask) in zip(sets, find_shown(self.line, self.step.uses, sets), strict=True):
            groups.setdefault((mask, fact[1]), []).append(fact)
        for (mask, left), some in groups.items():
            cells, value = self._places(some), self.words.value(left)
            gone = [self.words.colours[colour] for colour in of if not mask >> colour & 1]
            which = f"{join(gone, 'or')} " if len(gone) < len(of) else ""
            reason = f"no {which}block reaches {cells}"
            if not gone:
                reason = f"{cells} can only be {join([self.words.colours[one] for one in (*of, 0)], 'or')}"
            it, are = ("it", "is") if len(some) == 1 else ("they", "are")
            if left != mask:
                other = mask & ~left & ~1
                also = f", and {it} {are} {self.words.value(~other, other)}" if other else ""
                reason = f"{reason}{also}: {it} {are} {value}"
            told.append(reason)
        return self._so("; ".join(told), *self._ownership())

    def _by_cases(self, cases: Cases) -> str:
        """Say the cases, and what they have in common."""
        what = self._what(cases.sets)
        blocks = [way.block for way in cases.ways]
        either = "either way" if len(blocks) == 2 else "in each case"
        if cases.cell is None:
            begins = join([str(1 + (way.begin or 0)) for way in cases.ways], "or")
            return f"{self._so(f'{self._block(blocks[0])} begins in cell {begins}')}; {either}, {what}"
        place = self.line.place_of[cases.cell]
        if cases.ways[0].why == Why.PUSH:
            self._mention(1 << place)
            return f"{self._so(f'cell {place + 1} belongs to {self._one_of(blocks)}')}; {either}, {what}"
        told: dict[str, list[int]] = {}
        for way in cases.ways:
            told.setdefault(self._refusal(way, place), []).append(way.block)
        whose = [(self._one_of(some), refusal) for refusal, some in told.items()]
        if len(told) > 1:
            why = f"in cell {place + 1} {join([' '.join(one) for one in whose])}"
        else:
            there = "" if cases.ways[0].why == Why.LONG else f"in cell {place + 1} "
            why = f"{whose[0][0]} {there}{whose[0][1]}"
        return _therefore(self._so(why), what)

    def ways(self) -> Iterator[tuple[Facts, str]]:
        """Yield for each case the cells that the block covers in it for sure, and a sentence."""
        line, cases = self.line, self._cases
        can, what = line.masks(self.step.uses), self._what(self.step.sets)
        for way in cases.ways if cases else ():
            block, place = line.blocks[way.block], way.begin or 0
            firsts, lasts = 1 << place, -1
            if cases and cases.cell is not None:
                place = line.place_of[cases.cell]
                firsts, lasts = (2 << place) - (1 << max(0, place - block.high + 1)), -1 << place
            places = starts(line.blocks, can, line.n, (way.block, firsts, lasts))
            sure = push_blocks(places)[way.block][1] if places else 0
            cells = [*values_of(sure or 1 << place)]
            name = self._block(way.block)
            says = f"{name} {self._refusal(way, place)}."
            if way.why == Why.PUSH:
                says = f"With {name} in {ranges('cell', [cell + 1 for cell in cells])}, {what}."
            yield tuple([(line.cells[one], 1 << block.colour) for one in cells]), says[0].upper() + says[1:]

    def _refusal(self, way: Way, place: int) -> str:
        """Say why a block cannot cover a place."""
        block = self.line.blocks[way.block]
        can = self.line.masks(self.step.uses)
        if way.why == Why.LONG:
            return self._too_long(can[block.colour], place)
        if way.why == Why.TOUCH:
            only = 1 << block.colour
            near = [p for p in range(self.line.n) if abs(p - place) <= block.low and mask_at(can, p) == only]
            if len(near) == 1:
                self._mention(1 << near[0])
                return f"would touch cell {1 + near[0]}"
            return "would get too long"
        if way.why == Why.ROOM:
            return "leaves no room for the rest"
        far = [p for p in values_of(self._seen.filled) if abs(p - place) >= block.low]
        if way.why == Why.LEFT and len(far) == 1:
            self._mention(1 << far[0])
            return f"leaves cell {1 + far[0]} without a block"
        return "leaves another cell without a block"

    def _too_long(self, room: int, place: int) -> str:
        """Say between which cells a block that covers a place would not fit."""
        walls = [p for p in range(self.line.n) if not room >> p & 1]
        before, after = [p for p in walls if p < place][-1:], [p for p in walls if p > place][:1]
        for wall in (*before, *after):
            self._mention(1 << wall)
        if before and after:
            return f"does not fit between cells {1 + before[0]} and {1 + after[0]}"
        return f"does not fit {'after' if before else 'before'} cell {1 + [*before, *after, place][0]}"

    def _in_all_arrangements(self) -> str:
        """Say what all arrangements agree on."""
        what, number = self._what(self.step.sets), self.line.number_of_ways(self.line.masks(self.step.uses))
        if number == 1:
            return _therefore(self._so("only one arrangement is left"), what)
        every = "both arrangements" if number == 2 else f"all {number} arrangements"
        return self._so(HINTS["all"].format(every=every if number <= _MOST else Technique.ALL, what=what))

    # Known cells, and their blocks.

    def _what(self, sets: Facts) -> str:
        return self.words.facts(self.line, sets)

    def _so(self, what: str, *owned: str) -> str:
        """Say what follows from the known cells that are not mentioned yet, and from which block is whose."""
        rest = tuple([fact for fact in self.step.uses if fact[0] not in self._said])
        self._said |= {cell for cell, _ in rest}
        return so(join([*self.words.name_known(self.line, rest), *filter(None, owned)]), what)

    def _mention(self, places: int) -> None:
        self._said |= {self.line.cells[place] for place in values_of(places)}

    def _owners(self) -> dict[int, int]:
        """Return the filled cells that the step uses, as masks, by the one block that reaches them."""
        owners: dict[int, int] = {}
        for place in values_of(self._seen.filled):
            able = [k for k, (reach, _) in enumerate(self._seen.spans) if reach >> place & 1]
            if len(able) == 1:
                owners[able[0]] = owners.get(able[0], 0) | 1 << place
        return owners

    def _name_owned(self, block: int) -> str:
        """Name the filled cells that belong to a block, unless they are mentioned already."""
        places = self._owners().get(block, 0)
        if {self.line.cells[place] for place in values_of(places)} <= self._said:
            return ""
        self._mention(places)
        return ranges("cell", [place + 1 for place in values_of(places)])

    def _ownership(self) -> list[str]:
        """Say which filled cells belong to which blocks."""
        named = [(self._block(block), self._name_owned(block)) for block in self._owners()]
        told = [(owned, block) for block, owned in named if owned]
        return [f"{owned if k else _belong(owned)} to {block}" for k, (owned, block) in enumerate(told)]

    def _places(self, facts: Iterable[Fact]) -> str:
        return ranges("cell", sorted([self.line.place_of[cell] + 1 for cell, _ in facts]))

    def _block(self, number: int) -> str:
        """Name a block of the clue: `the 5`, `the second 1`, `the red 3`."""
        block = self.line.blocks[number]
        alike = [k for k, other in enumerate(self.line.blocks) if other == block]
        at = alike.index(number)
        which = f"{ordinal(at + 1) if at + 1 < len(alike) or at < 2 else 'last'} " if len(alike) > 1 else ""
        colour = "" if self.words.two else f"{self.words.colours[block.colour]} "
        return f"the {which}{colour}{'block' if block.blotted else block.low}"

    def _one_of(self, numbers: Iterable[int]) -> str:
        """Name blocks of which one is meant: `the 2 or the 3`; `the first or second 1`; `the 5 or a 2`."""
        kinds: dict[Block, list[int]] = {}
        for number in numbers:
            kinds.setdefault(self.line.blocks[number], []).append(number)
        told = []
        for some in kinds.values():
            name, *others = [self._block(number) for number in some]
            if others:
                _, which, word = name.split(" ", 2)
                if len(kinds) > 1:
                    name = f"{'an' if word[0] in 'aeiou8' or word in ('11', '18') else 'a'} {word}"
                elif len(some) == 2:
                    name = f"the {which} or {others[0].split(' ')[1]} {word}"
                else:
                    name = f"one of the {word}s"
            told.append(name)
        return join(told, "or")


def _therefore(reason: str, what: str) -> str:
    """Return `reason, so what`, without a second "so"."""
    return f"{reason}{'; ' if ', so ' in reason else ', so '}{what}"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _belong(cells: str) -> str:
    return f"{cells} {'belong' if cells.startswith('cells') else 'belongs'}"

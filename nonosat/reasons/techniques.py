"""People's names for steps of one unit: labels, used neither to find a step nor to check it.

Each is a simple rule, tried on the step's known cells in a fixed order. A line's are the names that puzzlers
use (Wikipedia's article "Nonogram" has most of them). Of a number that counts cells, they are

full          as many cells as the number says, so all are counted
empty         the number is 0
enough        all that are counted are found: the others are not
what remains  the cells that are left are just enough: they are counted

A step that fits no rule is called "all arrangements".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from nonosat.problem import is_single
from nonosat.reasons.fields import Facts
from nonosat.reasons.steps import LineStep, Technique
from nonosat.reasons.units import Line, Number, Unit, mask_at
from nonosat.records import replace


class PlacedBlock(NamedTuple):
    """A block of a clue, by its number, and the mask of the places that it must cover."""

    number: int
    places: int


class Seen:
    """A step in the form that rules use: sets of places, as masks. Of those that it uses, `filled` have a
    colour and `empty` are background; of those that it sets, `fills` get one colour and `empties` the
    background.
    """

    def __init__(self, line: Line, uses: Facts, sets: Facts) -> None:
        self.line, self.uses, self.sets = line, uses, find_shown(line, uses, sets)
        self.filled = self.empty = self.fills = self.empties = 0
        for cell, mask in uses:
            if mask == 1:
                self.empty |= 1 << line.place_of[cell]
            elif not mask & 1:
                self.filled |= 1 << line.place_of[cell]
        for cell, mask in self.sets:
            if mask == 1:
                self.empties |= 1 << line.place_of[cell]
            elif is_single(mask):
                self.fills |= 1 << line.place_of[cell]
        self.only_fills = len(sets) == self.fills.bit_count()
        self.only_empties = len(sets) == self.empties.bit_count()

    @cached_property
    def spans(self) -> list[tuple[int, int]]:
        """For each block, the places it can cover and those it must cover."""
        return push_blocks(self.line.find_ends(self.uses) or [])

    @property
    def covered(self) -> bool:
        """Whether each place that is filled is one that some block must cover."""
        covered = 0
        for _, sure in self.spans:
            covered |= sure
        return not self.fills & ~covered


def find_shown(line: Line, uses: Facts, sets: Facts) -> Facts:
    """Return what the known cells that a step uses show of the cells that it sets. In colours that can be
    less than what is left of them after the step, for more may be known.
    """
    if line.values == 2:
        return sets
    left = line.narrow_from(uses) or ()
    return tuple([(cell, mask_at(left, line.place_of[cell])) for cell, _ in sets])


def _parts_of_line(line: Line, uses: Facts, sets: Facts) -> list[tuple[str, Facts]]:
    """Return the name of a step, or of its two halves, with what each sets; empty if no rule fits."""
    whole = Seen(line, uses, sets)
    if name := _name(whole):
        return [(name, sets)]
    pairs = zip(sets, whole.sets, strict=True)
    fills = tuple([fact for fact, (_, mask) in pairs if is_single(mask) and mask != 1])
    others = tuple([fact for fact in sets if fact not in fills])
    if not (fills and others):
        return []
    halves = [(_name(Seen(line, uses, some)), some) for some in (fills, others)]
    return halves if all(name for name, _ in halves) else []


def _name(seen: Seen) -> str:
    return next((name for name, rule in _RULES.items() if rule(seen)), "")


def _complete(seen: Seen) -> bool:
    """All blocks are placed, so the rest is background; or the clue fills the line."""
    if seen.filled and not seen.only_empties:
        return False
    return all(whole == sure for whole, sure in seen.spans)


def _boxes(seen: Seen) -> bool:
    """With nothing known, a block covers some cells wherever it lies."""
    return not seen.uses and seen.only_fills and seen.covered


def _gap(seen: Seen) -> bool:
    """The cells between two spaces are too few for any block."""
    if not seen.only_empties or seen.filled or not seen.empty or not seen.line.blocks:
        return False
    shortest = min(block.low for block in seen.line.blocks)
    gaps = _runs(seen.line.all & ~seen.empty)
    return all(gap.bit_count() < shortest for gap in gaps if gap & seen.empties)


def _closed(seen: Seen) -> bool:
    """A block is complete: the cells next to it are background."""
    if not seen.only_empties or not seen.filled:
        return False
    beside = 0
    for whole, sure in seen.spans:
        if whole == sure and whole & seen.filled:
            beside |= whole << 1 | whole >> 1
    return not seen.empties & ~beside


def _splitting(seen: Seen) -> bool:
    """A cell lies between two filled ones, and filling it would make the block too long."""
    return seen.only_empties and not seen.empties & ~(seen.filled << 1 & seen.filled >> 1)


def _mercury(seen: Seen) -> bool:
    """A filled cell is further from the edge than the block there is long: the edge is empty."""
    if not seen.only_empties or seen.empty or seen.filled.bit_count() != 1 or not _spaces(seen):
        return False
    first = seen.empties & -seen.empties == 1 and seen.empties < seen.filled
    last = bool(seen.empties >> seen.line.n - 1) and seen.filled < seen.empties & -seen.empties
    return (first or last) and len([*_runs(seen.empties)]) == 1


def _spaces(seen: Seen) -> bool:
    """No block of the colours that are ruled out reaches the cells."""
    for cell, mask in seen.sets:
        place = 1 << seen.line.place_of[cell]
        for block, (whole, _) in zip(seen.line.blocks, seen.spans, strict=True):
            if whole & place and not mask >> block.colour & 1:
                return False
    return all(mask & 1 for _, mask in seen.sets)


def _joining(seen: Seen) -> bool:
    """Two filled cells belong to one block, and so do the cells between them."""
    if not seen.only_fills or seen.filled.bit_count() < 2:
        return False
    between = _run((seen.filled & -seen.filled).bit_length() - 1, seen.filled.bit_length() - 1)
    return not seen.fills & ~between and seen.covered


def _glue(seen: Seen) -> bool:
    """A filled cell holds its block, which covers more cells wherever it lies."""
    return seen.only_fills and bool(seen.filled) and seen.covered


def _forcing(seen: Seen) -> bool:
    """Spaces leave a block so little room that it covers some cells wherever it lies."""
    return seen.only_fills and not seen.filled and bool(seen.uses) and seen.covered


_RULES: dict[str, Callable[[Seen], bool]] = {
    Technique.COMPLETE: _complete,
    Technique.BOXES: _boxes,
    Technique.GAP: _gap,
    Technique.CLOSED: _closed,
    Technique.SPLITTING: _splitting,
    Technique.MERCURY: _mercury,
    Technique.SPACES: _spaces,
    Technique.JOINING: _joining,
    Technique.GLUE: _glue,
    Technique.FORCING: _forcing,
}


def block_of(line: Line, uses: Facts, sets: Facts) -> PlacedBlock | None:
    """Return the block that explains these cells, by covering or adjoining all of them, if only one does."""
    seen = Seen(line, uses, sets)
    blocks = []
    for number, (whole, sure) in enumerate(seen.spans):
        beside = whole << 1 | whole >> 1 if whole == sure else 0
        if (seen.fills and not seen.fills & ~sure) or (seen.empties and not seen.empties & ~beside):
            blocks.append(PlacedBlock(number, sure))
    return blocks[0] if len(blocks) == 1 else None


def push_blocks(places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return for each block the places it can cover and those it must, if all are pushed to both ends, given
    the masks of its first and last cells.
    """
    return [
        (
            (1 << last.bit_length()) - (first & -first),
            max(0, 2 * (last & -last) - (1 << first.bit_length() >> 1)),
        )
        for first, last in places
    ]


def _run(first: int, last: int) -> int:
    """Return the mask of the places from the first to the last; 0 if the last comes before the first."""
    return (1 << last + 1) - (1 << first) if last >= first else 0


def _runs(places: int) -> Iterator[int]:
    """Yield the runs of adjacent places."""
    while places:
        lowest = places & -places
        run = ((places + lowest) ^ places) & places  # adding the lowest bit carries through the run
        yield run
        places &= ~run


def parts(unit: Unit, uses: Facts, sets: Facts) -> list[tuple[str, Facts]]:
    """Return the name of a step, or of its two halves, with what each sets; empty if no rule fits."""
    if isinstance(unit, Line):
        return _parts_of_line(unit, uses, sets)
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
    split = parts(unit, uses, sets)
    return split[0][0] if split else Technique.ALL


def name_step(unit: Unit, step: LineStep) -> LineStep:
    """Return the step with its technique."""
    return replace(step, technique=technique(unit, step.uses, step.sets))

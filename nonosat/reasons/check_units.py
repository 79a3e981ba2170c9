"""What the check believes about a constraint: judged from the constraint's definition."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from nonosat.automata.masks import narrow
from nonosat.problem import Block, Clue, Constraint, Count, Regular, Runs, values_of
from nonosat.reasons.steps import Cases, Way, Why

Masks = tuple[int, ...]
Run = tuple[int, int]
"""The boundaries between which a block lies."""


class Judged(ABC):
    """A constraint. Masks have the places, among its cells, that may have each value."""

    def __init__(self, label: str, cells: tuple[int, ...], values: int) -> None:
        self.label, self.cells, self.values = label, cells, values
        self.n = len(cells)
        self.all = (1 << self.n) - 1
        self.place_of = {cell: place for place, cell in enumerate(cells)}

    @abstractmethod
    def narrowed(self, can: Masks) -> Masks | None:
        """Return the values that occur in some arrangement, None if there is none."""

    def named_rightly(self, technique: str, uses: Sequence[tuple[int, int]]) -> bool:
        """Whether the name of a technique is right, if it is defined."""
        return True

    def assuming(self, place: int, value: int) -> Masks:
        """Return masks with only this place known, or with none if the value is negative."""
        bit = 1 << place if value >= 0 else 0
        return tuple([self.all if v == value else self.all & ~bit for v in range(self.values)])


class Ordered(Judged):
    """A line with its clue."""

    def __init__(self, line: Runs, number: int, values: int) -> None:
        most = 1 + max((block.colour for block in line.blocks), default=0)
        super().__init__(line.label or f"constraint {number + 1}", line.cells, max(values, most))
        self.blocks = line.blocks

    def narrowed(self, can: Masks) -> Masks | None:
        """Return the values that occur in some arrangement."""
        return _narrowed(self.blocks, can, self.n)

    def runs(self, can: Masks, block: int = -1, only: Collection[Run] = ()) -> list[set[Run]]:
        """Return where each block lies in some arrangement; with a `block`, in those in which it is one of
        `only`. Without an arrangement, there are none.
        """
        last = len(self.blocks) - 1
        ahead = self._placed(self.blocks, can, block, only)
        mirrored = tuple([int(f"{mask:0{self.n}b}"[::-1], 2) if self.n else 0 for mask in can])
        back = self._placed(
            self.blocks[::-1], mirrored, last - block if block >= 0 else -1, self._turned(only)
        )
        if ahead is None or back is None:
            return [set() for _ in self.blocks]
        return [a & self._turned(b) for a, b in zip(ahead, back[::-1], strict=True)]

    def _turned(self, runs: Collection[Run]) -> set[Run]:
        return {(self.n - end, self.n - begin) for begin, end in runs}

    def _placed(self, blocks: Clue, can: Masks, block: int, only: Collection[Run]) -> list[set[Run]] | None:
        """Return where each block can lie, given those before it; None if not all can be placed."""
        free = self._background_from({0}, can[0])
        found: list[set[Run]] = []
        for number in range(len(blocks)):
            runs = {run for run in self._fitting(blocks[number], can, free) if number != block or run in only}
            found.append(runs)
            free = {end for _, end in runs}
            if number + 1 < len(blocks) and blocks[number + 1].colour == blocks[number].colour:
                free = {place + 1 for place in free if can[0] >> place & 1 and place < self.n}
            free = self._background_from(free, can[0])
        return found if self.n in free else None

    def _fitting(self, block: Block, can: Masks, begins: Iterable[int]) -> Iterator[Run]:
        """Yield the runs from these boundaries whose cells can all have the block's colour."""
        for begin in begins:
            for end in range(begin + 1, min(self.n, begin + block.high) + 1):
                if not can[block.colour] >> end - 1 & 1:
                    break
                if end - begin >= block.low:
                    yield begin, end

    def _background_from(self, places: set[int], white: int) -> set[int]:
        """Return the boundaries that are reached from these over background cells."""
        found = set[int]()
        here = False
        for place in range(self.n + 1):
            here = place in places or (here and bool(white >> place - 1 & 1))
            if here:
                found.add(place)
        return found

    def covering(self, can: Masks, place: int) -> list[Way]:
        """Return the blocks that cover a place in some arrangement."""
        return [Way(block=k, why=Why.PUSH) for k, runs in enumerate(self.runs(can)) if _over(runs, place)]

    def places_of(self, can: Masks, block: int) -> list[Way]:
        """Return the places where a block begins in some arrangement."""
        begins = {begin for begin, _ in self.runs(can)[block]}
        return [Way(block=block, begin=begin, why=Why.PUSH) for begin in sorted(begins)]

    def refused_at(self, can: Masks, place: int, colours: int) -> list[Way]:
        """Return why blocks of these colours cannot cover a place: all that reach it when they are pushed."""
        near = [
            k
            for k, (block, runs) in enumerate(zip(self.blocks, self.runs(can), strict=True))
            if colours >> block.colour & 1 and runs and min(runs)[0] <= place < max(end for _, end in runs)
        ]
        return [Way(block=k, why=self._why(can, k, place)) for k in near]

    def consequences(self, can: Masks, step: Cases) -> Iterator[list[int]]:
        """Yield for each case that is possible the values that the places may have in it."""
        for way in step.ways:
            if way.why == Why.PUSH:
                runs = self.runs(can)[way.block]
                if step.cell is not None:
                    runs = _over(runs, self.place_of[step.cell])
                else:
                    runs = {run for run in runs if run[0] == way.begin}
                yield self._pushed(self.runs(can, way.block, runs))

    def _why(self, can: Masks, block: int, place: int) -> str:
        """Return why a block cannot cover a place, or that it can (see `steps.Why`)."""
        if _over(self.runs(can)[block], place):
            return Why.PUSH
        colour = self.blocks[block].colour
        ground = (self.all, *can[1:])  # what would be if no cell had to be of a colour
        left = _over(self._fitting(self.blocks[block], can, range(self.n)), place)
        if not left:
            return Why.LONG
        own = {one for one in range(self.n) if at(can, one) == 1 << colour}
        left = {(begin, end) for begin, end in left if own.isdisjoint((begin - 1, end))}
        if not left:
            return Why.TOUCH
        return Why.LEFT if self.runs(ground, block, left)[block] else Why.ROOM

    def _pushed(self, runs: Sequence[set[Run]]) -> list[int]:
        """Return the values that each place may have if blocks lie there, as far as pushing all of them to
        both ends tells.
        """
        left, sure = [1] * self.n, dict[int, int]()
        for (colour, *_), some in zip(self.blocks, runs, strict=True):
            begins, ends = zip(*some, strict=True)
            for place in range(min(begins), max(ends)):
                left[place] |= 1 << colour
            for place in range(max(begins), min(ends)):
                sure[place] = 1 << colour
        return [sure.get(place, mask) for place, mask in enumerate(left)]

    def least_cost(self, can: Masks, costs: Sequence[int], colour: int) -> int | None:
        """Return the least cost of an arrangement, None if there is none.

        Cells of the colour cost what `costs` says, others nothing. A dynamic program over the blocks:
        `best[i]` is the least cost of the cells before boundary i, where the next block may begin.
        """
        n = self.n
        best: list[int | None] = [None] * (n + 1)
        best[0] = 0
        best = _through_background(best, can[0], n)
        previous = 0
        for block in self.blocks:
            if previous == block.colour:  # blocks of one colour need background between them
                best = [None, *(b if can[0] >> i & 1 else None for i, b in enumerate(best[:-1]))]
            following: list[int | None] = [None] * (n + 1)
            for begin, cost in enumerate(best):
                if cost is None:
                    continue
                for end in range(begin + 1, min(n, begin + block.high) + 1):
                    if not can[block.colour] >> end - 1 & 1:
                        break
                    cost += costs[end - 1] if block.colour == colour else 0
                    so_far = following[end]
                    if end - begin >= block.low and (so_far is None or cost < so_far):
                        following[end] = cost
            best = _through_background(following, can[0], n)
            previous = block.colour
        return best[n]

    def dearer(
        self, can: Masks, costs: Sequence[int], number: int, colour: int, place: int, values: int
    ) -> int:
        """Return the values of a place with which every arrangement costs more than this."""
        found = 0
        for value in values_of(values):
            other = tuple([a & b for a, b in zip(can, self.assuming(place, value), strict=True)])
            cost = self.least_cost(other, costs, colour)
            if cost is None or cost > number:
                found |= 1 << value
        return found


class Counted(Judged):
    """A number of options: from `least` to `most` hold. `counted` has the counted values of each cell."""

    def __init__(self, count: Count, number: int, values: int) -> None:
        super().__init__(count.label or f"constraint {number + 1}", count.cells, values)
        self.least, self.most = count.least, count.most
        self.counted = dict.fromkeys(self.cells, 0)
        for cell, value in count.options:
            self.counted[cell] |= 1 << value

    def narrowed(self, can: Masks) -> Masks | None:
        """Return the values with which the number can be reached."""
        known = {cell: at(can, place) for cell, place in self.place_of.items()}
        if not self._possible(known):
            return None
        left = [0] * self.values
        for cell, place in self.place_of.items():
            for value in values_of(known[cell]):
                if self._possible({**known, cell: 1 << value}):
                    left[value] |= 1 << place
        return tuple(left)

    def _possible(self, known: dict[int, int]) -> bool:
        low, high = self.bounds(self.cells, known)
        return all(known.values()) and low <= self.most and high >= self.least

    def bounds(self, cells: Sequence[int], known: dict[int, int]) -> tuple[int, int]:
        """Return how many of these cells at least and at most have a counted value."""
        low = sum([not known[cell] & ~self.counted[cell] for cell in cells])
        return low, sum([bool(known[cell] & self.counted[cell]) for cell in cells])

    def named_rightly(self, technique: str, uses: Sequence[tuple[int, int]]) -> bool:
        """Whether the name of a technique is right."""
        held = [cell for cell, mask in uses if not mask & ~self.counted[cell]]
        out = [cell for cell, mask in uses if not mask & self.counted[cell]]
        match technique:
            case "full":
                return not uses and self.least == self.n
            case "empty":
                return not uses and self.most == 0
            case "enough":
                return bool(uses) and len(held) == len(uses) == self.most
            case "what remains":
                return bool(uses) and len(out) == len(uses) == self.n - self.least
        return technique == "all arrangements"


class Accepted(Judged):
    """A rule: what an automaton accepts."""

    def __init__(self, rule: Regular, number: int, values: int) -> None:
        super().__init__(rule.label or f"constraint {number + 1}", rule.cells, values)
        self.automaton = rule.automaton

    def narrowed(self, can: Masks) -> Masks | None:
        """Return the values that occur in some word that is accepted: those of steps that lead from a state
        that the cells before reach to one from which the cells after can end.
        """
        before: list[set[int]] = [{0}]
        for place in range(self.n):
            before.append({to for state in before[-1] for _, to in self._steps(state, can, place)})
        after = {state for state in before.pop() if state in self.automaton.finals}
        if not after:
            return None
        left = [0] * self.values
        for place in range(self.n - 1, -1, -1):
            good = {
                (state, value)
                for state in before.pop()
                for value, to in self._steps(state, can, place)
                if to in after
            }
            for value in {value for _, value in good}:
                left[value] |= 1 << place
            after = {state for state, _ in good}
        return tuple(left)

    def _steps(self, state: int, can: Masks, place: int) -> Iterator[tuple[int, int]]:
        """Yield the values that may be read, with the next states."""
        moves = self.automaton.next[state].items()
        return ((value, to) for value, to in moves if value < self.values and can[value] >> place & 1)

    def named_rightly(self, technique: str, uses: Sequence[tuple[int, int]]) -> bool:
        """Whether the name of a technique is right."""
        return technique == "all arrangements"


def together(one: Counted, other: Counted, known: dict[int, int]) -> bool:
    """Whether both counts can hold at once, as far as the numbers of cells tell: those that only one counts,
    and those that both do. `known` has the values of their cells.
    """
    both = [cell for cell in one.cells if cell in other.place_of]
    if not all(known.values()):
        return False
    if any(one.counted[cell] != other.counted[cell] for cell in both):
        return True  # they count different things: nothing is claimed
    mine, theirs = (
        a.bounds([cell for cell in a.cells if cell not in b.place_of], known)
        for a, b in ((one, other), (other, one))
    )
    low, high = one.bounds(both, known)
    return any(
        all(
            own_low + shared <= unit.most and own_high + shared >= unit.least
            for unit, (own_low, own_high) in ((one, mine), (other, theirs))
        )
        for shared in range(low, high + 1)
    )


def judged(constraint: Constraint, number: int, values: int) -> Judged:
    """Return a constraint as the check sees it."""
    if isinstance(constraint, Runs):
        return Ordered(constraint, number, values)
    if isinstance(constraint, Count):
        return Counted(constraint, number, values)
    return Accepted(constraint, number, values)


def at(can: Sequence[int], place: int) -> int:
    """Return the mask of the values that a place may have."""
    return sum([(mask >> place & 1) << value for value, mask in enumerate(can)])


@lru_cache(maxsize=1 << 12)
def _narrowed(blocks: Clue, can: Masks, n: int) -> Masks | None:
    return narrow(blocks, can, n)


def _over(runs: Iterable[Run], place: int) -> set[Run]:
    """Return the runs that cover a place."""
    return {(begin, end) for begin, end in runs if begin <= place < end}


def _through_background(best: list[int | None], white: int, n: int) -> list[int | None]:
    """Extend arrangements by background cells."""
    for i in range(n):
        here, after = best[i], best[i + 1]
        if here is not None and white >> i & 1 and (after is None or here < after):
            best[i + 1] = here
    return best

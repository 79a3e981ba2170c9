"""Makes puzzles of kinds with rules besides their clues: a random solution, then what asks for it.

Regions come first where numbers ask for the solution, and are drawn around it where nothing else does.
These are changed, at cells that only another solution counts, until there is no other solution. In the end
as many clues go as the class allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from nonosat.errors import InputError
from nonosat.formats.grids import names
from nonosat.making.fields import pick
from nonosat.making.order import Order
from nonosat.problem import Problem, values_of
from nonosat.processes.limits import NO_LIMITS, Clock
from nonosat.propagation.narrow import narrow
from nonosat.puzzles import KINDS
from nonosat.puzzles.declared import Declared
from nonosat.puzzles.picture import Picture, rows
from nonosat.reasons.classes import CLASSES, GUESSING
from nonosat.reasons.difficulty import rated
from nonosat.solving.answer import Verdict
from nonosat.solving.questions.unique import solve

_DRAFTS = 20  # of one candidate
_CHOICES = 5  # narrowings while a solution is drawn, per cell
_CHANGES = 6  # of the regions, per cell
_IN_A_REGION = 5  # cells, on average
_WALLS = 0.2  # of the cells
_DENSE = 0.85  # where only regions ask: few sparse solutions are the only ones

Owners = list[int]
"""The number of each cell's region."""


def framed(order: Order, random: Random, clock: Clock, about: Mapping[str, Any]) -> Declared | None:
    """Return a puzzle with one solution, with as few clues as the order's hardest class allows; None if all
    drafts fail. Raises LimitReached once the clock's deadline has passed.
    """
    maker = _Maker(order, random, clock)
    for _ in range(_DRAFTS):
        found = maker.draft()
        if found and maker.fits(found):
            return maker.thinned(replace(found, **about))
    return None


class _Maker:
    def __init__(self, order: Order, random: Random, clock: Clock) -> None:
        self._order, self._random, self._clock = order, random, clock
        kind = KINDS.load(order.kind)
        assert issubclass(kind, Declared)
        self._kind = kind
        cells = range(order.width * order.height)
        near = self._of({name: "a" * len(cells) for name in [kind.rules.regions] if name}).places.near
        self._near = [near(cell, "neighbours") for cell in cells]

    def _of(self, pictures: Mapping[str, str]) -> Declared:
        """Return the puzzle with these texts of cells, and without numbers."""
        width, height = self._order.width, self._order.height
        data: dict[str, Any] = {name: rows(text, width) for name, text in pictures.items()}
        for name, one in self._kind.rules.gives.items():
            if one.is_side:
                data[name] = (None,) * (height if one.form in ("left", "right") else width)
            elif one.chars and name not in data:
                data[name] = (one.blank * width,) * height
        return self._kind.of(data)

    def draft(self) -> Declared | None:
        """Return a puzzle with all numbers of a solution, perhaps not its only one."""
        rules, cells = self._kind.rules, len(self._near)
        pictures: dict[str, str] = {}
        if rules.regions:
            seeds = self._shuffled(range(cells))[: max(2, cells // _IN_A_REGION)]
            pictures[rules.regions] = _letters(self._grown(seeds))
        if "#" in rules.walls:
            pictures[rules.symbols] = "".join(
                "#" if self._random.random() < _WALLS else rules.blank for _ in range(cells)
            )
        draft = self._of(pictures)
        of_regions = [one for one in draft.clues if one.rule.each == "region" and one.rule.form == "count"]
        problem = draft.problem(self._clock)
        if of_regions:
            pairs = zip(draft.clues, problem.constraints, strict=True)
            free = [made for one, made in pairs if one not in of_regions]
            problem = Problem(problem.sizes, tuple(free), problem.answer_key, problem.givens)
        density = max(self._order.density, _DENSE) if of_regions else self._order.density
        values = self._solution(problem, density)
        if not values:
            return None
        if of_regions:
            counted = [
                cell for cell, value in enumerate(values) if rules.chars[value] in of_regions[0].rule.of
            ]
            return self._around(counted, of_regions[0].least, draft.picture(values))
        return self._asking(draft, draft.picture(values))

    def _asking(self, draft: Declared, picture: Picture) -> Declared:
        """Return the puzzle with all that asks for a picture."""
        rules, text = self._kind.rules, "".join(picture)
        if set(rules.fixed.values()) == set(rules.chars):
            shows: dict[str, str | int | None] = {char: symbol for symbol, char in rules.fixed.items()}
            return replace(self._of({rules.symbols: text.translate(str.maketrans(shows))}), goal=picture)
        if not rules.walls:
            return draft.asking(picture, rules.symbols == "", {})
        walls = draft.symbols.replace("#", "0")
        return self._of({rules.symbols: walls}).asking_for(picture)

    def _shuffled(self, things: Sequence[int]) -> list[int]:
        return sorted(things, key=lambda _: self._random.random())

    def _solution(self, problem: Problem, density: float) -> tuple[int, ...] | None:
        """Return a random solution: one cell after another is decided, until the budget is spent."""
        tries = iter(range(_CHOICES * len(self._near)))

        def search(problem: Problem) -> tuple[int, ...] | None:
            found = narrow(problem, self._clock)
            if found.contradiction or next(tries, None) is None:
                return None
            if found.problem.decided:
                return found.problem.values
            possible = found.problem.possible
            cell = pick(self._random, [cell for cell, mask in enumerate(possible) if mask & (mask - 1)])
            coloured = self._random.random() < density
            values = self._shuffled([*values_of(possible[cell])])
            for value in sorted(values, key=lambda value: (value > 0) != coloured):
                masks = [1 << value if other == cell else mask for other, mask in enumerate(possible)]
                if solution := search(found.problem.narrowed(masks)):
                    return solution
            return None

        values = search(problem)
        if not values and next(tries, None) is not None:
            size = f"{self._order.width}x{self._order.height}"
            raise InputError(f"no solution of a {self._order.kind} is {size}")
        return values

    # Regions

    def _grown(self, seeds: Sequence[int]) -> Owners:
        """Return regions that grow from these cells."""
        owner = [-1] * len(self._near)
        for region, cell in enumerate(seeds):
            owner[cell] = region
        border = [*seeds]
        while border:
            at = int(self._random.random() * len(border))
            free = [other for other in self._near[border[at]] if owner[other] < 0]
            if free:
                owner[other := pick(self._random, free)] = owner[border[at]]
                border.append(other)
            else:
                border[at] = border[-1]
                border.pop()
        return owner

    def _around(self, counted: Sequence[int], each: int, picture: Picture) -> Declared | None:
        """Return a puzzle of regions whose only solution is this picture, with `each` of the counted cells in
        every one.
        """
        owner = self._joined(self._grown(counted), len(counted), each)
        if not owner or each * len(set(owner)) != len(counted):
            return None
        free = {*range(len(owner))} - {*counted}
        for _ in range(_CHANGES * len(owner)):
            puzzle = replace(self._of({self._kind.rules.regions: _letters(owner)}), goal=picture)
            found = solve(puzzle, limits=NO_LIMITS.left(self._clock)).finished()
            if found.verdict is Verdict.UNIQUE:
                return puzzle
            other = next((one for one in found.solutions if one != picture), ())
            pairs = zip("".join(picture), "".join(other), strict=True)
            differ = [cell for cell, (mine, theirs) in enumerate(pairs) if mine != theirs]
            moves = self._moves(owner, {*differ} - {*counted}) or self._moves(owner, free)
            if not moves:
                return None
            cell, owner[cell] = pick(self._random, moves)
        return None

    def _moves(self, owner: Owners, cells: set[int]) -> list[tuple[int, int]]:
        """Return which of these cells could be in which other region."""
        return [
            (cell, owner[near])
            for cell in sorted(cells)
            for near in self._near[cell]
            if owner[near] != owner[cell] and self._stays_whole(owner, cell)
        ]

    def _joined(self, owner: Owners, count: int, each: int) -> Owners:
        """Join `each` regions at a time, those first that have the fewest others to join; empty if that
        does not come out even.
        """
        if each == 1:
            return owner
        beside = [set[int]() for _ in range(count)]
        for cell, others in enumerate(self._near):
            beside[owner[cell]] |= {owner[other] for other in others} - {owner[cell]}
        joined, left = [*range(count)], set(range(count))
        while left:
            first = min(left, key=lambda one: (len(beside[one] & left), self._random.random()))
            group = [first]
            while len(group) < each:
                choice = sorted(set().union(*[beside[one] for one in group]) & left - {*group})
                if not choice:
                    return []
                group.append(min(choice, key=lambda one: (len(beside[one] & left), self._random.random())))
            left -= {*group}
            for one in group:
                joined[one] = first
        return [joined[one] for one in owner]

    def _stays_whole(self, owner: Owners, cell: int) -> bool:
        """Whether the rest of a cell's region is in one piece without it."""
        rest = {other for other, one in enumerate(owner) if one == owner[cell]} - {cell}
        waiting = [*rest][:1]
        seen = {*waiting}
        for one in waiting:  # it grows meanwhile
            more = {*self._near[one]} & rest - seen
            seen |= more
            waiting += more
        return len(seen) == len(rest)

    # Clues

    def fits(self, puzzle: Declared) -> bool:
        """Whether the puzzle has one solution, which takes no harder steps than the order accepts."""
        if self._order.hardest == GUESSING:
            answer = solve(puzzle, limits=NO_LIMITS.left(self._clock)).finished()
            return answer.verdict is Verdict.UNIQUE
        level = rated(puzzle, self._clock).difficulty().level
        return CLASSES.index(level) <= CLASSES.index(self._order.hardest)

    def thinned(self, puzzle: Declared) -> Declared:
        """Return the puzzle with as few clues as its class allows, tried in random order."""
        every = [*_clues(puzzle)]
        for at in self._shuffled(range(len(every))):
            without = _without(puzzle, *every[at])
            if self.fits(without):
                puzzle = without
        return puzzle


def _clues(puzzle: Declared) -> Iterator[tuple[str, int]]:
    """Yield the name and the place of each number beside the grid, and of each symbol that may go."""
    for name, one in puzzle.rules.gives.items():
        if one.is_side:
            yield from ((name, place) for place in range(len(puzzle.gives[name])))
    yield from (
        (puzzle.rules.symbols, cell)
        for cell, char in enumerate(puzzle.symbols)
        if char not in (puzzle.rules.blank, "#" if puzzle.rules.walls else "")
    )


def _without(puzzle: Declared, name: str, place: int) -> Declared:
    """Return the puzzle without a clue; of a wall, only its number goes."""
    data = puzzle.gives.copy()
    if name == puzzle.rules.symbols:
        blank = "#" if puzzle.rules.walls else puzzle.rules.blank
        data[name] = puzzle.cut(puzzle.symbols[:place] + blank + puzzle.symbols[place + 1 :])
    else:
        data[name] = (*data[name][:place], None, *data[name][place + 1 :])
    return replace(puzzle, data=tuple(data.items()))


def _letters(owner: Owners) -> str:
    """Return a letter for each cell, by its region, in the order in which they appear."""
    letter = dict(zip(dict.fromkeys(owner), islice(names(), len(owner)), strict=False))
    return "".join(map(letter.__getitem__, owner))

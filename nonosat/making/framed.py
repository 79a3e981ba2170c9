"""Makes puzzles of declared kinds: a random solution, then what asks for it.

The page of a kind says what comes first: regions, or symbols. Regions that are drawn around a solution are
changed until no other solution fits them. In the end as many clues go as the class allows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from nonosat.errors import InputError
from nonosat.formats.grids import names
from nonosat.making.fields import T, pick
from nonosat.making.kinds import cell_kind
from nonosat.making.order import Order
from nonosat.problem import Problem, values_of
from nonosat.processes.clock import Clock
from nonosat.processes.limits import NO_LIMITS
from nonosat.propagation.narrow import narrow
from nonosat.puzzles.declared import Declared
from nonosat.puzzles.declared.demands import measure_rule
from nonosat.puzzles.declared.given import Given
from nonosat.puzzles.declared.places import Places
from nonosat.puzzles.declared.puzzle import make_kind
from nonosat.puzzles.declared.rules import DIGITS, Rule
from nonosat.puzzles.picture import Colour, Picture, rows
from nonosat.reasons import CLASSES, GUESSING
from nonosat.reasons.difficulty import rate_steps
from nonosat.records import replace
from nonosat.solving.answer import Verdict
from nonosat.solving.questions.unique import solve

_DRAFTS = 20  # of one candidate
_CHOICES = 5  # narrowings while a solution is drawn, per cell
_PATIENCE = 20  # changes of the regions until none of the solutions known is one
_IN_A_REGION = 5  # cells, on average
_DENSE = 0.99  # where only regions ask: few sparse solutions are the only ones

Owners = list[int]
"""The number of each cell's region."""


def make_framed(order: Order, random: Random, clock: Clock, about: Mapping[str, Any]) -> Declared | None:
    """Return a puzzle with one solution, with as few clues as the order's hardest class allows; None if all
    drafts fail. Raises LimitReached once the clock's deadline has passed.
    """
    maker = _Maker(order, random, clock)
    for _ in range(_DRAFTS):
        draft = maker.draft()
        if draft and maker.fits(draft):
            return maker.thin(replace(draft, **about))
    return None


def example(kind: str, width: int, height: int, clock: Clock, only: bool = False) -> Declared | None:
    """Return a random puzzle with a solution, something to begin from, or None if all drafts fail. Without
    `only`, whose regions have no other solution, it is there within milliseconds.

    Raises InputError if no puzzle of the kind has this size, and LimitReached if the clock's deadline passes.
    """
    random = Random()
    maker = _Maker(Order(width=width, height=height, kind=kind), random, clock, only)
    for _ in range(_DRAFTS):
        if draft := maker.draft():
            shown = [one for one in _clues(draft) if one[0] == draft.rules.symbols]
            for one in random.sample(shown, len(shown) * 3 // 4):
                draft = _without(draft, *one)
            return replace(draft, goal=())
    return None


class _Maker:
    def __init__(self, order: Order, random: Random, clock: Clock, only: bool = True) -> None:
        """With `only`, regions leave one solution."""
        self._order, self._random, self._clock, self._only = order, random, clock, only
        kind = cell_kind(order.kind)
        assert issubclass(kind, Declared)
        self._kind, self._rules, self._making = kind, kind.rules, kind.rules.making
        self._asking_for = Counter([rule.amount.source for rule in kind.rules.rules])
        for name, given in kind.rules.gives.items():
            if given.is_side and name in self._asking_for and name not in kind.rules.derived:
                what = f"{name} does not follow from a picture: expected one rule for it, without `times`"
                raise InputError(f"the kind {kind.kind}: {what}")
        self._places = Places(order.height, order.width, (), frozenset())
        self._near = [self._places.near(cell, "neighbours") for cell in range(order.width * order.height)]

    def _of(self, pictures: Mapping[str, str], number: int | None = None) -> Declared:
        """Return the puzzle with these texts of cells, and with the same number wherever it may have one."""
        width, height = self._order.width, self._order.height
        data: dict[str, Any] = {name: rows(text, width) for name, text in pictures.items()}
        for name, one in self._rules.gives.items():
            if one.is_side:
                data[name] = (number,) * (height if one.form in ("left", "right") else width)
            elif one.form == "number" and one.otherwise is None:
                data[name] = one.low
            elif one.chars and name not in data:
                data[name] = (one.blank * width,) * height
        return self._kind.of(data)

    def draft(self) -> Declared | None:
        """Return a puzzle with all clues to a solution, perhaps not its only one."""
        around, pictures = self._making.regions == "around", dict[str, str]()
        if self._rules.regions:
            pictures[self._rules.regions] = owner = self._regions()
            if not owner:
                return None
        if self._making.symbols:
            pictures[self._rules.symbols] = symbols = self._symbols()
            if not symbols:
                return None
        draft = self._of(pictures)
        asking = [one for one in draft.clues if self._asks(one.rule)]
        problem = draft.problem(self._clock)
        pairs = zip(draft.clues, problem.constraints, strict=True)
        free = [made for one, made in pairs if one not in asking]
        problem = Problem(problem.sizes, tuple(free), problem.answer_key, problem.givens)
        values = self._solution(problem, max(self._order.density, _DENSE) if around else self._order.density)
        if not values:
            if values is None or pictures:
                return None
            raise self._impossible()
        if not around:
            return self._asking(pictures, draft.picture(values))
        return self._around(asking[0].rule.of, asking[0].least, draft.picture(values))

    def _impossible(self) -> InputError:
        return InputError(f"no solution of a {self._rules.name} is {self._order.width}x{self._order.height}")

    def _asks(self, rule: Rule) -> bool:
        """Whether what a rule wants is drawn or counted once there is a solution."""
        if rule.each == "region":
            return rule.form == "count" and self._making.regions == "around"
        source = rule.amount.source
        return rule.each == "board" and source in self._rules.gives and self._asking_for[source] == 1

    def _symbols(self) -> str:
        """Return random symbols that follow their own rules; empty if none are found."""
        making = self._making
        palette = tuple([Colour(char, char, "#000000") for char in "." + making.symbols])
        sides = {"rows": Given("left"), "columns": Given("top")}
        own = replace(self._rules, palette=palette, gives=sides, walls="", fixed={}, rules=making.rules)
        height, width = self._order.height, self._order.width
        grid = make_kind(own).of({"rows": (None,) * height, "columns": (None,) * width})
        values = self._solution(grid.problem(self._clock), making.share / 100)
        shown = self._rules.gives[self._rules.symbols].chars
        drawn = map(own.chars.__getitem__, values or ())
        return "".join(
            [char if char in making.symbols and char in shown else self._rules.blank for char in drawn]
        )

    def _asking(self, pictures: Mapping[str, str], picture: Picture) -> Declared:
        """Return the puzzle with all that asks for a picture."""
        rules, text, pictures = self._rules, "".join(picture), dict(pictures)
        before = pictures.get(rules.symbols, rules.blank * len(text))
        values = [*before]
        for symbol in self._meaning:
            free = "#" if symbol in rules.walls else rules.blank
            trial = self._of({**pictures, rules.symbols: before.replace(free, symbol)})
            wrong = {one.here for one in trial.check.demands if one.wrong(text + ".")}
            for cell in {cell for cell, char in enumerate(before) if char == free} - wrong:
                values[cell] = symbol
        if rules.symbols:
            pictures[rules.symbols] = "".join(values)
        puzzle = self._of(pictures, 0).asking_for(picture)
        data = puzzle.gives
        for rule in rules.rules:
            if self._asks(rule):
                data[rule.amount.source] = measure_rule(rule, range(len(text)), text) // rule.amount.times
        return replace(puzzle, data=tuple(data.items()))

    @property
    def _meaning(self) -> list[str]:
        """The symbols that mean something, but those that are drawn first."""
        rules = self._rules
        ruled = "".join([rule.at for rule in rules.rules])
        numbers = DIGITS if any(rule.amount.source == "shown" for rule in rules.rules) else ""
        known = rules.gives[rules.symbols].chars if rules.symbols else ""
        meant = {*rules.fixed, *ruled, *numbers} - {rules.blank, *self._making.symbols}
        return [char for char in known if char in meant]

    def _shuffle(self, things: Sequence[T]) -> list[T]:
        return sorted(things, key=lambda _: self._random.random())

    def _solution(self, problem: Problem, density: float) -> tuple[int, ...] | None:
        """Return a random solution: one cell after another is decided. It is empty if there is none, and None
        if the budget is spent.
        """
        tries = iter(range(_CHOICES * len(self._near)))

        def search(problem: Problem) -> tuple[int, ...] | None:
            narrowed = narrow(problem, self._clock)
            if narrowed.contradiction or next(tries, None) is None:
                return None
            if narrowed.problem.decided:
                return narrowed.problem.values
            possible = narrowed.problem.possible
            fewest = min([mask.bit_count() for mask in possible if mask & (mask - 1)])
            cell = pick(
                self._random, [cell for cell, mask in enumerate(possible) if mask.bit_count() == fewest]
            )
            coloured = self._random.random() < density
            values = self._shuffle([*values_of(possible[cell])])
            for value in sorted(values, key=lambda value: (value > 0) != coloured):
                masks = [1 << value if other == cell else mask for other, mask in enumerate(possible)]
                if solution := search(narrowed.problem.narrow_to(masks)):
                    return solution
            return None

        values = search(problem)
        return () if values is None and next(tries, None) is not None else values

    # Regions

    def _regions(self) -> str:
        """Return random regions as letters; empty if none of the size are found."""
        cells, of = len(self._near), self._making.regions
        if not of.isdigit():
            return _letters(self._grow(self._shuffle(range(cells))[: max(2, cells // _IN_A_REGION)]))
        if cells % int(of):
            raise self._impossible()
        return _letters(self._join([*range(cells)], cells, int(of)))

    def _grow(self, seeds: Sequence[int]) -> Owners:
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

    def _around(self, of: str, each: int, picture: Picture) -> Declared | None:
        """Return a puzzle of regions whose only solution is this picture, with `each` cells of some values in
        every one.

        What solvers find besides is remembered: as long as one of these solves the puzzle, the regions are
        changed so that the fewest do.
        """
        counted = {cell for cell, char in enumerate("".join(picture)) if char in of}
        owner = self._join(self._grow(sorted(counted)), len(counted), each)
        if not owner or each * len(set(owner)) != len(counted):
            return None
        free, others, patience = {*range(len(owner))} - counted, list[set[int]](), 0
        while patience < _PATIENCE:
            standing = [cells for cells in others if _even(owner, cells, each)]
            patience += 1
            if not standing:
                puzzle = replace(self._of({self._rules.regions: _letters(owner)}), goal=picture)
                if not self._only:
                    return puzzle
                answer = solve(puzzle, limits=NO_LIMITS.deduct(self._clock)).require_finished()
                if answer.verdict is Verdict.UNIQUE:
                    return puzzle
                other = "".join(next(one for one in answer.solutions if one != picture))
                standing = [{cell for cell, char in enumerate(other) if char in of}]
                others += standing
                patience = 0
            moves = self._moves(owner, set().union(*standing) - counted) or self._moves(owner, free)
            if not moves:
                break
            after = [[*owner[:cell], region, *owner[cell + 1 :]] for cell, region in self._shuffle(moves)]
            owner = min(after, key=lambda one: sum(_even(one, cells, each) for cells in others))
        return None

    def _moves(self, owner: Owners, cells: set[int]) -> list[tuple[int, int]]:
        """Return which of these cells could be in which other region."""
        return [
            (cell, owner[near])
            for cell in sorted(cells)
            for near in self._near[cell]
            if owner[near] != owner[cell] and self._stays_whole(owner, cell)
        ]

    def _join(self, owner: Owners, count: int, each: int) -> Owners:
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
            answer = solve(puzzle, limits=NO_LIMITS.deduct(self._clock)).require_finished()
            return answer.verdict is Verdict.UNIQUE
        level = rate_steps(puzzle, self._clock).difficulty().level
        return CLASSES.index(level) <= CLASSES.index(self._order.hardest)

    def thin(self, puzzle: Declared) -> Declared:
        """Return the puzzle with as few clues as its class allows; symbols go first, in random order."""
        every = self._shuffle([*_clues(puzzle)])
        for one in sorted(every, key=lambda one: one[0] != self._rules.symbols):
            without = _without(puzzle, *one)
            if self.fits(without):
                puzzle = without
        return puzzle


def _clues(puzzle: Declared) -> Iterator[tuple[str, int]]:
    """Yield the name and the place of each symbol that may go, and of each number beside the grid."""
    rules = puzzle.rules
    stay = {rules.blank, *rules.making.symbols}
    yield from ((rules.symbols, cell) for cell, char in enumerate(puzzle.symbols) if char not in stay)
    for name, one in rules.gives.items():
        if one.is_side:
            yield from ((name, place) for place in range(len(puzzle.gives[name])))


def _without(puzzle: Declared, name: str, place: int) -> Declared:
    """Return the puzzle without a clue; of a wall, only its number goes."""
    data = puzzle.gives.copy()
    if name == puzzle.rules.symbols:
        blank = "#" if place in puzzle.walls else puzzle.rules.blank
        data[name] = puzzle.cut(puzzle.symbols[:place] + blank + puzzle.symbols[place + 1 :])
    else:
        data[name] = (*data[name][:place], None, *data[name][place + 1 :])
    return replace(puzzle, data=tuple(data.items()))


def _even(owner: Owners, cells: set[int], each: int) -> bool:
    """Whether every region has `each` of the cells."""
    counts = Counter([owner[cell] for cell in cells])
    return len(counts) == len({*owner}) and {*counts.values()} == {each}


def _letters(owner: Owners) -> str:
    """Return a letter for each cell, by its region, in the order in which they appear."""
    letter = dict(zip(dict.fromkeys(owner), islice(names(), len(owner)), strict=False))
    return "".join(map(letter.__getitem__, owner))

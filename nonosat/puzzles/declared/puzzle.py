"""Puzzles of kinds that are declared: their rules hold at places of the grid, and become constraints.

A kind is a class, which is made of its page.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache, partial
from typing import Any, ClassVar, Self
from weakref import WeakValueDictionary

from nonosat.errors import InputError
from nonosat.problem import CellValue, Constraint
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.cells import cell_name
from nonosat.puzzles.declared.check import Check
from nonosat.puzzles.declared.demands import Demand, around, asking, constraint, impossible, measure_rule
from nonosat.puzzles.declared.given import find_given_fault, picture_fault, size_of
from nonosat.puzzles.declared.places import Places, turns
from nonosat.puzzles.declared.rules import DIGITS, Rule, Rules, read_rules
from nonosat.puzzles.declared.sought import amount_at, look_at, places_of
from nonosat.puzzles.json_node import json_of, node_of
from nonosat.puzzles.node import Node
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Palette, Picture
from nonosat.puzzles.printed import Printed, list_givens
from nonosat.puzzles.symmetry import IDENTITY, MOVES, Move, Orientation, permutations
from nonosat.records import dataclass, replace

MAX_SIDE = 1000
"""The longest side that is accepted."""

MAX_SUMMED = 40
"""The most cells whose places are added up: the automaton of a sum grows with the cube of its cells."""

_REMEMBERED = 10_000  # cells


@lru_cache(maxsize=2 * _REMEMBERED)
def _options(cells: tuple[int, ...], value: int) -> tuple[CellValue, ...]:
    """Return the options of some cells: the same for puzzles of a size, whose Problems are checked faster."""
    return tuple([(cell, value) for cell in cells])


@dataclass(frozen=True)
class Declared(CellPuzzle):
    """A puzzle of a declared kind. `data` has what it gives, by the names that its kind's page gives them:
    a picture, numbers beside the grid, or one number.
    """

    data: tuple[tuple[str, Any], ...]
    givens: Picture = ()
    goal: Picture = ()

    rules: ClassVar[Rules]
    is_declared: ClassVar[bool] = True
    turns: ClassVar[bool]
    """Whether its rules say the same of a grid that is turned or mirrored."""

    def __post_init__(self) -> None:
        gives, chars, have = self.rules.gives, self.rules.chars, dict(self.data)
        if set(have) != set(gives):
            raise InputError(f"a {self.kind} puzzle gives {', '.join(gives)}")
        height, width = size_of(gives, have)
        for name, side in (("rows", height), ("columns", width)):
            if not 1 <= side <= MAX_SIDE:
                raise InputError(f"{side} {name}: expected 1 to {MAX_SIDE}")
        for name, given in gives.items():
            if wrong := find_given_fault(name, given, have[name], height, width):
                raise InputError(wrong)
        for name, picture, known in (("givens", self.givens, chars + UNKNOWN), ("goal", self.goal, chars)):
            if picture and (wrong := picture_fault(f"the {name}", picture, known, height, width)):
                raise InputError(wrong)
        if not set().union(*self.givens) - {UNKNOWN}:
            object.__setattr__(self, "givens", ())  # the one form of a puzzle without givens
        cells = "".join(self.givens)
        for cell, char in self.fixed.items() if cells else ():
            if cells[cell] not in (UNKNOWN, char):
                shows = f"the given {cells[cell]!r} in {cell_name(self, cell)}"
                raise InputError(f"{shows} contradicts the cell's symbol, which means {char!r}")

    @classmethod
    def of(cls, data: Mapping[str, Any], **more: Any) -> Self:
        """Return the puzzle that gives this; what the kind's page has a number for may be missing."""
        gives = cls.rules.gives
        known = {name: one.otherwise for name, one in gives.items() if one.otherwise is not None} | dict(data)
        order = [*gives, *(known.keys() - gives.keys())]
        return cls(tuple([(name, known[name]) for name in order if name in known]), **more)

    def __reduce__(self) -> tuple[Any, ...]:
        # Its class is made from the kind's page, so that pickle does not find it by name.
        from dataclasses import fields  # which imports much

        state = {one.name: getattr(self, one.name) for one in fields(self)}
        return restore, (self.kind, self.rules.page, state)

    @cached_property
    def gives(self) -> dict[str, Any]:
        """What the puzzle gives, by name."""
        return dict(self.data)

    @cached_property
    def grid(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return size_of(self.rules.gives, self.gives)

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.grid[1]

    @property
    def palette(self) -> Palette:
        """The values of a cell."""
        return self.rules.palette

    @cached_property
    def symbols(self) -> str:
        """The symbols in the cells, row by row; empty if the kind has none."""
        return "".join(self.gives[self.rules.symbols]) if self.rules.symbols else ""

    @property
    def symbol_texts(self) -> dict[int, str]:
        """The symbols that are written in cells: no blanks, plain walls, or those that only say a value."""
        rules = self.rules
        unwritten = {*rules.fixed.keys() - rules.ruled, "#" if "#" in rules.walls else "", rules.blank}
        return {cell: char for cell, char in enumerate(self.symbols) if char not in unwritten}

    @cached_property
    def regions(self) -> Picture:
        """The letters of the regions; empty if the kind has none."""
        return self.gives[self.rules.regions] if self.rules.regions else ()

    @cached_property
    def walls(self) -> frozenset[int]:
        """The cells that are walls."""
        return frozenset([cell for cell, char in enumerate(self.symbols) if char in self.rules.walls])

    @cached_property
    def places(self) -> Places:
        """The places of the grid."""
        return Places(*self.grid, self.regions, self.walls)

    @cached_property
    def fixed(self) -> dict[int, str]:
        """The cells whose value a symbol says, and walls, which are empty."""
        shows = dict(self.rules.fixed) | dict.fromkeys(self.rules.walls, ".")
        return {cell: shows[char] for cell, char in enumerate(self.symbols) if char in shows} if shows else {}

    @property
    def start(self) -> Picture:
        """What is known at first."""
        known = list("".join(super().start))
        for cell, char in self.fixed.items():
            known[cell] = char
        return self.cut("".join(known))

    @property
    def given_options(self) -> tuple[CellValue, ...]:
        """The givens, and what symbols say, as options of cells."""
        index = {char: value for value, char in enumerate(self.rules.chars)}
        return (*super().given_options, *[(cell, index[char]) for cell, char in self.fixed.items()])

    # Rules

    def demands(self) -> Iterator[Demand]:
        """Yield what every rule wants, and where; a small puzzle remembers it."""
        return iter(self.clues) if len(self.cell_sizes) <= _REMEMBERED else self._demands()

    def _demands(self) -> Iterator[Demand]:
        used = set[str]()
        for number, rule in enumerate(self.rules.rules, 1):
            counts, of_cell = rule.form in ("count", "sum"), rule.each == "cell"
            for place, name, cells in places_of(self, rule):
                while name in used:
                    name += f" (rule {number})"
                used.add(name)
                here, each_of = place if of_cell else -1, tuple[str, ...]()
                if rule.over:
                    cells, each_of = look_at(self, rule, here)
                if rule.form == "sum" and len(cells) > MAX_SUMMED:
                    most = f"no more than {MAX_SUMMED}, found {len(cells)}"
                    raise InputError(
                        f"{name}: the cells whose places are added up: expected {most}", self.source
                    )
                if not counts:
                    yield Demand(rule, name, cells, here=here)
                elif wanted := amount_at(self, rule, place, len(cells)):
                    yield Demand(rule, name, cells, *wanted[0], here, wanted[1], each_of)

    def constraints(self) -> Iterator[Constraint]:
        """Yield a constraint for each demand; a small puzzle remembers them."""
        return iter(self._stated) if len(self.cell_sizes) <= _REMEMBERED else self._constraints()

    @cached_property
    def _stated(self) -> tuple[Constraint, ...]:
        return tuple(self._constraints())

    def _constraints(self) -> Iterator[Constraint]:
        chars, count = self.rules.chars, self.grid[0] * self.grid[1]
        every = cache(lambda value: [(cell, value) for cell in range(count)])

        def options(cells: tuple[int, ...], char: str) -> tuple[CellValue, ...]:
            value = chars.index(char)
            if count <= _REMEMBERED:
                return _options(cells, value)
            return tuple(map(every(value).__getitem__, cells))

        for one in self.demands():
            try:
                yield constraint(one, chars, options)
            except InputError as error:
                raise InputError(f"{one.name}: {error.what}", self.source) from None

    def list_printed(self) -> Iterator[Printed]:
        """Yield the numbers, the symbols and the regions that demands come from, and the givens."""
        printed: dict[tuple[Any, ...], list[int]] = {}
        names: dict[tuple[Any, ...], str] = {}
        for number, one in enumerate(self.demands()):
            if key := asking(one, self.rules, self.symbols, "".join(self.regions)):
                names.setdefault(key, f"region {key[1]}" if key[0] == self.rules.regions else one.name)
                printed.setdefault(key, []).append(number)
        shown = self.rules.symbols
        for key, numbers in printed.items():
            cell = key[1] if key[0] == shown and key[1] in self.fixed else None
            yield Printed(names[key], tuple(numbers), cell)
        for cell in sorted(self.fixed.keys() - self.walls - {key[1] for key in printed if key[0] == shown}):
            yield Printed(f"the {self.symbols[cell]} in {cell_name(self, cell)}", cell=cell)
        yield from (one for one in list_givens(self) if one.cell not in self.fixed)

    @cached_property
    def check(self) -> Check:
        """The rules against which pictures are checked, read from the kind's page independently."""
        return Check(json.loads(self.rules.page), self.gives, *self.grid)

    def shape_fault(self, picture: Picture) -> str | None:
        """Say why a picture does not fit this puzzle's size, values and symbols, or None."""
        return super().shape_fault(picture) or next(self.check.misfits(picture), None)

    def clue_faults(self, picture: Picture) -> Iterator[str]:
        """Yield a sentence for each demand of a rule that a picture of the right size does not meet."""
        return self.check.faults(picture)

    def obstacle(self, clock: Clock = NO_CLOCK) -> str | None:
        """Say why there is no solution, if that is clear without search, or None."""
        demands = clock.through(self.demands())
        return next((f"{one.name} {wrong}" for one in demands if (wrong := impossible(one))), None)

    @cached_property
    def clues(self) -> tuple[Demand, ...]:
        """The demands, one for each constraint."""
        return tuple(self._demands())

    def name_counted(self, number: int) -> tuple[str, str, str]:
        """Return what a constraint counts, one and several, and around what, if not in its own cells."""
        rule = self.clues[number].rule
        return (*rule.noun, around(rule))

    def rule_of(self, number: int) -> str:
        """Return the rule behind a constraint as a sentence; empty if it is a clue."""
        return self.clues[number].rule.says

    def clue_lines(self) -> Iterator[str]:
        """Yield what the puzzle gives as lines of text."""
        for name, one in self.data:
            if isinstance(one, int):
                yield f"{name}: {one}"
            elif self.rules.gives[name].is_side:
                yield f"{name}: {' '.join([UNKNOWN if n is None else str(n) for n in one])}"
            else:
                yield from one

    # Clues

    @classmethod
    def from_picture(cls, picture: Picture, palette: Palette = BLACK_AND_WHITE, **about: Any) -> Self:
        """Return the puzzle with all numbers of a picture, if these are all that the kind gives."""
        if not cls.rules.derived >= {n for n, one in cls.rules.gives.items() if one.otherwise is None}:
            raise InputError(f"puzzles of kind {cls.kind} cannot be made from a picture")
        if palette not in (BLACK_AND_WHITE, cls.rules.palette):
            colours = " and ".join(one.name for one in cls.rules.palette)
            raise InputError(f"{cls.kind} puzzles are {colours}; this picture has other colours")
        picture = tuple(picture) or ("",)
        height, width = len(picture), len(picture[0])
        if wrong := picture_fault("the picture", picture, cls.rules.chars, height, width):
            raise InputError(wrong)
        return cls.empty(width, height).asking(picture, True, about)

    @classmethod
    def empty(cls, width: int, height: int) -> Self:
        """Return the puzzle of this size that gives nothing: no numbers and symbols, one region."""
        return cls.of({name: one.empty(height, width) for name, one in cls.rules.gives.items()})

    def asking_for(self, picture: Picture) -> Self:
        """Return this puzzle with the numbers of another picture, where it has any, without givens."""
        return self.asking(picture, False, {})

    def asking(self, picture: Picture, every: bool, about: Mapping[str, Any]) -> Self:
        """Return this puzzle with the numbers of another picture: all, or those that it has."""
        text, data = "".join(picture), self.gives.copy()
        shown = list(self.symbols)
        for rule in self.rules.rules:
            source = self.rules.symbols if rule.amount.source == "shown" else rule.amount.source
            if source not in self.rules.derived:
                continue
            if rule.amount.source == "shown":
                for cell, char in enumerate(shown):
                    if every or char in DIGITS:
                        shown[cell] = self._digit(rule, cell, text)
                data[source] = self.cut("".join(shown))
            else:
                numbers = list(data[source])
                for place, _, cells in self.places.each(rule.each, rule.within):
                    if every or numbers[place] is not None:
                        numbers[place] = measure_rule(rule, cells, text)
                data[source] = tuple(numbers)
        return replace(self, data=tuple(data.items()), givens=(), goal=tuple(picture), **about)

    def _digit(self, rule: Rule, cell: int, text: str) -> str:
        """Return what a cell shows for a picture. Raises InputError if the kind has no such digit."""
        cells, each_of = look_at(self, rule, cell) if rule.over else ((cell,), ())
        number, symbols = measure_rule(rule, cells, text, each_of), self.rules.gives[self.rules.symbols].chars
        if number > 9 or str(number) not in symbols:
            raise InputError(
                f"{self.places.name(cell)} cannot show {number}; it shows one of {' '.join(symbols)}"
            )
        return str(number)

    def without_clues(self, numbers: Iterable[int]) -> Self:
        """Return the puzzle without the numbers behind these constraints."""
        data: dict[str, Any] = dict(self.data)
        shown = list(self.symbols)
        for number in numbers:
            name, place = self.clues[number].clue or ("", 0)
            if name == self.rules.symbols:
                shown[place] = self.rules.blank
            elif name:
                data[name] = (*data[name][:place], None, *data[name][place + 1 :])
        if shown:
            data[self.rules.symbols] = self.cut("".join(shown))
        return replace(self, data=tuple(data.items()))

    def orientations(self, any_colours: bool = False) -> Iterator[Orientation]:
        """Yield the rotations and reflections, if the rules say the same of a grid that is turned."""
        for move in MOVES if self.turns else (IDENTITY,):
            yield self._looks(move), partial(move.cells, self.width, self.height)

    def symmetries(self) -> Iterator[tuple[int, ...]]:
        """Yield the rotations and reflections that leave the puzzle unchanged."""
        here = self._looks(IDENTITY) if self.turns else None
        return permutations(self.height, self.width, (move for move in MOVES if self._looks(move) == here))

    def _looks(self, move: Move) -> list[Any]:
        """Return how the puzzle looks after a move, whatever its regions are called."""
        looks: list[Any] = []
        for name, one in (*self.data, ("givens", self.givens)):
            if not one or (name != "givens" and self.rules.gives[name].form != "picture"):
                looks.append(one)
                continue
            rows = move(one)
            letters = {ord(char): chr(n) for n, char in enumerate(dict.fromkeys("".join(rows)))}
            looks.append([row.translate(letters) for row in rows] if name == self.rules.regions else [*rows])
        return looks


_made: WeakValueDictionary[tuple[str, str], type[Declared]] = WeakValueDictionary()


def kind_of(name: str, page: Node) -> type[Declared]:
    """Return the kind of this name that a page declares. Raises InputError, with the line of the mistake."""
    key = name, json_of(page)
    kind = _made.get(key)
    if kind is None:
        _made[key] = kind = make_kind(read_rules(name, page))
    return kind


def make_kind(rules: Rules) -> type[Declared]:
    """Return the kind with these rules."""
    fields = {
        "kind": rules.name,
        "rules": rules,
        "counted": rules.noun,
        "clue_noun": ("number", "numbers") if rules.any_picture else ("rule", "rules"),
        "any_picture": rules.any_picture,
        "may_hide": bool(rules.derived),
        "turns": turns(rules),
    }
    about = {"__doc__": rules.explained, "__module__": __name__, "__qualname__": "Declared"}
    return type("Declared", (Declared,), about | fields)


def restore(name: str, page: str, state: Mapping[str, Any]) -> Declared:
    """Return a puzzle that was pickled."""
    puzzle = object.__new__(kind_of(name, node_of(json.loads(page))))
    for field, value in state.items():
        object.__setattr__(puzzle, field, value)
    return puzzle

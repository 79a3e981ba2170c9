"""The order: which pictures to make, and how hard their puzzles should be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import pairwise
from math import inf
from typing import Any

from nonosat.errors import InputError
from nonosat.making.kinds import cell_kind, is_framed, is_page, list_generated_kinds
from nonosat.puzzles import DEFAULT, KINDS, CellPuzzle
from nonosat.puzzles.colours import NAMED
from nonosat.puzzles.lines import LinePuzzle
from nonosat.puzzles.nonogram import MAX_SIDE
from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour, Palette, draw
from nonosat.reasons import BEYOND, CLASSES, LINES, MODERATE, MODERATE_LAYERS, TRIVIAL
from nonosat.reasons.layers import TO_THE_END
from nonosat.reasons.steps import Technique
from nonosat.records import dataclass, replace
from nonosat.words import or_nearest

Cells = tuple[tuple[int, ...], ...]
"""Some cells for each cell."""


@dataclass(frozen=True, eq=False)
class Space:
    """The cells of a puzzle, whose picture is all background."""

    puzzle: CellPuzzle

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.beside)

    @cached_property
    def lines(self) -> Cells:
        """The cells of each line, or of each number."""
        return tuple([line.cells for line in self.puzzle.problem().constraints])

    @cached_property
    def beside(self) -> Cells:
        """The cells that share a side with each one."""
        if self.puzzle.grid:
            height, width = self.puzzle.grid
            return tuple(
                [
                    tuple(
                        [
                            y * width + x
                            for y, x in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
                            if 0 <= y < height and 0 <= x < width
                        ]
                    )
                    for r in range(height)
                    for c in range(width)
                ]
            )
        near: list[set[int]] = [set() for _ in self.puzzle.problem().sizes]
        for line in self.lines:
            for one, other in pairwise(line):
                near[one].add(other)
                near[other].add(one)
        return tuple([tuple(sorted(cells)) for cells in near])

    def near(self, cell: int, far: int) -> tuple[int, ...]:
        """Return the cells of the square around one, this many rows and columns away; without a grid, those
        that are that many steps away.
        """
        if self.puzzle.grid:
            height, width = self.puzzle.grid
            row, column = divmod(cell, width)
            rows = range(max(0, row - far), min(height, row + far + 1))
            columns = range(max(0, column - far), min(width, column + far + 1))
            return tuple([r * width + c for r in rows for c in columns])
        cells = {cell}
        for _ in range(far):
            cells |= {other for one in cells for other in self.beside[one]}
        return tuple(sorted(cells))

    @cached_property
    def around(self) -> Cells:
        """Each cell and those that touch it."""
        return tuple([self.near(cell, 1) for cell in range(self.cells)])


@lru_cache(maxsize=4)
def space_of(kind: str, width: int, height: int) -> Space:
    """Return the cells of pictures of this size for a kind of puzzle."""
    puzzles = cell_kind(DEFAULT if is_framed(kind) else kind)
    return Space(puzzles.from_picture(puzzles.blank(width, height)))


SYMMETRIES: Mapping[str, str] = {
    "h": "left to right",
    "v": "top to bottom",
    "both": "both ways",
    "turn": "by half a turn",
}
"""The mirror and turn symmetries that pictures can have."""

DENSITY = 0.6
"""The default; lines decide few sparser random fields."""

SMOOTH_DENSITY = 0.5

_COLOURS = {
    "#": "black",
    "r": "red",
    "b": "blue",
    "g": "green",
    "o": "orange",
    "p": "purple",
    "n": "brown",
    "c": "cyan",
}
MOST_COLOURS = len(_COLOURS)
MOST_FRAMED = 400
"""The most cells of puzzles that are made around a solution (see `make_framed`)."""

_LAYERS = {TRIVIAL: 0, LINES: 0, MODERATE: MODERATE_LAYERS}

Grey = tuple[bytes, ...]
"""A picture as rows of grey levels: 0 is black, 255 white."""


def layers_of(level: str) -> int:
    """Return the maximum number of refutation layers in a class; 0 for lines alone."""
    return _LAYERS.get(level, TO_THE_END)


@dataclass(frozen=True, kw_only=True)
class Order:
    """The specification of a set; it and the version of nonosat determine the puzzles.

    `density` is the approximate share of coloured cells; `smooth` averages each cell with its neighbours;
    `symmetry` is one of `SYMMETRIES`, or empty. `kind` is that of the puzzles; those whose clues may
    be missing have as few as their class allows. `levels` has the accepted classes, `effort` the least and
    the greatest accepted effort. `grey` is the picture to make puzzles from, if any. With `explained` each
    puzzle comes with the steps to its solution; with `named_by_class` its name has its class. `techniques`
    says how many steps at least use which (see `nonosat.reasons.techniques`).

        >>> from nonosat import toolkit
        >>> order = toolkit.Order(width=20, height=20, levels=("moderate",), effort=(40, 80))
        >>> order.words()
        'class moderate and effort 40 to 80'

    Raises InputError for a value out of range, an unknown name, or options that exclude each other.
    """

    width: int
    height: int
    density: float = DENSITY
    smooth: bool = False
    colours: int = 1
    symmetry: str = ""
    kind: str = DEFAULT
    levels: tuple[str, ...] = (TRIVIAL, LINES)
    effort: tuple[float, float] = (0.0, inf)
    seed: int = 0
    grey: Grey = ()
    explained: bool = False
    named_by_class: bool = False
    techniques: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        if self.grey and (self.colours > 1 or self.smooth or self.symmetry):
            raise InputError("a grey picture cannot be combined with colours, smoothing or a symmetry")
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise InputError(f"{self.width}x{self.height}: expected sides of 1 to {MAX_SIDE} cells")
        if not 0 < self.density < 1:
            raise InputError(f"the density {self.density:g}: expected a number between 0 and 1, such as 0.5")
        if not 1 <= self.colours <= MOST_COLOURS:
            raise InputError(f"{self.colours} colours: expected 1 to {MOST_COLOURS}")
        if self.symmetry and self.symmetry not in SYMMETRIES:
            what = or_nearest("", self.symmetry, SYMMETRIES, "they are").lstrip("; ")
            raise InputError(f"no symmetry {self.symmetry!r}: {what}")
        for level in self.levels:
            if level not in CLASSES:
                raise InputError(or_nearest(f"no class {level!r}", level, CLASSES, "the classes are"))
        if not is_page(self.kind) and self.kind not in (kinds := list_generated_kinds()):
            what = f"there is no kind or file {self.kind!r}"
            if self.kind in KINDS:
                what = f"puzzles of kind {self.kind} cannot be generated"
            raise InputError(or_nearest(what, self.kind, kinds, "expected one of"))
        if is_framed(self.kind) and (self.grey or self.smooth or self.symmetry):
            raise InputError(f"puzzles of kind {self.kind} have no grey picture, smoothing or symmetry")
        if is_framed(self.kind) and self.width * self.height > MOST_FRAMED:
            raise InputError(f"puzzles of kind {self.kind} are made of at most {MOST_FRAMED} cells")
        if self.colours > 1 and not issubclass(cell_kind(self.kind), LinePuzzle):
            raise InputError(f"puzzles of kind {self.kind} are made in black and white")
        if TRIVIAL in self.levels and cell_kind(self.kind).may_hide:
            object.__setattr__(self, "levels", tuple([one for one in self.levels if one != TRIVIAL]))
            if not self.levels:
                raise InputError(
                    f"puzzles of kind {self.kind} have no class {TRIVIAL}; the easiest is {LINES}"
                )
        if not self.levels:
            raise InputError(f"expected a class, of {', '.join(CLASSES)}")
        for name, least in self.techniques:
            if name not in [*Technique]:
                raise InputError(or_nearest(f"no technique {name!r}", name, Technique, "they are"))
            if least < 1:
                raise InputError(f"{least} steps of {name}: expected at least 1")
        if self.grey and len(b"".join(self.grey)) != self.space.cells:
            raise InputError(f"the grey picture does not have {self.space.cells} cells")
        if self.symmetry and self.symmetry not in self.space.puzzle.mirrors:
            raise InputError(f"a {self.kind} of this size cannot be symmetric {SYMMETRIES[self.symmetry]}")
        low, high = self.effort
        if not 0 <= low <= high:
            raise InputError(f"the effort {low:g}-{high:g}: expected two numbers, the smaller one first")

    @property
    def palette(self) -> Palette:
        """The colours of the pictures by value."""
        chosen = list(_COLOURS.items())[: self.colours]
        return (BLACK_AND_WHITE[0], *(Colour(char, name, NAMED[name]) for char, name in chosen))

    @property
    def hardest(self) -> str:
        """The hardest of the accepted classes."""
        return max(self.levels, key=CLASSES.index)

    @property
    def hardened(self) -> bool:
        """Whether single assumptions must leave cells open, with all clues."""
        return {*self.levels} <= {*BEYOND} and not cell_kind(self.kind).may_hide

    def puzzle(self, values: Sequence[int], **about: str) -> CellPuzzle:
        """Return the puzzle of a picture's values; `about` is its title and so on."""
        picture = self.space.puzzle.cut(draw(values, self.palette))
        return cell_kind(self.kind).from_picture(picture, self.palette, **about)

    @property
    def space(self) -> Space:
        """The cells of the pictures."""
        return space_of(self.kind, self.width, self.height)

    def fits(self, level: str, effort: float) -> bool:
        """Whether the order accepts a puzzle of this class and effort."""
        return level in self.levels and self.effort[0] <= effort <= self.effort[1]

    def of_each(self, counts: Mapping[str, int]) -> dict[Order, int]:
        """Return an order for each class, with the number of puzzles requested.

        The classes of `trivial+lines` count as one. If there are several orders, puzzles are named by their
        class, since two of them can have the same number.

        >>> [order.levels for order in Order(width=5, height=5).of_each({"trivial+lines": 3, "deep": 1})]
        [('trivial', 'lines'), ('deep',)]
        """
        every = [name for names in counts for name in names.split("+")]
        if twice := [name for name in every if every.count(name) > 1]:
            raise InputError(f"the class {twice[0]} appears twice")
        for names, number in counts.items():
            if number < 1:
                raise InputError(f"{number} puzzles of class {names}: expected at least 1")
        several = len(counts) > 1
        return {
            replace(self, levels=tuple(names.split("+")), named_by_class=several): number
            for names, number in counts.items()
        }

    def words(self) -> str:
        """Describe the puzzles for messages, such as "class lines"."""
        low, high = self.effort
        band = (
            f" and effort {low:g} to {high:g}" if high < inf else f" and effort from {low:g}" if low else ""
        )
        names = "".join([f", {name} at least {least} times" for name, least in self.techniques])
        return f"class {' or '.join(self.levels)}{band}{names}"

    def data(self) -> dict[str, Any]:
        """Return it as plain data, with a hash of the grey picture instead of the picture."""
        plain = asdict(self) | {"levels": list(self.levels)}
        for name in ("techniques", "kind"):  # sets of earlier versions have none, and can be continued
            if plain[name] == getattr(Order, name):
                del plain[name]
        plain["effort"] = [self.effort[0], None if self.effort[1] == inf else self.effort[1]]
        plain["grey"] = sha256(b"".join(self.grey)).hexdigest() if self.grey else None
        return plain

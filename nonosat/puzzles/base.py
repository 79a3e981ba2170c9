"""The base of all kinds of puzzles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from nonosat import installed
from nonosat.problem import CellValue, CluedLines, Constraint, Problem
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Palette, Picture, draw, draw_known, rows
from nonosat.records import dataclass, field, replace

if TYPE_CHECKING:
    from nonosat.puzzles.printed import Printed
    from nonosat.puzzles.symmetry import Orientation

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Puzzle(ABC):
    """A puzzle of any kind. It states the problem, and draws, reads and checks pictures; it does not solve.

    `source` is the puzzle's address: `path`, or `path#7` for the seventh puzzle of a file. Equality ignores
    it.
    """

    title: str = ""
    author: str = ""
    origin: str = ""
    licence: str = ""
    description: str = ""
    source: str = field(default="", compare=False)

    def _repr_svg_(self) -> str:
        """Return the unsolved puzzle, as a notebook shows it."""
        return installed.drawer(self)

    kind: ClassVar[str]

    is_declared: ClassVar[bool] = False
    """Whether its kind is a page of YAML (see `declared`)."""

    across: ClassVar[str] = "column"
    """What a cell's place in its row is called."""

    @property
    def grid(self) -> tuple[int, int] | None:
        """Rows and columns if a picture has one character per cell of the Problem, row by row; else None."""
        return None

    @property
    def row_lengths(self) -> tuple[int, ...]:
        """The number of cells in each row; empty if the cells of the Problem are not in rows."""
        return (self.grid[1],) * self.grid[0] if self.grid else ()

    @property
    def size(self) -> str:
        """The size in words, or the kind if puzzles of the kind have none: `20 x 15`."""
        return f"{self.grid[1]} x {self.grid[0]}" if self.grid else self.kind

    @property
    def palette(self) -> Palette:
        """The colours of the cells by value."""
        return BLACK_AND_WHITE

    @property
    def goal(self) -> Picture:
        """The picture that the puzzle was made from; empty if it is not known."""
        return ()

    @property
    def givens(self) -> Picture:
        """The givens as a picture, with `?` for other cells; empty if there are none."""
        return ()

    def without_givens(self) -> Self:
        """Return the puzzle without its givens."""
        return self

    def with_source(self, address: str) -> Self:
        """Return the puzzle with this address."""
        # A copy skips __post_init__: the other fields were validated when the puzzle was made.
        moved = object.__new__(type(self))
        vars(moved).update(vars(self))
        object.__setattr__(moved, "source", address)
        return moved

    def same_as(self, other: Puzzle) -> bool:
        """Whether it is the same puzzle as another, apart from titles and the like."""
        return self.kind == other.kind and self.problem() == other.problem()

    @property
    def clued_lines(self) -> CluedLines | None:
        """Its lines, if their clues are its only constraints."""
        return None

    @property
    @abstractmethod
    def cell_sizes(self) -> tuple[int, ...]:
        """The number of values of each cell of the Problem."""

    @property
    def given_options(self) -> tuple[CellValue, ...]:
        """The givens as options of the Problem's cells."""
        return ()

    @abstractmethod
    def constraints(self) -> Iterable[Constraint]:
        """Yield the constraints of the Problem, each as it is made: a clock is looked at in between."""

    def list_printed(self) -> Iterator[Printed]:
        """Yield what the puzzle prints. All other constraints are rules of the kind, which always hold."""
        from nonosat.puzzles.printed import each_constraint  # few puzzles are asked

        return each_constraint(self)

    def problem(self, clock: Clock = NO_CLOCK) -> Problem:
        """State the puzzle as a Problem, with every cell in the answer key. Raises LimitReached once the
        clock's deadline has passed.
        """
        constraints = tuple(clock.through(self.constraints()))
        sizes = self.cell_sizes
        return Problem(sizes, constraints, number_cells(len(sizes)), self.given_options)

    def symmetries(self) -> Iterator[tuple[int, ...]]:
        """Yield permutations p of the Problem's cells that leave clues and givens unchanged: if v is a
        solution, so is the assignment that gives cell i the value v[p[i]]. Large ones take long.
        """
        return iter(())

    @abstractmethod
    def picture(self, values: Sequence[int]) -> Picture:
        """Draw the values of the Problem's cells as the kind's own picture."""

    @abstractmethod
    def draw_known(self, possible: Sequence[int]) -> Picture:
        """Draw the known cells (see `Problem.possible`), with `?` for the others."""

    @abstractmethod
    def values(self, picture: Picture) -> tuple[int, ...]:
        """Return the values of the Problem's cells in a picture without faults; the inverse of `picture`."""

    @abstractmethod
    def fault(self, picture: Picture) -> str | None:
        """Say what is wrong with a picture as a solution, or None. Uses no solver."""

    def obstacle(self, clock: Clock = NO_CLOCK) -> str | None:
        """Say why there is no solution, if that is clear without search, or None. Raises LimitReached once
        the clock's deadline has passed.
        """
        return None

    def sums_differ(self, clock: Clock = NO_CLOCK) -> str | None:
        """Say which sums of its numbers differ, although they count the same cells, or None."""
        return None


class CellPuzzle(Puzzle):
    """A puzzle that is solved by filling in the cells of its Problem, which its picture shows in their order.

    A kind whose pictures are not rows of `width` cells says how a text is `cut` into rows. Its constraints
    are in the same order for every picture of a size.
    """

    clue_noun: ClassVar[tuple[str, str]] = ("line", "lines")
    """What people call a constraint of the kind, one and several."""

    counted: ClassVar[tuple[str, str]] = ("black cell", "black cells")
    """What the numbers of the kind count, one and several; and in which cells, if not those of its label."""
    around: ClassVar[str] = ""

    def name_counted(self, number: int) -> tuple[str, str, str]:
        """Return what a constraint counts, one and several, and around what, if not in its own cells."""
        return (*self.counted, self.around)

    def rule_of(self, number: int) -> str:
        """Return the rule behind a constraint as a sentence; empty if it is a clue."""
        return ""

    may_hide: ClassVar[bool] = False
    """Whether clues may be missing."""

    any_picture: ClassVar[bool] = True
    """Whether every picture solves the puzzle that asks for it: the kind has no rules but its clues."""

    @classmethod
    @abstractmethod
    def from_picture(cls, picture: Picture, palette: Palette = BLACK_AND_WHITE, **about: Any) -> Self:
        """Return the puzzle with all clues of a picture, which is its goal if the kind has goals; `about` is
        its title, author and so on. Raises InputError if the picture does not fit the kind.
        """

    @classmethod
    def from_grid(cls, picture: Picture, palette: Palette = BLACK_AND_WHITE, **about: Any) -> Self:
        """Return the puzzle that shows a picture of squares, as well as its cells can; see `from_picture`."""
        return cls.from_picture(picture, palette, **about)

    @classmethod
    def blank(cls, width: int, height: int) -> Picture:
        """Return the picture of this size that is all background."""
        return (BLACK_AND_WHITE[0].char * width,) * height

    def sample_cells(self, rows: Sequence[Sequence[T]]) -> list[T]:
        """Return for each cell what is at its place in the rows of a grid, which has the puzzle's size or,
        for kinds without a grid, any.
        """
        return [one for row in rows for one in row]

    @property
    def mirrors(self) -> dict[str, tuple[tuple[int, ...], ...]]:
        """The moves of the cells for `h` (left to right), `v` (top to bottom), `both`, and half a `turn`, as
        far as the outline allows them; the identity is left out.
        """
        from nonosat.puzzles.symmetry import grid_mirrors  # few puzzles are asked

        return grid_mirrors(self.width, self.height) if self.grid else {}

    @abstractmethod
    def asking_for(self, picture: Picture) -> Self:
        """Return this puzzle with the clues of another picture instead of its own, without givens."""

    def without_clues(self, numbers: Iterable[int]) -> Self:
        """Return the puzzle without the clues of these constraints, if they may be missing."""
        raise NotImplementedError

    @abstractmethod
    def clue_faults(self, picture: Picture) -> Iterator[str]:
        """Yield a sentence for each clue that a picture of the right size does not match."""

    @abstractmethod
    def clue_lines(self) -> Iterator[str]:
        """Yield the clues as lines of text."""

    @property
    @abstractmethod
    def width(self) -> int:
        """The number of cells in the longest row."""

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.row_lengths) or 1

    @property
    def cell_sizes(self) -> tuple[int, ...]:
        """One value for each colour of the palette."""
        return (len(self.palette),) * (sum(self.row_lengths) or self.width)

    @property
    def directions(self) -> tuple[range, ...]:
        """The numbers of the constraints, those of lines that run in one direction together."""
        return (range(len(self.problem().constraints)),)

    def orientations(self, any_colours: bool = False) -> Iterator[Orientation]:
        """Yield the rotations and reflections; with `any_colours`, keys do not depend on the palette."""
        yield "", partial(tuple, range(len(self.cell_sizes)))

    @property
    def start(self) -> Picture:
        """What is known at first: the givens, and `?` for all other cells."""
        return self.givens or self.cut(UNKNOWN * len(self.cell_sizes))

    def with_givens(self, givens: Picture) -> Self:
        """Return the puzzle with these givens instead of its own: a picture, with `?` for other cells."""
        return replace(self, givens=givens)  # type: ignore[call-arg] # a field of each kind

    def without_givens(self) -> Self:
        """Return the puzzle without its givens."""
        return self.with_givens(()) if self.givens else self

    def with_goal(self, goal: Picture) -> Self:
        """Return the puzzle with this goal, if the kind has goals."""
        return replace(self, goal=goal)  # type: ignore[call-arg] # likewise

    @property
    def given_options(self) -> tuple[CellValue, ...]:
        """The givens as options of the Problem's cells."""
        if not self.givens:
            return ()
        index = {colour.char: value for value, colour in enumerate(self.palette)}
        chars = self.chars(self.givens)
        return tuple([(cell, index[char]) for cell, char in enumerate(chars) if char in index])

    def cut(self, text: str) -> Picture:
        """Cut a text of one character per cell into the rows of a picture."""
        return rows(text, self.width)

    def chars(self, picture: Picture) -> str:
        """Return the characters of a picture's cells, in the order of the Problem; the inverse of `cut`."""
        return "".join(picture)

    def size_fault(self, picture: Picture) -> str | None:
        """Say which size a picture does not have, or None: `not 3 rows of 4 cells`."""
        fits = len(picture) == self.height and {*map(len, picture)} == {self.width}
        return None if fits else f"not {self.height} rows of {self.width} cells"

    def fault(self, picture: Picture) -> str | None:
        """Say what is wrong with a picture as a solution, or None. Uses no solver."""
        wrong = self.shape_fault(picture) or next(self.clue_faults(picture), None)
        return wrong or self.find_given_fault(picture)

    def shape_fault(self, picture: Picture) -> str | None:
        """Say why a picture does not fit this puzzle's size and colours, or None."""
        if wrong := self.size_fault(picture):
            return f"the picture is {wrong}"
        if others := set(self.chars(picture)) - {colour.char for colour in self.palette}:
            return f"the picture has {min(others)!r}, which is not a colour of the palette"
        return None

    def find_given_fault(self, picture: Picture) -> str | None:
        """Say where a picture of the right size contradicts the givens, or None."""
        if not self.givens:
            return None
        pairs = zip(self.chars(self.givens), self.chars(picture), strict=True)
        for cell, (want, have) in enumerate(pairs):
            if want not in (UNKNOWN, have):
                from nonosat.puzzles.cells import cell_name

                return f"{cell_name(self, cell)} is {have}, but {want} is given"
        return None

    def picture(self, values: Sequence[int]) -> Picture:
        """Draw the cells' values in the palette's characters."""
        return self.cut(draw(values, self.palette))

    def draw_known(self, possible: Sequence[int]) -> Picture:
        """Draw the known cells (see `Problem.possible`), with `?` for the others."""
        return self.cut(draw_known(possible, self.palette))

    def values(self, picture: Picture) -> tuple[int, ...]:
        """Read a picture back into the cells' values; the inverse of `picture`."""
        index = {colour.char: value for value, colour in enumerate(self.palette)}
        return tuple([index[char] for char in self.chars(picture)])


@lru_cache(maxsize=4)
def number_cells(count: int) -> tuple[int, ...]:
    """Return the numbers of this many cells; cached, since batches repeat a size."""
    return tuple(range(count))

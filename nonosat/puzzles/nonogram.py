"""Nonograms, in black and white and in colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, ClassVar

from nonosat.errors import InputError
from nonosat.problem import Clue
from nonosat.puzzles.base import number_cells
from nonosat.puzzles.clues import Typed, are_clues, clue_of, read_clues
from nonosat.puzzles.lines import Layout, LinePuzzle
from nonosat.puzzles.picture import BLACK_AND_WHITE, Palette, Picture, chars_of
from nonosat.records import dataclass

if TYPE_CHECKING:
    from nonosat.puzzles.symmetry import Clues, Orientation

MAX_SIDE = 1000
"""The longest side that is accepted."""


@dataclass(frozen=True)
class Nonogram(LinePuzzle):
    """A nonogram: the clues of a picture.

        >>> puzzle = Nonogram.from_picture(("#.#", ".##"))
        >>> [puzzle.clue_text(clue) for clue in puzzle.rows]
        ['1 1', '2']
        >>> puzzle.fault(("#.#", "##."))
        'column 1 reads ##, its clue is 1'

        >>> Nonogram(rows=["1 1", [2]], columns=[1, 1, 2]).columns == puzzle.columns
        True

    Clues are texts, numbers or lists of numbers; colours follow the numbers: `"3r 1"`. `givens` and `goal`
    are pictures in the palette's characters (`?` for cells that are not given), or empty.

    Raises TypeError or InputError for what is no clue, with its line.
    """

    rows: tuple[Clue, ...]
    columns: tuple[Clue, ...]
    givens: Picture = ()
    palette: Palette = BLACK_AND_WHITE
    goal: Picture = ()

    kind: ClassVar[str] = "nonogram"
    clue_fields: ClassVar[tuple[str, ...]] = ("rows", "columns")

    if TYPE_CHECKING:

        def __init__(
            self,
            rows: Typed,
            columns: Typed,
            givens: Sequence[str] = (),
            palette: Palette = BLACK_AND_WHITE,
            goal: Sequence[str] = (),
            **about: str,
        ) -> None: ...

    def __post_init__(self) -> None:
        for name, lines in self.named_clues:
            if not are_clues(lines):
                object.__setattr__(self, name, read_clues(name, lines, self.palette))
        for name in ("givens", "goal"):
            if isinstance(picture := getattr(self, name), str | list):
                rows = picture.split() if isinstance(picture, str) else picture
                object.__setattr__(self, name, tuple(rows))
        for name, lines in self.named_clues:
            if not 1 <= len(lines) <= MAX_SIDE:
                raise InputError(f"{len(lines)} {name}: expected 1 to {MAX_SIDE}")
        super().__post_init__()

    @classmethod
    def from_picture(cls, picture: Picture, palette: Palette = BLACK_AND_WHITE, **about: Any) -> Nonogram:
        """Return the puzzle with this picture's clues; `about` is its title, author and so on."""
        chars = chars_of(palette)
        try:
            rows = tuple(clue_of(row, chars) for row in picture)
            columns = tuple(clue_of("".join(cells), chars) for cells in zip(*picture, strict=True))
        except ValueError:
            what = f"the picture has rows of several lengths, or other characters than {' '.join(chars)}"
            raise InputError(what) from None
        return cls(rows, columns, palette=palette, goal=tuple(picture), **about)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def grid(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return self.height, self.width

    @property
    def layout(self) -> Layout:
        """The names and the cells of the lines, rows first."""
        return grid_lines(self.width, self.height)

    @property
    def named_clues(self) -> tuple[tuple[str, Clues], ...]:
        """The rows and the columns."""
        return ("rows", self.rows), ("columns", self.columns)

    def symmetries(self) -> Iterator[tuple[int, ...]]:
        """Yield the rotations and reflections that leave clues and givens unchanged."""
        from nonosat.puzzles.symmetry import clue_symmetries

        return clue_symmetries(self.rows, self.columns, self.givens)

    def fault(self, picture: Picture) -> str | None:
        """Say what is wrong with a picture as a solution, or None. Uses no solver."""
        from nonosat.puzzles.runs import runs_agree  # compiled: who only reads is not warned

        if runs_agree(picture, chars_of(self.palette), self.rows, self.columns):
            return self.find_given_fault(picture)
        return super().fault(picture)

    def orientations(self, any_colours: bool = False) -> Iterator[Orientation]:
        """Yield the eight rotations and reflections; with `any_colours`, colours have numbers in the order in
        which they appear.
        """
        from nonosat.puzzles.colours import key
        from nonosat.puzzles.symmetry import MOVES

        for move in MOVES:
            rows, columns = move.clues(self.rows, self.columns)
            givens = "".join(move(self.givens)) if self.givens else ""
            own = key(self.palette, rows + columns, givens, any_colours, move.steps)
            yield (len(rows), len(columns), *own), partial(move.cells, self.width, self.height)


@lru_cache(maxsize=4)
def grid_lines(width: int, height: int) -> Layout:
    """Return the names and the cells of a grid's lines, rows first; cached, since batches repeat a size."""
    cells = number_cells(width * height)
    rows = [cells[r * width : (r + 1) * width] for r in range(height)]
    columns = [cells[c::width] for c in range(width)]
    return (*_names("row", height), *_names("column", width)), (*rows, *columns)


@lru_cache(maxsize=256)
def _names(what: str, count: int) -> tuple[str, ...]:
    return tuple([f"{what} {number}" for number in range(1, count + 1)])

"""Springs: one row of cells, some unknown, and the lengths of its groups of broken springs.

The puzzle is that of Advent of Code 2023, day 12. A row is a text such as `?###???????? 3,2,1`:
`#` a broken spring, `.` a whole one, `?` an unknown one; then the lengths of the groups from left to right.
Unfolding a row N times repeats its pattern N times, joined by `?`, and its groups N times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Self

from nonosat.errors import InputError
from nonosat.problem import CellValue, Runs
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.puzzles.base import CellPuzzle, number_cells
from nonosat.puzzles.clues import ANY_LENGTH, block
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Palette, Picture
from nonosat.records import dataclass, replace
from nonosat.words import shorten

MAX_CELLS = ANY_LENGTH
"""The longest row that is accepted."""

_CHARS = [colour.char for colour in BLACK_AND_WHITE]

SHAPE = "expected a row such as `?###???????? 3,2,1`"
"""The end of error messages about a row."""


@dataclass(frozen=True)
class Springs(CellPuzzle):
    """A row: its pattern of `#`, `.` and `?`, and the lengths of its groups, `0` in texts if there is none.

    >>> import nonosat
    >>> nonosat.count(Springs("?###????????", (3, 2, 1))).count
    10
    """

    pattern: str
    groups: tuple[int, ...]

    kind: ClassVar[str] = "springs"

    def __post_init__(self) -> None:
        if not 1 <= len(self.pattern) <= MAX_CELLS:
            raise InputError(f"a row of {len(self.pattern)} cells: expected 1 to {MAX_CELLS}")
        if wrong := set(self.pattern) - {*_CHARS, UNKNOWN}:
            raise InputError(f"{min(wrong)!r} is not a spring: {SHAPE}")
        if not all(1 <= group <= ANY_LENGTH for group in self.groups):
            raise InputError(f"a group's length is a whole number from 1 to {ANY_LENGTH}")

    def __str__(self) -> str:
        return f"{self.pattern} {','.join(map(str, self.groups)) or 0}"

    @classmethod
    def from_picture(cls, picture: Picture, palette: Palette = BLACK_AND_WHITE, **about: Any) -> Self:
        """Return the puzzle of a picture of one row; `about` is its title and so on."""
        if len(picture) != 1 or palette != BLACK_AND_WHITE:
            raise InputError("springs are one row in black and white")
        return cls(UNKNOWN * len(picture[0]), _groups(picture[0]), **about)

    def asking_for(self, picture: Picture) -> Self:
        """Return this puzzle with the groups of another picture instead of its own, without givens."""
        return replace(self, pattern=UNKNOWN * self.width, groups=_groups(picture[0]))

    @property
    def width(self) -> int:
        """The number of cells."""
        return len(self.pattern)

    @property
    def start(self) -> Picture:
        """The pattern."""
        return (self.pattern,)

    def with_givens(self, givens: Picture) -> Self:
        """Return the row with this pattern."""
        return replace(self, pattern="".join(givens))

    def with_goal(self, goal: Picture) -> Self:
        """Return the row itself: it has no goal."""
        return self

    @property
    def given_options(self) -> tuple[CellValue, ...]:
        """The springs that are known."""
        return tuple(
            [(cell, _CHARS.index(char)) for cell, char in enumerate(self.pattern) if char != UNKNOWN]
        )

    def constraints(self) -> Iterator[Runs]:
        """Yield the row as one Runs."""
        yield Runs(number_cells(self.width), tuple([block(1, group) for group in self.groups]), "the row")

    def symmetries(self) -> Iterator[tuple[int, ...]]:
        """Yield the reflection, if it leaves pattern and groups unchanged."""
        if self.pattern == self.pattern[::-1] and self.groups == self.groups[::-1]:
            yield tuple(range(len(self.pattern)))[::-1]

    def fault(self, picture: Picture) -> str | None:
        """Say what is wrong with a picture as a solution, or None. Uses no solver."""
        if len(picture) != 1 or len(picture[0]) != len(self.pattern):
            return f"the picture is not one row of {len(self.pattern)} cells"
        (row,) = picture
        if wrong := set(row) - set(_CHARS):
            return f"the picture has {min(wrong)!r}, which is not a spring"
        for cell, (want, have) in enumerate(zip(self.pattern, row, strict=True), start=1):
            if want not in (UNKNOWN, have):
                return f"cell {cell} is {have}, but {want} is given"
        return next(self.clue_faults(picture), None)

    def clue_faults(self, picture: Picture) -> Iterator[str]:
        """Yield a sentence if the groups of a row are others."""
        if (lengths := _groups(picture[0])) != self.groups:
            yield f"the groups read {_text(lengths)}, not {_text(self.groups)}"

    def clue_lines(self) -> Iterator[str]:
        """Yield the groups."""
        yield ",".join(map(str, self.groups)) or "0"

    def obstacle(self, clock: Clock = NO_CLOCK) -> str | None:
        """Say why there is no solution, if that is clear without search, or None."""
        need, have = sum(self.groups) + len(self.groups) - 1, len(self.pattern)
        if need > have:
            return f"the groups {_text(self.groups)} need {need} cells, the row has {have}"
        return None


def _groups(row: str) -> tuple[int, ...]:
    """Return the lengths of a row's groups."""
    return tuple([len(group) for group in row.split(".") if group])


def _text(groups: Sequence[int]) -> str:
    return shorten(",".join(map(str, groups)))

"""Where do two pictures differ, and which of the differences depend on each other?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, ClassVar

from nonosat.automata.components import components
from nonosat.errors import InputError
from nonosat.pictures.drawings import draw
from nonosat.problem import differing
from nonosat.puzzles import CellPuzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Palette, Picture
from nonosat.solving.answer import Panel, Report
from nonosat.solving.questions.cells import groups_text, positions
from nonosat.words import plural

_NAMED = 8  # numbers of a mosaic


@dataclass(frozen=True, kw_only=True, repr=False)
class Difference(Report):
    """The cells in which two pictures differ, grouped.

    `puzzle` and `second` have the clues of the two pictures. `lines` names the lines whose clues differ. The
    other lines tie cells into groups: a single group can be copied from the second picture to the first
    without changing these lines' clues. If no clue differs, each group is a switch, and every choice of
    switches gives a picture with the same clues.
    """

    question: ClassVar[str] = "diff"

    puzzle: CellPuzzle
    second: CellPuzzle
    pictures: tuple[Picture, Picture]
    cells: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    lines: tuple[str, ...]

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two pictures."""
        return self.puzzle.source or "the first picture", self.second.source or "the second picture"

    def result(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "first": self.puzzle.source,
            "second": self.second.source,
            "pictures": list(self.pictures),
            "differ": len(self.cells),
            "same_clues": not self.lines,
            "lines": self.lines,
            "groups": [positions(self.puzzle, cells) for cells in self.groups],
        }

    def sentence(self) -> str:
        """Return the result as a sentence."""
        first, second = self.names
        if not self.cells:
            return f"{first} and {second} show the same picture."
        noun = ("group", "groups") if self.lines else ("switch", "switches")
        groups = plural(len(self.groups), *noun)
        clues = f"the clues differ in {self._lines_text()}" if self.lines else "all clues are the same"
        head = f"{first} and {second} differ in {plural(len(self.cells), 'cell')}; {clues}. {groups}:"
        return head + "\n" + groups_text(self.puzzle, self.groups)

    def drawings(self) -> Sequence[Panel]:
        """Return both pictures."""
        one, two = self.pictures
        return [(self.puzzle, one, two), (self.second, two, one)] if self.cells else ()

    def _lines_text(self) -> str:
        """Name the lines; if they are many that are no lines of a grid, only count them."""
        if self.puzzle.clue_noun[0] == "line" or len(self.lines) <= _NAMED:
            return ", ".join(self.lines)
        return plural(len(self.lines), *self.puzzle.clue_noun)

    def text(self, width: int | None = None, colour: bool = False) -> str:
        """Return both pictures, side by side if there is room, and the sentence."""
        if not self.cells:
            return self.sentence()
        return self._side_by_side(width, colour) + "\n\n" + self.sentence()

    def _side_by_side(self, width: int | None, colour: bool) -> str:
        pictures = self.drawings()
        drawn = [draw(*drawing).split("\n") for drawing in pictures]
        need = [max(map(len, lines)) for lines in drawn]
        if colour or (width is not None and sum(need) + 3 > width):
            return "\n\n".join(draw(*drawing, width, colour) for drawing in pictures)
        # Align the pictures at the bottom: their clues may differ in height.
        backwards = zip_longest(*(lines[::-1] for lines in drawn), fillvalue="")
        rows = [f"{left:{need[0]}}   {right}".rstrip() for left, right in backwards]
        return "\n".join(reversed(rows))


def diff(
    first: Picture,
    second: Picture,
    palette: Palette = BLACK_AND_WHITE,
    names: tuple[str, str] = ("", ""),
    *,
    puzzle: CellPuzzle | None = None,
) -> Difference:
    """Compare two pictures of the same size; `names` are their names. The clues are those that a puzzle of
    this kind, with its own palette, has for them: without one, the lines of nonograms.

        >>> import nonosat
        >>> found = nonosat.diff(("#.", ".#"), (".#", "#."))
        >>> found.groups, found.lines
        (((0, 1, 2, 3),), ())

    Raises InputError if the sizes differ, or a picture has a character that is not in the palette.
    """
    like = puzzle or Nonogram.from_picture(first, palette)
    for picture, other in ((second, first), (first, like.start)):
        if list(map(len, picture)) != list(map(len, other)):
            sizes = [f"{max(map(len, one), default=0)} x {len(one)}" for one in (other, picture)]
            raise InputError(f"the pictures have different sizes, {sizes[0]} and {sizes[1]}")
    one, two = (
        like.asking_for(picture).with_source(name)
        for picture, name in zip((first, second), names, strict=True)
    )
    values, others = one.values(first), two.values(second)
    problem = one.problem()
    pairs = list(zip(problem.constraints, two.problem().constraints, strict=True))
    tied = replace(
        problem,
        constraints=tuple([clue for clue, other in pairs if clue == other]),
        possible=tuple(1 << a | 1 << b for a, b in zip(values, others, strict=True)),
    )
    return Difference(
        puzzle=one,
        second=two,
        pictures=(tuple(first), tuple(second)),
        cells=tuple(differing(values, others, range(len(values)))),
        groups=tuple(part.cells for part in components(tied)),
        lines=tuple([clue.label for clue, other in pairs if clue != other]),
    )

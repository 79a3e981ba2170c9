"""Where do two pictures differ, and which of the differences depend on each other?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, ClassVar

from nonosat.answer import Drawing, Report
from nonosat.errors import InputError
from nonosat.pictures.drawings import draw
from nonosat.problem import Blocks, differing
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Palette, Picture
from nonosat.questions.cells import groups_text, positions
from nonosat.structure.components import components
from nonosat.words import plural


@dataclass(frozen=True, kw_only=True, repr=False)
class Difference(Report):
    """The cells in which two pictures differ, grouped.

    `puzzle` and `second` have the clues of the two pictures. `lines` names the lines whose clues differ. The
    other lines tie cells into groups: a single group can be copied from the second picture to the first
    without changing these lines' clues. If no clue differs, each group is a switch, and every choice of
    switches gives a picture with the same clues.
    """

    question: ClassVar[str] = "diff"

    puzzle: Nonogram
    second: Nonogram
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
            "pictures": [self.puzzle.goal, self.second.goal],
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
        clues = f"the clues differ in {', '.join(self.lines)}" if self.lines else "all clues are the same"
        head = f"{first} and {second} differ in {plural(len(self.cells), 'cell')}; {clues}. {groups}:"
        return head + "\n" + groups_text(self.puzzle, self.groups)

    def drawings(self) -> Sequence[Drawing]:
        """Return both pictures."""
        pairs = ((self.puzzle, self.second), (self.second, self.puzzle)) if self.cells else ()
        return [(this, this.goal, that.goal) for this, that in pairs]

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
    first: Picture, second: Picture, palette: Palette = BLACK_AND_WHITE, names: tuple[str, str] = ("", "")
) -> Difference:
    """Compare two pictures of the same size; `names` are their names.

        >>> import nonosat
        >>> found = nonosat.diff(("#.", ".#"), (".#", "#."))
        >>> found.groups, found.lines
        (((0, 1, 2, 3),), ())

    Raises InputError if the sizes differ, or a picture has a character that is not in the palette.
    """
    one, two = (
        Nonogram.from_picture(picture, palette, source=name)
        for picture, name in zip((first, second), names, strict=True)
    )
    if (one.width, one.height) != (two.width, two.height):
        sizes = [f"{puzzle.width} x {puzzle.height}" for puzzle in (one, two)]
        raise InputError(f"the pictures have different sizes, {sizes[0]} and {sizes[1]}")
    values, others = one.values(first), two.values(second)
    clues = {name: clue for name, clue, _ in two.lines()}
    changed = tuple(name for name, clue, _ in one.lines() if clue != clues[name])
    problem = one.problem()
    tied = replace(
        problem,
        constraints=tuple(
            line for line in problem.constraints if isinstance(line, Blocks) and line.label not in changed
        ),
        possible=tuple(1 << a | 1 << b for a, b in zip(values, others, strict=True)),
    )
    return Difference(
        puzzle=one,
        second=two,
        cells=tuple(differing(values, others, range(len(values)))),
        groups=tuple(part.cells for part in components(tied)),
        lines=changed,
    )

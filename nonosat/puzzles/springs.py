"""Springs: one row of cells, some unknown, and the lengths of its groups of broken springs.

The puzzle is that of Advent of Code 2023, day 12. A row is a text such as `?###???????? 3,2,1`:
`#` a broken spring, `.` a whole one, `?` either; then the lengths of the groups from left to right.
Unfolded N times it is its pattern N times, joined by `?`, and its groups N times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from nonosat.errors import InputError
from nonosat.formats.documents.about import ABOUT, plain_about, read_about
from nonosat.formats.documents.node import Node
from nonosat.problem import Blocks, Problem
from nonosat.puzzles.clues import ANY_LENGTH, block
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Picture

MAX_CELLS = ANY_LENGTH
"""The longest row that is accepted."""

MAX_UNFOLD = 1000

_CHARS = [colour.char for colour in BLACK_AND_WHITE]
_SHAPE = "expected a row such as `?###???????? 3,2,1`"


@dataclass(frozen=True)
class Springs:
    """A row: its pattern of `#`, `.` and `?`, and its groups' lengths.

    `source` is the puzzle's address; it plays no part in equality.
    """

    pattern: str
    groups: tuple[int, ...]
    title: str = ""
    author: str = ""
    origin: str = ""
    licence: str = ""
    source: str = field(default="", compare=False)

    kind: ClassVar[str] = "springs"

    def __post_init__(self) -> None:
        if not 1 <= len(self.pattern) <= MAX_CELLS:
            raise InputError(f"a row of {len(self.pattern)} cells: expected 1 to {MAX_CELLS}")
        if wrong := set(self.pattern) - {*_CHARS, UNKNOWN}:
            raise InputError(f"{min(wrong)!r} is no spring: {_SHAPE}")
        if not self.groups:
            raise InputError(f"a row without groups: {_SHAPE}")
        if not all(1 <= group <= ANY_LENGTH for group in self.groups):
            raise InputError(f"a group's length is a whole number from 1 to {ANY_LENGTH}")

    @classmethod
    def from_row(cls, row: Node, unfold: int = 1, **about: str) -> Springs:
        """Read a row's text; `about` is its title, author and so on."""
        pattern, *rest = row.text("a row").split(None, 1) or [""]
        groups = re.split(r"\s*,\s*", rest[0].strip()) if rest else []
        lengths = [Node(group, row.path, row.line).number("a group", 1, ANY_LENGTH) for group in groups]
        if (len(pattern) + 1) * unfold - 1 > MAX_CELLS:
            raise row.wrong(f"unfolds to more than {MAX_CELLS} cells")
        try:
            return cls(UNKNOWN.join([pattern] * unfold), tuple(lengths) * unfold, **about)
        except InputError as error:
            raise error.at(row.path, row.line) from None

    @classmethod
    def from_document(cls, document: Node, source: str) -> Iterator[Springs]:
        """Yield the puzzle of each row of a document."""
        entries = document.known_keys("springs", ("kind", *ABOUT, "unfold", "rows"), needed=("rows",))
        unfold = entries["unfold"].number("unfold", 1, MAX_UNFOLD) if "unfold" in entries else 1
        about = read_about(entries)
        rows = [row for row in entries["rows"].lines("the rows") if row.value not in ("", [])]
        if not rows:
            raise entries["rows"].wrong(f"no rows: {_SHAPE}")
        for row in rows:
            yield cls.from_row(row, unfold, **about, source=source)

    def to_document(self) -> dict[str, Any]:
        """Write the puzzle as plain data that `from_document` reads back."""
        return {"kind": self.kind, **plain_about(self), "rows": [str(self)]}

    def __str__(self) -> str:
        return f"{self.pattern} {','.join(map(str, self.groups))}"

    def problem(self) -> Problem:
        """State the puzzle: the row is one Blocks, and every cell is in the answer key."""
        cells = tuple(range(len(self.pattern)))
        same_backwards = self.pattern == self.pattern[::-1] and self.groups == self.groups[::-1]
        return Problem(
            sizes=(len(_CHARS),) * len(cells),
            constraints=(Blocks(cells, tuple(block(1, group) for group in self.groups), "the row"),),
            answer_key=cells,
            givens=tuple(
                (cell, _CHARS.index(char)) for cell, char in enumerate(self.pattern) if char != UNKNOWN
            ),
            symmetries=(cells[::-1],) if same_backwards and len(cells) > 1 else (),
        )

    def picture(self, values: Sequence[int]) -> Picture:
        """Draw the cells' values: one row of `#` and `.`."""
        return ("".join([_CHARS[value] for value in values]),)

    def values(self, picture: Picture) -> tuple[int, ...]:
        """Read a picture back into the cells' values; the inverse of `picture`."""
        return tuple([_CHARS.index(char) for char in picture[0]])

    def known(self, possible: Sequence[int]) -> Picture:
        """Draw what is known of the cells (see `Problem.possible`): `?` where it is not one value."""
        chars = {1 << value: char for value, char in enumerate(_CHARS)}
        return ("".join([chars.get(mask, UNKNOWN) for mask in possible]),)

    def fault(self, picture: Picture) -> str | None:
        """Say what is wrong with a picture as a solution, or None. Uses no solver."""
        if len(picture) != 1 or len(picture[0]) != len(self.pattern):
            return f"the picture is not one row of {len(self.pattern)} cells"
        (row,) = picture
        if wrong := set(row) - set(_CHARS):
            return f"the picture has {min(wrong)!r}, which is no spring"
        for cell, (want, have) in enumerate(zip(self.pattern, row, strict=True), start=1):
            if want not in (UNKNOWN, have):
                return f"cell {cell} is {have}, but {want} is given"
        lengths = tuple(len(group) for group in row.split(".") if group)
        if lengths != self.groups:
            return f"the groups read {_shown(lengths)}, not {_shown(self.groups)}"
        return None

    def obstacle(self) -> str | None:
        """Say, without any search, why there can be no solution; None if nothing is seen."""
        need, have = sum(self.groups) + len(self.groups) - 1, len(self.pattern)
        if need > have:
            return f"the groups {_shown(self.groups)} need {need} cells, the row has {have}"
        return None


def _shown(groups: Sequence[int]) -> str:
    text = ",".join(map(str, groups))
    return text if len(text) <= 60 else text[:57] + "..."

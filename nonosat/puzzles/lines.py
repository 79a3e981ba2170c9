"""The base of puzzles whose lines have clues: nonograms, and triddlers with their three directions.

The checker here compares the text of a picture with the clues; it shares nothing with the encoders and trusts
no solver.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, ClassVar, Self

from nonosat.errors import InputError
from nonosat.problem import Clue, CluedLines, Constraint, Regular, Runs
from nonosat.problem.blocks import slack
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.clues import ANY_BLOCKS, ANY_LENGTH, clue_of, clue_text
from nonosat.puzzles.picture import UNKNOWN, Palette, Picture, chars_of, colour_char
from nonosat.records import replace

if TYPE_CHECKING:
    from nonosat.problem.automaton import Automaton
    from nonosat.puzzles.symmetry import Clues

Layout = tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]
"""The names and the cells of all lines."""

LOW, HIGH = attrgetter("low"), attrgetter("high")


class LinePuzzle(CellPuzzle):
    """A puzzle of lines with clues. Each cell is in one line of every direction.

    Its further fields are `givens` and `goal`, pictures that may be empty, and `palette`.
    """

    clue_fields: ClassVar[tuple[str, ...]]
    """The names of the fields with clues, in the order of the layout."""

    @property
    @abstractmethod
    def layout(self) -> Layout:
        """The names and the cells of all lines, direction by direction."""

    @property
    @abstractmethod
    def named_clues(self) -> tuple[tuple[str, Clues], ...]:
        """The directions with the clues of their lines: `rows`, `columns`."""

    def __post_init__(self) -> None:
        check_palette(self.palette)
        allowed = {colour.char for colour in self.palette}
        for name, picture, extra in (("givens", self.givens, {UNKNOWN}), ("goal", self.goal, set())):
            if picture and (wrong := self.size_fault(picture)):
                raise InputError(f"the {name} are {wrong}")
            if picture and (others := set(self.chars(picture)) - allowed - extra):
                raise InputError(f"the {name} have {min(others)!r}, which is not a colour of the palette")
        if self.givens and set(self.chars(self.givens)) == {UNKNOWN}:
            object.__setattr__(self, "givens", ())  # the one form of a puzzle without givens

    @property
    def directions(self) -> tuple[range, ...]:
        """The numbers of the lines of each direction."""
        ranges, at = [], 0
        for _, clues in self.named_clues:
            ranges.append(range(at, at + len(clues)))
            at += len(clues)
        return tuple(ranges)

    @property
    def clues(self) -> Clues:
        """The clues of all lines, in the order of the layout."""
        return tuple(chain.from_iterable([getattr(self, name) for name in self.clue_fields]))

    def with_clues(self, clues: Sequence[Clue]) -> Self:
        """Return the puzzle with other clues of all lines, in the order of the layout."""
        fields, at = {}, 0
        for name in self.clue_fields:
            length = len(getattr(self, name))
            fields[name] = tuple(clues[at : at + length])
            at += length
        return replace(self, **fields)  # type: ignore[arg-type]  # fields of each kind

    def asking_for(self, picture: Picture) -> Self:
        """Return this puzzle with the clues of another picture instead of its own, without givens."""
        new = self.from_picture(picture, self.palette)
        return replace(self.with_clues(new.clues), goal=new.goal, givens=())  # type: ignore[call-arg]

    def lines(self) -> Iterator[tuple[str, Clue, tuple[int, ...]]]:
        """Yield each line's name, clue and cells."""
        names, cells = self.layout
        yield from zip(names, self.clues, cells, strict=True)

    def constraints(self) -> Iterable[Constraint]:
        """Yield one Runs per line, or a Regular for a clue with `*`."""
        names, cells = self.layout
        clues = self.clues
        if not self.blotted:
            return map(Runs._make, zip(cells, clues, names, strict=True))
        return (
            Regular(cells[k], self.automaton(k), names[k])
            if ANY_BLOCKS in clue
            else Runs(cells[k], _cap(clue, len(cells[k])), names[k])
            for k, clue in enumerate(clues)
        )

    @property
    def clued_lines(self) -> CluedLines:
        """The lines, whose clues are its only constraints."""
        return *self.layout, self.clues, self.automaton

    def automaton(self, line: int) -> Automaton:
        """Return the automaton of a line whose clue has `*`."""
        from nonosat.puzzles.any_blocks import any_blocks_automaton  # rarely used

        try:
            return any_blocks_automaton(self.clues[line], len(self.palette))
        except InputError as error:
            raise InputError(f"{self.layout[0][line]}: {error.what}", self.source) from None

    def clue_faults(self, picture: Picture) -> Iterator[str]:
        """Yield a sentence for each line of a picture that does not match its clue."""
        text = self.chars(picture)
        for name, clue, cells in self.lines():
            line = "".join([text[cell] for cell in cells])
            if not self.reads_as(line, clue):
                yield f"{name} reads {line}, its clue is {self.clue_text(clue)}"

    def reads_as(self, line: str, clue: Clue) -> bool:
        """Whether a line of a picture, without unknown cells, matches a clue."""
        runs = line.replace(self.palette[0].char, " ").split()
        if len(self.palette) == 2 and list(map(len, runs)) == list(map(LOW, clue)):
            return True
        from nonosat.puzzles.any_blocks import reads_as

        return reads_as(clue_of(line, chars_of(self.palette)), clue)

    def obstacle(self, clock: Clock = NO_CLOCK) -> str | None:
        """Say why there is no solution, if that is clear without search, or None."""
        for name, whole, cells in clock.through(self.lines()):
            clue = tuple([block for block in whole if block.low])
            # An upper bound: the cells needed if all blocks have the same colour.
            need, length = sum(map(LOW, clue)) + len(clue) - 1, len(cells)
            if need > length and (need := -slack(clue, 0)) > length:
                text = self.clue_text(whole)
                return f"{name}: the clue {text} needs {need} cells, the line has {length}"
        return self.sums_differ(clock)

    def sums_differ(self, clock: Clock = NO_CLOCK) -> str | None:
        """Say of which colour the clues of one direction ask for more cells than another's, or None."""
        (here, first), *others = [
            (what, self._totals(clues)) for what, clues in clock.through(self.named_clues, 1)
        ]
        for value, colour in enumerate(self.palette):
            low, high = first[value]
            for what, totals in others:
                low_there, high_there = totals[value]
                if low > high_there or low_there > high:
                    asked, offered = _span(low, high), _span(low_there, high_there)
                    return f"the {here} ask for {asked} {colour.name} cells, the {what} for {offered}"
        return None

    @property
    def blotted(self) -> bool:
        """Whether the length of some block, or the number of blocks, is unknown."""
        blocks = list(chain.from_iterable(self.clues))
        return list(map(LOW, blocks)) != list(map(HIGH, blocks))

    @property
    def has_any_blocks(self) -> bool:
        """Whether some clue has `*`."""
        return any(ANY_BLOCKS in clue for clue in self.clues)

    def clue_text(self, clue: Clue) -> str:
        """Write a clue as people do (see `clues`)."""
        return clue_text(clue, self.palette)

    def clue_lines(self) -> Iterator[str]:
        """Yield `Row 1: 2 1` and so on, direction by direction."""
        for name, clue, _ in self.lines():
            yield f"{name.capitalize()}: {self.clue_text(clue)}"

    def _totals(self, clues: Sequence[Clue]) -> list[tuple[int, int]]:
        """Return by colour the fewest and the most cells that the clues allow; 0 of the background."""
        low, high = [0] * len(self.palette), [0] * len(self.palette)
        for colour, least, most in chain.from_iterable(clues):
            low[colour] += least
            high = [one + most for one in high] if not colour else high
            high[colour] += most
        return list(zip(low, high, strict=True))


def _cap(clue: Clue, length: int) -> Clue:
    """Return the clue with its blotted blocks limited to the line's length."""
    for _, low, high in clue:
        if low != high:
            return tuple([b._replace(high=max(b.low, min(b.high, length))) for b in clue])
    return clue


@lru_cache(maxsize=16)
def check_palette(palette: Palette) -> None:
    """Raise InputError if a palette is not one."""
    chars = [colour.char for colour in palette]
    if len(palette) < 2 or chars[0] != "." or len(set(chars)) < len(chars):
        raise InputError("the palette must start with `.`, the background; colours need other characters")
    if palette[0].halves:
        raise InputError("the background cannot be split")
    if wrong := [char for char in chars if not colour_char(char)]:
        raise InputError(f"{wrong[0]!r} cannot stand for a colour")


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"at least {low}" if high >= ANY_LENGTH else f"{low} to {high}"

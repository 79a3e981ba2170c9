"""How many pictures of a size have clues of their own: `python -m bench.census 5`, or `4x6`, or `6`.

A picture is *unique* if no other picture has its clues (OEIS A242876 for squares, A384764 for rectangles),
and *by lines* if lines alone solve it. Up to 25 cells both are counted, and with `--classes` how difficult
the others are, as `nonosat rate` says. With `--all`, a line for each size up to that number of cells.

Larger sizes are counted in shares, whose pictures have the same clues in their first rows; of two shares that
mirror each other one is counted. `--journal FILE` keeps what was counted, and goes on from there;
`--part I/N` leaves the other shares to other machines, whose journals are put together with `cat`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import groupby
from math import prod
from operator import add, and_, or_
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import nonosat

Codes = NDArray[np.uint64]
"""Pictures as numbers: the cells of the first row are the lowest bits, the leftmost cell the lowest."""

Clues = tuple[int, ...]
"""The clues of the first rows, by number."""

WHOLE = 25  # cells up to which all pictures are one share
LARGEST = 1 << 23  # pictures of a share, otherwise
BLOCK = 1 << 20  # pictures whose clues are read at once
LOOKED_UP = 16  # cells whose clues are looked up at once
TABLE = 8  # the longest lines for which there is a table of what follows


def bits(number: int) -> np.uint64:
    """Return that many bits."""
    return np.uint64((1 << number) - 1)


@dataclass(frozen=True)
class Lines:
    """The lines of one length, as numbers: which have the same clue, and what follows from a clue."""

    length: int

    @cached_property
    def arrangements(self) -> list[Codes]:
        """The arrangements of each clue."""
        of: dict[Clues, list[int]] = {}
        for line in range(1 << self.length):
            cells = [line >> cell & 1 for cell in range(self.length)]
            of.setdefault(tuple(len(list(run)) for black, run in groupby(cells) if black), []).append(line)
        return [np.array(lines, np.uint64) for _, lines in sorted(of.items())]

    @cached_property
    def clues(self) -> Codes:
        """The clue of each arrangement."""
        clues = np.empty(1 << self.length, np.uint64)
        for clue, lines in enumerate(self.arrangements):
            clues[lines] = clue
        return clues

    @cached_property
    def reversed(self) -> Codes:
        """Each arrangement from right to left."""
        return np.array(
            [int(f"{line:0{self.length}b}"[::-1], 2) for line in range(1 << self.length)], np.uint64
        )

    def mirror(self, clues: Clues) -> Clues:
        """Return the clues that lines with these clues have from right to left."""
        return tuple(int(self.clues[self.reversed[self.arrangements[clue][0]]]) for clue in clues)

    def deduce(self, state: int) -> int:
        """Return the white and the black cells that follow from a state: a clue, white and black cells."""
        full = (1 << self.length) - 1
        clue, white, black = state >> 2 * self.length, state >> self.length & full, state & full
        agreeing = [
            line for line in map(int, self.arrangements[clue]) if line & black == black and not line & white
        ]
        return (full & ~reduce(or_, agreeing, 0)) << self.length | reduce(and_, agreeing, full)

    @property
    def together(self) -> int:
        """How many lines are looked up at once."""
        return max(1, LOOKED_UP // self.length)

    def joint(self, number: int) -> Codes:
        """Return one number for the clues of that many lines: the first line is the lowest bits."""
        if number not in self._joint:
            signs, base = self.clues, np.uint64(len(self.arrangements))
            for _ in range(number - 1):
                signs = np.add.outer(self.clues, signs * base).reshape(-1)
            self._joint[number] = signs
        return self._joint[number]

    @cached_property
    def _joint(self) -> dict[int, Codes]:
        return {}

    @cached_property
    def _table(self) -> NDArray[np.int32]:
        return np.full(len(self.arrangements) << 2 * self.length, -1, np.int32)

    def follow(self, states: Codes) -> Codes:
        """Return what follows from each state. Each is looked at once, however many lines have it."""
        if self.length > TABLE:
            different, places = np.unique(states, return_inverse=True)
            return np.array([self.deduce(state) for state in map(int, different)], np.uint64)[places]
        found = self._table[states]
        for state in np.unique(states[found < 0]):
            self._table[state] = self.deduce(int(state))
        return self._table[states].astype(np.uint64)


@dataclass(frozen=True)
class Size:
    """The pictures of a size."""

    height: int
    width: int

    @cached_property
    def rows(self) -> Lines:
        """The lines from left to right."""
        return Lines(self.width)

    @cached_property
    def turned(self) -> Size:
        """The size with columns as rows."""
        return self if self.height == self.width else Size(self.width, self.height)

    @cached_property
    def _spread(self) -> Codes:
        cells = range(self.width)
        spread = [
            sum((row >> cell & 1) << cell * self.height for cell in cells) for row in range(1 << self.width)
        ]
        return np.array(spread, np.uint64)

    def row(self, pictures: Codes, row: int) -> Codes:
        """Return a row of each picture."""
        return pictures >> np.uint64(row * self.width) & bits(self.width)

    def turn(self, pictures: Codes) -> Codes:
        """Return the pictures with their columns as rows."""
        rows = [self._spread[self.row(pictures, row)] << np.uint64(row) for row in range(self.height)]
        return reduce(or_, rows)

    def clues(self, pictures: Codes) -> list[Codes]:
        """Return the clue of each row of the pictures."""
        return [self.rows.clues[self.row(pictures, row)] for row in range(self.height)]

    def sign_rows(self, pictures: Codes, first: int = 0) -> Codes:
        """Return a number for each picture, below `most`: that of the clues of its rows, from a row on."""
        signs = np.zeros(len(pictures), np.uint64)
        for row in range(first, self.height, self.rows.together):
            number = min(self.rows.together, self.height - row)
            lines = pictures >> np.uint64(row * self.width) & bits(number * self.width)
            signs = signs * np.uint64(len(self.rows.arrangements) ** number) + self.rows.joint(number)[lines]
        return signs

    @cached_property
    def most(self) -> np.uint64:
        """How many ways there are to give each row a clue."""
        return np.uint64(len(self.rows.arrangements) ** self.height)

    def sign(self, pictures: Codes) -> Codes:
        """Return a number for each picture: the same if all its clues are the same."""
        return self.sign_rows(pictures) * self.turned.most + self.turned.sign_rows(self.turn(pictures))

    def images(self, pictures: Codes) -> Iterator[Codes]:
        """Yield the mirrored and turned images of the pictures."""
        for turned in (pictures, self.turn(pictures))[: 1 + (self.turned is self)]:
            rows = [self.row(turned, row) for row in range(self.height)]
            for lines in (rows, [self.rows.reversed[row] for row in rows]):
                for order in (lines, lines[::-1]):
                    yield reduce(or_, [row << np.uint64(at * self.width) for at, row in enumerate(order)])

    def step(self, clues: list[Codes], known: tuple[Codes, Codes]) -> tuple[Codes, Codes]:
        """Return the white and the black cells of many puzzles with what follows from each row."""
        white, black = known[0].copy(), known[1].copy()
        length = np.uint64(self.width)
        for row, clue in enumerate(clues):
            states = (clue << length | self.row(white, row)) << length | self.row(black, row)
            found, place = self.rows.follow(states), np.uint64(row * self.width)
            white |= found >> length << place
            black |= (found & bits(self.width)) << place
        return white, black

    def by_lines(self, pictures: Codes) -> NDArray[np.bool_]:
        """Return which pictures follow from their clues line by line."""
        solved, open_ = np.zeros(len(pictures), bool), np.arange(len(pictures))
        rows, columns = self.clues(pictures), self.turned.clues(self.turn(pictures))
        known = np.zeros(len(pictures), np.uint64), np.zeros(len(pictures), np.uint64)
        while len(open_):
            across = self.step(rows, known)
            down = self.turned.step(columns, (self.turn(across[0]), self.turn(across[1])))
            after = self.turned.turn(down[0]), self.turned.turn(down[1])
            whole = after[0] | after[1] == bits(self.height * self.width)
            solved[open_[whole]] = True
            goes_on = ~whole & ((after[0] != known[0]) | (after[1] != known[1]))
            open_, known = open_[goes_on], (after[0][goes_on], after[1][goes_on])
            rows, columns = [one[goes_on] for one in rows], [one[goes_on] for one in columns]
        return solved

    def nonogram(self, picture: int) -> nonosat.Nonogram:
        """Return the puzzle of a picture."""
        cells = "".join(".#"[picture >> cell & 1] for cell in range(self.height * self.width))
        rows = (cells[at : at + self.width] for at in range(0, len(cells), self.width))
        return nonosat.Nonogram.from_picture(tuple(rows))


def count_all(size: Size, classes: bool = False) -> Counter[str]:
    """Count the pictures that are unique, and of these the ones by lines, or each class beyond them."""
    cells = size.height * size.width
    signs, chosen, weights = np.empty(1 << cells, np.uint64), [], []
    for begin in range(0, 1 << cells, BLOCK):
        pictures = np.arange(begin, min(begin + BLOCK, 1 << cells), dtype=np.uint64)
        signs[begin : begin + BLOCK] = size.sign(pictures)
        images = list(size.images(pictures))
        first = reduce(np.minimum, images) == pictures
        chosen.append(pictures[first])
        same = reduce(add, [(image == pictures)[first].astype(int) for image in images])
        weights.append(len(images) // same)
    signs.sort()
    counted: Counter[str] = Counter(pictures=1 << cells)
    for pictures, weight in zip(chosen, weights, strict=True):
        mine = size.sign(pictures)
        at = np.searchsorted(signs, mine)
        unique = (at + 1 == len(signs)) | (signs[np.minimum(at + 1, len(signs) - 1)] != mine)
        pictures, weight = pictures[unique], weight[unique]
        lines = size.by_lines(pictures)
        counted.update(unique=int(weight.sum()), lines=int(weight[lines].sum()))
        if classes:
            for picture, times in zip(pictures[~lines], weight[~lines], strict=True):
                counted[nonosat.rate(size.nonogram(int(picture))).difficulty] += int(times)
    return counted


def shares(size: Size, first: Clues = ()) -> Iterator[Clues]:
    """Yield the clues of the first rows for each share, but one of two that mirror each other."""
    clues = size.rows.arrangements
    number = prod(len(clues[clue]) for clue in first) << size.width * (size.height - len(first))
    if first > size.rows.mirror(first):
        return
    if number <= LARGEST or len(first) == size.height:
        yield first
    else:
        for clue in range(len(clues)):
            yield from shares(size, (*first, clue))


def count_share(size: Size, first: Clues) -> int:
    """Count the unique pictures of a share, and of the one that mirrors it."""
    left = size.height - len(first)
    if len(size.rows.arrangements) ** left * int(size.turned.most) >> 64:
        raise ValueError(f"{size.height}x{size.width} is too large")
    top = np.zeros(1, np.uint64)
    for row, clue in enumerate(first):
        top = np.bitwise_or.outer(size.rows.arrangements[clue] << np.uint64(row * size.width), top).reshape(
            -1
        )
    rest = np.arange(1 << size.width * left, dtype=np.uint64)
    rest <<= np.uint64(size.width * len(first))
    turned = np.bitwise_or.outer(size.turn(top), size.turn(rest)).reshape(-1)
    signs = size.turned.sign_rows(turned).reshape(len(top), len(rest))
    signs += size.sign_rows(rest, len(first)) * size.turned.most
    signs = np.sort(signs.reshape(-1))
    differ = np.concatenate([[True], signs[1:] != signs[:-1], [True]])
    return int((differ[1:] & differ[:-1]).sum()) * (1 if first == size.rows.mirror(first) else 2)


def report(name: str, counted: Counter[str]) -> None:
    """Print a line for a size."""
    print(f"{name:>5}", *(f"{number:>14,} {what}" for what, number in counted.items()), flush=True)


def count_in_shares(size: Size, name: str, part: tuple[int, int], journal: Path | None) -> None:
    """Count the shares that the journal lacks. Say how far it is, and the sum when all are counted."""
    mine = list(shares(size))
    counted: dict[str, int] = {}
    if journal and journal.exists():
        lines = journal.read_text(encoding="utf-8").splitlines()
        records = [json.loads(line) for line in lines if line.endswith("}")]  # the last one may be cut
        counted = {json.dumps(one["share"]): one["unique"] for one in records if one["size"] == name}
    begin, said, done = time.process_time(), 0.0, 0
    left = [one for one in mine[part[0] - 1 :: part[1]] if json.dumps(one) not in counted]
    for first in left:
        unique = counted[json.dumps(first)] = count_share(size, first)
        if journal:
            record = {"size": name, "share": first, "unique": unique}
            with journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps(record) + "\n")
        done, used = done + 1, time.process_time() - begin
        if used - said > 10:
            said = used
            hours = used / done * (len(left) - done) / 3600
            print(f"{done} of {len(left)} shares, {hours:.1f} CPU hours left", file=sys.stderr)
    if len(counted) == len(mine):
        report(name, Counter(pictures=1 << size.height * size.width, unique=sum(counted.values())))
    else:
        print(f"{name}: {len(counted)} of {len(mine)} shares are counted")


def main() -> None:
    """Count the pictures of each size that is named."""
    parser = argparse.ArgumentParser(prog="python -m bench.census", description=__doc__.split("\n")[0])
    parser.add_argument("sizes", nargs="*", metavar="SIZE")
    parser.add_argument("--all", type=int, default=0, metavar="CELLS")
    parser.add_argument("--classes", action="store_true")
    parser.add_argument("--part", default="1/1", metavar="I/N")
    parser.add_argument("--journal", type=Path)
    given = parser.parse_args()
    sides = [tuple(map(int, one.split("x"))) for one in given.sizes]
    sides += [(n, m) for n in range(2, given.all) for m in range(n, given.all // n + 1)]
    number, parts = map(int, given.part.split("/"))
    for one in sides:
        # The rows are the shorter lines: their shares are finer, and turned pictures count alike.
        name, size = f"{one[0]}x{one[-1]}", Size(max(one), min(one))
        if size.height * size.width <= WHOLE:
            report(name, count_all(size, given.classes))
        else:
            count_in_shares(size, name, (number, parts), given.journal)


if __name__ == "__main__":
    main()

"""Makes a set for `nonosat audit`: distinct 15x15 puzzles that lines solve.

    python -m bench.million 1000000 -o set.jsonl

Each record has its rows, columns, solution and id. The same seed makes the same set.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator

from nonosat.propagation.narrow import begin_lines, give_back
from nonosat.puzzles.nonogram import Nonogram

SIDE = 15
WIDE = SIDE + 2  # a frame of white cells, so that each cell has eight neighbours
ALL = sum(((1 << SIDE) - 1) << WIDE * row for row in range(SIDE))


def pictures(seed: int) -> Iterator[tuple[str, ...]]:
    """Yield random pictures: noise in which single cells follow the most of their neighbours."""
    chance = random.Random(seed)
    text = str.maketrans("01", ".#")
    while True:
        cells = chance.getrandbits(WIDE * SIDE) | chance.getrandbits(WIDE * SIDE) & chance.getrandbits(
            WIDE * SIDE
        )
        cells &= ALL
        ones = twos = fours = 0  # the number of neighbours that are black, for all cells at once
        for step in (1, WIDE - 1, WIDE, WIDE + 1):
            for other in (cells << step, cells >> step):
                carry, ones = ones & other, ones ^ other
                fours, twos = fours | twos & carry, twos ^ carry
        cells = (cells & (fours | twos) | fours & (ones | twos)) & ALL
        rows = [cells >> WIDE * row & (1 << SIDE) - 1 for row in range(SIDE)]
        yield tuple([f"{row:0{SIDE}b}".translate(text) for row in rows])


def records(count: int, seed: int) -> Iterator[str]:
    """Yield records of so many distinct puzzles, a line of JSON each."""
    seen: set[int] = set()
    for picture in pictures(seed):
        puzzle = Nonogram.from_picture(picture)
        names, lines, clues, reader = puzzle.clued_lines
        state = begin_lines(names, lines, clues, reader, 2)
        state.narrow()
        solved = state.values is not None
        give_back(state)
        key = hash(picture)
        if not solved or key in seen:
            continue
        seen.add(key)
        plain = {
            "rows": [[block.low for block in clue] for clue in puzzle.rows],
            "columns": [[block.low for block in clue] for clue in puzzle.columns],
            "solution": picture,
            "id": str(len(seen)),
        }
        yield json.dumps(plain, separators=(",", ":"))
        if len(seen) == count:
            return


def main(words: list[str] | None = None) -> None:
    """Write the set."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("count", type=int)
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args(words)
    with open(arguments.output, "w", encoding="utf-8") as file:
        for record in records(arguments.count, arguments.seed):
            file.write(record + "\n")


if __name__ == "__main__":
    main()

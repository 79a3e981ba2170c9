"""Random small puzzles: every answer is that of brute force, which shares no line with the package.

    python -m tests.brute                       # 1000 puzzles
    python -m tests.brute --count 100000 --from 500

A puzzle follows from its number alone. It has up to two colours, blotted blocks, givens, and most often
a solution; of each the verdict, the count, the list, the certain cells and, of the small ones, the
fewest givens are compared. Every tenth is put to all cards.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from dataclasses import replace
from random import Random

import nonosat
from nonosat.problem import Block, Clue
from nonosat.puzzles.clues import ANY_LENGTH
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE
from tests.helpers.answers import givens_agree, solutions_agree
from tests.helpers.brute import THREE_COLOURS, nonogram, picture, solutions
from tests.helpers.verdicts import every_card_agrees

MOST = 60  # solutions of a puzzle whose fewest givens are looked for by trying all


def random_puzzle(number: int) -> Nonogram:
    """Return puzzle `number`: the clues of a random picture, some of them blurred or changed."""
    rng = Random(f"brute {number}")
    palette = THREE_COLOURS if rng.random() < 0.4 else BLACK_AND_WHITE
    side = 4 if len(palette) > 2 else 5
    width, height = (min(side, rng.choice((1, 2, 3, 4, 4, 5, 5, 5))) for _ in range(2))
    density = rng.choice((0.3, 0.5, 0.5, 0.7))
    rows = [
        [rng.randrange(1, len(palette)) if rng.random() < density else 0 for _ in range(width)]
        for _ in range(height)
    ]
    puzzle = nonogram(rows, palette)
    if rng.random() < 0.2:  # most often there is no solution then
        clues = list(puzzle.rows)
        clues[rng.randrange(height)] = rng.choice(puzzle.rows + puzzle.columns)
        puzzle = replace(puzzle, rows=tuple(clues))
    if rng.random() < 0.3:
        puzzle = replace(
            puzzle,
            rows=tuple(_blotted(clue, rng) for clue in puzzle.rows),
            columns=tuple(_blotted(clue, rng) for clue in puzzle.columns),
        )
    if rng.random() < 0.3:
        known = picture(rows, palette)
        given = ("".join(c if rng.random() < 0.15 else "?" for c in row) for row in known)
        puzzle = replace(puzzle, givens=tuple(given))
    return puzzle


def _blotted(clue: Clue, rng: Random) -> Clue:
    return tuple(Block(b.colour, 1, ANY_LENGTH) if rng.random() < 0.3 else b for b in clue)


def check(number: int) -> str:
    """Compare all answers on a puzzle with those of brute force; return the verdict."""
    puzzle = random_puzzle(number)
    want = list(solutions(puzzle))
    answer = nonosat.solve(puzzle)
    verdict = ("none", "unique", "multiple")[min(len(want), 2)]
    assert answer.verdict.value == verdict
    assert set(answer.solutions) <= set(want)
    solutions_agree(puzzle)
    if len(want) <= MOST:
        givens_agree(puzzle)
    if number % 10 == 0:
        every_card_agrees(puzzle, want)
    return verdict


def main() -> int:
    """Check puzzles; return 1 if an answer was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.brute", description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=1000, help="puzzles (default: 1000)")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="N", help="the first one")
    asked = parser.parse_args()
    begin, verdicts, wrong = time.monotonic(), Counter[str](), 0
    for number in range(asked.first, asked.first + asked.count):
        try:
            verdicts[check(number)] += 1
        except Exception:
            wrong += 1
            print(f"puzzle {number}: {random_puzzle(number)}\n{traceback.format_exc()}", file=sys.stderr)
        if (number + 1) % 1000 == 0:
            print(f"{number + 1}: {dict(verdicts)}, {wrong} wrong", flush=True)
    print(f"{asked.count} puzzles, {dict(verdicts)}, {wrong} wrong, {time.monotonic() - begin:.0f} s")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())

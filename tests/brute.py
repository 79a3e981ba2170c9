"""Random small puzzles: every answer is that of brute force, which shares no code with the package.

    python -m bench.hunt --only puzzles

A puzzle follows from its number alone. Of the nonograms some have two colours, blotted blocks, `*`, givens;
of all kinds most have a solution. The verdict, the count, the list, the certain cells, symmetries, the
explanation and, of those with few solutions, the fewest givens are compared; its document is read back.
Every fifth gets certificates of its answers, and every tenth is put to all cards, and to one backend after
another by itself.
"""

import traceback
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import nonosat
from nonosat import Nonogram, Puzzle, backends
from nonosat.formats import yaml_format
from nonosat.problem import Block, Clue
from nonosat.puzzles.clues import ANY_BLOCKS, ANY_LENGTH
from nonosat.puzzles.springs import Springs
from nonosat.puzzles.strips import Strips
from nonosat.toolkit import BLACK_AND_WHITE, CellPuzzle, Source
from tests.helpers.answers import explanation_agrees, givens_agree, solutions_agree
from tests.helpers.brute import THREE_COLOURS, cuts, nonogram, numbers, picture, solutions
from tests.helpers.claims import claims_agree, questions_for
from tests.helpers.models import options_of, tested_backends
from tests.helpers.mosaics import Mosaic, mosaic_of
from tests.helpers.triddlers import random_triddler
from tests.helpers.verdicts import backend_agrees, every_card_agrees

MOST = 60  # solutions of a puzzle whose fewest givens are looked for by trying all


def random_puzzle(number: int) -> Puzzle:
    """Return puzzle `number`."""
    rng = Random(f"brute {number}")
    kinds = (random_nonogram, random_triddler, random_mosaic, random_strips, random_springs)
    return rng.choices(kinds, (40, 20, 16, 12, 12))[0](rng)


def random_nonogram(rng: Random) -> Nonogram:
    """Return the clues of a random picture, some of them blurred or changed."""
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
        puzzle = blotted(puzzle, rng)
    if rng.random() < 0.3:
        puzzle = replace(puzzle, givens=_some(picture(rows, palette), 0.15, rng))
    return puzzle


def blotted(puzzle: Nonogram, rng: Random) -> Nonogram:
    """Return the puzzle with some blocks blotted, and some replaced by `*`."""
    return replace(
        puzzle,
        rows=tuple(_blotted(clue, rng) for clue in puzzle.rows),
        columns=tuple(_blotted(clue, rng) for clue in puzzle.columns),
    )


def _blotted(clue: Clue, rng: Random) -> Clue:
    clue = tuple(Block(b.colour, 1, ANY_LENGTH) if b.low and rng.random() < 0.3 else b for b in clue)
    if rng.random() < 0.3:
        begin, end = sorted(rng.choices(range(len(clue) + 1), k=2))
        return (*clue[:begin], ANY_BLOCKS, *clue[end:])
    return clue


def _some(rows: Sequence[str], share: float, rng: Random) -> tuple[str, ...]:
    """Return this share of the characters, with `?` for the others."""
    return tuple("".join(char if rng.random() < share else "?" for char in row) for row in rows)


def random_mosaic(rng: Random) -> Mosaic:
    """Return some numbers of a random picture, at times one of them changed."""
    height, width = rng.choice(((1, 1), (1, 4), (5, 1), (2, 2), (2, 4), (3, 3), (3, 3), (3, 4), (4, 3)))
    shown = tuple("".join(rng.choice(".##") for _ in range(width)) for _ in range(height))
    rows = list(_some(numbers(shown), rng.choice((0.3, 0.6, 0.9)), rng))
    if rng.random() < 0.2:
        r, c = rng.randrange(height), rng.randrange(width)
        rows[r] = rows[r][:c] + rng.choice("0123456789") + rows[r][c + 1 :]
    return mosaic_of(tuple(rows))


def random_strips(rng: Random) -> Strips:
    """Return a diagram and the strips of a random cut of it, at times one of them changed."""
    width, height = rng.choice(((1, 1), (4, 1), (1, 5), (2, 2), (3, 2), (2, 4), (3, 3), (3, 3)))
    diagram = tuple("".join(rng.choice("bw") for _ in range(width)) for _ in range(height))
    pieces, _ = rng.choice(cuts(width, height))
    texts = ["".join(diagram[r][c] for r, c in piece) for piece in pieces]
    strips = [text[:: rng.choice((1, -1))] for text in texts if len(text) > 1 or rng.random() < 0.5]
    if rng.random() < 0.2:
        strips.append("".join(rng.choice("bw") for _ in range(rng.randint(1, 3))))
    return Strips(diagram, tuple(strips))


def random_springs(rng: Random) -> Springs:
    """Return a row with the groups of one of its fillings, or with any."""
    filled = "".join(rng.choice(".##") for _ in range(rng.randint(1, 11)))
    groups = tuple(len(group) for group in filled.split(".") if group)
    if not groups or rng.random() < 0.2:
        groups = tuple(rng.randint(1, 3) for _ in range(rng.randint(1, 3)))
    (pattern,) = _some([filled], rng.choice((0.0, 0.2, 0.5)), rng)
    return Springs(pattern, groups)


@cache
def _backends() -> list[str]:
    return [name for name in tested_backends() if not backends.missing(name, options_of(name))]


def check(number: int, backend: str = "") -> str:
    """Compare all answers on a puzzle with those of brute force, or only those of one backend; return its
    kind and verdict.
    """
    return check_puzzle(random_puzzle(number), number, backend)


def check_puzzle(puzzle: Puzzle, number: int, backend: str = "") -> str:
    """Compare all answers on any puzzle; its number decides who else is asked."""
    want = list(solutions(puzzle))
    if backend:
        backend_agrees(puzzle, backend, want)
        return puzzle.kind
    answer = nonosat.solve(puzzle)
    verdict = ("none", "unique", "multiple")[min(len(want), 2)]
    assert answer.verdict.value == verdict
    assert set(answer.solutions) <= set(want)
    assert not (want and puzzle.obstacle())
    assert list(yaml_format.read(Source("x", yaml_format.write([puzzle]).encode()))) == [puzzle]
    values = {tuple(puzzle.values(picture)) for picture in want}
    for permutation in puzzle.symmetries():
        assert values == {tuple(one[cell] for cell in permutation) for one in values}
    solutions_agree(puzzle)
    if isinstance(puzzle, CellPuzzle):
        explanation_agrees(puzzle, want)
    if len(want) <= MOST:
        givens_agree(puzzle)
    if number % 5 == 0:
        with TemporaryDirectory() as folder:
            claims_agree(puzzle, Path(folder), questions_for(puzzle))
    if number % 10 == 0:
        every_card_agrees(puzzle, want)
        backend_agrees(puzzle, _backends()[number // 10 % len(_backends())], want)
    return f"{puzzle.kind} {verdict}"


def faults(number: int) -> list[str]:
    """Compare all answers on a puzzle; return what is wrong."""
    try:
        check(number)
    except Exception:
        return [f"{random_puzzle(number)}\n{traceback.format_exc()}"]
    return []

"""Grids of characters for tests that write the rules of kinds a second time."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from string import ascii_letters

from nonosat.puzzles.picture import Picture

Grid = Sequence[Sequence[str]]
Gives = Mapping[str, object]
BESIDE = ((-1, 0), (1, 0), (0, -1), (0, 1))
SIZES = ((1, 3), (3, 1), (2, 2), (2, 3), (3, 3), (3, 3), (2, 5), (4, 2))


def cells(grid: Grid) -> Iterator[tuple[int, int, str]]:
    return ((r, c, char) for r, row in enumerate(grid) for c, char in enumerate(row))


def at(grid: Grid, r: int, c: int) -> str:
    return grid[r][c] if 0 <= r < len(grid) and 0 <= c < len(grid[0]) else ""


def beside(grid: Grid, r: int, c: int) -> str:
    return "".join(at(grid, r + i, c + j) for i, j in BESIDE)


def lines(grid: Grid) -> list[str]:
    return ["".join(line) for line in (*grid, *zip(*grid, strict=True))]


def regions(letters: Grid, grid: Grid) -> list[str]:
    found: dict[str, str] = {}
    for r, c, letter in cells(letters):
        found[letter] = found.get(letter, "") + grid[r][c]
    return list(found.values())


def numbers(wanted: Sequence[int | None], have: Sequence[int]) -> bool:
    return all(want in (None, number) for want, number in zip(wanted, have, strict=True))


def counts(grid: Grid, chars: str) -> tuple[list[int], list[int]]:
    rows, columns = grid, list(zip(*grid, strict=True))
    return tuple([sum(char in chars for char in line) for line in some] for some in (rows, columns))  # type: ignore


def sides(gives: Gives, grid: Grid, chars: str = "#") -> bool:
    rows, columns = counts(grid, chars)
    return numbers(gives["rows"], rows) and numbers(gives["columns"], columns)  # type: ignore[arg-type]


def apart(grid: Grid) -> bool:
    """Whether no two filled cells touch, not even at a corner."""
    filled = {(r, c) for r, c, char in cells(grid) if char != "."}
    return not any(
        (r + i, c + j) in filled for r, c in filled for i in (0, 1) for j in (-1, 0, 1) if (i, j) > (0, 0)
    )


def cut(height: int, width: int, rng: Random, most: int = 4) -> Picture:
    """Return a random cut of a grid into connected regions."""
    letters = [[""] * width for _ in range(height)]
    for r, c in sorted(product(range(height), range(width)), key=lambda _: rng.random()):
        near = [letter for letter in {at(letters, r + i, c + j) for i, j in BESIDE} if letter]
        small = [one for one in near if sum(row.count(one) for row in letters) < most]
        used = {letter for row in letters for letter in row}
        free = next(letter for letter in ascii_letters if letter not in used)
        letters[r][c] = rng.choice([*sorted(small), *sorted(small), free])
    return tuple("".join(row) for row in letters)


def some(line: Sequence[int], rng: Random) -> tuple[int | None, ...]:
    """Return numbers, some of which are not given and at times one is wrong."""
    return tuple(None if rng.random() < 0.3 else n + (rng.random() < 0.05) for n in line)


def filled(height: int, width: int, rng: Random, chars: str = ".#") -> list[list[str]]:
    return [[rng.choice(chars) for _ in range(width)] for _ in range(height)]


def outside(grid: Grid, rng: Random, chars: str = "#") -> dict[str, object]:
    rows, columns = counts(grid, chars)
    return {"rows": some(rows, rng), "columns": some(columns, rng)}

"""Declared kinds by trying everything: their rules written a second time, as plain tests of filled grids.

Each kind has a function that makes a random small puzzle, and one that says whether a filling is a solution.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from random import Random
from typing import Any, NamedTuple

from nonosat import Picture
from nonosat.puzzles.declared import Declared
from nonosat.puzzles.declared.check import Check
from nonosat.toolkit import KINDS, UNKNOWN
from tests.helpers import brute
from tests.helpers.grids import (
    BESIDE,
    SIZES,
    Gives,
    Grid,
    apart,
    at,
    beside,
    cells,
    counts,
    cut,
    filled,
    lines,
    numbers,
    outside,
    regions,
    sides,
    some,
)

# One kind after another


def star_battle(rng: Random) -> dict[str, object]:
    """Return regions around the stars of a grid that may be a solution: trying everything takes long for most
    random cuts, which have none.
    """
    side = rng.choice((1, 3, 4, 4, 4))
    stars = [(r, (1, 3, 0, 2)[r] if side == 4 else rng.randrange(side)) for r in range(side)]

    def distance(letter: str, r: int, c: int) -> tuple[int, float]:
        star = stars[ord(letter) - 97]
        return abs(star[0] - r) + abs(star[1] - c), rng.random()

    letters = [
        "".join(min("abcd"[:side], key=lambda one: distance(one, r, c)) for c in range(side))
        for r in range(side)
    ]
    return {"regions": tuple(letters), "stars": rng.choice((1, 1, 1, 1, 2))}


def obeys_star_battle(gives: Gives, grid: Grid) -> bool:
    stars = gives["stars"]
    if any("".join(row).count("#") != stars for row in grid):
        return False
    every = [*lines(grid), *regions(gives["regions"], grid)]  # type: ignore[arg-type]
    return all(line.count("#") == stars for line in every) and apart(grid)


def kakurasu(rng: Random) -> dict[str, object]:
    grid = filled(*rng.choice(SIZES), rng)
    rows, columns = weights(grid)
    return {"rows": some(rows, rng), "columns": some(columns, rng)}


def weights(grid: Grid) -> tuple[list[int], list[int]]:
    return tuple(  # type: ignore[return-value]
        [sum(n for n, char in enumerate(line, 1) if char == "#") for line in some]
        for some in (grid, list(zip(*grid, strict=True)))
    )


def obeys_kakurasu(gives: Gives, grid: Grid) -> bool:
    rows, columns = weights(grid)
    return numbers(gives["rows"], rows) and numbers(gives["columns"], columns)  # type: ignore[arg-type]


def takuzu(rng: Random) -> dict[str, object]:
    height, width = rng.choice(((2, 2), (2, 4), (4, 2), (4, 4), (4, 4), (3, 4)))
    shown = filled(height, width, rng, "???????.#" if height * width < 12 else "??.#")
    return {"cells": tuple(map("".join, shown))}


def obeys_takuzu(gives: Gives, grid: Grid) -> bool:
    agree = all(char in (UNKNOWN, grid[r][c]) for r, c, char in cells(gives["cells"]))  # type: ignore[arg-type]
    every = lines(grid)
    rows, columns = every[: len(grid)], every[len(grid) :]
    return (
        agree
        and all(2 * line.count("#") == len(line) for line in every)
        and not any("###" in line or "..." in line for line in every)
        and len(set(rows)) == len(rows)
        and len(set(columns)) == len(columns)
    )


def mosaic(rng: Random) -> dict[str, object]:
    full = brute.numbers(tuple(map("".join, filled(*rng.choice(SIZES), rng))))
    return {"rows": tuple("".join(rng.choice((char, UNKNOWN)) for char in row) for row in full)}


def obeys_mosaic(gives: Gives, grid: Grid) -> bool:
    full = "".join(brute.numbers(tuple(map("".join, grid))))
    return all(want in (UNKNOWN, have) for want, have in zip("".join(gives["rows"]), full, strict=True))  # type: ignore


def tents(rng: Random) -> dict[str, object]:
    height, width = rng.choice(((1, 4), (2, 2), (2, 3), (3, 3), (3, 3), (3, 2)))
    trees, tents = filled(height, width, rng, "."), filled(height, width, rng, ".")
    for r, c in sorted(product(range(height), range(width)), key=lambda _: rng.random()):
        tents[r][c] = "^"
        free = [
            (i, j) for i, j in BESIDE if at(trees, r + i, c + j) == "." and at(tents, r + i, c + j) == "."
        ]
        if trees[r][c] == "T" or not free or not apart(tents):
            tents[r][c] = "."
        else:
            i, j = rng.choice(free)
            trees[r + i][c + j] = "T"
    if rng.random() < 0.1:
        trees[rng.randrange(height)][rng.randrange(width)] = "T"
    return {"cells": tuple(map("".join, trees)), **outside(tents, rng, "^")}


def obeys_tents(gives: Gives, grid: Grid) -> bool:
    trees = {(r, c) for r, c, char in cells(gives["cells"]) if char == "T"}  # type: ignore[arg-type]
    if any(grid[r][c] != "." for r, c in trees) or not apart(grid) or not sides(gives, grid, "^>v<"):
        return False
    steps = {"^": (-1, 0), "v": (1, 0), "<": (0, -1), ">": (0, 1)}
    of = [(r + steps[char][0], c + steps[char][1]) for r, c, char in cells(grid) if char != "."]
    return sorted(of) == sorted(trees)


def aquarium(rng: Random) -> dict[str, object]:
    height, width = rng.choice(SIZES)
    letters = cut(height, width, rng, 5)
    level = {letter: rng.randint(0, height) for letter in "".join(letters)}
    grid = [["#" if r >= level[char] else "." for char in row] for r, row in enumerate(letters)]
    return {"regions": letters, **outside(grid, rng)}


def obeys_aquarium(gives: Gives, grid: Grid) -> bool:
    for letter in {char for row in gives["regions"] for char in row}:  # type: ignore[attr-defined]
        mine = [(r, grid[r][c]) for r, c, char in cells(gives["regions"]) if char == letter]  # type: ignore[arg-type]
        air, water = ([r for r, char in mine if char == one] for one in ".#")
        if air and water and max(air) >= min(water):
            return False
    return sides(gives, grid)


def thermometers(rng: Random) -> dict[str, object]:
    height, width = rng.choice(SIZES)
    return {
        "cells": tuple(map("".join, filled(height, width, rng, "^>v<o."))),
        **outside(filled(height, width, rng), rng),
    }


def obeys_thermometers(gives: Gives, grid: Grid) -> bool:
    steps = {"^": (-1, 0), "v": (1, 0), "<": (0, -1), ">": (0, 1)}
    for r, c, char in cells(gives["cells"]):  # type: ignore[arg-type]
        if char in steps and at(grid, r + steps[char][0], c + steps[char][1]) == "#" and grid[r][c] == ".":
            return False
    return sides(gives, grid)


def tilepaint(rng: Random) -> dict[str, object]:
    height, width = rng.choice(SIZES)
    letters = cut(height, width, rng)
    black = {char for char in "".join(letters) if rng.random() < 0.5}
    grid = [["#" if char in black else "." for char in row] for row in letters]
    return {"regions": letters, **outside(grid, rng)}


def obeys_tilepaint(gives: Gives, grid: Grid) -> bool:
    return sides(gives, grid) and all(len(set(one)) == 1 for one in regions(gives["regions"], grid))  # type: ignore


def magnets(rng: Random) -> dict[str, object]:
    height, width = rng.choice(((1, 3), (2, 2), (2, 3), (3, 3), (3, 2)))
    letters = cut(height, width, rng, 2)
    grid = filled(height, width, rng, ".")
    for letter in sorted({*"".join(letters)}):
        mine = [(r, c) for r, c, char in cells(letters) if char == letter]
        poles = rng.choice(("..", "+-", "-+")) if len(mine) == 2 else "."
        if not any(pole != "." and pole in beside(grid, *one) for pole, one in zip(poles, mine, strict=True)):
            for pole, (r, c) in zip(poles, mine, strict=True):
                grid[r][c] = pole
    plus, minus = counts(grid, "+"), counts(grid, "-")
    return {
        "regions": letters,
        "plus_rows": some(plus[0], rng),
        "minus_rows": some(minus[0], rng),
        "plus_columns": some(plus[1], rng),
        "minus_columns": some(minus[1], rng),
    }


def obeys_magnets(gives: Gives, grid: Grid) -> bool:
    for char, name in (("+", "plus"), ("-", "minus")):
        rows, columns = counts(grid, char)
        if not numbers(gives[f"{name}_rows"], rows) or not numbers(gives[f"{name}_columns"], columns):  # type: ignore
            return False
    if any(char != "." and char in beside(grid, r, c) for r, c, char in cells(grid)):
        return False
    return all("".join(sorted(one)) in (".", "..", "+-") for one in regions(gives["regions"], grid))  # type: ignore


def akari(rng: Random) -> dict[str, object]:
    height, width = rng.choice(SIZES)
    return {"cells": tuple(map("".join, filled(height, width, rng, ".......##012")))}


def obeys_akari(gives: Gives, grid: Grid) -> bool:
    shown: Grid = gives["cells"]  # type: ignore[assignment]
    for r, c, char in cells(shown):
        lamps = 0
        for i, j in BESIDE:
            y, x = r + i, c + j
            while at(shown, y, x) == ".":
                lamps += grid[y][x] == "o"
                y, x = y + i, x + j
        if char == "." and (lamps > 0 if grid[r][c] == "o" else lamps == 0):
            return False
        if char != "." and (
            grid[r][c] != "." or (char != "#" and beside(grid, r, c).count("o") != int(char))
        ):
            return False
    return True


def norinori(rng: Random) -> dict[str, object]:
    return {"regions": cut(*rng.choice(SIZES), rng, rng.choice((4, 6)))}


def obeys_norinori(gives: Gives, grid: Grid) -> bool:
    pairs = all(beside(grid, r, c).count("#") == 1 for r, c, char in cells(grid) if char == "#")
    return pairs and all(one.count("#") == 2 for one in regions(gives["regions"], grid))  # type: ignore[arg-type]


def battleships(rng: Random) -> dict[str, object]:
    height, width = rng.choice(((1, 4), (2, 4), (3, 3), (4, 2), (5, 2), (3, 4)))
    grid = filled(height, width, rng, ".")
    for _ in range(rng.randint(1, 4)):
        r, c, length, down = (
            rng.randrange(height),
            rng.randrange(width),
            rng.randint(1, 4),
            rng.random() < 0.5,
        )
        ship = [(r + k * down, c + k * (not down)) for k in range(length)]
        near = [at(grid, y + i, x + j) for y, x in ship for i in (-1, 0, 1) for j in (-1, 0, 1)]
        if all(at(grid, *one) for one in ship) and not set(near) - {".", ""}:
            for y, x in ship:
                grid[y][x] = str(length)
    text = "".join(map("".join, grid))
    names = enumerate(("ones", "twos", "threes", "fours"), 1)
    fleet = {name: text.count(str(n)) // n + (rng.random() < 0.05) for n, name in names}
    shown = [[_part(grid, r, c) if rng.random() < 0.1 else "." for c in range(width)] for r in range(height)]
    return {"cells": tuple(map("".join, shown)), **outside(grid, rng, "1234"), **fleet}


def _part(grid: Grid, r: int, c: int) -> str:
    """Return what is shown of a part of a ship, or `~` for water."""
    if grid[r][c] == ".":
        return "~"
    up, down, left, right = [(at(grid, r + i, c + j) or ".") != "." for i, j in BESIDE]
    if (up and down) or (left and right):
        return "x"
    return "v" if up else "^" if down else ">" if left else "<" if right else "o"


def obeys_battleships(gives: Gives, grid: Grid) -> bool:
    ships = []
    seen: set[tuple[int, int]] = set()
    for r, c, char in cells(grid):
        if char == "." or (r, c) in seen:
            continue
        right = next(n for n in range(1, 9) if at(grid, r, c + n) in (".", ""))
        down = next(n for n in range(1, 9) if at(grid, r + n, c) in (".", ""))
        ship = [(r, c + k) for k in range(right)] if right > 1 else [(r + k, c) for k in range(down)]
        if len(ship) > 4:
            return False
        around = {(y + i, x + j) for y, x in ship for i in (-1, 0, 1) for j in (-1, 0, 1)} - {*ship}
        if any(at(grid, *one) not in (".", "") for one in around) or {grid[y][x] for y, x in ship} != {
            str(len(ship))
        }:
            return False
        ships.append(ship)
        seen.update(ship)
    wanted = [gives[name] for name in ("ones", "twos", "threes", "fours")]
    if [sum(len(ship) == n for ship in ships) for n in (1, 2, 3, 4)] != wanted or not sides(
        gives, grid, "1234"
    ):
        return False
    return all(_part(grid, r, c) == char for r, c, char in cells(gives["cells"]) if char != ".")  # type: ignore


class Kind(NamedTuple):
    """A kind by trying everything."""

    make: Callable[[Random], dict[str, object]]
    obeys: Callable[[Gives, Grid], bool]


BY_HAND = {
    "star-battle": Kind(star_battle, obeys_star_battle),
    "kakurasu": Kind(kakurasu, obeys_kakurasu),
    "takuzu": Kind(takuzu, obeys_takuzu),
    "mosaic": Kind(mosaic, obeys_mosaic),
    "tents": Kind(tents, obeys_tents),
    "aquarium": Kind(aquarium, obeys_aquarium),
    "thermometers": Kind(thermometers, obeys_thermometers),
    "tilepaint": Kind(tilepaint, obeys_tilepaint),
    "magnets": Kind(magnets, obeys_magnets),
    "akari": Kind(akari, obeys_akari),
    "norinori": Kind(norinori, obeys_norinori),
    "battleships": Kind(battleships, obeys_battleships),
}


def random_declared(rng: Random, name: str) -> Declared:
    """Return a random small puzzle of a kind; some have givens."""
    kind = KINDS.load(name)
    assert issubclass(kind, Declared)
    puzzle = kind.of(BY_HAND[name].make(rng))
    if rng.random() < 0.2:
        chars = kind.rules.chars + UNKNOWN * 6 * len(kind.rules.chars)
        text = [char for row in filled(*puzzle.grid, rng, chars) for char in row]
        for cell in puzzle.fixed:  # another value is refused
            text[cell] = UNKNOWN
        puzzle = puzzle.with_givens(puzzle.cut("".join(text)))
    return puzzle


def solutions(puzzle: Declared) -> Iterator[Picture]:
    """Yield every picture that obeys the rules."""
    obeys, gives = BY_HAND[puzzle.kind].obeys, puzzle.gives
    width, chars = puzzle.width, "".join(one.char for one in puzzle.palette)
    ships = puzzle.kind == "battleships"  # whose lengths follow from where they are
    given = "".join(puzzle.givens) or UNKNOWN * len(puzzle.cell_sizes)
    blank = {"takuzu": UNKNOWN, "tents": ".", "akari": "."}.get(puzzle.kind, "")
    may = [".1" if ships else chars if char == UNKNOWN else char for char in given]
    if blank:  # what is shown decides a cell; `obeys` says so, too
        shown = "".join(gives["cells"])
        may = [
            some if char == blank else "".join({char if char in chars else "."} & set(some))
            for some, char in zip(may, shown, strict=True)
        ]
    for filling in product(*may):
        grid: Grid = [filling[k : k + width] for k in range(0, len(filling), width)]
        if ships:
            grid = [
                [str(_length(grid, r, c)) if grid[r][c] != "." else "." for c in range(width)]
                for r in range(len(grid))
            ]
            text = "".join(map("".join, grid))
            if any(want not in (UNKNOWN, have) for want, have in zip(given, text, strict=True)):
                continue
        if obeys(gives, grid):
            yield tuple(map("".join, grid))


def _length(grid: Grid, r: int, c: int) -> int:
    """Return the length of the ship that a cell is in, if ships do not touch."""
    return 1 + sum(
        next(n for n in range(1, 9) if at(grid, r + n * i, c + n * j) in (".", "")) - 1 for i, j in BESIDE
    )


def solutions_by_page(puzzle: Declared, page: Mapping[str, Any] | None = None) -> Iterator[Picture]:
    """Yield every picture in which the check that reads the page by itself finds no fault: each is looked for
    once the cells that decide it are filled.
    """
    height, width = puzzle.grid
    page = page or json.loads(puzzle.rules.page)
    demands = Check(page, dict(puzzle.data), height, width).demands
    due = [[one for one in demands if max((0, *one.cells)) == cell] for cell in range(height * width)]
    givens = "".join(puzzle.givens) or UNKNOWN * len(due)
    chars = [colour.char for colour in puzzle.palette]

    def filled(text: str) -> Iterator[str]:
        cell = len(text)
        if cell == len(due):
            yield text
            return
        for char in chars if givens[cell] == UNKNOWN else givens[cell]:
            # The cells that are not filled yet are not looked at.
            whole = (text + char).ljust(len(due) + 1, ".")
            if not any(one.wrong(whole) for one in due[cell]):
                yield from filled(text + char)

    for text in filled(""):
        yield tuple(text[at : at + width] for at in range(0, len(text), width))

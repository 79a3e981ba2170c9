"""Links of other programs: there and back, read wherever a file is read, and refused in one line."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

import nonosat
from nonosat import InputError, Nonogram, toolkit
from nonosat.formats import FORMATS, load
from nonosat.formats.link import pack
from nonosat.formats.writing import write
from nonosat.toolkit import Source
from tests.helpers.kinds import BY_HAND, random_declared
from tests.helpers.mosaics import Mosaic
from tests.helpers.samples import some

FAMILIES = ("puzzlink", "tatham", "penpa")
KINDS = [(family, kind) for family in FAMILIES for kind in FORMATS[family].kinds]

# A puzzle of two rows, `1` and `2`, as Penpa writes it itself.
PENPA = (
    "m=edit&p="
    "7VZNT+MwEL33VyBfsUTc8FEicegnEoIuXcp2IaoqN3WbgBODkwBy1f/O2GnVJA1oFwlpDys3T9M3zXjG43lq/JxSybCtVwNbmOh1"
    "VDdP/VB/rPUaBglnzl4kIrGQNMTNNPGFdPYwxj96PTynPGb44u6h1Xlsvnabvw+O7m37tj/ff+gMbh9mo19kYAUH0urzRnR13Wnx"
    "/XN1f+U3X1iXHV/HwvM5ozOq7kcXbzzqNRb+nLQv/HZjTiMrfm4MT19ag7OzmktMmta4tlSnjhpgde64iCCM6vAQNMZq4CzVlaNu"
    "sLoBF8JkjFGY8iTwBBcSbTh1mb1YB7O7NUfGr612RhIL7P7aBvMOTC+QHmeTy4y5dlw1xEjv3TJvaxOF4oXpzXRu+rsnwmmgiSlN"
    "4CxjP3hC2AZHnM7EY7r+KRmvsGr+XQUQZFOBNrMKtFVRgS7seys4Ha9W0JyfUMPEcXU5t1uzsTVvnCXgncG+s0TkRAeALpKsj4g0"
    "NmeyJup2ibCtwisQqGvCEYM9g3WDlwZHBtsGDw0OIResbIMdg5bBI4PHBk90vl+o6FvTcWE2CT6G7tVcmAUUCz6JUzmnHpuwN+ol"
    "yMlmMu8pcFEaThlcphzFhXjiQVQVYeMqkMEiEpJVujTJZouPQmlXRaipkLNSTq+U82ItRrMKVHaZC1Qi4abmvlMpxWuBCWniF4jc"
    "rS5EYlHpMBNaTJE+0tJu4fY4VjX0hszj2tCxw//C9U8Ll26U9efDno15NuDZ4H8+wtngZ7KwO/5f0ptvTMHcZSE/EZats0xXyAuw"
    "nyhMzlvFfyAmOW+Z31EOneyueABboR/AliUEqF0VAXJHSID7QEt01LKc6KzKiqK32hEVvVVeV1y0+TeGxrV3"
)
EXAMPLES = {
    PENPA: ("#.", "##"),
    "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h": (
        *("##.#..", "#...#.", ".#.##."),
        *("......", "#...#.", ".###.."),
    ),
    "unruly#4x4u:q": (),
    "pattern#3x2:2/1/2/1.1/3": ("#.#", "###"),
}


def board(text: str) -> str:
    """Return the address of a board of Penpa."""
    return f"https://swaroopg92.github.io/penpa-edit/?m=solve&p={pack(text)}"


def random_puzzle(rng: Random, kind: str) -> nonosat.Puzzle:
    if kind in BY_HAND:
        return random_declared(rng, kind).without_givens()
    height, width = rng.randint(1, 12), rng.randint(1, 12)
    picture = tuple("".join(rng.choice(".#") for _ in range(width)) for _ in range(height))
    if kind == "nonogram":
        return Nonogram.from_picture(picture)
    puzzle = Mosaic.from_picture(picture)
    return puzzle.without_clues([n for n in range(height * width) if rng.random() < 0.5])


def same(one: nonosat.Puzzle, other: nonosat.Puzzle) -> bool:
    """Whether two puzzles want the same of the same cells, whatever their regions are called."""
    problems = [puzzle.problem() for puzzle in (one, other)]
    wanted = [sorted(repr(c).replace(repr(c.label), "") for c in problem.constraints) for problem in problems]
    return wanted[0] == wanted[1] and problems[0].possible == problems[1].possible


@pytest.mark.parametrize("case", some(range(10), 1))
@pytest.mark.parametrize(("family", "kind"), KINDS)
def test_links_lead_there_and_back(family: str, kind: str, case: int) -> None:
    number = 0
    for seed in range(20 * case, 20 * case + 20):
        puzzle = random_puzzle(Random(f"{family} {kind} {seed}"), kind)
        try:
            link = write(toolkit.fit_format(puzzle, family)[0], family)
        except InputError as error:
            assert any(
                word in error.what for word in ("parts", "all numbers", "dominoes", "regions of two cells")
            ), error
            continue
        number += 1
        assert isinstance(link, str)
        address = link.strip()
        assert not address.endswith(".")
        if address.endswith("./"):
            assert load(address[:-1]) == load(address)
        assert "\n" not in address
        assert same(load(address), puzzle), address
        assert write(load(Source("a", link.encode())), family) == link
        cut = address[: Random(seed).randint(len(address) // 2, len(address) - 1)]
        try:
            load(cut)
        except InputError as error:
            assert "\n" not in str(error)
    assert number


def file_of(puzzle: Any) -> str:
    """Write a puzzle as a file of pzpr in one line."""
    height, width = puzzle.grid

    def text(numbers: Any) -> list[str]:
        return ["." if n is None else str(n) for n in numbers]

    def beside(clue: Any, room: int) -> list[str]:
        return [*["."] * (room - len(clue)), *[str(block.low) for block in clue]]

    lefts: list[Any]
    names = {"akari": "lightup", "star-battle": "starbattle"}
    lines: list[list[str]] = []
    if puzzle.kind in ("aquarium", "magnets"):
        lines += [["r"]] * (puzzle.kind == "aquarium")
        regions = puzzle.regions
        lines += [[str(int(a != b)) for a, b in pairwise(row)] for row in regions]
        lines += [[str(int(a != b)) for a, b in zip(up, down, strict=True)] for up, down in pairwise(regions)]
    cells = [["."] * width for _ in range(height)]
    if puzzle.kind == "akari":
        lines += [["-" if char == "#" else char for char in row] for row in puzzle.gives["cells"]]
    elif puzzle.kind in ("star-battle", "norinori"):
        lines += [[str(puzzle.gives["stars"])]] if puzzle.kind == "star-battle" else []
        ids = {char: str(n) for n, char in enumerate(sorted(set("".join(puzzle.regions))))}
        lines += [[str(len(ids))], *[[ids[char] for char in row] for row in puzzle.regions], *cells]
    else:
        if puzzle.kind == "tents":
            cells = [["1" if char == "T" else "." for char in row] for row in puzzle.gives["cells"]]
        if puzzle.kind == "magnets":
            tops = [text(puzzle.gives["plus_columns"]), text(puzzle.gives["minus_columns"])]
            lefts = list(zip(text(puzzle.gives["plus_rows"]), text(puzzle.gives["minus_rows"]), strict=True))
        elif puzzle.kind == "nonogram":
            high, wide = (height + 1) // 2, (width + 1) // 2
            tops = [list(row) for row in zip(*[beside(clue, high) for clue in puzzle.columns], strict=True)]
            lefts = [tuple(beside(clue, wide)) for clue in puzzle.rows]
        else:
            tops, lefts = [text(puzzle.gives["columns"])], [(n,) for n in text(puzzle.gives["rows"])]
        lines += [["."] * len(lefts[0]) + row for row in tops]
        lines += [[*left, *row] for left, row in zip(lefts, cells, strict=True)]
    return (
        f"pzprv3/{names.get(puzzle.kind, puzzle.kind)}/{height}/{width}/"
        + "/".join(map(" ".join, lines))
        + "/"
    )


@pytest.mark.parametrize("case", some(range(10), 1))
@pytest.mark.parametrize("kind", [kind for kind in FORMATS["puzzlink"].kinds if kind != "tilepaint"])
def test_files_of_pzpr_are_read(kind: str, case: int) -> None:
    for seed in range(20 * case, 20 * case + 20):
        puzzle = random_puzzle(Random(f"file {kind} {seed}"), kind)
        try:
            text = file_of(puzzle)
            assert same(load(text), puzzle), text
        except InputError as error:
            assert "parts" in error.what or "regions of two cells" in error.what, text
        cut = text[: Random(seed).randint(20, len(text) - 2)]
        try:
            load(cut)
        except InputError as error:
            assert "\n" not in str(error)


@pytest.mark.parametrize("address", EXAMPLES)
def test_examples_are_read(address: str) -> None:
    answer = nonosat.solve(load(address))
    assert answer.solution is not None
    assert EXAMPLES[address] in ((), answer.solution)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("https://puzz.link/p?nonogram/6/6/12g11", "cut off"),
        ("https://puzz.link/p?nonogram/2/2/zz", "longer than what is left"),
        ("https://puzz.link/p?akari/9999/9999/z", "expected 1 to 250000 cells"),
        ("https://puzz.link/p?slither/2/2/1212", "called slither are not supported"),
        ("https://puzz.link/p?aquarium/4/4/bu8i90/i3213g", "variant"),
        ("https://puzz.link/p?norinori/2/2/0!", "expected a number"),
        ("https://puzz.link/p?norinori/2/2/00/7", "did not expect"),
        ("https://puzz.link/p?norinori/2/2/0\u0663", "expected a number"),
        ("https://puzz.link/p?tents/2/2/....9", "longer than what is left"),
        ("https://puzz.link/p?magnets/3/1/n0", "expected regions of two cells"),
        ("https://puzz.link/p?magnets/3/1/ng", "expected regions of two cells"),
        ("lightup#3x3:B1", "expected 9 cells"),
        ("lightup#9999x9999:a", "expected 1 to 250000 cells"),
        ("tents#2x2:zzzzzzzzzzzzzzzzzzzz,1,1,1,1", "cut off"),
        ("magnets#2x1:..,.,..,.,LL", "fit together"),
        ("unruly#4x4:aCaBdBa", "are allowed in this game"),
        ("loopy#3x3:12", "called loopy are not supported"),
        ("pattern#3x2:1/1", "expected 5 clues"),
        ("https://example.org/nothing", "holds no puzzle, and web pages are not fetched"),
        ("m=edit&p=AAAA", "damaged or cut off"),
        (board("square,5,5,38\n" + "0" * 20_000_000), "damaged or cut off"),
        (board("hex,5,5,38\n"), "expected a board of squares"),
        (board("square,5,99999,38\n[0,0,0,0]"), "from 0 to 1000"),
        (board("square,2,5,38\n[0,0,1,1]"), "no room for a grid"),
        (board('square,2,2,38\n[0,0,0,0]\n\n{"number":{"14":["7",1,"1"]}}'), "name its genre"),
    ],
    ids=lambda text: text[:60],
)
def test_malformed_links_are_told_in_one_line(address: str, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        load(address)
    assert "\n" not in str(caught.value)

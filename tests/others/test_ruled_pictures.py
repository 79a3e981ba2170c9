"""Pictures that have many pixels for each cell: equal blocks, and printed grids, empty and filled."""

import random
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.fixtures import Call

pytest.importorskip("PIL")

from PIL import Image, ImageDraw, ImageFont

import nonosat
from nonosat import toolkit
from nonosat.errors import InputError, InputWarning
from nonosat.formats.ruled import block_side, printed
from nonosat.puzzles.nonogram import Nonogram
from nonosat.studio.products import Conversion, from_picture
from nonosat.studio.site.ask import ask
from tests.helpers.properties import given, settings, st

Grid = tuple[str, ...]

ICON = (".#...#.", "#######", "#.#.#.#", "#######", "##...##", ".#####.")
NUMBERS = "a printed puzzle of {} x {} cells, whose numbers are not read"


def grid_of(width: int, height: int, share: float, seed: int = 1) -> Grid:
    rng = random.Random(seed)
    return tuple("".join(".#"[rng.random() < share] for _ in range(width)) for _ in range(height))


def page(
    grid: Grid, cell: int = 40, ink: str = "#000", thick: int = 3, clues: int = 3, on: bool = False
) -> Image.Image:
    """Print a grid, with numbers beside it; its rules may run `on` between them."""
    width, height, band = len(grid[0]), len(grid), clues * cell
    left = 20 + band
    paper = Image.new("L", (left + width * cell + 20, left + height * cell + 20), 255)
    pen = ImageDraw.Draw(paper)
    for r, row in enumerate(grid):
        for c, char in enumerate(row):
            x, y = left + c * cell, left + r * cell
            if char == "#":
                pen.rectangle((x, y, x + cell, y + cell), 20)
    start, letters = 20 if on else left, ImageFont.load_default(0.6 * cell)
    for k in range(width + 1):
        at = left + k * cell
        pen.line((at, start, at, left + height * cell), ink, thick if k % 5 == 0 else 1)
    for k in range(height + 1):
        at = left + k * cell
        pen.line((start, at, left + width * cell, at), ink, thick if k % 5 == 0 else 1)
    rng = random.Random(2)
    for k in range(clues):
        beside = 20 + (k + 0.5) * cell
        places = [(left + (c + 0.5) * cell, beside) for c in range(width)]
        places += [(beside, left + (r + 0.5) * cell) for r in range(height)]
        for place in places:
            pen.text(place, str(rng.randrange(1, 9)), 0, letters, "mm")
    return paper


def seen(paper: Image.Image, angle: float = 0, noise: int = 0) -> Image.Image:
    """Turn a page a little, and soil it."""
    turned = paper.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    rng = random.Random(3)
    soiled = bytes(max(0, min(255, level + rng.randint(-noise, noise))) for level in turned.tobytes())
    return Image.frombytes("L", turned.size, soiled)


def rows_of(paper: Image.Image) -> tuple[bytes, ...]:
    levels = paper.tobytes()
    return tuple(levels[at : at + paper.width] for at in range(0, len(levels), paper.width))


def file_of(paper: Image.Image, kind: str = "PNG") -> bytes:
    file = BytesIO()
    paper.save(file, kind)
    return file.getvalue()


def enlarged(grid: Grid, side: int) -> Image.Image:
    small = Image.new("L", (len(grid[0]), len(grid)))
    small.putdata([255 if char == "." else 0 for char in "".join(grid)])
    return small.resize((side * small.width, side * small.height), Image.Resampling.NEAREST)


@settings(max_examples=40)
@given(st.integers(5, 12), st.integers(5, 12), st.integers(2, 9), st.integers(0, 10**6))
def test_blocks_are_found(width: int, height: int, side: int, seed: int) -> None:
    grid = grid_of(width, height, 0.5, seed)
    if block_side(grid) == 1:
        assert block_side(rows_of(enlarged(grid, side))) in (1, side)
        if len(set("".join(grid))) > 1:
            assert block_side(rows_of(enlarged(grid, side))) == side


@pytest.mark.parametrize("kind", ["png", "gif", "pbm", "ppm"])
def test_an_enlarged_icon_is_read_as_its_blocks(kind: str, tmp_path: Path, call: Call) -> None:
    path = tmp_path / f"icon.{kind}"
    large = enlarged(ICON, 20)
    (large.convert("1") if kind == "pbm" else large.convert("RGB")).save(path)
    printed = call(f"convert {path} {tmp_path}/icon.grid --to grid")
    assert (tmp_path / "icon.grid").read_text(encoding="utf-8").split() == list(ICON)
    assert "blocks of 20 x 20, which are read as 7 x 6 cells" in printed.err


def test_a_small_picture_has_a_cell_for_each_pixel_but_that_is_said() -> None:
    small = toolkit.Source("small.png", file_of(enlarged(ICON, 4)))
    with pytest.warns(InputWarning, match=r"blocks of 4 x 4; each pixel is a cell \(convert --size 7x6"):
        assert nonosat.load(small).size == "28 x 24"


PAGES = [
    (10, 10, {}, 0, 0),
    (15, 10, {"ink": "#999"}, 0, 0),
    (10, 12, {"on": True}, 1, 0),
    (20, 20, {"cell": 25, "on": True, "clues": 4}, -1, 12),
    (8, 8, {"thick": 6, "cell": 60, "ink": "#777"}, 1, 8),
    (7, 6, {"cell": 70, "clues": 2}, 0, 0),
]


@pytest.mark.parametrize(("width", "height", "look", "angle", "noise"), PAGES)
@pytest.mark.parametrize("share", [0, 0.5])
def test_printed_grids_are_read_or_refused(
    width: int, height: int, look: dict[str, Any], angle: float, noise: int, share: float
) -> None:
    grid = grid_of(width, height, share)
    paper = seen(page(grid, **look), angle, noise)
    source = toolkit.Source("page.png", file_of(paper))

    def as_cells() -> nonosat.Puzzle:
        return nonosat.load(source)

    def as_photo() -> nonosat.Puzzle:
        return toolkit.Photo(source).puzzle((width, height))

    for read in (as_cells, as_photo):
        if share == 0:
            with pytest.raises(InputError, match=NUMBERS.format(width, height)):
                read()
            continue
        with pytest.warns(InputWarning, match=f"a printed grid of {width} x {height} cells: its filled"):
            puzzle = read()
        assert isinstance(puzzle, Nonogram)
        assert puzzle.goal == grid
    if share:
        with pytest.warns(InputWarning, match=f"at the size {width}x{height}, its filled cells are read"):
            toolkit.Photo(source).puzzle((30, 30))


@pytest.mark.parametrize("seed", range(6))
def test_what_is_no_grid_is_not_taken_for_one(seed: int) -> None:
    rng = random.Random(seed)
    noise = tuple(bytes(rng.choices((0, 255), k=200)) for _ in range(150))
    assert printed(noise) is None
    assert printed(rows_of(enlarged(grid_of(20, 15, 0.5, seed), 9))) is None
    blobs = Image.new("L", (300, 200), 255)
    pen = ImageDraw.Draw(blobs)
    for _ in range(12):
        x, y = rng.randrange(280), rng.randrange(180)
        pen.ellipse((x, y, x + rng.randrange(5, 90), y + rng.randrange(5, 90)), rng.randrange(200))
    assert printed(rows_of(blobs)) is None


def test_a_printed_puzzle_is_said_to_be_one_by_the_command(tmp_path: Path, call: Call) -> None:
    for kind in ("png", "jpg"):
        path = tmp_path / f"page.{kind}"
        page(grid_of(10, 10, 0)).save(path)
        for words in (f"check {path}", f"convert {path} {tmp_path}/x.yaml --size 10x10"):
            printed = call(words, code=2)
            assert NUMBERS.format(10, 10) in printed.err
            assert "exactly one" not in printed.err + printed.out


def test_the_studio_takes_the_cells_that_a_picture_has() -> None:
    grid = grid_of(10, 12, 0.5)
    made = from_picture("page.png", file_of(page(grid, on=True)), Conversion(None, 2))
    assert (made["side"], made["drawing"]["width"], made["drawing"]["height"]) == (12, 10, 12)
    assert made["said"].startswith("A printed grid of 10 x 12 cells: its filled cells are read")
    made = from_picture("icon.png", file_of(enlarged(ICON, 20)), Conversion(None, 2))
    assert (made["side"], made["said"]) == (
        7,
        "Its pixels come in blocks of 20 x 20, each of which is a cell.",
    )
    assert from_picture("icon.png", file_of(enlarged(ICON, 160)), Conversion(None, 2))["side"] == 7
    with pytest.raises(InputError, match=NUMBERS.format(10, 12)):
        from_picture("page.png", file_of(page(grid_of(10, 12, 0))), Conversion(30, 2))


def test_the_site_takes_the_cells_that_a_picture_has() -> None:
    grid = grid_of(10, 12, 0.5)
    answer = ask("photo", "photo.pgm", file_of(page(grid, on=True), "PPM"), [0, 0])
    assert '"columns": 10' in answer and "its filled cells are read" in answer
    answer = ask("photo", "photo.pgm", file_of(page(grid_of(10, 12, 0)), "PPM"), [25, 0])
    assert NUMBERS.format(10, 12) in answer and '"puzzle"' not in answer
    assert '"columns": 7' in ask("photo", "photo.pgm", file_of(enlarged(ICON, 20), "PPM"), [0, 0])

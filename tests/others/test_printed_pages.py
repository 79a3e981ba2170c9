"""Pictures that have many pixels for each cell: equal blocks, printed puzzles, and filled grids."""

import json
import random
import sys
import warnings
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.helpers.fixtures import Call

pytest.importorskip("PIL")

from PIL import Image, ImageDraw, ImageFont

import nonosat
from nonosat import toolkit
from nonosat.errors import InputError, InputWarning
from nonosat.formats.goals import block_side
from nonosat.puzzles.nonogram import Nonogram
from nonosat.reading.grid import sheet
from nonosat.studio.products import Conversion, from_picture
from nonosat.studio.site.ask import ask
from tests.helpers.properties import given, settings, st

Grid = tuple[str, ...]

ICON = (".#...#.", "#######", "#.#.#.#", "#######", "##...##", ".#####.")
PAGES = Path(__file__).parents[1] / "data" / "pages"
TRUTHS = json.loads((PAGES / "truth.json").read_text(encoding="utf-8"))


def grid_of(width: int, height: int, share: float, seed: int = 1) -> Grid:
    rng = random.Random(seed)
    return tuple("".join(".#"[rng.random() < share] for _ in range(width)) for _ in range(height))


def page(
    grid: Grid,
    cell: int = 40,
    ink: str = "#000",
    thick: int = 3,
    clues: int = 3,
    on: bool = False,
    cards: bool = False,
    number: int = 0,
) -> Image.Image:
    """Print a grid, with numbers beside it, as dark as `number`; its rules may run `on` between them. If they
    stand on tinted `cards`, the grid has no line beside them.
    """
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
    for k in range(width * cards):
        pen.rectangle((left + k * cell + 2, 20, left + (k + 1) * cell - 2, left - 3), 220)
    for k in range(height * cards):
        pen.rectangle((20, left + k * cell + 2, left - 3, left + (k + 1) * cell - 2), 220)
    for k in range(int(cards), width + 1):
        at = left + k * cell
        pen.line((at, start, at, left + height * cell), ink, thick if k % 5 == 0 else 1)
    for k in range(int(cards), height + 1):
        at = left + k * cell
        pen.line((start, at, left + width * cell, at), ink, thick if k % 5 == 0 else 1)
    rng = random.Random(2)
    for k in range(clues):
        beside = 20 + (k + 0.5) * cell
        places = [(left + (c + 0.5) * cell, beside) for c in range(width)]
        places += [(beside, left + (r + 0.5) * cell) for r in range(height)]
        for place in places:
            pen.text(place, str(rng.randrange(1, 9)), number, letters, "mm")
    return paper


def seen(paper: Image.Image, angle: float = 0, noise: int = 0) -> Image.Image:
    """Turn a page a little, and soil it."""
    turned = paper.rotate(angle, Image.Resampling.BICUBIC, expand=True, fillcolor=255)
    if not noise:
        return turned
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


@pytest.mark.parametrize("name", TRUTHS)
def test_a_printed_puzzle_is_read(name: str) -> None:
    with pytest.warns(InputWarning, match="a printed puzzle of"):
        puzzle = nonosat.load(PAGES / name)
    assert isinstance(puzzle, Nonogram)
    assert same(puzzle, TRUTHS[name])


@pytest.mark.parametrize("kind", ["WEBP", "PDF", "HEIF"])
def test_other_files_show_a_page_whatever_their_name(kind: str) -> None:
    if kind != "WEBP":
        pytest.importorskip({"PDF": "pypdfium2", "HEIF": "pillow_heif"}[kind])
    if kind == "HEIF":
        import_module("pillow_heif").register_heif_opener()
    name = "plain-sharp.png"
    with Image.open(PAGES / name) as image:
        data = file_of(image.convert("RGB"), kind)
    with pytest.warns(InputWarning, match="a printed puzzle of"):
        puzzle = nonosat.load(toolkit.Source("page", data))
    assert isinstance(puzzle, Nonogram)
    assert same(puzzle, TRUTHS[name])
    for part in (data[:40], data[: len(data) // 2], data[:-1] if kind == "HEIF" else data[:200]):
        with pytest.raises(InputError, match="not a picture that can be read") as found:
            nonosat.load(toolkit.Source("page", part))
        assert "\n" not in str(found.value)


def test_of_several_pages_the_first_is_read() -> None:
    pytest.importorskip("pypdfium2")
    with Image.open(PAGES / "plain-sharp.png") as image:
        first, file = image.convert("RGB"), BytesIO()
    first.save(file, "PDF", save_all=True, append_images=[Image.new("RGB", (80, 60))] * 2)
    with pytest.warns(InputWarning, match="the first of 3 pages is read"):
        assert nonosat.load(toolkit.Source("pages.pdf", file.getvalue()))


@pytest.mark.parametrize("data", [b"%PDF-1.7", b"\0\0\0\x18ftypheic"])
def test_what_reads_pages_is_named_where_it_is_missing(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pypdfium2", "pillow_heif"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(InputError, match=r"pip install 'nonosat\[pages\]'"):
        nonosat.load(toolkit.Source("page", data))


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_a_page_that_lies_on_its_side_is_read(angle: int) -> None:
    with Image.open(PAGES / "plain-sharp.png") as image:
        turned = image.convert("RGB").rotate(angle, expand=True)
    upright = sheet(np.asarray(image.convert("RGB")))
    found = sheet(np.asarray(turned))
    assert upright and found
    assert found.page.turns == (360 - angle) // 90
    assert [line.others[0] for line in found.lines] == [line.others[0] for line in upright.lines]


@pytest.mark.parametrize("seed", range(4))
def test_a_page_with_a_blot_is_read_correctly_or_refused(seed: int) -> None:
    """Of the blotted number, the reader sees nothing or a part."""
    name, rng = "ruled-sharp.png", random.Random(seed)
    with Image.open(PAGES / name) as file:
        image = file.convert("RGB")
    found = sheet(np.asarray(image))
    assert found is not None
    number = rng.choice([number for line in found.lines for number in line.numbers])
    left, top, right, bottom = number.box
    middle = (left + right) / 2 if seed % 2 else left
    corners = [
        found.pixels(x, y) for x, y in ((middle, top), (right, top), (right, bottom), (middle, bottom))
    ]
    ImageDraw.Draw(image).polygon(corners, "white", "white", 3)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", InputWarning)
            puzzle = nonosat.load(toolkit.Source("blot.png", file_of(image)))
    except InputError as error:
        assert "look at" in str(error)
    else:
        assert isinstance(puzzle, Nonogram)
        assert same(puzzle, TRUTHS[name])


def test_commands_take_a_page_and_draw_what_was_read(tmp_path: Path, call: Call) -> None:
    page, seen = PAGES / "plain-photo.jpg", tmp_path / "seen.png"
    said = call(f"convert {page} {tmp_path}/page.yaml --overlay {seen}")
    assert "a printed puzzle of 10 x 10 cells, " in said.err
    assert "exactly one solution" in call(f"solve {tmp_path}/page.yaml --quiet").out
    with Image.open(seen) as image, Image.open(page) as before:
        assert image.size == before.size
    said = call(f"convert {page} {tmp_path}/filled.yaml --as filled")
    assert "its filled cells are read" in said.err


def same(puzzle: Nonogram, truth: list[list[list[int]]]) -> bool:
    """Whether the clues are these, whatever the colours are called."""
    names = dict[int, int]()
    for clue, wanted in zip(puzzle.clues, truth, strict=True):
        if [block.low for block in clue] != [number for number, _ in wanted]:
            return False
        for block, (_, colour) in zip(clue, wanted, strict=True):
            if names.setdefault(block.colour, colour) != colour:
                return False
    return len(set(names.values())) == len(names)


FILLED = [
    (10, 10, {}, 0, 0),
    (15, 10, {"ink": "#999"}, 0, 0),
    (10, 12, {"on": True}, 1, 0),
    (20, 20, {"cell": 25, "on": True, "clues": 4}, -1, 12),
    (8, 8, {"thick": 6, "cell": 60, "ink": "#777"}, 1, 8),
]


@pytest.mark.parametrize(("width", "height", "look", "angle", "noise"), FILLED)
def test_filled_cells_are_read(
    width: int, height: int, look: dict[str, Any], angle: float, noise: int
) -> None:
    grid = grid_of(width, height, 0.5)
    source = toolkit.Source("page.png", file_of(seen(page(grid, **look), angle, noise)))
    with pytest.raises(
        InputError, match=f"a printed grid of {width} x {height} cells, of which some are filled"
    ):
        nonosat.load(source)
    with pytest.warns(InputWarning, match=f"a printed grid of {width} x {height} cells: its filled"):
        puzzle = nonosat.load(source, "filled")
    assert isinstance(puzzle, Nonogram)
    assert puzzle.goal == grid


@pytest.mark.parametrize("ink", ["#000", "#999"])
def test_a_grid_without_a_line_beside_tinted_margins_is_found_whole(ink: str) -> None:
    found = sheet(np.asarray(page(grid_of(15, 10, 0), ink=ink, cards=True).convert("RGB")))
    assert found is not None
    assert (found.width, found.height) == (15, 10)


def test_the_ends_of_tinted_cards_are_no_high_digits() -> None:
    paper = page(grid_of(10, 10, 0))
    pen, letters = ImageDraw.Draw(paper), ImageFont.load_default(18)
    pen.rectangle((20, 140, 137, 540), 255)
    for k in range(10):
        pen.rectangle((64, 143 + 40 * k, 74, 177 + 40 * k), 225)
        pen.text((100, 160 + 40 * k), "3", 0, letters, "mm")
        pen.text((120, 160 + 40 * k), "2", 0, letters, "mm")
    found = sheet(np.asarray(seen(paper, 0, 6).convert("RGB")))
    assert found is not None
    assert [[number.value[0] for number in line.numbers] for line in found.rows] == [[3, 2]] * 10


@pytest.mark.parametrize("number", [10, 11])
def test_broken_and_touching_digits_are_read(number: int) -> None:
    paper = page(grid_of(10, 10, 0))
    pen, letters = ImageDraw.Draw(paper), ImageFont.load_default(22)
    pen.rectangle((20, 140, 137, 540), 255)
    for y in range(160, 560, 40):
        if number == 10:  # the upper and lower hairlines of its 0 are too pale
            pen.text((103, y), "1", 0, letters, "mm")
            pen.text((115, y), "0", 0, letters, "mm")
            pen.rectangle((114, y - 12, 115, y + 12), 255)
        else:  # together they are narrower than most single digits
            for x in (106, 112):
                pen.rectangle((x, y - 8, x + 2, y + 8), 0)
            pen.line((107, y - 6, 112, y - 6), 0, 1)
    found = sheet(np.asarray(paper.convert("RGB")))
    assert found is not None
    assert [[number.value[0] for number in line.numbers] for line in found.rows] == [[number]] * 10


def test_pale_numbers_are_read_as_black_ones_are() -> None:
    black, pale = (
        sheet(np.asarray(seen(page(grid_of(10, 10, 0), 25, number=level), 0, 3).convert("RGB")))
        for level in (0, 190)
    )
    assert black is not None
    assert pale is not None
    assert [line.others[0] for line in pale.lines] == [line.others[0] for line in black.lines]


def test_random_numbers_are_no_puzzle(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "page.png"
    page(grid_of(10, 10, 0)).save(path)
    said = call(f"check {path}", code=2)
    assert "a printed puzzle of 10 x 10 cells" in said.err
    assert "exactly one" not in said.err + said.out


@pytest.mark.parametrize("seed", range(3))
def test_what_is_no_grid_is_not_taken_for_one(seed: int) -> None:
    rng = random.Random(seed)
    noise = Image.frombytes("L", (200, 150), bytes(rng.choices((0, 255), k=30_000)))
    blobs = Image.new("L", (300, 200), 255)
    pen = ImageDraw.Draw(blobs)
    for _ in range(12):
        x, y = rng.randrange(280), rng.randrange(180)
        pen.ellipse((x, y, x + rng.randrange(5, 90), y + rng.randrange(5, 90)), rng.randrange(200))
    for image in (noise, blobs, enlarged(grid_of(20, 15, 0.5, seed), 9)):
        found = sheet(np.asarray(image.convert("RGB")))
        assert found is None or not found.lines


def test_the_studio_takes_the_cells_that_a_picture_has() -> None:
    name = "plain-photo.jpg"
    made = from_picture(name, (PAGES / name).read_bytes(), Conversion())
    assert (made["side"], made["drawing"]["width"], made["drawing"]["height"]) == (10, 10, 10)
    assert made["said"].startswith("A printed puzzle of 10 x 10 cells")
    made = from_picture("icon.png", file_of(enlarged(ICON, 20)), Conversion(None, 2))
    blocks = "Its pixels come in blocks of 20 x 20, each of which is a cell."
    assert (made["side"], made["said"]) == (7, blocks)
    assert from_picture("icon.png", file_of(enlarged(ICON, 160)), Conversion(None, 2))["side"] == 7


def test_the_site_takes_the_cells_that_a_picture_has() -> None:
    assert '"columns": 7' in ask("photo", "photo.pgm", file_of(enlarged(ICON, 20), "PPM"), [0, 0])


def test_the_site_reads_numbers_where_it_has_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "plain-sharp.png"
    with Image.open(PAGES / name) as image:
        data = file_of(image.convert("RGB"), "PPM")
    found = json.loads(ask("page", "page.ppm", data))
    puzzle = nonosat.load(toolkit.Source("a.yaml", found["puzzle"].encode()))
    assert isinstance(puzzle, Nonogram)
    assert same(puzzle, TRUTHS[name])
    assert found["said"] == "A printed puzzle of 20 x 20 cells, read."
    assert json.loads(ask("page", "page.ppm", file_of(enlarged(ICON, 20).convert("RGB"), "PPM")))["photo"]
    monkeypatch.setattr("nonosat.studio.site.ask.find_spec", lambda name: None)
    assert json.loads(ask("page", "page.ppm", data))["photo"]


@given(st.integers(5, 20), st.integers(5, 20), st.sampled_from((0, 0.3, 0.5)), st.booleans())
@settings(max_examples=10)
def test_a_browser_reads_filled_grids_and_says_where_there_are_only_numbers(
    width: int, height: int, share: float, on: bool
) -> None:
    """Without numpy: an upright grid is found; its numbers are left to be typed."""
    grid = grid_of(width, height, share, width + 99 * height)
    image = page(grid, 30, on=on)
    image.thumbnail((900, 900))
    found = json.loads(ask("photo", "photo.pgm", file_of(image, "PPM"), [0, 0]))
    assert f"{width} x {height} cells" in found["said"]
    if share:
        assert nonosat.load_all(toolkit.Source("a.yaml", found["puzzle"].encode()))[0].goal == grid
    else:
        assert [row.count("0") for row in found["typed"].split("\n")] == [height, width]
        assert "puzzle" not in found

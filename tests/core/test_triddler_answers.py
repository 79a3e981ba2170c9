"""Every other question about triddlers: reasons, classes, puzzles made to order, drawings."""

from io import BytesIO
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import nonosat
from nonosat import InputError, load, toolkit
from nonosat.cli import main
from nonosat.learning.moves import Move, grade_step, move_text, read_move
from nonosat.pictures.drawings import draw, sheet
from nonosat.pictures.raster import sheets_png, still
from nonosat.pictures.sheet import Cells, Diamond, Line, Text
from nonosat.pictures.style import NEW_CORE
from nonosat.pictures.svg import svg
from nonosat.puzzles.rearranged import canonical_order, fingerprint
from nonosat.puzzles.triangles import Outline, moves
from nonosat.puzzles.triddler import Triddler
from nonosat.toolkit import Order
from tests.helpers.fixtures import Capture
from tests.helpers.samples import part
from tests.helpers.triddlers import SMALL, picture, solutions

SIX = Outline(3, 3, 3, 3, 3, 3)


def unique(seed: int, outline: Outline = SIX) -> Triddler:
    """A random triddler with one solution."""
    rng = Random(seed)
    while True:
        puzzle = Triddler.from_picture(picture(outline, rng, density=0.6))
        if nonosat.solve(puzzle).verdict.value == "unique":
            return puzzle


# Reasons


def test_lines_have_the_names_that_they_have_on_paper() -> None:
    found = nonosat.explain(load("snowflake"))
    said = " ".join(found.words.sentence(step) for step in found.steps)
    for side in ("top left", "bottom left", "top", "top right", "bottom", "bottom right"):
        assert f"from the {side}" in said
    assert (
        nonosat.hint(load("snowflake")).text().count("from the top left (complete line): 1 1 3 7 3 1 1") == 1
    )
    assert "column" not in said


def test_cells_have_the_names_of_rows() -> None:
    found = nonosat.certain(load("triddler-switch"))
    assert "a: 4 cells: row 3: 2, 3; row 4: 1, 2" in found.sentence()
    assert main(["hint", "snowflake", "--cell", "1,14", "--quiet"]) == 2
    assert main(["hint", "snowflake", "--cell", "1,13", "--quiet"]) == 0


@pytest.mark.parametrize("seed", part(range(12)))
def test_images_have_the_same_class_and_canonical_form(seed: int) -> None:
    puzzle = unique(seed)
    rng = Random(seed)
    found = nonosat.rate(puzzle)
    chars = [puzzle.chars(puzzle.goal)[cell] for cell in canonical_order(puzzle)]
    for move in rng.sample(moves(puzzle.outline)[1:], 4):
        image = puzzle.apply_move(move)
        other = nonosat.rate(image)
        assert other.details
        assert found.details
        assert (other.difficulty, other.details.effort) == (found.difficulty, found.details.effort)
        assert fingerprint(image) == fingerprint(puzzle)
        assert [image.chars(image.goal)[cell] for cell in canonical_order(image)] == chars
    assert fingerprint(unique(seed + 100)) != fingerprint(puzzle)


@pytest.mark.parametrize("seed", part(range(12)))
def test_a_repaired_picture_is_the_only_one(seed: int) -> None:
    rng = Random(f"repair {seed}")
    outline = rng.choice([outline for outline in SMALL if 6 <= sum(outline.row_lengths) <= 16])
    puzzle = Triddler.from_picture(picture(outline, rng))
    found = toolkit.repair(puzzle)
    repaired = found.repaired
    assert isinstance(repaired, Triddler)
    assert list(solutions(repaired)) == [repaired.goal]


# Made to order


@pytest.mark.parametrize(
    ("level", "symmetry", "smooth"),
    [
        ("lines", "", False),
        ("moderate", "", False),
        ("lines", "h", True),
        ("lines", "both", False),
        ("lines", "turn", True),
    ],
)
def test_puzzles_are_as_ordered(level: str, symmetry: str, smooth: bool) -> None:
    order = Order(
        width=4, height=8, kind="triddler", levels=(level,), symmetry=symmetry, smooth=smooth, seed=3
    )
    made = next(iter(toolkit.make_each(order, 1)))
    puzzle = made.puzzle
    assert isinstance(puzzle, Triddler)
    assert puzzle.outline == Outline(4, 4, 4, 4, 4, 4)
    assert nonosat.rate(puzzle).difficulty == level
    for cells in puzzle.mirrors[symmetry] if symmetry else ():
        chars = puzzle.chars(puzzle.goal)
        assert "".join(chars[cell] for cell in cells) == chars
    again = next(iter(toolkit.make_each(order, 1)))
    assert again.puzzle == puzzle


def test_what_a_shape_does_not_allow_is_refused() -> None:
    with pytest.raises(InputError, match="a triddler of this size cannot be symmetric top to bottom"):
        Order(width=3, height=5, kind="triddler", symmetry="v")


def test_a_picture_becomes_the_nearest_triangles(tmp_path: Path) -> None:
    rows = tuple("#" * 10 + "." * 10 for _ in range(12))
    found = Triddler.from_grid(rows)
    assert len(found.row_lengths) == 12
    for row in found.goal:
        cells = row[1:-1]
        assert set(cells[:4]) == {"#"}
        assert set(cells[-4:]) == {"."}
        assert abs(cells.count("#") - len(cells) / 2) <= 1
    assert main(["convert", "cat", str(tmp_path / "cat.yaml"), "--kind", "triddler"]) == 0
    assert load(tmp_path / "cat.yaml").goal
    assert Triddler.from_grid(("#",) * 5).row_lengths == (1, 3, 5, 5, 3)


def test_doubtful_triangles_change_first(tmp_path: Path, capsys: Capture) -> None:
    pillow = pytest.importorskip("PIL.Image")
    puzzle = Triddler.from_picture(picture(Outline(2, 2, 2, 2, 2, 2), Random(2)))
    (first,) = toolkit.repair(puzzle).indices
    (other,) = toolkit.repair(puzzle, keep=[first]).indices  # as good, if nothing says which cell is doubtful
    spans = puzzle.outline.spans
    left, right = min(start for start, _ in spans), max(end for _, end in spans) + 1
    middles = [
        ((p + 1 - left) / (right - left), (r + (2 - (r + p) % 2) / 3) / len(spans))
        for r, span in enumerate(spans)
        for p in range(*span)
    ]
    levels = [0 if char == "#" else 255 for char in puzzle.chars(puzzle.goal)]
    levels[other] = 120
    image = pillow.new("L", (180, 180))
    for x in range(180):
        for y in range(180):
            far = [(u - x / 180) ** 2 + (v - y / 180) ** 2 for u, v in middles]
            image.putpixel((x, y), levels[far.index(min(far))])
    image.save(tmp_path / "grey.png")
    costs = toolkit.Photo(tmp_path / "grey.png").costs_for(puzzle)
    assert toolkit.repair(puzzle, costs=costs).indices == (other,)


# Drawings


@pytest.mark.parametrize("name", ["snowflake", "fir", "flower", "triddler-switch"])
def test_drawings_have_every_cell_and_clue(name: str) -> None:
    puzzle = load(name)
    assert isinstance(puzzle, Triddler)
    solution = nonosat.solve(puzzle).solution
    assert solution
    drawn = sheet(puzzle, solution, legend=True)
    (tiles,) = (shape for shape in drawn.shapes if isinstance(shape, Cells))
    assert len(tiles.tiles) == len(tiles.outlines) == len(puzzle.chars(solution))
    numbers = sum(max(1, len(clue)) for clue in puzzle.clues)
    assert sum(isinstance(shape, Text) for shape in drawn.shapes) >= numbers
    for shape in drawn.shapes:
        if isinstance(shape, Text):
            left, top, right, bottom = shape.box()
            assert 0 <= left <= right <= drawn.width
            assert 0 <= top <= bottom <= drawn.height
        if isinstance(shape, Line):
            assert 0 <= min(shape.x, shape.to_x) <= max(shape.x, shape.to_x) <= drawn.width
    ElementTree.fromstring(svg(puzzle, solution))


def test_no_two_numbers_overlap() -> None:
    puzzle = load("snowflake")
    boxes = [shape.box() for shape in sheet(puzzle).shapes if isinstance(shape, Text)]
    for k, (left, top, right, bottom) in enumerate(boxes):
        for other_left, other_top, other_right, other_bottom in boxes[:k]:
            apart = right <= other_left or other_right <= left or bottom <= other_top or other_bottom <= top
            assert apart


def test_differences_and_steps_are_marked() -> None:
    puzzle = load("triddler-switch")
    assert isinstance(puzzle, Triddler)
    answer = nonosat.solve(puzzle)
    assert answer.solution
    assert answer.other
    differ = sum(a != b for a, b in zip("".join(answer.solution), "".join(answer.other), strict=True))
    drawn = sheet(puzzle, answer.solution, answer.other)
    assert sum(isinstance(shape, Diamond) for shape in drawn.shapes) == differ
    new = sheet(puzzle, answer.solution, before=puzzle.start)
    (tiles,) = (shape for shape in new.shapes if isinstance(shape, Cells))
    black = "".join(answer.solution).count("#")
    assert sum(look == NEW_CORE for look, _ in tiles.tiles) == black


def test_the_middle_of_every_cell_has_its_colour() -> None:
    image_of = pytest.importorskip("PIL.Image").open
    puzzle = load("flower")
    drawn = still(puzzle, puzzle.goal)
    (tiles,) = (shape for shape in drawn.shapes if isinstance(shape, Cells))
    image = image_of(BytesIO(sheets_png([drawn], ""))).convert("RGB")
    for look, points in tiles.tiles:
        x, y = (sum(ends) / 3 for ends in zip(*points, strict=True))
        assert "#{:02x}{:02x}{:02x}".format(*image.getpixel((round(x), round(y)))) == tiles.rgb[look]


def test_text_has_rows_between_slashes() -> None:
    puzzle = Triddler.from_picture(("/#.#\\", "\\##./"))
    lines = draw(puzzle, puzzle.goal).split("\n")
    assert [line.strip() for line in lines] == ["1", "2   1", "1 1 /█\\ /█\\", "2 \\█/█\\ /", "3   1"]
    narrow = draw(puzzle, puzzle.goal, width=8)
    assert "too wide for 8 columns" in narrow


# Sets


@pytest.mark.parametrize("name", ["fir", "flower"])
def test_moves_are_named_by_row_and_place_and_graded(name: str) -> None:
    puzzle = nonosat.load(name)
    assert isinstance(puzzle, Triddler)
    (solution,) = nonosat.solve(puzzle).solutions
    for cell, char in enumerate(puzzle.chars(solution)):
        move = Move(cell, char)
        assert read_move(move_text(puzzle, move), puzzle) == move
        if cell % 7 == 0:
            assert grade_step(puzzle, None, move).right
            wrong = next(colour.char for colour in puzzle.palette if colour.char != char)
            assert not grade_step(puzzle, None, Move(cell, wrong)).right
    with pytest.raises(InputError, match="off the grid of 10 rows of"):
        read_move("r1c30=.", puzzle)

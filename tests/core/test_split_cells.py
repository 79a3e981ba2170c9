"""Cells that are split into two triangles: colours of their own, read, written, drawn and turned."""

from dataclasses import replace
from io import BytesIO

import pytest

import nonosat
from nonosat import InputError, Nonogram, Puzzle
from nonosat.formats import FORMATS, Source
from nonosat.formats.writing import write
from nonosat.pictures.drawings import sheet
from nonosat.pictures.raster import sheets_png, still
from nonosat.pictures.sheet import Cells, Polygon, halves
from nonosat.pictures.svg import svg
from nonosat.puzzles.colours import colour, split, turn
from nonosat.puzzles.rearranged import canonical_order, fingerprint
from nonosat.puzzles.symmetry import MOVES, Move
from nonosat.puzzles.triddler import Triddler
from nonosat.studio.drawing import drawing_of
from nonosat.toolkit import BLACK_AND_WHITE, Colour, Palette
from tests.helpers import brute
from tests.helpers.puzzles import shipped

RED, WHITE = "#ff0000", "#ffffff"


def named(char: str, text: str) -> Colour:
    found = colour(char, text)
    assert found
    return found


PALETTE: Palette = (
    *BLACK_AND_WHITE,
    named("t", "white/red"),
    named("T", "red\\white"),
    named("v", "#ff0000/white"),
    named("V", "white\\red"),
)


def read(name: str, text: str) -> Puzzle:
    (puzzle,) = FORMATS.load(name).read(Source(f"x.{name}", text.encode()))
    return puzzle


def _at(one: Colour, x: float, y: float) -> str:
    if not one.halves:
        return one.rgb
    return next(rgb for rgb, points in halves(one.halves, 0, 0, 1, 1) if _inside(points, x, y))


def _inside(points: tuple[tuple[float, float], ...], x: float, y: float) -> bool:
    turns = []
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        turns.append((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0)
    return len(set(turns)) == 1


def test_a_colour_is_split_by_its_name() -> None:
    assert split("white/red") == (WHITE, "/", RED)
    assert split("#FF0000\\white") == (RED, "\\", WHITE)
    assert split("red") is split("red/sea") is split("red/white/red") is split("") is None
    assert PALETTE[2].rgb == "#ff7f7f"
    assert PALETTE[2].halves == "#ffffff/#ff0000"


def test_halves_are_where_olsak_has_them() -> None:
    """`black/orange` is black above its diagonal; `black\\orange` is black below."""
    assert [_at(PALETTE[2], *at) for at in ((0.2, 0.2), (0.8, 0.8))] == [WHITE, RED]
    assert [_at(PALETTE[5], *at) for at in ((0.2, 0.8), (0.8, 0.2))] == [WHITE, RED]


@pytest.mark.parametrize("move", MOVES)
def test_a_move_turns_triangles(move: Move) -> None:
    """The sides of a turned cell are those that the move of a grid of sides brings there."""
    grid = [["nw", "n", "ne"], ["w", "", "e"], ["sw", "s", "se"]]
    after = [list(row) for row in move(grid)]
    places = {"n": (0.5, 0.1), "e": (0.9, 0.5), "s": (0.5, 0.9), "w": (0.1, 0.5)}
    for one in PALETTE[2:]:
        image = Colour("x", "", one.rgb, turn(one.halves, move.steps))
        for (r, c), side in (((0, 1), "n"), ((1, 2), "e"), ((2, 1), "s"), ((1, 0), "w")):
            assert _at(image, *places[side]) == _at(one, *places[after[r][c]])


@pytest.mark.parametrize("name", ["yaml", "json", "jsonl"])
def test_documents_hold_split_cells(name: str) -> None:
    puzzle = Nonogram.from_picture(("tT#", "vV."), PALETTE, title="A")
    text = write(puzzle, name)
    assert isinstance(text, str)
    assert read(name, text) == puzzle


def test_olsaks_format_holds_split_cells() -> None:
    puzzle = replace(Nonogram.from_picture(("tT#", "vV."), PALETTE), goal=())
    text = write(puzzle, "g")
    assert isinstance(text, str)
    assert read("g", text) == puzzle
    found = read("g", "#d\n  1:*  black\n  0:   white\n  t:/  white/red  slope\n: \n1t 1\n:\n1t\n1\n:\n")
    assert found.palette[2] == Colour("t", "white/red", "#ff7f7f", "#ffffff/#ff0000")
    glued = "#d\n 1:* black\n /:a white/black << triangle\n:\n/1\n:\n1\n"
    with pytest.raises(InputError, match="the colour / is a triangle that is glued to its block"):
        read("g", glued)


@pytest.mark.parametrize(
    ("name", "text", "line", "what"),
    [
        ("g", "#d\n 0:. white/red\n 1:* black\n:\n1\n:\n1\n", 2, "the background cannot be split"),
        ("g", "#d\n t:/ white/sea\n:\n1t\n:\n1t\n", 2, "expected a colour such as"),
        ("yaml", 'kind: nonogram\npalette: {".": white/red, a: red}\nrows: ["1a"]\ncolumns: ["1a"]\n', 2, ""),
        ("yaml", 'kind: nonogram\npalette: {a: red/sea}\nrows: ["1a"]\ncolumns: ["1a"]\n', 2, "the colour a"),
    ],
)
def test_mistakes_have_their_line(name: str, text: str, line: int, what: str) -> None:
    with pytest.raises(InputError) as told:
        read(name, text)
    assert str(told.value).startswith(f"x.{name}:{line}: {what}")


@pytest.mark.parametrize("name", ["webpbn", "non", "nonogrid", "pgm", "png"])
def test_other_formats_say_that_they_hold_none(name: str) -> None:
    with pytest.raises(InputError, match="cannot hold"):
        write(Nonogram.from_picture(("tT",), PALETTE), name)


def test_they_are_colours_of_their_own() -> None:
    puzzle = Nonogram.from_picture(("tT", "tt"), PALETTE)
    assert [puzzle.clue_text(clue) for clue in puzzle.rows] == ["1t 1T", "2t"]
    assert list(brute.solutions(puzzle)) == [nonosat.solve(puzzle).solution]
    with pytest.raises(InputError, match="colours that are not split"):
        Triddler.from_picture(("/t\\",), PALETTE)
    assert drawing_of(puzzle).puzzle() == puzzle


def image(puzzle: Nonogram, move: Move) -> Nonogram:
    """Return a puzzle turned or mirrored, its triangles with it, in a palette that has all of them."""
    chars = {"": ""} | {one.halves: one.char for one in PALETTE if one.halves}
    to = {one.char: chars[turn(one.halves, move.steps)] if one.halves else one.char for one in PALETTE}
    rows = tuple("".join(row) for row in move(puzzle.goal))
    return Nonogram.from_picture(tuple("".join(map(to.__getitem__, row)) for row in rows), PALETTE)


@pytest.mark.parametrize("picture", [("tT#", "vV.", "#.t"), ("tt", "#T"), ("t.V.", "##t#")])
def test_turned_puzzles_are_the_same(picture: tuple[str, ...]) -> None:
    puzzle = Nonogram.from_picture(picture, PALETTE)
    found = nonosat.rate(puzzle)
    for move in MOVES:
        other = image(puzzle, move)
        assert fingerprint(other) == fingerprint(puzzle)
        keys = sorted(key for key, _ in puzzle.orientations())
        assert sorted(key for key, _ in other.orientations()) == keys
        assert nonosat.rate(other).difficulty == found.difficulty
        if len(set(map(str, keys))) == len(keys):
            own, there = canonical_order(puzzle), canonical_order(other)
            assert len(own) == len(there)
            seen = ["".join(puzzle.goal)[cell] == "#" for cell in own]
            assert seen == ["".join(other.goal)[cell] == "#" for cell in there]


# Drawings


def test_both_halves_are_drawn() -> None:
    image_of = pytest.importorskip("PIL.Image").open
    puzzle = shipped("house")
    drawn = still(puzzle, puzzle.goal)
    cells = next(shape for shape in drawn.shapes if isinstance(shape, Cells))
    shown = image_of(BytesIO(sheets_png([drawn], ""))).convert("RGB")
    for r, row in enumerate(puzzle.goal):
        for c, char in enumerate(row):
            one = next(colour for colour in puzzle.palette if colour.char == char)
            for x, y in ((0.5, 0.2), (0.8, 0.5), (0.5, 0.8), (0.2, 0.5)):
                at = round(cells.left + (c + x) * cells.size), round(cells.top + (r + y) * cells.size)
                assert "#{:02x}{:02x}{:02x}".format(*shown.getpixel(at)) == _at(one, x, y)


def test_clues_and_legend_have_both_halves() -> None:
    puzzle = shipped("house")
    drawn = sheet(puzzle, legend=True)
    wanted = sum(bool(puzzle.palette[block.colour].halves) for clue in puzzle.clues for block in clue)
    wanted += sum(bool(one.halves) for one in puzzle.palette)
    assert sum(isinstance(shape, Polygon) for shape in drawn.shapes) == 2 * wanted
    assert not any(isinstance(shape, Cells) and shape.tiles for shape in drawn.shapes)
    assert "white/red" in svg(puzzle, legend=True)

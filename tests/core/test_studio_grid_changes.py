"""Changes of a drawing's whole grid: pictures, givens and written clues move together."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from nonosat import InputError, Nonogram, load
from nonosat.puzzles.triangles import Outline, coordinates, frame
from nonosat.puzzles.triddler import Triddler
from nonosat.studio.drawing import MOST_COLOURS, MOST_TEXT, Drawing, drawing_of, read_drawing
from nonosat.studio.folder import MOST_BYTES
from nonosat.studio.grid_changes import GridChange, Turned
from nonosat.studio.palette_changes import PaletteChange
from nonosat.toolkit import BLACK_AND_WHITE, CellPuzzle, Colour, Palette, colour_char, read_clue
from tests.helpers.drawings import COLOURS, KITE, drawn
from tests.helpers.mosaics import Mosaic, rows_of
from tests.helpers.samples import sampled
from tests.helpers.triddlers import SMALL

MOVES = {"mirror-across": 2, "mirror-down": 2, "turn": 4}


def puzzle(seed: int) -> CellPuzzle:
    """Return the puzzle of a random picture of some kind, with givens or without."""
    rng = random.Random(seed)
    palette = rng.choice((BLACK_AND_WHITE, COLOURS))
    kind = (Nonogram, Mosaic, Triddler)[seed % 3]
    palette = BLACK_AND_WHITE if kind is Mosaic else palette
    chars = [colour.char for colour in palette]
    if kind is Triddler:
        outline = rng.choice(SMALL)
        picture = frame("".join(rng.choices(chars, k=sum(outline.row_lengths))), outline)
    else:
        width, height = rng.randint(1, 6), rng.randint(1, 6)
        picture = tuple("".join(rng.choices(chars, k=width)) for _ in range(height))
    found = kind.from_picture(picture, palette)
    if rng.random() < 0.5:
        text = found.chars(picture)
        found = found.with_givens(found.cut("".join(rng.choice((char, "?")) for char in text)))
    return found


def written(given: CellPuzzle) -> Drawing:
    return drawing_of(given.with_goal(()))


@pytest.mark.parametrize("seed", sampled(range(60)))
@pytest.mark.parametrize("how", MOVES)
def test_moves_lead_back_and_take_the_clues_with_them(seed: int, how: str) -> None:
    given = puzzle(seed)
    drawn, texts = drawing_of(given), written(given)
    order = 6 if how == "turn" and drawn.outline else MOVES[how]
    now = drawn
    for turned in range(order):
        if len(set(map(frozenset, now.layout[1]))) == len(now.layout[1]):  # else, lines cannot be told apart
            moved = GridChange(how, written(now.puzzle())).apply()
            assert moved.puzzle().problem() == GridChange(how, now).apply().puzzle().problem(), turned
        now = GridChange(how, now).apply()
        assert read_drawing(now.plain()) == now
    assert now == drawn
    assert texts.clues


@pytest.mark.parametrize("seed", sampled(range(60)))
def test_a_grid_that_grows_keeps_its_picture_and_is_cropped_to_it(seed: int) -> None:
    given = puzzle(seed)
    rng = random.Random(seed)
    drawn = drawing_of(given)
    top, left, right, bottom = (rng.randint(0, 3) for _ in range(4))
    size: dict[str, Any] = {"width": drawn.width + left + right, "height": drawn.height + top + bottom}
    size |= {"down": top, "right": left}
    outline = tuple(side + 1 for side in drawn.outline)
    size |= {"at_top": rng.random() < 0.5, "at_left": rng.random() < 0.5}
    grown = GridChange("resize", drawn, **size, outline=outline).apply()
    assert sum(char != "." for char in grown.picture) == sum(char != "." for char in drawn.picture)
    if given.kind != "mosaic" and len(set(map(frozenset, drawn.layout[1]))) == len(drawn.layout[1]):
        clues = GridChange("resize", written(given), **size, outline=outline).apply().clues
        assert clues == written(replace(grown, givens="").puzzle()).clues
    if any(char != "." for char in drawn.picture):
        cropped = [
            GridChange(
                "crop", one, cells=tuple(k for k, char in enumerate(one.picture) if char != ".")
            ).apply()
            for one in (drawn, grown)
        ]
        assert cropped[0].picture == cropped[1].picture
        assert cropped[0].outline == cropped[1].outline


def test_a_crop_is_the_smallest_hexagon() -> None:
    outline = Outline(2, 3, 3, 2, 2, 3)
    cells = coordinates(outline)
    drawn = drawing_of(Triddler.from_picture(frame("#" * len(cells), outline)))
    rng = random.Random(1)
    for _ in range(50):
        kept = tuple(rng.sample(range(len(cells)), 3))
        cropped = GridChange("crop", drawn, cells=kept).apply()
        for k in range(3):
            lines = [cells[cell][k] for cell in kept]
            assert sum(cropped.outline[2 * k : 2 * k + 2]) == max(lines) - min(lines) + 1


def test_what_leaves_the_grid_comes_back() -> None:
    drawn = drawing_of(Nonogram.from_picture(("##.", "...")))
    assert GridChange("shift", drawn, down=1, right=2).apply().picture == "...#.#"
    assert GridChange("shift", drawn, down=-5, right=-3).apply().picture == "...##."
    with pytest.raises(InputError, match="no opposite sides"):
        GridChange("shift", drawing_of(load("flower")), down=1).apply()


def test_split_cells_turn() -> None:
    drawn = drawing_of(load("house"))
    halves = {colour.char: colour.halves for colour in drawn.palette if colour.halves}
    turned = GridChange("mirror-across", drawn).apply()
    assert halves and {c.char: c.halves for c in turned.palette if c.halves} != halves
    assert GridChange("mirror-across", turned).apply() == drawn


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("how", MOVES)
def test_a_selection_of_all_cells_moves_as_the_grid_does(seed: int, how: str) -> None:
    drawn = drawing_of(puzzle(seed))
    moved = GridChange(how, drawn).apply()
    turned, cells = Turned(how, drawn, "picture", tuple(range(drawn.count))).apply()
    if (moved.width, moved.height, moved.outline) == (drawn.width, drawn.height, drawn.outline):
        assert turned.picture == moved.picture
        assert sorted(cells) == list(range(drawn.count))


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("how", MOVES)
def test_a_turned_selection_keeps_its_cells_together(seed: int, how: str) -> None:
    rng = random.Random(seed)
    drawn = drawing_of(puzzle(seed))
    some = tuple(rng.sample(range(drawn.count), rng.randint(1, drawn.count)))
    turned, cells = Turned(how, drawn, "picture", some).apply()
    assert len(set(cells)) == len(cells) <= len(some)
    assert cells if how != "turn" else True
    for cell, char in enumerate(turned.picture):
        if cell not in cells:
            assert char == ("." if cell in some else drawn.picture[cell])
    if len(cells) == len(some):
        assert sorted(turned.picture[cell] for cell in cells) == sorted(drawn.picture[cell] for cell in some)


def test_the_split_colours_of_a_selection_turn() -> None:
    drawn = drawing_of(load("house"))
    split = [colour.char for colour in drawn.palette if colour.halves]
    cell = next(cell for cell, char in enumerate(drawn.picture) if char in split)
    before = {colour.char: colour.halves for colour in drawn.palette}
    turned, (to,) = Turned("turn", drawn, "picture", (cell,)).apply()
    after = {colour.char: colour.halves for colour in turned.palette}
    assert to == cell and before == {char: after[char] for char in before}
    right = GridChange("turn", drawn).apply()
    halves = next(colour.halves for colour in right.palette if colour.char == drawn.picture[cell])
    assert after[turned.picture[to]] == halves != before[drawn.picture[cell]]
    again = turned
    for _ in range(3):
        again, _ = Turned("turn", again, "picture", (cell,)).apply()
    assert again.picture == drawn.picture


def test_the_palette_changes() -> None:
    drawn = drawing_of(Nonogram.from_picture(("##.", "...")))
    red = PaletteChange("add", drawn).apply()
    assert [(one.char, one.name) for one in red.palette[2:]] == [("r", "red")]
    split = PaletteChange("add-split", red).apply()
    assert (split.palette[3].name, split.palette[3].char) == ("red/black", "s")
    other = PaletteChange("split", split, 3, "#000000\\#ffffff").apply()
    assert (other.palette[3].name, other.palette[3].char) == ("black\\white", "s")
    painted = replace(other, picture="#sr...", givens="?s????", protected="?s????")
    without = PaletteChange("remove", painted, 3).apply()
    assert (without.picture, without.givens, without.protected) == ("#.r...", "??????", "?.????")
    assert without.palette == red.palette
    texts = replace(red, clues=("1r, 2#", "0", "1r", "?r", "#"))
    assert PaletteChange("remove", texts, 2).apply().clues == ("2#", "0", "0", "0", "#")
    for wrong in (("remove", drawn, 1), ("remove", red, 0), ("remove", red, 7), ("split", red, 1, "black")):
        with pytest.raises(InputError):
            PaletteChange(*wrong).apply()
    while len(red.palette) < 33:
        red = PaletteChange("add", red).apply()
    with pytest.raises(InputError, match="at most 33"):
        PaletteChange("add", red).apply()


@pytest.mark.parametrize(
    "changed",
    [
        {"kind": "triddler"},
        {"outline": (1, 1, 1, 1, 1, 1)},
        {"kind": "triddler", "outline": (1, 1, 1, 1, 1, 2)},
        {"kind": "triddler", "outline": (2, 2, 2, 2, 2, 2)},  # of another size
        {"kind": "triddler", "outline": (1, 1)},
        {"kind": "mosaic", "palette": COLOURS},
        {"kind": "springs"},
        {"hidden": "#"},
        {"clues": ("1",)},
    ],
)
def test_grids_that_do_not_fit_are_refused(changed: dict[str, Any]) -> None:
    drawn = drawing_of(Nonogram.from_picture(("#..", "...")))
    with pytest.raises(InputError):
        read_drawing(replace(drawn, **changed).plain())


@pytest.mark.parametrize("seed", range(40))
def test_a_drawing_is_read_back_as_it_was_written(seed: int) -> None:
    drawing = drawn(seed)
    assert read_drawing(json.loads(json.dumps(drawing.plain()))) == drawing
    again = drawing_of(drawing.puzzle())
    assert again.puzzle() == drawing.puzzle()


@pytest.mark.parametrize(
    "changed",
    [
        *({"picture": cells} for cells in ("#", "#" * 26, "?" * 25, "x" * 25, ["#"] * 25)),
        *({"givens": cells} for cells in ("#", "x" * 25)),
        {"costs": "A" * 25},
        {"clues": ["1"]},
        {"more": 1},
        {"title": "\ud800"},
        {"title": "a" * MOST_TEXT, "author": "me"},  # together, too much
        {"width": 501},
        {"width": True},
        {"width": 1.5},
        {"kind": "springs"},
        {"outline": [1, 1, 1, 1, 1, 1]},
        {"palette": [{"char": ".", "name": "", "rgb": "#ffffff"}]},
    ],
)
def test_a_drawing_that_does_not_fit_is_refused(changed: dict[str, object]) -> None:
    with pytest.raises(InputError) as error:
        read_drawing({**drawing_of(Nonogram.from_picture(KITE)).plain(), **changed})
    assert "\n" not in str(error.value)


def test_the_largest_drawing_fits_into_a_request() -> None:
    colours = [chr(0x1F300 + number) for number in range(MOST_COLOURS - 1)]
    palette = (BLACK_AND_WHITE[0], *(Colour(char, "", "#000000") for char in colours if colour_char(char)))
    cells = colours[0] * 250_000
    clues = (" " * 500,) * 500
    texts: Any = {"title": "\x01" * (MOST_TEXT - 500_000 - 10 * MOST_COLOURS)}
    drawing = Drawing(500, 500, palette, cells, cells, clues * 2, "", "z" * 250_000, **texts)
    drawing = read_drawing(drawing.plain())
    assert len(json.dumps(drawing.plain(), ensure_ascii=False).encode()) < MOST_BYTES


def test_what_is_too_large_is_refused() -> None:
    row = "." * 501
    with pytest.raises(InputError, match="sides of at most 500 cells, this puzzle has 501"):
        drawing_of(Nonogram.from_picture((row,)))


def test_the_numbers_of_a_mosaic_are_hidden_or_written() -> None:
    hidden = Mosaic.from_picture(KITE).without_clues((3,))
    drawing = drawing_of(hidden)
    assert drawing.hidden[3] == "#" and drawing.hidden.count("#") == 1
    assert drawing.puzzle() == hidden
    written = read_drawing({**drawing.plain(), "hidden": "", "clues": list(rows_of(hidden))})
    assert written.puzzle() == hidden


@pytest.mark.parametrize("seed", range(200))
def test_written_clues_keep_their_meaning_when_the_palette_changes(seed: int) -> None:
    rng = random.Random(seed)
    palette = (
        BLACK_AND_WHITE[0],
        *(Colour(char, char, "#123456") for char in rng.sample("#rg", rng.randint(1, 3))),
    )
    chars = ["", *(colour.char for colour in palette[1:])]
    clues = [
        " ".join(rng.choice("123?") + rng.choice(chars) for _ in range(rng.randint(1, 3))) for _ in range(8)
    ]
    drawn = replace(drawing_of(Nonogram.from_picture(("....",) * 4, palette)), picture="", clues=tuple(clues))
    gone = rng.randrange(1, len(palette))
    changes = [PaletteChange("add", drawn)] + [PaletteChange("remove", drawn, gone)] * (len(palette) > 2)
    for change in changes:
        after = change.apply()
        for was, now in zip(clues, after.clues, strict=True):
            try:
                wanted = meant(was, palette)
            except InputError:
                continue
            left = [one for one in wanted if change.how == "add" or one[0] != palette[gone].char]
            assert meant(now, after.palette) == left


def meant(clue: str, palette: Palette) -> list[tuple[str, int, int]]:
    """Return the blocks of a clue, with the characters of their colours."""
    return [(palette[one.colour].char, one.low, one.high) for one in read_clue(clue.split(), palette)]

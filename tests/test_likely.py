"""The odds of cells: computed, reported and drawn."""

import re
from io import BytesIO
from xml.etree import ElementTree

import pytest

import nonosat
from nonosat import InputError, Limits, Nonogram
from nonosat.pictures.heat import heat_fills, heat_text
from nonosat.pictures.style import ansi, mixed, parts
from nonosat.propagation.narrow import narrow
from nonosat.puzzles.families import n_dom
from nonosat.puzzles.springs import Springs
from nonosat.solving.questions.likely import Odds, likely
from tests.helpers.brute import THREE_COLOURS, nonogram
from tests.helpers.fixtures import Call
from tests.helpers.properties import given
from tests.helpers.strategies import small_rows


@given(small_rows(3))
def test_sure_is_what_lines_know(rows: list[list[int]]) -> None:
    puzzle = nonogram(rows, THREE_COLOURS)
    possible = narrow(puzzle.problem()).problem.possible
    odds = likely(puzzle)
    assert [sum(1 << value for value, share in enumerate(cell) if share) for cell in odds.cells] == list(
        possible
    )
    assert odds.fixed_cells == sum(mask.bit_count() == 1 for mask in possible)
    assert len(heat_fills(odds)) == len(possible) - odds.fixed_cells
    assert all(sum(cell) == pytest.approx(1) for cell in odds.cells)
    best = [max(range(3), key=cell.__getitem__) for cell in odds.cells]
    assert odds.picture == puzzle.picture(best)


def test_a_switch_is_even() -> None:
    odds = likely(nonosat.load("switch"))
    assert (odds.fixed_cells, len(odds.cells), odds.settled) == (32, 36, True)
    assert [cell for cell in odds.cells if max(cell) < 1] == [pytest.approx((0.5, 0.5))] * 4
    assert "".join(heat_text(odds).splitlines()[:-1]).count("▒▒") == 4
    assert heat_text(odds, numbers=True).count(" 50") == 4


def test_blotted_lines_are_told() -> None:
    odds = likely(nonosat.load("blotted"))
    assert "row 5" in odds.skipped_lines
    assert f"{len(odds.skipped_lines)} lines without known lengths skipped" in odds.summary
    assert "row 1" not in odds.skipped_lines


def test_what_cannot_be_weighed() -> None:
    with pytest.raises(InputError, match="likely works on puzzles whose cells are filled in"):
        likely(nonosat.load("black-and-white#1"))
    none = likely(Springs("#.#", (2,)))
    assert (none.cells, none.picture, none.solved) == ((), (), False)
    assert none.summary == "no solution (by lines alone: the row cannot be completed)"
    assert likely(n_dom(12), limits=Limits(0.001)).summary == "unknown: time limit"


def drawn(colours: bool) -> Odds:
    """The odds of four cells: black for sure, white for sure, likely black, most likely white."""
    palette = THREE_COLOURS if colours else THREE_COLOURS[:2]
    puzzle = Nonogram.from_picture(("##..",), palette)
    rest = (0.0,) if colours else ()
    cells = ((0.0, 1.0, *rest), (0.2, 0.8, *rest), (0.999, 0.001, *rest), (1.0, 0.0, *rest))
    return Odds(puzzle=puzzle, cells=cells, picture=("##..",))


@pytest.mark.parametrize(
    ("colours", "numbers", "width", "row"),
    [
        (False, False, None, "██▓▓    "),
        (False, False, 7, "█▓  "),
        (False, True, None, "███ 80 01   "),
        (False, True, 11, "██8001  "),
        (True, False, None, "#█#▓.█  "),
        (True, True, None, "#██#80.99   "),
    ],
)
def test_characters(colours: bool, numbers: bool, width: int | None, row: str) -> None:
    text = heat_text(drawn(colours), width, numbers=numbers)
    assert [line for line in text.splitlines() if line.endswith("│")] == [
        f"{'2#' if colours else '2'}│{row}│"
    ]
    if width is not None:
        assert max(map(len, text.splitlines())) <= width


def test_too_wide_is_said() -> None:
    assert heat_text(drawn(True), 5) == "(the picture is 4 cells wide: too wide for 5 columns)"


@pytest.mark.parametrize(
    ("colours", "numbers", "width", "scale"),
    [
        (False, False, None, ["   0%  ░░ 25%  ▒▒ 50%  ▓▓ 75%  ██ 100% black"]),
        (False, False, 15, ["   0%  ░░ 25%", "▒▒ 50%  ▓▓ 75%", "██ 100% black"]),
        (False, False, 11, []),
        (False, True, None, ["numbers: black in %"]),
        (True, False, None, ["the likeliest colour:  ░ 25%  ▒ 50%  ▓ 75%  █ 100%"]),
        (True, True, None, ["numbers: the likeliest colour in %"]),
    ],
)
def test_the_scale_in_characters(colours: bool, numbers: bool, width: int | None, scale: list[str]) -> None:
    text = heat_text(drawn(colours), width, numbers=numbers)
    assert text.partition("┘")[2].splitlines()[1:] == scale


@pytest.mark.parametrize("colours", [False, True])
def test_every_file_and_terminal_has_the_scale(colours: bool) -> None:
    odds = drawn(colours)
    first = odds.puzzle.palette[1]
    shares = [0, 0.25, 0.5, 0.75, 1]
    steps = [mixed(["#ffffff", first.rgb], (1 - share, share)) for share in shares]
    words = ["0%", "25%", "50%", "75%", f"100% {first.name}{', others likewise' * colours}"]
    text = heat_text(odds, colour=True).splitlines()[-1]
    assert re.findall(r"48;2;([\d;]+);38", text) == [ansi(rgb) for rgb in steps]
    assert re.split(r"\x1b\[\S+  \x1b\[0m", text)[1:] == [f" {said}  " for said in words[:4]] + [
        f" {words[4]}"
    ]
    for drawing in (nonosat.draw(odds).svg(), odds._repr_html_()):
        assert all(f">{said}</text>" in drawing for said in words)
        assert all(f'fill="{rgb}"' in drawing for rgb in steps)
    image = pytest.importorskip("PIL.Image").open(BytesIO(nonosat.draw(odds).png())).convert("RGB")
    assert set(map(parts, steps)) <= {rgb for _, rgb in image.getcolors(1 << 16) or []}


def test_ansi_mixes_the_colours() -> None:
    row = next(line for line in heat_text(drawn(False), 15, True, True).splitlines() if "\x1b" in line)
    grounds = re.findall(r"\x1b\[48;2;(\d+);\1;\1;38;2;(\d+);\2;\2m([ \d]+)\x1b\[0m", row)
    assert grounds == [("0", "255", "   "), ("51", "255", " 80"), ("255", "0", " 01"), ("255", "0", "   ")]


def test_files() -> None:
    odds = drawn(False)
    assert heat_fills(odds) == {
        (0, 1): ("#333333", "row 1, column 2: black 80 %, white 20 %"),
        (0, 2): ("#ffffff", "row 1, column 3: white 99.9 %, black 0.1 %"),
    }
    tags = list(ElementTree.fromstring(nonosat.draw(odds).svg()).iter("{http://www.w3.org/2000/svg}rect"))
    assert [tag.get("fill") for tag in tags[:3]] == ["#fff", "#333333", "#ffffff"]
    assert [tag[0].text for tag in tags[1:3]] == [text for _, text in heat_fills(odds).values()]
    image = pytest.importorskip("PIL.Image").open(BytesIO(nonosat.draw(odds).png())).convert("RGB")
    found = {rgb for _, rgb in image.getcolors(1 << 16) or []}
    assert {(0x33, 0x33, 0x33), (0, 0, 0), (255, 255, 255)} <= found


def test_files_that_cannot_be_written(call: Call) -> None:
    says = "springs#1: heat maps in files work on grids only; this puzzle is of kind springs"
    assert says in call("likely springs#1 --svg x.svg", code=2).err
    assert "no/such/x.png: cannot be written" in call("likely gchq --png no/such/x.png", code=2).err

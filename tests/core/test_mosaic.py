"""Mosaics: documents, small grids by trying every picture, and what is drawn."""

from itertools import product

import pytest
from pysat.solvers import Solver

from nonosat import InputError, Picture, Puzzle
from nonosat.encodings import reference
from nonosat.formats import FORMATS, Source, load
from nonosat.formats.documents import plain
from nonosat.formats.writing import write
from nonosat.pictures.drawings import draw, sheet
from nonosat.pictures.grid_text import CROSS
from nonosat.pictures.sheet import Cells, Diamond, Text
from nonosat.problem import Count
from nonosat.propagation.narrow import narrow
from nonosat.puzzles.picture import rows
from tests.helpers.brute import numbers, solutions
from tests.helpers.models import accepted
from tests.helpers.mosaics import Mosaic, mosaic_of, rows_of
from tests.helpers.properties import given, st
from tests.helpers.samples import part

SIZES = [(1, 1), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (3, 3), (3, 4)]


def mosaic(picture: Picture, shown: set[tuple[int, int]] | None = None) -> Mosaic:
    """The puzzle of a picture, with the numbers of these cells (None: of all)."""
    rows = numbers(picture)
    if shown is None:
        return mosaic_of(rows)
    return mosaic_of(
        tuple(
            "".join(char if (r, c) in shown else "?" for c, char in enumerate(row))
            for r, row in enumerate(rows)
        )
    )


def pictures(height: int, width: int) -> list[Picture]:
    """Every picture of a grid."""
    return [rows("".join(cells), width) for cells in product(".#", repeat=height * width)]


@st.composite
def puzzles(draw: st.DrawFn) -> Mosaic:
    height, width = draw(st.sampled_from(SIZES))
    cells = list(product(range(height), range(width)))
    if draw(st.integers(0, 3)):
        return mosaic(draw(st.sampled_from(pictures(height, width))), draw(st.sets(st.sampled_from(cells))))
    return mosaic_of(
        tuple(draw(st.text("?????0123459", min_size=width, max_size=width)) for _ in range(height))
    )


# The problem


@given(puzzles())
def test_a_fault_is_seen_in_every_other_picture(puzzle: Mosaic) -> None:
    want = set(solutions(puzzle))
    for picture in pictures(*puzzle.grid):
        assert (puzzle.fault(picture) is None) == (picture in want)
        assert puzzle.picture(puzzle.values(picture)) == picture
    if puzzle.obstacle():
        assert not want


def test_all_symmetries_are_found() -> None:
    counts = {
        ("123", "456", "789"): 0,
        ("1?1", "???", "1?1"): 7,
        ("12", "21"): 3,
        ("1?1",): 1,
        ("1",): 0,
        ("121", "343"): 1,
    }
    for some, count in counts.items():
        assert len(list(mosaic_of(some).symmetries())) == count


def test_a_problem_says_what_its_constraints_are() -> None:
    problem = mosaic_of(("??", "?3", "??")).problem()
    assert problem.sizes == (2,) * 6
    assert problem.answer_key == tuple(range(6))
    assert problem.constraints == (
        Count(3, 3, tuple((cell, 1) for cell in range(6)), "the 3 in row 2, column 2"),
    )


def test_a_number_too_large_for_its_place_has_no_solution() -> None:
    puzzle = mosaic_of(("9?", "??"))
    assert puzzle.obstacle() == "the 9 in row 1, column 1 has only 4 cells around it"
    assert mosaic_of(("4?", "??")).obstacle() is None
    assert narrow(puzzle.problem()).contradiction == "the 9 in row 1, column 1"


# What is wrong


def test_what_is_not_a_picture_of_a_mosaic() -> None:
    puzzle = mosaic_of(("?2", "?2"))
    assert puzzle.fault(()) == puzzle.fault(("##",)) == "the picture is not 2 rows of 2 cells"
    assert puzzle.fault(("#?", "..")) == "the picture has '?', which is not a colour of the palette"
    assert puzzle.fault(("#.", "..")) == "the 2 in row 1, column 2 has 1 black cell around it, not 2"
    assert puzzle.fault(("#.", ".#")) is None


# Documents


def read(text: str, name: str = "yaml") -> list[Puzzle]:
    return list(FORMATS.load(name).read(Source("x", text.encode())))


@given(puzzles(), st.text("aé\n:#?", max_size=5))
def test_documents_hold_everything(puzzle: Mosaic, title: str) -> None:
    puzzle = mosaic_of(rows_of(puzzle), title=title, licence="CC0-1.0")
    for name in ("yaml", "json"):
        text = write([puzzle, puzzle], name)
        assert isinstance(text, str)
        assert read(text, name) == [puzzle, puzzle]


@pytest.mark.parametrize("rows", ["|\n  ?1\n  2?\n", "['?1', 2?]\n", "\n- '?1'\n- ' 2? '\n"])
def test_rows_as_a_block_or_a_list(rows: str) -> None:
    assert read(f"kind: mosaic\ntitle: t\nrows: {rows}") == [mosaic_of(("?1", "2?"), title="t")]


def test_only_documents_and_links_hold_mosaics() -> None:
    puzzle = mosaic_of(("1",), source="x")
    assert plain(puzzle) == {"kind": "mosaic", "rows": ("1",)}
    for name, entry in FORMATS.items():
        if entry.writes and name not in ("yaml", "json", "jsonl", "link", "penpa", "tatham"):
            with pytest.raises(InputError, match=r"^x: .*, not mosaic$"):
                write([puzzle], name)


@pytest.mark.parametrize(
    ("entries", "what"),
    [
        ("", "x:1: a puzzle of kind mosaic: expected the key `rows:`, which is missing"),
        ("rows: []\n", "x:2: rows: expected"),
        ("rows: [[1]]\n", "x:2: a row: expected a text, found a list"),
        ("rows: |\n  12\n  1x\n", "x:4: rows: expected the characters 0 1 2 3 4 5 6 7 8 9 ?, found 'x'"),
        ("rows: |\n  12\n  1\n", "x:4: rows: expected 2 cells per row, found 1"),
        (f"rows: ['{'?' * 1001}']\n", "x:2: rows: expected 1 to 1000 rows of 1 to 1000 cells"),
        ("rows: |\n" + "  ?\n" * 1001, "x:2: rows: expected 1 to 1000 rows of 1 to 1000 cells"),
        ("rows: ['?']\npalette: ['#']\n", "x:3: a puzzle of kind mosaic: unknown key 'palette'"),
    ],
)
def test_bad_documents_have_their_place(entries: str, what: str) -> None:
    with pytest.raises(InputError) as caught:
        read("kind: mosaic\n" + entries)
    assert str(caught.value).startswith(what)


@pytest.mark.parametrize("rows", [(), ("",), ("1", "12"), ("x",), ("?" * 1001,), ("?",) * 1001])
def test_bad_rows_in_python(rows: Picture) -> None:
    with pytest.raises(InputError):
        mosaic_of(rows)


# Large grids and the instance


def test_the_shipped_mosaic_is_unique_and_needs_every_number() -> None:
    puzzle = load("mosaic")
    assert isinstance(puzzle, Mosaic)
    (values,) = accepted(puzzle.problem())
    picture = puzzle.picture(values)
    assert puzzle.fault(picture) is None
    for number in part(list(range(len(puzzle.clues)))):
        formula = reference.encode(puzzle.without_clues([number]).problem(), [values])
        with Solver("cadical153", bootstrap_with=formula.clauses) as solver:
            assert solver.solve()


# Drawings

SMALL = mosaic_of(("?3?4?", "6?5??", "?????"), title="<m>")
PICTURE = ("##.#.", "###?.", "#####")
OTHER = ("##.##", "#.#?.", "#####")


def test_an_empty_mosaic_in_a_terminal() -> None:
    rows = ["┌──────────┐", "│ · 3 · 4 ·│", "│ 6 · 5 · ·│", "│ · · · · ·│", "└──────────┘"]
    assert draw(SMALL).splitlines() == rows
    assert draw(SMALL, width=11).splitlines()[1:3] == ["│·3·4·│", "│6·5··│"]
    assert draw(SMALL, width=6) == "(with its frame it is 7 characters wide: too wide for 6 columns)"
    assert draw(mosaic_of(("1" * 7,))).splitlines()[1] == "│ 1 1 1 1 1│ 1 1│"


def test_a_picture_in_a_terminal() -> None:
    lines = draw(SMALL, PICTURE, OTHER).splitlines()
    assert lines[1:4] == ["│████  ██░░│", "│██▓▓██??  │", "│██████████│"]
    assert draw(SMALL, ("##.#.", "###..", "#####"), width=7).splitlines()[1] == "│██ █ │"
    state = draw(SMALL, PICTURE).replace(CROSS, "x").splitlines()
    assert state[1:3] == ["│███3 x█4 x│", "│█6███5 · x│"]
    assert draw(SMALL, PICTURE, width=7).replace(CROSS, "x").splitlines()[1] == "│█3x4x│"
    marks = ("12345", "abcde", "fghij")
    assert draw(SMALL, PICTURE, marks=marks).splitlines()[2] == "│██████?d  │"
    assert draw(SMALL, PICTURE, OTHER, width=5).splitlines() == [
        "██▄▀",
        "▀▀▀▀▀",
        "(with its frame it is 7 characters wide: too wide for 5 columns)",
    ]


def test_shapes_show_numbers_cells_and_marks() -> None:
    whole = sheet(SMALL)
    assert [s.text for s in whole.shapes if isinstance(s, Text)] == ["3", "4", "6", "5"]
    assert {s.rgb for s in whole.shapes if isinstance(s, Text)} == {"#000000"}
    solved = sheet(SMALL, PICTURE, OTHER)
    (cells,) = [shape for shape in solved.shapes if isinstance(shape, Cells)]
    assert cells.spans[:3] == (("#", 0, 0, 2), (".", 0, 2, 1), ("#", 0, 3, 1))
    marks = [shape for shape in solved.shapes if isinstance(shape, Diamond)]
    assert {((m.y - cells.top) / m.size, (m.x - cells.left) / m.size) for m in marks} == {(0, 4), (1, 1)}
    assert [(s.text, s.rgb) for s in solved.shapes if isinstance(s, Text)] == [
        (text, "#ffffff") for text in "3465"
    ]
    bare = sheet(SMALL, PICTURE, clues=False, legend=True)
    assert not [shape for shape in bare.shapes if isinstance(shape, Text)]

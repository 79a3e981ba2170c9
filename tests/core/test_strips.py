"""Strips: "Black and White" as published, and small diagrams by cutting them in every way."""

from functools import lru_cache
from pathlib import Path

import pytest

from nonosat import InputError, Picture, Puzzle, Verdict, solve
from nonosat.formats import FORMATS, Source
from nonosat.formats.folders import load_all
from nonosat.pictures.svg import svg
from nonosat.puzzles.strips import Strips
from tests.helpers.brute import cuts, solutions
from tests.helpers.certified import certified
from tests.helpers.fixtures import Call
from tests.helpers.properties import given, st

SIZES = [(1, 1), (4, 1), (1, 5), (2, 2), (3, 2), (2, 4), (3, 3)]


@st.composite
def puzzles(draw: st.DrawFn) -> Strips:
    width, height = draw(st.sampled_from(SIZES))
    diagram = tuple(draw(st.text("bw", min_size=width, max_size=width)) for _ in range(height))
    if draw(st.integers(0, 3)):  # the strips of some cut, so that there is a solution
        pieces, _ = draw(st.sampled_from(cuts(width, height)))
        texts = ["".join(diagram[r][c] for r, c in piece) for piece in pieces]
        strips = [draw(st.sampled_from([text, text[::-1]])) for text in texts]
        return Strips(diagram, tuple(strip for strip in strips if len(strip) > 1 or draw(st.booleans())))
    return Strips(diagram, tuple(draw(st.lists(st.text("bw", min_size=1, max_size=4), max_size=4))))


@given(puzzles(), st.data())
def test_a_fault_is_seen_in_every_other_picture(puzzle: Strips, data: st.DataObject) -> None:
    want = set(solutions(puzzle))
    for _, picture in cuts(puzzle.width, puzzle.height):
        assert (puzzle.fault(picture) is None) == (picture in want)
    if want and puzzle.obstacle():
        raise AssertionError(puzzle.obstacle())
    picture = data.draw(st.sampled_from(sorted(want))) if want else ("",)
    row = data.draw(st.integers(0, len(picture) - 1))
    column = data.draw(st.integers(0, max(len(picture[row]) - 1, 0)))
    changed = picture[row][:column] + data.draw(st.sampled_from(" _|?x")) + picture[row][column + 1 :]
    other = (*picture[:row], changed, *picture[row + 1 :])
    assert (puzzle.fault(other) is None) == (other in want)


def read(text: str) -> list[Puzzle]:
    return list(FORMATS.load("yaml").read(Source("x", text.encode())))


# The published puzzle.


@lru_cache
def black_and_white() -> list[tuple[Strips, Picture]]:
    """The 26 diagrams with their unique solutions."""
    found = []
    for puzzle in load_all("black-and-white"):
        answer = solve(puzzle)
        assert isinstance(puzzle, Strips)
        assert answer.verdict is Verdict.UNIQUE
        assert answer.solution is not None
        found.append((puzzle, answer.solution))
    return found


def test_the_published_diagrams_are_unique_and_drawn_as_published() -> None:
    pictures = [picture for _, picture in black_and_white()]
    lines = []
    for five in range(0, 25, 5):  # five diagrams side by side
        lines += [" ".join(rows) for rows in zip(*pictures[five : five + 5], strict=True)]
    lines += ["", *pictures[25]]
    data = Path(__file__).parents[1] / "data" / "strips-outlines.txt"
    assert "\n".join(lines) + "\n" == data.read_text(encoding="ascii")


# Verdicts, not crashes.


@pytest.mark.parametrize(
    ("diagram", "strips", "basis"),
    [
        ("bw", "bw w", "the strips have 3 cells, the diagram has 2"),
        ("bww", "bb", "the strips have 2 black cells, the diagram has 1"),
        ("bbw", "ww", "the strips have 2 white cells, the diagram has 1"),
        ("bbb bbb", "bbbb", "the strip bbbb is not in the diagram"),  # longer than the grid
        ("bwbb bbbw", "bbb bbb", "the strip bbb: 2 are wanted, the diagram has 1"),
        ("wwb bww", "wbw wb", "the strip wbw is not in the diagram"),
        ("bbbw wwwb", "bb bb ww ww", "no strip can cover row 1, column 4"),
    ],
)
def test_why_there_is_no_solution(diagram: str, strips: str, basis: str) -> None:
    answer = solve(Strips(tuple(diagram.split()), tuple(strips.split())))
    assert (answer.verdict, answer.basis) == (Verdict.NONE, basis)


def test_palindromes_and_equal_strips_are_no_second_solution() -> None:
    assert solve(Strips(("bwb",), ("bwb",))).verdict is Verdict.UNIQUE
    assert solve(Strips(("bwb", "bwb"), ("bwb", "bwb"))).verdict is Verdict.UNIQUE
    assert solve(Strips(("bw", "wb"), ("bw", "wb"))).verdict is Verdict.MULTIPLE  # across or down


def test_any_number_of_single_cells() -> None:
    assert solve(Strips(("bw" * 20,) * 40, ())).verdict is Verdict.UNIQUE
    assert solve(Strips(("bwww", "wwww"), ("bw",))).verdict is Verdict.MULTIPLE
    assert solve(Strips(("bb", "bw"), ("bw", "b", "b"))).verdict is Verdict.MULTIPLE
    assert solve(Strips(("bb", "bw"), ("bw", "b", "w"))).verdict is Verdict.NONE


def test_more_single_cells_than_places_are_proved_impossible(tmp_path: Path) -> None:
    document = b"kind: strips\nstrips: [b,b,b,b]\ndiagrams: [[b]]\n"
    (puzzle,) = FORMATS.load("yaml").read(Source("x", document))
    answer, _, report = certified(puzzle, tmp_path / "none.zip")
    assert (answer.verdict.value, report.verified) == ("none", True)


def test_what_is_no_cut_of_a_diagram() -> None:
    puzzle = Strips(("bw", "ww"), ("bw", "ww"))
    assert puzzle.fault((" _ _ ", "|_ _|", "|_ _|")) is None
    for picture, what in (
        ((), "the picture is not 3 rows of 5 characters"),
        ((" _ _ ", "|_ _|", "|_ _"), "the picture is not 3 rows of 5 characters"),
        ((" _ _ ", "|_ _|", "|_  |"), "the picture has other characters than walls in their places"),
        (("     ", "|_ _|", "|_ _|"), "the picture has no wall around it"),
        ((" _ _ ", "|_ _ ", "|_ _|"), "the picture has no wall around it"),
        ((" _ _ ", "|  _|", "|_ _|"), "the piece at row 1, column 1 is not a strip"),
        ((" _ _ ", "|_|_|", "|_ _|"), "the strip bw is missing"),
    ):
        assert puzzle.fault(picture) == what
    assert Strips(("bw", "ww"), ("bw",)).fault((" _ _ ", "|_ _|", "|_ _|")) == (
        "the strip ww is cut out, but not wanted"
    )


# Bad input.


@pytest.mark.parametrize(
    ("entries", "what"),
    [
        ("strips: [bw]\n", "x:1: strips: expected the key `diagrams:`, which is missing"),
        ("strips: [bw]\ndiagrams: []\n", "x:3: no diagrams: expected at least one"),
        ("strips: [bw]\ndiagrams:\n  - []\n", "x:4: a diagram: expected rows of `b` and `w`, found none"),
        (
            "strips: [bw]\ndiagrams:\n  - [bw]\n  - |\n    bw\n    bx\n",
            "x:7: a row: expected the letters b and w",
        ),
        (
            "strips: [bw]\ndiagrams:\n  - |\n    bw\n    bwb\n",
            "x:6: a row: expected 2 cells, as in the first row",
        ),
        ("strips: [bw]\ndiagrams:\n  - {}\n", "x:4: a diagram: expected a text, found a map"),
        ("strips: [bw]\ndiagrams: bw\n", "x:3: the diagrams: expected a list, found the text 'bw'"),
        (
            "strips:\n  - bw\n  - BW\ndiagrams: [bw]\n",
            "x:4: a strip: expected the letters b and w, found 'BW'",
        ),
        ("strips: [bw]\nstrip: b\ndiagrams: [bw]\n", "x:3: strips: unknown key 'strip'"),
    ],
)
def test_bad_documents_have_their_place(entries: str, what: str) -> None:
    with pytest.raises(InputError) as caught:
        read("kind: strips\n" + entries)
    assert str(caught.value).startswith(what)


def test_bad_diagrams_in_python() -> None:
    for diagram, strips in (((), ()), (("bw", "b"), ()), (("",), ()), (("bx",), ()), (("b",), ("",))):
        with pytest.raises(InputError):
            Strips(diagram, strips)


# Drawings.


def test_solve_draws_the_outlines(call: Call) -> None:
    assert call("solve 'black-and-white#26'").out == (
        " _ _ _ _ _ \n|_ _|_ _ _|\n|_ _ _|_ _|\n| |_|_ _ _|\n| |_ _ _| |\n|_|_ _ _|_|\n\n"
        "black-and-white#26: exactly one solution (by lines and single assumptions).\n"
    )


def test_two_solutions_are_both_shown() -> None:
    answer = solve(Strips(("bw", "wb"), ("bw", "wb"), source="x"))
    text = answer.text(80)
    assert text.count(" _ _ ") == 2
    assert text.endswith("\n\nx: more than one solution.")
    assert "too wide for 4 columns" in answer.text(4)


def test_svg_shows_tiles_and_walls_that_differ() -> None:
    puzzle = Strips(("bbw",), ("bb",), title="<a>")
    whole, cut = svg(puzzle), svg(puzzle, (" _ _ _ ", "|_ _|_|"))
    assert "<title>&lt;a&gt;</title>" in cut
    # Two black cells are one tile of 2 * 20 cells less the gaps at its ends; the third has gaps all around.
    assert [line for line in cut.splitlines() if "#222" in line or '6" fill="#fff"' in line] == [
        '<rect x="4" y="4" width="18" height="16" fill="#222"/>',
        '<rect x="22" y="4" width="18" height="16" fill="#222"/>',
        '<rect x="44" y="4" width="16" height="16" fill="#fff"/>',
    ]
    assert '<rect x="4" y="4" width="17"' in whole  # nothing is known of the walls inside
    assert "#e69f00" not in cut
    other = svg(puzzle, (" _ _ _ ", "|_ _|_|"), (" _ _ _ ", "|_|_ _|"))
    assert other.count("#e69f00") == 1

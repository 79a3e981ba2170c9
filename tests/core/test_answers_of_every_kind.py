"""A right answer of any kind and outline scores 1, in every layout and in every form that nonosat prints."""

import json
from itertools import product
from pathlib import Path
from random import Random

import pytest
import yaml

import nonosat
from nonosat import Nonogram, Picture, toolkit
from nonosat.cli import main
from nonosat.learning import grade
from nonosat.pictures.drawings import draw
from nonosat.puzzles.springs import Springs
from nonosat.puzzles.triangles import Outline, frame
from nonosat.puzzles.triddler import Triddler
from nonosat.toolkit import BLACK_AND_WHITE, CellPuzzle, Colour, Palette, require_cells
from tests.helpers.answer_layouts import FLAT, LARGE, LAYOUTS
from tests.helpers.fixtures import Call
from tests.helpers.mosaics import Mosaic
from tests.helpers.samples import share

OUTLINES = [
    outline
    for sides in product(range(3), range(3), range(4), range(3))
    if not (
        outline := Outline(
            *sides[:3],
            sides[3],
            sides[0] + sides[2] - (sides[0] + sides[1] - sides[3]),
            sides[0] + sides[1] - sides[3],
        )
    ).fault
    and min(outline) >= 0
    and sum(outline.row_lengths) >= 8
]
COLOURS = (BLACK_AND_WHITE[0], *(Colour(char, char, f"#{k}00000") for k, char in enumerate("/n", 1)))
FRAMED = ["#.", "01", "X_", "emoji", "spaces between", "numbered", "counted", "fenced", "tagged",
          "texts in a list", "a text in JSON"]  # fmt: skip
ROWS = [*LAYOUTS, *FLAT, "pairs of numbers", "coordinates"]


def drawn(outline: Outline, rng: Random, palette: Palette = BLACK_AND_WHITE) -> Triddler:
    """Return a puzzle of an outline, with cells of every colour."""
    chars = [colour.char for colour in palette]
    cells = [*chars, *(rng.choice(chars) for _ in range(sum(outline.row_lengths) - len(chars)))]
    rng.shuffle(cells)
    return Triddler.from_picture(frame("".join(cells), outline), palette)


def printed(puzzle: CellPuzzle, picture: Picture) -> list[str]:
    """Return the forms in which nonosat prints a solution."""
    rows = [row.strip("/\\") for row in picture] if puzzle.palette == BLACK_AND_WHITE else list(picture)
    return [draw(puzzle, picture), "\n".join(picture), json.dumps(picture), " ".join(picture),
            json.dumps({"solutions": [picture]}), json.dumps(rows)]  # fmt: skip


@pytest.mark.parametrize("layout", ROWS)
def test_triddlers_of_every_outline_in_every_layout(layout: str) -> None:
    rng = Random(layout)
    write = (LAYOUTS | FLAT | LARGE)[layout]
    for outline in rng.sample(OUTLINES, share(12)):
        puzzle = drawn(outline, rng)
        if len(outline.row_lengths) == 1:
            continue
        rows = tuple(row[1:-1] for row in puzzle.goal)
        for text in (write(rows), *([write(puzzle.goal)] if layout in FRAMED else [])):
            found = grade(puzzle, f"Here it is:\n\n{text}\n\nDone.")
            assert found.score == 1, (outline, text, found)


@pytest.mark.parametrize("palette", [BLACK_AND_WHITE, COLOURS], ids=["black", "slants and n"])
def test_what_nonosat_prints_of_a_triddler_is_read(palette: Palette) -> None:
    rng = Random(7)
    for outline in OUTLINES[:: 4 if share(4) < 4 else 1]:
        puzzle = drawn(outline, rng, palette)
        clues = palette == COLOURS  # in drawings, those of the colour / look like edges
        for text in printed(puzzle, puzzle.goal)[clues:]:
            found = grade(puzzle, text)
            assert found.score == 1, (outline, text, found)


@pytest.mark.parametrize(
    "puzzle",
    [
        Nonogram.from_picture((".##.", "#..#")),
        Mosaic.from_picture((".##.", "#..#")),
        Springs("?????", (1, 2)),
        Nonogram.from_picture(("...",), COLOURS),
        Nonogram.from_picture(("...", "..."), COLOURS),
        Nonogram.from_picture(("...", "...")),
    ],
    ids=["nonogram", "mosaic", "springs", "a white row", "white rows", "white rows of two colours"],
)
def test_what_nonosat_prints_of_other_kinds_is_read(puzzle: CellPuzzle) -> None:
    (solution, *_) = nonosat.solve(puzzle).solutions
    for text in printed(puzzle, solution):
        assert grade(puzzle, text).score == 1, text


@pytest.mark.parametrize("name", ["lamps", "camp", "fleet", "poles", "tanks", "mosaic"])
def test_a_drawing_with_walls_and_symbols_is_read(name: str) -> None:
    puzzle = require_cells(nonosat.load(name), "")
    (solution, *_) = nonosat.solve(puzzle).solutions
    wrong = "".join(reversed(puzzle.chars(solution)))
    drawn, other = (draw(puzzle, picture) for picture in (solution, puzzle.cut(wrong)))
    assert grade(puzzle, f"{other}\nNo, it is\n{drawn}\nI think.").exact
    assert grade(puzzle, drawn.replace("\n", "\n> ")).exact
    assert not grade(puzzle, other).exact


def test_a_page_of_a_wall_alone_is_read(tmp_path: Path) -> None:
    rules = {"gives": {"cells": {"symbols": "X"}}, "walls": "X", "rules": [{"each": "row", "count": 0}]}
    page = {"kind": "wall", "rules": {"explained": "Walls.", **rules}, "cells": "X"}
    (tmp_path / "wall.yaml").write_text(yaml.safe_dump(page))
    puzzle = require_cells(nonosat.load(tmp_path / "wall.yaml"), "")
    assert grade(puzzle, draw(puzzle, (".",))).exact


def test_symbols_are_no_rules_of_an_answer(tmp_path: Path) -> None:
    rules = {
        "gives": {"cells": {"symbols": "X"}},
        "walls": "X",
        "rules": [{"each": "row", "count": "0 to 2"}],
    }
    page = {"kind": "wall", "rules": {"explained": "Walls.", **rules}, "cells": "XX."}
    (tmp_path / "walls.yaml").write_text(yaml.safe_dump(page))
    puzzle = require_cells(nonosat.load(tmp_path / "walls.yaml"), "")
    graded = grade(puzzle, "##.")
    assert (graded.exact, graded.lines_right, graded.lines) == (False, 1, 1)
    assert grade(puzzle, "###").lines_right == 0


@pytest.mark.parametrize("sides", [{"columns": "top"}, {"below": "bottom"}])
def test_clues_above_and_below_a_drawing_are_no_cells(sides: dict[str, str]) -> None:
    page = {
        "explained": "Digits.",
        "values": {".": "white", "1": "black", "2": "red"},
        "gives": {"rows": "left", **sides, "cells": {"symbols": "X"}},
        "walls": "X",
        "rules": [{"each": "row", "count": "rows"}],
    }
    given = {"rows": [0], "cells": ["XX"], **{key: [1, 2] for key in sides}}
    puzzle = require_cells(nonosat.load({"kind": "own", "rules": page, **given}), "")
    answer = draw(puzzle, ("..",))
    assert "1 2" in answer
    assert grade(puzzle, answer).exact
    assert grade(puzzle, f"The answer:\n{answer}\nThat is all.").exact


@pytest.mark.parametrize(
    "text", ["x", "[[1]]", "[]", "/\\", "....", "/....\\\n\\..../", "{}", "1 2 3\n" * 9, "┌─\n│x│"]
)
def test_no_answer_is_an_error(text: str) -> None:
    for outline in OUTLINES[::9]:
        assert grade(drawn(outline, Random(1)), text).score < 1


def test_a_row_of_dots_in_a_fence_is_an_answer() -> None:
    puzzle = Nonogram.from_picture(("....",))
    assert grade(puzzle, "My answer:\n\n```\n....\n```\nThat is all.").exact
    assert grade(puzzle, "Let me see\n....\nThat is all.").reading.picture is None


def test_the_command_reads_what_the_command_prints(
    tmp_path: Path, call: Call, capsys: pytest.CaptureFixture[str]
) -> None:
    path, answer = tmp_path / "leaning.yaml", tmp_path / "answer.txt"
    text = toolkit.write([Triddler.from_picture(frame(".####....####.", Outline(1, 1, 3, 1, 3, 1)))], "yaml")
    path.write_text(str(text), encoding="utf-8")
    for words in (
        ["solve"],
        ["solutions", "--list"],
        ["solutions", "--list", "--quiet"],
        ["solve", "--json"],
    ):
        main([*words, str(path)])
        answer.write_text(capsys.readouterr().out, encoding="utf-8")
        assert ": right (read as" in call(f"check {path} --answer {answer}").out

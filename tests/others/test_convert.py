import io
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest

from nonosat import Nonogram, Verdict, load, load_all, rate, solve
from nonosat.formats.photo import grey as levels, threshold
from nonosat.toolkit import Source, write
from tests.helpers.fixtures import Call, Patch
from tests.helpers.puzzles import COLOURS, KITE, bare


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    kite = replace(KITE, title="Kite", author="Me")
    Path("kite.non").write_text(str(write([kite], "non")))
    Path("two.yaml").write_text(str(write([kite, replace(kite, givens=("?#??", *["????"] * 3))], "yaml")))
    Path("flag.xml").write_text(str(write([Nonogram.from_picture(("rr#", "r.#"), COLOURS)], "webpbn")))
    return tmp_path


def test_standard_output(call: Call, monkeypatch: Patch) -> None:
    lost = "kite.non: the format grid cannot hold: title, author\n"
    assert call("convert kite.non - --to grid") == (".##.\n####\n.#..\n....\n", lost)
    stdin = SimpleNamespace(buffer=io.BytesIO(b"#.\n##\n"))
    monkeypatch.setattr(sys, "stdin", stdin)
    said = "-: the format nin cannot hold: goal\n-: 2 x 2: exactly one solution\n"
    assert call("convert - - --format grid --to nin") == ("2 2\n1\n2\n2\n1\n", said)


def test_several_in_one_file(call: Call) -> None:
    call("convert kite.non two.yaml flag.xml all.json")
    assert load_all("all.json") == [load("kite.non"), *load_all("two.yaml"), load("flag.xml")]
    err = call("convert two.yaml two.nin", code=2).err
    assert "a file of the format nin has one puzzle; several go into yaml, json, jsonl, non, webpbn" in err
    assert not Path("two.nin").exists()


def test_many_into_a_folder(call: Call) -> None:
    Path("broken.nin").write_text("1 2\n")
    out, err = call("convert kite.non broken.nin two.yaml flag.xml out/ --to mk", code=2)
    assert out == ""
    assert sorted(path.name for path in Path("out").iterdir()) == ["kite.mk", "two-1.mk", "two-2.mk"]
    assert "broken.nin:1: 2 rows and 1 columns: expected 3 clues, found 0" in err
    assert "two.yaml#2: the format mk cannot hold: title, author, givens, goal; without givens" in err
    assert "flag.xml: the format mk cannot hold colours" in err
    assert call("convert kite.non two.yaml flag.xml out --to webpbn") == ("", "")
    assert load_all("out/two.xml") == load_all("two.yaml")


def test_a_file_in_the_folder_is_written_once(call: Call) -> None:
    Path("sub").mkdir()
    Path("sub/kite.nin").write_text(str(write([bare(KITE)], "nin")))
    err = call("convert kite.non sub/kite.nin out/ --to yaml", code=2).err
    assert err == "sub/kite.nin: would overwrite out/kite.yaml, which was written for another puzzle\n"
    assert load("out/kite.yaml").title == "Kite"


@pytest.fixture
def photo() -> None:
    pytest.importorskip("PIL")
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (320, 240), "#dddddd")
    ImageDraw.Draw(image).ellipse((60, 40, 260, 220), fill="#993333")
    ImageDraw.Draw(image).ellipse((100, 100, 140, 140), fill="#222222")
    image.save("photo.jpg")


def test_a_photo_becomes_a_puzzle_and_is_judged(call: Call, photo: None) -> None:
    err = call("convert photo.jpg photo.non --size 16x12").err
    puzzle = load("photo.non")
    assert isinstance(puzzle, Nonogram)
    assert (puzzle.width, puzzle.height) == (16, 12)
    verdict = solve(puzzle).verdict
    expected = {Verdict.UNIQUE: "exactly one solution", Verdict.MULTIPLE: "more than one solution; two of"}
    assert err.startswith(f"photo.jpg: 16 x 12: {expected[verdict]}")
    err = call("convert photo.jpg photo.xml --size 16x12 --colours 3").err
    assert err.startswith("photo.jpg: 16 x 12, 3 colours: ")
    coloured = load("photo.xml")
    assert isinstance(coloured, Nonogram)
    assert len(coloured.palette) == 3
    err = call("convert photo.jpg photo.non --force", code=2).err
    assert "colours: expected at most 32; --size or --colours makes a puzzle of a photo" in err


@pytest.mark.parametrize(("angle", "margin"), [(2.5, 30), (-5, 60)])
def test_the_cells_of_a_printed_grid_are_read(angle: float, margin: int) -> None:
    """Also where it lies askew, in a shadow, with paper around."""
    pillow = pytest.importorskip("PIL.Image")
    goal, side = load("teapot").goal, 24
    size = side * len(goal[0]) + 2 * margin, side * len(goal) + 2 * margin
    levels = bytearray([230]) * (size[0] * size[1])
    for y, x in product(range(side * len(goal) - 1), range(side * len(goal[0]) - 1)):
        line = x % side < 2 or y % side < 2 or x > side * len(goal[0]) - 4 or y > side * len(goal) - 4
        if line or goal[y // side][x // side] == "#":
            levels[(margin + y) * size[0] + margin + x] = 60 if line else 40
    image = pillow.frombytes("L", size, bytes(levels)).rotate(
        angle, pillow.Resampling.BICUBIC, True, fillcolor=230
    )
    shadow = pillow.linear_gradient("L").resize(image.size).point(lambda level: 255 - level // 3)
    image = pillow.composite(image, pillow.new("L", image.size), shadow)
    file = io.BytesIO()
    image.save(file, "PNG")
    found = load(Source("photo.png", file.getvalue()), "filled")
    assert found.goal == goal


def test_what_is_known_of_a_drawn_picture(call: Call) -> None:
    Path("x.pbm").write_text("P1 2 2 1 0 0 1")
    assert call("convert x.pbm x.nin").err.splitlines() == [
        "x.pbm: the format nin cannot hold: goal",
        "x.pbm: 2 x 2: more than one solution; two of them differ in 4 cells",
    ]
    assert load("x.nin") == bare(Nonogram.from_picture(("#.", ".#")))


def test_a_picture_is_repaired(call: Call) -> None:
    Path("x.pbm").write_text("P1 2 2 1 0 0 1")
    err = call("convert x.pbm y.pbm --class unique").err
    assert err == "x.pbm: 2 x 2: 1 cell changed: exactly one solution\n"
    before, after = load("x.pbm"), load("y.pbm")
    assert isinstance(before, Nonogram)
    assert isinstance(after, Nonogram)
    assert sum(a != b for a, b in zip("".join(before.goal), "".join(after.goal), strict=True)) == 1
    assert solve(after).verdict is Verdict.UNIQUE
    assert call("convert y.pbm z.pbm --class unique").err == "y.pbm: 2 x 2: exactly one solution\n"
    # Eight switches in lines of their own: three changes cannot end them all.
    lines = ["." * (2 * k) + pair + "." * (14 - 2 * k) for k in range(8) for pair in ("#.", ".#")]
    Path("many.txt").write_text("\n".join(lines))
    err = call("convert many.txt many.non --class unique").err
    assert err == "many.txt: 16 x 16: not repaired: 3 changed cells are not enough\n"
    assert load("many.non") == load("many.txt")


def test_a_photo_is_repaired_where_it_is_grey(call: Call, photo: None) -> None:
    err = call("convert photo.jpg photo.non --size 30x24 --class lines").err
    assert err.startswith("photo.jpg: 30 x 24: ")
    assert err.endswith("solvable by lines alone\n")
    assert rate(load("photo.non")).difficulty in ("trivial", "lines")
    call("convert photo.jpg before.pbm --size 30x24")
    call("convert photo.jpg after.pbm --size 30x24 --class lines")
    grey = levels(Source("photo.jpg", Path("photo.jpg").read_bytes()), (30, 24))
    before, after = ("".join(load(name).goal) for name in ("before.pbm", "after.pbm"))
    for cell, level in enumerate(b"".join(grey)):
        assert before[cell] == after[cell] or abs(level - threshold(grey)) < 60


@pytest.mark.parametrize("out", ["out/", "out.yaml"])
def test_a_broken_file_of_a_folder_is_said_and_the_others_are_converted(call: Call, out: str) -> None:
    puzzles = Path("puzzles")
    puzzles.mkdir()
    for name in ("a.non", "c.non"):
        (puzzles / name).write_text(str(write([KITE], "non")))
    (puzzles / "b.non").write_text("width 2\nheight x\n")
    (puzzles / "empty.non").write_text("")
    said = call(f"convert puzzles {out} --to yaml", code=2).err
    assert [line.partition(":")[0] for line in said.splitlines()] == ["puzzles/b.non", "puzzles/empty.non"]
    found = ["out/a.yaml", "out/c.yaml"] if out == "out/" else [out]
    assert sum(len(load_all(path)) for path in found) == 2


def test_nothing_is_written_where_nothing_can_be_read(call: Call) -> None:
    Path("b.non").write_text("width 2\nheight x\n")
    call("convert b.non out.yaml", code=2)
    assert not Path("out.yaml").exists()

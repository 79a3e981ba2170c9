from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from nonosat import Verdict, load, load_all, rate, solve
from nonosat.cli import main
from nonosat.formats import write
from nonosat.formats.photo import grey as levels
from nonosat.formats.source import Source
from nonosat.puzzles.nonogram import Nonogram
from tests.helpers.fixtures import Capture, Patch
from tests.helpers.puzzles import COLOURS, KITE, bare

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(capsysbinary: pytest.CaptureFixture[bytes]) -> Call:
    def run(*words: str) -> tuple[int, str, str]:
        code = main(["convert", *words])
        out, err = capsysbinary.readouterr()
        return code, out.decode("latin-1"), err.decode()

    return run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    kite = replace(KITE, title="Kite", author="Me")
    Path("kite.non").write_text(str(write([kite], "non")))
    Path("two.yaml").write_text(str(write([kite, replace(kite, givens=("?#??", *["????"] * 3))], "yaml")))
    Path("flag.xml").write_text(str(write([Nonogram.from_picture(("rr#", "r.#"), COLOURS)], "webpbn")))
    return tmp_path


def test_standard_output(call: Call, monkeypatch: Patch) -> None:
    code, out, err = call("kite.non", "-", "--to", "grid")
    assert (code, out) == (0, ".##.\n####\n.#..\n....\n")
    assert err == "kite.non: the format grid cannot hold: title, author\n"
    code, out, _ = call("kite.non", "-", "--to", "png")
    assert out.startswith("\x89PNG")
    stdin = SimpleNamespace(buffer=io.BytesIO(b"#.\n##\n"))
    monkeypatch.setattr(sys, "stdin", stdin)
    code, out, err = call("-", "-", "--format", "grid", "--to", "nin")
    assert (code, out) == (0, "2 2\n1\n2\n2\n1\n")
    assert err == "-: the format nin cannot hold: goal\n-: 2 x 2: exactly one solution\n"


def test_several_in_one_file(call: Call) -> None:
    assert call("kite.non", "two.yaml", "flag.xml", "all.json")[0] == 0
    assert load_all("all.json") == [load("kite.non"), *load_all("two.yaml"), load("flag.xml")]
    code, _, err = call("two.yaml", "two.nin")
    assert code == 2
    assert "a file of the format nin has one puzzle; several go into yaml, json, jsonl, non, webpbn" in err
    assert not Path("two.nin").exists()


def test_many_into_a_folder(call: Call) -> None:
    Path("broken.nin").write_text("1 2\n")
    code, out, err = call("kite.non", "broken.nin", "two.yaml", "flag.xml", "out/", "--to", "mk")
    assert (code, out) == (2, "")
    assert sorted(path.name for path in Path("out").iterdir()) == ["kite.mk", "two-1.mk", "two-2.mk"]
    assert "broken.nin:1: 2 rows and 1 columns: expected 3 clues, found 0" in err
    assert "two.yaml#2: the format mk cannot hold: title, author, givens, goal; without givens" in err
    assert "flag.xml: the format mk cannot hold colours" in err
    assert call("kite.non", "two.yaml", "flag.xml", "out", "--to", "webpbn") == (0, "", "")
    assert load_all("out/two.xml") == load_all("two.yaml")


def test_a_file_in_the_folder_is_written_once(call: Call) -> None:
    Path("sub").mkdir()
    Path("sub/kite.nin").write_text(str(write([bare(KITE)], "nin")))
    code, _, err = call("kite.non", "sub/kite.nin", "out/", "--to", "yaml")
    assert code == 2
    assert err == "sub/kite.nin: would overwrite out/kite.yaml, which was written for another puzzle\n"
    assert load("out/kite.yaml").title == "Kite"


def test_strict_refuses_what_is_lost(call: Call) -> None:
    code, _, err = call("kite.non", "kite.nin", "--strict")
    assert (code, err) == (2, "kite.non: the format nin cannot hold: title, author, goal\n")
    assert not Path("kite.nin").exists()
    assert call("kite.non", "kite.json", "--strict") == (0, "", "")


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["kite.non", "x"], "x: expected --to, one of yaml, json"),
        (["kite.non", "x.jpg"], "the format jpeg can be read but not written"),
        (["nowhere.non", "x.nin"], "nowhere.non: there is no such file"),
        (["kite.non", "no/where.nin"], "no/where.nin: cannot be written: No such file"),
        (["kite.non", "kite.non/", "--to", "nin"], "kite.non/: cannot create this folder"),
        (["kite.non", "x.nin", "--dither"], "kite.non: non files are not pictures: --size"),
        (["gchq", "x.png"], "gchq: the puzzle has no goal picture"),
        (["springs", "x.non"], "the format non is for puzzles of kind nonogram, not springs"),
    ],
)
def test_what_cannot_be_converted(call: Call, words: list[str], what: str) -> None:
    code, out, err = call(*words)
    assert (code, out) == (2, "")
    assert what in err
    assert err.count("\n") == 1 + err.count("cannot hold:")


@pytest.mark.parametrize(
    "words", [["--size", "4"], ["--size", "0x4"], ["--colours", "9"], ["--threshold", "0"]]
)
def test_options_are_checked(words: list[str], capsys: Capture) -> None:
    assert main(["convert", "kite.non", "x.nin", *words]) == 2
    assert words[0] in capsys.readouterr().err


@pytest.fixture
def photo() -> None:
    pytest.importorskip("PIL")
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (320, 240), "#dddddd")
    ImageDraw.Draw(image).ellipse((60, 40, 260, 220), fill="#993333")
    ImageDraw.Draw(image).ellipse((100, 100, 140, 140), fill="#222222")
    image.save("photo.jpg")


def test_a_photo_becomes_a_puzzle_and_is_judged(call: Call, photo: None) -> None:
    code, _, err = call("photo.jpg", "photo.non", "--size", "16x12")
    assert code == 0
    puzzle = load("photo.non")
    assert isinstance(puzzle, Nonogram)
    assert (puzzle.width, puzzle.height) == (16, 12)
    verdict = solve(puzzle).verdict
    expected = {Verdict.UNIQUE: "exactly one solution", Verdict.MULTIPLE: "more than one solution; two of"}
    assert err.startswith(f"photo.jpg: 16 x 12: {expected[verdict]}")
    code, _, err = call("photo.jpg", "photo.xml", "--size", "16x12", "--colours", "3")
    assert code == 0
    assert err.startswith("photo.jpg: 16 x 12, 3 colours: ")
    coloured = load("photo.xml")
    assert isinstance(coloured, Nonogram)
    assert len(coloured.palette) == 3
    code, _, err = call("photo.jpg", "photo.non")
    assert code == 2
    assert "colours: expected at most 32; --size, --colours or --threshold makes a puzzle of a photo" in err


def test_what_is_known_of_a_drawn_picture(call: Call) -> None:
    Path("x.pbm").write_text("P1 2 2 1 0 0 1")
    assert call("x.pbm", "x.nin") == (
        0,
        "",
        "x.pbm: the format nin cannot hold: goal\n"
        "x.pbm: 2 x 2: more than one solution; two of them differ in 4 cells\n",
    )
    assert load("x.nin") == bare(Nonogram.from_picture(("#.", ".#")))


def test_a_picture_is_repaired(call: Call) -> None:
    Path("x.pbm").write_text("P1 2 2 1 0 0 1")
    code, _, err = call("x.pbm", "y.pbm", "--repair")
    assert (code, err) == (0, "x.pbm: 2 x 2: 1 cell changed: exactly one solution\n")
    before, after = load("x.pbm"), load("y.pbm")
    assert isinstance(before, Nonogram)
    assert isinstance(after, Nonogram)
    assert sum(a != b for a, b in zip("".join(before.goal), "".join(after.goal), strict=True)) == 1
    assert solve(after).verdict is Verdict.UNIQUE
    code, _, err = call("y.pbm", "z.pbm", "--repair")
    assert (code, err) == (0, "y.pbm: 2 x 2: exactly one solution\n")
    # Eight switches in lines of their own: three changes cannot end them all.
    lines = ["." * (2 * k) + pair + "." * (14 - 2 * k) for k in range(8) for pair in ("#.", ".#")]
    Path("many.txt").write_text("\n".join(lines))
    code, _, err = call("many.txt", "many.non", "--repair")
    assert (code, err) == (0, "many.txt: 16 x 16: not repaired: 3 changed cells are not enough\n")
    assert load("many.non") == load("many.txt")


def test_a_photo_is_repaired_where_it_is_grey(call: Call, photo: None) -> None:
    code, _, err = call("photo.jpg", "photo.non", "--size", "30x24", "--class", "lines")
    assert code == 0
    assert err.startswith("photo.jpg: 30 x 24: ")
    assert err.endswith("solvable by lines alone\n")
    assert rate(load("photo.non")).level in ("trivial", "lines")
    call("photo.jpg", "before.pbm", "--size", "30x24", "--threshold", "190")
    call("photo.jpg", "after.pbm", "--size", "30x24", "--threshold", "190", "--class", "lines")
    grey = levels(Source("photo.jpg", Path("photo.jpg").read_bytes()), (30, 24))
    before, after = ("".join(load(name).goal) for name in ("before.pbm", "after.pbm"))
    for cell, level in enumerate(b"".join(grey)):
        assert before[cell] == after[cell] or abs(level - 190) < 60


@pytest.mark.parametrize("out", ["out/", "out.yaml"])
def test_a_broken_file_of_a_folder_is_said_and_the_others_are_converted(call: Call, out: str) -> None:
    puzzles = Path("puzzles")
    puzzles.mkdir()
    for name in ("a.non", "c.non"):
        (puzzles / name).write_text(str(write([KITE], "non")))
    (puzzles / "b.non").write_text("width 2\nheight x\n")
    (puzzles / "empty.non").write_text("")
    code, _, said = call("puzzles", out, "--to", "yaml")
    assert code == 2
    assert [line.partition(":")[0] for line in said.splitlines()] == ["puzzles/b.non", "puzzles/empty.non"]
    found = ["out/a.yaml", "out/c.yaml"] if out == "out/" else [out]
    assert sum(len(load_all(path)) for path in found) == 2


def test_nothing_is_written_where_nothing_can_be_read(call: Call) -> None:
    Path("b.non").write_text("width 2\nheight x\n")
    assert call("b.non", "out.yaml")[0] == 2
    assert not Path("out.yaml").exists()

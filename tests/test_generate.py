"""Puzzles made to order are what they say, and always the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import combinations, pairwise
from math import inf
from pathlib import Path
from typing import Any, TypeVar

import pytest

import nonosat
from nonosat.cli import main
from nonosat.cli.output import Exit
from nonosat.errors import InputError
from nonosat.formats import load_all
from nonosat.making import generate, pictures
from nonosat.making.candidate import Made, Missed, make, record
from nonosat.making.family import evenly
from nonosat.making.fields import field, orbits
from nonosat.making.generate import Fingerprints, Making, batch
from nonosat.making.order import SYMMETRIES, Order
from nonosat.narrowing import engine
from nonosat.narrowing.lines import Narrowing
from nonosat.processes.machine_code import LoadedBeside
from nonosat.puzzles.canonical import fingerprint
from nonosat.puzzles.nonogram import Nonogram
from nonosat.reasons.rating import rate
from nonosat.reasons.rating_numbers import Difficulty
from tests.helpers.brute import solutions
from tests.helpers.commands import COMMAND
from tests.helpers.layers import level

T = TypeVar("T")

Call = Callable[..., tuple[int, str, str]]

ORDERS = [
    Order(width=10, height=9, density=0.5),
    Order(width=12, height=12, smooth=True, density=0.5, symmetry="h"),
    Order(width=8, height=9, density=0.45, symmetry="turn", levels=("lines", "moderate"), seed=3),
    Order(width=8, height=8, colours=3, density=0.5, symmetry="both"),
    Order(width=9, height=9, colours=2, smooth=True, density=0.4, symmetry="v"),
    Order(width=10, height=10, density=0.45, levels=("moderate",), seed=5),
    Order(width=10, height=10, density=0.5, effort=(40, 60)),
    Order(width=12, height=1, density=0.4, levels=("trivial",)),
]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.chdir(tmp_path)

    def run(*words: str) -> tuple[int, str, str]:
        code = main(["generate", *words])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.mark.parametrize("order", ORDERS)
def test_what_is_made_is_what_it_says(order: Order) -> None:
    made = [one for one in batch(order, range(12)) if isinstance(one, Made)]
    assert made
    for one in made:
        rating = rate(one.puzzle)
        assert rating.difficulty is not None
        assert (rating.level, rating.difficulty.effort) == (one.difficulty.level, one.difficulty.effort)
        assert order.fits(rating.level, rating.difficulty.effort)
        assert one.puzzle.grid == (order.height, order.width)
        assert one.puzzle.fault(one.puzzle.goal) is None
        values = one.puzzle.values(one.puzzle.goal)
        assert all(len({values[cell] for cell in orbit}) == 1 for orbit in orbits(order))


@pytest.mark.parametrize("levels", [("trivial", "lines"), ("moderate",), ("guessing",)])
def test_small_ones_are_what_brute_force_says(levels: tuple[str, ...]) -> None:
    order = Order(width=6, height=5, density=0.45, levels=levels)
    for one in batch(order, range(60)):
        if isinstance(one, Made):
            assert len(list(solutions(one.puzzle))) == 1
            assert level(one.puzzle) == {"trivial": "lines"}.get(one.difficulty.level, one.difficulty.level)


@pytest.mark.parametrize("order", ORDERS[:6])
def test_machine_code_makes_the_same(order: Order, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    from nonosat.narrowing.compiled import CompiledNarrowing
    from nonosat.narrowing.pictures import CompiledPictures

    found = []
    twins: Any = ((Narrowing, pictures.PlainPictures), (CompiledNarrowing, CompiledPictures))
    for kind, looks in twins:
        monkeypatch.setattr(engine, "ENGINE", LoadedBeside(kind, partial(_same, kind), worth=1e9))
        monkeypatch.setattr(pictures, "PICTURES", LoadedBeside(looks, partial(_same, looks), worth=1e9))
        found.append(batch(order, range(4)))
    assert found[0] == found[1]


def _same(thing: T) -> T:
    return thing


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("smooth", [False, True])
def test_fields_have_their_density_and_symmetry(symmetry: str, smooth: bool) -> None:
    from random import Random

    order = Order(width=31, height=30, density=0.4, symmetry=symmetry, smooth=smooth, colours=3)
    for seed in range(5):
        values = field(order, Random(seed))
        assert abs(sum(map(bool, values)) / len(values) - 0.4) < 0.1
        assert set(values) == {0, 1, 2, 3}
        rows = [values[r * 31 : (r + 1) * 31] for r in range(30)]
        assert symmetry != "h" or all(row == row[::-1] for row in rows)
        assert symmetry != "v" or rows == rows[::-1]
        assert symmetry != "turn" or values == values[::-1]
        assert symmetry != "both" or (rows == rows[::-1] and values == values[::-1])


def test_the_density_is_kept_where_cells_are_exchanged() -> None:
    for one in batch(Order(width=15, height=15, density=0.4), range(6)):
        if isinstance(one, Made):
            assert 0.3 < "".join(one.puzzle.goal).count("#") / 225 < 0.5


def test_a_set_depends_neither_on_jobs_nor_on_batches() -> None:
    order = Order(width=9, height=9, density=0.5, seed=2)
    one_by_one = [make(order, number) for number in range(9)]
    wanted = [one for one in one_by_one if isinstance(one, Made)]
    for jobs in (1, 2):
        assert list(nonosat.generate(order, len(wanted), jobs)) == wanted


@pytest.fixture
def few_misses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "MISSES", 60)


@pytest.mark.usefixtures("few_misses")
def test_a_set_has_no_puzzle_twice() -> None:
    order = Order(width=3, height=3)
    making = Making(order, 500)
    with ThreadPoolExecutor(1) as here:
        made = list(making.puzzles(here))
    prints = [fingerprint(one.puzzle) for one in made]
    assert len(prints) == len(set(prints)) == making.made < 100
    assert making.duplicates >= 60
    assert making.short and making.stop_reason == "done"


def test_fingerprints_are_few_bytes_each() -> None:
    seen = Fingerprints()
    for number in range(5000):
        print_ = sha256(str(number).encode()).hexdigest()
        assert seen.add(print_)
        assert not seen.add(print_)
    assert seen._table.nbytes <= 32 * 5000


@pytest.mark.parametrize("words", [("--to", "yaml"), ("--to", "non"), ()])
def test_what_is_written_is_read_back(call: Call, words: tuple[str, ...]) -> None:
    suffix = words[1] if words else "jsonl"
    code, out, _ = call("--size", "8x7", "--count", "4", "-o", f"set.{suffix}", *words)
    assert (code, out) == (0, f"set.{suffix}: 4 puzzles of class trivial or lines\n")
    puzzles = load_all(f"set.{suffix}")
    wanted = list(nonosat.generate(Order(width=8, height=7), 4))
    assert [p.goal for p in puzzles] == [one.puzzle.goal for one in wanted]
    assert [rate(p).level for p in puzzles] == [one.difficulty.level for one in wanted]


def test_records(call: Call) -> None:
    code, out, _ = call("--size", "9x9", "--density", "0.5", "--count", "5", "--seed", "7")
    assert code == 0
    found = list(map(json.loads, out.splitlines()))
    assert [one["id"] for one in found] == [f"9x9-7-{one['number']}" for one in found]
    for one in found:
        assert set(one) >= {
            *("id", "version", "seed", "number", "rows", "columns", "solution"),
            *("class", "layers", "effort", "hash", "made"),
        }
        puzzle = Nonogram.from_picture(tuple(one["solution"]))
        assert one["hash"] == fingerprint(puzzle)
        assert one["rows"] == [[block.low for block in clue] for clue in puzzle.rows]
        assert (one["made"]["how"] == "repaired") == (one["made"]["changed"] > 0)


def test_a_folder(call: Call) -> None:
    words = "--size", "6x6", "--count", "5", "-o", "set/"
    assert call(*words)[0] == 0
    files = sorted(path.name for path in Path("set").iterdir())
    assert len(files) == 6 and files[-1] == "set.jsonl"
    assert [p.goal for p in load_all("set/6x6-0-0.yaml")] == [load_all("set/set.jsonl")[0].goal]
    assert call(*words)[0] == Exit.BAD_INPUT
    assert call("--size", "6x6", "--count", "7", "-o", "set/", "--resume")[0] == 0
    assert len(load_all("set/set.jsonl")) == 7


def test_a_set_is_continued(call: Call) -> None:
    asked = "--size", "10x10", "--density", "0.5", "--count", "12"
    assert call(*asked, "-o", "whole.jsonl")[0] == 0
    whole = Path("whole.jsonl").read_bytes()
    for cut in (0, 1, 700, len(whole) // 2, len(whole) - 1, len(whole)):
        Path("part.jsonl").write_bytes(whole[:cut])
        code, _, err = call(*asked, "-o", "part.jsonl", "--resume")
        assert (code, err) == (0, "")
        assert Path("part.jsonl").read_bytes() == whole
    code, _, err = call(*asked, "-o", "whole.jsonl")
    assert (code, err) == (2, "whole.jsonl: already exists; use --resume to continue it\n")
    code, _, err = call(*asked, "--seed", "1", "-o", "whole.jsonl", "--resume")
    assert (code, err) == (
        2,
        "whole.jsonl:1: cannot be continued: it was generated with other options\n",
    )
    Path("other.jsonl").write_text('{"rows": 1}\n')
    code, _, err = call(*asked, "-o", "other.jsonl", "--resume")
    assert (code, err.count("\n")) == (2, 1)
    old = json.loads(whole.splitlines()[0]) | {"version": "0.0.1"}
    Path("old.jsonl").write_text(json.dumps(old) + "\n")
    assert "generated by version 0.0.1" in call(*asked, "-o", "old.jsonl", "--resume")[2]


def test_nothing_is_lost_or_doubled_by_kills(tmp_path: Path) -> None:
    asked = ["generate", "--size", "10x10", "--density", "0.5", "--count", "60", "-j", "2", "--quiet"]
    assert subprocess.run([*COMMAND, *asked, "-o", "whole.jsonl"], cwd=tmp_path, check=False).returncode == 0
    part = tmp_path / "part.jsonl"
    for least in (1, 30):
        process = subprocess.Popen(
            [*COMMAND, *asked, "-o", "part.jsonl", "--resume"], cwd=tmp_path, start_new_session=True
        )
        while process.poll() is None and (not part.exists() or part.read_bytes().count(b"\n") < least):
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    done = subprocess.run([*COMMAND, *asked, "-o", "part.jsonl", "--resume"], cwd=tmp_path, check=False)
    assert done.returncode == 0
    assert part.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def test_two_do_not_write_one_file(call: Call) -> None:
    from nonosat.making.shelf import Shelf

    order = Order(width=5, height=5)
    with Shelf("set.jsonl", order):
        code, _, err = call("--size", "5x5", "-o", "set.jsonl", "--resume")
    assert (code, err) == (2, "set.jsonl: another process is writing it\n")


def test_certificates(call: Call) -> None:
    assert call("--size", "6x6", "--count", "2", "--prove", "proofs", "-o", "set.jsonl")[0] == 0
    proofs = sorted(Path("proofs").iterdir())
    assert [path.name for path in proofs] == [f"6x6-0-{k}.zip" for k in range(2)]
    assert all(nonosat.verify(path).verified for path in proofs)


@pytest.mark.usefixtures("few_misses")
def test_what_is_not_found_is_said_with_the_nearest(call: Call) -> None:
    code, out, err = call("--size", "3x3", "--class", "deep", "-o", "set.jsonl", "--json")
    assert code == Exit.UNDECIDED
    assert err.startswith("not found: 3x3, class deep, after 60 candidates in vain; the nearest: ")
    told = json.loads(out)
    assert (told["made"], told["asked"]) == (0, 1)
    assert told["nearest"]["class"] in ("trivial", "lines", "moderate")
    code, _, err = call("--size", "2x2", "--count", "99", "-o", "few.jsonl")
    assert code == Exit.UNDECIDED
    assert err.startswith("only 5 of 99 found: 2x2") and "known before" in err


def test_a_time_limit_cuts_the_set_short(call: Call) -> None:
    asked = "--size", "20x20", "--density", "0.5", "--count"
    code, _, err = call(*asked, "9999", "-o", "part.jsonl", "--time-limit", "2")
    assert code == Exit.UNDECIDED
    assert "time limit" in err
    part = load_all("part.jsonl") if Path("part.jsonl").stat().st_size else []
    assert call(*asked, "1", "-o", "one.jsonl")[0] == 0
    assert [p.goal for p in part[:1]] in ([], [load_all("one.jsonl")[0].goal])


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ([], "expected --size, such as --size 20x20"),
        (["--size", "5000x5"], "5000x5: expected sides of 1 to 1000 cells"),
        (["--size", "5x5", "--density", "2"], "the density 2: expected a number between 0 and 1"),
        (["--size", "5x5", "--density", "nan"], "the density nan: expected a number between 0 and 1"),
        (["--size", "5x5", "--class", "moderat"], "no class 'moderat'; did you mean moderate?"),
        (["--size", "5x5", "--class", ","], "expected a class, of trivial, lines"),
        (["--size", "5x5", "--class", "multiple"], "no class 'multiple'; the classes are trivial"),
        (["--size", "5x5", "--effort", "9-3"], "the effort 9-3: expected two numbers, the smaller one first"),
        (["--size", "5x5", "-o", "x.jpg"], "the format jpeg can be read but not written"),
        (["--size", "5x5", "-o", "x"], "x: unknown suffix: expected one such as .jsonl or .yaml"),
        (["--size", "5x5", "-o", "no/where.jsonl"], "no/where.jsonl: cannot be written: No such file"),
        (["--size", "5x5", "-o", "x.yaml", "--resume"], "--resume continues a .jsonl file or a folder"),
        (["--size", "5x5", "--to", "nope"], "there is no format 'nope'"),
        (["--size", "5x5", "--to", "grid", "-o", "x/"], "the format grid has no suffix"),
    ],
)
def test_bad_input_is_said_in_one_line(call: Call, words: list[str], what: str) -> None:
    code, out, err = call(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(what)


@pytest.fixture
def image(tmp_path: Path) -> str:
    """Return a grey picture: a ball, lit from a side."""
    pytest.importorskip("PIL")
    from PIL import Image

    levels = bytes(
        max(0, 250 - x * 4 - y * 2) if (x - 30) ** 2 + (y - 25) ** 2 < 400 else 255
        for y in range(50)
        for x in range(60)
    )
    path = tmp_path / "ball.png"
    Image.frombytes("L", (60, 50), levels).save(path)
    return str(path)


def test_a_family_rises_and_looks_like_its_picture(call: Call, image: str) -> None:
    code, _, err = call("--from", image, "--size", "18x15", "--steps", "4", "-o", "family.jsonl")
    assert (code, err) == (0, "")
    records = [json.loads(one) for one in Path("family.jsonl").read_text().splitlines()]
    efforts = [one["effort"] for one in records]
    assert len(efforts) == 4 and efforts == sorted(set(efforts))
    pictures = ["".join(one["solution"]) for one in records]
    for one, other in pairwise(pictures):
        assert sum(a != b for a, b in zip(one, other, strict=True)) < 18 * 15 / 4
    assert [rate(puzzle).level for puzzle in load_all("family.jsonl")] == [one["class"] for one in records]
    assert call("--from", image, "--size", "18x15", "--steps", "4", "-o", "again.jsonl", "-j", "2")[0] == 0
    assert Path("again.jsonl").read_bytes() == Path("family.jsonl").read_bytes()


@pytest.mark.parametrize("efforts", [[1, 2, 3, 4, 50, 60, 700], [5, 5, 5, 5], [1, 100], [3]])
@pytest.mark.parametrize("wanted", [1, 2, 3, 4])
def test_steps_are_as_even_as_can_be(efforts: list[float], wanted: int) -> None:
    puzzle = Nonogram.from_picture(("#",))
    made = [Made(k, puzzle, Difficulty("lines", {}, e, None), 1, 0, 0) for k, e in enumerate(efforts)]
    chosen = [one.difficulty.effort for one in evenly(made, wanted)]
    assert len(chosen) == min(wanted, len(made))
    if wanted > 1 and len(made) > wanted:

        def smallest(some: tuple[float, ...] | list[float]) -> float:
            return min(b / a for a, b in pairwise(some))

        inner = combinations(efforts[1:-1], wanted - 2)
        assert smallest(chosen) == max(smallest([efforts[0], *some, efforts[-1]]) for some in inner)


def test_a_family_is_not_made_of_nothing(call: Call, image: str) -> None:
    from PIL import Image

    Image.new("L", (20, 20), 128).save("flat.png")
    Path("text.png").write_text("no picture")
    for words, what in (
        (["--from", "flat.png"], "flat.png: a picture of one colour: expected light and dark"),
        (["--from", "text.png"], "text.png: not a picture"),
        (["--from", "none.png"], "none.png: cannot be read: No such file"),
        (["--from", image, "--smooth"], "--from cannot be combined with --colours, --smooth or --symmetric"),
        (["--from", image, "--count", "2"], "--from cannot be combined with --count"),
        (["--size", "5x5", "--steps", "2"], "--steps is for --from"),
    ):
        code, _, err = call(*words)
        assert (code, err.count("\n")) == (2, 1)
        assert err.startswith(what)


@pytest.mark.parametrize("output", ["set.jsonl", "set.yaml", "set/", "-"])
def test_a_gallery_shows_every_puzzle(call: Call, output: str) -> None:
    asked = "--size", "6x5", "--colours", "3", "--count", "4", "--gallery", "all <b>.html"
    assert call(*asked, "-o", output)[0] == 0
    page = Path("all <b>.html").read_text()
    assert page.count("<figure>") == page.count("</svg>") == 4
    assert "all &lt;b&gt;" in page and "4 puzzles: " in page
    assert "<script" not in page and "http:" not in page
    if output == "set.jsonl":
        records = [json.loads(one) for one in Path(output).read_text().splitlines()]
        assert all(one["id"] in page and f"effort {one['effort']:.0f}" in page for one in records)


def test_a_cluster_makes_the_same(call: Call) -> None:
    pytest.importorskip("distributed")
    asked = "--size", "8x8", "--density", "0.5", "--count", "4"
    assert call(*asked, "-o", "here.jsonl")[0] == 0
    assert call(*asked, "-o", "there.jsonl", "--dask")[0] == 0
    assert Path("here.jsonl").read_bytes() == Path("there.jsonl").read_bytes()


@pytest.mark.parametrize("words", [["--size", "0x5"], ["--size", "5"], ["--effort", "x"], ["--count", "0"]])
def test_wrong_usage(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["generate", *words])
    assert capsys.readouterr().err.count("\n") == 1


def test_orders_are_checked() -> None:
    for wrong in ({"symmetry": "x"}, {"colours": 9}, {"colours": 0}, {"effort": (-1, inf)}, {"width": 0}):
        with pytest.raises(InputError):
            replace(Order(width=5, height=5), **wrong)


def test_a_miss_says_what_was_found() -> None:
    found = make(Order(width=5, height=5, levels=("deep",)), 0)
    assert isinstance(found, Missed) and found.level in ("trivial", "lines", "moderate")
    hard = make(Order(width=6, height=6, density=0.05, levels=("trivial",), seed=1), 0)
    assert isinstance(hard, Made | Missed)


def test_records_hold_colours() -> None:
    order = Order(width=6, height=6, colours=3, density=0.6)
    made = next(one for one in batch(order, range(20)) if isinstance(one, Made))
    found = record(made)
    assert set(found["palette"]) == {"#", "r", "b"}
    assert all(isinstance(clue, str) for clue in found["rows"])

"""Every command with a time limit keeps it, in whichever stage a puzzle is slow."""

import argparse
import importlib
import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import nonosat
from nonosat import LimitReached, Nonogram, Puzzle, Report, StopReason, prove
from nonosat.cli import COMMANDS
from nonosat.cli.output import Exit
from nonosat.processes.alarm import alarm
from nonosat.processes.effort import Effort
from nonosat.processes.limits import Limits
from nonosat.puzzles.clues import block
from nonosat.puzzles.families import n_dom
from nonosat.puzzles.springs import Springs
from nonosat.puzzles.strips import Strips
from nonosat.puzzles.triangles import Outline
from nonosat.puzzles.triddler import Triddler
from nonosat.toolkit import KINDS, CellPuzzle, write
from tests.helpers.commands import measured
from tests.helpers.fixtures import Call, Patch
from tests.helpers.journals import runs_in
from tests.helpers.mosaics import mosaic_of
from tests.helpers.samples import some

LIMIT = 0.4
LATE = 0.8  # what a worker takes to start, and to notice


def takes_a_limit(name: str) -> bool:
    return any(action.dest == "time_limit" for action in parser_of(name)._actions)


def parser_of(name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    COMMANDS.load(name).arguments(parser)
    return parser


def words_of(name: str, files: dict[str, str], folder: Path) -> list[str]:
    """Fill in what a command wants: its files by what they are called in its usage, and a new output."""
    words = [name, "--time-limit", str(LIMIT)]
    for action in parser_of(name)._actions:
        if not action.option_strings:
            words.append(files[str(action.metavar or action.dest.upper())])
        elif action.required:
            output = str(folder / f"{name}.zip")
            words += [action.option_strings[0], "auto" if action.dest == "models" else output]
    if (
        name == "compare"
    ):  # it wants a journal instead, with --rerun; and puzzles first, or they would be models
        output = str(folder / "compare.zip")
        words = [name, files["FILE"], *words[1:3], "--models", "auto", "--output", output]
    # What only takes time if it is asked for.
    asked = ["--size", "60x60", "--density", "0.3", "--class", "deep"]
    more = {"draw": ["--solution"], "convert": ["--to", "non"], "generate": asked}
    words += (more | {"grade": ["--move", "r1c1=#"]}).get(name, [])
    return words


LIMITED = [name for name in COMMANDS if takes_a_limit(name)]


def noise(width: int, height: int, density: float, seed: int = 1) -> Nonogram:
    rng = random.Random(seed)
    rows = ("".join("#" if rng.random() < density else "." for _ in range(width)) for _ in range(height))
    return Nonogram.from_picture(tuple(rows))


PUZZLES = {
    "switches everywhere": lambda: noise(75, 50, 0.5),
    "a page of letters": lambda: replace(noise(300, 200, 0.35), goal=()),
    "1000 x 1000": lambda: replace(noise(1000, 1000, 0.5), goal=()),
}


@pytest.fixture(scope="module", params=some(PUZZLES, 1))
def files(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The names that commands use for files, and a slow file of each."""
    folder = tmp_path_factory.mktemp("slow")
    puzzle = folder / "slow.non"
    puzzle.write_text(str(write([PUZZLES[request.param]()], "non")))
    certificate = folder / "slow.zip"
    prove(n_dom(12), certificate)
    names = ("FILE", "PUZZLE", "SET", "IN")
    files = {**dict.fromkeys(names, str(puzzle)), "OUT": str(folder / "out.non")}
    return {**files, "DIR|ZIP|JSON|JOURNAL": str(certificate)}


@pytest.fixture(scope="module")
def reading(files: dict[str, str]) -> float:
    """The processor time to start and to read the file, which a limit does not include."""
    return seconds_of(["convert", files["FILE"], files["OUT"]])


def seconds_of(words: list[str]) -> float:
    done = measured(*words)
    assert not any("Traceback" in line for line in done.lines)
    return done.cpu


@pytest.mark.parametrize("command", some([name for name in LIMITED if name != "compare"], 8))
def test_a_limit_holds(command: str, files: dict[str, str], reading: float, tmp_path: Path) -> None:
    assert seconds_of(words_of(command, files, tmp_path)) < reading + LIMIT + LATE


def test_a_limit_holds_in_every_run_of_a_campaign(files: dict[str, str], tmp_path: Path) -> None:
    seconds_of(words_of("compare", files, tmp_path))
    (run,) = runs_in(tmp_path / "compare.zip")
    assert float(run["cpu"]) < LIMIT + LATE


def declared(kind: str, side: int, number: int = 2) -> Puzzle:
    """Return a square puzzle of a declared kind: strips as regions, one number everywhere."""
    cls: Any = KINDS.load(kind)
    letters = "".join(chr(97 + 20 * column // side) for column in range(side))
    data: dict[str, Any] = {}
    for name, given in cls.rules.gives.items():
        if given.form == "picture":
            data[name] = (given.blank * side if given.chars else letters,) * side
        elif given.is_side:
            data[name] = (number,) * side
    puzzle: Puzzle = cls.of(data)
    return puzzle


LARGEST: dict[str, Callable[[int], Puzzle]] = {
    "nonogram": lambda n: Nonogram(
        rows=((block(1, 1),) * (n // 4),) * n, columns=((block(1, 1),) * (n // 4),) * n
    ),
    "triddler": lambda n: Triddler.of_lines(
        Outline(*[2 * n // 5] * 6), [(block(1, 1),) * (n // 10)] * (12 * n // 5)
    ),
    "springs": lambda n: Springs("?" * (n * n - 1), (1, 2) * (n * n // 10)),
    "mosaic": lambda n: mosaic_of(("4" * n,) * n),
    "strips": lambda n: Strips(("bw" * (n // 20),) * (n // 10), ("bw", "bwb") * n),
    "kakurasu": lambda n: declared("kakurasu", n // 25, n // 2),
    **{
        kind: partial(declared, kind)
        for kind in (
            *("star-battle", "takuzu", "tents", "aquarium", "thermometers", "tilepaint"),
            *("magnets", "akari", "norinori", "battleships"),
        )
    },
}
"""By kind, a puzzle that has as many cells as are allowed if n is 1000, and a quarter if it is 500."""

QUESTIONS = [nonosat.solve, nonosat.count, nonosat.certain, nonosat.rate, nonosat.explain]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ask", some(QUESTIONS, 1))
def test_a_limit_holds_while_the_largest_is_stated(ask: Callable[..., Report], kind: str) -> None:
    puzzle = LARGEST[kind](1000)
    if not isinstance(puzzle, CellPuzzle) and ask in (nonosat.rate, nonosat.explain):
        pytest.skip("cells of strips are not filled in")
    begin = time.thread_time()
    answer = ask(puzzle, limits=Limits(time=LIMIT))
    assert time.thread_time() - begin < LIMIT + 2  # a slow machine; without a clock it took twenty seconds
    # A fast machine may come as far as the size of the model within the time.
    assert answer.done or answer.stop_reason in (StopReason.TIME_LIMIT, StopReason.MEMORY_LIMIT)


@pytest.mark.parametrize("kind", KINDS)
def test_a_statement_grows_with_the_cells(kind: str) -> None:
    def seconds(n: int) -> float:
        puzzle = LARGEST[kind](n)
        begin = time.thread_time()
        puzzle.problem()
        return time.thread_time() - begin

    few, many = (min(seconds(n) for _ in range(3)) for n in (70, 100))  # twice the cells
    assert many < 4 * few + 0.01


def test_a_statement_looks_at_the_clock() -> None:
    puzzle = LARGEST["mosaic"](100)
    with pytest.raises(LimitReached):
        puzzle.problem(Effort(10))
    assert len(puzzle.problem(Effort(100)).constraints) == 100 * 100


@pytest.mark.parametrize("ask", [nonosat.certain, nonosat.explain])
def test_a_limit_while_a_puzzle_is_stated_leaves_its_givens(ask: Callable[..., Any]) -> None:
    puzzle = mosaic_of(("4???",) * 3, givens=("#.??",) * 3)
    answer = ask(puzzle, limits=Limits(time=0))
    assert answer.stop_reason is StopReason.TIME_LIMIT
    assert puzzle.draw_known(answer.possible) == puzzle.givens


def test_what_does_not_fit_into_memory_is_a_limit() -> None:
    answer = nonosat.solve(LARGEST["springs"](1000))
    assert answer.stop_reason is StopReason.MEMORY_LIMIT


@pytest.mark.parametrize("ask", [nonosat.certain, nonosat.count])
def test_what_the_verdict_has_made_known_is_known_at_once(ask: Callable[[Nonogram], Report]) -> None:
    puzzle = replace(noise(700, 700, 0.97), goal=())

    def seconds(question: Callable[[Nonogram], Report]) -> float:
        begin = time.thread_time()
        assert question(puzzle).done
        return time.thread_time() - begin

    assert seconds(ask) < 1.5 * seconds(nonosat.solve) + 3.0
    assert nonosat.certain(puzzle).result()["certain"] == puzzle.width**2
    assert nonosat.count(puzzle).exact


def test_an_alarm_leaves_no_module_half_loaded(tmp_path: Path, monkeypatch: Patch) -> None:
    (tmp_path / "slow_to_load.py").write_text(
        "import time\nbegin = time.monotonic()\n"
        "while time.monotonic() < begin + 0.1:\n    pass\nwhole = True\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(LimitReached), alarm(0.02):
        loaded = importlib.import_module("slow_to_load")
        while loaded.whole:
            pass


def test_an_alarm_in_a_destructor_is_not_told(monkeypatch: Patch) -> None:
    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)

    class Slow:
        def __del__(self) -> None:
            time.sleep(0.1)

    with pytest.raises(LimitReached), alarm(0.02):
        slow = Slow()
        del slow
        time.sleep(1)
    assert not told


def test_it_holds_while_a_file_is_read(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "long.yaml"
    path.write_text("rows:\n" + "- 1 2 3\n" * 400_000 + "columns:\n- 1\n")
    printed = call(f"check {path} cat --time-limit {LIMIT}", code=Exit.UNDECIDED)
    assert (printed.out, printed.err) == ("cat: unique\n", f"time limit: {path} was not read to its end\n")
    assert call(f"draw {path} --time-limit {LIMIT}", code=Exit.UNDECIDED).err == "time limit\n"


def test_an_answer_is_not_drawn_beyond_the_limit(monkeypatch: Patch, call: Call) -> None:
    def drawn(*_: object) -> str:
        while True:
            time.sleep(0.001)

    monkeypatch.setattr("nonosat.pictures.drawings.draw", drawn)
    out = call("solve switch --time-limit 2").out
    assert out.startswith("(not drawn: this would take longer than the time limit)\n\nswitch: more than one")
    assert call("explain switch --time-limit 2", code=0).out.startswith("(not drawn: ")


@pytest.mark.parametrize("question", ["explain", "hint"])
def test_what_a_limit_kept_from_being_stated_is_not_stated_to_be_told(
    question: str, monkeypatch: Patch
) -> None:
    puzzle = nonosat.load("teapot")
    report = getattr(nonosat, question)(puzzle, limits=Limits(time=1e-9))
    assert report.stop_reason is StopReason.TIME_LIMIT
    monkeypatch.setattr(type(puzzle), "problem", None)
    report.to_dict()


def test_a_goal_is_not_checked_beyond_the_limit(monkeypatch: Patch, call: Call) -> None:
    def fault(*_: object) -> str:
        while True:
            time.sleep(0.001)

    monkeypatch.setattr("nonosat.cli.loop.goal_fault", fault)
    monkeypatch.setattr("nonosat.solving.questions.givens.goal_fault", fault)
    assert "the goal is not checked: this would take longer" in call("check cat --time-limit 2").err
    assert "time limit" in call("fix cat --by changes --time-limit 0.3", code=Exit.UNDECIDED).out

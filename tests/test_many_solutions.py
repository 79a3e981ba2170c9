"""count, enumerate and certain: against trying everything, at limits, and as commands."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from math import factorial, prod
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonosat
from nonosat import backends
from nonosat.cli import main
from nonosat.errors import InternalError, LimitReached
from nonosat.problem import Block, CellValue
from nonosat.processes.limits import Limits
from nonosat.puzzles.nonogram import Nonogram
from nonosat.questions import count as counting
from nonosat.solving.cards import Card, CardStep
from nonosat.solving.run import Run, Values
from tests.brute import THREE_COLOURS, nonogram, solutions
from tests.test_backends import UNIQUE_GRIDS, square_puzzles
from tests.test_cli import COMMAND, worker_of
from tests.test_solve import small_rows
from tests.test_worker import gone


def ones(n: int) -> Nonogram:
    """Return the n x n puzzle whose every clue is a single 1: its solutions are the permutations."""
    return Nonogram(rows=((Block(1, 1, 1),),) * n, columns=((Block(1, 1, 1),),) * n)


def random_puzzle(seed: int, n: int, density: float) -> Nonogram:
    draw = random.Random(seed)
    return nonogram([[int(draw.random() < density) for _ in range(n)] for _ in range(n)])


def agrees(puzzle: Nonogram) -> None:
    """All three questions give what trying everything gives."""
    want = list(solutions(puzzle))
    counted = nonosat.count(puzzle, verify=True)
    assert (counted.solutions, counted.exact, counted.stop_reason) == (len(want), True, "done")
    assert counted.verified

    listing = nonosat.solutions(puzzle)
    pictures = list(listing)
    assert sorted(pictures) == sorted(want)
    assert (listing.found, listing.complete, listing.stop_reason) == (len(want), True, "done")

    found = nonosat.certain(puzzle)
    assert (found.solvable, found.stop_reason) == (bool(want), "done")
    if want:
        fillings = [puzzle.values(picture) for picture in want]
        assert found.solution in want
        assert [mask.bit_count() for mask in found.possible] == [
            len(set(values)) for values in zip(*fillings, strict=True)
        ]
        shown = [{tuple(values[cell] for cell in cells) for values in fillings} for cells in found.components]
        assert prod(map(len, shown)) == len(want), "the groups vary independently"


@given(small_rows())
def test_small_pictures(rows: list[list[int]]) -> None:
    agrees(nonogram(rows))


@given(small_rows(3))
def test_small_pictures_in_colour(rows: list[list[int]]) -> None:
    agrees(nonogram(rows, THREE_COLOURS))


@given(small_rows(), st.data())
def test_givens_and_blotted_clues(rows: list[list[int]], data: st.DataObject) -> None:
    picture = nonogram(rows)
    columns = tuple(
        tuple(Block(b.colour, 1, 1_000_000) if data.draw(st.booleans()) else b for b in clue)
        for clue in picture.columns
    )
    givens = tuple(
        "".join(data.draw(st.sampled_from(["?", "?", "?", ".", "#"])) for _ in row) for row in rows
    )
    agrees(Nonogram(picture.rows, columns, givens))


def test_100_random_8x8_puzzles() -> None:
    for seed in range(100):
        puzzle = random_puzzle(seed, 8, 0.3 + 0.4 * seed / 100)
        assert nonosat.count(puzzle).solutions == sum(1 for _ in solutions(puzzle)), seed


def test_every_3x3_grid_is_counted_once() -> None:
    """With each clue set its solutions, so that all together are the grids (and OEIS A242876)."""
    counts = [nonosat.count(puzzle).solutions for puzzle in square_puzzles(3)]
    assert sum(counts) == 2**9
    assert counts.count(1) == UNIQUE_GRIDS[3]


def test_permutations() -> None:
    assert [nonosat.count(ones(n)).solutions for n in range(1, 15)] == [factorial(n) for n in range(1, 15)]


def test_gchq() -> None:
    puzzle = nonosat.load("gchq-no-givens")
    assert nonosat.count(puzzle).solutions == 4
    assert len(set(nonosat.solutions(puzzle))) == 4
    found = nonosat.certain(puzzle)
    assert found.known == 613
    assert [len(cells) for cells in found.components] == [4, 8]
    assert sum(row.count("?") for row in found.picture) == 12


def test_a_row_of_springs_is_counted_and_listed_without_a_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Run, "find", None)
    row = nonosat.load("springs#11")
    counted = nonosat.count(row)
    assert counted.ways == ("lines",)
    assert len(set(nonosat.solutions(row))) == counted.solutions
    found = nonosat.certain(row)
    pictures = list(nonosat.solutions(row))
    cells = map(set, zip(*(picture[0] for picture in pictures), strict=True))
    assert found.picture[0] == "".join(chars.pop() if len(chars) == 1 else "?" for chars in cells)


def test_strips_are_counted() -> None:
    counted = nonosat.count(nonosat.load("black-and-white#1"), verify=True)
    assert (counted.solutions, counted.verified) == (1, "enumeration")


@pytest.mark.parametrize("turns", [((10**9, None),), ((0, None),)], ids=["frontier", "ganak"])
def test_both_counters_agree_with_the_list(
    turns: tuple[tuple[int, None], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyganak")
    monkeypatch.setattr(counting, "TURNS", turns)
    for seed in range(4):
        puzzle = random_puzzle(seed, 9, 0.45)
        counted = nonosat.count(puzzle)
        assert counted.solutions == sum(1 for _ in nonosat.solutions(puzzle)) > 1
        assert counted.ways == ("ganak" if turns[0][0] == 0 else "frontier",)


def test_without_ganak_the_count_is_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "TURNS", ((0, None),))
    monkeypatch.setattr(backends, "installed", lambda name: name != "ganak")
    counted = nonosat.count(ones(5))
    assert (counted.solutions, counted.exact, counted.ways) == (120, True, ("enumeration",))
    assert "pip install pyganak" in counted.basis
    monkeypatch.setattr(counting, "LISTED", 10)
    assert not nonosat.count(ones(5), verify=True).verified


def test_a_wrong_count_is_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Run.call

    def one_more(self: Run, target: str, *arguments: object, within: float | None = None) -> object:
        number = right(self, target, *arguments, within=within)
        return number + 1 if target == "nonosat.counters.frontier:count" else number

    monkeypatch.setattr(Run, "call", one_more)
    with pytest.raises(InternalError, match="counted 9, but 4 by enumeration"):
        nonosat.count(nonosat.load("gchq-no-givens"), verify=True)


@pytest.mark.parametrize("name", ["pysat:cadical195", "pysat:minisat22", "pysat:kissat404", "cpsat"])
def test_every_kind_of_backend_lists_each_solution_once(name: str) -> None:
    card = Card("test", (CardStep("order", name),))
    assert len(set(nonosat.solutions(ones(4), model=card))) == 24
    listing = nonosat.solutions(ones(6), limit=30, model=card)
    assert len(set(listing)) == 30
    assert (listing.complete, listing.stop_reason) == (False, "done")


def test_enough_solutions_may_be_all() -> None:
    listing = nonosat.solutions(ones(3), limit=6)
    assert len(list(listing)) == 6
    assert listing.complete
    listing = nonosat.solutions(ones(3), limit=0)
    assert list(listing) == []
    assert not listing.complete


class Stopped:
    """Lets so many answers of the solver pass, then reaches a limit."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, calls: int, stop: BaseException) -> None:
        self.calls = calls
        self.stop = stop
        self.find = Run.find
        self.solutions = Run.solutions
        monkeypatch.setattr(Run, "find", lambda run, *asked, **more: self.ask(run, *asked, **more))
        monkeypatch.setattr(Run, "solutions", lambda run, *asked: self.each(run, *asked))

    def count(self) -> None:
        self.calls -= 1
        if self.calls < 0:
            raise self.stop

    def ask(
        self, run: Run, assume: Sequence[CellValue] = (), one_of: Sequence[CellValue] | None = None
    ) -> Values | None:
        self.count()
        return self.find(run, assume, one_of)

    def each(self, run: Run, first: Values, cells: Sequence[int]) -> Iterator[Values]:
        for values in self.solutions(run, first, cells):
            self.count()
            yield values


@pytest.mark.parametrize("stop", [LimitReached("time limit"), KeyboardInterrupt()], ids=["limit", "Ctrl-C"])
@pytest.mark.parametrize("calls", [0, 1, 2, 3])
def test_what_is_known_at_a_limit_is_true(
    calls: int, stop: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = random_puzzle(0, 7, 0.45)
    want = list(solutions(puzzle))
    fillings = [puzzle.values(picture) for picture in want]
    assert len(want) > 5
    reason = "time limit" if isinstance(stop, LimitReached) else "interrupted"

    with monkeypatch.context() as patched:
        Stopped(patched, calls, stop)
        counted = nonosat.count(puzzle)
    assert (counted.exact, counted.stop_reason) == (False, reason)
    assert counted.solutions <= len(want)
    assert counted.solutions >= calls

    with monkeypatch.context() as patched:
        Stopped(patched, calls, stop)
        found = nonosat.certain(puzzle)
    assert found.stop_reason == reason
    assert found.solvable is (True if calls else None)
    for cell, mask in enumerate(found.possible):
        assert all(mask >> values[cell] & 1 for values in fillings), "only what is in no solution is out"
    assert not found.components

    with monkeypatch.context() as patched:
        Stopped(patched, calls, stop)
        listing = nonosat.solutions(puzzle)
        pictures = list(listing)
    assert set(pictures) <= set(want)
    assert len(set(pictures)) == len(pictures)
    assert (listing.complete, listing.stop_reason) == (False, reason)


def test_a_count_that_stops_between_components_is_a_product_of_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = Run.call
    calls = []

    def stops(self: Run, target: str, *arguments: object, within: float | None = None) -> object:
        calls.append(target)
        if len(calls) == 2:
            raise LimitReached("time limit")
        return right(self, target, *arguments, within=within)

    monkeypatch.setattr(Run, "call", stops)
    counted = nonosat.count(nonosat.load("gchq-no-givens"))
    assert (counted.exact, counted.stop_reason) == (False, "time limit")
    assert counted.solutions == 4  # both groups were seen in two ways


def test_the_count_of_long_rows_ends_at_the_time_limit() -> None:
    from nonosat.puzzles.springs import Springs

    counted = nonosat.count(Springs("?" * 60_000, (1,) * 10_000), limits=Limits(0.5))
    assert (counted.exact, counted.solutions, counted.stop_reason) == (False, 0, "time limit")


def lines_of(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> list[str]:
    assert main(list(words)) == code
    return capsys.readouterr().out.splitlines()


def test_count_as_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert lines_of(capsys, "count", "gchq-no-givens", "gchq", "no-solution") == [
        "gchq-no-givens: 4",
        "gchq: 1",
        "no-solution: 0",
        "sum of 3: 5",
    ]
    (line,) = lines_of(capsys, "count", "--verify", "gchq-no-givens")
    assert line == "gchq-no-givens: 4 (verified: enumeration)"
    (line,) = lines_of(capsys, "count", "--json", "permutation-8")
    data = json.loads(line)
    assert (data["solutions"], data["exact"], data["counted_by"]) == (40320, True, ["frontier"])
    assert main(["count", "nothing.yaml"]) == 2


def test_a_count_of_any_size_is_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "count_independent", lambda problem: 10**5000)
    (line,) = lines_of(capsys, "count", "springs#1")
    assert line == "springs#1: 1" + "0" * 5000


def test_count_as_a_command_at_a_limit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Stopped(monkeypatch, 1, LimitReached("time limit"))
    assert lines_of(capsys, "count", "switch", "gchq", code=3) == [
        "switch: at least 1 (time limit)",
        "gchq: 1",
        "sum of 2: at least 2",
    ]


def test_enumerate_as_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enumerate", "switch"]) == 0
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert [lines[:6], lines[7:13]] == list(map(list, nonosat.solutions(nonosat.load("switch"))))
    assert said.err == "switch: 2 solutions, and no other.\n"
    lines = lines_of(capsys, "enumerate", "gchq-no-givens", "--limit", "2", "--json")
    *pictures, end = map(json.loads, lines)
    assert len(pictures) == 2
    assert all(nonosat.load("gchq-no-givens").fault(tuple(one["solution"])) is None for one in pictures)
    assert (end["found"], end["complete"], end["stop_reason"]) == (2, False, "done")
    assert main(["enumerate", "sums-differ"]) == 0
    assert capsys.readouterr().err.startswith("sums-differ: 0 solutions, and no other (")


def test_certain_as_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(capsys, "certain", "switch")
    assert "1 1 1│██  ?a?a  ██│" in lines
    assert lines[-2:] == [
        "switch: 32 of 36 cells are certain; the others vary in 1 group:",
        "  a: 4 cells: row 3: 3, 4; row 4: 3, 4",
    ]
    (line,) = lines_of(capsys, "certain", "switch", "--json")
    data = json.loads(line)
    assert (data["certain"], data["cells"], data["solvable"]) == (32, 36, True)
    assert data["picture"][2] == "#.??.#"
    assert data["groups"][0][0] == {"cell": [3, 3], "values": ".#"}
    *_, last = lines_of(capsys, "certain", "gchq")
    assert last == "gchq: 625 of 625 cells are certain: there is one solution."
    assert lines_of(capsys, "certain", "no-solution") == ["no-solution: no solution."]


@pytest.mark.parametrize(
    ("words", "said"), [(("count",), "at least "), (("enumerate", "--json"), '"stop_reason": "interrupted"')]
)
def test_ctrl_c_prints_what_is_known_and_leaves_no_child(
    words: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    file = tmp_path / "permutation-20.yaml"
    file.write_text("kind: nonogram\n" + "".join(f"{name}: {['1'] * 20}\n" for name in ("rows", "columns")))
    command = [*COMMAND, *words, str(file)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    child = worker_of(process.pid)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    assert process.returncode == 130
    assert said in out.splitlines()[-1]
    assert gone(child)

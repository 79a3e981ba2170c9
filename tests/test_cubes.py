"""One puzzle in cubes: they are a partition, and their answers together are the puzzle's."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import nonosat
from nonosat.cli import main
from nonosat.errors import InternalError, LimitReached, StopReason, WorkerError
from nonosat.problem import Constraint, Count, Problem
from nonosat.processes import dask_cluster, worker
from nonosat.processes.limits import Limits
from nonosat.puzzles.families import n_dom, permutation
from nonosat.puzzles.nonogram import Nonogram
from nonosat.solving.answer import Verdict
from nonosat.solving.cards import load_card
from nonosat.solving.found import Found
from nonosat.solving.questions.cube_and_conquer import cube_and_conquer, search_cube
from nonosat.solving.split import split
from tests.helpers import brute
from tests.helpers.commands import COMMAND, written
from tests.helpers.fixtures import Capture
from tests.helpers.processes import children_of, gone, solvers_of, until
from tests.helpers.properties import given, settings, st
from tests.helpers.samples import some

HARD = n_dom(25)
PLAIN = replace(load_card("order-cadical"), switches=False)  # each solution is a task's


def grids(values: int, side: int = 4) -> st.SearchStrategy[list[list[int]]]:
    row = st.lists(st.integers(0, values - 1), min_size=side, max_size=side)
    return st.lists(row, min_size=side, max_size=side)


@st.composite
def puzzles(draw: st.DrawFn) -> Nonogram:
    """Small puzzles of one or two colours, some of them without a solution."""
    values = draw(st.sampled_from([2, 3]))
    palette = brute.THREE_COLOURS[:values]
    rows = brute.nonogram(draw(grids(values)), palette)
    if draw(st.booleans()):
        return rows
    return replace(rows, columns=brute.nonogram(draw(grids(values)), palette).columns)


@st.composite
def counts(draw: st.DrawFn) -> Problem:
    """Problems without lines."""
    sizes = draw(st.lists(st.integers(2, 4), min_size=2, max_size=5))
    options = [(cell, value) for cell, size in enumerate(sizes) for value in range(size)]
    constraints: list[Constraint] = []
    for _ in range(draw(st.integers(0, 3))):
        some = tuple(draw(st.lists(st.sampled_from(options), min_size=1, unique=True)))
        most = draw(st.integers(0, 3))
        constraints.append(Count(draw(st.sampled_from([0, most])), most, some))
    return Problem(tuple(sizes), tuple(constraints), tuple(range(len(sizes))))


def is_partition(problem: Problem, depth: int, solutions: Sequence[Sequence[int]]) -> None:
    """Assert that each solution is in one cube, and that a decided cube is a solution."""
    parts = list(split(problem, depth))
    cubes = [part.problem for part in parts if part.contradiction is None]
    assert len(cubes) <= 2**depth
    for values in solutions:
        inside = [part for part in parts if holds(part.problem, values)]
        assert len(inside) == 1 and inside[0].contradiction is None
    for cube in cubes:
        assert not cube.decided or list(cube.values) in [list(values) for values in solutions]


def holds(cube: Problem, values: Sequence[int]) -> bool:
    return all(mask >> value & 1 for mask, value in zip(cube.possible, values, strict=True))


@given(puzzles(), st.integers(0, 6))
def test_every_solution_is_in_just_one_cube(puzzle: Nonogram, depth: int) -> None:
    chars = [colour.char for colour in puzzle.palette]
    solutions = [[chars.index(char) for row in found for char in row] for found in brute.solutions(puzzle)]
    is_partition(puzzle.problem(), depth, solutions)


@given(counts(), st.integers(0, 6))
def test_counts_are_parted_too(problem: Problem, depth: int) -> None:
    is_partition(problem, depth, brute.assignments(problem))


def test_a_deeper_tree_has_more_cubes() -> None:
    problem = n_dom(7).problem()
    for depth in range(4):
        assert sum(part.contradiction is None for part in split(problem, depth)) == 2**depth


@settings(max_examples=40)
@given(puzzles(), st.integers(1, 4), st.booleans())
def test_the_verdict_is_that_of_trying_everything(puzzle: Nonogram, depth: int, plain: bool) -> None:
    want = list(brute.solutions(puzzle))
    # With one decision only, lines leave some of these puzzles to a solver.
    answer, tally = cube_and_conquer(puzzle, depth, replace(PLAIN, narrow=False) if plain else "auto")
    assert answer.verdict is [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE][min(len(want), 2)]
    shown = {picture for picture in (answer.solution, answer.other) if picture}
    assert len(shown) == min(len(want), 2) and shown <= set(want)
    assert tally.refuted + tally.solved + tally.searched <= tally.cubes
    if len(want) < 2:
        assert tally.refuted + tally.solved + tally.searched == tally.cubes


@pytest.mark.parametrize(
    "name", ["dom-7", "black-and-white#26", "springs#2", "gchq-no-givens", "no-solution"]
)
def test_every_kind_can_be_asked(name: str) -> None:
    puzzle = nonosat.load(name)
    answer, tally = cube_and_conquer(puzzle, 3, jobs=2)
    alone = nonosat.solve(puzzle)
    assert (answer.verdict, answer.stop_reason) == (alone.verdict, "done")
    assert answer.basis == (alone.basis if tally.cubes == 0 else tally.text)


class Scripted(Executor):
    """Runs at once, in this process, the tasks that `script` allows, and leaves the rest open for ever."""

    def __init__(self, script: Callable[[int, Problem, Any], Any]) -> None:
        self.script = script
        self.futures: list[Future[Any]] = []
        self.stopped = 0

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        assert function is search_cube
        future: Future[Any] = Future()
        self.futures.append(future)
        try:
            done = self.script(len(self.futures), args[0], lambda: search_cube(*args))
            if done is not None:
                future.set_result(done)
        except (LimitReached, InternalError) as error:
            future.set_exception(error)
        return future

    def stop(self) -> None:
        self.stopped += 1


def asked(puzzle: Nonogram, script: Callable[[int, Problem, Any], Any], **more: Any) -> tuple[Any, Scripted]:
    executor = Scripted(script)
    answer, _ = cube_and_conquer(
        puzzle, 4, more.pop("card", PLAIN), executor=executor, stop=executor.stop, **more
    )
    assert executor.stopped == 1
    return answer, executor


def test_two_solutions_end_it_and_the_rest_is_cancelled() -> None:
    answer, executor = asked(permutation(7), lambda number, cube, do: do() if number in (2, 5) else None)
    assert answer.verdict is Verdict.MULTIPLE
    left = [future for future in executor.futures if not future.done() or future.cancelled()]
    assert len(left) == len(executor.futures) - 2 and all(future.cancelled() for future in left)
    assert len(executor.futures) < 16  # it did not even part the rest


def test_one_solution_is_enough_for_a_card_that_wants_no_more() -> None:
    card = replace(PLAIN, goal="solution")
    answer, executor = asked(
        permutation(7), lambda number, cube, do: do() if number == 2 else None, card=card
    )
    assert (answer.verdict, answer.stop_reason) == (Verdict.UNKNOWN, "done")
    assert answer.solution is not None and len(executor.futures) < 5


def failing(error: Exception, at: Sequence[int]) -> Callable[[int, Problem, Any], Any]:
    def script(number: int, cube: Problem, do: Any) -> Any:
        if number in at:
            raise error
        return do()

    return script


def test_a_cube_that_ran_out_of_memory_leaves_the_verdict_open() -> None:
    full = LimitReached(StopReason.MEMORY_LIMIT, "too large")
    for puzzle, verdict in ((n_dom(6), Verdict.UNKNOWN), (permutation(6), Verdict.MULTIPLE)):
        answer, _ = asked(puzzle, failing(full, [1]))
        assert answer.verdict is verdict
    answer, executor = asked(n_dom(6), failing(full, [1]))
    assert answer.stop_reason == "memory limit"
    # Of the tasks one failed, and one looked for a second solution in the cube of the first.
    assert answer.basis.startswith("too large; ")
    assert answer.basis.endswith(f" {len(executor.futures) - 2} searched")
    assert answer.solution is not None


def test_a_worker_that_died_is_loud_unless_two_solutions_are_found() -> None:
    with pytest.raises(WorkerError):
        asked(n_dom(6), failing(WorkerError("it died"), [1]))
    answer, _ = asked(permutation(6), failing(WorkerError("it died"), [1]))
    assert answer.verdict is Verdict.MULTIPLE


@pytest.mark.parametrize("rubbish", [b"\0" * 169, b"\1" * 169])
def test_what_a_worker_says_is_not_believed(rubbish: bytes) -> None:
    with pytest.raises(InternalError, match="wrong picture"):
        asked(n_dom(6), lambda *_: (Found(rubbish, False, ("rubbish",), 0, 0, {}, 0), 0))


def test_one_solution_twice_is_no_second_one() -> None:
    solution = bytes(char == "#" for row in n_dom(6).goal for char in row)
    with pytest.raises(InternalError, match="one solution twice"):
        asked(n_dom(6), lambda *_: (Found(solution, False, ("rubbish",), 0, 0, {}, 0), 0))


def test_an_executor_that_looks_ahead_a_little_is_given_no_more() -> None:
    class Narrow(Scripted):
        ahead = 3

    executor = Narrow(lambda *_: None)
    answer, tally = cube_and_conquer(n_dom(6), 4, PLAIN, limits=Limits(2), executor=executor)
    assert (answer.verdict, answer.stop_reason) == (Verdict.UNKNOWN, "time limit")
    assert len(executor.futures) == tally.cubes - tally.refuted == 3
    assert all(future.cancelled() for future in executor.futures)


def test_a_limit_ends_all_solvers() -> None:
    worker.end_idle()
    others = solvers_of(os.getpid())
    answer, _ = cube_and_conquer(HARD, 3, "order-cadical", limits=Limits(1.5), jobs=2)
    assert (answer.verdict, answer.stop_reason) == (Verdict.UNKNOWN, "time limit")
    worker.end_idle()
    assert set(solvers_of(os.getpid())) <= set(others)


def test_ctrl_c_says_what_is_known_and_leaves_no_child(tmp_path: Path) -> None:
    words = ["solve", written(HARD, tmp_path), "--model", "order-cadical", "--cubes", "3", "-j", "2"]
    process = subprocess.Popen([*COMMAND, *words, "--quiet"], stdout=subprocess.PIPE, text=True)
    until(lambda: len(solvers_of(process.pid)) >= 2)
    children = children_of(process.pid)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=30)
    assert process.returncode == 130 and "unknown: interrupted" in out
    assert all(gone(child) for child in children)


@pytest.fixture(scope="module")
def on_dask() -> Iterator[dask_cluster.Cluster]:
    pytest.importorskip("distributed")
    with dask_cluster.executor(jobs=2) as executor:
        yield executor


@pytest.mark.parametrize("name", some(["gchq-no-givens", "dom-7", "no-solution"], 1))
def test_a_cluster_gives_the_same_verdict(name: str, on_dask: dask_cluster.Cluster) -> None:
    puzzle = nonosat.load(name)
    answer, _ = cube_and_conquer(puzzle, 3, executor=on_dask)
    assert answer.verdict is nonosat.solve(puzzle).verdict


@pytest.mark.parametrize("text", ["0", "-1", "21", "x", "²", "1" * 5000])
def test_a_depth_that_makes_no_sense_is_refused(text: str, capsys: Capture) -> None:
    assert main(["solve", "dom-3", f"--cubes={text}"]) == 2
    assert "expected a whole number from 1 to 20" in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    "words", [["--dask"], ["--cubes", "2", "--prove", "x.zip"], ["--cubes", "2", "--competition"]]
)
def test_what_does_not_go_together_is_refused(words: list[str], capsys: Capture) -> None:
    assert main(["solve", "dom-3", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1

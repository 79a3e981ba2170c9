"""A run in its own process: whatever happens there, the result is a run with a reason."""

import math
import os
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import nonosat
from nonosat import Card, Nonogram
from nonosat.automata import masks
from nonosat.comparison.campaign import Campaign
from nonosat.comparison.isolation import Entry, Job, execute, warm_up, work
from nonosat.comparison.journal import run_key
from nonosat.comparison.results import Record, results
from nonosat.encodings.model import Cnf
from nonosat.processes import worker
from nonosat.processes.clock import Bounds
from nonosat.processes.limits import Limits
from nonosat.processes.ps import measure_use
from nonosat.processes.usage import usage
from nonosat.processes.worker import Process
from nonosat.puzzles.families import n_dom
from nonosat.toolkit import Run, load_card, measure
from tests.helpers import for_worker
from tests.helpers.fixtures import Patch
from tests.helpers.processes import children_of, gone
from tests.helpers.programs import put

HARD = n_dom(60)


def job(puzzle: Any, card: str = "order-cadical", seed: int | None = None, **limits: Any) -> Job:
    return Job(Entry("p", puzzle), load_card(card), 0, seed, Limits(**limits))


def test_a_run_has_the_keys_of_solve_json_and_its_own() -> None:
    found = execute(job(nonosat.load("gchq-no-givens")))
    assert (found["verdict"], found["stop_reason"], found["fault"]) == ("multiple", "done", "")
    assert len(found["solutions"]) == 2
    assert set(nonosat.solve(nonosat.load("dom-3")).to_dict()) <= set(found)
    own = "hash repeat seed wall cpu peak_memory fault limits host start"
    assert set(own.split()) <= set(found)
    assert found["conflicts"] >= 0 and found["cpu"] > 0 and found["wall"] > 0
    assert found["peak_memory"] > 10 << 20


def test_the_processor_time_of_a_program_that_is_killed_counts(tmp_path: Path) -> None:
    spinning = put(tmp_path, "spin", "while :; do :; done")
    card = load_card("minisat")
    card = replace(card, options={**card.options, "command": str(spinning)})
    found = execute(replace(job(nonosat.load("dom-5"), cpu=1), card=card), prepare=for_worker.do_nothing)
    assert found["stop_reason"] == "time limit" and 0.9 < found["cpu"] < 3


@pytest.mark.parametrize(
    ("limits", "reason"),
    [({"time": 0.5}, "time limit"), ({"cpu": 0.5}, "time limit"), ({"memory": 120 << 20}, "memory limit")],
)
def test_each_limit_ends_a_run(limits: dict[str, Any], reason: str) -> None:
    found = execute(job(HARD, **limits))
    assert (found["verdict"], found["stop_reason"]) == ("unknown", reason)
    assert found["wall"] >= 0
    assert found["peak_memory"] > 40 << 20  # the solver's, though its process is gone


@pytest.mark.parametrize(
    ("does", "limits", "reason", "words"),
    [
        (for_worker.hold_the_lock, {"time": 0.5}, "time limit", ""),
        (for_worker.eat_memory, {"memory": 150 << 20}, "memory limit", ""),
        (for_worker.die, {}, "error", "last words"),
        (for_worker.crash, {}, "error", "ZeroDivisionError"),
        (for_worker.answer_rubbish, {}, "error", ""),
    ],
)
def test_whatever_the_process_does_there_is_a_run(
    does: Callable[..., Any], limits: dict[str, Any], reason: str, words: str
) -> None:
    found = execute(job(nonosat.load("gchq"), **limits), does, grace=0.1)
    assert (found["verdict"], found["stop_reason"]) == ("unknown", reason)
    assert words in found["basis"]
    assert found["wall"] > 0
    assert run_key(found) == ("p", "order-cadical", 0)


def say_process(asked: Job) -> Record:
    return work(asked) | {"process": os.getpid()}


def use_much_memory_for_a_moment(asked: Job) -> Record:
    found = say_process(asked)
    assert b"x" * (200 << 20)
    return found


def keep_much_memory(asked: Job) -> Record:
    vars(os)["kept"] = b"x" * (100 << 20)
    return say_process(asked)


def warm_up_with_this_module(card: Card) -> None:
    """Warm up a process that has imported these tests, so that the first run does not grow by them."""
    warm_up(card)


def test_runs_of_a_card_share_a_process_and_nothing_else() -> None:
    asked, other = job(nonosat.load("dom-3")), job(nonosat.load("dom-3"), "order-glucose")
    worker.end_idle()  # those of other tests have not imported this module
    does = (say_process, use_much_memory_for_a_moment, say_process)
    first, large, again = [execute(asked, one, prepare=warm_up_with_this_module) for one in does]
    assert first["process"] == large["process"] == again["process"] != execute(other, say_process)["process"]
    assert large["peak_memory"] > first["peak_memory"] + (150 << 20)
    assert again["peak_memory"] < first["peak_memory"] + (30 << 20)
    assert again["conflicts"] == first["conflicts"] and again["cpu"] < 10 * first["cpu"] + 1
    assert execute(job(HARD, time=0.5))["stop_reason"] == "time limit"
    large = execute(asked, keep_much_memory, prepare=warm_up_with_this_module)
    assert execute(asked, say_process)["process"] != large["process"] and gone(large["process"])


def test_what_is_measured_begins_without_what_was_kept_of_puzzles() -> None:
    def read_and_count(name: str) -> int:
        for _, line in nonosat.load(name).problem().forms.lines:
            masks.shape(line.blocks, len(line.cells))
        return masks.shape.cache_info().currsize

    alone, cost = measure(read_and_count, "dom-3")
    assert measure(read_and_count, "cat")[0] > alone > 0
    assert measure(read_and_count, "dom-3")[0] == alone
    assert cost.memory > 10 << 20 and 0 < cost.cpu < 60


@pytest.mark.parametrize(
    ("prepare", "limits"),
    [(for_worker.start_a_child_and_wait, {"time": 1.5}), (for_worker.burn_processor_time, {"cpu": 0.5})],
)
def test_limits_hold_while_the_solver_is_prepared(
    prepare: Callable[..., None], limits: dict[str, Any]
) -> None:
    before = children_of(os.getpid())
    found = execute(job(nonosat.load("gchq"), **limits), prepare=prepare, start=0.5)
    assert (found["verdict"], found["stop_reason"]) == ("unknown", "time limit")
    assert found["basis"]
    assert found["wall"] < 20
    assert all(gone(child) for child in set(children_of(os.getpid())) - set(before))


def test_a_short_limit_leaves_time_to_start() -> None:
    found = execute(job(nonosat.load("dom-3"), time=1e-6))
    assert (found["stop_reason"], found["basis"]) == ("time limit", "")


def solve_another(asked: Job) -> Record:
    return work(replace(asked, entry=Entry("p", Nonogram.from_picture(("##", "..")))))


def test_a_witness_that_fails_the_check_is_a_fault() -> None:
    found = execute(job(Nonogram.from_picture(("#.", ".#"))), solve_another)
    assert found["stop_reason"] == "error"
    assert "row 1 reads ##, its clue is 1" in found["fault"]


def say_none(asked: Job) -> Record:
    return work(asked) | {"verdict": "none"}


def give_no_model(_: Job) -> Record:
    Cnf(1, [], [(1, -1)]).values(lambda _: False)
    return {}


def give_values_of_no_cell(asked: Job) -> Record:
    assert asked.entry.puzzle is not None
    with Run(asked.entry.puzzle, asked.card) as run:
        run.check_solution(bytes([7]))
    return {}


@pytest.mark.parametrize(
    ("does", "words"),
    [
        (say_none, "none, but 1 solution found"),
        (give_no_model, "cell 0 has no value"),
        (give_values_of_no_cell, "gave values that no cell has"),
    ],
)
def test_a_wrong_verdict_and_a_model_that_is_none_are_faults(
    does: Callable[[Job], Record], words: str
) -> None:
    found = execute(job(nonosat.load("gchq")), does)
    assert found["stop_reason"] == "error"
    assert words in found["fault"]
    (result,) = results([found]).itertuples()
    assert (result.outcome, result.solved) == ("refuted", False)


@pytest.mark.parametrize("card", ["order-cadical", "cpsat-lines", "auto"])
def test_a_seed_shuffles_the_problem_of_every_solver(card: str, monkeypatch: Patch) -> None:
    puzzle = nonosat.load("dom-4")
    found = execute(job(puzzle, card, seed=7))
    assert (found["verdict"], found["fault"], found["seed"]) == ("unique", "", 7)
    asked = list[nonosat.Puzzle]()

    def solved(one: nonosat.Puzzle, *arguments: Any) -> nonosat.Answer:
        asked.append(one)
        return nonosat.solve(one, *arguments)

    monkeypatch.setattr("nonosat.comparison.isolation.solve", solved)
    for seed in (None, 7, 8):
        work(job(puzzle, card, seed=seed))
    assert len({one.problem().constraints for one in asked}) == 3


def test_jobs_are_interleaved_and_no_card_is_always_first() -> None:
    cards = [load_card(name) for name in ("auto", "order-cadical", "order-glucose")]
    entries = [Entry(name, nonosat.load(name)) for name in ("gchq", "dom-3", "dom-4")]
    found = Campaign(entries, cards, 2, 10, Limits(time=5.0)).jobs
    assert len({one.key for one in found}) == len(found) == 18
    assert {one.seed for one in found} == {10, 11}
    firsts = [one.card.name for one in found[::3]]
    assert sorted(firsts) == sorted(2 * [card.name for card in cards])


def test_each_of_many_cards_does_a_block_of_puzzles_before_the_next_one() -> None:
    cards = [replace(load_card("auto"), name=str(number)) for number in range(18)]
    entries = [Entry(str(number), nonosat.load("dom-3")) for number in range(25)]
    jobs = Campaign(entries, cards).jobs
    assert len({one.key for one in jobs}) == len(jobs) == 18 * 25
    assert sum(one.card is not next_.card for one, next_ in pairwise(jobs)) <= 18 * 3
    assert {one.entry.source for one in jobs[: 18 * 10]} == {str(number) for number in range(10)}
    assert len({jobs[at].card.name for at in (0, 18 * 10, 18 * 20)}) == 3


def test_usage_adds_up_the_processes() -> None:
    alone = usage(os.getpid())
    process = Process()
    process.call(Bounds(), math.factorial, 20_000)
    assert usage(os.getpid()).peak > alone.peak > 0
    assert process.peak > 1 << 20
    process.kill()
    assert usage(os.getpid()).cpu >= alone.cpu


def test_ps_tells_the_same_where_there_is_no_proc() -> None:
    process = Process()
    process.call(Bounds(), math.factorial, 20_000)
    told, read = measure_use(os.getpid()), usage(os.getpid())
    assert told[0] == pytest.approx(read.memory, rel=0.2)
    assert 0 <= told[1] <= read.cpu
    assert measure_use(process.call(Bounds(), os.getpid)) < told
    process.kill()


@pytest.mark.parametrize(
    ("time", "seconds"), [("0:01.50", 1.5), ("02:03", 123), ("01:00:00", 3600), ("2-00:00:01", 172801)]
)
def test_the_times_of_ps(time: str, seconds: float, tmp_path: Path, monkeypatch: Patch) -> None:
    put(tmp_path, "ps", f"echo '7 1 1024 {time}'")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert measure_use(7) == (1 << 20, seconds)

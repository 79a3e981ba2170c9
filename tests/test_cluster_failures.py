"""Clusters whose parts are killed or stall: nothing is lost or doubled, one line says it, nothing hangs."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

pytest.importorskip("distributed")

import nonosat
from nonosat.cli import main
from nonosat.processes import dask_cluster
from nonosat.puzzles.families import n_dom
from tests.helpers.cluster import a_worker, scheduler, struck
from tests.helpers.commands import written
from tests.helpers.journals import keys
from tests.helpers.processes import solvers_of, until
from tests.helpers.samples import some

STALLS_AFTER = 5  # seconds of silence; Dask's scheduler allows no less
RUNS = 6


class Running:
    """A scheduler and two workers."""

    def __init__(self, folder: Path, begun: ExitStack) -> None:
        self.folder, self._begun = folder, begun
        self.address, self.scheduler = begun.enter_context(scheduler(folder))
        self.workers = [self.more(name) for name in "ab"]

    def more(self, name: str) -> int:
        """Start a worker; return its process."""
        log = self.folder / name / "log"
        begun = self._begun.enter_context(a_worker(self.address, self.folder / name))
        until(lambda: "Registered to" in log.read_text())
        return begun.pid

    @property
    def at_work(self) -> list[int]:
        """The workers that have a solver."""
        return [worker for worker in self.workers if solvers_of(worker)]


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL", f"{STALLS_AFTER}s")
    with ExitStack() as begun:
        yield Running(tmp_path, begun)


def words(command: str, cluster: Running) -> list[str]:
    """Return a campaign that takes some seconds on a cluster."""
    if command == "compare":
        more = ["--models", "order-minisat", "--repeat", str(RUNS), "-o", str(cluster.folder / "r.jsonl")]
        return ["compare", "dom-7", *more, "--json", "--dask", cluster.address]
    return ["solve", "dom-9", "--cubes", "5", "--model", "order-cadical", "--json", "--dask", cluster.address]


def is_whole(command: str, cluster: Running, said: str) -> bool:
    """Whether nothing was lost or doubled."""
    if command == "compare":
        found = keys(cluster.folder / "r.jsonl")
        return len(found) == len(set(found)) == RUNS
    answer = json.loads(said)
    tally = answer["cubes"]
    ended = tally["refuted"] + tally["solved"] + tally["searched"]
    return bool(answer["verdict"] == "unique" and tally["cubes"] == ended)


COMMANDS = ["compare", "cubes"]
LATER = pytest.mark.slow


@pytest.mark.parametrize("command", some(COMMANDS, 1))
@pytest.mark.parametrize("how", some([signal.SIGKILL, signal.SIGSTOP], 1))
def test_a_worker_that_goes_or_stalls_loses_nothing(
    command: str, how: signal.Signals, cluster: Running, capfd: pytest.CaptureFixture[str]
) -> None:
    with struck(lambda: cluster.at_work[:1], how):
        assert main(words(command, cluster)) == 0
    said = capfd.readouterr()
    assert said.err == ""
    assert is_whole(command, cluster, said.out)


@pytest.mark.parametrize("command", some(COMMANDS[::-1], 1))
@pytest.mark.slow
def test_without_workers_it_says_so_and_waits_for_others(
    command: str, cluster: Running, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def come() -> None:
        until(lambda: "lost all its workers" in "".join(heard))
        cluster.more("c")

    heard: list[str] = []
    late = threading.Thread(target=come)
    late.start()
    with (
        struck(lambda: cluster.at_work and cluster.workers, signal.SIGKILL),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr("nonosat.cli.complain", heard.append)
        assert main(words(command, cluster)) == 0
    late.join()
    assert heard == [f"nonosat: {cluster.address}: the cluster has lost all its workers: waiting"]
    assert is_whole(command, cluster, capfd.readouterr().out)


@pytest.mark.parametrize(
    ("command", "how"),
    [
        ("compare", signal.SIGKILL),
        pytest.param("cubes", signal.SIGSTOP, marks=LATER),
        pytest.param("compare", signal.SIGSTOP, marks=LATER),
        pytest.param("cubes", signal.SIGKILL, marks=LATER),
    ],
)
def test_a_scheduler_that_goes_or_stalls_ends_it_in_one_line(
    command: str,
    how: signal.Signals,
    cluster: Running,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(dask_cluster, "LOST", 2.0)
    with struck(lambda: cluster.at_work and [cluster.scheduler.pid], how):
        assert main(words(command, cluster)) == 2
    assert capfd.readouterr().err == f"{cluster.address}: lost connection to the Dask scheduler\n"
    if command == "compare":  # what was done is kept
        found = keys(cluster.folder / "r.jsonl")
        assert len(found) == len(set(found)) < RUNS


@LATER
def test_a_limit_holds_while_all_have_stalled(
    cluster: Running, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dask_cluster, "LOST", 60.0)
    everyone = [cluster.scheduler.pid, *cluster.workers]
    hard = written(n_dom(30), cluster.folder)
    with struck(lambda: cluster.at_work and everyone, signal.SIGSTOP):
        begin = time.monotonic()
        assert (
            main(["solve", hard, "--cubes", "2", "--time-limit", "4", "--quiet", "--dask", cluster.address])
            == 3
        )
        assert time.monotonic() - begin < 30
    said = capfd.readouterr()
    assert said.err == ""
    assert "time limit" in said.out


@LATER
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_of_the_cluster_here_that_goes_or_stalls_is_replaced(
    how: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_cluster, "LOST", float(STALLS_AFTER))
    with dask_cluster.executor(jobs=2) as executor:
        workers = list(executor.client.run(os.getpid).values())
        with (
            struck(lambda: [worker for worker in workers if solvers_of(worker)][:1], how),
            closing(nonosat.compare.runs(["dom-7"], ["order-minisat"], executor, repeat=RUNS)) as runs,
        ):
            found = [(run["repeat"], run["verdict"]) for run in runs]
    assert sorted(found) == [(number, "unique") for number in range(RUNS)]

"""Campaigns on Dask clusters: on this machine, and of processes that know each other by address."""

import json
import os
import platform
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.fixtures import Capture, Patch

pytest.importorskip("distributed")

import dask.config
import distributed
import distributed.cfexecutor

import nonosat
from nonosat.cli import main
from nonosat.comparison import cluster
from nonosat.comparison.isolation import Job
from nonosat.puzzles.families import n_dom
from tests.helpers.commands import COMMAND, run, written
from tests.helpers.journals import keys, runs_in
from tests.helpers.processes import children_of, gone, runs, solvers_of, until, wait_for_lines

LocalCluster: Any = distributed.LocalCluster  # typed in part
Client: Any = distributed.Client
ClientExecutor: Any = distributed.cfexecutor.ClientExecutor

DASK = [sys.executable, "-m", "dask"]

Process = subprocess.Popen[str]


@contextmanager
def process(*words: str, folder: Path, log: str = "log") -> Iterator[Process]:
    """Run a command, and end it if it has not ended."""
    with (folder / log).open("a") as file:
        begun = subprocess.Popen(words, cwd=folder, stdout=file, stderr=file, text=True)
    try:
        yield begun
    finally:
        begun.kill()
        begun.wait()


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[str, Process]]:
    """Begin a scheduler; give its address, and it."""
    file = folder / "scheduler.json"
    port = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    with process(*DASK, "scheduler", *port, "--scheduler-file", str(file), folder=folder) as begun:
        until(lambda: file.exists() and "tcp://" in file.read_text())
        yield json.loads(file.read_text())["address"], begun


@contextmanager
def a_worker(address: str, folder: Path) -> Iterator[Process]:
    """Start a worker of one process, in its own folder, without any file of the campaign."""
    folder.mkdir()
    words = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"]
    with process(*DASK, "worker", address, *words, folder=folder) as begun:
        yield begun


@pytest.mark.more
def test_a_killed_worker_loses_nothing_and_ctrl_c_leaves_the_cluster(tmp_path: Path) -> None:
    path, names = tmp_path / "r.jsonl", ["dom-3", "dom-5", "gchq-no-givens", "mine.non"]
    (tmp_path / "mine.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    with ExitStack() as stack:
        address, _ = stack.enter_context(scheduler(tmp_path))
        words = ["compare", *names, "--models", "order-cadical", "--repeat", "2"]
        on_it = ["--dask", address, "-o", str(path)]
        client = stack.enter_context(process(*COMMAND, *words, *on_it, folder=tmp_path, log="said"))
        workers = [stack.enter_context(a_worker(address, tmp_path / name)) for name in "ab"]
        wait_for_lines(path, 3)
        until(lambda: any(solvers_of(worker.pid) for worker in workers))
        killed, other = sorted(workers, key=lambda worker: not solvers_of(worker.pid))
        solvers = solvers_of(killed.pid)
        killed.kill()
        assert client.wait(60) == 0
        assert all(gone(solver) for solver in solvers)
        found = runs_in(path)
        assert len(set(keys(path))) == len(found) == 8
        verdicts = {(one["puzzle"], one["verdict"], one["stop_reason"], one["host"]) for one in found}
        assert verdicts == {
            (name, "multiple" if name == "gchq-no-givens" else "unique", "done", platform.node())
            for name in names
        }

        hard = ["compare", written(n_dom(60), tmp_path), "--models", "order-cadical", "--repeat", "9"]
        more = ["-o", str(tmp_path / "hard.jsonl"), "--dask", address, "--time-limit", "5"]
        client = stack.enter_context(process(*COMMAND, *hard, *more, folder=tmp_path, log="said"))
        until(lambda: any(runs(solver) for solver in solvers_of(other.pid)))
        client.send_signal(signal.SIGINT)
        assert client.wait(30) == 130
        again = ["compare", "dom-3", "--models", "order-cadical", "-o", str(tmp_path / "again.jsonl")]
        assert main([*again, "--dask", address]) == 0
    said = (tmp_path / "said").read_text()
    assert said.count("interrupted\n") == 1 and "Traceback" not in said and "distributed" not in said


@pytest.fixture(scope="module")
def here() -> Iterator[Any]:
    """A client of a cluster of two processes on this machine."""
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        LocalCluster(n_workers=2, threads_per_worker=1, memory_limit=None, dashboard_address=None) as local,
        Client(local, set_as_default=False) as client,
    ):
        yield client


def test_a_script_gives_its_runs_to_dask_s_own_executor(here: Any) -> None:
    executor = here.get_executor(pure=False)
    names, cards = ["dom-3", "dom-4", "switch"], ["order-cadical", "order-glucose"]
    found = nonosat.compare(names, cards, executor=executor, repeat=2).runs
    assert Counter((run["puzzle"], run["verdict"], run["stop_reason"]) for run in found) == {
        (name, "multiple" if name == "switch" else "unique", "done"): 4 for name in names
    }
    assert executor.submit(os.getpid).result(60) in children_of(os.getpid())


def test_a_run_that_kills_its_workers_is_a_failed_run_and_the_rest_goes_on(here: Any) -> None:
    class Deadly(ClientExecutor):  # type: ignore[misc]
        def submit(self, function: Any, job: Job, /, *rest: Any, **more: Any) -> Any:
            if job.entry.source == "dom-3":
                return super().submit(os._exit, 1)
            return super().submit(function, job, *rest, **more)

    deadly = Deadly(here, retries=2, pure=False)
    runs = nonosat.compare(["dom-3", "dom-4"], ["order-cadical"], executor=deadly).runs
    found = {one["puzzle"]: (one["verdict"], one["stop_reason"], one["basis"]) for one in runs}
    verdict, reason, why = found.pop("dom-3")
    assert (verdict, reason) == ("unknown", "error") and "died while running it" in why
    assert found == {"dom-4": ("unique", "done", "")}


def test_another_version_is_refused(here: Any, tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setattr(cluster, "__version__", "0")
    address = here.scheduler.address
    assert main(compare_on(address, tmp_path)) == 2
    said = f"{address}: the cluster has nonosat {nonosat.__version__}, expected 0\n"
    assert capsys.readouterr().err == said


def test_an_address_that_is_a_worker_s(here: Client, tmp_path: Path) -> None:
    address = next(iter(here.scheduler_info()["workers"]))
    error = refused(address, tmp_path)
    assert error.startswith(f"{address}: no Dask scheduler answers") and error.count("\n") == 1


def compare_on(address: str, folder: Path, *more: str) -> list[str]:
    path = str(folder / "r.jsonl")
    return ["compare", "dom-3", "--models", "order-cadical", "-o", path, *more, "--dask", address]


def refused(address: str, folder: Path, *more: str) -> str:
    """Return the message about a cluster, from a process of its own: after one client of Dask has failed,
    the next one can lock up.
    """
    done = run(*compare_on(address, folder, *more))
    assert done.returncode == 2 and not (folder / "r.jsonl").exists()
    return done.stderr


def test_where_no_scheduler_is(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as ended:
        port = ended.getsockname()[1]
    addresses = f"127.0.0.1:{port}", "tcp://nowhere.invalid:1", "x:y", "cat"
    with ThreadPoolExecutor(len(addresses)) as pool:
        errors = pool.map(lambda address: refused(address, tmp_path), addresses)
        for address, error in zip(addresses, errors, strict=True):
            assert error.startswith(f"{address}: no Dask scheduler answers") and error.count("\n") == 1
    assert "--jobs does not apply" in refused("127.0.0.1:1", tmp_path, "--jobs", "2")


def test_without_dask(tmp_path: Path, monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(compare_on("127.0.0.1:8786", tmp_path)) == 2
    error = capsys.readouterr().err
    assert "pip install 'nonosat[dask]'" in error and error.count("\n") == 1


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[str, Process, list[Process]]]:
    """A scheduler, by address and process, and its two workers."""
    with ExitStack() as stack:
        address, begun = stack.enter_context(scheduler(tmp_path))
        yield address, begun, [stack.enter_context(a_worker(address, tmp_path / name)) for name in "ab"]


def test_a_scheduler_that_is_killed_ends_it_in_one_line(
    running: tuple[str, Process, list[Process]], tmp_path: Path, capfd: Capture
) -> None:
    address, begun, workers = running
    path = tmp_path / "r.jsonl"
    words = ["compare", "dom-7", "--models", "order-minisat", "--repeat", "6", "-o", str(path)]

    def strike() -> None:
        until(lambda: any(solvers_of(one.pid) for one in workers))
        begun.kill()

    with ThreadPoolExecutor(1) as aside:
        struck = aside.submit(strike)
        assert main([*words, "--json", "--dask", address]) == 2
    struck.result()
    assert capfd.readouterr().err == f"{address}: lost connection to the Dask scheduler\n"
    assert len(keys(path)) == len(set(keys(path))) < 6  # what was done is kept

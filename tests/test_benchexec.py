"""What is exported for BenchExec is read by it, and its tool-info module understands the answers."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

import nonosat
from nonosat.cli import main
from tests.helpers.commands import run
from tests.helpers.fixtures import Patch

# What BenchExec's command line leaves open.
CONFIG = (
    *("name", "description_file", "selected_run_definitions", "selected_sourcefile_sets", "timelimit"),
    *("walltimelimit", "memorylimit", "corelimit", "cpu_model", "current_time"),
)

EXPORT = ["export", "dom-3", "switch", "no-solution", "--to", "benchexec"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return an exported benchmark of two cards."""
    card = tmp_path / "my card.yaml"
    card.write_text("name: my & card\nbackend: pysat:minisat22\n")
    made = tmp_path / "benchmark"
    words = ["--models", "order-glucose", str(card), "--time-limit", "60", "--memory-limit", "2G"]
    assert main([*EXPORT, *words, "-o", str(made)]) == 0
    return made


def tool(folder: Path, monkeypatch: Patch) -> Any:
    pytest.importorskip("benchexec")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "nonosat_benchexec", raising=False)
    monkeypatch.delitem(sys.modules, "nonosat_benchexec.tool", raising=False)
    from importlib import import_module

    return import_module("nonosat_benchexec.tool").Tool()


def test_the_puzzles_are_tasks(folder: Path) -> None:
    names = sorted(path.name for path in (folder / "puzzles").iterdir())
    assert names == ["1.json", "1.yml", "2.json", "2.yml", "3.json", "3.yml"]
    read = [nonosat.load(folder / "puzzles" / name) for name in names[::2]]
    assert read == [nonosat.load(name) for name in EXPORT[1:4]]


def test_benchexec_reads_the_definition(folder: Path, monkeypatch: Patch) -> None:
    model = pytest.importorskip("benchexec.model")
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(str(folder))
    script = folder.parent / "bin" / "nonosat"
    script.parent.mkdir()
    script.write_text("#!/bin/sh\necho nonosat 1\n")
    script.chmod(0o755)
    config = MagicMock(container=False, output_path="results/", num_of_threads=None)
    for key in CONFIG:
        setattr(config, key, None)
    config.tool_directory = str(script.parent)
    benchmark = model.Benchmark("benchmark.xml", config, datetime.now())
    assert [one.name for one in benchmark.run_sets] == ["order-glucose", "my & card"]
    assert (benchmark.rlimits.cputime, benchmark.rlimits.memory) == (60, 2 << 30)
    benchmark.executable = "nonosat"
    runs = benchmark.run_sets[1].runs
    assert len(runs) == 3
    assert runs[0].cmdline()[1:4] == ["check", "--model", str(folder.parent / "my card.yaml")]


def test_answers_are_understood(folder: Path, monkeypatch: Patch) -> None:
    asked = tool(folder, monkeypatch)
    found = {}
    for number in (1, 2, 3):
        task = SimpleNamespace(single_input_file=str(folder / "puzzles" / f"{number}.json"))
        words = asked.cmdline("nonosat", ["--model", "order-glucose"], task, None)
        assert words[0] == "nonosat"
        done = run(*words[1:])
        found[number] = asked.determine_result(SimpleNamespace(output=done.stdout.splitlines()))
    assert found == {1: "true", 2: "false(multiple)", 3: "false(none)"}
    for lines, result in (([], "ERROR"), (["p: unknown"], "unknown"), (["Traceback"], "ERROR")):
        assert asked.determine_result(SimpleNamespace(output=lines)) == result

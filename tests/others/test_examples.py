"""The files in `examples/` run by themselves; one whose framework is not installed is skipped."""

import json
import runpy
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy
import pytest

from nonosat.cli import main
from tests.helpers.audits import audited
from tests.helpers.fixtures import Capture

EXAMPLES = Path(__file__).parents[2] / "examples"


def said(name: str, *words: object, needs: str, folder: Path | None = None) -> str:
    """Run an example as its users do; return what it prints."""
    if find_spec(needs) is None:
        pytest.skip(f"{needs} is not installed")
    words = (sys.executable, EXAMPLES / f"{name}.py", *words)
    return subprocess.run(list(map(str, words)), cwd=folder, stdout=-1, text=True, check=True).stdout


def test_an_episode_of_gymnasium() -> None:
    assert said("gymnasium_env", needs="gymnasium").endswith("return 1.00\n")
    from gymnasium import make
    from gymnasium.utils.env_checker import check_env

    runpy.run_path(str(EXAMPLES / "gymnasium_env.py"))
    env = make("Nonogram-v0", render_mode="ansi").unwrapped
    check_env(env)
    env.reset(seed=2)
    rewards = [float(env.step(0)[1]), float(env.step(1)[1])]
    assert rewards[0] >= 0 > rewards[1]  # the second is illegal


def test_a_dataset_of_reasoning_gym() -> None:
    for line in said("reasoning_gym_dataset", needs="reasoning_gym").splitlines():
        right, wrong, *unreadable = map(float, line.split())
        assert right == 1 > wrong >= 0 and unreadable == [0, 0]


def test_a_taskset_of_verifiers() -> None:
    assert said("verifiers_env", needs="verifiers").splitlines() == ["1.0 0.0 "] * 3


def test_arrays_become_a_set(tmp_path: Path, capsys: Capture) -> None:
    numpy.savez(tmp_path / "a.npz", pictures=numpy.array([[[1, 0], [0, 1]], [[1, 1], [0, 1]]]))
    (tmp_path / "set.jsonl").write_text(said("npz_set", tmp_path / "a.npz", needs="numpy"))
    one, two, _ = audited(capsys, tmp_path / "set.jsonl")
    assert (one["verdict"], two["verdict"]) == ("multiple", "unique")


def test_plots_of_a_journal(tmp_path: Path) -> None:
    for package in ("pandas", "matplotlib"):
        pytest.importorskip(package)
    words = ["compare", "cat", "dom-3", "--models", "order-glucose", "order-cadical", "--quiet"]
    assert main([*words, "-o", str(tmp_path / "runs.jsonl")]) == 0
    said("plots", "runs.jsonl", needs="matplotlib", folder=tmp_path)
    for name in ("cactus", "scatter"):
        assert (tmp_path / f"{name}.svg").read_text(encoding="utf-8").count("<svg") == 1


def prove_in_cubes(puzzle: str, folder: Path, *words: str) -> str:
    said("open_puzzle", "cut", puzzle, folder, "--cubes", "12", needs="nonosat")
    said("open_puzzle", "prove", folder, *words, needs="nonosat")
    return said("open_puzzle", "verify", folder, needs="nonosat")


@pytest.mark.parametrize(
    ("puzzle", "verdict"), [("dom-3", "unique"), ("gchq-no-givens", "multiple"), ("no-solution", "none")]
)
def test_cubes_of_a_puzzle_are_one_claim(puzzle: str, verdict: str, tmp_path: Path) -> None:
    assert prove_in_cubes(puzzle, tmp_path / "w").startswith(f"{verdict}, by ")


def test_cubes_that_leave_something_out_are_no_proof(tmp_path: Path) -> None:
    prove_in_cubes("dom-3", tmp_path / "w")
    cubes = json.loads((tmp_path / "w/cubes.json").read_text())
    for left in (cubes[1:], cubes[:-1], [*cubes[1:], cubes[1]], []):
        (tmp_path / "w/cubes.json").write_text(json.dumps(left))
        with pytest.raises(subprocess.CalledProcessError):
            said("open_puzzle", "verify", tmp_path / "w", needs="nonosat")


def test_cubes_on_a_cluster(tmp_path: Path) -> None:
    distributed: Any = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        words = ("--dask", cluster.scheduler_address)
        assert prove_in_cubes("dom-3", tmp_path / "w", *words).startswith("unique, by ")


def test_every_example_is_run_and_listed() -> None:
    names = {path.stem for path in EXAMPLES.glob("*.py")}
    test, readme = Path(__file__).read_text(), (EXAMPLES / "README.md").read_text()
    assert all(f'"{name}"' in test and f"`{name}.py`" in readme for name in names)

"""Hot files run as machine code only if that was made from what they are now; otherwise one line says so."""

import os
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import nonosat
from nonosat import installed
from tests.helpers.samples import some
from tests.modes import QUESTIONS, differences

PACKAGE = Path(nonosat.__file__).parent
ROOT = Path(__file__).parents[2]
HOT = "nonosat/propagation/state"
LOAD = f"import {HOT.replace('/', '.')} as hot; print(hot.__file__)"
HEAD = "# Compiled with {}.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).\n"
LINE = "nonosat runs interpreted, many times slower: "

needs_machine_code = pytest.mark.skipif(
    not (PACKAGE / installed.MANIFEST).exists(), reason="nonosat is not compiled here"
)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a folder with a copy of the package."""
    shutil.copytree(PACKAGE, tmp_path / "nonosat", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("models", "instances", "pyproject.toml"):
        if (PACKAGE.parent / name).exists():
            (tmp_path / name).symlink_to(PACKAGE.parent / name)
    return tmp_path


def ran(folder: Path, *words: str, **environment: str) -> tuple[str, str]:
    """Run Python with the copy in this folder; return what it printed, and its complaints."""
    known = {name: value for name, value in os.environ.items() if name != installed.SWITCH}
    known |= {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", **environment}
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=folder, env=known, capture_output=True, text=True, check=True)
    return done.stdout.strip(), done.stderr


def interpreted(folder: Path, why: str) -> None:
    """Check that the hot file is interpreted, and that a warning says why."""
    out, err = ran(folder, "-c", LOAD)
    assert out == str(folder / f"{HOT}.py")
    assert err.startswith(f"<string>:1: RuntimeWarning: {LINE}{why}; ")
    assert err.count("Warning") == 1


def test_hot_files_are_what_was_asked_for() -> None:
    suffixes = [".py"] if installed.interpreted else EXTENSION_SUFFIXES
    for name in installed.checksums():
        found = import_module(name.replace("/", "."))
        assert str(found.__file__).removeprefix(str(PACKAGE.parent / name)) in suffixes


@needs_machine_code
def test_what_was_compiled_runs_as_machine_code(copy: Path) -> None:
    out, err = ran(copy, "-c", LOAD)
    assert out.removeprefix(str(copy / HOT)) in EXTENSION_SUFFIXES
    assert err == ""


@needs_machine_code
@pytest.mark.parametrize("suffix", [".py", ".pxd"])
def test_a_file_that_has_changed_since_is_interpreted(suffix: str, copy: Path) -> None:
    (copy / "hatch_build.py").touch()  # a checkout: in an installed package, sources do not change
    with (copy / f"{HOT}{suffix}").open("a") as file:
        file.write("# changed\n")
    interpreted(copy, f"{HOT}.py has changed since it was compiled")


@needs_machine_code
def test_a_file_that_has_become_hot_is_noticed(copy: Path) -> None:
    (copy / "hatch_build.py").touch()
    (copy / "nonosat/propagation/memory.pxd").touch()
    interpreted(copy, "nonosat/propagation/memory.py has changed since it was compiled")


@needs_machine_code
def test_the_old_module_of_a_file_that_is_no_longer_hot_is_not_loaded(copy: Path) -> None:
    (copy / "hatch_build.py").touch()
    (copy / f"{HOT}.pxd").unlink()
    assert ran(copy, "-c", LOAD)[0] == str(copy / f"{HOT}.py")


@needs_machine_code
def test_a_missing_module_is_noticed(copy: Path) -> None:
    for module in (copy / HOT).parent.glob("state.*.so"):
        module.unlink()
    interpreted(copy, f"{HOT} is not compiled for this Python")


@pytest.mark.parametrize("text", [None, "", "{"])
def test_a_package_that_was_never_compiled(text: str | None, copy: Path) -> None:
    manifest = copy / "nonosat" / installed.MANIFEST
    manifest.unlink(missing_ok=True)
    if text is not None:
        manifest.write_text(text)
    interpreted(copy, "it is not compiled")


def test_the_line_says_what_to_run(copy: Path) -> None:
    (copy / "nonosat" / installed.MANIFEST).unlink(missing_ok=True)
    assert ran(copy, "-c", LOAD)[1].splitlines()[0].endswith("--no-cache-dir nonosat")
    (copy / "hatch_build.py").touch()
    assert ran(copy, "-c", LOAD)[1].splitlines()[0].endswith("; run: python hatch_build.py")


def test_the_environment_variable_asks_for_it(copy: Path) -> None:
    for words in (["-c", LOAD], ["-m", "nonosat", "check", "gchq"]):
        out, err = ran(copy, *words, NONOSAT_INTERPRETED="1")
        assert out in (str(copy / f"{HOT}.py"), "gchq: unique")
        assert err == ""


def test_the_command_line_says_it_once_and_never_if_quiet(copy: Path) -> None:
    (copy / "nonosat" / installed.MANIFEST).unlink(missing_ok=True)
    ask = ["-m", "nonosat", "solve", "dom-3", "--model", "order-glucose"]
    err = ran(copy, *ask)[1]
    assert err.startswith(LINE) and err.count("\n") == 1
    assert ran(copy, *ask, "--quiet")[1] == ""


def test_a_program_is_warned_once_and_when_it_matters(copy: Path) -> None:
    (copy / "nonosat" / installed.MANIFEST).unlink(missing_ok=True)
    assert ran(copy, "-c", "import nonosat; nonosat.load('gchq')")[1] == ""
    script = "import nonosat; print([nonosat.solve(nonosat.load(name)).verdict for name in ('gchq', 'cat')])"
    assert ran(copy, "-c", script)[1].count(LINE) == 1


def test_a_worker_says_nothing(copy: Path) -> None:
    (copy / "nonosat" / installed.MANIFEST).unlink(missing_ok=True)
    script = """\
from nonosat.processes.clock import Bounds
from nonosat.processes.worker import lease
from tests.helpers.for_worker import load_hot_files_and_die
try:
    lease().call(Bounds(), load_hot_files_and_die)
except Exception as error:
    print(error)
"""
    assert ran(copy, "-c", script) == ("the worker ended with 7: last words", "")


def test_hot_files_say_so_at_their_heads() -> None:
    for name in installed.checksums():
        head = HEAD.format(Path(name).name)
        assert (ROOT / f"{name}.py").read_text(encoding="utf-8").startswith(head), f"{name}.py: add {head}"


def test_importing_nonosat_loads_no_hot_file() -> None:
    out, _ = ran(PACKAGE.parent, "-c", "import nonosat, sys; print(*sys.modules)")
    hot = {name.replace("/", ".") for name in installed.checksums()}
    assert not (hot | {"numpy", "pysat", "ortools"}) & set(out.split())


PUZZLES = ["gchq", "gchq-no-givens", "switch", "teapot", "dom-5", "no-solution", "cat"]


@pytest.mark.parametrize("question", some(QUESTIONS, 1))
def test_both_modes_say_the_same(question: str) -> None:
    assert differences(question, PUZZLES) == []


def test_both_modes_decide_all_kinds_alike() -> None:
    assert differences("solve", ["black-and-white#26", "springs#2", "mosaic"]) == []

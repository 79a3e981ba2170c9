"""No file that a user opens is ever unpickled."""

from __future__ import annotations

import ast
import pickle
from pathlib import Path
from typing import Any

import pytest

import nonosat
from nonosat.errors import InputError
from nonosat.formats import FORMATS, Source
from tests.helpers.fixtures import Call

ROOT = Path(nonosat.__file__).parent
UNPICKLERS = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"}
CALLS = {"eval", "exec", "yaml.load", "yaml.unsafe_load", "numpy.load", "np.load"}


class Alarm:
    """An object that reports when it is unpickled."""

    rung: list[str] = []  # noqa: RUF012 - one for all

    def __reduce__(self) -> tuple[Any, ...]:
        return Alarm.rung.append, ("it was unpickled",)


PICKLES = [pickle.dumps(Alarm(), protocol) for protocol in (0, 2, 5)]


@pytest.mark.parametrize("name", FORMATS)
def test_no_reader_unpickles(name: str) -> None:
    for data in PICKLES:
        with pytest.raises(InputError):
            list(FORMATS.load(name).read(Source("x", data)))
    assert not Alarm.rung


@pytest.mark.parametrize("words", [["check"], ["verify"], ["report"], ["solve", "gchq", "--model"]])
def test_no_command_unpickles(words: list[str], tmp_path: Path, call: Call) -> None:
    for number, data in enumerate(PICKLES):
        path = tmp_path / f"{number}.yaml"
        path.write_bytes(data)
        assert len(call("", *words, path, code=2).err.splitlines()) == 1
    assert not Alarm.rung


def test_only_what_speaks_with_its_own_processes_unpickles() -> None:
    found = set()
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if UNPICKLERS & {name.split(".")[0] for name in names}:
                found.add(path.relative_to(ROOT).as_posix())
            if isinstance(node, ast.Call):
                safe = "allow_pickle=False" in ast.unparse(node)
                assert ast.unparse(node.func) not in CALLS or safe, f"{path}:{node.lineno}"
    assert found == {"processes/calls.py", "processes/worker.py"}

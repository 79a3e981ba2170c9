"""What strangers' files cannot do: be unpickled, or keep a regular expression busy."""

import ast
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

import nonosat
from nonosat.errors import InputError
from nonosat.formats import FORMATS, Source
from tests.helpers.fixtures import Call
from tests.helpers.grammar import Attack, Expression, attacks, expressions
from tests.helpers.growth import stays_linear
from tests.helpers.samples import sampled, some
from tests.helpers.sources import FILES

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


@pytest.mark.more
def test_only_what_speaks_with_its_own_processes_unpickles() -> None:
    found = set()
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if UNPICKLERS & {name.split(".")[0] for name in names}:
                found.add(path.relative_to(ROOT).as_posix())
            if isinstance(node, ast.Call):
                safe = (
                    "allow_pickle=False" in ast.unparse(node) or path.name == "records.py"
                )  # as dataclasses
                assert ast.unparse(node.func) not in CALLS or safe, f"{path}:{node.lineno}"
    assert found == {f"processes/{name}.py" for name in ("calls", "serving", "worker")}


SHORT = {
    "step.py found": "100 characters of a move",
    "drat.py _NUMBER": "a number in what a solver of our own has written",
}
"""Expressions that only see short texts, and which."""

EXPRESSIONS = [one for file in FILES for one in expressions(file) if one.place not in SHORT]


def used(expression: Expression, text: str) -> None:
    """Apply an expression as the package does."""
    pattern = expression.pattern
    data = text.encode("latin-1", "replace") if isinstance(pattern.pattern, bytes) else text
    for call in expression.calls:
        if call in ("match", "fullmatch", "search"):
            getattr(pattern, call)(data)
        else:
            for _ in pattern.finditer(data):
                pass


def slow(expression: Expression) -> Attack | None:
    """Return a text on which an expression takes longer than linear time."""
    found = attacks(expression.pattern)
    return next(
        (one for one in found if not stays_linear(lambda text: used(expression, text), one.text)), None
    )


@pytest.mark.parametrize("expression", sampled(EXPRESSIONS), ids=lambda one: one.place)
def test_an_expression_takes_linear_time(expression: Expression) -> None:
    assert slow(expression) is None


@pytest.mark.parametrize("faulty", some([r"a*a*b", r"^\W*row", r"\[([^\]]*)\]", r"Row *#?\d* *:? *x"], 1))
def test_a_faulty_expression_would_be_seen(faulty: str) -> None:
    pattern = re.compile(faulty, re.MULTILINE)
    assert slow(Expression("here", pattern, frozenset({"finditer"})))


def test_those_of_the_package_are_found() -> None:
    assert len(EXPRESSIONS) > 50

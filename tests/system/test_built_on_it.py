"""The programs in `docs/examples`, which use public names alone, as anyone's would."""

import ast
import doctest
import inspect
import json
import threading
import time
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

import nonosat
import nonosat.comparison
from nonosat import toolkit
from nonosat.cli import COMMANDS
from tests.helpers.samples import sampled

EXAMPLES = Path(__file__).parents[2] / "docs/examples"
SWITCH = {"rows": [[1], [1]], "columns": [[1], [1]]}

Ask = Callable[[str, Any], dict[str, Any]]


def program(name: str) -> ModuleType:
    spec = spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    pytest.importorskip("starlette")
    uvicorn = pytest.importorskip("uvicorn")
    server = uvicorn.Server(uvicorn.Config(program("service").app, port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]

    def asked(path: str, data: Any) -> dict[str, Any]:
        with urlopen(f"http://127.0.0.1:{port}{path}", json.dumps(data).encode()) as answer:
            return dict(json.load(answer))

    yield asked
    server.should_exit = True
    thread.join()


def test_the_service_says_which_cells_differ(ask: Ask) -> None:
    found = ask("/unique", SWITCH)
    cells = [[row, column] for row in (1, 2) for column in (1, 2)]
    assert (found["verdict"], found["differ"]) == ("multiple", [cells])
    assert found["svg"].count("<svg") == 3  # one beside the other
    assert ask("/unique", SWITCH | {"givens": ["#?", "??"]})["verdict"] == "unique"


def test_the_service_gives_hints_until_the_end(ask: Ask) -> None:
    puzzle = {"rows": [[1], [2]], "columns": [[2], [1]]}
    assert ask("/hint", puzzle) == ask("/hint", puzzle | {"state": ["??", "??"]})
    assert ask("/hint", puzzle)["more"] and "Row 2" in ask("/hint", puzzle)["says"]
    assert not ask("/hint", puzzle | {"state": ["#.", "##"]})["more"]


@pytest.mark.parametrize("wrong", [SWITCH | {"rows": [["x"]]}, [], {"rows": 1}, {}])
def test_the_service_says_what_is_wrong(ask: Ask, wrong: Any) -> None:
    with pytest.raises(HTTPError, match="422") as refused:
        ask("/unique", wrong)
    assert json.load(refused.value)["error"]


def test_two_cards_are_compared_and_plotted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    found = program("two_cards").compare(["dom-3", "cat"], ["order-glucose", "order-cadical"], "cards.svg")
    assert len(found.runs) == 12 and len(found.results) == 4
    assert (tmp_path / "cards.svg").read_text(encoding="utf-8").count("<svg") == 1


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_examples_are_short_and_use_public_names(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 50
    for node in ast.walk(tree):
        assert not (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("nonosat."))
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "nonosat":
            assert node.attr in {*nonosat.__all__, "comparison"}, node.attr
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "nonosat.comparison":
            assert hasattr(nonosat.comparison, node.attr)


MODULES = [
    "nonosat",
    *(
        module.name
        for module in walk_packages(nonosat.__path__, "nonosat.")
        if module.name != "nonosat.__main__"
    ),
]
EXTRAS = {"PIL", "fpdf", "zxingcpp", "matplotlib", "distributed", "pyganak", "tididi_cnf", "dratify"}


def imported(name: str) -> ModuleType:
    """Import a module; skip the test if that needs an extra that is not installed."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        pytest.skip(f"{error.name} is not installed")


@pytest.mark.parametrize("name", sampled(MODULES))
def test_examples(name: str) -> None:
    assert doctest.testmod(imported(name)).failed == 0


@pytest.mark.parametrize(
    "name", [name for name in nonosat.__all__ if inspect.isfunction(getattr(nonosat, name))]
)
def test_every_public_function_has_an_example_and_says_what_it_raises(name: str) -> None:
    about = inspect.getdoc(getattr(nonosat, name)) or ""
    assert ">>> " in about, f"show an example in the docstring of nonosat.{name}"
    assert "Raises " in about, f"say in the docstring of nonosat.{name} what it raises, and when"


@pytest.mark.parametrize(
    "name", [name for name in nonosat.__all__ if inspect.isclass(getattr(nonosat, name))]
)
def test_every_public_class_has_an_example_or_is_returned_by_one(name: str) -> None:
    public = getattr(nonosat, name)
    plain = issubclass(public, Enum | Warning | toolkit.InternalError) or inspect.isabstract(public)
    functions = [getattr(nonosat, other) for other in nonosat.__all__]
    returned = any(
        inspect.isfunction(one) and name in str(inspect.signature(one).return_annotation) for one in functions
    )
    assert plain or returned or ">>> " in (inspect.getdoc(public) or ""), name


def test_all_modules_are_walked() -> None:
    assert len(MODULES) > 150
    assert {f"nonosat.{entry.module.partition(':')[0]}" for entry in COMMANDS.values()} < set(MODULES)

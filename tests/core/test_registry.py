"""One shape of registry: its one message, and that every entry offers what its registry promises."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import nonosat
from nonosat import InputError, Puzzle, list_shipped, toolkit
from nonosat.backends import BACKENDS, Engine, exports
from nonosat.backends.exports import EXPORTS
from nonosat.cli import COMMANDS
from nonosat.encodings import ENCODINGS, Encoding
from nonosat.formats import FORMATS, Format, each
from nonosat.formats.documents import Document, plain
from nonosat.formats.documents.declared import document_of
from nonosat.pictures.drawings import Drawing, draw, sheet
from nonosat.problem import Problem
from nonosat.proofs.checkers import CHECKERS
from nonosat.proofs.claims import CLAIMS, Claim
from nonosat.registry import Entry, Registry, UnknownNameError
from nonosat.solving.counters import COUNTERS, Counter
from nonosat.solving.session import Session
from nonosat.toolkit import KINDS
from tests.helpers.scripted import Scripted

REGISTRIES: list[Registry[Any, Any]] = [
    KINDS, FORMATS, ENCODINGS, BACKENDS, COUNTERS, EXPORTS, CHECKERS, CLAIMS, COMMANDS,
]  # fmt: skip


def example(kind: str) -> Puzzle:
    """Return a shipped puzzle of a kind."""
    firsts = (next(each(path)) for path in list_shipped("instances").values())
    return next(puzzle for puzzle in firsts if puzzle.kind == kind)


def entries(registry: Registry[Any, Any]) -> list[Any]:
    """Return the names of a registry; those that are not installed are skipped."""
    return [
        pytest.param(name, marks=[] if entry.installed else pytest.mark.skip(reason=registry.missing(name)))
        for name, entry in registry.items()
    ]


def methods(protocol: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield what a Protocol requires."""
    for name, member in vars(protocol).items():
        if inspect.isfunction(member) and (name == "__call__" or not name.startswith("_")):
            yield name, member


def keeps(thing: object, protocol: type) -> None:
    """Assert that a module, a function or an object can be called as a Protocol says."""
    wanted = list(methods(protocol))
    assert wanted
    for name, member in wanted:
        have = inspect.signature(getattr(thing, name) if name != "__call__" else thing)  # type: ignore[arg-type]
        _self, *parameters = inspect.signature(member).parameters.values()
        kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.POSITIONAL_ONLY)
        given = [None for one in parameters if one.kind in kinds]
        have.bind(*given)  # TypeError if it takes other arguments


@pytest.mark.parametrize("registry", REGISTRIES, ids=lambda registry: next(iter(registry)))
def test_an_unknown_name_is_told_the_others(registry: Registry[Any, Any]) -> None:
    with pytest.raises(InputError, match=r"^there is no [a-z]+ 'nothing'; the [a-z]+s are ") as error:
        registry.load("nothing")
    assert all(name in str(error.value) for name in registry)
    assert "nothing" not in registry
    assert registry.get("nothing") is None
    assert list(registry) == registry.names().split(", ")
    with pytest.raises(UnknownNameError) as long:
        registry.load("x" * 10_000)
    assert len(str(long.value)) < 5000


@pytest.mark.parametrize("registry", REGISTRIES, ids=lambda registry: next(iter(registry)))
def test_every_entry_says_what_it_is(registry: Registry[Any, Any]) -> None:
    for name, entry in registry.items():
        assert entry.about and "\n" not in entry.about, name
        assert not entry.package or entry.install or entry.package in ("", None), name


def test_what_is_not_installed_says_how_to_get_it() -> None:
    missing: Registry[Entry, object] = Registry(
        "thing",
        "nonosat",
        {
            "one": Entry("words", package="no_such_package", install="pip install one"),
            "two": Entry("words", programs=("no-such-program",), install="from a package"),
            "three": Entry("words:plural"),
        },
    )
    assert [entry.installed for entry in missing.values()] == [False, False, True]
    for name, how in (("one", "pip install one"), ("two", "from a package")):
        with pytest.raises(InputError, match=f"^the thing {name} is not installed: {how}$"):
            missing.load(name)
    assert missing.load("three") is toolkit.words.plural


@pytest.mark.parametrize("name", entries(KINDS))
def test_kinds(name: str) -> None:
    kind = KINDS.load(name)
    assert issubclass(kind, Puzzle)
    assert kind.kind == name
    puzzle = example(name)
    assert type(puzzle) is kind
    assert isinstance(puzzle.problem(), Problem)
    assert plain(puzzle)["kind"] == name
    assert draw(puzzle)
    assert sheet(puzzle).shapes


@pytest.mark.parametrize("name", entries(KINDS))
def test_documents_and_drawings(name: str) -> None:
    from importlib import import_module

    if KINDS.load(name).is_declared:
        name = "declared"
        keeps(document_of("star-battle"), Document)
    else:
        keeps(import_module(f"nonosat.formats.documents.{name}"), Document)
    keeps(import_module(f"nonosat.pictures.drawings.{name}"), Drawing)


@pytest.mark.parametrize("name", entries(FORMATS))
def test_formats(name: str) -> None:
    module = FORMATS.load(name)
    if FORMATS[name].writes:
        keeps(module, Format)
    assert callable(module.read)
    assert set(FORMATS[name].kinds) <= set(KINDS)


@pytest.mark.parametrize("name", entries(ENCODINGS))
def test_encodings(name: str) -> None:
    keeps(ENCODINGS.load(name), Encoding)


def test_sessions_keep_the_engines_protocol() -> None:
    for name, member in methods(Engine):
        for session in (Session, Scripted):
            assert inspect.signature(getattr(session, name)) == inspect.signature(member)


@pytest.mark.parametrize("name", entries(COUNTERS))
def test_counters(name: str) -> None:
    keeps(COUNTERS.load(name), Counter)
    assert COUNTERS[name].encoding in ("", *ENCODINGS)


@pytest.mark.parametrize("name", entries(EXPORTS))
def test_exports(name: str) -> None:
    text = EXPORTS.load(name)(nonosat.load("dom-3"))
    assert text == exports.export(nonosat.load("dom-3"), name)
    assert isinstance(text, str)


@pytest.mark.parametrize("name", entries(CLAIMS))
def test_claims(name: str) -> None:
    keeps(CLAIMS.load(name), Claim)


@pytest.mark.parametrize("name", entries(COMMANDS))
def test_commands(name: str) -> None:
    command = COMMANDS.load(name)
    assert [*inspect.signature(command.arguments).parameters] == ["parser"]
    assert [*inspect.signature(command.main).parameters] == ["arguments"]

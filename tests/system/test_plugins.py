"""Packages add entries to the registries; one that is broken breaks nothing else."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.helpers.plugins import Run, installed, runner
from tests.helpers.templates import PLUGIN


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Install the plug-in of the templates as a user would, in a folder of its own."""
    if not find_spec("hatchling"):
        pytest.skip("hatchling is not installed (pip install hatchling)")
    folder = tmp_path_factory.mktemp("site")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target", str(folder)]
    command = [sys.executable, "-m", "pip", "install", *options, str(PLUGIN)]
    subprocess.run(command, check=True, capture_output=True)
    return runner(folder)


def test_the_lists_say_where_each_comes_from(example: Run) -> None:
    data, models, formats = (
        " ".join(one.out.split()) if at else one.out
        for at, one in enumerate(
            example(["list", "models", "--json"], ["list", "models"], ["list", "formats"])
        )
    )
    added = [json.loads(line) for line in data.splitlines()]
    names = {(one["what"], one["name"]) for one in added if one.get("origin") == "nonosat-example 1.0"}
    assert names == {("encoding", "direct"), ("backend", "dpll"), ("counter", "walk")}
    assert "a block is at a place (nonosat-example 1.0)" in models
    assert "one line, split by slashes (.slashes) (nonosat-example 1.0)" in formats
    assert "every row, column and region (nonosat-example 1.0)" in formats


def test_what_is_added_is_used_like_any_other(example: Run, tmp_path: Path) -> None:
    card = str(PLUGIN.parent / "direct-dpll.yaml")
    stars = str(PLUGIN.parent / "stars.yaml")
    path, drawing, proof, runs = (
        str(tmp_path / name) for name in ("cat.slashes", "stars.svg", "stars.zip", "runs.jsonl")
    )
    *solved, _, checked, _, _, verified, compared = example(
        *(["solve", puzzle, "--model", card, "--json"] for puzzle in ("dom-3", "switch", stars)),
        ["convert", "cat", path, "--quiet"],
        ["check", path],
        ["draw", stars, "--solution", "-o", drawing],
        ["prove", stars, "-o", proof, "--quiet"],
        ["verify", proof],
        ["compare", "dom-3", "--models", card, "-o", runs],
    )
    answers = [json.loads(one.out) for one in solved]
    assert [(answer["verdict"], answer["model"]) for answer in answers] == [
        (verdict, "direct-dpll") for verdict in ("unique", "multiple", "unique")
    ]
    assert checked.out == f"{path}: unique\n"
    assert "verified: exactly one solution (the puzzle in it calls itself 'Six stars')" in verified.out
    assert "direct-dpll" in compared.out


@pytest.mark.parametrize(
    ("module", "target", "what"),
    [
        ("", "absent:ENTRY", "ModuleNotFoundError: No module named 'absent'"),
        ("1 / 0", "bad:ENTRY", "ZeroDivisionError: division by zero"),
        ("", "bad:ENTRY", "AttributeError: module 'bad' has no attribute 'ENTRY'"),
        ("ENTRY = 3", "bad:ENTRY", "TypeError: expected an object of nonosat.registry.Entry"),
        ("raise SystemError('two\\nlines')", "bad:ENTRY", "SystemError: two"),
        ("raise SystemExit(3)", "bad:ENTRY", "SystemExit: 3"),
    ],
)
def test_a_broken_entry_is_one_line(module: str, target: str, what: str, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(module)
    (tmp_path / "card.yaml").write_text("name: x\nbackend: mine\n")
    run = installed(tmp_path, "[nonosat.backends]", f"mine = {target}")
    (solved,) = run(["solve", "gchq", "--quiet"])
    assert solved.err == ""
    listed, refused = run(["list", "models"], ["solve", "gchq", "--model", "card.yaml"], code=2)
    assert "pysat:cadical195" in listed.out
    assert listed.err.count("\n") == 1
    assert f"the backend mine of added 1 is broken: {what}" in listed.err
    assert "card.yaml:2: backend: there is no backend 'mine'" in refused.err


@pytest.mark.parametrize(
    ("module", "what"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("def info(name): raise OSError('gone')\nsolvers = lambda: info('')", "OSError: gone"),
    ],
)
@pytest.mark.more
def test_a_broken_backend_is_one_line(module: str, what: str, tmp_path: Path) -> None:
    entry = "from nonosat.registry import Entry\nENTRY = Entry('worse', 'a solver')\n"
    (tmp_path / "bad.py").write_text(entry)
    (tmp_path / "worse.py").write_text(module)
    run = installed(tmp_path, "[nonosat.backends]", "mine = bad:ENTRY")
    (tmp_path / "card.yaml").write_text("name: x\nbackend: mine\n")
    listed, refused = run(["list", "models"], ["solve", "gchq", "--model", "card.yaml"], code=2)
    told = " ".join((listed.out + listed.err).split())
    assert "pysat:cadical195" in told and f"the backend mine of added 1 is broken: {what}" in told
    assert f"the backend mine of added 1 is broken: {what}" in refused.err
    assert refused.err.count("\n") == 1


def test_the_own_names_cannot_be_taken(tmp_path: Path) -> None:
    entry = "from nonosat.encodings import EncodingEntry\nENTRY = EncodingEntry('worse', 'other clauses')\n"
    (tmp_path / "bad.py").write_text(entry)
    run = installed(tmp_path, "[nonosat.encodings]", "order = bad:ENTRY")
    (listed,) = run(["list", "models"])
    assert "there is one of this name already" in listed.err
    assert "other clauses" not in listed.out

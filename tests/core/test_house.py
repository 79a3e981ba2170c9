"""The architecture's one rule: a module imports only its own room and lower ranks."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import nonosat
from nonosat import lazy
from nonosat.puzzles import yaml_text
from tests.helpers.sources import FILES, ROOT, parsed

SOLVERS = {"ortools", "pysat", "pyganak", "tididi_cnf", "clingo", "z3", "cpmpy"}

# Rank by rank, the rooms; the table in docs/contributing/architecture.md is made from this.
RANKS: list[list[str]] = [
    ["words", "installed", "lazy", "records"],
    ["errors"],
    ["problem"],
    ["registry", "fields", "processes"],
    ["automata"],
    ["puzzles", "propagation"],
    ["formats", "encodings"],
    ["beliefs", "pictures"],
    ["backends"],
    ["solving"],
    ["reasons", "misprints"],
    ["making", "pages", "reading"],
    ["proofs"],
    ["theorem"],
    ["cli"],
    ["comparison", "studio"],
    ["learning"],
    ["toolkit"],
    ["nonosat"],
    ["__main__"],
]
PUBLIC: dict[str, dict[str, str]] = {
    door: lazy.places(vars(import_module(door))["_PUBLIC"]) for door in ("nonosat", "nonosat.toolkit")
}
"""Door -> public name -> where it is defined: an import of such a name is one of that module."""

PRODUCTS = ("comparison", "learning", "studio")
ROOM_OF = {room: (rank, room) for rank, rooms in enumerate(RANKS) for room in rooms}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def trees() -> dict[str, ast.Module]:
    """Return every module's syntax tree; not needed for what only collects the tests."""
    return {module_name(path): parsed(path) for path in FILES}


@cache
def imported(module: str) -> frozenset[str]:
    """Return every module that one imports: anywhere, for type checkers alone, and by a string."""
    return frozenset(_imported(trees()[module]))


def _imported(tree: ast.Module) -> Iterator[str]:
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, "imports name their module in full"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            if node.module in PUBLIC:
                names = [defining(alias.name) for alias in node.names if alias.name != "toolkit"]
            yield from (name if name in trees() else node.module for name in names)
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("nonosat", "toolkit"):
            yield defining(node.attr)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name not in PUBLIC)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield from re.findall(r"\bnonosat(?:\.[a-z_]\w*)+", node.value)


def defining(name: str) -> str:
    """Return the module that defines a public name, or the module of that name."""
    places = PUBLIC["nonosat"] | PUBLIC["nonosat.toolkit"]
    return f"nonosat.{places.get(name, name).partition(':')[0]}"


def own(module: str) -> Iterator[str]:
    return (name for name in imported(module) if name.split(".")[0] == "nonosat")


def part(module: str) -> str:
    """Return a module's entry in the table of ranks."""
    return module.split(".")[1] if "." in module else module


def test_a_module_imports_its_own_room_and_lower_ranks() -> None:
    for module in trees():
        rank, room = ROOM_OF[part(module)]
        for name in own(module):
            other_rank, other_room = ROOM_OF[part(name)]
            assert other_room == room or other_rank < rank, f"{module} imports {name}"


def test_what_is_imported_by_name_is_in_the_room_that_does_so() -> None:
    """`import_module` gets a library's name, or a name within the package that calls it."""
    for module, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
                target = ast.unparse(node.args[0])
                constant = isinstance(node.args[0], ast.Constant) and "nonosat" not in target
                # What other packages add is named in full: by their entries.
                target = target.removeprefix("KINDS[kind].document or ").removeprefix(
                    "KINDS[puzzle.kind].drawing or "
                )
                within = re.match(r"f['\"]\{(__name__|__package__|self\._room)\}\.|f['\"]PIL\.", target)
                worker = module == "nonosat.processes.serving" and target == "module"
                added = module == "nonosat.registry" and target == "module"
                command = module == "nonosat.cli" and target.startswith("f'nonosat.{")
                assert constant or within or worker or added or command, f"{module}: import_module({target})"


def test_modules_import_each_other_in_no_circle() -> None:
    graph = {module: {name for name in own(module) if name != module} for module in trees()}
    assert list(TopologicalSorter(graph).static_order())


def test_only_backends_and_counters_import_solvers() -> None:
    for module in trees():
        if SOLVERS & {name.split(".")[0] for name in imported(module)}:
            assert part(module) in ("backends", "solving"), module


def test_no_file_is_too_long() -> None:
    for path in ROOT.rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, path


def test_no_test_patches_a_private_name() -> None:
    """Ruff refuses their use; this finds them in strings."""
    patched = re.compile(r"\b(?:setattr|patch|patch\.object)\((?:[^()\"]*,\s*)?\"(?:[\w.]*\.)?_[a-z]")
    for path in Path(__file__).parents[1].rglob("*.py"):
        assert not (found := patched.search(path.read_text(encoding="utf-8"))), (path, found)


@pytest.mark.parametrize("door", PUBLIC)
def test_public_names_are_declared_twice_alike(door: str) -> None:
    """Once for type checkers, once for the import that comes with the first use."""
    block = next(node for node in trees()[door].body if isinstance(node, ast.If))
    declared = {
        f"{node.module}.{alias.name}"
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    lazily = {f"nonosat.{place.replace(':', '.')}" for place in PUBLIC[door].values()}
    assert declared == lazily
    assert all(hasattr(import_module(door), name) for name in PUBLIC[door])


def test_there_are_few_public_names() -> None:
    assert len(nonosat.__all__) <= 32 and {*nonosat.__all__} == {*dir(nonosat)}
    assert not {*PUBLIC["nonosat"]} & {*PUBLIC["nonosat.toolkit"]}


def test_public_names_stay_public_whatever_else_is_imported() -> None:
    """So no module has the name of a public function."""
    for module in trees():
        if module != "nonosat.__main__":
            with suppress(ModuleNotFoundError):  # of an extra
                import_module(module)
    for door, places in PUBLIC.items():
        for name, place in places.items():
            module, _, own = place.partition(":")
            defined = import_module(f"nonosat.{module}")
            assert getattr(import_module(door), name) is (getattr(defined, own) if own else defined)


def test_products_use_public_names_alone() -> None:
    """Those of `nonosat` and `nonosat.toolkit`, and of the packages of other products, as a program by anyone
    else would. Commands also use what commands share.
    """
    taken = {module: taken_by(module) for module in trees() if part(module) in PRODUCTS}
    assert not any(taken.values()), taken


def taken_by(module: str) -> list[str]:
    """Return the names that a product takes and that are not public."""
    room, public = f"nonosat.{part(module)}", {f"nonosat.{product}" for product in PRODUCTS}
    own = (f"{room}.", "nonosat.cli") if module.startswith(f"{room}.commands.") else f"{room}."
    return [
        f"{node.module}: {alias.name}"
        for node in ast.walk(trees()[module])
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("nonosat")
        for alias in node.names
        if not (
            node.module in public
            or (node.module or "").startswith(own)
            or alias.name in PUBLIC.get(node.module or "", ())
            or (node.module == "nonosat" and alias.name in PRODUCTS)
        )
    ]


@pytest.mark.parametrize(
    ("task", "most"),
    [
        ('nonosat.load("cat")', 3_300),
        ('nonosat.solve(nonosat.load("cat"))', 6_000),
        ('nonosat.solve(nonosat.load("dom-5"), model="order-cadical")', 8_000),
        ('nonosat.prove(nonosat.load("dom-5"), "dom.zip"); nonosat.verify("dom.zip")', 12_000),
        ('str(nonosat.explain(nonosat.load("cat")))', 13_500),
    ],
)
def test_a_task_loads_no_more_lines_than_it_needs(task: str, most: int, tmp_path: Path) -> None:
    """Whoever wants to understand a task has these files to read."""
    assert Path(yaml_text.FOLDER).is_dir(), "YAML is parsed: run python hatch_build.py"
    listed = "{one.__file__ for name, one in sys.modules.items() if name.startswith('nonosat')}"
    code = f"import sys, nonosat; {task}; print(*{listed}, sep='\\n')"
    said = subprocess.check_output([sys.executable, "-c", code], cwd=tmp_path, text=True)
    # What is compiled has its source beside it.
    sources = {path.with_name(path.name.partition(".")[0] + ".py") for path in map(Path, said.splitlines())}
    files = sources & {*FILES}
    assert len(files) > 20
    assert sum(path.read_bytes().count(b"\n") for path in files) <= most

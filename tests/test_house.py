"""The house keeps its one rule: arrows point one way."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import nonosat

ROOT = Path(nonosat.__file__).parent
SOLVERS = {"ortools", "pysat", "pyganak"}

# Low rooms know nothing of high ones. What is not named here is held by the rule against circles.
KNOWS = {
    "problem": set[str](),
    "errors": set[str](),
    "document": {"errors"},
    "line": {"problem"},
    "model": {"problem"},
    "puzzles": {"document", "errors", "problem"},
    "formats": {"document", "errors", "places", "problem", "puzzles"},
    "encodings": {"line", "model", "problem"},
    "stages": {"encodings", "errors", "limits", "line", "problem"},
}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(ROOT.rglob("*.py")):
        yield module_name(path), ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module, everywhere: bool) -> Iterator[str]:
    """Yield what is imported: everywhere, or only at once, when the module is."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.FunctionDef) and not everywhere:
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        waiting.extend(ast.iter_child_nodes(node))


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def test_low_rooms_know_no_high_ones() -> None:
    for module, tree in trees():
        if room(module) in KNOWS:
            used = {room(name) for name in imported(tree, everywhere=True) if name.startswith("nonosat.")}
            assert used - {room(module)} <= KNOWS[room(module)], module


def test_only_backends_import_solvers() -> None:
    for module, tree in trees():
        if SOLVERS & {name.split(".")[0] for name in imported(tree, everywhere=True)}:
            assert room(module) == "backends", module


def test_nobody_but_the_command_line_imports_it() -> None:
    for module, tree in trees():
        if room(module) not in ("cli", "__main__"):
            assert "cli" not in {room(name) for name in imported(tree, everywhere=True)}, module


def test_modules_import_each_other_in_no_circle() -> None:
    everything = dict(trees())
    graph = {
        module: {name for name in imported(tree, everywhere=False) if name in everything and name != module}
        for module, tree in everything.items()
    }
    assert list(TopologicalSorter(graph).static_order())


def test_no_file_is_too_long() -> None:
    for path in ROOT.rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, path

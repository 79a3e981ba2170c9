"""The source files of the package."""

import ast
from functools import cache
from pathlib import Path

import nonosat

ROOT = Path(nonosat.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    """Return a file's syntax tree."""
    return ast.parse(path.read_text(encoding="utf-8"))

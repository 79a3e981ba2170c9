"""A copy of the package into which templates are copied, each as its first lines say."""

import ast
import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLUGIN = ROOT / "docs/templates/plugin"
TEMPLATES = sorted(path for path in (ROOT / "docs/templates").rglob("*.py") if path.name != "__init__.py")

_COPY = re.compile(r"Copy to (nonosat/\S+\.py)\b")
FIRST, MIDDLE, LAST = "first", "middle", "last"

_ENTRY = re.compile(r"add to (\w+) in\s(nonosat/\S+\.py)(?:, in the group \"(\w+)\")?:\n\n( +\S.*,)\n")


def copied(folder: Path, place: str = LAST) -> None:
    """Copy the package, its cards, puzzles and tests into a folder, and add all templates, each in this place
    of its registry.
    """
    unwanted = shutil.ignore_patterns("__pycache__")
    for name in ("nonosat", "models", "instances", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=unwanted)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder)
    for template in TEMPLATES:
        text = template.read_text(encoding="utf-8")
        about = ast.get_docstring(ast.parse(text), clean=False) or ""
        target = _COPY.search(about)
        assert target, f"{template.name} does not say where it belongs"
        assert not (folder / target[1]).exists(), template.name
        (folder / target[1]).write_text(text, encoding="utf-8")
        entry = _ENTRY.search(about)
        assert (entry is not None) == ("add to" in about), f"{template.name}: no entry is read"
        if entry:
            _add(folder / entry[2], entry[1], entry[3], entry[4], place)
    for path in (ROOT / "docs/templates").rglob("*.yaml"):
        target = re.search(r"copy to (\w+/\S+\.yaml)", path.read_text(encoding="utf-8"))
        assert target, f"{path.name} does not say where it belongs"
        shutil.copy(path, folder / target[1])


def _add(path: Path, table: str, group: str | None, entry: str, place: str) -> None:
    """Write an entry into a table, in this place: into a module's dict, or into a group within it."""
    text = path.read_text(encoding="utf-8")
    assignments = [node for node in ast.parse(text).body if isinstance(node, ast.Assign | ast.AnnAssign)]
    (assigned,) = (node for node in assignments if re.match(rf"{table}\b", ast.unparse(node)))
    dicts = [node for node in ast.walk(assigned) if isinstance(node, ast.Dict)]
    if group:
        keys = [key.value if isinstance(key, ast.Constant) else None for key in dicts[0].keys]
        within = dicts[0].values[keys.index(group)]
        dicts = [within] if isinstance(within, ast.Dict) else []
    lines = text.splitlines(keepends=True)
    places = [key.lineno - 1 for key in dicts[0].keys if key is not None]
    at = {FIRST: places[0], MIDDLE: places[len(places) // 2], LAST: (dicts[0].end_lineno or 0) - 1}[place]
    lines.insert(at, f"{entry}\n")
    path.write_text("".join(lines), encoding="utf-8")

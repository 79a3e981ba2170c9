"""Templates of self-contained pages, in which each `{{name}}` is replaced once.

All begin with `head.html`, which tells the browser to fetch nothing and follows its light or dark scheme.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib.resources import files
from posixpath import normpath


def filled(package: str, name: str, parts: Mapping[str, str]) -> str:
    """Return a package's template with its parts, which are HTML; `{{head}}` is `head.html`."""
    slots = {"head": template("nonosat.pages", "head.html"), **parts}
    return re.sub(r"\{\{([a-z-]+)\}\}", lambda slot: slots[slot[1]], template(package, name))


def template(package: str, name: str) -> str:
    """Return the text of a file in a package."""
    return files(package).joinpath(name).read_text(encoding="utf-8").rstrip("\n")


_IMPORT = re.compile(r'^import\s[^;"]{0,500}+"([^"\n]+)";\n', re.MULTILINE)


def script(path: str) -> str:
    """Return an ES module of the package and all that it imports as one script.

    What a module imports comes before it. All share one scope: their top-level names differ.
    """
    found: dict[str, str] = {}
    _join(path, found)
    return "\n\n".join(text for text in found.values() if text)


def _join(path: str, found: dict[str, str]) -> None:
    if path in found:
        return
    found[path] = ""  # modules may import each other
    text = template("nonosat", path)
    for name in _IMPORT.findall(text):
        _join(normpath(f"{path}/../{name}"), found)
    del found[path]
    found[path] = re.sub(r"^export ", "", _IMPORT.sub("", text), flags=re.MULTILINE).strip("\n")


def script_json(data: object) -> str:
    """Return plain data as JSON for a script element, with `<` escaped so that none of it is read as HTML."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")

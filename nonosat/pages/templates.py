"""Templates of self-contained pages, in which each `{{name}}` is replaced once.

All fill `skeleton.html`, and have the colours of `base.css`, which follow the browser's light or dark scheme.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib.resources import files
from posixpath import normpath

_FETCHES_NOTHING = (
    '<meta http-equiv="Content-Security-Policy"\n'
    "  content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">"
)


def fill_page(package: str, name: str, parts: Mapping[str, str]) -> str:
    """Return a page of a package, `NAME.html` with the style `NAME.css`, with its parts, which are HTML.

    Without a part `meta`, the page's policy forbids the browser to fetch anything.
    """
    style = template(__package__, "base.css") + "\n" + template(package, f"{name}.css")
    page = template(__package__, "skeleton.html").replace("{{style}}", style)
    page = page.replace("{{body}}", template(package, f"{name}.html"))
    slots = {"meta": _FETCHES_NOTHING, **parts}
    return re.sub(r"\{\{([a-z-]+)\}\}", lambda slot: slots[slot[1]], page)


def template(package: str, name: str) -> str:
    """Return the text of a file in a package."""
    return files(package).joinpath(name).read_text(encoding="utf-8").rstrip("\n")


_IMPORT = re.compile(r'^import\s[^;"]{0,500}+"([^"\n]+)";\n', re.MULTILINE)


def script(path: str) -> str:
    """Return an ES module of the package and all that it imports as one script.

    What a module imports comes before it. All share one scope: their top-level names differ.
    """
    scripts: dict[str, str] = {}
    _join(path, scripts)
    return "\n\n".join(text for text in scripts.values() if text)


def _join(path: str, scripts: dict[str, str]) -> None:
    if path in scripts:
        return
    scripts[path] = ""  # modules may import each other
    text = template("nonosat", path)
    for name in _IMPORT.findall(text):
        _join(normpath(f"{path}/../{name}"), scripts)
    del scripts[path]
    scripts[path] = re.sub(r"^export ", "", _IMPORT.sub("", text), flags=re.MULTILINE).strip("\n")


def script_json(data: object) -> str:
    """Return plain data as JSON for a script element, with `<` escaped so that none of it is read as HTML."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")

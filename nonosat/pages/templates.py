"""Templates of self-contained pages, in which `{{name}}` is filled in once.

All begin with `head.html`, which tells the browser to fetch nothing and follows the reader's light or dark.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib.resources import files


def filled(package: str, name: str, parts: Mapping[str, str]) -> str:
    """Return a package's template with its parts, which are HTML; `{{head}}` is the head of all pages."""
    slots = {"head": template("nonosat.pages", "head.html"), **parts}
    return re.sub(r"\{\{([a-z-]+)\}\}", lambda slot: slots[slot[1]], template(package, name))


def template(package: str, name: str) -> str:
    """Return the text of a package's file."""
    return files(package).joinpath(name).read_text(encoding="utf-8").rstrip("\n")


def script_json(data: object) -> str:
    """Write plain data for a script element, where only the end tag and comments could be read as HTML."""
    return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")

"""Builds the page as one document from its own files in `page/` and shared ones.

Its Content-Security-Policy allows only its own style and script, by their hashes.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

from nonosat.formats import FORMATS
from nonosat.pages.templates import script_json, template
from nonosat.studio.drawing import MAX_SIDE
from nonosat.studio.messages import VERSION
from nonosat.studio.products import PRODUCTS, WRITTEN

SHARED = ("lines", "elements")
"""The scripts that the page shares with those in `nonosat.pages`."""

SCRIPTS = (
    "puzzle",
    "changes",
    "connection",
    "shapes",
    "view",
    "cells",
    "marks",
    "tools",
    "pointer",
    "keys",
    "grid_changes",
    "palette",
    "verdict",
    "difficulty",
    "mend",
    "clues",
    "files",
    "picture",
    "shows",
    "main",
)
"""The page's own scripts, in the order in which they are joined."""


@dataclass(frozen=True)
class Document:
    """A page's HTML, and the policy that allows its own style and script and nothing else."""

    html: str
    policy: str


@cache
def studio_page() -> Document:
    """Return the studio's page."""
    scripts = [template("nonosat.pages", f"{name}.js") for name in SHARED]
    scripts += [template(__package__, f"page/{name}.js") for name in SCRIPTS]
    return _document("studio", '"use strict";\n' + "\n\n".join(scripts), _settings())


@cache
def lost_page() -> Document:
    """Return the page for a browser without the token."""
    return _document("lost", template(__package__, "page/lost.js"), {})


def _settings() -> dict[str, object]:
    written = {name: {"suffixes": FORMATS[name].suffixes, "about": FORMATS[name].about} for name in WRITTEN}
    products = {name: product.suffix for name, product in PRODUCTS.items()}
    return {"version": VERSION, "maxSide": MAX_SIDE, "formats": written, "products": products}


def _document(name: str, script: str, settings: dict[str, object]) -> Document:
    style = files(__package__).joinpath(f"page/{name}.css").read_text(encoding="utf-8")
    html = template(__package__, f"page/{name}.html")
    for slot, text in (("settings", script_json(settings)), ("style", style), ("script", script)):
        html = html.replace(f"{{{{{slot}}}}}", text, 1)
    policy = [
        "default-src 'none'",
        f"script-src '{_hash(script)}'",
        f"style-src '{_hash(style)}'",
        "connect-src 'self'",
        "img-src 'self' blob: data:",
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
    return Document(html, "; ".join(policy))


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}"

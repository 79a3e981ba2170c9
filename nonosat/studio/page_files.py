"""Builds the page as one document from its own files in `page/` and shared ones.

Its Content-Security-Policy allows only its own style and script, by their hashes.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from nonosat import __version__
from nonosat.studio.drawing import DRAWN, MAX_SIDE, Drawing
from nonosat.studio.palette_changes import NAMED
from nonosat.studio.products import PICTURES, PRODUCTS, WRITTEN
from nonosat.toolkit import KINDS, formats, templates


@dataclass(frozen=True)
class Document:
    """A page's HTML, and the policy that allows its own style and script and nothing else."""

    html: str
    policy: str


@cache
def studio_page(folder: str) -> Document:
    """Return the studio's page for a folder, which is named by its key."""
    return _document("studio", _code(), {"folder": folder, "version": version(), **_settings()})


@cache
def version() -> str:
    """Return the version of page and server: they understand each other if they have the same."""
    return f"{__version__} {_hash(_code())}"


@cache
def _code() -> str:
    return '"use strict";\n' + templates.script("studio/page/main.js")


@cache
def lost_page() -> Document:
    """Return the page for a browser without the token."""
    return _document("lost", templates.template(__package__, "page/lost.js"), {})


def _settings() -> dict[str, object]:
    kinds = {name: entry.about for name, entry in KINDS.items() if entry.framed and name not in DRAWN}
    empty = Drawing(1, 1, picture=".").plain()
    return {
        "maxSide": MAX_SIDE,
        "empty": empty,
        "kinds": kinds,
        "downloads": _downloads(),
        "colours": NAMED,
    }


def _downloads() -> dict[str, dict[str, object]]:
    """Return what the page should know of each form of a download; one without `kinds` is for all."""
    forms: dict[str, tuple[object, ...]] = {
        form: (words, Path(form).suffix, None, False) for form, words in PICTURES.items()
    }
    forms |= {form: (made.words, made.suffix, None, True) for form, made in PRODUCTS.items()}
    for form, entry in ((form, formats.FORMATS[form]) for form in WRITTEN):
        kinds = None if entry.kinds is KINDS else list(entry.kinds)
        forms[form] = f"{form}: {entry.about}", (*entry.suffixes, ".txt")[0], kinds, False
    return {
        form: dict(zip(("words", "suffix", "kinds", "slow"), one, strict=True)) for form, one in forms.items()
    }


def _document(name: str, code: str, settings: dict[str, object]) -> Document:
    parts = {
        "title": "nonosat studio",
        "meta": '<meta name="referrer" content="no-referrer">\n<link rel="icon" href="data:,">',
        "board": templates.template("nonosat", "pages/shared/board.html"),
        "board-style": templates.template("nonosat", "pages/shared/board.css"),
        "answer-style": templates.template(__package__, "page/answer.css"),
        "settings": templates.script_json(settings),
        "script": code,
    }
    html = templates.fill_page(__package__, f"page/{name}", parts)
    style = html.partition("<style>")[2].partition("</style>")[0]
    policy = [
        "default-src 'none'",
        f"script-src '{_hash(code)}'",
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

"""The site in a headless Chromium, from a folder on a local server."""

import base64
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from tests.helpers.browser import Browser
from tests.helpers.studio import READY, Studio

PYODIDE = os.environ.get("NONOSAT_PYODIDE", "")
"""The folder that `nonosat studio --site --pyodide` needs; docs/site.md says what is in it."""

_PATIENCE = 300.0  # Python starts slowly on a busy machine


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def loaded(browser: Browser) -> None:
    """Wait until Python has started in the page."""
    browser.until("/^Ready/.test(said.textContent)", _PATIENCE)


def kept(browser: Browser, address: str) -> None:
    """Open the site, and wait until the browser has kept all of it for use offline."""
    browser.open(address)
    loaded(browser)
    browser.value("navigator.serviceWorker.ready.then(() => { window.kept = true; })")
    browser.until("window.kept")


class SiteStudio(Studio):
    """The studio's page on the site."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        browser.visit(f"{address}studio.html")
        browser.until(READY, _PATIENCE)

    def until(self, expression: str) -> None:
        """Wait until the expression is true."""
        self.browser.until(expression, _PATIENCE)


def run(
    browser: Browser, words: list[str], files: Mapping[str, bytes] | None = None
) -> tuple[int, str, dict[str, bytes]]:
    """Run a command in the page; return its exit code, what it prints, and the files it writes."""
    given = {name: base64.b64encode(content).decode() for name, content in (files or {}).items()}
    browser.value(
        f"""{{
        window.found = null;
        const bytes = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
        const files = Object.fromEntries(Object.entries({json.dumps(given)}).map(([k, v]) => [k, bytes(v)]));
        run({json.dumps(words)}, files).then((found) => {{
          const text = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
          const written = Object.fromEntries(Array.from(found.files, ([k, v]) => [k, text(v)]));
          window.found = [found.code, found.printed, written];
        }});
        }} 0"""
    )
    browser.until("window.found", _PATIENCE)
    code, printed, written = browser.value("window.found")
    return code, printed, {name: base64.b64decode(data) for name, data in written.items()}

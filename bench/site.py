"""`python -m bench.site [FILE]`: what the site loads and how soon it answers, in a real browser.

NONOSAT_PYODIDE names the folder that `nonosat studio --site` needs. The browser's profile is new, and the
server is on this machine. Of a large file, every n-th puzzle is asked about, one by one. On a busy machine,
the processor time of the browser's processes says more than the clock.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nonosat.formats.folders import load_all
from nonosat.formats.writing import write
from nonosat.processes.usage import usage
from nonosat.studio.site.build import write_site
from tests.helpers.browser import Browser
from tests.helpers.site import PYODIDE, SiteStudio, loaded, run, served


@contextmanager
def timing(browser: Browser, what: str) -> Iterator[list[float]]:
    """Print and append the seconds of a context, by the clock and of the browser's processor time."""
    begin, used, found = time.monotonic(), usage(browser.number).cpu, list[float]()
    yield found
    found += time.monotonic() - begin, usage(browser.number).cpu - used
    print(f"{found[0]:6.2f} s, processor {found[1]:6.2f} s: {what}", flush=True)


def ask(browser: Browser, words: list[str], files: dict[str, bytes] | None = None) -> list[float]:
    """Run a command in the page; return its times."""
    with timing(browser, " ".join(words)) as found:
        code, printed, _ = run(browser, words, files)
    print(f"  {printed.strip()} ({code})")
    return found


def visits(browser: Browser, address: str) -> None:
    """Measure until a page is ready and has solved a puzzle, at the first visit and later."""
    for visit in ("empty cache", "warm cache", "warm cache again"):
        with timing(browser, f"{visit}: all of it"):
            with timing(browser, f"{visit}: ready"):
                (browser.open if visit == "empty cache" else browser.visit)(address)
                loaded(browser)
            ask(browser, ["check", "gchq"])
        ask(browser, ["check", "gchq"])
        browser.value("navigator.serviceWorker.ready.then(() => { window.kept = true; })")
        browser.until("window.kept")


def measure_puzzles(browser: Browser, path: str, most: int) -> None:
    """Measure puzzles of a file."""
    puzzles = load_all(path)
    times = []
    for at in range(0, len(puzzles), max(1, len(puzzles) // most)):
        text = write([puzzles[at]], "yaml")
        assert isinstance(text, str)
        times.append(ask(browser, ["check", "puzzle.yaml"], {"puzzle.yaml": text.encode()}))
    for unit, found in zip(("by the clock", "of processor time"), zip(*times, strict=True), strict=True):
        median = sorted(found)[len(found) // 2]
        print(f"{len(found)} puzzles: median {median:.2f} s, at most {max(found):.2f} s {unit}")


def main() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.site", description=__doc__)
    parser.add_argument("file", nargs="?", help="puzzles in any format")
    parser.add_argument("--most", type=int, default=100, help="the most puzzles to try")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Browser(Path(folder, "profile")) as browser:
        site = Path(folder, "site")
        write_site(site, Path(PYODIDE))
        loads = [
            path for path in site.rglob("*") if path.is_file() and path.name not in ("pdf.zip", "SHA256SUMS")
        ]
        whole = [path.read_bytes() for path in loads]
        compressed = sum(len(gzip.compress(content, 6)) for content in whole)
        print(f"first load: {sum(map(len, whole)) / 1e6:.1f} MB, {compressed / 1e6:.1f} MB compressed")
        print(f"for PDF: {(site / 'pdf.zip').stat().st_size / 1e6:.1f} MB")
        with served(site) as address:
            visits(browser, address)
            ask(browser, ["prove", "dom-7", "-o", "certificate.zip"])
            ask(browser, ["draw", "gchq", "-o", "gchq.pdf"])
            if arguments.file:
                measure_puzzles(browser, arguments.file, arguments.most)
            with timing(browser, "the studio is open"):
                SiteStudio(browser, address)
        return int(bool(browser.complaints))


if __name__ == "__main__":
    sys.exit(main())

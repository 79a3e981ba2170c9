"""`python -m bench.site [FILE]`: what the site loads and how soon it answers, in a real browser.

NONOSAT_PYODIDE names the folder that `nonosat site --pyodide` needs. The browser's profile is new, the server
is on this machine, and the seconds are those of a clock: use a core that does nothing else (`taskset -c 1`).
Of a large file, every n-th puzzle is asked about, one by one.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import tempfile
import time
from pathlib import Path

from nonosat.formats import load_all, write
from nonosat.site.build import write_site
from tests.helpers.browser import Browser
from tests.helpers.site import PYODIDE, SiteStudio, loaded, run, served


def asked(browser: Browser, words: list[str], files: dict[str, bytes] | None = None) -> float:
    """Run a command in the page; return its seconds, after printing what it says."""
    begin = time.monotonic()
    code, printed, _ = run(browser, words, files)
    seconds = time.monotonic() - begin
    print(f"{seconds:6.2f} s  {' '.join(words)}: {printed.strip().splitlines()[-1]} ({code})", flush=True)
    return seconds


def visits(browser: Browser, address: str) -> None:
    """Print the seconds until a page is ready and has solved a puzzle, at the first visit and later."""
    for visit in ("empty cache", "warm cache", "warm cache again"):
        begin = time.monotonic()
        (browser.open if visit == "empty cache" else browser.visit)(address)
        loaded(browser)
        print(f"{time.monotonic() - begin:6.2f} s  ready, {visit}")
        asked(browser, ["solve", "gchq", "--quiet"])
        print(f"{time.monotonic() - begin:6.2f} s  in all")
        asked(browser, ["solve", "gchq", "--quiet"])
        browser.value("navigator.serviceWorker.ready.then(() => { window.kept = true; })")
        browser.until("window.kept")


def decided(browser: Browser, path: str, most: int) -> None:
    """Print the seconds that puzzles of a file take."""
    puzzles = load_all(path)
    times = []
    for at in range(0, len(puzzles), max(1, len(puzzles) // most)):
        text = write([puzzles[at]], "yaml")
        assert isinstance(text, str)
        times.append(asked(browser, ["check", "puzzle.yaml"], {"puzzle.yaml": text.encode()}))
    times.sort()
    print(f"{len(times)} puzzles: median {times[len(times) // 2]:.2f} s, at most {times[-1]:.2f} s")


def main() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(prog="python -m bench.site", description=__doc__)
    parser.add_argument("file", nargs="?", help="puzzles in any format")
    parser.add_argument("--most", type=int, default=100, help="of so many puzzles")
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
        with served(site) as address:
            visits(browser, address)
            asked(browser, ["prove", "dom-7", "-o", "certificate.zip"])
            asked(browser, ["draw", "gchq", "-o", "gchq.pdf"])
            if arguments.file:
                decided(browser, arguments.file, arguments.most)
            begin = time.monotonic()
            SiteStudio(browser, address)
            print(f"{time.monotonic() - begin:6.2f} s  the studio is open")
        return int(bool(browser.complaints))


if __name__ == "__main__":
    sys.exit(main())

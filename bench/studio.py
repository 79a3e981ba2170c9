"""`python -m bench.studio`: how soon the studio shows the effect of a stroke, in a real browser.

From the moment the mouse is let go to the frame in which the page has painted what single lines say,
and then what single assumptions add.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

import nonosat
from nonosat.puzzles.nonogram import Nonogram
from tests.helpers.browser import Browser
from tests.helpers.studio import Studio, serving

_WATCH = """
globalThis.measured = []; globalThis.begun = 0;
board.addEventListener("pointerup", () => { begun = performance.now(); }, true);
for (const what of ["lines", "assumptions"]) {
  const hear = hearingFacts[what];
  hearingFacts[what] = (data) => {
    hear(data);
    const since = begun;
    requestAnimationFrame(() => setTimeout(() => measured.push([what, performance.now() - since])));
  };
}
"""


def picture(side: int, rng: random.Random) -> list[str]:
    """Return a field as smooth as a picture: random cells, each replaced by its neighbours' majority."""
    cells = [[rng.random() < 0.5 for _ in range(side)] for _ in range(side)]

    def black(r: int, c: int) -> bool:
        around = [cells[(r + i) % side][(c + j) % side] for i in (-1, 0, 1) for j in (-1, 0, 1)]
        return sum(around) > 4

    return ["".join(".#"[black(r, c)] for c in range(side)) for r in range(side)]


def started(studio: Studio, side: int, rng: random.Random) -> None:
    """Show a field of this size."""
    studio.new(side, side)
    drawn = "".join(picture(side, rng))
    studio.value(f"commitCells('picture', range(size()), values('{drawn}'))")
    studio.until("connection.current && verdict.status.length && verdict.busy !== 'facts'")


def stroke(studio: Studio, side: int, rng: random.Random) -> None:
    """Draw a short line somewhere."""
    row, column, length = rng.randrange(side), rng.randrange(side), rng.randrange(1, 6)
    across = rng.random() < 0.5
    end = (row, min(side - 1, column + length)) if across else (min(side - 1, row + length), column)
    studio.drag((row, column), end)


def latency(studio: Studio, side: int, strokes: int) -> None:
    """Print the median and the 99th percentile."""
    rng = random.Random(1)
    started(studio, side, rng)
    studio.value(_WATCH)
    for _ in range(strokes):
        before = studio.value("measured.filter(([what]) => what === 'assumptions').length")
        stroke(studio, side, rng)
        studio.until(f"measured.filter(([what]) => what === 'assumptions').length > {before}")
    found = studio.value("measured")
    for what in ("lines", "assumptions"):
        times = sorted(ms for name, ms in found if name == what)
        median, late = times[len(times) // 2], times[int(len(times) * 0.99)]
        print(f"{side}x{side}, {what}: median {median:.0f} ms, 99% {late:.0f} ms, of {len(times)} strokes")


def pressure(studio: Studio, side: int, seconds: float) -> None:
    """Draw a stroke every 30 ms; print the longest time in which the page did not answer."""
    rng = random.Random(2)
    started(studio, side, rng)
    studio.value(
        "globalThis.slowest = 0; globalThis.before = performance.now(); globalThis.beat = setInterval(() => {"
        " const now = performance.now(); slowest = Math.max(slowest, now - before); before = now; }, 10)"
    )
    begin, strokes = time.monotonic(), 0
    while (now := time.monotonic()) - begin < seconds:
        stroke(studio, side, rng)
        strokes += 1
        time.sleep(max(0.0, 0.03 - (time.monotonic() - now)))
    slowest = studio.value("clearInterval(beat), slowest")
    studio.until("connection.current && verdict.busy !== 'facts' && verdict.said !== 'unknown'")
    right = nonosat.solve(Nonogram.from_picture(tuple(studio.picture))).verdict.value
    said = studio.value("verdict.said")
    print(
        f"{side}x{side}, {strokes} strokes in {seconds:g} s: at most {slowest:.0f} ms without an answer;"
        f" the verdict is {said} ({right})"
    )


def main() -> int:
    """Measure both."""
    parser = argparse.ArgumentParser(prog="python -m bench.studio", description=__doc__)
    parser.add_argument("--side", type=int, default=30)
    parser.add_argument("--strokes", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0)
    asked = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        Browser(Path(folder, "profile")) as browser,
        serving(Path(folder)) as server,
    ):
        studio = Studio(browser, server)
        latency(studio, asked.side, asked.strokes)
        pressure(studio, 50, asked.seconds)
        return int(bool(browser.complaints))


if __name__ == "__main__":
    sys.exit(main())

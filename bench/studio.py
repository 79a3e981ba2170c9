"""`python -m bench.studio`: how soon the studio shows the effect of a stroke, in a real browser.

From the moment the mouse is let go to the frame in which the page has painted what single lines say,
and then what single assumptions add. The server, its workers and the browser's profile are new, and the first
strokes come as soon as the page is there; they are also reported alone. On a busy machine, the processor time
of the server and its workers says more than the clock.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

import nonosat
from nonosat.processes.usage import usage
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
    const note = () => measured.push([what, performance.now() - since]);
    if (since) requestAnimationFrame(() => setTimeout(note));
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


def report(what: str, values: list[float]) -> None:
    """Print the median and the 99th percentile of milliseconds."""
    values = sorted(values)
    median, late = values[len(values) // 2], values[int(len(values) * 0.99)]
    print(f"{what}: median {median:.0f} ms, 99% {late:.0f} ms, of {len(values)} strokes")


def start(studio: Studio, side: int, rng: random.Random) -> None:
    """Show a field of this size."""
    studio.new(side, side)
    drawn = "".join(picture(side, rng))
    studio.value(f"commitCells('picture', range(size()), values('{drawn}'))")


def stroke(studio: Studio, side: int, rng: random.Random) -> None:
    """Draw a short line somewhere or, from a filled cell, erase one: both change something."""
    row, column, length = rng.randrange(side), rng.randrange(side), rng.randrange(1, 6)
    across = rng.random() < 0.5
    end = (row, min(side - 1, column + length)) if across else (min(side - 1, row + length), column)
    filled = studio.value(f"puzzle.picture[{row * side + column}]")
    studio.drag((row, column), end, button="right" if filled else "left")


def latency(studio: Studio, side: int, strokes: int) -> None:
    """Print how long strokes take, those of the first second and all."""
    rng = random.Random(1)
    studio.value(_WATCH)
    start(studio, side, rng)
    server, spent, early, begin = studio.server.process.pid, [], 0, time.monotonic()
    for number in range(strokes):
        used = usage(server).cpu
        before = studio.value("measured.filter(([what]) => what === 'assumptions').length")
        stroke(studio, side, rng)
        studio.until(f"measured.filter(([what]) => what === 'assumptions').length > {before}")
        spent.append(1000 * max(0.0, usage(server).cpu - used))  # less, if a worker has ended
        if time.monotonic() - begin < 1:
            early = number + 1
    found = studio.value("measured")
    for what in ("lines", "assumptions"):
        times = [ms for name, ms in found if name == what]
        report(f"{side}x{side}, {what}, the first second", times[: max(1, early)])
        report(f"{side}x{side}, {what}", times)
    report(f"{side}x{side}, processor time", spent)


def pressure(studio: Studio, side: int, seconds: float) -> None:
    """Draw a stroke every 30 ms; print the longest time in which the page did not answer."""
    rng = random.Random(2)
    start(studio, side, rng)
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
    studio.until("verdict.busy !== 'facts' && verdict.said !== 'unknown'")
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

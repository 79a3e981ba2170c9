"""Pictures of printed puzzles with their truth: `python -m bench.photographs make FOLDER --fonts FONTS`,
which needs Chromium, and `python -m bench.photographs read FOLDER`, which reads them and prints how well.

Screenshots, scans and photos are simulated. FONTS is as for `bench.digits`. Every third picture has other
proportions, and families of fonts that the rest has not: `read --last` reads those, once, at the end.
"""

from __future__ import annotations

import argparse
import base64
import io
import json
import random
import resource
import time
from collections import defaultdict
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageFilter

import nonosat
from bench.digits import HELD, faces
from nonosat import toolkit
from tests.helpers.browser import Browser

SEED = 6553
SIZES = (10, 10, 15, 15, 20, 20, 25, 30, 40)
LAYOUTS = (
    *("plain", "plain", "ruled", "ruled", "faint", "dark", "strips", "coloured", "boxes", "two"),
    *("centred", "far"),  # numbers in the middle of their margin, and at its outer side
    *("tinted", "framed", "cards"),  # margins of one tint, with lines on all sides, on a tint each
)
CAMERAS = ("screen", "screen", "sharp", "scan", "photo", "photo", "photo", "turned")
INKS = ("#000000", "#c01818", "#1848b0", "#188038", "#b06000", "#7018a0")


@dataclass
class Truth:
    """A picture's file, how it was made, and what is printed in it: [number, colour] for each block."""

    file: str
    layout: str
    camera: str
    font: str
    last: bool
    rows: list[list[list[int]]]
    columns: list[list[list[int]]]


def puzzles(count: int) -> list[nonosat.Nonogram]:
    """Return puzzles of many sizes with exactly one solution, every third of them in colour."""
    found: list[Any] = []
    for k, side in enumerate(SIZES):
        for colours in (1, 1, 3):
            wide = side if k % 3 else side + 5 * (side < 40)
            order = toolkit.Order(
                width=wide,
                height=side,
                density=0.55,
                smooth=colours == 1,
                colours=colours,
                seed=SEED + len(found),
            )
            found += [made.puzzle for made in toolkit.make_each(order, max(1, count // (3 * len(SIZES))))]
    return found


def page(chance: random.Random, puzzle: Any, layout: str, font: str, last: bool) -> str:
    """Return a web page with a puzzle."""
    side = 25 if puzzle.width >= 40 else chance.randint(24, 34) if last else chance.randint(22, 36)
    size = round(side * chance.uniform(0.46, 0.62), 1)
    dark = layout == "dark"
    paper, ink, line = (
        ("#16191d", "#e8e6e3", "#5c6470")
        if dark
        else ("#ffffff", "#111111", chance.choice(["#000", "#555", "#888"]))
    )
    if layout == "faint":
        paper, ink, line = chance.choice([("#fdfaf3", "#333", "#c4bfb2"), ("#fff", "#444", "#c8ccd0")])
    thick = chance.choice([2, 2, 3, 1])
    across, down = {"centred": ("center", "middle"), "far": ("left", "top")}.get(layout, ("right", "bottom"))
    figures = chance.choice(["normal", "normal", "normal", "oldstyle-nums"])
    gap, space = (round(size * chance.uniform(*ends), 1) for ends in ((0.1, 0.35), (0.42, 0.75)))
    square = f"border: 1px solid {line}; width: {side}px; height: {side}px; min-width: {side}px"
    style = f"""@font-face {{font-family: f; src: url(file://{font})}}
      body {{margin: {chance.randint(10, 40)}px; background: {paper}; color: {ink}; font: {size}px f}}
      body {{font-variant-numeric: {figures}}} .card {{border: 3px solid {paper}; border-radius: 8px}}
      .framed {{border: 1px solid {line}}}
      body {{width: max-content}} table {{border-collapse: collapse; margin: 16px}} td, .k {{{square}}}
      td, th {{padding: 0; font-weight: normal; line-height: 1; box-sizing: border-box; text-align: center}}
      .r {{border-right: {thick}px solid {ink}}} .b {{border-bottom: {thick}px solid {ink}}}
      .l {{border-left: {thick}px solid {ink}}} .t {{border-top: {thick}px solid {ink}}}
      .top {{vertical-align: {down}; padding-bottom: 3px}} .top span {{display: block; margin-top: {gap}px}}
      .left {{text-align: {across}; padding: 0 5px; white-space: pre; height: {side}px}}
      .left span {{margin-left: {space}px}}
      .s {{background: {chance.choice(["#e4e4e4", "#d8dde4", "#eee"])}}}"""
    parts = [_table(chance, puzzle, layout)]
    if layout == "two":
        other = nonosat.Nonogram.from_picture(
            tuple("".join(chance.choice(".##") for _ in range(8)) for _ in range(8))
        )
        parts.insert(chance.randrange(2), f"<div>{_table(chance, other, layout)}</div>")
    title = f"<h2>Puzzle {chance.randint(1, 999)}</h2><p>{puzzle.size}, page {chance.randint(1, 99)}</p>"
    parts = [title] * (chance.random() < 0.8) + parts + [f"<p>{chance.randint(1900, 2030)}</p>"]
    return f"<!doctype html><style>{style}</style>{''.join(parts)}"


def _table(chance: random.Random, puzzle: Any, layout: str) -> str:
    rows, columns = puzzle.rows, puzzle.columns
    wide, tall = (max(1, *map(len, some)) for some in (rows, columns))
    cells = layout in ("ruled", "boxes")
    zero = chance.random() < 0.5

    def text(blocks: Any) -> list[tuple[str, str]]:
        found = list[tuple[str, str]]()
        for block in blocks:
            colour = INKS[(block.colour - 1) % len(INKS)] if len(puzzle.palette) > 2 else ""
            style = f"color: {colour}" if colour and layout == "coloured" else ""
            style = f"background: {colour}; color: #fff" if colour and layout == "boxes" else style
            found.append((style, str(block.low)))
        return found or ([("", "0")] if zero else [])

    def edges(x: int, y: int) -> str:
        right, bottom = x % 5 == 4 or x == puzzle.width - 1, y % 5 == 4 or y == puzzle.height - 1
        return " ".join(["r"] * right + ["b"] * bottom + ["l"] * (x == 0) + ["t"] * (y == 0))

    lines = []
    if cells:
        for y in range(tall):
            row = f"<th colspan={wide}></th>" if y else f"<th colspan={wide} rowspan={tall}></th>"
            row = row if y == 0 else ""
            for clue in columns:
                shown = [("", "")] * (tall - len(text(clue))) + text(clue)
                row += f'<th class=k style="{shown[y][0]}">{shown[y][1]}</th>'
            lines.append(f"<tr>{row}</tr>")
    else:
        row = "".join(
            f'<th class="top {_kind(layout, x)}">'
            + "".join(f'<span style="{style}">{number}</span>' for style, number in text(clue))
            + "</th>"
            for x, clue in enumerate(columns)
        )
        lines.append(f"<tr><th></th>{row}</tr>")
    for y, clue in enumerate(rows):
        shown = text(clue)
        if cells:
            row = "".join(
                f'<th class=k style="{style}">{n}</th>'
                for style, n in [("", "")] * (wide - len(shown)) + shown
            )
        else:
            row = (
                f'<th class="left {_kind(layout, y)}">'
                + "".join(f'<span style="{style}">{n}</span>' for style, n in shown)
                + "</th>"
            )
        row += "".join(f'<td class="{edges(x, y)}"></td>' for x in range(puzzle.width))
        lines.append(f"<tr>{row}</tr>")
    return f"<table>{''.join(lines)}</table>"


def _kind(layout: str, line: int) -> str:
    """Return the classes of a line's margin."""
    if layout == "strips":
        return "s" * (line % 2)
    return {"tinted": "s", "cards": "s card", "framed": "framed"}.get(layout, "")


def _numbers(clue: Any) -> list[list[int]]:
    return [[block.low, block.colour] for block in clue]


def screenshot(browser: Browser, html: str, file: Path, scale: float) -> Image.Image:
    """Return a page as Chromium shows it."""
    file.write_text(html, encoding="utf-8")
    browser.visit(file.as_uri())
    browser.call("Runtime.evaluate", expression="document.fonts.ready", awaitPromise=True)
    box = "document.body.getBoundingClientRect()"
    width, height = (
        browser.value(f"Math.ceil({box}.{end} + {box}.{start})")
        for start, end in (("left", "right"), ("top", "bottom"))
    )
    browser.call(
        "Emulation.setDeviceMetricsOverride",
        width=width,
        height=height,
        deviceScaleFactor=scale,
        mobile=False,
    )
    data = browser.call("Page.captureScreenshot", format="png", optimizeForSpeed=True)["data"]
    return Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")


def seen(chance: random.Random, image: Image.Image, camera: str) -> Image.Image:
    """Return a page as a scanner or a camera sees it."""
    noise = np.random.default_rng(chance.randrange(1 << 30))
    width, height = image.size
    photo = camera in ("photo", "turned")
    border = round(0.06 * max(width, height))
    out = (width + 2 * border, height + 2 * border) if photo else (width, height)
    x, y = np.meshgrid(np.arange(out[0], dtype=np.float32), np.arange(out[1], dtype=np.float32))
    u, v = x / out[0] - 0.5, y / out[1] - 0.5
    turn = np.radians(chance.uniform(-4, 4) if photo else chance.uniform(-1.5, 1.5))
    tilt = (chance.uniform(-0.14, 0.14), chance.uniform(-0.14, 0.14)) if photo else (0, 0)
    curl = chance.uniform(-0.02, 0.02) if photo else 0
    depth = 1 + tilt[0] * u + tilt[1] * v
    a, b = (u * np.cos(turn) - v * np.sin(turn)) / depth, (u * np.sin(turn) + v * np.cos(turn)) / depth
    b = b + curl * np.cos(np.pi * a * chance.uniform(0.8, 1.6))
    zoom = out[0] / width
    x, y = (a * zoom + 0.5) * (width - 1), (b * out[1] / height + 0.5) * (height - 1)
    levels = np.asarray(image.filter(ImageFilter.GaussianBlur(chance.uniform(0.3, 0.9))), np.float32)
    inside = (x >= 0) & (x < width - 1) & (y >= 0) & (y < height - 1)
    x0, y0 = np.clip(x.astype(int), 0, width - 2), np.clip(y.astype(int), 0, height - 2)
    dx, dy = np.clip(x - x0, 0, 1)[..., None], np.clip(y - y0, 0, 1)[..., None]
    found = (levels[y0, x0] * (1 - dx) + levels[y0, x0 + 1] * dx) * (1 - dy) + (
        levels[y0 + 1, x0] * (1 - dx) + levels[y0 + 1, x0 + 1] * dx
    ) * dy
    found[~inside] = chance.choice([(96, 70, 48), (180, 180, 176), (40, 44, 52)])
    if photo:
        light = chance.uniform(0.62, 0.95) + chance.uniform(-0.3, 0.3) * u + chance.uniform(-0.3, 0.3) * v
        shadow = 1 / (
            1
            + np.exp(
                -(u * chance.uniform(-1, 1) + v * chance.uniform(-1, 1) + chance.uniform(-0.2, 0.3)) * 40
            )
        )
        light = light * (1 - chance.uniform(0, 0.35) * shadow)
        if chance.random() < 0.25:  # of a screen
            light = light * (1 + 0.03 * np.sin(x * chance.uniform(0.8, 1.4) + y * chance.uniform(-0.3, 0.3)))
        found = (
            found
            * light[..., None]
            * np.array([1, chance.uniform(0.94, 1), chance.uniform(0.84, 1)], np.float32)
        )
        blurred = Image.fromarray(np.clip(found, 0, 255).astype(np.uint8)).filter(
            ImageFilter.GaussianBlur(chance.uniform(0.4, 1.3))
        )
        found = np.asarray(blurred, np.float32)
    found = found + noise.normal(0, chance.uniform(2, 8 if photo else 5), found.shape)
    return Image.fromarray(np.clip(found, 0, 255).astype(np.uint8))


def make(folder: Path, fonts: Path, numbers: range) -> None:
    """Write the pictures and `truth.jsonl`."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "puzzles.jsonl"
    if not kept.exists():
        kept.write_text(str(toolkit.write(puzzles(54), "jsonl")), encoding="utf-8")
    found: list[Any] = nonosat.load_all(kept)
    plain, coloured = ([one for one in found if (len(one.palette) > 2) == colour] for colour in (False, True))
    with Browser(folder / "profile") as browser:
        browser.open("about:blank")
        for k in numbers:
            chance = random.Random(SEED * 1000 + k)
            last = k % 3 == 2
            layout, camera = chance.choice(LAYOUTS), chance.choice(CAMERAS)
            font = chance.choice(faces(fonts, HELD["last" if last else "build"]))
            puzzle = chance.choice(coloured if layout in ("coloured", "boxes") else plain)
            scale = {"screen": 1.0, "sharp": 2.0, "scan": chance.uniform(1.2, 2)}.get(camera)
            html, place = page(chance, puzzle, layout, font, last), folder / "page.html"
            image = screenshot(browser, html, place, scale or chance.uniform(1.3, 2.2))
            if camera in ("scan", "photo", "turned"):
                image = seen(chance, image, camera)
            if camera == "turned":
                image = image.rotate(chance.choice([90, 180, 270]), expand=True)
            kind = "png" if camera in ("screen", "sharp") and chance.random() < 0.6 else "jpg"
            name, lines = f"{k:03}-{layout}-{camera}.{kind}", [_numbers(clue) for clue in puzzle.clues]
            image.save(folder / name, quality=chance.randint(60, 92))
            rows, columns = lines[: puzzle.height], lines[puzzle.height :]
            truth = Truth(name, layout, camera, Path(font).stem, last, rows, columns)
            with open(folder / "truth.jsonl", "a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(truth)) + "\n")


def read(folder: Path, last: bool, only: str) -> None:
    """Read the pictures and print how many grids, numbers and puzzles are right, by camera and by layout."""
    from nonosat.reading.grid import sheet
    from nonosat.reading.settle import Outcome, settle_page

    tallies: dict[str, list[dict[str, float]]] = defaultdict(list)
    for truth in map(json.loads, (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()):
        if truth["last"] != last or only not in truth["file"]:
            continue
        start = time.process_time()
        with Image.open(folder / truth["file"]) as file:
            image = file.convert("RGB")
        image.thumbnail((1800, 1800), reducing_gap=2)
        found = sheet(np.asarray(image))
        score = _score(truth, found)
        read = settle_page(found) if found and found.lines else None
        accepted = read is not None and read.outcome is not Outcome.OPEN
        right = float(read is not None and _clues(read.puzzle) == [*truth["rows"], *truth["columns"]])
        score |= {"settled": right * accepted, "accepted": accepted, "wrong": accepted - right * accepted}
        score |= {"seconds": time.process_time() - start}
        if not score["settled"] or score["wrong"]:
            print(
                truth["file"],
                truth["font"],
                {key: round(value, 3) for key, value in score.items()},
                flush=True,
            )
        for group in (truth["camera"], truth["layout"], "all"):
            tallies[group].append(score)
    for group, scores in sorted(tallies.items()):
        means = {key: f"{np.mean([one[key] for one in scores]):.3f}" for key in scores[0]}
        print(f"{group:9} {len(scores):3}", means, f"most {max(one['seconds'] for one in scores):.1f} s")
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def _clues(puzzle: Any) -> list[list[list[int]]]:
    """Return the clues, with colours numbered as in `INKS` as far as they can be recognised."""
    shades = dict[int, int]()
    for place, one in enumerate(puzzle.palette[1:], start=1):
        near = [float(np.abs(_rgb(one.rgb) - _rgb(ink)).sum()) for ink in INKS[:3]]
        shades[place] = int(np.argmin(near)) + 1 if len(puzzle.palette) > 2 else 1
    return [[[n, shades[colour]] for n, colour in _numbers(clue)] for clue in puzzle.clues]


def _rgb(text: str) -> Any:
    return np.array(list(bytes.fromhex(text[1:])), int)


def _score(truth: dict[str, Any], found: Any) -> dict[str, float]:
    """Say whether the grid is right, the share of numbers that are, and whether all are."""
    wanted = [*truth["rows"], *truth["columns"]]
    if found is None or (found.height, found.width) != (len(truth["rows"]), len(truth["columns"])):
        return {"grid": 0, "numbers": 0, "exact": 0}
    lines = [[n for n, _ in line.others[0][1]] for line in found.lines] or [[]] * len(wanted)
    numbers = [[n for n, _ in line] for line in wanted]
    right = sum(len(line) for line, have in zip(numbers, lines, strict=True) if line == have)
    return {"grid": 1, "numbers": right / sum(map(len, numbers)), "exact": float(numbers == lines)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("make", "read"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fonts", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=420)
    parser.add_argument("--last", action="store_true")
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    if given.what == "make":
        make(given.folder, given.fonts, range(given.first, given.count))
    else:
        read(given.folder, given.last, given.only)

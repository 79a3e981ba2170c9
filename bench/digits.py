"""Trains the network that reads printed digits: `python -m bench.digits FONTS OUT.npz`.

FONTS is a folder in which packages of fonts were unpacked. Faces under free licences are used; the families
in `HELD` are kept for the pictures of `bench/photographs.py`.
"""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from nonosat.reading import digits
from nonosat.reading.digits import NONE, SIZE, Levels, Shape, neighbours, pool, scale, shapes

SEED = 63
SAMPLES, PASSES, BATCH = 160_000, 6, 256
CHANNELS = 12, 28, 64

FAMILIES = {
    "OFL": """anonymous-pro arapey averia-sans-gwf bebas-neue cantarell cardo cmu comfortaa
        ebgaramond fantasque-sans firacode humor-sans inconsolata jetbrains-mono junction jura league-mono
        linuxlibertine manrope mononoki national-park noto-mono oxygen quicksand routed-gothic
        sil-charis sil-gentium-basic sora stix vollkorn yanone-kaffeesatz allerta lindenhill fanwood mplus
        opendyslexic""",
    "Apache": "clear-sans crosextra-caladea open-sans roboto-unhinted",
    "MIT, BSD or public domain": "agave go hack-ttf goudybookletter prociono",
}
"""The packages fonts-... that are trained on, by licence."""

HELD = {
    "build": """cabin lato crosextra-carlito courier-prime play comic-neue roboto-slab inter karla oldstandard
        dosis quattrocento b612 sil-andika league-spartan junicode urw-base35 adf-gillius adf-accanthis
        freefont-ttf gfs-didot tuffy yrsa-rasa adf-universalis gfs-neohellenic""",
    "last": """paratype adf-baskervald adf-libris adf-switzera adf-tribun tiresias gfs-artemisia elstob
        averia-serif-gwf smc-manjari nanum mona beteckna gamaliel millimetre""",
    "both": "dejavu liberation2 croscore texgyre",
}
"""The packages that are not: those of the pictures looked at while building, and of the last run."""

_SKIPPED = (
    "italic",
    "oblique",
    "dingbat",
    "condensedlight",
    "hairline",
    "math",
    "symbol",
    "keyboard",
    "initials",
    "thai",
    "swashed",
    "slanted",
    "biolinum",
)
_LETTERS = "AEFGHKMNPRTUVWXYaehkmnwx?#%&+=*-.,:;"


def faces(folder: Path, packages: str, most: int = 6) -> list[str]:
    """Return the upright faces with digits of these packages, at most some of each."""
    found = []
    for package in packages.split():
        files = sorted(path for path in folder.glob(f"fonts-{package}/**/*.[to]tf"))
        files = [path for path in files if not any(word in path.name.lower() for word in _SKIPPED)]
        random.Random(package).shuffle(files)
        plain = [
            path for path in files if any(word in path.stem for word in ("Regular", "Bold", "Book", "Medium"))
        ]
        found += [str(path) for path in (plain + [one for one in files if one not in plain])[:most]]
    return found


def strip(chance: random.Random, file: str) -> tuple[Image.Image, list[tuple[str, float, float]], int]:
    """Return a row of characters of one face, where each stands, and the height of a digit in pixels."""
    tall = round(6 * (40 / 6) ** chance.random())
    scale = 1 if chance.random() < 0.35 else max(1, 60 // tall)
    font = ImageFont.truetype(file, max(8, round(scale * tall / 0.72)))
    features = ["onum"] if chance.random() < 0.12 else None
    image = Image.new("L", (scale * tall * 26, scale * tall * 3), 0)
    draw, x, placed = ImageDraw.Draw(image), scale * tall * 0.6, list[tuple[str, float, float]]()
    while x < image.width - 2.5 * scale * tall:
        text = chance.choice(_LETTERS) if chance.random() < 0.07 else chance.choice("012345678911124")
        draw.text((x, scale * tall), text, font=font, fill=255, features=features)
        left, _, right, _ = draw.textbbox((x, scale * tall), text, font=font, features=features)
        placed.append((text, left / scale, right / scale))
        x = right + scale * tall * (
            chance.uniform(-0.06, 0.1) if chance.random() < 0.2 else chance.uniform(0.2, 0.5)
        )
    if scale > 2 and chance.random() < 0.2:
        image = image.filter(ImageFilter.MinFilter(3))  # thin strokes
    if scale > 1:
        box = (image.width // scale, image.height // scale)
        image = image.resize(box, chance.choice([Image.Resampling.BOX, Image.Resampling.BILINEAR]))
    if chance.random() < 0.5:  # slant and stretch
        slant, wide, high = chance.gauss(0, 0.05), chance.uniform(0.95, 1.05), chance.gauss(0, 0.006)
        middle = 1.5 * tall
        image = image.transform(
            image.size,
            Image.Transform.AFFINE,
            (1, slant, -slant * middle, high, wide, 0),
            Image.Resampling.BILINEAR,
        )
    return image, placed, tall


def degraded(chance: random.Random, image: Image.Image, tall: int) -> Levels:
    """Return ink as a camera or a screen would give it."""
    noise = np.random.default_rng(chance.randrange(1 << 30))
    if chance.random() < 0.7:
        image = image.filter(ImageFilter.GaussianBlur(chance.uniform(0, 0.1) * tall + chance.uniform(0, 0.4)))
    ink = np.asarray(image, np.float32) / 255
    if chance.random() < 0.3:
        ink = np.clip(ink * chance.uniform(1, 1.6), 0, 1)
    low, high = chance.uniform(0, 0.4), chance.uniform(0.6, 1)
    ink = low + (high - low) * ink
    if chance.random() < 0.15:  # the pixels of a screen before those of a camera
        down, across = (chance.uniform(0.2, 2.5) * np.arange(side) for side in ink.shape)
        ink = ink + chance.uniform(0.02, 0.1) * np.sin(down[:, None] + across)
    if chance.random() < 0.6:
        ink = ink + noise.normal(0, chance.uniform(0, 0.06), ink.shape)
    if chance.random() < 0.4:
        file = io.BytesIO()
        Image.fromarray(np.clip(255 - 255 * ink, 0, 255).astype(np.uint8)).save(
            file, "JPEG", quality=chance.randint(40, 90)
        )
        ink = 1 - np.asarray(Image.open(file), np.float32) / 255
    ink = np.clip((ink - low) / (high - low), 0, 1) ** chance.choice((0.7, 1, 1, 1, 1.5))
    return np.asarray(ink, np.float32)


def samples(seed: int, files: list[str]) -> Iterator[tuple[Levels, int]]:
    """Yield shapes as the network sees them, with their answers."""
    chance = random.Random(seed)
    while True:
        image, placed, tall = strip(chance, chance.choice(files))
        ink = degraded(chance, image, tall)
        if tall < 20 and chance.random() < 0.5:  # as the reader does with small pages
            more = chance.uniform(1, 24 / tall)
            ink = np.asarray(
                Image.fromarray(ink).resize(
                    (round(more * image.width), round(more * image.height)), Image.Resampling.BILINEAR
                )
            )
            placed = [(text, more * left, more * right) for text, left, right in placed]
            tall = round(more * tall)
        for shape in shapes(ink, chance.uniform(0.2, 0.5)):
            if shape.height < 0.3 * tall or shape.ink.max() < 0.3:
                continue
            yield from answers(chance, shape, placed, tall)


def answers(
    chance: random.Random, shape: Shape, placed: list[tuple[str, float, float]], tall: int
) -> Iterator[tuple[Levels, int]]:
    """Yield what a shape is, and now and then half of it, which is nothing."""
    _, _, x0, x1 = shape.box
    under = [
        (text, left, right)
        for text, left, right in placed
        if min(x1, right) - max(x0, left) > 0.35 * (right - left) - 0.5
    ]
    if len(under) == 1 and shape.height > 0.5 * tall:
        text, left, right = under[0]
        whole = 0.8 * (right - left) - 1.5 < x1 - x0 < 1.25 * (right - left) + 2 + 0.12 * tall
        if text.isdigit() and whole:
            hidden = max(0, round(tall * chance.uniform(-0.6, 0.12)))  # by the line of a box
            yield scale(shape.ink[: len(shape.ink) - hidden]), int(text)
            if chance.random() < 0.1 and text in "023456890" and shape.width > 4:
                yield (
                    scale(chance.choice(shape.halves(round(shape.width * chance.uniform(0.35, 0.65))))),
                    NONE,
                )
        elif not text.isdigit() and whole:
            yield scale(shape.ink), NONE
    elif len(under) == 2 and all(text.isdigit() for text, _, _ in under) and 4 < x1 - x0 < 2 * tall:
        yield scale(shape.ink), NONE
        cut = round((under[0][2] + under[1][1]) / 2 - x0 + chance.uniform(-0.04, 0.04) * tall)
        for half, (text, _, _) in zip(shape.halves(min(max(cut, 1), x1 - x0 - 1)), under, strict=True):
            if half.max() > 0.3:
                yield scale(half), int(text)


def trained(x: Levels, y: Levels) -> list[Levels]:
    """Return the network's weights after `PASSES` over the samples, by Adam with a falling rate."""
    rng = np.random.default_rng(SEED)
    one, two, hidden = CHANNELS
    rows, columns = SIZE[0] // 4, SIZE[1] // 4
    sizes = [(9, one), (9 * one, two), (rows * columns * two, hidden), (hidden, NONE + 1)]
    weights: list[Levels] = []
    for size in sizes:
        weights += [
            rng.normal(0, np.sqrt(2 / size[0]), size).astype(np.float32),
            np.zeros(size[1], np.float32),
        ]
    first, second = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    steps = PASSES * (len(x) // BATCH)
    for step in range(1, steps + 1):
        if step % (len(x) // BATCH) == 1:
            order = rng.permutation(len(x))
        at = order[(step * BATCH) % (len(x) - BATCH) :][:BATCH]
        some = x[at].astype(np.float32) / 255
        if rng.random() < 0.5:
            some = np.roll(some, tuple(rng.integers(-1, 2, 2)), (1, 2))
        wanted = np.eye(NONE + 1, dtype=np.float32)[y[at]] * 0.97 + 0.03 / (NONE + 1)
        rate = 3e-3 * (0.5 + 0.5 * np.cos(np.pi * step / steps)) + 1e-5
        for k, slope in enumerate(slopes(weights, some, wanted)):
            first[k] += 0.1 * (slope - first[k])
            second[k] += 0.001 * (slope * slope - second[k])
            weights[k] -= (
                rate * (first[k] / (1 - 0.9**step)) / (np.sqrt(second[k] / (1 - 0.999**step)) + 1e-8)
            )
    return weights


def slopes(weights: list[Levels], x: Levels, wanted: Levels) -> list[Levels]:
    """Return the gradient of the mean loss."""
    w1, b1, w2, b2, w3, b3, w4, b4 = weights
    n, (one, two, _) = len(x), CHANNELS
    in1 = neighbours(x[..., None])
    out1 = np.maximum(in1 @ w1 + b1, 0)
    in2 = neighbours(pool1 := pool(out1))
    out2 = np.maximum(in2 @ w2 + b2, 0)
    flat = (pool2 := pool(out2)).reshape(n, -1)
    hidden = np.maximum(flat @ w3 + b3, 0)
    chances = np.exp((z := hidden @ w4 + b4) - z.max(1, keepdims=True))
    d4 = (chances / chances.sum(1, keepdims=True) - wanted) / n
    d3 = (d4 @ w4.T) * (hidden > 0)
    d2 = _unpooled((d3 @ w3.T).reshape(pool2.shape), pool2, out2)
    back = (d2.reshape(-1, two) @ w2.T).reshape(in2.shape)
    rows, columns = pool1.shape[1:3]
    wide = np.zeros((n, rows + 2, columns + 2, one), np.float32)
    for k in range(9):
        wide[:, k // 3 : k // 3 + rows, k % 3 : k % 3 + columns] += back[..., k * one : (k + 1) * one]
    d1 = _unpooled(wide[:, 1:-1, 1:-1], pool1, out1).reshape(-1, one)
    d2 = d2.reshape(-1, two)
    return [
        in1.reshape(-1, 9).T @ d1,
        d1.sum(0),
        in2.reshape(-1, 9 * one).T @ d2,
        d2.sum(0),
        flat.T @ d3,
        d3.sum(0),
        hidden.T @ d4,
        d4.sum(0),
    ]


def _unpooled(slope: Levels, largest: Levels, before: Levels) -> Levels:
    """Return the gradient before pooling and the rectifier, of that after them."""
    again = largest.repeat(2, 1).repeat(2, 2)
    return np.asarray(slope.repeat(2, 1).repeat(2, 2) * ((before == again) & (before > 0)))


def main(folder: str, out: str) -> None:
    """Train, print how many held-out digits are read right, and write the weights in 8 bits."""
    files = faces(Path(folder), " ".join(FAMILIES.values()))
    x, y = _taken(samples(SEED, files), SAMPLES)
    weights = trained(x, y)
    steps = [float(np.abs(w).max() / 127) for w in weights]
    small = {
        f"w{k}": np.round(w / step).astype(np.int8)
        for k, (w, step) in enumerate(zip(weights, steps, strict=True))
    }
    np.savez_compressed(out, scales=np.array(steps, np.float32), **small)  # type: ignore[arg-type]
    digits.WEIGHTS = Path(out)
    x, y = _taken(samples(SEED + 1, faces(Path(folder), HELD["build"])), 6000)
    found = digits.log_chances([ink.astype(np.float32) / 255 for ink in x]).argmax(1)
    digit = y != digits.NONE
    right, others = (found == y)[digit].mean(), (found == y)[~digit].mean()
    print(f"{len(files)} faces; of other families, digits: {right:.2%}, other shapes: {others:.2%}")


def _taken(found: Iterator[tuple[Levels, int]], number: int) -> tuple[Levels, Levels]:
    x, y = np.zeros((number, *SIZE), np.uint8), np.zeros(number, np.uint8)
    for k, (ink, answer) in zip(range(number), found, strict=False):
        x[k], y[k] = np.clip(255 * ink, 0, 255), answer
    return x, y


if __name__ == "__main__":
    main(*sys.argv[1:])

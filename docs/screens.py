"""The screens of the studio in these pages: `python -m docs.screens` takes them, with Chromium and Pillow.

With a folder, all five screens are written there at three widths, by day and by night, to be looked at.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from io import BytesIO
from itertools import product
from pathlib import Path

from PIL import Image, ImageFilter, ImageOps

import nonosat
from nonosat import toolkit
from tests.helpers.browser import Browser
from tests.helpers.studio import Server, Studio, serving

STATIC = Path(__file__).parent / "_static"
SIZES = {"wide": (1440, 860), "middle": (960, 760), "phone": (390, 800)}
THEMES = {"day": "light", "night": "dark"}
SHOWN = {
    ("drawing", "wide", "day"),
    ("ambiguous", "wide", "night"),
    ("photo", "middle", "day"),
    ("drawing", "phone", "night"),
}
"""The screens that docs/studio.md shows."""

FOLDER = (
    "cat",
    "cherries",
    "gchq",
    "switch",
    "teapot",
    "tulips",
    "mandelbrot",
    "fir",
    "house",
    "no-solution",
)
DOUBTFUL = ((7, 11), (8, 12))
"""The cells of the teapot that make it ambiguous."""

COLOURS = 64  # of a screen in these pages, to keep files small


def empty(studio: Studio) -> None:
    """Show an empty grid."""
    studio.new(20, 20)
    studio.settled()


def drawing(studio: Studio) -> None:
    """Show a drawing in colours, with its class and first steps."""
    opened(studio, "tulips.yaml")
    studio.until("document.querySelectorAll('#starts li').length > 0")


def ambiguous(studio: Studio) -> None:
    """Show a drawing with several solutions, and what fixes it."""
    opened(studio, "doubtful.yaml")
    studio.until("verdict.said === 'multiple' && document.querySelectorAll('#suggestions .pair').length > 0")


def photo(studio: Studio) -> None:
    """Show a photo that becomes a drawing."""
    studio.drop("cat.png", "image/png", a_photo())
    studio.until(
        "!byId('from-picture').hidden && picture.puzzle && picture.puzzle !== 'new' && !picture.busy"
    )
    studio.settled()


def folder(studio: Studio) -> None:
    """Show what is in the folder, besides what was never saved."""
    studio.click("#open-open")
    studio.until(
        "document.querySelectorAll('#file-list li').length > 8"
        " && [...document.querySelectorAll('#file-list li:has(input)')].every((made) => made.dataset.of)"
    )
    studio.until("[...document.querySelectorAll('#file-list img[src]')].every((made) => made.complete)")


SCREENS: dict[str, Callable[[Studio], None]] = {
    "empty": empty,
    "drawing": drawing,
    "ambiguous": ambiguous,
    "photo": photo,
    "folder": folder,
}


def opened(studio: Studio, name: str) -> None:
    """Open a file of the folder."""
    studio.value(f"openFile('{name}'), 0")
    studio.until(f"opened.file === '{name}' && pen.free")


def a_photo() -> bytes:
    """Return a blurred cat on grey paper, lit from the left."""
    goal = nonosat.load("cat").goal
    image = Image.new("L", (len(goal[0]), len(goal)))
    image.putdata([40 if char == "#" else 215 for row in goal for char in row])
    image = ImageOps.expand(image, 1, 215).resize((680, 680), Image.Resampling.LANCZOS)
    image = image.filter(ImageFilter.GaussianBlur(9))
    shade = Image.linear_gradient("L").rotate(90).resize(image.size)
    file = BytesIO()
    Image.blend(image, shade, 0.15).save(file, "PNG")
    return file.getvalue()


def fill(place: Path) -> None:
    """Put puzzles into a folder."""
    for name in FOLDER:
        (place / f"{name}.yaml").write_text(str(toolkit.write(nonosat.load(name), "yaml")), encoding="utf-8")
    pot = [list(row) for row in nonosat.load("teapot").goal]
    for row, column in DOUBTFUL:
        pot[row][column] = "." if pot[row][column] == "#" else "#"
    picture = tuple("".join(row) for row in pot)
    doubtful = nonosat.Nonogram.from_picture(picture, title="Teapot, not finished")
    (place / "doubtful.yaml").write_text(str(toolkit.write(doubtful, "yaml")), encoding="utf-8")
    (place / "kite.txt").write_text("..#..\n.###.\n#####\n..#..\n.#.#.\n", encoding="utf-8")


def take(browser: Browser, server: Server, name: str, size: str, theme: str) -> Image.Image:
    """Return one screen."""
    studio = Studio(browser, server)
    width, height = SIZES[size]
    shape = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == "phone"}
    browser.call("Emulation.setDeviceMetricsOverride", **shape)
    media = [{"name": "prefers-color-scheme", "value": THEMES[theme]}]
    browser.call("Emulation.setEmulatedMedia", features=media)
    SCREENS[name](studio)
    with tempfile.TemporaryDirectory() as made:
        studio.screenshot(Path(made, "screen.png"))
        return Image.open(Path(made, "screen.png")).convert("RGB")


def main() -> None:
    """Take the screens; those of the pages have few colours, to keep them small."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", help="write all screens there, instead of those of the pages")
    wanted = parser.parse_args().folder
    place = Path(wanted) if wanted else STATIC
    place.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as puzzles,
        tempfile.TemporaryDirectory() as profile,
        Browser(Path(profile)) as browser,
    ):
        fill(Path(puzzles))
        with serving(Path(puzzles), "--links", "https://example.org/play.html") as server:
            for screen in product(SCREENS, SIZES, THEMES):
                if wanted or screen in SHOWN:
                    image = take(browser, server, *screen)
                    if not wanted:
                        image = image.quantize(COLOURS, dither=Image.Dither.NONE)
                    image.save(place / f"studio-{'-'.join(screen)}.png", optimize=True)


if __name__ == "__main__":
    main()

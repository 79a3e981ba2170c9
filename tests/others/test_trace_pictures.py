"""Pictures of a trace: what a reader sees in them is the trace."""

import re
import sys
from io import BytesIO
from math import dist
from xml.etree import ElementTree

import pytest

pytest.importorskip("PIL")

from PIL import Image, ImageSequence

import nonosat
from nonosat import InputError, Nonogram, Picture
from nonosat.pictures.raster import gif, png
from nonosat.pictures.style import NEW_BACKGROUND, NEW_CORE, Frame, looks, parts
from nonosat.pictures.svg import svg
from nonosat.reasons.trace import Trace, trace
from nonosat.toolkit import UNKNOWN, CellPuzzle, Colour, Palette
from tests.helpers.brute import nonogram

NAMES = ["gchq", "gchq-no-givens", "tulips"]


def traced(name: str) -> Trace:
    return trace(nonosat.load(name))


def expected(puzzle: CellPuzzle, state: Frame) -> list[list[tuple[str, str]]]:
    """Return the colours near the corner and at the centre of every cell."""
    picture, before = state
    rgb = looks(puzzle.palette)
    found = []
    for r, row in enumerate(picture):
        shown = []
        for c, char in enumerate(row):
            new = bool(before) and before[r][c] == "?" and char != "?"
            outer = NEW_BACKGROUND if new and char == "." else char
            shown.append((rgb[outer], rgb[NEW_CORE if new and char != "." else outer]))
        found.append(shown)
    return found


def read_image(image: Image.Image, puzzle: CellPuzzle) -> list[list[tuple[str, str]]]:
    """Read an image's cells, which end ten pixels before its right and lower side."""
    image = image.convert("RGB")
    size = next(
        size
        for size in range(24, 0, -1)
        if size * puzzle.width < image.width - 10 and size * puzzle.height < image.height - 10
    )
    left, top = image.width - 10 - puzzle.width * size, image.height - 10 - puzzle.height * size

    def at(x: float, y: float) -> str:
        colour = image.getpixel((int(left + x * size), int(top + y * size)))
        assert isinstance(colour, tuple)
        return "#" + bytes(colour).hex()

    return [
        [(at(c + 0.25, r + 0.25), at(c + 0.5, r + 0.5)) for c in range(puzzle.width)]
        for r in range(puzzle.height)
    ]


def read_svg(text: str, puzzle: CellPuzzle) -> list[list[tuple[str, str]]]:
    """Read the cells off the paths, painted one over the other."""
    found = [[("", "")] * puzzle.width for _ in range(puzzle.height)]
    (group,) = ElementTree.fromstring(text).iter("{http://www.w3.org/2000/svg}g")
    for path in group:
        fill, way = path.attrib["fill"], path.attrib["d"]
        squares = re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", way)
        for column, row, length, back in squares:
            assert length == back
            for c in range(int(column), int(column) + int(length)):
                assert found[int(row)][c] == ("", "")
                found[int(row)][c] = fill, fill
        cores = re.findall(r"M(\d*)\.3 (\d*)\.3h\.4v\.4h-\.4z", way)
        for column, row in cores:
            at = found[int(row or 0)]
            at[int(column or 0)] = at[int(column or 0)][0], fill
        assert len(squares) + len(cores) == way.count("M")
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_frame_shows_its_state(name: str) -> None:
    found = traced(name)
    states = found.frames()
    assert [picture for picture, _ in states] == [
        found.begin,
        *(one.picture for one in found.passes),
        found.picture,
    ]
    for state in states:
        assert read_svg(svg(found.puzzle, state[0], before=state[1]), found.puzzle) == expected(
            found.puzzle, state
        )
    image = Image.open(BytesIO(gif(found.puzzle, states)))
    drawn = [frame.copy() for frame in ImageSequence.Iterator(image)]
    assert [read_image(frame, found.puzzle) for frame in drawn] == [
        expected(found.puzzle, state) for state in states
    ]
    assert image.info["loop"] == 0
    for state in states[:3]:
        still = Image.open(BytesIO(png(found.puzzle, state[0], before=state[1])))
        assert read_image(still, found.puzzle) == expected(found.puzzle, state)


def test_the_last_frame_stands() -> None:
    found = traced("gchq")
    image = Image.open(BytesIO(gif(found.puzzle, found.frames())))
    durations = [frame.info["duration"] for frame in ImageSequence.Iterator(image)]
    assert durations[-1] > 3 * max(durations[:-1])


@pytest.mark.parametrize("name", NAMES)
def test_frames_line_by_line(name: str) -> None:
    """Each line's frame adds what the line rules out; the passes' states are among them."""
    found = traced(name)
    states = found.frames(line_by_line=True)
    assert len(states) == sum(len(one.steps) for one in found.passes) + 2
    pictures = [picture for picture, _ in states]
    assert [one.picture for one in found.passes] == [
        picture for picture in pictures[:-1] if picture in {one.picture for one in found.passes}
    ]
    for picture, before in states[1:-1]:
        differ = [
            (r, c) for r, row in enumerate(picture) for c, char in enumerate(row) if char != before[r][c]
        ]
        assert differ
        assert all(before[r][c] == "?" for r, c in differ)
        assert len({r for r, _ in differ}) == 1 or len({c for _, c in differ}) == 1


@pytest.mark.parametrize("rgb", ["#e69f00", "#f78900", "#d0d0d0", "#fbe3b0", "#ffffff", "#000000", "#0072b2"])
def test_no_look_is_like_a_colour_of_the_puzzle(rgb: str) -> None:
    background = "#ffffff" if rgb != "#ffffff" else "#3d4147"
    palette = (Colour(".", "background", background), Colour("r", "other", rgb))
    shown = looks(palette)
    for look in (UNKNOWN, NEW_BACKGROUND, NEW_CORE):
        for colour in palette:
            assert dist(parts(shown[look]), parts(colour.rgb)) > 80


@pytest.mark.more
def test_small_and_large_grids_have_pictures() -> None:
    tiny = nonogram([[1]])
    assert Image.open(BytesIO(png(tiny, ("#",)))).width < 100
    side = 400
    large = nonogram([[(r * c) % 3 % 2 for c in range(side)] for r in range(side)])
    picture: Picture = ("?" * side,) * side
    assert 1200 <= Image.open(BytesIO(gif(large, [(picture, ())]))).width < 1300  # without clues
    assert 400 * 14 <= Image.open(BytesIO(png(large, picture))).width < 7500  # with clues to read


def test_absurd_sizes_are_refused() -> None:
    side = 1000
    puzzle = nonogram([[1] * side] * side)
    with pytest.raises(InputError, match=r"would be a PNG of \d+ x \d+ pixels: more than others open"):
        png(puzzle, ("#" * side,) * side)


def test_too_many_colours_are_refused() -> None:
    palette: Palette = tuple(
        Colour(char, char, f"#0000{i:02x}") for i, char in enumerate([".", *map(chr, range(0x4E00, 0x4EFF))])
    )
    with pytest.raises(InputError, match="256 colours are too many for GIF"):
        gif(Nonogram.from_picture((".",), palette), [((".",), ())])


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    found = traced("tulips")
    for module in ("PIL", "PIL.Image", "PIL.ImageDraw", "PIL.ImageFont"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError, match=r"pip install 'nonosat\[pictures\]'"):
        png(found.puzzle, found.picture)


def test_walls_beside_regions_are_drawn() -> None:
    """The borders of regions are not in the colour of walls, as other lines are."""
    gives = {"regions": "letters", "cells": {"symbols": "X"}}
    rules = {"explained": "One.", "gives": gives, "walls": "X", "rules": [{"each": "board", "count": 1}]}
    puzzle = nonosat.load({"kind": "own", "rules": rules, "regions": "ab\nab", "cells": "X.\n.."})
    assert nonosat.draw(trace(puzzle)).gif().startswith(b"GIF")

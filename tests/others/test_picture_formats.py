import struct
import zlib
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import product
from typing import Any

import pytest

pytest.importorskip("PIL")

from PIL import Image

from nonosat import InputError, Nonogram, Puzzle
from nonosat.formats import FORMATS, Source, detect
from nonosat.formats.goals import background_of
from nonosat.formats.photo import Making, otsu, read as read_photo
from nonosat.formats.writing import features, fit_puzzle, write
from nonosat.problem import Clue
from nonosat.toolkit import BLACK_AND_WHITE, Palette
from tests.helpers.properties import assume, example, given, st
from tests.helpers.puzzles import COLOURS, KITE
from tests.helpers.strategies import pictures

BACKWARDS: Palette = tuple(
    replace(colour, char=char) for colour, char in zip(reversed(COLOURS), ".#r*", strict=True)
)
"""The background is darker than the colours."""

GREYS: Palette = (
    *BLACK_AND_WHITE,
    replace(BLACK_AND_WHITE[0], char="d", name="dim", rgb="#808080"),
    replace(BLACK_AND_WHITE[0], char="l", name="light", rgb="#d0d0d0"),
)


def saved(kind: str, image: Image.Image, **options: Any) -> Source:
    file = BytesIO()
    image.save(file, kind, **options)
    return Source("x", file.getvalue())


def one(name: str, source: Source) -> Nonogram:
    (found,) = FORMATS.load(name).read(source)
    assert isinstance(found, Nonogram)
    return found


def wrote(name: str, puzzle: Puzzle) -> Source:
    data = write([puzzle], name)
    return Source("x", data.encode() if isinstance(data, str) else data)


def image_of(puzzle: Nonogram) -> Image.Image:
    """The goal as Pillow draws it, sharing nothing with the formats."""
    rgb = {colour.char: bytes.fromhex(colour.rgb[1:]) for colour in puzzle.palette}
    return Image.frombytes(
        "RGB", (puzzle.width, puzzle.height), b"".join(rgb[c] for row in puzzle.goal for c in row)
    )


# Pictures that others made, and others' eyes for ours


@given(st.integers(1, 8), st.integers(1, 8), st.data())
def test_greys_of_the_size_asked_for_need_no_pillow(width: int, height: int, data: st.DataObject) -> None:
    """As a browser scales and decodes a photo: the puzzle is the same."""
    levels = data.draw(st.binary(min_size=width * height, max_size=width * height))
    image = Image.frombytes("L", (width, height), levels)
    making = Making(image.size, threshold=data.draw(st.none() | st.integers(1, 255)))
    assert [*read_photo(saved("PPM", image), making)] == [*read_photo(saved("PNG", image), making)]


@given(pictures(".#", side=10))
def test_every_kind_of_black_and_white_is_read(picture: tuple[str, ...]) -> None:
    assume("." in "".join(picture))
    puzzle = Nonogram.from_picture(picture)
    image = image_of(puzzle)
    for kind, name, mode in (
        ("PPM", "pbm", "1"),
        ("PPM", "pgm", "L"),
        ("PPM", "ppm", "RGB"),
        ("PNG", "png", "1"),
        ("PNG", "png", "L"),
        ("PNG", "png", "RGB"),
        ("PNG", "png", "P"),
        ("GIF", "gif", "RGB"),
    ):
        source = saved(kind, image.convert(mode))
        assert detect(source) == name
        assert one(name, source) == puzzle


@given(pictures(".#r*"), st.sampled_from([COLOURS, BACKWARDS]))
def test_a_written_png_shows_the_goal(picture: tuple[str, ...], palette: Palette) -> None:
    puzzle = Nonogram.from_picture(picture, palette, title="Mé 東", author="a\nb")
    source = wrote("png", puzzle)
    assert Image.open(BytesIO(source.data)).convert("RGB").tobytes() == image_of(puzzle).tobytes()
    again = one("png", source)
    assert (again.title, again.author) == ("Mé 東", "a\nb")
    assert looks(again) == looks(puzzle)


def test_transparent_is_white_and_sixteen_bits_are_eight() -> None:
    clear = Image.new("RGBA", (3, 1), (0, 0, 0, 0))
    clear.putpixel((1, 0), (0, 0, 0, 255))
    assert one("png", saved("PNG", clear)) == Nonogram.from_picture((".#.",))
    assert one("gif", saved("GIF", clear)) == Nonogram.from_picture((".#.",))
    deep = Image.new("I;16", (3, 1), 65535)
    deep.putpixel((1, 0), 0)
    assert one("png", saved("PNG", deep)) == Nonogram.from_picture((".#.",))


def test_the_background_is_the_lightest_of_several() -> None:
    assert background_of({"#000000", "#ff0000"}) == "#ff0000"
    assert background_of({"#ff0000"}) == "#ffffff"
    assert one("png", saved("PNG", Image.new("RGB", (2, 1), "black"))) == Nonogram.from_picture(("##",))
    assert one("png", saved("PNG", Image.new("RGB", (2, 1), "white"))) == Nonogram.from_picture(("..",))


def test_the_first_frame_of_an_animation() -> None:
    frames = [Image.new("RGB", (2, 1), colour) for colour in ("black", "white")]
    assert one("gif", saved("GIF", frames[0], save_all=True, append_images=frames[1:])).goal == ("##",)


# What cannot be


def png_head(width: int, height: int) -> bytes:
    """A PNG with a header, and nothing after it."""
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n\0\0\0\x0d" + head + struct.pack(">I", zlib.crc32(head)) + b"\0\0\0\x09IDAT"


@pytest.mark.parametrize(
    ("name", "data", "what"),
    [
        ("pbm", b"", "expected a picture that begins with P1 or P4"),
        ("pbm", b"P1 10000 10000 ", "a picture of 10000 x 10000: expected sides of 1 to 1000 cells; --size"),
        ("pbm", b"P1 2\nx", "1: expected 2 numbers of up to 9 digits in the head, found 1"),
        ("pbm", b"P1 2 1 0", "expected 2 numbers below the head, found 1"),
        ("pbm", b"P1 1 1\n# one\n2", "3: expected the cells to be 0 or 1"),
        ("pgm", b"P2 1 1 0 0", "the highest level: expected a number from 1 to 65535, found 0"),
        ("pgm", b"P2 1 1 9 10", "the level 10 is beyond the highest, 9"),
        ("pgm", b"P2 1 1\n9 x", "2: expected the cells to be numbers from 0 to 9"),
        (
            "pgm",
            b"P2 7 7 255 " + b" ".join(b"%d" % k for k in range(49)),
            "a picture of 49 colours: expected at most",
        ),
        ("png", b"", "empty: expected a picture"),
        ("png", b"hello", "expected a picture: PNG"),
        (
            "png",
            png_head(10_000, 10_000),
            "a picture of 10000 x 10000: expected sides of 1 to 1000 cells; --size",
        ),
        ("png", png_head(9, 9), "not a picture that can be read"),
        (
            "gif",
            b"GIF89a\x10\x27\x10\x27\0\0\0,\0\0\0\0\x10\x27\x10\x27\0\x08\0;",
            "a picture of 10000 x 10000",
        ),
        ("jpeg", saved("PNG", Image.new("1", (1, 1))).data, "expected a picture: JPEG"),
    ],
)
def test_bad_pictures(name: str, data: bytes, what: str) -> None:
    with pytest.raises(InputError) as caught:
        list(FORMATS.load(name).read(Source("x", data)))
    place = "x:" if what[:1].isdigit() else "x: "  # with a line, or without
    assert str(caught.value).startswith(place + what)


@pytest.mark.parametrize(
    ("name", "puzzle", "what"),
    [
        ("png", replace(KITE, goal=()), "the puzzle has no goal picture"),
        ("png", replace(KITE, rows=KITE.columns), "the goal picture does not have the puzzle's clues"),
        ("pbm", Nonogram.from_picture(("#r",), COLOURS), "the format pbm cannot hold colours"),
        ("pgm", Nonogram.from_picture((".r",), COLOURS), "the format pgm holds greys only"),
        ("gif", Nonogram.from_picture((".*",), BACKWARDS), "the format gif takes the lightest colour"),
        (
            "png",
            Nonogram.from_picture((".#",), (COLOURS[0], replace(COLOURS[0], char="#"))),
            "the format png cannot tell equal colours apart",
        ),
        ("jpeg", KITE, "the format jpeg can be read but not written"),
    ],
)
def test_what_a_picture_cannot_hold(name: str, puzzle: Nonogram, what: str) -> None:
    with pytest.raises(InputError) as caught:
        write([puzzle], name)
    assert what in str(caught.value)


def test_a_picture_is_refused_by_its_head(recwarn: pytest.WarningsRecorder) -> None:
    for width, height in ((10_000, 10_000), (100_000, 100_000)):  # Pillow itself refuses the second
        with pytest.raises(
            InputError, match=r"^x: (a picture of 10000 x 10000|not a picture that can be read)"
        ):
            one("png", Source("x", png_head(width, height)))
    assert not [one for one in recwarn if issubclass(one.category, Image.DecompressionBombWarning)]


# From one format to another


Look = tuple[tuple[tuple[str, int, int], ...], ...]


def looks(puzzle: Nonogram) -> dict[str, Any]:
    """A puzzle, whatever the names of its colours."""
    rgb = {colour.char: colour.rgb for colour in puzzle.palette} | {"?": "?"}

    def clues(some: tuple[Clue, ...]) -> Look:
        return tuple(tuple((puzzle.palette[b.colour].rgb, b.low, b.high) for b in clue) for clue in some)

    found: dict[str, Any] = {
        key: " ".join(getattr(puzzle, key).split()) for key in ("title", "author", "origin", "licence")
    }
    return found | {
        "rows": clues(puzzle.rows),
        "columns": clues(puzzle.columns),
        "goal": [[rgb[char] for char in row] for row in puzzle.goal],
        "givens": [[rgb[char] for char in row] for row in puzzle.givens],
        "background": puzzle.palette[0].rgb,
    }


PALETTES = [
    (BLACK_AND_WHITE, ".#"),
    (COLOURS, ".#r*"),
    (COLOURS, ".r"),
    (BACKWARDS, ".#r*"),
    (GREYS, ".#dl"),
    ((COLOURS[0], COLOURS[2]), ".r"),
]
"""Palettes, and the characters of pictures, which need not use all of one."""

WORDS = st.text("aé東 &<>\"'#;=", max_size=8).map(lambda text: " ".join(text.split()))


@st.composite
def puzzles(draw: st.DrawFn) -> Nonogram:
    palette, chars = draw(st.sampled_from(PALETTES))
    picture = draw(pictures(chars))
    if draw(st.booleans()):
        picture = tuple(row[: len(picture)].ljust(len(picture), ".") for row in picture)
    keys = ("title", "author", "origin", "licence")
    puzzle = Nonogram.from_picture(picture, palette, **{key: draw(WORDS) for key in keys})
    given = draw(st.sampled_from(["", "?", "mixed"]))
    if given == "mixed":
        hide = draw(st.randoms(use_true_random=False))
        puzzle = replace(puzzle, givens=tuple("".join(hide.choice((c, "?")) for c in row) for row in picture))
    return puzzle if draw(st.booleans()) else replace(puzzle, goal=())


def refused(puzzle: Nonogram, name: str) -> bool:
    """Whether a format cannot hold a puzzle that was made to fit, by its description alone."""
    holds = FORMATS[name].supports
    if "colours" in features(puzzle) and "colours" not in holds:
        return True
    if name == "tournament":
        return puzzle.width != puzzle.height
    if holds & {"goal"} and name not in ("yaml", "json", "jsonl", "non", "webpbn"):
        shown = {c.rgb for c in puzzle.palette if c.char in "".join(puzzle.goal)}
        grey = all(len({*bytes.fromhex(c.rgb[1:])}) == 1 for c in puzzle.palette)
        unseen = name in ("gif", "pgm", "ppm") and background_of(shown) != puzzle.palette[0].rgb
        return not puzzle.goal or unseen or (name == "pgm" and not grey)
    return name == "springs"


WRITABLE = [name for name, entry in FORMATS.items() if entry.writes and "nonogram" in entry.kinds]


def through(puzzle: Nonogram, name: str) -> Nonogram | None:
    """The puzzle as it comes out of a format, or None if it cannot go in."""
    fit, lost = fit_puzzle(puzzle, FORMATS[name].supports)
    assert isinstance(fit, Nonogram)
    assert not set(lost) & FORMATS[name].supports
    assert set(features(fit)) == set(features(puzzle)) - set(lost)
    if refused(fit, name):
        with pytest.raises(InputError):
            write([fit], name)
        return None
    return one(name, wrote(name, fit))


@pytest.mark.parametrize("name", WRITABLE)
@given(puzzles())
@example(KITE)
@example(Nonogram.from_picture(("..#", "...", "#r*"), COLOURS))
def test_what_both_hold_goes_from_any_format_to_any_other(name: str, puzzle: Nonogram) -> None:
    first = through(puzzle, name)
    for other in WRITABLE if first else ():
        assert first
        second = through(first, other)
        if second:
            both = FORMATS[name].supports & FORMATS[other].supports
            fit, _ = fit_puzzle(puzzle, both)
            assert isinstance(fit, Nonogram)
            assert looks(second) == looks(fit)


# Photos


def test_otsu_parts_two_heaps() -> None:
    histogram = [0] * 256
    for level, count in ((20, 50), (30, 40), (200, 20), (210, 5)):
        histogram[level] = count
    assert 30 < otsu(histogram) <= 200
    assert 0 <= otsu([100] + [0] * 255) <= 255


@cache
def a_photo() -> Image.Image:
    """A dark disc in a light field, growing lighter to the right."""
    image = Image.new("RGB", (400, 300))
    for x, y in product(range(400), range(300)):
        inside = (x - 200) ** 2 + (y - 150) ** 2 < 120**2
        level = x // 8 + (0 if inside else 180)
        image.putpixel((x, y), (level, level, level // 2 if inside else level))
    return image


def made(**how: Any) -> Nonogram:
    (found,) = read_photo(saved("JPEG", a_photo()), Making(**how))
    assert isinstance(found, Nonogram)
    return found


def test_a_photo_becomes_a_puzzle() -> None:
    puzzle = made(size=(40, 30))
    assert (puzzle.width, puzzle.height) == (40, 30)
    assert puzzle.palette == BLACK_AND_WHITE
    for r, c in product(range(30), range(40)):
        distance = ((c + 0.5 - 20) ** 2 + (r + 0.5 - 15) ** 2) ** 0.5
        if abs(distance - 12) > 1.5:
            assert (puzzle.goal[r][c] == "#") == (distance < 12)


def test_threshold_dither_and_colours() -> None:
    black = [sum(row.count("#") for row in made(size=(40, 30), threshold=t).goal) for t in (1, 30, 250, 255)]
    assert black == sorted(black)
    assert black[0] < black[1] < black[2]
    dithered = made(size=(40, 30), dither=True)
    assert any(".#." in row for row in dithered.goal)
    for colours in (3, 5, 8):
        for dither in (False, True):
            puzzle = made(size=(40, 30), colours=colours, dither=dither)
            assert 3 <= len(puzzle.palette) <= colours
            assert not puzzle.fault(puzzle.goal)


@pytest.mark.parametrize(
    ("how", "what"),
    [
        ({"colours": 3, "threshold": 9}, "cannot be combined"),
        ({"dither": True, "threshold": 9}, "cannot be combined"),
        ({"size": (1001, 5)}, "a picture of 1001 x 5"),
    ],
)
def test_what_cannot_be_made(how: dict[str, Any], what: str) -> None:
    with pytest.raises(InputError, match=what):
        made(**how)
    with pytest.raises(InputError, match="a photo of 10000 x 10000: expected at most 50 million"):
        list(read_photo(Source("x", png_head(10_000, 10_000)), Making((5, 5))))


def test_the_background_of_a_coloured_photo_is_what_its_edge_has_most_of() -> None:
    image = Image.new("RGB", (90, 60), "#dddddd")
    image.paste("#993333", (20, 10, 70, 50))
    image.paste("#ffffaa", (40, 30, 50, 40))
    (found,) = read_photo(saved("PNG", image), Making((9, 6), colours=3))
    assert isinstance(found, Nonogram)
    assert found.palette[0].rgb == "#dddddd"
    assert [colour.rgb for colour in found.palette[1:]] == ["#993333", "#ffffaa"]
    a, b = (colour.char for colour in found.palette[1:])
    inside = [f"..{a * 5}..", f"..{a * 5}..", f"..{a * 2}{b}{a * 2}..", f"..{a * 5}.."]
    assert found.goal == (".........", *inside, ".........")


def test_a_photo_lies_as_its_camera_says() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turn by a quarter
    image = Image.new("RGB", (20, 10), "white")
    image.paste("black", (0, 0, 10, 10))
    (found,) = read_photo(saved("JPEG", image, exif=exif), Making((2, 4)))
    assert isinstance(found, Nonogram)
    assert found.goal == ("##", "##", "..", "..")

"""Whatever is done to a file, it is a puzzle, or an error with its place."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from nonosat import InputError, Nonogram, Puzzle, draw, load
from nonosat.formats import FORMATS, Source, detect
from nonosat.formats.writing import write
from nonosat.puzzles.clues import ANY_LENGTH
from nonosat.puzzles.triddler import Triddler
from nonosat.toolkit import Block
from tests.helpers.growth import grows_linearly
from tests.helpers.puzzles import COLOURS, KITE
from tests.helpers.samples import sampled, share

CAT = load("cat")
COLOURED = Nonogram.from_picture(("r#.", "#.*", "..r"), COLOURS, title="x")
GIVEN = replace(COLOURED, givens=("r??", "?.?", "???"))
TRIDDLER = replace(Triddler.from_picture(("/#.#\\", "\\##./")), givens=("/#??\\", "\\???/"))
BLOTTED = Nonogram(((Block(1, 1, ANY_LENGTH), Block(1, 2, 2)),), ((),) * 5)


def wrote(name: str, *puzzles: Puzzle) -> bytes:
    data = write(puzzles, name)
    return data.encode() if isinstance(data, str) else data


def a_jpeg() -> bytes:
    from io import BytesIO

    from PIL import Image

    file = BytesIO()
    Image.new("RGB", (9, 7), "red").save(file, "JPEG")
    return file.getvalue()


def a_page() -> bytes:
    return (Path(__file__).parents[1] / "data/pages/plain-photo.jpg").read_bytes()


MORE_YAML = b"""---
kind: nonogram
rows: [[1, 1], 0]
columns: [1, 0, 1]
givens: {1: [1]}
---
kind: springs
unfold: 2
rows: ["??# 1", "# 1"]
---
kind: strips
strips: [bw, b]
diagrams:
  - [bw, bb]
  - |
    wb
    bb
"""

VALID: dict[str, Callable[[], bytes]] = {
    "yaml": lambda: wrote("yaml", GIVEN, BLOTTED, TRIDDLER) + MORE_YAML,
    "json": lambda: wrote("json", GIVEN, BLOTTED),
    "jsonl": lambda: wrote("jsonl", GIVEN, BLOTTED),
    "non": lambda: wrote("non", GIVEN, KITE),
    "nin": lambda: wrote("nin", KITE),
    "mk": lambda: wrote("mk", KITE),
    "cwd": lambda: wrote("cwd", KITE),
    "g": lambda: wrote("g", COLOURED),
    "nonogrid": lambda: wrote("nonogrid", COLOURED),
    "webpbn": lambda: wrote("webpbn", GIVEN, BLOTTED, TRIDDLER),
    "tournament": lambda: wrote("tournament", KITE, KITE),
    "springs": lambda: b"?###???????? 3,2,1\n..#?.?? 1, 2\n\n# 1\n",
    "link": lambda: wrote("link", COLOURED),
    "puzzlink": lambda: wrote("puzzlink", KITE),
    "penpa": lambda: wrote("penpa", KITE),
    "tatham": lambda: wrote("tatham", KITE),
    "grid": lambda: wrote("grid", KITE, KITE),
    "pbm": lambda: wrote("pbm", KITE),
    "pgm": lambda: wrote("pgm", KITE),
    "ppm": lambda: wrote("ppm", COLOURED),
    "png": lambda: wrote("png", COLOURED),
    "gif": lambda: wrote("gif", KITE),
    "jpeg": a_jpeg,
    "printed": a_page,
    "filled": lambda: draw("cat", CAT.goal).png(),
    "typed": lambda: b"rows: 1 / 2 / 1\ncolumns: 1 / 2 / 1\n",
}
PICTURES = ("pbm", "pgm", "ppm", "png", "gif", "jpeg", "printed", "filled")
"""Formats whose errors have no line."""

SLOW = {"printed": 40, "filled": 5}
"""Formats that are tried less often, by this factor."""

POOL = [bytes([code]) for code in b"0129?#.:-[]{}&*!|>'\"%@`,=$<\n\t \\\0\x01\x80\xff\xed"] + [
    text.encode() for text in ("---\n", "\u2028", "é", "\ufeff", "<!DOCTYPE x>", "\r\n")
]


def test_every_format_is_tried() -> None:
    assert list(VALID) == list(FORMATS)


@pytest.mark.parametrize("name", [name for name in VALID if name not in PICTURES])
def test_line_ends_and_a_byte_order_mark_make_no_difference(name: str) -> None:
    data = VALID[name]()
    puzzles = list(FORMATS.load(name).read(Source("x", data)))
    for end in (b"\r\n", b"\r"):
        other = Source("x", b"\xef\xbb\xbf" + data.replace(b"\n", end))
        assert list(FORMATS.load(name).read(other)) == puzzles


@pytest.mark.parametrize("name", [name for name in VALID if name not in ("tournament", "springs", "grid")])
def test_a_file_cut_in_half_is_an_error(name: str) -> None:
    (data, *_) = VALID[name]().split(b"====")
    with pytest.raises(InputError, match=r"^x:"):
        list(FORMATS.load(name).read(Source("x", data[: len(data) // 2])))


def mutated(source: bytes, rng: random.Random) -> bytes:
    """Change, add, remove or cut off a little."""
    pool = POOL + [source[k : k + 1] for k in range(len(source))]
    data = [source[k : k + 1] for k in range(len(source))]
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(data) + 1)
        kind = rng.randrange(6)
        if kind == 0:
            data[at : at + 5] = []
        elif kind == 1:
            del data[at:]
        elif kind == 2:
            data[at:at] = data[at // 2 : at]
        else:
            data[at : at + (kind < 5)] = [rng.choice(pool)]
    return b"".join(data)


@pytest.mark.parametrize("name", VALID)
def test_mutated_files_are_puzzles_or_errors(name: str) -> None:
    count = share(1200, 6) // SLOW.get(name, 1)
    source, rng = VALID[name](), random.Random(name)
    module = FORMATS.load(name)
    readable = 0
    for _ in range(count):
        data = mutated(source, rng)
        try:
            for puzzle in module.read(Source("x", data)):
                puzzle.problem()
            readable += 1
        except InputError as error:
            assert error.path == "x"
            assert "\n" not in str(error)
            assert len(str(error)) < 300
            if name not in PICTURES:
                assert error.line
                assert 1 <= error.line <= data.count(b"\n") + data.count(b"\r") + 4
    assert readable < count
    if name != "printed" and count > 100:  # hardly a photo or a link is read after it was damaged
        assert readable, "all are caught by one check"


def reads(name: str, source: Source) -> list[Puzzle]:
    return list(FORMATS.load(name).read(source))


PIECES = [
    *(
        *"\n #[{(<=;,'\"-:1é|&",
        "\udcff",
        "<a>",
        '"""',
        "\\\n",
        "#\n",
        "1 ",
        "1,",
        " , ",
        "a: ",
        "a.",
        "a=1\n",
    ),
    *("#d\n", "rows ", "width 1\n", "kind ", "$1\n", "?# 1\n", "====\n"),
]


@pytest.mark.parametrize("piece", sampled(PIECES))
def test_readers_and_recognition_take_linear_time(piece: str) -> None:
    def linear(work: Callable[[Source], object], head: bytes) -> bool:
        short, long = (
            Source("x", head + (piece * (length // len(piece))).encode(errors="surrogateescape"))
            for length in (5_000, 20_000)
        )
        return grows_linearly(work, short, long)

    assert linear(detect, b"")
    for name, valid in VALID.items():
        if name not in ("png", "gif", "jpeg", "printed", "filled"):  # which Pillow decodes
            data = valid()
            for head in (b"", data[: len(data) // 2], data):
                assert linear(partial(reads, name), head), name

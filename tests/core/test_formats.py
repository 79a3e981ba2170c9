import html
import json
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from nonosat import InputError, Nonogram
from nonosat.formats import FORMATS, Source, detect, load
from nonosat.formats.capabilities import EVERYTHING
from nonosat.formats.documents import plain
from nonosat.formats.writing import write
from nonosat.puzzles.clues import ANY_LENGTH
from nonosat.toolkit import BLACK_AND_WHITE, Block, Colour
from tests.helpers.properties import given, st
from tests.helpers.puzzles import COLOURS, KITE, bare, wrote
from tests.helpers.strategies import pictures

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\x00"), max_size=12)


def read(name: str, text: str) -> list[Any]:
    return list(FORMATS.load(name).read(Source(f"x.{name}", text.encode())))


@given(pictures(), pictures())
def test_black_and_white_goes_through_every_format(picture: tuple[str, ...], other: tuple[str, ...]) -> None:
    puzzle, second = Nonogram.from_picture(picture), Nonogram.from_picture(other)
    for name in ("yaml", "json", "non"):
        assert read(name, wrote(name, puzzle, second)) == [puzzle, second]
    for name in ("nin", "mk", "cwd", "nonogrid"):
        assert read(name, wrote(name, puzzle)) == [bare(puzzle)]
    square = Nonogram.from_picture(tuple(row[: len(picture)] for row in picture[: len(picture[0])]))
    assert read("tournament", wrote("tournament", square, square)) == [bare(square)] * 2


@given(st.lists(st.sampled_from(["&amp;", "&copy;", "&copy", "&lt;", "&eacute;", "&", ";", "gt;", "a b"])))
def test_entities_of_a_non_file_are_those_of_html(parts: list[str]) -> None:
    text = "".join(parts)
    (found,) = read("non", f'title "{text}"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n')
    assert found.title == html.unescape(text)


def test_colours_of_a_g_file() -> None:
    text = "Raketa\n#deklarace barev\n  r:&  red    cervena\n  0:   beige  bila\n  1:*  black\n\n"
    (found,) = read("g", text + ": rows\n1r 2\n\n: columns\n1r\n1\n1\n:")
    palette = (Colour(".", "beige", "#f5f5dc"), Colour("r", "red", "#ff0000"), BLACK_AND_WHITE[1])
    assert found == replace(Nonogram.from_picture(("r##", "..."), palette), goal=())


@given(pictures(".#r*"), st.data(), TEXTS, TEXTS)
def test_yaml_holds_everything(
    picture: tuple[str, ...], data: st.DataObject, title: str, origin: str
) -> None:
    puzzle = Nonogram.from_picture(picture, COLOURS, title=title, origin=origin)
    height, width = puzzle.height, puzzle.width
    hidden = data.draw(st.sets(st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))))
    given = tuple(
        "".join(char if (r, c) in hidden else "?" for c, char in enumerate(row))
        for r, row in enumerate(picture)
    )
    blotted = tuple(tuple(Block(b.colour, 1, ANY_LENGTH) for b in clue) for clue in puzzle.rows)
    puzzle = replace(puzzle, givens=given, rows=blotted)
    for name in ("yaml", "json"):
        assert read(name, wrote(name, puzzle)) == [puzzle]
    said = {key: " ".join(getattr(puzzle, key).split()) for key in ("title", "origin")}
    if all(text.isprintable() for text in said.values()):
        puzzle = replace(puzzle, **said)  # type: ignore[arg-type]
        assert read("webpbn", wrote("webpbn", puzzle, puzzle)) == [puzzle, puzzle]
    assert read("yaml", json.dumps([plain(puzzle)] * 2, indent="\t")) == [puzzle, puzzle]


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_says_what_it_is(name: str) -> None:
    entry = FORMATS[name]
    assert entry.about
    assert entry.supports <= EVERYTHING
    assert all(suffix.startswith(".") and suffix == suffix.lower() for suffix in entry.suffixes)
    assert hasattr(FORMATS.load(name), "write") == entry.writes


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("non", 'title "Kite"\nwidth 4\nheight 4\nrows\n2\n4\n1\n0\ncolumns\n1\n3\n2\n1\n'),
        ("non", "height 4\nwidth 4\n\nrows\n2\n\n4\n1\n\n0\n\ncolumns\n1\n3\n2\n1"),  # blanks mean nothing
        ("non", "width 4\nheight 4\nrows\n2\n4\n1\n\ncolumns\n1\n3\n2\n1\n"),  # a blank is an empty clue
        ("non", "width 4\nheight 4\ncolumns\n1\n3\n2\n1\nrows\n2\n4\n1\n\n\n"),  # so, and one that ends it
        ("non", "columns 4\nrows 4\nrows\n2\n4\n1\n0\ncolumns\n1\n3\n2\n1\n"),  # Simpson's other words
        ("nin", "4 4\n2\n4\n1\n0\n1\n3\n2\n1\n"),
        ("mk", "4 4\n2\n4\n1\n0\n#\n1\n3\n2\n1\n"),
        ("mk", "\n4  4\r\n2\r\n4\r\n1\r\n\r\n#\r\n1\r\n3\r\n2\r\n1\r\n\r\n"),
        ("grid", ".##.\n####\n.#..\n...."),
        ("pbm", "P1\n# Kite\n4 4\n0110\n1111\n0 1 0 0\n0000\n"),
        ("pgm", "P2 4 4 15 15 0 0 15 0 0 0 0 15 0 15 15 15 15 15 15\n"),
        ("pgm", "P5 4 4 127 \x7f\0\0\x7f\0\0\0\0\x7f\0\x7f\x7f\x7f\x7f\x7f\x7f"),
        ("cwd", "4\n4\n2\n4\n1\n0\n\n1\n3\n2\n1\n"),
        ("cwd", "\ufeff4\r\n4\r\n2\r\n4\r\n1\r\n0\r\n\r\n1\r\n3\r\n2\r\n1\r\n\r\n"),
        ("nin", "\n4  4\r\n2\r\n4\r\n1\r\n0\r\n\r\n1\r\n3\r\n2\r\n1"),
        (
            "g",
            "#d\n  0:.  #FFFFFF  white\n  1:#  black    default\n: rows\n2\n4\n1\n\n: columns\n1\n3\n2\n1\n",
        ),
        ("g", "Kite\r\n#comment\r\n:radky\r\n2\r\n4\r\n1\r\n\r\n:\r\n1\r\n3\r\n2\r\n1\r\n:konec:\r\n\r\n"),
        (
            "webpbn",
            '<?xml version="1.0"?>\n<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">\n<puzzleset><puzzle>'
            '<clues type="columns"><line><count>1</count></line><line><count>3</count></line><line><count> 2'
            '</count></line><line><count color="black">1</count></line></clues><clues type="rows">'
            "<line><count>2</count></line><line><count>4</count></line><line><count>1</count></line><line/>"
            "</clues></puzzle></puzzleset>",
        ),
        (
            "webpbn",
            "\ufeff<puzzleset>\r\n<puzzle type='grid'><solution><image>| .XX. |\r\n |X [X] XX| |.X..||....|"
            "</image></solution></puzzle></puzzleset>",
        ),
        ("tournament", "$1\n1\n3\n2\n1\n2\n4\n1\n\n"),
        ("yaml", "kind: nonogram\nrows: ['2', [4], 1, []]\ncolumns:\n- 1\n- '3'\n-\n  - 2\n- [1]\n"),
        ("yaml", "\ufeffkind: nonogram\nrows: [2, 4, 1, '']\ncolumns: [1, 3, 2, 1]\n---\n"),
        ("yaml", '{"kind": "nonogram",\n\t"rows": [[2], [4], [1], [0]], "columns": [[1], [3], [2], [1]]}'),
    ],
)
def test_the_kite_in_every_writing(name: str, text: str) -> None:
    (found,) = read(name, text)
    assert bare(found) == bare(KITE)
    assert found.palette == BLACK_AND_WHITE


def test_numbers_are_split_by_commas_spaces_or_tabs() -> None:
    text = "width 5\nheight 3\nrows\n1,1, 1\n1 1 1\n1\t1  1\ncolumns\n3\n0\n3\n0\n3\n"
    (found,) = read("non", text)
    assert {found.clue_text(clue) for clue in found.rows} == {"1 1 1"}


def test_what_a_non_file_says_besides() -> None:
    text = (
        'catalogue "webpbn.com #1"\ntitle "A "quoted" one"\nby M&eacute;\ncopyright "(c) Me"\nwhatever else\n'
        'width 2\nheight 1\nrows\n2\ncolumns\n1\n1\ngoal "1 1"\n'
    )
    (found,) = read("non", text)
    assert found == Nonogram.from_picture(
        ("##",), title='A "quoted" one', author="Mé", licence="(c) Me", origin="webpbn.com #1"
    )
    assert read("non", wrote("non", replace(found, title="&copy; &"))) == [replace(found, title="&copy; &")]
    (found,) = read("non", text + "license CC0-1.0\n")
    assert found.licence == "CC0-1.0"


def test_saved_grids_of_a_non_file_are_givens() -> None:
    text = "width 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n"
    for saved in ('saved "1??0"\n', "saved\n  1?\n  ?0\ngoal\n10\n01\n", "saved 1?\n?0\n"):
        (found,) = read("non", text + saved)
        assert found.givens == ("#?", "?.")
        assert found.goal == (("#.", ".#") if "goal" in saved else ())
        assert read("non", wrote("non", found)) == [found]


def test_colours_of_a_non_file() -> None:
    text = "color a #ff0000\nwidth 3\nheight 1\nrows\n1a,1\ncolumns\n1a\n1\n0\ngoal a10\n"
    (found,) = read("non", text)
    red, black = Colour("a", "red", "#ff0000"), BLACK_AND_WHITE[1]
    assert found == Nonogram.from_picture(("a#.",), (BLACK_AND_WHITE[0], red, black))


def test_what_a_webpbn_file_says() -> None:
    text = """<puzzleset><source>webpbn.com</source><title>All</title>
        <puzzle backgroundcolor='sea' defaultcolor='red'><id>#1</id><author>Me</author>
        <color name='red' char='r'>f00</color><color name='sea' char=' '>00F</color>
        <clues type='columns'><line><count>0</count></line><line/>
        <line><count color='white'>1</count></line></clues>
        <clues type='rows'><line><count>1</count><count color='white'>0</count></line></clues>
        <solution type='saved'><image>|r[ r]?|</image></solution>
        <solution type='goal'><image>|r .|</image></solution></puzzle></puzzleset>"""
    (found,) = read("webpbn", text)
    sea, red, white = (".", "sea", "#0000ff"), ("r", "red", "#ff0000"), ("w", "white", "#ffffff")
    assert found == Nonogram(
        ((Block(1, 1, 1), Block(2, 1, ANY_LENGTH)),),
        ((Block(1, 1, ANY_LENGTH),), (), (Block(2, 1, 1),)),
        givens=("r??",),
        palette=(Colour(*sea), Colour(*red), Colour(*white)),
        goal=("r.w",),
        title="All",
        author="Me",
        origin="webpbn.com #1",
    )
    assert read("webpbn", wrote("webpbn", found)) == [found]


def test_givens_as_a_map_and_as_a_picture() -> None:
    clues = 'kind: nonogram\npalette: {r: red, "#": black}\nrows: [1r 1, "?"]\ncolumns: [1r, "2", 0]\n'
    for givens in ("{1: [1r, 2], 2: [3.]}", '["r#?", "??."]', '"r#?\\n??."', "|\n  r#?\n  ??.\n"):
        (found,) = read("yaml", f"{clues}givens: {givens}")
        assert found.givens == ("r#?", "??.")


def test_palettes() -> None:
    text = (
        'kind: nonogram\npalette:\n  r: crimson\n  b: "#0000FF"\n  g: {name: moss, rgb: "#8a9a5b"}\n'
        '  .: black\nrows: ["1r1b 1g"]\ncolumns: [1r, 1b, 1g]\n'
    ).replace("1r1b", "1r 1b")
    (found,) = read("yaml", text)
    assert found.palette == (
        Colour(".", "black", "#000000"),
        Colour("r", "crimson", "#dc143c"),
        Colour("b", "blue", "#0000ff"),
        Colour("g", "moss", "#8a9a5b"),
    )
    assert read("yaml", wrote("yaml", found)) == [found]


# Addresses


@pytest.mark.parametrize(
    ("path", "text", "name"),
    [
        ("x.non", "", "non"),
        ("x.NIN", "", "nin"),
        ("x.txt", "$1\n1\n1\n", "tournament"),
        ("x.txt", "title x\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n", "non"),
        ("x", "# a comment\nkind: nonogram\n", "yaml"),
        ("x", '{"kind": "nonogram"}', "yaml"),
        ("x.txt", "\n???.### 1,1,3\n.# 1\n", "springs"),
        ("x.txt", "\n##.\n...\n", "grid"),
        ("x", "<?xml", "webpbn"),
        ("x", "P1 1 1 1", "pbm"),
        ("x", "P5 1 1 255 a\0", "pgm"),
        ("x", "P6 1 1 255 abc", "ppm"),
        ("x", "a comment\n#d\n1: black\n: rows\n", "g"),
        ("x.txt", "#?#? 2\n#?x? 2\n", "springs"),  # a bad row is to be named, not to hide the format
    ],
)
def test_formats_are_recognised(path: str, text: str, name: str) -> None:
    assert detect(Source(path, text.encode())) == name


def test_no_format_is_imported_to_be_recognised() -> None:
    code = (
        "import sys; from nonosat.formats import *;"
        "[detect(Source('x', b)) for b in (b'P1 ', b'<?xml', b'kind: x', b'GIF89a')];"
        "print([m for m in FORMATS if 'nonosat.formats.' + m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_in_doubt_the_format_is_asked_for() -> None:
    with pytest.raises(InputError, match=r"^x.txt:1: not recognised.* type rows on one line"):
        detect(Source("x.txt", b"4 4\n2\n"))
    with pytest.raises(InputError, match="there is no format 'nope'; the formats are yaml"):
        load("gchq", "nope")


@pytest.mark.parametrize(
    ("name", "puzzle", "what"),
    [
        ("nin", replace(KITE, givens=("#???", "????", "????", "????")), "cannot hold givens"),
        ("cwd", Nonogram.from_picture(("#r",), COLOURS), "cannot hold colours"),
        ("non", Nonogram(((Block(1, 1, ANY_LENGTH),),), ((),)), "cannot hold blotted clues"),
        ("tournament", Nonogram.from_picture(("##",)), "square"),
    ],
)
def test_what_a_format_cannot_hold_is_not_written(name: str, puzzle: Nonogram, what: str) -> None:
    with pytest.raises(InputError, match=what):
        write([puzzle], name)

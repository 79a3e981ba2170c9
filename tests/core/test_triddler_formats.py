"""Triddlers in files: what is written is read back, as published; mistakes have lines."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from nonosat import InputError, Puzzle
from nonosat.formats import FORMATS, Source, detect
from nonosat.formats.documents.triddler import KEYS
from nonosat.formats.writing import fit_puzzle, write
from nonosat.puzzles.triangles import Outline
from nonosat.puzzles.triddler import Triddler
from nonosat.toolkit import Colour
from tests.helpers.brute import THREE_COLOURS
from tests.helpers.samples import part
from tests.helpers.triddlers import SMALL, outlines, picture, random_triddler

# The example of webpbn's description, with letters for its cells, and clues of an own picture.
EXAMPLE = ("/#.#.#\\", "/##.###/", "\\...#./")
WEBPBN = """<puzzleset>
<puzzle type="triddler" defaultcolor="black">
<clues type="topleft"><line><count>1</count><count>1</count><count>1</count></line>
<line><count>2</count><count>3</count></line></clues>
<clues type="bottomleft"><line><count>1</count></line></clues>
<clues type="top">{top}</clues>
<clues type="topright"><line><count>3</count></line></clues>
<clues type="bottom"><line><count>1</count></line><line><count>2</count><count>1</count></line></clues>
<clues type="bottomright"><line><count>3</count></line><line><count>2</count></line></clues>
{inside}</puzzle>
</puzzleset>
"""
TOP = "<line><count>3</count></line><line><count>2</count><count>1</count></line>"
G = "#t\n: A\n1 1 1\n2 3\n: B\n1\n: C\n1\n1 2\n: D\n3\n2\n: E\n3\n: F\n2 1\n3\n:\n"


def read(name: str, text: str) -> Puzzle:
    (puzzle,) = FORMATS.load(name).read(Source(f"x.{name}", text.encode()))
    return puzzle


def written(name: str, puzzle: Triddler) -> str:
    text = write(puzzle, name)
    assert isinstance(text, str)
    return text


@pytest.mark.parametrize("seed", part(range(60)))
def test_formats_keep_what_they_can_hold(seed: int) -> None:
    rng = Random(f"formats {seed}")
    puzzle = random_triddler(rng, SMALL)
    for name in ("yaml", "json", "jsonl"):
        assert read(name, written(name, puzzle)) == puzzle
    found = read("webpbn", written("webpbn", puzzle))
    assert isinstance(found, Triddler)
    assert found.palette == puzzle.palette
    assert found.givens == puzzle.givens
    assert [[block.low for block in clue if not block.blotted] for clue in found.clues] == [
        [block.low for block in clue if not block.blotted] for clue in puzzle.clues
    ]
    if not puzzle.blotted:
        assert read("g", written("g", replace(puzzle, givens=()))) == replace(puzzle, givens=())


@pytest.mark.parametrize("outline", part(outlines(60, 5)[::40]))
def test_every_outline_goes_through(outline: Outline) -> None:
    drawn = picture(outline, Random(1), THREE_COLOURS)
    puzzle = Triddler.from_picture(drawn, THREE_COLOURS, title="A", author="B")
    for name in ("yaml", "json", "webpbn"):
        assert read(name, written(name, puzzle)) == puzzle
    assert read("g", written("g", puzzle)) == Triddler.of_lines(
        puzzle.outline, puzzle.clues, palette=THREE_COLOURS
    )
    black = Triddler.from_picture(tuple(row.replace("r", "#") for row in drawn))
    assert read("grid", written("grid", black)) == black


def test_webpbn_as_it_is_described() -> None:
    puzzle = read("webpbn", WEBPBN.format(top=TOP, inside=""))
    assert isinstance(puzzle, Triddler)
    goal = "<solution><image>\n/X.X.X\\\n  /XX.XXX/\\...X./ </image></solution>"
    only = f'<puzzleset><puzzle type="triddler">{goal}</puzzle></puzzleset>'
    assert read("webpbn", only) == Triddler.from_picture(EXAMPLE)
    space = (
        '<puzzleset><puzzle type="triddler" backgroundcolor="white"><color name="white" char=" ">fff</color>'
        "<solution><image>/X X X\\\n/XX XXX/\n\\   X /</image></solution></puzzle></puzzleset>"
    )
    assert read("webpbn", space) == Triddler.from_picture(EXAMPLE)


def test_olsaks_sides_run_against_the_clock() -> None:
    assert read("g", G) == read("webpbn", WEBPBN.format(top=TOP, inside=""))


def test_blank_lines_of_a_g_file_are_clues_except_at_its_end() -> None:
    flat = Triddler.from_picture(("/...\\", "\\.../"))
    text = written("g", replace(flat, goal=()))
    assert text.endswith("\n\n:\n")
    for end in (":\n", "", "\n", "\n\n\n"):
        assert read("g", text.removesuffix(":\n") + end) == replace(flat, goal=())


def test_contents_are_recognised() -> None:
    puzzle = Triddler.from_picture(EXAMPLE)
    for name in ("yaml", "webpbn", "grid", "g"):
        fitting, _ = fit_puzzle(puzzle, FORMATS[name].supports)
        assert detect(Source("x", write(fitting, name).encode())) == name  # type: ignore[union-attr]


def test_one_colour_becomes_black_where_there_are_none() -> None:
    red = tuple(colour for colour in THREE_COLOURS if colour.char != "#")
    puzzle = Triddler.from_picture(tuple(row.replace("#", "r") for row in EXAMPLE), red)
    assert fit_puzzle(puzzle, {"goal"}) == (Triddler.from_picture(EXAMPLE), ["colours"])


def test_syntax_is_no_colour_in_webpbn() -> None:
    palette = (THREE_COLOURS[0], Colour("/", "slash", "#112233"), Colour("|", "bar", "#445566"))
    puzzle = Triddler.from_picture(("//.|\\", "\\|/./"), palette)
    found = read("webpbn", written("webpbn", puzzle))
    assert isinstance(found, Triddler)
    assert found.clues == puzzle.clues


@pytest.mark.parametrize("seed", part(range(20)))
def test_documents_fit_their_schema(seed: int) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((Path(__file__).parents[2] / "docs/schemas/triddler.json").read_text())
    assert list(schema["properties"]) == list(KEYS)
    puzzle = replace(random_triddler(Random(f"schema {seed}")), title="T", author="A", licence="CC0-1.0")
    document = json.loads(written("json", puzzle))
    jsonschema.validate(document, schema)
    for wrong in (
        {"kind": "grid"},
        {"left": ["1"]},
        {"top": "1"},
        {"goal": ["#"]},
        {"palette": {"ab": "red"}},
    ):
        changed = document | wrong
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(changed, schema)
        with pytest.raises(InputError):
            read("json", json.dumps(changed))


YAML = 'kind: triddler\ntopleft: ["1"]\nbottom: ["1"]\ntopright: ["1"]\n'

BAD = [
    ("yaml", YAML.replace("topleft", "left"), 2, "a triddler: unknown key 'left'; the keys are kind"),
    ("yaml", YAML.replace('topright: ["1"]\n', ""), 1, "a triddler: each of the three directions needs"),
    ("yaml", YAML + 'top: ["1"]\n', 1, "a triddler: top left and top have 2 lines"),
    ("yaml", YAML + 'bottomright: ["1"]\n', 1, "a triddler: the left sides have 1 lines together, the right"),
    ("yaml", YAML.replace('["1"]', '["1", "1x"]', 1), 2, "'1x' has the colour 'x', which is not declared"),
    ("yaml", YAML + "goal: |\n  /#/\n", 6, "the goal: expected cells between slashes, as in /?\\"),
    ("yaml", YAML + "goal: |\n  /x\\\n", 6, "the goal: expected the characters . #, found 'x'"),
    ("yaml", YAML + "givens: |\n  /?\\\n  /?\\\n", 5, "the givens: expected 1 rows, found 2"),
    ("g", G.replace(": F\n2 1\n3\n:\n", ""), 14, "expected six lines that begin with `:`"),
    (
        "g",
        G.replace("1\n1 2\n", "1\n"),
        2,
        "top left and top have 4 lines together, bottom and bottom right 3",
    ),
    ("g", G.replace("3\n2\n: E", "3\n2x\n: E"), 12, "'2x' has the colour 'x', which is not declared"),
    ("webpbn", WEBPBN.format(top="", inside=""), 2, "top left and top have 2 lines together"),
    ("webpbn", WEBPBN.format(top=TOP, inside='<clues type="left"/>'), 10, "clues of the type 'left'"),
    ("webpbn", WEBPBN.format(top=TOP, inside='<clues type="top"/>'), 10, "the top appear twice"),
    (
        "webpbn",
        WEBPBN.format(top=TOP, inside="<solution><image>/X\\</image></solution>"),
        10,
        "the goal picture is not rows between slashes such as /?????\\ /??????/ \\?????/",
    ),
    (
        "webpbn",
        WEBPBN.format(top=TOP, inside="<solution><image>|X|</image></solution>"),
        10,
        "the goal picture: expected rows between slashes, as in /X..\\",
    ),
    (
        "webpbn",
        '<puzzleset>\n<puzzle type="triddler"/></puzzleset>',
        2,
        "expected the clues of the six sides",
    ),
    ("grid", "/#.#\\\n\\#..#/\n", 1, "the picture is not that of a triddler: the rows do not fit together"),
    ("grid", "/#.#\\\n#...#\n", 2, "expected cells # and . between slashes, found '#...#'"),
]


@pytest.mark.parametrize(("name", "text", "line", "what"), BAD)
def test_mistakes_have_their_line(name: str, text: str, line: int, what: str) -> None:
    with pytest.raises(InputError) as told:
        read(name, text)
    assert str(told.value).startswith(f"x.{name}:{line}: {what}")

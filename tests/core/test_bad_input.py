import os
from pathlib import Path

import pytest

from nonosat import InputError, Puzzle
from nonosat.formats import FORMATS, Source, load
from tests.helpers.fixtures import Patch

PALETTE = 'palette: {r: red, "#": black}\n'


def read(name: str, data: str | bytes) -> list[Puzzle]:
    return list(FORMATS.load(name).read(Source("x", data if isinstance(data, bytes) else data.encode())))


def yaml(rows: str = "[1]", columns: str = "[1]", more: str = "") -> str:
    return f"kind: nonogram\n{more}rows: {rows}\ncolumns: {columns}\n"


def non(rows: str = "1", columns: str = "1", more: str = "") -> str:
    return f"width 1\nheight 1\nrows\n{rows}\ncolumns\n{columns}\n{more}"


ANY = [
    ("", 1, "empty: expected a puzzle"),
    ("\n \n", 1, "empty: expected a puzzle"),
    (b"a\nb\n\xff\x81\n", 3, "neither UTF-8 nor Windows-1252"),
    (b"a\nb\0\n", 2, "NUL"),
]

YAML = [
    # Not a puzzle
    ("---\n", None, "expected a puzzle"),
    ("hello\n", 1, "expected `key: value` lines, found the text 'hello'"),
    ("rows: [1]\n", 1, "expected the key `kind:`, one of nonogram"),
    ("kind: sudoku\n", 1, "there is no kind 'sudoku'; the kinds are nonogram"),
    ("kind: nonogram\nrows: [1]\n", 1, "expected the key `columns:`, which is missing"),
    (yaml(more="colums:\n  - 1\n"), 2, "unknown key 'colums'; the keys are kind, title"),
    (yaml(more="title: a\ntitle: b\n"), 3, "'title' appears twice"),
    (yaml(more="? [a]\n: b\n"), 2, "a key: expected a text, found a list"),
    # Not YAML
    ("kind: nonogram\nrows:\n  - [1, 2\n", 4, "not YAML"),
    ("kind: nonogram\n\trows: 1\n", 2, "not YAML"),
    ("kind: \x07", 1, "the character U+0007"),
    ("[" * 100_000, 1, "nested too deeply"),
    ("kind: nonogram\nrows: &a [*a]\n", 2, "undefined alias '*a'"),
    # Clues
    (yaml("3"), 2, "rows: expected a list, found the text '3'"),
    (yaml(""), 2, "rows: expected a list, found nothing"),
    (yaml("[" + "1," * 1001 + "]"), 2, "rows: expected 1 to 1000 clues, found 1001"),
    (yaml("[{a: b}]"), 2, "a clue: expected a text, found a map"),
    (yaml("[[[1]]]"), 2, "a clue number: expected a text, found a list"),
    (yaml("\n  - 1\n  - 1 x\n"), 4, "'x' is not a clue number: expected a number such as 3, ? or *"),
    (yaml("\n  -\n    - 1\n    - 010\n"), 5, "'010' is not a clue number: a number must not start with 0"),
    (yaml("[1e3]"), 2, "'1e3' is not a clue number"),
    (yaml("[-3]"), 2, "'-3' is not a clue number"),
    (yaml("[\u0663]"), 2, "is not a clue number"),
    (yaml("[" + "9" * 5000 + "]"), 2, "exceeds 1000000"),
    (yaml("[1]", '["1 0 1"]'), 3, "a block of length 0 inside a clue"),
    (yaml("[3r]"), 2, "'3r' has the colour 'r', which is not declared"),
    (yaml("[3g]", more=PALETTE), 3, "'3g' has the colour 'g', which is not declared; the colours are r #"),
    (yaml("[3]", more="palette: {r: red, g: green}\n"), 3, "'3' has no colour; the colours are r g"),
    # Palettes
    (yaml(more="palette: [r]\n"), 2, "the palette: expected `key: value` lines"),
    (yaml(more="palette:\n  3: red\n"), 3, "the palette: expected one character, no digit"),
    (
        yaml(more="palette:\n  r: reddish\n"),
        3,
        'expected a name such as red, or "#rrggbb", found the text \'redd',
    ),
    (yaml(more="palette:\n  r: {rgb: red}\n"), 3, 'the colour r: expected "#rrggbb"'),
    (yaml(more="palette:\n  .: red\n"), 3, "expected a colour besides the background"),
    # Givens and goals
    (yaml(more="givens: {2: [1]}\n"), 2, "a given's row: expected a whole number from 1 to 1, found '2'"),
    (yaml(more="givens: {1: [2]}\n"), 2, "a given's column: expected a whole number from 1 to 1, found '2'"),
    (yaml(more="givens:\n  1: [1,\n   1]\n"), 4, "row 1, column 1 is given twice"),
    (yaml(more="givens:\n  1: [1]\n  1: [1]\n"), 4, "the key '1' appears twice"),
    (yaml(more="givens: {1: [1r]}\n"), 2, "expected a column with one of the colours . #"),
    (yaml(more="givens: |\n  #\n  #\n"), 4, "the givens: row 2 is off the grid of 1 rows, 1 columns"),
    (yaml(more="givens: |\n  ##\n"), 3, "the givens: expected 1 cells per row, found 2"),
    (yaml("[1, 1]", more="givens: ['#']\n"), 2, "the givens: expected 2 rows, found 1"),
    (yaml(more="givens: x\n"), 2, "the givens: expected the characters . # ?, found 'x'"),
    (yaml(more="goal: '?'\n"), 2, "the goal: expected the characters . #, found '?'"),
    # The second of several
    (yaml() + "---\n" + yaml("[x]"), 6, "'x' is not a clue number"),
]

NON = [
    ("1\n", 1, "expected a line such as `width 5`, found '1'"),
    ("width 1\nrows\n1\ncolumns\n1\n", 5, "expected a line `height NUMBER`, which is missing"),
    ("width 1\nheight 1\nrows\n1\n", 4, "expected a line `columns`"),
    (
        "width 0\nheight 1\nrows\n1\ncolumns\n1\n",
        1,
        "the width: expected a whole number from 1 to 1000, found '0'",
    ),
    ("width 1\nwidth 1\n", 2, "`width` appears twice"),
    (non(more="rows\n1\n"), 7, "`rows` appears twice"),
    (non("1\n1"), 5, "rows: expected 1 clues, found 2"),
    ("width 2\nheight 3\nrows\n1\n\n\n\n1\ncolumns\n1\n", 8, "expected 3 clues, found 2 (and 3 blank lines)"),
    ("width 1\nheight 2\nrows\n1\n1\ncolumns\n", 6, "columns: expected 1 clues, found 0"),  # cut in half
    (non("x"), 3, "rows: expected 1 clues, found 0"),  # `x` is a property without a text
    (non("1,-1"), 4, "'-1' is not a clue number"),
    (non(more="goal 11\n"), 7, "the goal: expected 1 cells, found 2"),
    (non(more="saved x\n"), 7, "the saved grid: 'x' is not a colour"),
    (non(more="saved\n?\n?\n"), 7, "the saved grid: expected 1 cells, found 2"),
    (non("1a", "1a", "color a red-ish\n"), 7, "expected a colour such as `color a #ff0000`"),
    (non("1a", "1a", "color a #ff0000\ncolor a #ff0000\n"), 8, "the colour a is declared twice"),
    (non("0", "0", "color . #ff0000\n"), 7, "expected a colour besides the background"),
    (non() + "====\n" + non("x"), 10, "rows: expected 1 clues"),
]

NIN = [
    ("4\n", 1, "expected WIDTH HEIGHT, such as `20 15`, found '4'"),
    ("\nx y\n", 2, "the width: expected a whole number from 1 to 1000, found 'x'"),
    ("2 1\n1\n1\n", 3, "1 rows and 2 columns: expected 3 clues, found 2"),
    ("1 1\n1\n1\n1\n", 4, "1 rows and 1 columns: expected 2 clues, found 3"),
]

MK = [
    ("4\n", 1, "expected HEIGHT WIDTH, such as `20 15`, found '4'"),
    ("2 1\n1\n1\n2\n", 4, "expected a line # between the clues of the rows and of the columns"),  # a .nin
    ("2 1\n1\n#\n2\n", 2, "rows: expected 2 clues, found 1"),
    ("1 2\n2\n#\n1\n", 4, "columns: expected 2 clues, found 1"),  # cut in half
    ("1 1\n1\n#\n1\n#\n", 5, "columns: expected 1 clues, found 2"),
]

CWD = [
    ("4\n", 1, "expected the height and, on the next line, the width"),
    ("1\n\n1\n", 2, "the width: expected a whole number from 1 to 1000, found ''"),
    ("2\n1\n1\n\n1\n\n2\n", 4, "rows: expected 2 clues, found a blank line after 1; an empty line is 0"),
    ("1\n1\n1\n1\n", 4, "expected a blank line between the rows and the columns"),
    ("1\n2\n2\n\n1\n", 5, "columns: expected 2 clues, found 1"),
    ("1\n1\n1\n\n\n1\n", 5, "columns: expected 1 clues, found a blank line after 0"),
    ("1\n1\n1\n\n1\n1\n", 6, "columns: expected 1 clues, found 2"),
]

G = [
    ("#d\n:\n1\n", 3, "expected two lines that begin with `:`, above the rows and the columns, found 1"),
    ("x\n#t\n:\n1\n:\n1\n", 6, "expected six lines that begin with `:`, above the sides, found 2"),
    ("#d\n1:# blackish\n:\n1\n:\n1\n", 2, "expected a colour such as `r:% #ff0000 red`"),
    ("#d\nr:# red\nr:# red\n:\n1\n:\n1\n", 3, "the colour r is declared twice"),
    ("#d\n0:# red\n:\n1\n:\n1\n", 1, "0 colours besides the background: expected 1 to 32"),
    ("#d\nr:# red\n:\n1\n:\n1r\n", 4, "'1' has the colour '1', which is not declared; the colours are r"),
    (":\n1\n:\n1#\n", 4, "'1#' has the colour '#', which is not declared; the colours are 1"),
    (":\n:\n1\n", 1, "expected 1 to 1000 clues below this line, found 0"),
]


NONOGRID = [
    ("x", 1, "not TOML: Expected '=' after a key"),
    ("a = 1\n\n", 2, "expected a table [clues] with `rows` and `columns`"),
    ("[clues]\ncolumns = '1'\n", 1, "expected `rows =` and a text with the clues in [clues]"),
    ("[clues]\nrows = '# 1'\ncolumns = '1'\n", 2, "rows: expected 1 to 1000 clues, found 0"),
    ("colors = 1\n[clues]\nrows = '1'\ncolumns = '1'\n", 1, "a list of colours in [colors]"),
    ("x = 1" + "0" * 5000, 1, "a key or a number that is too long"),
    ("x = 1\n" + "a." * 5000 + "a = 1", 2, "a key or a number that is too long"),
    ("x = " + "[" * 100_000, 1, "nested too deeply"),
    *(
        (f"[clues]\nrows = '1'\ncolumns = '1'\n[colors]\ndefs = [\n 'r = red %',\n {text},\n]", 7, what)
        for text, what in [
            ("1", "expected a colour such as `r = (FF0000) %`"),
            ("'3 = (red) %'", "found '3 = (red) %'"),
            ("'g = (0, 0, 256) %'", "found 'g = (0, 0, 256) %'"),
            ("'r = (blue) *'", "the colour 'r' is declared twice"),
        ]
    ),
]


def xml(inside: str = "", rows: str = "<line/>", columns: str = "<line/>", attributes: str = "") -> str:
    clues = f'<clues type="rows">\n{rows}</clues>\n<clues type="columns">{columns}</clues>'
    return f"<puzzleset><puzzle {attributes}>\n{clues}\n{inside}</puzzle></puzzleset>"


def count(text: str, attributes: str = "") -> str:
    return f"<line><count {attributes}>{text}</count></line>"


BOMB = '<!DOCTYPE x [\n<!ENTITY a "ha">\n<!ENTITY b "&a;&a;&a;">\n]>\n<puzzleset>&b;</puzzleset>'

WEBPBN = [
    ("hello", 1, "not XML: syntax error"),
    ("<puzzleset>\n<puzzle>\n</puzzleset>", 3, "not XML: mismatched tag"),
    ("<html></html>", 1, "expected <puzzleset>, found <html>"),
    ("<puzzleset>\n</puzzleset>", 1, "empty: expected a puzzle"),
    (BOMB, 2, "declares an entity: expected none"),
    ('<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n<x>&a;</x>', 1, "declares an entity"),
    ('<!DOCTYPE x [<!ENTITY % a SYSTEM "http://0.0.0.0/"> %a;]>\n<x/>', 1, "declares an entity"),
    ("<puzzleset>&eacute;</puzzleset>", 1, "not XML: undefined entity"),
    (xml(attributes='type="triddle"'), 1, "a puzzle of the type 'triddle': expected a grid or a triddler"),
    (xml(attributes='type="triddler"'), 2, "clues of the type 'rows': expected one of topleft, bottomleft"),
    (xml(attributes='backgroundcolor="sea"'), 1, "the background 'sea' is not a declared colour"),
    (xml("<color char='r'>FF0000</color>"), 5, 'expected <color name="red" char="r">FF0000</color>'),
    (xml("<color name='red' char='r'>reddish</color>"), 5, "found 'red', 'reddish'"),
    (xml("<color name='a'>f00</color>\n<color name='a'>f00</color>"), 6, "'a' is declared twice"),
    (
        xml("".join(f"<color name='{k}'>fff</color>" for k in range(33))),
        1,
        "33 colours besides the background",
    ),
    (xml(rows=count("1", "color='red'")), 3, "the colour 'red' of a block is not declared"),
    (xml(rows=count("1", "color='white'")), 3, "the colour 'white' of a block is the background"),
    (xml(rows=count("-1")), 3, "a count: expected a number from 0 to 1000000, found '-1'"),
    (xml(rows=""), 2, "rows: expected 1 to 1000 clues, found 0"),
    (xml("<clues type='rows'/>"), 5, "the rows appear twice"),
    ("<puzzleset>\n<puzzle/></puzzleset>", 2, 'expected <clues type="rows">, or a goal: both are missing'),
    (xml("<solution><image>|XX|</image></solution>"), 1, "the goal are not 1 rows of 1 cells"),
    (xml("<solution><image>|X||XX|</image></solution>"), 5, "the goal picture: expected rows of one length"),
    (xml("<solution><image>|?|</image></solution>"), 5, "expected one colour per cell, found '?'"),
    (
        xml("<solution type='saved'><image>|[Xr]|</image></solution>"),
        5,
        "the saved picture: 'r' is not a colour",
    ),
]

TOURNAMENT = [
    ("1\n$1\n1\n1\n", 1, "expected a heading such as $1"),
    ("$1\n1\n1\n$x\n1\n1\n", 4, "expected a heading such as $1, found '$x'"),
    ("$1\n1\n1\n1\n", 1, "the puzzle $1: expected as many columns as rows, 1 to 1000, found 3 lines"),
]

CASES = [
    *(
        (name, *case)
        for name in ("yaml", "json", "non", "nin", "mk", "cwd", "g", "nonogrid", "tournament")
        for case in ANY
    ),
    *(("yaml", *case) for case in YAML),
    *(("non", *case) for case in NON),
    *(("nin", *case) for case in NIN),
    *(("mk", *case) for case in MK),
    *(("cwd", *case) for case in CWD),
    *(("g", *case) for case in G),
    *(("nonogrid", *case) for case in NONOGRID),
    *(("webpbn", *case) for case in WEBPBN),
    *(("tournament", *case) for case in TOURNAMENT),
]


@pytest.mark.parametrize(("name", "data", "line", "what"), CASES)
def test_bad_input_is_refused_with_its_place(
    tmp_path: Path, monkeypatch: Patch, name: str, data: str | bytes, line: int | None, what: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x").write_bytes(data if isinstance(data, bytes) else data.encode())
    with pytest.raises(InputError) as caught:
        load("x#9", name)
    assert what in str(caught.value)
    assert str(caught.value).startswith(f"x:{line or 1}: ")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("nowhere.non", "nowhere.non: there is no such file"),
        ("nowhere", "nowhere: there is no such file, and no instance of that name"),
        ("some/where", "some/where: there is no such file"),
        ("folder", "folder: expected a file, found a folder"),
        ("a\0b", r"a\x00b: there is no such file"),
        pytest.param("x" * 5000, "there is no such file", id="a name too long"),
        ("", '"": there is no such file'),
        ("one.nin#2", "one.nin: file contains 1 puzzle: there is no number 2"),
        ("one.nin#0", "one.nin#0: puzzles are counted from 1: expected an address such as one.nin#1"),
        ("one.nin#" + "9" * 23, "9: no file has as many puzzles"),
        ("one.nin#x", "one.nin#x: there is no such file"),
    ],
)
def test_bad_addresses(tmp_path: Path, monkeypatch: Patch, path: str, what: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "one.nin").write_text("1 1\n1\n1\n")
    with pytest.raises(InputError) as caught:
        load(path)
    assert what in str(caught.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "x.nin"
    path.write_text("1 1\n1\n1\n")
    path.chmod(0)
    with pytest.raises(InputError, match=r"x.nin: cannot be read: Permission denied"):
        load(path)


@pytest.mark.parametrize("name", ["yaml", "non", "nin", "tournament"])
def test_what_does_not_fit_is_a_puzzle_all_the_same(name: str) -> None:
    text = {
        "yaml": yaml("[9 9]", "[0]"),
        "non": non("9 9", "0"),
        "nin": "1 1\n9 9\n0\n",
        "tournament": "$1\n0\n9 9\n",
    }[name]
    (puzzle,) = read(name, text)
    assert puzzle.obstacle() == "row 1: the clue 9 9 needs 19 cells, the line has 1"

"""Files as found in the wild: in other charsets, in folders, with more in them than a puzzle needs."""

import warnings
from dataclasses import replace
from pathlib import Path

import pytest

from nonosat import InputError, InputWarning, Nonogram, Puzzle
from nonosat.cli import main
from nonosat.formats import FORMATS, Source, load
from nonosat.formats.folders import files, load_all
from nonosat.formats.writing import write
from nonosat.toolkit import BLACK_AND_WHITE, Colour
from tests.helpers.fixtures import Capture, Patch
from tests.helpers.puzzles import KITE, WIDE, bare

NON = 'title "{}"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n'
XML = (
    '<?xml version="1.0" encoding="{}"?>\n<puzzleset><puzzle><title>{}</title>'
    '<solution type="goal"><image>|X|</image></solution></puzzle></puzzleset>'
)


def the_puzzle(name: str, text: str) -> Puzzle:
    (puzzle,) = FORMATS.load(name).read(Source(f"x.{name}", text.encode()))
    return puzzle


# Charsets


@pytest.mark.parametrize(
    ("file", "text", "encoding", "title", "charset"),
    [
        ("x.non", NON.format("Café “x”"), "cp1252", "Café “x”", "Windows-1252"),
        ("x.non", NON.format("Café"), "utf-16", "Café", "UTF-16"),
        ("x.txt", "\ufeff" + NON.format("Café"), "utf-16-be", "Café", "UTF-16"),
        ("x.xml", XML.format("ISO-8859-2", "Łódź"), "iso-8859-2", "Łódź", "ISO-8859-2"),
        ("x.xml", XML.format("koi8-r", "Мир"), "koi8-r", "Мир", "koi8-r"),
        ("x.xml", XML.format("UTF-8", "Café"), "cp1252", "Café", "Windows-1252"),  # what it says is wrong
        ("x.xml", XML.format("punycode", "Café"), "cp1252", "Café", "Windows-1252"),  # no text is in that
        ("x.xml", XML.format("utf-16", "Łódź"), "utf-16", "Łódź", "UTF-16"),
        ("x.non", "coding: cp1251\n" + NON.format("Мир"), "cp1251", "Мир", "cp1251"),
    ],
)
def test_other_charsets_are_read_with_a_note(
    tmp_path: Path, file: str, text: str, encoding: str, title: str, charset: str
) -> None:
    path = tmp_path / file
    path.write_bytes(text.encode(encoding))
    with pytest.warns(InputWarning) as told:
        puzzle = load(path)
    assert puzzle.title == title
    assert [str(note.message) for note in told] == [f"{path}: not UTF-8; read as {charset}"]
    assert title.encode() in str(write([puzzle], "yaml")).encode()


@pytest.mark.parametrize("text", [NON.format("Café"), "\ufeff" + NON.format("Café"), NON.format("x")])
def test_utf_8_is_read_without_a_note(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.non"
    path.write_bytes(text.encode())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        load(path)


def test_nothing_is_said_of_pictures(tmp_path: Path) -> None:
    """Their bytes are not text, even if they could be read as text."""
    path = tmp_path / "x"
    path.write_bytes(b"P5 2 1 255 \xe9 ")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert load(path).grid == (1, 2)


@pytest.mark.parametrize(
    ("data", "line", "what"),
    [
        (b"a\n\xe9\x01\n", 2, "not UTF-8, and has control characters"),
        (b"a\nb\n\x81\xe9\n", 3, "neither UTF-8 nor Windows-1252"),
        (b"\xef\xbb\xbfa\n\xe9\n", 2, "not UTF-8, as its byte-order mark says"),
        (b"\xff\xfea\0b", 1, "not UTF-16, as its byte-order mark says"),
        (b"\xff\xfea\0\0\0", 1, "has NUL characters"),
        (b"\xe9\0", 1, "has NUL bytes"),
    ],
)
def test_what_is_no_text_in_any_charset(data: bytes, line: int, what: str) -> None:
    with pytest.raises(InputError, match=rf"^x:{line}: not a text: {what}$"):
        list(FORMATS.load("non").read(Source("x", data)))


def test_the_note_is_one_line_on_the_command_line(tmp_path: Path, monkeypatch: Patch, capfd: Capture) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.non").write_bytes(NON.format("Café").encode("cp1252"))
    assert main(["convert", "x.non", "y.non"]) == 0
    assert capfd.readouterr() == ("", "nonosat: x.non: not UTF-8; read as Windows-1252\n")
    assert 'title "Café"' in Path("y.non").read_text(encoding="utf-8")
    assert main(["check", "y.non"]) == 0
    assert capfd.readouterr() == ("y.non: unique\n", "")


# Descriptions


@pytest.mark.parametrize("name", ["yaml", "json", "non", "webpbn", "png"])
def test_descriptions_are_kept(name: str) -> None:
    if name == "png":
        pytest.importorskip("PIL")
    puzzle = replace(KITE, description="A kite, drawn from memory.")
    data = write([puzzle], name)
    (found,) = FORMATS.load(name).read(Source("x", data.encode() if isinstance(data, str) else data))
    assert found == puzzle


# nonogrid's TOML


def test_a_nonogrid_file_in_its_own_manner() -> None:
    text = """# A comment
colors.defs = ["sea = (0, 0, 255) %", 'b = (F00) *']
clues.columns = "1sea, '1b' , 1B"
clues.rows = '''
  # all of it

  "1sea 1b 1", ; the row
'''
"""
    sea, red = Colour("%", "sea", "#0000ff"), Colour("b", "red", "#ff0000")
    palette = (BLACK_AND_WHITE[0], sea, red, BLACK_AND_WHITE[1])
    assert the_puzzle("nonogrid", text) == replace(Nonogram.from_picture(("%b#",), palette), goal=())


@pytest.mark.parametrize(
    "clues",
    [
        'rows = "2,4,1,0"\ncolumns="1, 3, 2, 1"\n',
        "rows = \"\"\"2\n4\n\n1 # x\n0\"\"\"\ncolumns = '''\n1, \"3\", # '2'\n '2'; 3\n1'''\n[colors]\n",
    ],
)
def test_the_kite_for_nonogrid(clues: str) -> None:
    assert the_puzzle("nonogrid", "[clues]\n" + clues) == bare(KITE)


PALETTES = [
    WIDE[:3],
    (Colour(".", "black", "#000000"), Colour("#", "red", "#ff0000")),
    (BLACK_AND_WHITE[0], Colour("#", "red", "#ff0000"), Colour("B", "black", "#000000")),
    (BLACK_AND_WHITE[0], Colour(";", "moss", "#8a9a5b"), Colour("=", "fern", "#8a9a5b")),
    (BLACK_AND_WHITE[0], Colour("W", "x1", "#8a9a5c"), Colour("é", "x2", "#8a9a5b")),
]


def test_names_that_nonogrid_cannot_hold_are_changed() -> None:
    named = [
        Colour(";", "sky blue", "#8a9a5b"),
        Colour("=", "sky blue", "#8a9a5b"),
        Colour("(", "7", "#123456"),
    ]
    puzzle = Nonogram.from_picture((";=(",), (BLACK_AND_WHITE[0], *named))
    found = the_puzzle("nonogrid", str(write([puzzle], "nonogrid")))
    assert isinstance(found, Nonogram)
    assert (found.rows, found.columns) == (puzzle.rows, puzzle.columns)
    assert [colour.rgb for colour in found.palette] == [colour.rgb for colour in puzzle.palette]


# Folders and patterns


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("b.non", "a.non", "deep/c.txt", ".hidden/d.non", "deep/.e.non"):
        path = tmp_path / "p" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(str(write([KITE], "non")))
    (tmp_path / "p" / "notes.md").write_text("no puzzle")
    (tmp_path / "empty").mkdir()
    return tmp_path


def test_what_names_stand_for(folder: Path) -> None:
    assert list(files("p")) == ["p/a.non", "p/b.non", "p/deep/c.txt"]
    assert list(files("p", "nin")) == ["p/a.non", "p/b.non", "p/notes.md", "p/deep/c.txt"]
    assert list(files("*/*.non")) == ["p/a.non", "p/b.non"]
    assert list(files("*")) == ["p/a.non", "p/b.non", "p/deep/c.txt"]
    assert list(files("gchq*")) == ["gchq", "gchq-no-givens"]
    for name in ("gchq", "gchq#1", "-", "nowhere", "*.nowhere", "p/a.non#1"):
        assert list(files(name)) == [name]
    (folder / "[1].non").touch()
    (folder / "gchq").mkdir()
    assert list(files("[1].non")) == ["[1].non"]
    assert list(files("gchq")) == ["gchq"]
    with pytest.raises(InputError, match=r"^empty: the folder has no puzzles$"):
        list(files("empty"))


def test_a_faulty_file_in_a_folder_stops_no_other(folder: Path) -> None:
    (folder / "p" / "aa.non").write_text("width 1\n")
    every = load_all("p", errors="yield")
    sources = [str(found) if isinstance(found, InputError) else found.source for found in every]
    assert sources[0] == "p/a.non"
    assert sources[1].startswith("p/aa.non:1: expected")
    assert sources[2:] == ["p/b.non", "p/deep/c.txt"]


def test_commands_take_folders(folder: Path, capfd: Capture) -> None:
    assert main(["check", "p", "empty", "*/b.non"]) == 2
    out, err = capfd.readouterr()
    lines = [f"{name}: unique" for name in ("p/a.non", "p/b.non", "p/deep/c.txt", "p/b.non")]
    assert out.splitlines() == lines
    skipped = "nonosat: p: skipped 3 files, hidden or not of a format\n"
    assert err == f"{skipped}empty: the folder has no puzzles\n"
    assert main(["convert", "p", "out/", "--to", "nin"]) == 0
    assert sorted(path.name for path in Path("out").iterdir()) == ["a.nin", "b.nin", "c.nin"]

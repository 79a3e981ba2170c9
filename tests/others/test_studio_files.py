"""The studio's folder of puzzles, and the token that outlives a run."""

import errno
import json
from dataclasses import replace
from pathlib import Path

import pytest

from nonosat import InputError, Nonogram
from nonosat.formats import FORMATS
from nonosat.formats.writing import write
from nonosat.studio.drawing import MOST_TEXT, drawing_of, read_drawing
from nonosat.studio.folder import ConflictError, Folder, read_upload, write_drawing
from nonosat.studio.products import PICTURES, WRITTEN, download
from nonosat.toolkit import BLACK_AND_WHITE, Block, Colour
from tests.helpers.drawings import KITE
from tests.helpers.fixtures import Patch


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: Patch) -> Path:
    """Return a separate state folder for each test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


DRAWN = drawing_of(Nonogram.from_picture(KITE))
NON = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"
LINE = {"kind": "nonogram", "rows": ["1"], "columns": ["1"]}


TEXTS = {
    "long": "x" * 20_000,
    "a line end": "one\ntwo\r\nthree\r",
    "a control character": "a\x01b\x1b[0m\x7f\x85",
    "NUL": "a\0b",
    "other alphabets": "\u732b \U0001f408 \u2028 \ufeff \ufffe",
    "quotes": "'\"\\</script>",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("form", ["yaml", "json", "jsonl", "non", "webpbn"])
def test_whatever_a_file_may_hold_is_read_and_written(text: str, form: str, tmp_path: Path) -> None:
    about = dict.fromkeys(("title", "author", "origin", "licence", "description"), text)
    palette = (*BLACK_AND_WHITE, *(Colour(char, f"{char} {text}", "#112233") for char in "abcdefghij"))
    puzzle = replace(Nonogram.from_picture(KITE), **about)  # type: ignore[arg-type]  # all are texts
    if form in ("yaml", "json", "jsonl"):
        puzzle = replace(puzzle, palette=palette)
    suffix = FORMATS[form].suffixes[0]
    content = write([puzzle], form)
    assert isinstance(content, str)
    (tmp_path / f"kite{suffix}").write_bytes(content.encode())
    opened = Folder(tmp_path).open(f"kite{suffix}")
    drawing = replace(opened.drawing, picture="#" + opened.drawing.picture[1:])
    assert read_drawing(json.loads(json.dumps(drawing.plain()))) == drawing
    found = Folder(tmp_path).save(f"kite{suffix}", drawing, opened.version)
    again = Folder(tmp_path).open(f"kite{suffix}")
    assert (again.key, again.version) == (opened.key, found.version) == (found.key, found.version)
    assert again.drawing.puzzle().goal == drawing.puzzle().goal


def test_many_colours_and_long_clues_are_read_back() -> None:
    chars = [chr(0x4E00 + number) for number in range(60)]
    palette = (BLACK_AND_WHITE[0], *(Colour(char, char * 200, "#ABCDEF") for char in chars))
    clue = tuple(Block(1, 1_000_000, 1_000_000) for _ in range(500))
    drawing = drawing_of(Nonogram((clue,), (clue,), palette=palette))
    assert read_drawing(json.loads(json.dumps(drawing.plain()))) == drawing


def test_what_could_not_be_read_back_is_not_opened(tmp_path: Path) -> None:
    for text in ("\ud800", "x" * (MOST_TEXT + 1)):
        with pytest.raises(InputError):
            drawing_of(Nonogram.from_picture(KITE, title=text))
    (tmp_path / "long.json").write_text(json.dumps({**LINE, "title": "x" * (MOST_TEXT + 1)}))
    with pytest.raises(InputError, match=r"^long\.json: .*title: expected a text of at most 1000000 "):
        Folder(tmp_path).open("long.json")


@pytest.mark.parametrize("letter", ["x", "\u732b"])
def test_a_file_with_a_long_name_is_saved(letter: str, tmp_path: Path) -> None:
    size = len(letter.encode())
    name = letter * (250 // size) + ".json"
    folder = Folder(tmp_path)
    folder.save(name, DRAWN, "")
    assert folder.open(name).drawing == DRAWN
    with pytest.raises(InputError, match="expected a name of at most 255 bytes"):
        folder.file("x" * (size - 1) + letter * (256 // size) + ".json")


def test_a_folder_lists_and_opens_its_own_puzzles(tmp_path: Path) -> None:
    for name in ("a.non", ".b.non", "c.txt", "d.yaml"):
        (tmp_path / name).write_text(NON)
    folder = Folder(tmp_path)
    assert [file.name for file in folder.files()] == ["a.non", "c.txt", "d.yaml"]
    opened = folder.open("a.non")
    assert (opened.file, opened.drawing.clues) == ("a.non", ("1", "1"))
    with pytest.raises(InputError, match=r"^b\.non#1: there is no such file$"):
        folder.open("b.non#1")


def test_what_cannot_be_read_is_said(tmp_path: Path, monkeypatch: Patch) -> None:
    folder = Folder(tmp_path / "gone")
    with pytest.raises(InputError, match=r"^gone: the folder cannot be read: No such file"):
        folder.files()
    (tmp_path / "a.non").write_text(NON)

    def fail(self: Path) -> bytes:
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", fail)
    with pytest.raises(InputError, match=r"^a\.non: cannot be read: Permission denied$"):
        Folder(tmp_path).open("a.non")
    with pytest.raises(InputError, match=r"^a\.non: cannot be read: Permission denied$"):
        Folder(tmp_path).save("a.non", DRAWN, "")


def test_an_address_of_no_puzzle_is_refused_without_the_folder(tmp_path: Path) -> None:
    (tmp_path / "a.non").write_text(NON)
    with pytest.raises(InputError, match=r"an address such as a\.non#1") as refused:
        Folder(tmp_path).open("a.non#0")
    assert refused.value.what.count("/") == 0
    with pytest.raises(InputError, match="there is no such file"):
        Folder(tmp_path).open("a.non#²")


def test_a_link_inside_the_folder_is_followed_and_one_outside_is_not(tmp_path: Path) -> None:
    inside = tmp_path / "in"
    inside.mkdir()
    (inside / "a.non").write_text(NON)
    (tmp_path / "o.non").write_text(NON)
    (inside / "l.non").symlink_to("a.non")
    (inside / "o.non").symlink_to("../o.non")
    (inside / "s.non").symlink_to("../../secret.txt")
    (inside / "c.non").symlink_to("c.non")
    folder = Folder(inside)
    assert folder.file("l.non") == inside / "a.non"
    (inside / "dir.non").mkdir()
    odd = ("../o.non", "/etc/passwd", "..", "a/b.non", "a\\b.non", ".hidden.non", "x.html", "x", "dir.non")
    for name in ("o.non", "s.non", "c.non", *odd):
        with pytest.raises(InputError):
            folder.file(name)


def test_a_file_that_changed_is_not_written_over(tmp_path: Path) -> None:
    folder, drawing = Folder(tmp_path), DRAWN
    first = folder.save("a.non", drawing, "")
    assert first.lost == []
    (tmp_path / "a.non").write_text("something else")
    with pytest.raises(ConflictError, match="changed on the disk") as error:
        folder.save("a.non", drawing, first.version)
    with pytest.raises(ConflictError, match="already exists"):
        folder.save("a.non", drawing, "")
    assert (tmp_path / "a.non").read_text() == "something else"
    assert folder.save("a.non", drawing, error.value.version) == first


@pytest.mark.parametrize("form", [*WRITTEN, *PICTURES])
def test_every_download_is_the_drawing(form: str) -> None:
    if form in ("png", "gif", "picture.png"):
        pytest.importorskip("PIL")
    content, lost = download(replace(DRAWN, title="Kite"), form)
    if form.startswith("picture."):
        assert content.startswith((b"%PDF-", b"<svg ", b"\x89PNG\r"))
        return
    again = read_upload(f"x{next(iter(FORMATS[form].suffixes), '')}", content)
    assert again.puzzle().problem() == DRAWN.puzzle().problem()
    assert ("title" in lost) == (not again.title)


def test_where_a_drawing_came_from_is_known(tmp_path: Path) -> None:
    """Its key is the same each time, also if it cannot be saved there."""
    pytest.importorskip("uvicorn")
    from nonosat.studio.serve import Start

    (tmp_path / "amb.txt").write_text(NON)
    (tmp_path / "a.non").write_text(NON)
    (tmp_path / "set.jsonl").write_bytes(2 * write_drawing(DRAWN, "jsonl")[0])
    keys = set()
    for address, file in (("a.non", "a.non"), ("amb.txt", ""), ("set.jsonl#1", ""), ("set.jsonl#2", "")):
        started, opened = Start(str(tmp_path / address)).open(), Folder(tmp_path).open(address)
        assert started == opened and not opened.made and len(opened.version) == 64
        assert (opened.file, opened.source) == (file, "" if file else address)
        keys.add(opened.key)
    new = Start(str(tmp_path / "new.non")).open()
    assert (new.file, new.version, new.notes) == (
        "new.non",
        "",
        ("there is no such file yet: saving creates it",),
    )
    assert Start("gchq").open().source == "gchq"
    nothing = Start("").open()
    assert not nothing.key and not nothing.made
    assert len(keys | {new.key, Start("gchq").open().key}) == 6

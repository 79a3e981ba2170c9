"""What the studio keeps on disk: the autosave, tokens, locks, and the folder of puzzles."""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from nonosat.errors import InputError
from nonosat.formats import FORMATS, write
from nonosat.problem import Block
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour
from nonosat.studio.autosave import Autosave, Kept, token_of_run
from nonosat.studio.desk import MOST_OPEN, Desk, Page
from nonosat.studio.downloads import DOWNLOADS, WRITTEN, download
from nonosat.studio.drawing import MOST_TEXT, About, Paint, drawing_of
from nonosat.studio.folder import ChangedOnDiskError, Folder, Opened, sha, uploaded, written
from nonosat.studio.open_puzzle import OpenPuzzle
from nonosat.studio.state_files import Lock
from nonosat.studio.workers import Workers
from tests.helpers.drawings import KITE


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a separate state folder for each test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


LINE = {"kind": "nonogram", "rows": ["1"], "columns": ["1"]}
GARBAGE = [b"", b"{}", b"\xff", b"[" * 100_000, b'{"studio": 2}', b'{"studio": 1, "drawing": {}']


def test_what_is_kept_is_read_back(tmp_path: Path) -> None:
    autosave = Autosave(tmp_path / "kite.non")
    kept = Kept(drawing_of(Nonogram.from_picture(KITE)), 7, "base", {"page": 3})
    assert autosave.read() is None
    autosave.write(kept)
    found = autosave.read()
    assert found is not None and found.time > 0
    assert replace(found, time=0.0) == kept
    assert autosave.path.parent == tmp_path and autosave.path.stat().st_mode & 0o777 == 0o600
    for garbage in GARBAGE:
        autosave.path.write_bytes(garbage)
        with pytest.raises(InputError, match="an autosave: "):
            autosave.read()
    autosave.remove()
    assert not autosave.path.exists()


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
def test_whatever_a_file_may_hold_is_kept(text: str, form: str, tmp_path: Path) -> None:
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
    autosave = Autosave(tmp_path / f"kite{suffix}")
    drawing = Paint("picture", (0,), "#").applied(opened.drawing)
    autosave.write(Kept(drawing, 1, opened.hash))
    kept = autosave.read()
    assert kept is not None and kept.drawing == drawing
    found, _ = Folder(tmp_path).save(f"kite{suffix}", drawing, opened.hash)
    again = Folder(tmp_path).open(f"kite{suffix}")
    assert again.hash == found and again.drawing.puzzle().goal == drawing.puzzle().goal


def test_many_colours_and_long_clues_are_kept() -> None:
    chars = [chr(0x4E00 + number) for number in range(60)]
    palette = (BLACK_AND_WHITE[0], *(Colour(char, char * 200, "#ABCDEF") for char in chars))
    clue = tuple(Block(1, 1_000_000, 1_000_000) for _ in range(500))
    autosave, drawing = Autosave(None), drawing_of(Nonogram((clue,), (clue,), palette=palette))
    autosave.write(Kept(drawing, 1))
    kept = autosave.read()
    assert kept is not None and kept.drawing == drawing


def test_what_could_not_be_read_back_is_neither_opened_nor_kept(tmp_path: Path) -> None:
    autosave, drawing = Autosave(None), drawing_of(Nonogram.from_picture(KITE))
    autosave.write(Kept(drawing, 1))
    for text in ("\ud800", "x" * (MOST_TEXT + 1)):
        with pytest.raises(InputError):
            autosave.write(Kept(replace(drawing, about={"title": text}), 2))
        with pytest.raises(InputError):
            drawing_of(Nonogram.from_picture(KITE, title=text))
    kept = autosave.read()
    assert kept is not None and kept.revision == 1
    (tmp_path / "long.json").write_text(json.dumps({**LINE, "title": "x" * (MOST_TEXT + 1)}))
    with pytest.raises(InputError, match=r"^long\.json: .*title: expected a text of at most 1000000 "):
        Folder(tmp_path).open("long.json")


@pytest.mark.parametrize("garbage", GARBAGE)
def test_an_autosave_that_cannot_be_read_is_kept_aside(garbage: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(LINE))
    path = Autosave(tmp_path / "a.json").path
    for number in (1, 2):  # it may happen again
        path.write_bytes(garbage)
        desk = Desk(Folder(tmp_path), Workers(1 << 30))
        puzzle = desk.open("a.json")
        aside = f"{path.name}.aside-{number}"
        assert puzzle.aside.startswith("an earlier autosave cannot be read (an autosave: ")
        assert puzzle.aside.endswith(f"it is kept in the puzzle's folder as {aside}")
        assert puzzle.state("")["aside"] == puzzle.aside
        puzzle.autosave.write(Kept(puzzle.drawing, 1))
        assert (tmp_path / aside).read_bytes() == garbage
        puzzle.lock.free()


def test_one_without_a_file_is_kept_aside_too(tmp_path: Path) -> None:
    path = Autosave(None, 3).path
    path.write_bytes(b"{")
    desk = Desk(Folder(tmp_path), Workers(1 << 30))
    assert desk.unnamed() == {"untitled-3": ""}
    from_elsewhere = desk.add(Opened(drawing_of(Nonogram.from_picture(KITE)), source="somewhere#1"))
    assert from_elsewhere.aside == "kept without a file, but not readable: untitled-3"
    assert path.read_bytes() == b"{"
    puzzle = desk.open("untitled-3")
    assert puzzle.aside.endswith("it is kept in the state folder as untitled-3.json.aside-1")
    assert path.with_name("untitled-3.json.aside-1").read_bytes() == b"{" and not path.exists()


def test_one_that_cannot_be_kept_aside_is_not_overwritten(tmp_path: Path) -> None:
    name = f"{'x' * 237}.json"  # with a longer name there can be no file
    (tmp_path / name).write_text(json.dumps(LINE))
    path = Autosave(tmp_path / name).path
    path.write_bytes(b"{")
    desk = Desk(Folder(tmp_path), Workers(1 << 30))
    for _ in range(2):  # and the puzzle is not locked
        with pytest.raises(
            InputError, match=f"cannot be kept aside: File name too long; move {path.name} away"
        ):
            desk.open(name)
    assert path.read_bytes() == b"{"


def test_saving_over_a_file_keeps_its_autosave_aside(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(LINE))
    unsaved = Autosave(tmp_path / "a.json")
    unsaved.write(Kept(drawing_of(Nonogram.from_picture(KITE, title="unsaved")), 1))
    content = unsaved.path.read_bytes()

    async def save() -> OpenPuzzle:
        desk, page = Desk(Folder(tmp_path), Workers(1 << 30)), Page("me", said.append)
        desk.show(page, desk.add(Opened(drawing_of(Nonogram.from_picture(KITE)))).name)
        await desk.save(page, "a.json", sha((tmp_path / "a.json").read_bytes()))
        assert page.puzzle is not None
        page.puzzle.rest()
        return page.puzzle

    said: list[dict[str, Any]] = []
    puzzle = asyncio.run(save())
    assert puzzle.file == "a.json" and not unsaved.path.exists()
    assert (tmp_path / f"{unsaved.path.name}.aside-1").read_bytes() == content
    assert said[-1] == {"type": "problem", "what": puzzle.aside}


def test_without_a_file_it_is_kept_in_the_state_folder(state: Path) -> None:
    autosave = Autosave(None, 2)
    autosave.write(Kept(drawing_of(Nonogram.from_picture(KITE)), 1))
    assert autosave.path == state / "nonosat" / "studio" / "untitled-2.json"
    assert autosave.path.stat().st_mode & 0o777 == 0o600
    assert autosave.path.parent.stat().st_mode & 0o777 == 0o700


def test_the_token_of_a_run_is_the_next_one_s_too() -> None:
    token = token_of_run("a", fresh=False)
    assert token_of_run("a", fresh=False) == token
    others = {token_of_run("b", fresh=False), token_of_run("a", fresh=True)}
    assert token not in others and len(others) == 2
    assert len(token) == 22  # 16 bytes


def test_a_token_that_others_may_know_is_not_taken(state: Path) -> None:
    token = token_of_run("a", fresh=False)
    (path,) = (state / "nonosat" / "studio").glob("*.token")
    path.chmod(0o644)
    assert token_of_run("a", fresh=False) != token
    token = token_of_run("a", fresh=False)
    os.utime(path, (0, 0))
    assert token_of_run("a", fresh=False) != token


def test_a_lock_is_held_by_one_at_a_time() -> None:
    one, other = Lock("x"), Lock("x")
    assert one.take() and not other.take() and Lock("y").take()
    one.free()
    assert other.take()


def test_a_folder_lists_and_opens_its_own_puzzles(tmp_path: Path) -> None:
    text = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"
    for name in ("a.non", ".b.non", "c.txt", "d.yaml"):
        (tmp_path / name).write_text(text)
    folder = Folder(tmp_path)
    assert folder.names() == ["a.non", "d.yaml"]
    assert folder.open("a.non").drawing.rows == ("1",)
    with pytest.raises(InputError, match=r"^b\.non: there is no such file$"):
        folder.open("b.non")


def test_a_link_inside_the_folder_is_followed_and_one_outside_is_not(tmp_path: Path) -> None:
    inside = tmp_path / "in"
    inside.mkdir()
    (inside / "a.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    (tmp_path / "o.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    (inside / "l.non").symlink_to("a.non")
    (inside / "o.non").symlink_to("../o.non")
    (inside / "s.non").symlink_to("../../secret.txt")
    (inside / "c.non").symlink_to("c.non")
    folder = Folder(inside)
    assert folder.file("l.non") == inside / "a.non"
    for name in ("o.non", "s.non", "c.non"):
        with pytest.raises(InputError):
            folder.file(name)


def test_a_file_that_changed_is_not_written_over(tmp_path: Path) -> None:
    folder, drawing = Folder(tmp_path), drawing_of(Nonogram.from_picture(KITE))
    first, lost = folder.save("a.non", drawing, "")
    assert lost == []
    (tmp_path / "a.non").write_text("something else")
    with pytest.raises(ChangedOnDiskError, match="changed on the disk") as error:
        folder.save("a.non", drawing, first)
    with pytest.raises(ChangedOnDiskError, match="already exists"):
        folder.save("a.non", drawing, "")
    assert (tmp_path / "a.non").read_text() == "something else"
    assert folder.save("a.non", drawing, error.value.found)[0] == first


@pytest.mark.parametrize("form", DOWNLOADS)
def test_every_download_that_is_offered_can_be_written(form: str) -> None:
    if form in ("png", "gif", "picture.png"):
        pytest.importorskip("PIL")
    content, _ = download(drawing_of(Nonogram.from_picture(KITE)), form)
    assert content


@pytest.mark.parametrize("form", WRITTEN)
def test_every_format_is_written_and_uploaded_again(form: str) -> None:
    if FORMATS[form].picture and form in ("png", "gif"):
        pytest.importorskip("PIL")
    drawing = drawing_of(Nonogram.from_picture(KITE, title="Kite"))
    content, lost = written(drawing, form)
    suffix = next(iter(FORMATS[form].suffixes), "")
    again = uploaded(f"x{suffix}", content)
    assert (again.puzzle().rows, again.puzzle().columns) == (drawing.puzzle().rows, drawing.puzzle().columns)
    assert ("title" in lost) == (not again.about)


def test_a_puzzle_for_which_there_is_no_room_is_not_locked(tmp_path: Path) -> None:
    (tmp_path / "a.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    kite = drawing_of(Nonogram.from_picture(KITE))
    desk = Desk(Folder(tmp_path), Workers(1 << 30))
    for _ in range(MOST_OPEN):
        desk.add(Opened(kite)).revision = 1  # not kept yet, so it cannot be closed
    locks = [Lock(str(tmp_path / "a.non")), Lock(str(Autosave(None, MOST_OPEN + 1).path))]
    full = f"{MOST_OPEN} puzzles are open"
    with pytest.raises(InputError, match=full):
        desk.open("a.non")
    with pytest.raises(InputError, match=full):
        desk.add(Opened(kite))
    assert all(lock.take() for lock in locks)


def test_a_drawing_is_kept_for_the_file_that_it_came_from(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    from nonosat.studio.serve import Start

    line = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"
    (tmp_path / "amb.txt").write_text(line)
    (tmp_path / "set.jsonl").write_bytes(2 * written(drawing_of(Nonogram.from_picture(KITE)), "jsonl")[0])

    def started(address: str) -> OpenPuzzle:
        """Start another studio, which is closed at once."""
        puzzle = Start(str(tmp_path / address)).open_in(Desk(Folder(tmp_path), Workers(1 << 30)))
        puzzle.lock.free()
        return puzzle

    mine = {}
    for address in ("amb.txt", "set.jsonl#1", "set.jsonl#2"):
        puzzle = started(address)
        assert not puzzle.unsaved and not puzzle.restored and not puzzle.notes
        assert puzzle.source == str(tmp_path / address) and puzzle.state("")["source"] == address
        mine[address] = About("title", address).applied(puzzle.drawing)
        puzzle.autosave.write(Kept(mine[address], 3, puzzle.disk, source=puzzle.source))
    for address, drawing in mine.items():
        puzzle = started(address)
        assert puzzle.drawing == drawing and puzzle.restored and puzzle.revertible and not puzzle.notes
        assert puzzle.saved is not None and puzzle.saved.about == {}
        by_name = Desk(Folder(tmp_path), Workers(1 << 30)).open(puzzle.name)
        by_name.lock.free()
        assert by_name.drawing == drawing and by_name.source == puzzle.source and not by_name.notes
    (tmp_path / "amb.txt").write_text(line + "\n")
    assert started("amb.txt").notes == ("the file has changed since this drawing was begun",)
    names = set(Desk(Folder(tmp_path), Workers(1 << 30)).unnamed().values())
    assert names == {str(tmp_path / address) for address in mine}

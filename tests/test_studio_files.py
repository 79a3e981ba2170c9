"""What the studio keeps on disk: the autosave, tokens, locks, and the folder of puzzles."""

from __future__ import annotations

import asyncio
import errno
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
from nonosat.studio.drawing import MOST_TEXT, About, Paint, drawing_of
from nonosat.studio.folder import ConflictError, Folder, Opened, sha, uploaded, written
from nonosat.studio.messages import Save
from nonosat.studio.open_puzzle import OpenPuzzle, Page
from nonosat.studio.open_puzzles import MOST_OPEN, OpenPuzzles
from nonosat.studio.products import DOWNLOADS, download
from nonosat.studio.state_files import Lock
from nonosat.studio.workers import Workers
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
GARBAGE = [b"", b"{}", b"\xff", b"[" * 100_000, b'{"studio": 2}', b'{"studio": 1, "drawing": {}']


def puzzles_of(folder: Path) -> OpenPuzzles:
    return OpenPuzzles(Folder(folder), Workers(1 << 30))


def test_what_is_kept_is_read_back(tmp_path: Path) -> None:
    autosave = Autosave(tmp_path / "kite.non")
    kept = Kept(DRAWN, 7, "base", {"page": 3})
    assert autosave.read() is None
    autosave.write(kept)
    found = autosave.read()
    assert found is not None and found.time > 0
    assert replace(found, time=0) == kept
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


def test_many_colours_and_long_clues_are_kept_in_the_state_folder(state: Path) -> None:
    chars = [chr(0x4E00 + number) for number in range(60)]
    palette = (BLACK_AND_WHITE[0], *(Colour(char, char * 200, "#ABCDEF") for char in chars))
    clue = tuple(Block(1, 1_000_000, 1_000_000) for _ in range(500))
    autosave, drawing = Autosave(None, "untitled-2"), drawing_of(Nonogram((clue,), (clue,), palette=palette))
    autosave.write(Kept(drawing, 1))
    assert autosave.path == state / "nonosat" / "studio" / "untitled-2.json"
    assert autosave.path.stat().st_mode & 0o777 == 0o600
    assert autosave.path.parent.stat().st_mode & 0o777 == 0o700
    kept = autosave.read()
    assert kept is not None and kept.drawing == drawing


def test_what_could_not_be_read_back_is_neither_opened_nor_kept(tmp_path: Path) -> None:
    autosave, drawing = Autosave(None), DRAWN
    autosave.write(Kept(drawing, 1))
    for text in ("\ud800", "x" * (MOST_TEXT + 1)):
        with pytest.raises(InputError):
            autosave.write(Kept(replace(drawing, title=text), 2))
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
        puzzles = puzzles_of(tmp_path)
        puzzle = puzzles.open("a.json")
        aside = f"{path.name}.aside-{number}"
        assert puzzle.aside.startswith("an earlier autosave cannot be read (an autosave: ")
        assert puzzle.aside.endswith(f"it is kept in the puzzle's folder as {aside}")
        assert puzzle.state("")["aside"] == puzzle.aside
        puzzle.place.autosave.write(Kept(puzzle.drawing, 1))
        assert (tmp_path / aside).read_bytes() == garbage
        puzzle.place.lock.free()


def test_one_without_a_file_is_kept_aside_too(tmp_path: Path) -> None:
    path = Autosave(None, "untitled-3").path
    path.write_bytes(b"{")
    puzzles = puzzles_of(tmp_path)
    (file,) = puzzles.files()["unsaved"]
    assert (file["name"], file["cards"][0]["says"]) == ("untitled-3", "cannot be read")
    from_elsewhere = puzzles.add(Opened(DRAWN, source="somewhere#1"))
    assert from_elsewhere.aside == "kept without a file, but not readable: untitled-3"
    assert path.read_bytes() == b"{"
    puzzle = puzzles.open("untitled-3")
    assert puzzle.aside.endswith("it is kept in the state folder as untitled-3.json.aside-1")
    assert path.with_name("untitled-3.json.aside-1").read_bytes() == b"{" and not path.exists()


def test_one_that_cannot_be_kept_aside_is_not_overwritten(tmp_path: Path, monkeypatch: Patch) -> None:
    (tmp_path / "a.json").write_text(json.dumps(LINE))
    path = Autosave(tmp_path / "a.json").path
    path.write_bytes(b"{")
    puzzles = puzzles_of(tmp_path)

    def fail(self: Path, target: object) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "rename", fail)
    for _ in range(2):  # and the puzzle is not locked
        what = f"cannot be kept aside: No space left on device; move {path.name} away"
        with pytest.raises(InputError, match=what):
            puzzles.open("a.json")
    assert path.read_bytes() == b"{"


@pytest.mark.parametrize("letter", ["x", "\u732b"])
def test_a_drawing_whose_file_has_a_long_name_is_kept_and_saved(letter: str, tmp_path: Path) -> None:
    size = len(letter.encode())
    name = letter * (250 // size) + ".json"
    drawing = DRAWN
    folder = Folder(tmp_path)
    folder.save(name, drawing, "")
    Autosave(tmp_path / name).write(Kept(drawing, 1))
    kept = Autosave(tmp_path / name).read()
    assert kept is not None and kept.drawing == drawing == folder.open(name).drawing
    Autosave(tmp_path / name).set_aside()
    with pytest.raises(InputError, match="expected a name of at most 255 bytes"):
        folder.file("x" * (size - 1) + letter * (256 // size) + ".json")


def test_an_autosave_of_another_drawing_is_replaced_only_if_the_user_says_so(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(LINE))
    digest = sha((tmp_path / "a.json").read_bytes())
    unsaved = Autosave(tmp_path / "a.json")
    unsaved.write(Kept(drawing_of(Nonogram.from_picture(KITE, title="unsaved")), 1, digest))
    content = unsaved.path.read_bytes()
    said: list[dict[str, Any]] = []

    async def save() -> OpenPuzzle:
        puzzles, page = puzzles_of(tmp_path), Page("me", said.append)
        puzzles.begin(page, DRAWN)
        for asked in (Save("a.json"), Save("a.json", digest), Save("a.json", digest, "0" * 64)):
            await puzzles.save(page, asked)
            assert said.pop() == {
                "type": "conflict",
                "file": "a.json",
                "what": "has unsaved work of another drawing",
                "replacing": digest,
                "unsaved": sha(content),
            }
        assert unsaved.path.read_bytes() == content
        await puzzles.save(page, Save("a.json", "", sha(content)))
        assert (said[-1]["what"], said[-1]["unsaved"]) == ("already exists", sha(content))
        other = Page("other", said.append)
        puzzles.show(other, "a.json")  # to continue with that drawing instead
        assert other.puzzle is not None and other.puzzle.drawing.title == "unsaved" and other.puzzle.restored
        await puzzles.close()
        puzzles = puzzles_of(tmp_path)
        puzzles.show(page, "untitled-1")
        await puzzles.save(page, Save("a.json", digest, sha(content)))
        assert page.puzzle is not None
        page.puzzle.rest()
        return page.puzzle

    puzzle = asyncio.run(save())
    assert puzzle.place.file == "a.json" and puzzle.place.autosave.path == unsaved.path
    assert not unsaved.path.exists()
    assert (tmp_path / f"{unsaved.path.name}.aside-1").read_bytes() == content
    where = f"it is kept in the puzzle's folder as {unsaved.path.name}.aside-1"
    assert said[-1]["aside"] == f"an earlier autosave of another drawing was replaced; {where}"


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


def test_a_folder_lists_and_opens_its_own_puzzles(tmp_path: Path) -> None:
    text = NON
    for name in ("a.non", ".b.non", "c.txt", "d.yaml", "untitled-1.non", "untitled-cat.non"):
        (tmp_path / name).write_text(text)
    folder = Folder(tmp_path)
    puzzles = puzzles_of(tmp_path)
    everything = ["a.non", "c.txt", "d.yaml", "untitled-1.non", "untitled-cat.non"]
    assert [file.name for file in folder.files()] == everything
    for name in ("untitled-1.non", "untitled-cat.non"):
        puzzle = puzzles.open(name)
        assert puzzle.place.file == name and puzzle.drawing.clues == ("1", "1")
        puzzle.place.lock.free()
    assert folder.open("a.non").drawing.clues == ("1", "1")
    with pytest.raises(InputError, match=r"^b\.non: there is no such file$"):
        folder.open("b.non")


def test_what_cannot_be_read_is_said(tmp_path: Path, monkeypatch: Patch) -> None:
    folder = Folder(tmp_path / "gone")
    with pytest.raises(InputError, match=r"^gone: the folder cannot be read: No such file"):
        folder.files()
    (tmp_path / "a.non").write_text(NON)

    def fail(self: Path) -> bytes:
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", fail)
    for read in (Folder(tmp_path).open, Folder(tmp_path).digest):
        with pytest.raises(InputError, match=r"^a\.non: cannot be read: Permission denied$"):
            read("a.non")


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
    first, lost = folder.save("a.non", drawing, "")
    assert lost == []
    (tmp_path / "a.non").write_text("something else")
    with pytest.raises(ConflictError, match="changed on the disk") as error:
        folder.save("a.non", drawing, first)
    with pytest.raises(ConflictError, match="already exists"):
        folder.save("a.non", drawing, "")
    assert (tmp_path / "a.non").read_text() == "something else"
    assert folder.save("a.non", drawing, error.value.replacing)[0] == first


@pytest.mark.parametrize("form", DOWNLOADS)
def test_every_download_is_the_drawing(form: str) -> None:
    if form in ("png", "gif", "picture.png"):
        pytest.importorskip("PIL")
    content, lost = download(replace(DRAWN, title="Kite"), form)
    if form.startswith("picture."):
        assert content.startswith((b"%PDF-", b"<svg ", b"\x89PNG\r"))
        return
    again = uploaded(f"x{next(iter(FORMATS[form].suffixes), '')}", content)
    assert again.puzzle().problem() == DRAWN.puzzle().problem()
    assert ("title" in lost) == (not again.title)


def test_a_puzzle_for_which_there_is_no_room_is_not_locked(tmp_path: Path) -> None:
    (tmp_path / "a.non").write_text(NON)
    puzzles = puzzles_of(tmp_path)
    for _ in range(MOST_OPEN):
        puzzles.add(Opened(DRAWN, new=True)).revision = 1  # not kept yet, so it cannot be closed
    locks = [Lock(str(tmp_path / "a.non")), Lock(str(Autosave(None, f"untitled-{MOST_OPEN + 1}").path))]
    full = f"{MOST_OPEN} puzzles are open"
    with pytest.raises(InputError, match=full):
        puzzles.open("a.non")
    with pytest.raises(InputError, match=full):
        puzzles.add(Opened(DRAWN, new=True))
    assert all(lock.take() for lock in locks)


def test_a_drawing_is_kept_for_the_file_that_it_came_from(tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    from nonosat.studio.serve import Start

    line = NON
    (tmp_path / "amb.txt").write_text(line)
    (tmp_path / "set.jsonl").write_bytes(2 * written(DRAWN, "jsonl")[0])

    def started(address: str) -> OpenPuzzle:
        """Start another studio, which is closed at once."""
        puzzle = Start(str(tmp_path / address)).open_in(puzzles_of(tmp_path))
        puzzle.place.lock.free()
        return puzzle

    mine = {}
    for address in ("amb.txt", "set.jsonl#1", "set.jsonl#2"):
        puzzle = started(address)
        assert not puzzle.unsaved and not puzzle.restored and not puzzle.origin.notes
        assert puzzle.origin.source == str(tmp_path / address) and puzzle.state("")["source"] == address
        mine[address] = About("title", address).applied(puzzle.drawing)
        puzzle.place.autosave.write(Kept(mine[address], 3, puzzle.origin.hash, source=puzzle.origin.source))
    for address, drawing in mine.items():
        puzzle = started(address)
        assert puzzle.drawing == drawing and puzzle.restored and puzzle.revertible and not puzzle.origin.notes
        assert puzzle.origin.drawing.title == ""
        by_name = puzzles_of(tmp_path).open(puzzle.name)
        by_name.place.lock.free()
        assert (
            by_name.drawing == drawing
            and by_name.origin.source == puzzle.origin.source
            and not by_name.origin.notes
        )
    (tmp_path / "amb.txt").write_text(line + "\n")
    assert started("amb.txt").origin.notes == ("the file has changed since this drawing was begun",)
    sizes = [one["size"] for one in puzzles_of(tmp_path).files()["unsaved"]]
    assert len(sizes) == len(mine)
    assert all(any(size.endswith(address) for size in sizes) for address in mine)

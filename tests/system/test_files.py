"""Files are written whole, by one process at a time; JSON that may be hostile is read in linear time."""

import json
import os
from pathlib import Path

import pytest

from nonosat.cli.output import write_file
from nonosat.errors import InputError, reading, writing
from nonosat.formats.folders import load_all
from nonosat.processes.files import lock_file, put_file
from nonosat.puzzles.nonogram import Nonogram
from tests.helpers.fixtures import Call


def test_a_file_is_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    path.chmod(0o640)
    put_file(path, b"new")
    assert path.read_bytes() == b"new" and path.stat().st_mode & 0o777 == 0o640
    put_file(path, b"secret", private=True)
    assert path.stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path) == ["a"]


def test_a_new_file_has_the_mode_that_the_user_wants(tmp_path: Path) -> None:
    put_file(tmp_path / "a", b"new")
    (tmp_path / "b").touch()
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


def test_a_file_may_have_the_longest_name_that_there_is(tmp_path: Path) -> None:
    name = "ä" * 125 + ".svg"  # 254 bytes
    write_file(str(tmp_path / name), "<svg/>")
    assert os.listdir(tmp_path) == [name]


def test_errors_of_files_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"^here: there is no such file"), reading("here"):
        (tmp_path / "none").read_bytes()
    with pytest.raises(InputError, match=r"^there: cannot be written: Is a directory$"), writing("there"):
        tmp_path.write_bytes(b"")


def test_a_lock_is_held_once(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    with open(tmp_path / "a") as one, open(tmp_path / "a") as other:
        assert lock_file(one.fileno()) and not lock_file(other.fileno())


def test_what_a_folder_has_and_cannot_be_read_is_an_error(tmp_path: Path, call: Call) -> None:
    (tmp_path / "cat.nin").write_text("1 1\n1\n1\n")
    (tmp_path / "a.json").write_text("{")
    (tmp_path / "b.txt").write_text("words\n")
    (tmp_path / "gone.png").symlink_to("nowhere")
    for other in (".hidden", "Makefile", "notes.cfg"):
        (tmp_path / other).write_text("words\n")
    commands = ["check", "solve", "solutions", "rate", "count", "audit", "check -j 2", "compare", "convert"]
    more = {
        "compare": f"--models auto -o {tmp_path.with_suffix('.jsonl')} --force",
        "convert": f"{tmp_path.with_suffix('.yaml')} --force",
    }
    for command in commands:
        words = f"{command} {tmp_path} {more.get(command, '')}"
        skips = [call(f"{words} --skip-unreadable")] if command[:5] in ("check", "audit") else []
        for said in (call(words, code=2), *skips):
            for name in ("a.json", "b.txt", "gone.png"):
                assert sum(line.startswith(str(tmp_path / name)) for line in said.err.splitlines()) == 1
                assert name not in said.out
            assert said.err.count("skipped 3 files, hidden or not of a format") == 1
    found = [*load_all(str(tmp_path), errors="yield")]
    assert [type(one) for one in found] == [InputError, InputError, Nonogram, InputError]


def test_a_folder_with_nothing_readable_is_no_success(tmp_path: Path, call: Call) -> None:
    assert call(f"solve {tmp_path}", code=2).err.count("\n") == 1
    (tmp_path / "a.json").write_text("{")
    for command in ("check", "audit"):
        assert call(f"{command} {tmp_path} --skip-unreadable", code=2).err.endswith(
            "no puzzle could be read\n"
        )


def test_an_audit_has_a_record_of_what_cannot_be_read(tmp_path: Path, call: Call) -> None:
    (tmp_path / "a.json").write_text("{")
    said = call(f"audit {tmp_path} --json", code=2)
    first, *_ = map(json.loads, said.out.splitlines())
    assert [defect["kind"] for defect in first["defects"]] == ["broken"]
    assert first["puzzle"].startswith(str(tmp_path / "a.json")) and str(tmp_path / "a.json") in said.err


@pytest.mark.parametrize(
    "words", ["convert {} - --to cnf", "convert {} - --to yaml", "compare {} --models auto -o {}.jsonl"]
)
def test_a_file_that_cannot_be_read_is_one_line(words: str, tmp_path: Path, call: Call) -> None:
    (tmp_path / "a.json").write_text("{")
    said = call(words.replace("{}", str(tmp_path / "a.json")), code=2)
    assert len(said.err.splitlines()) == 1 and str(tmp_path / "a.json") in said.err

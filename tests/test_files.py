"""Files are written whole, by one process at a time; JSON that may be hostile is read in linear time."""

import os
from pathlib import Path

import pytest

from nonosat.cli.output import write_file
from nonosat.errors import InputError
from nonosat.processes.files import locked, put_file, reading, writing

pytestmark = pytest.mark.quick


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
        assert locked(one.fileno()) and not locked(other.fileno())

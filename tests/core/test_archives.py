"""Folders and zips from strangers: nothing is unpacked, nothing outside is touched."""

import json
import os
import struct
import time
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import nonosat
from nonosat import InputError, Nonogram, prove, verify
from nonosat.cli import main
from nonosat.proofs import archive
from nonosat.puzzles.families import n_dom
from tests.helpers.commands import measured
from tests.helpers.fixtures import Capture, Patch
from tests.helpers.forgery import MANIFEST, Forgery
from tests.helpers.programs import missing
from tests.helpers.samples import some


@pytest.fixture(scope="module")
def genuine(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a certificate."""
    folder = tmp_path_factory.mktemp("genuine") / "cert"
    prove(nonosat.load("dom-3"), folder)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def packed(path: Path, files: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def refused(path: Path, says: str, capsys: Capture) -> None:
    assert main(["verify", str(path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{path}: ")
    assert says in line


def test_a_zip_made_by_others_is_as_good(genuine: dict[str, bytes], tmp_path: Path) -> None:
    for compression in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA):
        assert main(["verify", str(packed(tmp_path / f"{compression}.zip", genuine, compression))]) == 0


def test_a_genuine_zip_is_never_taken_for_a_bomb(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(archive, "SMALL", 1000)
    empty = "." * 300
    puzzle = Nonogram.from_picture(("#" + empty[1:], ".#" + empty[2:], *[empty] * 298))
    for name in ("certificate.zip", "folder"):
        assert prove(replace(puzzle, goal=()), tmp_path / name)[0].verdict.value == "multiple"
    files = {path.name: path.read_bytes() for path in (tmp_path / "folder").iterdir()}
    with pytest.raises(InputError, match="claims to hold"):  # as it would be compressed
        nonosat.verify(packed(tmp_path / "compressed.zip", files))
    assert nonosat.verify(tmp_path / "certificate.zip").verified


def test_what_verify_would_not_read_is_not_written(tmp_path: Path) -> None:
    puzzle = replace(nonosat.load("dom-3"), description="x" * 9_000_000)
    with pytest.raises(InputError, match="would be 9000"):
        prove(puzzle, tmp_path / "certificate.zip")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name",
    [
        "../evil.txt",
        "/tmp/evil.txt",
        "sub/solution-1.txt",
        "..\\evil.txt",
        "cert/certificate.json",
        "SOLUTION-1.TXT",
        "solution-01.txt",
        "solution-1.txt\n",
    ],
)
def test_a_name_that_no_certificate_has(
    name: str, genuine: dict[str, bytes], tmp_path: Path, capsys: Capture
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    refused(packed(folder / "cert.zip", genuine | {name: b"evil"}), "is not a file of a certificate", capsys)
    assert [path.name for path in tmp_path.rglob("*")] == ["in", "cert.zip"], "nothing was unpacked"


def test_a_zip_bomb(genuine: dict[str, bytes], tmp_path: Path, capsys: Capture) -> None:
    bomb = genuine | {"unique.cnf": bytes(50_000_000)}
    refused(packed(tmp_path / "bomb.zip", bomb), "the zip claims to hold 500", capsys)


def test_a_zip_that_lies_about_its_sizes(genuine: dict[str, bytes], tmp_path: Path, capsys: Capture) -> None:
    path = packed(tmp_path / "liar.zip", {"certificate.json": bytes(5_000_000)})
    data = path.read_bytes().replace(struct.pack("<I", 5_000_000), struct.pack("<I", 100))
    path.write_bytes(data)
    refused(path, "broken zip", capsys)


def test_entries_that_overlap(tmp_path: Path, capsys: Capture) -> None:
    # Two names for one entry's data: what bombs of overlapping entries are made of.
    path = packed(tmp_path / "o.zip", {"unique.cnf": os.urandom(5000), "none.cnf": b"x"})
    data = path.read_bytes()
    central = data.index(b"PK\x01\x02")
    end = data.index(b"PK\x05\x06")
    size = struct.calcsize("<4s6H3I5H2I") + len("unique.cnf")
    entry = data[central : central + size].replace(b"unique.cnf", b"cells.json")
    changed = bytearray(data[:end] + entry + data[end:])
    at = changed.index(b"PK\x05\x06")
    struct.pack_into("<HHI", changed, at + 8, 3, 3, end - central + size)
    path.write_bytes(changed)
    refused(path, "the zip's entries overlap", capsys)


def test_one_name_twice(genuine: dict[str, bytes], tmp_path: Path, capsys: Capture) -> None:
    path = packed(tmp_path / "twice.zip", genuine)
    with zipfile.ZipFile(path, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("puzzle.yaml", "kind: nonogram")
    refused(path, "puzzle.yaml appears twice in the zip", capsys)


def test_a_password(genuine: dict[str, bytes], tmp_path: Path, capsys: Capture) -> None:
    path = packed(tmp_path / "secret.zip", genuine)
    data = bytearray(path.read_bytes())
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(mark)
        while at >= 0:
            data[at + flags] |= 1
            at = data.find(mark, at + 1)
    path.write_bytes(data)
    refused(path, "a zip with a password", capsys)


@pytest.mark.parametrize("compression", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_an_entry_that_does_not_unpack(
    compression: int, genuine: dict[str, bytes], tmp_path: Path, capsys: Capture
) -> None:
    path = packed(tmp_path / "garbage.zip", genuine, compression)
    with zipfile.ZipFile(path) as archive:
        entry = archive.getinfo("unique.cnf")
    begin = entry.header_offset + 30 + len(entry.filename)
    data = bytearray(path.read_bytes())
    data[begin : begin + 12] = b"\xff" * 12
    path.write_bytes(data)
    refused(path, "", capsys)


def test_a_hundred_damaged_bytes(genuine: dict[str, bytes], tmp_path: Path, capsys: Capture) -> None:
    rng = Random(1)
    path = packed(tmp_path / "damaged.zip", genuine)
    whole = path.read_bytes()
    for _ in range(100):
        data = bytearray(whole)
        for _ in range(rng.choice((1, 1, 3))):
            data[rng.randrange(len(data))] = rng.randrange(256)
        path.write_bytes(data)
        assert main(["verify", "--quiet", str(path)]) in (0, 1, 2)
        said = capsys.readouterr()
        assert len((said.out + said.err).splitlines()) == 1


def test_what_is_no_plain_file_in_a_folder(
    genuine: dict[str, bytes], tmp_path: Path, capsys: Capture
) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(genuine["puzzle.yaml"])
    makers: list[Callable[[Path], object]] = [lambda at: os.symlink(secret, at), os.mkfifo, os.mkdir]
    for number, make in enumerate(makers):
        folder = tmp_path / str(number)
        folder.mkdir()
        for name, data in genuine.items():
            if name != "puzzle.yaml":
                (folder / name).write_bytes(data)
        make(folder / "puzzle.yaml")
        refused(folder, "puzzle.yaml is not a plain file", capsys)


def test_what_is_not_there_or_something_else(tmp_path: Path, capsys: Capture) -> None:
    refused(tmp_path / "nothing", "there is no such file", capsys)
    (tmp_path / "text").write_text("text")
    refused(tmp_path / "text", "neither a certificate (a folder or a zip) nor an explanation", capsys)
    (tmp_path / "empty").mkdir()
    refused(tmp_path / "empty", "certificate.json is missing: this is not a certificate", capsys)


SECONDS, BYTES = 10.0, 500 << 20
SIDE = 1000
DIGITS = Random(1).randbytes(400_000).translate(b"0123456789"[:8] * 32)

Forge = Callable[[Forgery], object]


@pytest.fixture(scope="module")
def a_genuine(tmp_path_factory: pytest.TempPathFactory) -> Forgery:
    folder = tmp_path_factory.mktemp("a_genuine") / "none"
    prove(nonosat.load("no-solution"), folder)
    return Forgery.read(folder)


def told(forgery: Forgery, size: int, **changes: Any) -> None:
    """Say the size of the clauses, and seal it."""
    forgery.say(formula__variables=size, **changes).sealed()


def large(palette: str = "", clue: str = "1 " * 250) -> bytes:
    """Return a puzzle with more clauses than anyone can write."""
    clues = f"[{', '.join([json.dumps(clue)] * SIDE)}]"
    return f"kind: nonogram\n{palette}rows: {clues}\ncolumns: {clues}\n".encode()


def commented(forgery: Forgery) -> None:
    forgery.put("puzzle.yaml", large()).put("none.cnf", b"c" * 45_000_000 + b"\np cnf 1 1\n1 0\n")
    told(forgery, 8_000_000)


def many_clauses(forgery: Forgery) -> None:
    """The clauses begin as they should, as far as the header."""
    colours = "".join(f'  {c}: {{name: n{c}, rgb: "#{k:06x}"}}\n' for k, c in enumerate("ab"))
    forgery.put("puzzle.yaml", large(f"palette:\n{colours}", "1a"))
    variables = 3 * SIDE * SIDE
    forgery.put("none.cnf", f"p cnf {variables} 1\n".encode() + b"1 2 3 4 5 6 7 8 9 0\n" * 2_700_000)
    told(forgery, variables, formula__clauses=1)


SLOW: dict[str, Forge] = {
    "a number without end": lambda f: f.put(MANIFEST, b'{"certificate":' + b"1" * 3_000_000 + b"}"),
    "a long list of nothing": lambda f: f.put(MANIFEST, b"[" + b'{"":0},' * 1_100_000 + b"0]"),
    "a longer one": lambda f: f.put(MANIFEST, b"[" + b'{"":0},' * 4_000_000 + b"0]"),
    "a puzzle of empty lists": lambda f: f.put(
        "puzzle.yaml", b"kind: nonogram\nrows: [" + b"[]," * 2_600_000 + b"]\n"
    ).sealed(),
    "a puzzle of dashes": lambda f: f.put(
        "puzzle.yaml", b"kind: nonogram\nrows:\n" + b"- 1\n" * 490_000
    ).sealed(),
    "one comment": commented,
    "many comments": lambda f: f.put("none.cnf", b"c\n" * 25_000_000).sealed(),
    "clauses without end": many_clauses,
    "a literal without end": lambda f: f.prove([b"1" + DIGITS + b" 0\n", b"0\n"]).sealed(),
}


def slowly_packed(forgery: Forgery, path: Path) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in forgery.files.items():
            archive.writestr(name, data)
    # What stands before a zip makes it longer, and so more that it holds is believed.
    data = path.read_bytes()
    path.write_bytes(Random(1).randbytes(1_990_000 - len(data)) + data)
    return path


@pytest.mark.parametrize("what", some(SLOW, 2))
def test_a_certificate_made_to_be_slow(what: str, a_genuine: Forgery, tmp_path: Path) -> None:
    forgery = a_genuine.copy()
    SLOW[what](forgery)
    path = slowly_packed(forgery, tmp_path / "slow.zip")
    assert path.stat().st_size < 2_000_000
    seconds, size, code, said = measured("verify", "--quiet", str(path))
    assert code in (1, 2), said
    assert len(said) == 1
    assert "claims to hold" not in said[0]
    assert seconds < SECONDS
    assert size < BYTES


@pytest.mark.parametrize("what", ["a puzzle of dashes", "clauses without end"])
def test_a_time_limit_ends_the_reading(what: str, a_genuine: Forgery, tmp_path: Path) -> None:
    forgery = a_genuine.copy()
    SLOW[what](forgery)
    path = str(slowly_packed(forgery, tmp_path / "slow.zip"))
    begin = time.thread_time()
    with pytest.raises(nonosat.LimitReached, match="time limit"):
        verify(path, limits=nonosat.Limits(time=0.3))
    assert time.thread_time() - begin < 0.8


def test_a_time_limit_ends_every_checker(tmp_path: Path) -> None:
    """Some of them cannot look at a clock."""
    from nonosat.proofs.checkers import CHECKERS

    path = tmp_path / "dom.zip"
    prove(n_dom(12), path)
    for name in CHECKERS:
        if not missing(name):
            begin = time.thread_time()
            with pytest.raises(nonosat.LimitReached, match="time limit"):
                verify(path, name, limits=nonosat.Limits(time=0.02))
            assert time.thread_time() - begin < 0.52, name


def test_the_api_refuses_numbers_as_the_command_does(a_genuine: Forgery, tmp_path: Path) -> None:
    """Python converts 4300 digits and no more, unless it is told to."""
    forgery = a_genuine.copy()
    forgery.prove([b"1" * 5000 + b" 0\n", b"0\n"]).sealed()
    assert "is not a step of a proof" in str(verify(forgery.write(tmp_path)).failure)
    for number in (b"1" * 5000, b"1.0", b"true"):
        other = a_genuine.copy().edit(MANIFEST, b'"certificate": 2', b'"certificate": ' + number)
        with pytest.raises(nonosat.InputError, match=r"digits|not JSON|not a certificate of schema 2"):
            verify(other.write(tmp_path))

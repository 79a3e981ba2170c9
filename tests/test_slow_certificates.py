"""Small certificates that were made to be slow or large are read in little time and memory."""

from __future__ import annotations

import json
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import nonosat
from nonosat import prove, verify
from nonosat.puzzles.families import n_dom
from tests.helpers.commands import measured
from tests.helpers.forgery import MANIFEST, Forgery
from tests.helpers.programs import missing
from tests.helpers.samples import some

SECONDS, BYTES = 10.0, 500 << 20
SIDE = 1000
DIGITS = Random(1).randbytes(400_000).translate(b"0123456789"[:8] * 32)

Forge = Callable[[Forgery], object]


@pytest.fixture(scope="module")
def genuine(tmp_path_factory: pytest.TempPathFactory) -> Forgery:
    folder = tmp_path_factory.mktemp("genuine") / "none"
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


def packed(forgery: Forgery, path: Path) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in forgery.files.items():
            archive.writestr(name, data)
    # What stands before a zip makes it longer, and so more that it holds is believed.
    data = path.read_bytes()
    path.write_bytes(Random(1).randbytes(1_990_000 - len(data)) + data)
    return path


@pytest.mark.parametrize("what", some(SLOW, 4))
def test_a_certificate_made_to_be_slow(what: str, genuine: Forgery, tmp_path: Path) -> None:
    forgery = genuine.copy()
    SLOW[what](forgery)
    path = packed(forgery, tmp_path / "slow.zip")
    assert path.stat().st_size < 2_000_000
    seconds, size, code, said = measured("verify", "--quiet", str(path))
    assert code in (1, 2), said
    assert len(said) == 1
    assert "claims to hold" not in said[0]
    assert seconds < SECONDS
    assert size < BYTES


@pytest.mark.parametrize("what", ["a puzzle of dashes", "clauses without end"])
def test_a_time_limit_ends_the_reading(what: str, genuine: Forgery, tmp_path: Path) -> None:
    forgery = genuine.copy()
    SLOW[what](forgery)
    path = str(packed(forgery, tmp_path / "slow.zip"))
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


def test_the_api_refuses_numbers_as_the_command_does(genuine: Forgery, tmp_path: Path) -> None:
    """Python converts 4300 digits and no more, unless it is told to."""
    forgery = genuine.copy()
    forgery.prove([b"1" * 5000 + b" 0\n", b"0\n"]).sealed()
    assert "is not a step of a proof" in str(verify(forgery.write(tmp_path)).failure)
    for number in (b"1" * 5000, b"1.0", b"true"):
        other = genuine.copy().edit(MANIFEST, b'"certificate": 2', b'"certificate": ' + number)
        with pytest.raises(nonosat.InputError, match=r"digits|not JSON|not a certificate of schema 2"):
            verify(other.write(tmp_path))

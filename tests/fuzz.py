"""Hostile input, made by the million: all of it is read, or refused in one line, and soon.

Each case follows from its target and number alone. `data/fuzz/` has cases that once failed, TARGET-what;
they are tried first. `python -m bench.hunt --only hostile` tries as many as you like.
"""

import csv
import io
import json
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import nonosat
from nonosat import InputError, Nonogram, prove, verify
from nonosat.comparison.journal import load
from nonosat.formats import FORMATS, Source, detect
from nonosat.learning.answers import read_answer
from nonosat.learning.sets import items
from nonosat.puzzles.families import n_dom
from nonosat.studio.drawing import drawing_of, read_drawing
from nonosat.studio.grid_changes import GridChange, Turned
from nonosat.studio.palette_changes import PaletteChange
from nonosat.toolkit import fields, prove_answer, verify_explanation
from tests.core.test_format_fuzz import VALID, mutated
from tests.helpers.answer_layouts import FLAT, LAYOUTS
from tests.helpers.brute import nonogram
from tests.helpers.claims import QUESTIONS, is_true
from tests.helpers.forgery import Forgery, mutated as forged
from tests.helpers.journals import HEADER, record
from tests.helpers.planted import planted

CORPUS = Path(__file__).parent / "data" / "fuzz"
SLOW = 3.0  # seconds of this thread in which a small input must be read or refused
SLOW_PAGE = 6.0  # the same for a picture of a printed puzzle, whose numbers a search settles


def read(name: str, data: bytes) -> str:
    """Read a file of a format, as far as the solver's statement of each puzzle."""
    for puzzle in FORMATS.load(name).read(Source("x", data)):
        puzzle.problem()
    return "read"


def detected(data: bytes) -> str:
    """Recognise a file by its content."""
    return detect(Source("x", data))


def written(data: bytes) -> Path:
    path = Path(_folder().name) / "case"
    path.write_bytes(data)
    return path


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()  # gone when we are


def verified(data: bytes) -> str:
    """Verify a certificate; what one that is verified claims is so."""
    report = verify(written(data), "own")
    if report.verified:
        assert report.certificate is not None
        assert report.puzzle is not None
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        assert is_true(report.puzzle, report.certificate, files), report.claim
    return "verified" if report.verified else "not verified"


def explained(data: bytes) -> str:
    """Verify an explanation; what one that is verified shows of its puzzle is so."""
    report = verify_explanation(written(data))
    if report.verified and report.verdict:
        assert nonosat.solve(report.puzzle).verdict.value == report.verdict
    return f"verified {report.verdict or 'in part'}" if report.verified else "not verified"


def loaded(data: bytes) -> str:
    """Read a journal."""
    return "runs" if load(written(data))[1].records else "none"


def certificate(rng: Random) -> bytes:
    """Damage a certificate: a file in it and most often the hashes to match, or the zip itself."""
    forgery = rng.choice(_certificates()).copy()
    name = rng.choice(sorted(forgery.files))
    if rng.random() < 0.5:
        forgery.files[name] = forged(forgery.files[name], rng)
        if name != "certificate.json" and name != "proof.drat.xz" and rng.random() < 0.8:
            forgery.sealed()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", rng.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA))) as archive:
        for file, data in forgery.files.items():
            archive.writestr(file, data)
    found = bytearray(packed.getvalue())
    for _ in range(rng.choice((0, 1, 1, 3))):
        found[rng.randrange(len(found))] = rng.randrange(256)
    return bytes(found)


@cache
def _certificates() -> list[Forgery]:
    with tempfile.TemporaryDirectory() as folder:
        prove(n_dom(3), f"{folder}/verdict")
        for question in QUESTIONS:
            prove_answer(nonogram([[1, 0], [0, 1]]), question, f"{folder}/{question}")
        return [Forgery.read(path) for path in sorted(Path(folder).iterdir())]


def explanation(rng: Random) -> bytes:
    """Damage an explanation: its text, or one or two of its values."""
    text = _explanations()[rng.randrange(len(_explanations()))]
    if rng.random() < 0.3:
        return mutated(text, rng)
    data = json.loads(text)
    for _ in range(rng.choice((1, 1, 2))):
        steps = data.get("steps")
        damage(steps if isinstance(steps, dict | list) and rng.random() < 0.8 else data, rng)
    return json.dumps(data).encode()


@cache
def _explanations() -> list[bytes]:
    puzzles = ["switch", "no-solution", "dom-5", "one-row", "cherries"]
    return [nonosat.explain(nonosat.load(name)).file().encode() for name in puzzles]


def damage(data: Any, rng: Random) -> None:
    """Change something in a list or map, at any depth."""
    while True:
        keys = list(data) if isinstance(data, dict) else range(len(data))
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(data[key], dict | list) and rng.random() < 0.9:
            data = data[key]
            continue
        other = data[rng.choice(keys)]
        match rng.randrange(4):
            case 0:
                data[key] = other
            case 1:
                data.pop(key)
            case 2:
                data[key] = rng.choice(
                    [0, 1, 2, 5, -1, 999_999_999, "", ".", "#", "?", "row 1", [], {}, None, True]
                )
            case _ if isinstance(data, list):
                data.insert(key, other)
            case _:
                data[rng.choice(["more", "kind", "trace"])] = other
        return


def journal(rng: Random) -> bytes:
    lines = [HEADER, record("a", "x"), record("b", "x"), {"resumed": True}]
    return mutated("".join(f"{json.dumps(line)}\n" for line in lines).encode(), rng)


def drawing(rng: Random) -> bytes:
    """Damage a request of the studio's page: its text, or a value somewhere in it."""
    said = json.loads(json.dumps(rng.choice(_REQUESTS)))
    inside = said
    while rng.random() < 0.7 and isinstance(inside, dict | list) and inside:
        key = rng.choice(list(inside) if isinstance(inside, dict) else range(len(inside)))
        if rng.random() < 0.5:
            inside[key] = rng.choice(
                (None, -1, 1e308, 2**60, "", "\ud800", "#" * 600, [], {}, True, [[]], "..")
            )
            break
        inside = inside[key]
    data = json.dumps(said).encode()
    return mutated(data, rng) if rng.random() < 0.5 else data


_DRAWING = drawing_of(Nonogram.from_picture(("#.", ".#"))).plain()
_REQUESTS: list[dict[str, Any]] = [
    _DRAWING,
    {**_DRAWING, "picture": "", "clues": ["1", "?", "1", "1"], "givens": "?#??"},
    {"how": "resize", "width": 3, "height": 2, "down": 1, "drawing": _DRAWING},
    {"how": "crop", "cells": [0, 3], "drawing": _DRAWING},
    {"how": "split", "colour": 1, "halves": "#000000/#ffffff", "drawing": _DRAWING},
    {"how": "turn", "layer": "picture", "cells": [0, 1], "drawing": _DRAWING},
]


def drawn(data: bytes) -> str:
    """Read a request, change the drawing as it says, and state the puzzle."""
    said = fields.parse(data)
    if not isinstance(said, dict) or "how" not in said:
        read_drawing(said).puzzle().problem()
    elif "layer" in said:
        fields.read(Turned, said, "a request").apply()[0].puzzle().problem()
    elif said["how"] in ("add", "add-split", "split", "remove"):
        fields.read(PaletteChange, said, "a request").apply().puzzle().problem()
    else:
        fields.read(GridChange, said, "a request").apply().puzzle().problem()
    return "read"


def anything(rng: Random) -> bytes:
    return mutated(VALID[rng.choice(list(VALID))](), rng)


def puzzle_set(rng: Random) -> bytes:
    """Damage a set of puzzles, in one of the layouts; the first byte says which."""
    layout = rng.randrange(len(SETS))
    return bytes([layout]) + mutated(_sets()[SETS[layout]], rng)


SETS = ("csv", "json", "jsonl")


@cache
def _sets() -> dict[str, bytes]:
    records = [json.loads(line) for line in planted().lines[:6]]
    texts = io.StringIO()
    table = csv.DictWriter(texts, ["id", "rows", "columns", "solution"])
    table.writeheader()
    table.writerows({key: json.dumps(value) for key, value in one.items()} for one in records)
    return {
        "csv": texts.getvalue().encode(),
        "json": json.dumps(records).encode(),
        "jsonl": "".join(f"{json.dumps(one)}\n" for one in records).encode(),
    }


def audited(data: bytes) -> str:
    """Read a set, and examine its puzzles as far as lines go."""
    path = written(data[1:])
    found = list(items(str(path.rename(path.with_suffix(f".{SETS[data[0] % len(SETS) if data else 0]}")))))
    for item in found:
        if item.puzzle is not None:
            item.puzzle.obstacle()
    return "read" if any(item.puzzle for item in found) else "no puzzle"


def answer(rng: Random) -> bytes:
    """Damage an answer in one of many layouts."""
    picture = tuple("".join(rng.choice("#.") for _ in range(4)) for _ in range(3))
    layout = rng.choice(list(LAYOUTS | FLAT))
    return mutated((LAYOUTS | FLAT)[layout](picture).encode(), rng)


def graded(data: bytes) -> str:
    """Read an answer; what is read has the size of the puzzle."""
    reading = read_answer(data.decode("utf-8", "replace"), ("????",) * 3)
    assert reading.picture is None or [len(row) for row in reading.picture] == [4] * 3
    assert (reading.picture is None) == bool(reading.why)
    return "read" if reading.picture else "unreadable"


def reader(name: str) -> tuple[Callable[[Random], bytes], Callable[[bytes], str]]:
    return lambda rng: mutated(VALID[name](), rng), lambda data: read(name, data)


TARGETS: dict[str, tuple[Callable[[Random], bytes], Callable[[bytes], str]]] = {
    **{name: reader(name) for name in VALID},
    "recognition": (anything, detected),
    "certificates": (certificate, verified),
    "journals": (journal, loaded),
    "sets": (puzzle_set, audited),
    "answers": (answer, graded),
    "explanations": (explanation, explained),
    "studio": (drawing, drawn),
}
"""What makes a case of a random generator, and what is tried with it, which says what came of it."""


def attempt(target: str, data: bytes) -> tuple[str, str]:
    """Try a case; return its outcome, and what is wrong with it, if anything."""
    begin = time.thread_time()
    try:
        outcome = TARGETS[target][1](data)
    except InputError as error:
        outcome = "refused"
        if "\n" in str(error) or len(str(error)) > 400:
            return outcome, f"an error that is not a line: {error}"
    except Exception:
        return "failed", traceback.format_exc()
    took = time.thread_time() - begin
    return outcome, f"took {took:.1f} s" if took > (SLOW_PAGE if target == "printed" else SLOW) else ""


@cache
def corpus() -> list[tuple[str, Path]]:
    """Return the cases that once failed, each with its target."""
    return [(path.name.partition("-")[0], path) for path in sorted(CORPUS.iterdir())]


def faults(number: int) -> list[str]:
    """Try a case of a target, and first of all those that once failed; return what is wrong."""
    if number < len(corpus()):
        target, path = corpus()[number]
        name, data = path.name, path.read_bytes()
    else:
        target, name = [*TARGETS][number % len(TARGETS)], str(number)
        data = TARGETS[target][0](Random(f"{target} {number}"))
    _, wrong = attempt(target, data)
    return [f"{target} {name}: {wrong}"] if wrong else []

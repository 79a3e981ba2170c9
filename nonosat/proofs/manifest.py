"""The manifest of a certificate: `certificate.json`, and the formats of the other files.

    certificate.json    this: schema, claim, lengths and hashes of all other files
    puzzle.yaml         the puzzle as given
    solution-1.txt ...  the pictures, a character per cell
    unique.cnf          the reference encoding and, at its end, the clauses that the claim adds
                        (none.cnf, all.cnf, ...: see CLAIMS)
    cells.json          for each cell and value, the literal that says that the cell has the value
    proof.drat.xz       the proof that these clauses have no solution: DRAT text that ends with `0`

Some claims need no proof, and some have files of their own: see CLAIMS.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Annotated, BinaryIO

from nonosat import fields
from nonosat.encodings import dimacs, reference
from nonosat.errors import InputError
from nonosat.fields import number, parsed, placed, text as text_of
from nonosat.formats import yaml_format
from nonosat.formats.source import Source
from nonosat.problem import Problem
from nonosat.proofs.archive import MANIFEST
from nonosat.proofs.claims import CLAIMS
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.words import shown

SCHEMA = 2
"""The version of what `Certificate.text` writes. In schema 1, the claim was not given in words."""

PUZZLE, CELLS, PROOF = "puzzle.yaml", "cells.json", "proof.drat.xz"

LARGE = 1 << 23
"""Bytes: more than any puzzle, picture or list of hashes takes."""

ACL2_BOOK = '(include-book "projects/sat/lrat/stobj-based/run" :dir :system)'
"""What makes ACL2 check LRAT."""

MOST_COMPRESSED = 1000
"""A proof that unpacks to more times its compressed size is a bomb: real ones take 4 to 50."""

_NODES = (b"\n", b",", b"[", b"{", b":", b"? ", b"- ")  # every value in a YAML file begins with one of these
_MOST_NODES = 1_000_000

_text = text_of(10_000)
_size = number(0, 1 << 62)


@dataclass(frozen=True, slots=True)
class Stored:
    """A file's (or a text's) length and hash."""

    bytes: Annotated[int, _size]
    sha256: Annotated[str, _text]


@dataclass(frozen=True, slots=True)
class FormulaSize:
    """The refuted formula: its encoding's name, and its size with the clauses that the claim adds."""

    encoding: Annotated[str, _text]
    variables: Annotated[int, _size]
    clauses: Annotated[int, _size]


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof's text, as it is when unpacked, and how many variables it has that the clauses have not."""

    steps: Annotated[int, _size]
    bytes: Annotated[int, _size]
    sha256: Annotated[str, _text]
    extension: Annotated[int, _size]


@dataclass(frozen=True, slots=True)
class Certificate:
    """The content of `certificate.json`. `verdict` is the claim's name, `claim` says it in words. `formula`
    and `proof` are None if nothing was refuted. `origin` (what found and proved it, with versions) and
    `by_hand` (commands that check it without nonosat) are for people, and not checked.
    """

    verdict: str
    claim: str
    solutions: int
    files: dict[str, Stored]
    formula: FormulaSize | None = None
    proof: Proof | None = None
    origin: dict[str, str] = field(default_factory=dict)
    by_hand: list[str] = field(default_factory=list)

    @property
    def expected_files(self) -> list[str]:
        """The files that this claim requires, besides `certificate.json`."""
        entry = CLAIMS[self.verdict]
        found = [PUZZLE, *map(solution_name, range(1, self.solutions + 1)), *entry.files]
        return [*found, CELLS, cnf_name(self.verdict), PROOF] if entry.proof else found

    def text(self) -> str:
        """Return the certificate as JSON."""
        return json.dumps({"certificate": SCHEMA, **asdict(self)}, ensure_ascii=False, indent=2) + "\n"


def read(text: bytes) -> Certificate:
    """Read the output of `Certificate.text`. Raises InputError if it is anything else."""
    try:
        data = parsed(text)
    except InputError:
        raise InputError("not JSON", MANIFEST) from None
    _expect(isinstance(data, dict), "not a map")
    schema = data.pop("certificate", None)
    good = type(schema) is int and 1 <= schema <= SCHEMA
    _expect(good, f"not a certificate of schema 1 to {SCHEMA}")
    keys = [*Certificate.__dataclass_fields__]
    if schema == 1:
        keys.remove("claim")
    _expect(data.keys() == set(keys), f"has other keys than certificate, {', '.join(keys)}")
    if schema == 1 and isinstance(data["proof"], dict):
        _expect("extension" not in data["proof"], "has a proof with another key than its schema")
        data["proof"]["extension"] = 0
    _expect(isinstance(data["files"], dict), "lists no files")
    verdict, count = data["verdict"], data["solutions"]
    known = [name for name, entry in CLAIMS.items() if entry.schema <= schema]
    good = isinstance(verdict, str) and verdict in known
    _expect(good, f"has a verdict that is none of {', '.join(known)}")
    entry = CLAIMS[verdict]
    most = len(data["files"]) if entry.most is None else entry.most
    good = type(count) is int and entry.least <= count <= most
    _expect(good, "has another number of solutions than its verdict")
    data.setdefault("claim", entry.about.replace("N", str(count), 1))
    texts = [*data["origin"].values()] if isinstance(data["origin"], dict) else [None]
    texts += data["by_hand"] if isinstance(data["by_hand"], list) else [None]
    _expect(all(isinstance(text, str) for text in texts), "has no texts for origin and by_hand")
    try:
        found = Certificate(
            **data
            | {
                "claim": placed("claim", _text, data["claim"]),
                "files": {
                    name: fields.read(Stored, file, shown(name)) for name, file in data["files"].items()
                },
                "formula": fields.read(FormulaSize, data["formula"], "formula") if entry.proof else None,
                "proof": fields.read(Proof, data["proof"], "proof") if entry.proof else None,
            }
        )
    except InputError as error:
        raise error.at(MANIFEST) from None
    _expect(found.files.keys() == set(found.expected_files), "lists other files than its verdict takes")
    return found


def _expect(good: bool, otherwise: str) -> None:
    if not good:
        raise InputError(otherwise, MANIFEST)


def stored(file: BinaryIO) -> Stored:
    """Return the length and hash of what is left in a file."""
    digest = hashlib.sha256()
    size = 0
    while piece := file.read(1 << 20):
        digest.update(piece)
        size += len(piece)
    return Stored(size, digest.hexdigest())


def read_puzzle(data: bytes) -> Puzzle:
    """Read the puzzle's file. Raises InputError if it is not one puzzle, or is implausibly large."""
    if sum(map(data.count, _NODES)) > _MOST_NODES:
        raise InputError("has more entries than any puzzle", PUZZLE)
    puzzles = list(islice(yaml_format.read(Source(PUZZLE, data)), 2))
    if len(puzzles) != 1:
        raise InputError("expected one puzzle", PUZZLE)
    return puzzles[0]


def solution_name(number: int) -> str:
    """Return the name of a picture's file; they are counted from 1."""
    return f"solution-{number}.txt"


def picture_text(picture: Picture) -> str:
    """Write a picture as text."""
    return "".join(row + "\n" for row in picture)


def cnf_name(verdict: str) -> str:
    """Return the name of the clauses' file."""
    return f"{verdict}.cnf"


def cnf_lines(formula: reference.Formula, adds: str) -> Iterator[str]:
    """Yield the lines of the clauses' file; those that begin with `c` are for people."""
    more = f"; of the clauses at the end, {adds}" if adds else ""
    yield f"c the encoding {reference.NAME} of {PUZZLE}{more}"
    yield from (f"c {line}" for line in dimacs.cell_lines(formula.literals))
    yield from dimacs.lines(formula.variables, formula.clauses)


def cells_text(problem: Problem, formula: reference.Formula) -> str:
    """Write the cells' file: cells are counted from 0; `literals[cell][value]`: it has that value."""
    data = {"answer_key": problem.answer_key, "literals": formula.literals}
    return json.dumps(data, separators=(",", ":")) + "\n"


def commands(verdict: str) -> list[str]:
    """Return the commands that check the proof of a verdict without nonosat, run in the certificate's folder.

    The first two are enough. The others are verified checkers, each of which reads what the second writes.
    The proof is unpacked outside the folder: a folder with another file is not a certificate.
    """
    unpacked = f"../{PROOF.removesuffix('.xz')}"
    clauses = cnf_name(verdict)
    lrat = unpacked.replace("drat", "lrat")
    acl2 = f"(echo '{ACL2_BOOK}'; echo '(lrat::lrat-check \"../{clauses}\" \"{lrat}\")') | acl2"
    return [
        f"xz -dc {PROOF} > {unpacked}",
        f"drat-trim {clauses} {unpacked} -L {lrat}",
        f"cake_lpr {clauses} {lrat}",
        f"grep -v '^c' {clauses} > ../{clauses}; {acl2}",  # it knows no comments
    ]

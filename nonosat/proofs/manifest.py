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
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from typing import Annotated, Any, BinaryIO

from nonosat import fields
from nonosat.encodings import dimacs, reference
from nonosat.errors import InputError
from nonosat.fields import Check, check_at, items, mapping, number, one_of, text as text_of
from nonosat.formats import yaml_format
from nonosat.formats.source import Source
from nonosat.problem import Problem
from nonosat.proofs.archive import MANIFEST
from nonosat.proofs.claims import CLAIMS
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.records import dataclass, field
from nonosat.words import quote

SCHEMA = 2
"""The version of what `Certificate.text` writes."""

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


def _each(check: Check) -> Check:
    """Check each value of a map."""
    return lambda data: {name: check_at(quote(name), check, one, name) for name, one in mapping(data).items()}


def _a(cls: type[Any]) -> Check:
    return lambda data: fields.read(cls, data, "")


@dataclass(frozen=True)
class Stored:
    """A file's (or a text's) length and hash."""

    bytes: Annotated[int, _size]
    sha256: Annotated[str, _text]


@dataclass(frozen=True)
class FormulaSize:
    """The refuted formula: its encoding's name, and its size with the clauses that the claim adds."""

    encoding: Annotated[str, _text]
    variables: Annotated[int, _size]
    clauses: Annotated[int, _size]


@dataclass(frozen=True)
class Proof:
    """The proof's text, as it is when unpacked, and how many variables it has that the clauses have not."""

    steps: Annotated[int, _size]
    bytes: Annotated[int, _size]
    sha256: Annotated[str, _text]
    extension: Annotated[int, _size]


@dataclass(frozen=True)
class Certificate:
    """The content of `certificate.json`. `verdict` is the claim's name, `claim` says it in words. `formula`
    and `proof` are None if nothing was refuted. `origin` (what found and proved it, with versions) and
    `by_hand` (commands that check it without nonosat) are for people, and not checked.
    """

    verdict: Annotated[str, one_of(CLAIMS)]
    claim: Annotated[str, _text]
    solutions: Annotated[int, _size]
    files: Annotated[dict[str, Stored], _each(_a(Stored))]
    formula: Annotated[FormulaSize | None, _a(FormulaSize)] = None
    proof: Annotated[Proof | None, _a(Proof)] = None
    origin: Annotated[dict[str, str], _each(_text)] = field(default_factory=dict)
    by_hand: Annotated[Sequence[str], items(100, _text)] = ()

    @property
    def expected_files(self) -> list[str]:
        """The files that this claim requires, besides `certificate.json`."""
        entry = CLAIMS[self.verdict]
        names = [PUZZLE, *map(solution_name, range(1, self.solutions + 1)), *entry.files]
        return [*names, CELLS, cnf_name(self.verdict), PROOF] if entry.proof else names

    def text(self) -> str:
        """Return the certificate as JSON."""
        return json.dumps({"certificate": SCHEMA, **asdict(self)}, ensure_ascii=False, indent=2) + "\n"


def read(text: bytes) -> Certificate:
    """Read the output of `Certificate.text`. Raises InputError if it is anything else."""
    try:
        data = fields.mapping(fields.parse(text))
        schema = data.pop("certificate", None)
        if type(schema) is not int or schema != SCHEMA:
            raise InputError(f"not a certificate of schema {SCHEMA}")
        certificate = fields.read(Certificate, data, "")
        entry = CLAIMS[certificate.verdict]
        most = len(certificate.files) if entry.most is None else entry.most
        if not entry.least <= certificate.solutions <= most:
            raise InputError("has another number of solutions than its verdict")
        if {certificate.formula is not None, certificate.proof is not None} != {entry.proof}:
            both = "a formula and a proof" if entry.proof else "no formula and no proof"
            raise InputError(f"expected {both} for its verdict")
        if certificate.files.keys() != set(certificate.expected_files):
            raise InputError("lists other files than its verdict takes")
    except InputError as error:
        raise error.at(MANIFEST) from None
    return certificate


def digest(file: BinaryIO) -> Stored:
    """Return the length and hash of what is left in a file."""
    hashing = hashlib.sha256()
    size = 0
    while piece := file.read(1 << 20):
        hashing.update(piece)
        size += len(piece)
    return Stored(size, hashing.hexdigest())


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


def commands(verdict: str) -> tuple[str, ...]:
    """Return the commands that check the proof of a verdict without nonosat, run in the certificate's folder.

    The first two are enough. The others are verified checkers, each of which reads what the second writes.
    The proof is unpacked outside the folder: a folder with another file is not a certificate.
    """
    unpacked = f"../{PROOF.removesuffix('.xz')}"
    clauses = cnf_name(verdict)
    lrat = unpacked.replace("drat", "lrat")
    acl2 = f"(echo '{ACL2_BOOK}'; echo '(lrat::lrat-check \"../{clauses}\" \"{lrat}\")') | acl2"
    return (
        f"xz -dc {PROOF} > {unpacked}",
        f"drat-trim {clauses} {unpacked} -L {lrat}",
        f"cake_lpr {clauses} {lrat}",
        f"grep -v '^c' {clauses} > ../{clauses}; {acl2}",  # it knows no comments
    )

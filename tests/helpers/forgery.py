"""Forged certificates: changed files, random mutations, and whatever else is made to fit."""

from __future__ import annotations

import hashlib
import json
import lzma
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from nonosat import InputError
from nonosat.encodings import dimacs, reference
from nonosat.proofs import archive, manifest
from nonosat.proofs.claims import CLAIMS, NotVerified, Refutation, Stated
from nonosat.toolkit import Clock
from tests.helpers.proofs import proof_of

MANIFEST, PROOF, CELLS, PUZZLE = "certificate.json", "proof.drat.xz", "cells.json", "puzzle.yaml"
CLAIM, TABLE = "claim.json", "table.txt.xz"


MOST_MODELS = 60
"""The most models of false clauses that a forger excludes one by one."""


class Forgery:
    """A certificate's files by name, to be changed at will."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files

    @classmethod
    def read(cls, path: Path) -> Forgery:
        with archive.open_archive(str(path)) as files:
            return cls({name: files.open(name).read() for name in files.sizes})

    def copy(self) -> Forgery:
        return Forgery(dict(self.files))

    def write(self, folder: Path) -> Path:
        path = folder / f"forgery-{len(list(folder.iterdir()))}"
        path.mkdir()
        for name, data in self.files.items():
            (path / name).write_bytes(data)
        return path

    @property
    def manifest(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.files[MANIFEST])
        return found

    def put(self, name: str, data: bytes) -> Forgery:
        self.files[name] = data
        return self

    def take(self, name: str) -> bytes:
        """Take a file away."""
        return self.files.pop(name)

    def say(self, **changes: Any) -> Forgery:
        """Change what certificate.json says; `part__key` reaches into a part."""
        data = self.manifest
        for name, value in changes.items():
            part, _, key = name.rpartition("__")
            (data[part] if part else data)[key] = value
        return self.put(MANIFEST, json.dumps(data).encode())

    @property
    def proof(self) -> list[bytes]:
        """The proof's lines, with their ends."""
        return lzma.decompress(self.files[PROOF]).splitlines(keepends=True)

    @property
    def clauses(self) -> list[list[int]]:
        """The clauses, as they are in the file."""
        lines = self.files[manifest.cnf_name(self.manifest["verdict"])].splitlines()
        return [list(map(int, line.split()))[:-1] for line in lines if line[:1] not in b"cp"]

    def prove(self, lines: list[bytes]) -> Forgery:
        """Replace the proof."""
        return self.put(PROOF, lzma.compress(b"".join(lines)))

    def edit(self, name: str, old: bytes, new: bytes) -> Forgery:
        """Replace a part of a file that is there."""
        assert old in self.files[name]
        return self.put(name, self.files[name].replace(old, new, 1))

    def lines(self, name: str, change: Callable[[list[bytes]], Any]) -> Forgery:
        """Change the lines of a file in place."""
        lines = self.files[name].splitlines(keepends=True)
        change(lines)
        return self.put(name, b"".join(lines))

    def sealed(self) -> Forgery:
        """Make all lengths and hashes fit the files that exist."""
        data = self.manifest
        data["files"] = {name: _seal(file) for name, file in self.files.items() if name != MANIFEST}
        if PROOF in self.files:
            text = lzma.decompress(self.files[PROOF])
            data["proof"] |= {"steps": text.count(b"\n"), **_seal(text)}
        return self.put(MANIFEST, json.dumps(data).encode())


def _seal(data: bytes) -> dict[str, Any]:
    return {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def mutated(data: bytes, random: Random) -> bytes:
    """Return a text with one thing changed: a byte, a number, a line."""
    at = random.randrange(len(data))
    lines = data.splitlines(keepends=True)
    line, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(8):
        case 0:
            return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
        case 1:
            return data[:at] + data[at + 1 :]
        case 2:
            return data[:at] + bytes([random.choice(b'0123456789- \n"{}[]d#.?')]) + data[at:]
        case 3:
            return data[:at]
        case 4:
            del lines[line]
        case 5:
            lines.insert(other, lines[line])
        case 6:
            lines[line], lines[other] = lines[other], lines[line]
        case _:
            words = lines[line].split(b" ")
            word = random.randrange(len(words))
            words[word] = words[word][1:] if words[word].startswith(b"-") else b"-" + words[word]
            lines[line] = b" ".join(words)
    return b"".join(lines)


def told(forgery: Forgery) -> dict[str, Any]:
    """Return what the claim's own file says."""
    found: dict[str, Any] = json.loads(forgery.files[CLAIM])
    return found


def tell(forgery: Forgery, content: object) -> Forgery:
    """Change that."""
    return forgery.put(CLAIM, json.dumps(content).encode())


def rows(forgery: Forgery, change: Callable[[list[bytes]], object]) -> Forgery:
    """Change the rows of the table, and its length in claim.json."""
    lines = lzma.decompress(forgery.files[TABLE]).splitlines(keepends=True)
    change(lines)
    text = b"".join(lines)
    return tell(forgery.put(TABLE, lzma.compress(text)), told(forgery) | {"table": len(text)})


# What a careful forger makes fit.


def refutation_of(forgery: Forgery) -> tuple[str, Refutation | None] | None:
    """Return what a certificate claims, from its puzzle, pictures and claim.json; None if that is nothing."""
    said = forgery.manifest
    try:
        puzzle = manifest.read_puzzle(forgery.files[PUZZLE])
        pictures = [
            tuple(forgery.files[f"solution-{n}.txt"].decode().splitlines())
            for n in range(1, said["solutions"] + 1)
        ]
        if any(puzzle.fault(picture) for picture in pictures):
            return None
        values = [puzzle.values(picture) for picture in pictures]
        files = Stated(puzzle, puzzle.problem(), values, lambda name: BytesIO(forgery.files[name]), Clock())
        shown = CLAIMS.load(said["verdict"]).show(files)
    except (NotVerified, InputError, LookupError, ValueError):
        return None
    return shown.says, shown.refutation


def again(forgery: Forgery, proof: list[bytes] | None = None) -> Forgery:
    """Write the clauses and the claim that go with the changed content, as a careful forger would; the proof
    stays, or is replaced. What does not show a claim is left as it is.
    """
    found = refutation_of(forgery)
    if found is None:
        return forgery.sealed()
    says, refutation = found
    clauses = encoded(refutation) if refutation else None
    if refutation is not None and clauses is not None:
        write(forgery, *clauses, refutation)
    if proof is not None and PROOF in forgery.files:
        forgery.prove(proof)
    return forgery.say(claim=says).sealed()


def encoded(refutation: Refutation) -> tuple[reference.Formula, list[list[int]]]:
    """Return the clauses of a Problem, and those that the claim adds."""
    formula = reference.encode(refutation.problem)
    return formula, [list(clause) for clause in refutation.added(formula.literals)]


def write(
    forgery: Forgery, formula: reference.Formula, added: Sequence[Sequence[int]], refutation: Refutation
) -> None:
    """Write the clauses' files, and say their size."""
    verdict = forgery.manifest["verdict"]
    cells = manifest.cells_text(refutation.problem, formula)
    for clause in added:
        formula.add(*clause)
    lines = manifest.cnf_lines(formula, refutation.adds)
    forgery.put(manifest.cnf_name(verdict), "".join(f"{line}\n" for line in lines).encode())
    forgery.put(CELLS, cells.encode())
    size = {"encoding": reference.NAME, "variables": formula.variables, "clauses": len(formula.clauses)}
    forgery.say(formula=size, proof=forgery.manifest["proof"] or {"extension": 0})
    forgery.files.setdefault(PROOF, lzma.compress(b"0\n"))


def proof_by_force(clauses: Sequence[Sequence[int]], cells: set[int]) -> tuple[list[list[int]], list[bytes]]:
    """Return clauses that are missing for a refutation, each of which excludes a model by its cells, and the
    proof that all of them have no solution; no proof if there are too many models.
    """
    from pysat.solvers import Solver

    missing: list[list[int]] = []
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        while solver.solve():
            if len(missing) == MOST_MODELS:
                return [], []
            missing.append([-literal for literal in solver.get_model() or () if abs(literal) in cells])
            solver.add_clause(missing[-1])
    return missing, [line + b"\n" for line in proof_of([*clauses, *missing])]


def forced(forgery: Forgery, random: Random, in_clauses: bool) -> bool:
    """Make everything fit what is claimed, whether it is true or not, by clauses that exclude the solutions
    that are in the way: among the clauses, or as lemmas, which do not follow.
    """
    found = refutation_of(forgery)
    says, refutation = found or ("", None)
    clauses = encoded(refutation) if refutation else None
    if refutation is None or clauses is None:
        return False
    formula, added = clauses
    cells = {abs(literal) for row in formula.literals for literal in row}
    missing, proof = proof_by_force([*formula.clauses, *added], cells)
    if not proof:
        return False
    random.shuffle(missing)
    if in_clauses:
        formula.clauses += missing
    else:
        proof = [*((dimacs.clause_line(clause) + "\n").encode() for clause in missing), *proof]
    write(forgery, formula, added, refutation)
    forgery.prove(proof).say(claim=says, proof__extension=0)
    return True

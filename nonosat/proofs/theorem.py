"""The checker `theorem`: ACL2 proves that a claim on a puzzle is true.

It gets the puzzle and the pictures as they are written in their files, and a refutation: clauses, what their
variables mean, and LRAT. Nothing in the refutation is trusted (see `books` and docs/certificates.md). ACL2
prints what it has proven, and that is compared with the puzzle.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from nonosat.encodings import dimacs
from nonosat.encodings.dimacs import Clauses
from nonosat.encodings.drat import ProofError, Step
from nonosat.encodings.reference import Formula
from nonosat.errors import InputError
from nonosat.formats import documents
from nonosat.problem import Constraint, Count, Problem, Regular, Values
from nonosat.problem.automaton import slack
from nonosat.processes import programs
from nonosat.processes.files import writing
from nonosat.processes.limits import Clock
from nonosat.processes.progress import stage
from nonosat.proofs import acl2
from nonosat.proofs.archive import new_folder
from nonosat.proofs.checkers import write_lrat
from nonosat.puzzles import Puzzle

CLAIMS = {
    **dict.fromkeys(("unique", "none", "all"), "exactly"),
    "multiple": "several",
    "certain": "certain",
}
"""The claims of certificates, by their names, and those of the books."""

TRUSTED = (
    "that what ACL2 has proven, as printed, is about the puzzle you mean",
    "the pages of specification (proofs/books: problem, notation, and that of the kind)",
    "ACL2, its Lisp, and this machine",
)

BOOK = "this-puzzle"
"""The name of the theorem about one puzzle, and of the book that has it."""

_STATEMENTS = {
    "exactly": """(and (no-duplicatesp-equal (pictures-of *pictures* *puzzle*))
       (iff (solves values (problem-of *puzzle*))
            (member-equal values (pictures-of *pictures* *puzzle*))))""",
    "several": "(several-checked (problem-of *puzzle*) (pictures-of *pictures* *puzzle*))",
    "certain": """(and (all-solve (pictures-of *pictures* *puzzle*) (problem-of *puzzle*))
       (implies (and (solves values (problem-of *puzzle*))
                     (natp cell) (< cell (len values)))
                (member-equal (nth cell values)
                              (seen-in cell (pictures-of *pictures* *puzzle*)))))""",
}

_BOOK = f"""; A theorem about one puzzle: certify.sh lets ACL2 prove it again.

(in-package "ACL2")
(include-book "{acl2.BOOKS[-1]}")

(defconst *puzzle*
 '{{1}})

(defconst *pictures*
 '{{2}})

(local (claimed {{0}})) ; by the refutation in table.lsp, formula.cnf and proof.clrat

(defthm {BOOK}
  {{3}}
  :rule-classes nil
  :hints (("Goal" :in-theory nil :use as-claimed)))"""

_CERTIFY = f"""#!/bin/sh
# Certifies the theorem about this puzzle, and before it all books that it includes.
cd "$(dirname "$0")" || exit
for book in {" ".join((*acl2.BOOKS, BOOK))}; do
  (cat cert.acl2; echo "(certify-book \\"$book\\" ?)") | acl2 > "$book.out"
  test -e "$book.cert" || {{ echo "$book: not certified, see $book.out"; exit 1; }}
  echo "$book: certified"
done"""

_ABOUT = {"kind", "title", "author", "origin", "licence", "source", "goal"}
"""The keys of a puzzle's document that are not part of its rules."""

Fields = dict[str, list[str]]


class Theorem:
    """A claim on a puzzle for ACL2 to prove, with the pictures that it is about.

    `about` says what is refuted. `proven` has the lines in which ACL2 says what it has proven, once it has.
    `book` is a new folder for the theorem about this puzzle.
    """

    def __init__(
        self, claim: str, puzzle: Puzzle, solutions: Sequence[Values], book: str | None = None
    ) -> None:
        if puzzle.kind not in acl2.BOOKS:
            what = (
                f"the theorem is about the kinds whose rules the books state; {puzzle.kind} is none of them"
            )
            raise InputError(what)
        self.claim = claim
        self.book = book
        self.kind = puzzle.kind
        self.fields = fields(puzzle)
        self.pictures = [_rows(puzzle, values) for values in solutions]
        self.proven: list[str] = []
        self._table: Iterable[str] = ()

    def about(self, problem: Problem, formula: Formula) -> None:
        """Say what is refuted: the clauses of this Problem, with these meanings, and what the claim adds."""
        self._table = _table(problem, formula)

    def check(self, variables: int, clauses: Clauses, steps: Iterable[Step], clock: Clock) -> None:
        """Let ACL2 prove the claim from a refutation. Raises ProofError if it does not."""
        with programs.folder() as folder, writing(folder):
            _write_lines(folder / "table.lsp", chain("(", self._table, ")"))
            _write_lines(folder / "formula.cnf", dimacs.lines(variables, clauses))
            write_lrat(folder / "proof.lrat", variables, clauses, steps, clock)
            with (folder / "proof.lrat").open("rb") as text, (folder / "proof.clrat").open("wb") as binary:
                binary.writelines(map(_binary, text))
            (folder / "proof.lrat").unlink()
            self._prove(folder, clock)

    def prove(self, clock: Clock) -> None:
        """Let ACL2 prove a claim that the pictures alone show."""
        with programs.folder() as folder, writing(folder):
            self._prove(folder, clock)

    def _prove(self, folder: Path, clock: Clock) -> None:
        _write_lines(folder / "claim.lsp", [self._lisp])
        with stage("proving the theorem"):
            lines = acl2.run_with_books(f'(verify-files "{folder}")', clock)
        if "s VERIFIED" not in lines:
            wrong = any("HARD ACL2 ERROR" in line for line in lines)
            raise ProofError(f"ACL2 refuses {'the proof' if wrong else 'the claim, a picture or a clause'}")
        self.proven = lines[lines.index("proven:") + 1 : lines.index("s VERIFIED")]
        if self.proven != [*self._lines]:
            raise ProofError("ACL2 has proven something else than was asked")
        if self.book:
            self._write_book(folder, self.book)

    def _write_book(self, folder: Path, path: str) -> None:
        """Write the theorem about this puzzle as a book in a new folder, with all that it needs."""
        with new_folder(path) as new:
            for name, text in acl2.sources().items():
                (new / name).write_bytes(text)
            for name in {"table.lsp", "formula.cnf", "proof.clrat"} & {
                file.name for file in folder.iterdir()
            }:
                shutil.copy(folder / name, new / name)
            _write_lines(new / "certify.sh", [_CERTIFY])
            says = _STATEMENTS[self.claim]
            _write_lines(new / f"{BOOK}.lisp", [_BOOK.format(self.claim, self._puzzle, self._pictures, says)])

    @property
    def _lisp(self) -> str:
        """The claim, as ACL2 reads it."""
        return f"({self.claim}\n {self._puzzle}\n {self._pictures})"

    @property
    def _puzzle(self) -> str:
        entries = (f"({name} {_texts(texts)})" for name, texts in self.fields.items())
        return "({})".format("\n  ".join([self.kind, *entries]))

    @property
    def _pictures(self) -> str:
        return "({})".format("\n  ".join(f"({_texts(rows)})" for rows in self.pictures))

    @property
    def _lines(self) -> Iterator[str]:
        """The claim, as ACL2 prints it once it is proven."""
        yield f"kind: {self.kind}"
        for name, texts in self.fields.items():
            yield f"{name}:"
            yield from (f"- {quoted(text)}" for text in texts)
        yield f"claim: {self.claim}"
        for rows in self.pictures:
            yield "picture:"
            yield from (f"- {quoted(row)}" for row in rows)


def fields(puzzle: Puzzle) -> Fields:
    """Return what a puzzle's file says about its rules, as lists of texts."""
    found: Fields = {}
    for name, value in documents.plain(puzzle).items():
        if name == "palette":
            found[name] = ["." + "".join(char for char in value if char != ".")]
        elif name == "diagrams":
            found["diagram"] = [*value[0]]
        elif name not in _ABOUT:
            found[name] = [*value]
    if not all(text.isascii() for texts in found.values() for text in texts):
        raise InputError("the theorem is about puzzles whose colours are ASCII characters")
    return found


def _rows(puzzle: Puzzle, values: Values) -> Sequence[str]:
    """Return a picture; that of strips has a 1 for each placement that is chosen."""
    return ["".join(map(str, values))] if puzzle.kind == "strips" else puzzle.picture(values)


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    with path.open("w", encoding="ascii") as file:
        file.writelines(line + "\n" for line in lines)


def _table(problem: Problem, formula: Formula) -> Iterator[str]:
    """Yield what the variables mean: cell and values, or constraint, place and states."""
    for cell, row in enumerate(formula.literals):
        for variable in {abs(literal) for literal in row}:
            values = sum(1 << value for value, literal in enumerate(row) if literal == variable)
            yield f"({variable} :cell {cell} 0 . {values})"
    states = [_states(constraint) for constraint in problem.constraints]
    for variable, (constraint, place, low, high) in formula.meanings.items():
        mask = sum(1 << state for state in states[constraint][low : high + 1])
        yield f"({variable} :state {constraint} {place} . {mask})"


def _states(constraint: Constraint) -> Sequence[int]:
    """Return the numbers that a constraint's states have in the books, where a block has all of its states,
    even if it has less room.
    """
    if isinstance(constraint, Count):
        return range(max(0, min(constraint.most, len(constraint.options) + 1)) + 2)
    if isinstance(constraint, Regular):
        return range(len(constraint.automaton.next))
    found, number, room = [0], 0, max(slack(constraint.blocks, len(constraint.cells)), 0)
    for block in constraint.blocks:
        found += range(number + 1, number + 1 + min(block.high, block.low + room))
        number += block.high + 1
        found.append(number)
    return found


def _binary(line: bytes) -> bytes:
    """Return a line of LRAT in its binary form: seven bits of a number to a byte, its sign as the lowest.

    In a lemma, all literals but the first are in the order of their variables, as ACL2 wants them.
    """
    words = line.split()
    if words[1] == b"d":
        kind, numbers = b"d", [int(word) for word in words[2:]]
    else:
        kind, numbers = b"a", [int(word) for word in words]
        end = numbers.index(0)
        numbers[2:end] = sorted(numbers[2:end], key=abs)
    found = bytearray(kind)
    for number in numbers:
        rest = 2 * abs(number) + (number < 0)
        while rest > 127:
            found.append(rest & 127 | 128)
            rest >>= 7
        found.append(rest)
    return bytes(found)


def quoted(text: str) -> str:
    """Return a text as ACL2 reads it, and YAML, too."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _texts(texts: Iterable[str]) -> str:
    return " ".join(map(quoted, texts))

"""The checker `theorem`: ACL2 proves that a claim on a puzzle is true.

It gets the puzzle and the pictures as they are written in their files, and a refutation: clauses, what their
variables mean, and LRAT. Nothing in the refutation is trusted (see `books` and docs/certificates.md). ACL2
prints what it has proven, and that is compared with the puzzle.
"""

from __future__ import annotations

import shutil
import string
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import prod
from pathlib import Path

from nonosat.encodings import dimacs
from nonosat.encodings.dimacs import Clauses
from nonosat.encodings.drat import ProofError, Step
from nonosat.encodings.reference import Formula
from nonosat.errors import InputError, writing
from nonosat.formats import documents
from nonosat.problem import Constraint, Count, Problem, Regular, Runs, Values
from nonosat.problem.blocks import slack
from nonosat.processes import programs
from nonosat.processes.clock import Clock
from nonosat.processes.progress import Stage
from nonosat.proofs.archive import new_folder
from nonosat.proofs.checkers import write_lines
from nonosat.proofs.claims import Stated, conflict, read_claim, repair
from nonosat.puzzles import CellPuzzle, Puzzle
from nonosat.records import replace
from nonosat.theorem import acl2

CLAIMS = {
    **dict.fromkeys(("unique", "none", "all", "conflict"), "exactly"),
    "multiple": "several",
    **{name: name for name in ("certain", "count", "givens", "repair")},
}
"""The claims of certificates, by their names, and those of the books."""

_TRUSTED = (
    "that what ACL2 has proven, as printed, is about the puzzle you mean",
    "the pages of specification (theorem/books: problem, notation, that of the kind, meaning)",
    "ACL2, its Lisp, and this machine",
)

BOOK = "this-puzzle"
"""The name of the theorem about one puzzle, and of the book that has it."""

_BOOK = f"""; A theorem about one puzzle: certify.sh lets ACL2 prove it again.

(in-package "ACL2")
(include-book "{acl2.BOOKS[-1]}")

(defconst *claim*
 '{{}})

(local (proven-by-files)) ; by the refutation in table.lsp, formula.cnf and proof.clrat

(defthm {BOOK}
  (holds *claim* values cell fewer)
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
"""Names, and lists of what ACL2 reads, as it prints it."""

_DIGITS = string.digits + string.ascii_lowercase


class Theorem:
    """What is stated of a puzzle, which is shown already but for a refutation, for ACL2 to prove.

    It is a Theorem of `nonosat.proofs.checkers`.
    """

    trusted: Sequence[str] = _TRUSTED

    def __init__(self, verdict: str, stated: Stated, book: str | None = None) -> None:
        puzzle = stated.puzzle
        self.claim = CLAIMS[verdict]
        self.book = book
        if verdict == "repair" and isinstance(puzzle, CellPuzzle):  # its own clues say nothing
            puzzle = puzzle.asking_for(puzzle.picture(stated.solutions[0]))
        if verdict == "conflict":  # some of its constraints, as a Problem
            stated = replace(stated, problem=conflict.problem_of(stated))
        # The book of nonograms knows no `*` in clues: it is an automaton.
        whole = not stated.problem.forms.rules and verdict != "conflict"
        in_books = puzzle.kind in acl2.KINDS and (verdict == "repair" or whole)
        self.kind = puzzle.kind if in_books else "problem"
        self.fields = fields(puzzle) if in_books else problem_fields(stated.problem)
        self.pictures = [self._rows(puzzle, values) for values in stated.solutions]
        self.said, self._hints = _say(verdict, stated)
        self.proven: Sequence[str] = ()
        self._table: Iterable[str] = ()

    def _rows(self, puzzle: Puzzle, values: Values) -> list[str]:
        """Return a picture; that of strips has a 1 for each placement that is chosen."""
        drawn = self.kind in acl2.KINDS and isinstance(puzzle, CellPuzzle)
        rows = puzzle.picture(values) if drawn else ["".join([_DIGITS[value] for value in values])]
        return [*map(quote, rows)]

    def about(self, problem: Problem, formula: Formula) -> None:
        """See Theorem."""
        self._table = _table(problem, formula)

    def check(self, variables: int, clauses: Clauses, steps: Iterable[Step], clock: Clock) -> None:
        """Let ACL2 prove the claim from a refutation. Raises ProofError if it does not."""
        from nonosat.proofs.check_long import write_lrat

        with programs.folder() as folder, writing(folder):
            write_lines(folder / "table.lsp", chain(["(("], self._table, [f"){self._hints})"]))
            write_lines(folder / "formula.cnf", dimacs.lines(variables, clauses))
            write_lrat(folder / "proof.clrat", variables, clauses, steps, clock, binary=True)
            self._prove(folder, clock)

    def prove(self, clock: Clock) -> None:
        """Let ACL2 prove a claim that the pictures alone show."""
        with programs.folder() as folder, writing(folder):
            self._prove(folder, clock)

    def _prove(self, folder: Path, clock: Clock) -> None:
        write_lines(folder / "claim.lsp", [self._lisp])
        first = "(look-up-again)" if self.claim == "count" else ""
        with Stage("proving the theorem"):
            lines = acl2.run_with_books(first, clock, *acl2.judging(folder))
        if "s VERIFIED" not in lines:
            raise ProofError(acl2.refusal(lines))
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
            write_lines(new / "certify.sh", [_CERTIFY])
            write_lines(new / f"{BOOK}.lisp", [_BOOK.format(self._lisp)])

    @property
    def _lisp(self) -> str:
        """The claim, as ACL2 reads it."""
        puzzle = "\n   ".join([self.kind, *_entries(self.fields)])
        pictures = "\n   ".join(f"({' '.join(rows)})" for rows in self.pictures)
        return "\n  ".join([f"({self.claim}", f"({puzzle})", f"({pictures})", *_entries(self.said)]) + ")"

    @property
    def _lines(self) -> Iterator[str]:
        """The claim, as ACL2 prints it once it is proven."""
        yield f"kind: {self.kind}"
        yield from _list_fields(self.fields)
        yield f"claim: {self.claim}"
        for rows in self.pictures:
            yield from _list_fields({"picture": rows})
        yield from _list_fields(self.said)


def _entries(fields: Fields) -> list[str]:
    return [f"({name} {' '.join(items)})" for name, items in fields.items()]


def _list_fields(fields: Fields) -> Iterator[str]:
    for name, items in fields.items():
        yield f"{name}:"
        yield from (f"- {item}" for item in items)


def fields(puzzle: Puzzle) -> Fields:
    """Return what a puzzle's file says about its rules, as lists of texts in quotes."""
    shown: Fields = {}
    for name, value in documents.plain(puzzle).items():
        if name == "palette":
            shown[name] = ["." + "".join(char for char in value if char != ".")]
        elif name == "diagrams":
            shown["diagram"] = [*value[0]]
        elif name not in _ABOUT:
            shown[name] = [*value]
    if not all(text.isascii() for texts in shown.values() for text in texts):
        raise InputError("the theorem is about puzzles whose colours are ASCII characters")
    return {name: [*map(quote, texts)] for name, texts in shown.items()}


def problem_fields(problem: Problem) -> Fields:
    """Return a puzzle of any other kind, as a Problem: cells and constraints instead of clues."""
    if sorted(problem.answer_key) != [*range(len(problem.sizes))]:
        raise InputError("the theorem compares solutions by all cells, this kind only by some")
    if max(problem.sizes, default=0) > len(_DIGITS):
        raise InputError(f"the theorem is about cells of up to {len(_DIGITS)} values")
    return {
        "sizes": [_list(problem.sizes)],
        "givens": [_list(map(_pair, problem.givens))],
        "constraints": [*map(_constraint, problem.constraints)],
    }


def _constraint(constraint: Constraint) -> str:
    """Return a constraint as ACL2 prints it: its rule, and the options that it reads."""
    options: Iterable[object] = constraint.cells
    if isinstance(constraint, Count):
        rule, options = f"(:COUNT {constraint.least} . {constraint.most})", map(_pair, constraint.options)
    elif isinstance(constraint, Runs):
        rule = _list([":RUNS", *map(_list, constraint.blocks)])
    else:
        automaton = constraint.automaton
        rows = (
            _list(["T" if state in automaton.finals else "NIL", *map(_pair, steps.items())])
            for state, steps in enumerate(automaton.next)
        )
        rule = _list([":REGULAR", *rows])
    return _list([rule, *options])


def _say(verdict: str, stated: Stated) -> tuple[Fields, str]:
    """Return what a claim says besides its pictures, and what shows it to ACL2."""
    if verdict == "count":
        groups = read_claim(stated, "groups", "table")["groups"]
        order = (cell for group in groups for cell in group["cells"])
        return {"number": [str(prod(int(group["ways"]) for group in groups))]}, f". {_list(order)}"
    if verdict == "givens":
        return {"cells": [str(cell) for cell in read_claim(stated, "givens")]}, ""
    if verdict == "repair":
        claim = read_claim(stated, "changes", "others")
        smaller = repair.smaller_sets(stated.solutions[0], max(stated.problem.sizes), len(claim["changes"]))
        pairs = zip(smaller, claim["others"], strict=True)
        others = (f"({_list(map(_pair, few))} . {_list(map(_pair, other))})" for few, other in pairs)
        return {"changes": [*map(_pair, claim["changes"])]}, f". {_list(others)}"
    return {}, ""


def _list(items: Iterable[object]) -> str:
    return f"({' '.join(map(str, items))})" if (items := [*items]) else "NIL"


def _pair(pair: Sequence[object]) -> str:
    return "({} . {})".format(*pair)


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
    states, number, room = [0], 0, max(slack(constraint.blocks, len(constraint.cells)), 0)
    for block in constraint.blocks:
        states += range(number + 1, number + 1 + min(block.high, block.low + room))
        number += block.high + 1
        states.append(number)
    return states


def quote(text: str) -> str:
    """Return a text as ACL2 reads it, and YAML, too."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'

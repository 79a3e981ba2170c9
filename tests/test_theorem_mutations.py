"""Mistakes planted in the books: each makes a proof fail, or the specification differ from brute force."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from nonosat.processes.limits import Clock
from nonosat.proofs import acl2
from tests.helpers.theorem import AGREE, comparison

pytestmark = [pytest.mark.needs("theorem"), pytest.mark.slow]

PAGES = ("problem", "notation", "nonogram", "triddler", "mosaic", "springs", "strips", "kinds")

SPECIFICATION = [
    ("problem", "(equal (nth (car option) values) (cdr option))", "(equal (nth (car option) values) 1)"),
    ("problem", "((equal (car line) 0) (runs (cdr line)))", "((equal (car line) 1) (runs (cdr line)))"),
    ("problem", "(atom runs)\n", "t\n"),
    ("problem", "(equal (caar runs) (first (car clue)))", "t"),
    ("problem", "(<= (cdar runs) (third (car clue)))", "t"),
    ("problem", "(<= (ones line) (cddr rule))", "t"),
    ("problem", "           (all-satisfied (cdr constraints) values)", "           t"),
    ("problem", "(all-given (second problem) values)", "t"),
    ("notation", "(list (colour (cdr word) palette) 1 n)", "(list (colour (cdr word) palette) 2 n)"),
    ("notation", "(cons (cons cell (place-in (car chars) palette))", "(cons (cons cell 1)"),
    ("nonogram", "(columns-of-cells w w h 0)", "(columns-of-cells w w h 1)"),
    ("triddler", "(reverse (car rows))", "(car rows)"),
    ("triddler", "(+ 1 r (* -2 topleft))", "(- r)"),
    ("mosaic", "(if (< 0 i) (list (- i 1)) nil)", "nil"),
    ("springs", "(givens-of cells '(#\\. #\\#) 0)", "nil"),
    ("strips", "'(:count 1 . 1)", "'(:count 0 . 1)"),
    ("strips", "(if (equal n 1) nil", "(if (equal n 2) nil"),
]

CHECKER = [
    ("word", "(and (<= lo 0) (+ 1 (nfix hi)))", "(and (< lo 0) (+ 1 (nfix hi)))"),
    ("machine", "(<= (nfix k) (ifix (tl (tl m))))", "(< (nfix k) (ifix (tl (tl m))))"),
    ("moves", "(if (equal (meet values (others (single (cdr option)))) 0) 0 1)", "0"),
    ("meanings", "(others (set-of d))", "(set-of d)"),
    ("sweep", "(cond ((equal set 0) t)", "(cond ((equal set 1) t)"),
    ("clauses", "(equal (meet (set-of (car items)) (tl (car clause))) 0)", "t"),
    ("clauses", "(cond ((atom formula) t)", "(cond ((consp formula) t)"),
    ("claims", "(no-duplicatesp-equal pictures)\n       (check", "t\n       (check"),
    ("claims", "(others (single (car values)))", "(single (car values))"),
]


def mutated(book: str, old: str, new: str) -> str:
    text = acl2.sources()[f"{book}.lisp"].decode()
    assert old in text, (book, old)
    return text.replace(old, new, 1)


@pytest.mark.parametrize(("book", "old", "new"), SPECIFICATION)
def test_a_mistake_in_the_specification_differs_from_brute_force(book: str, old: str, new: str) -> None:
    pages = {page: acl2.sources()[f"{page}.lisp"].decode() for page in PAGES} | {
        book: mutated(book, old, new)
    }
    text = "\n".join(pages.values())
    for page in PAGES:
        text = text.replace(f'(include-book "{page}")', "")
    script = "\n".join(map(comparison, range(400)))
    printed = acl2.run(f"{text}\n{AGREE}\n{script}", Clock())
    assert any("differs" in line or "Error" in line for line in printed)


@pytest.mark.parametrize(("book", "old", "new"), CHECKER)
def test_a_mistake_in_the_checker_makes_a_proof_fail(book: str, old: str, new: str, tmp_path: Path) -> None:
    place = acl2.folder()
    text = re.sub(r'\(include-book "([a-z]+)"\)', rf'(include-book "{place}/\1")', mutated(book, old, new))
    path = tmp_path / book
    path.with_suffix(".lisp").write_text(text)
    acl2.run_with_books("", Clock())
    acl2.run(f'(ld "{place}/cert.acl2")\n(certify-book "{path}" ? nil)', Clock())
    assert not path.with_suffix(".cert").exists()


def test_unchanged_books_would_pass(tmp_path: Path) -> None:
    """The two tests above could fail for any reason; here nothing is changed."""
    test = test_a_mistake_in_the_checker_makes_a_proof_fail
    with pytest.raises(AssertionError):
        test("sweep", "(defun sweep", "(defun sweep", tmp_path)
    with pytest.raises(AssertionError):
        test_a_mistake_in_the_specification_differs_from_brute_force("problem", "(defun runs", "(defun runs")

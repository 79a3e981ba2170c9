"""Mistakes planted in the books: each makes a proof fail, or the specification differ from brute force."""

import os
import re
from pathlib import Path

import pytest

from nonosat.processes.clock import Clock
from nonosat.theorem import acl2
from tests.helpers.programs import needs
from tests.helpers.theorem import (
    AGREE,
    ASKED,
    comparison,
    comparison_of_clues,
    comparison_of_numbers,
    comparison_of_problems,
)


@pytest.fixture(autouse=True, scope="module")
def certified_books() -> None:
    needs("theorem")
    acl2.run_with_books("", Clock())


PAGES = ("problem", "notation", "nonogram", "triddler", "mosaic", "springs", "strips", "kinds", "meaning")

SPECIFICATION = [
    ("problem", "(equal (nth (car option) values) (cdr option))", "(equal (nth (car option) values) 1)"),
    ("problem", "((equal (car line) 0) (runs (cdr line)))", "((equal (car line) 1) (runs (cdr line)))"),
    ("problem", "(+ 1 (cdar rest))", "(+ 2 (cdar rest))"),
    ("problem", "(cons (cons (car line) 1) (runs (cdr line)))", "(cons (cons 1 1) (runs (cdr line)))"),
    ("problem", "(atom runs)\n", "t\n"),
    ("problem", "(equal (caar runs) (first (car clue)))", "t"),
    ("problem", "(<= (second (car clue)) (cdar runs))", "t"),
    ("problem", "(<= (cdar runs) (third (car clue)))", "t"),
    ("problem", "(+ 1 (ones (cdr line)))", "(ones (cdr line))"),
    ("problem", "(<= (cadr rule) (ones line))", "t"),
    ("problem", "(<= (ones line) (cddr rule))", "t"),
    ("problem", "           (all-satisfied (cdr constraints) values)", "           t"),
    ("problem", "(all-given (second problem) values)", "t"),
    ("problem", "(car (nth at automaton))", "t"),
    ("problem", "(accepted (cdr line) (cdr step) automaton)", "(accepted (cdr line) at automaton)"),
    ("problem", "(and (consp step)", "(and t"),
    ("notation", "(list (colour (cdr word) palette) 1 n)", "(list (colour (cdr word) palette) 2 n)"),
    ("notation", "(+ (* 10 so-far) (car digits))", "(+ (* 9 so-far) (car digits))"),
    ("notation", "(cons (cons cell (place-in (car chars) palette))", "(cons (cons cell 1)"),
    ("nonogram", "(in-steps width first height)", "(in-steps 1 first height)"),
    ("nonogram", "(columns-of-cells w w h 0)", "(columns-of-cells w w h 1)"),
    ("triddler", "(reverse (car rows))", "(car rows)"),
    ("triddler", "(floor (+ place r) 2)", "(ceiling (+ place r) 2)"),
    ("triddler", "(- (ceiling (- place r) 2) 1)", "(ceiling (- place r) 2)"),
    ("triddler", "(+ 1 r (* -2 topleft))", "(- r)"),
    ("triddler", "(+ 1 r (* 2 top))", "(- (* 2 (+ top topright)) r)"),
    ("mosaic", "(if (< 0 i) (list (- i 1)) nil)", "nil"),
    ("mosaic", "(list* :count number number)", "(list* :count 0 number)"),
    ("springs", "(givens-of cells '(#\\. #\\#) 0)", "nil"),
    ("strips", "'(:count 1 . 1)", "'(:count 0 . 1)"),
    ("strips", "(equal (reverse letters) (chars (car strips)))", "nil"),
    ("strips", "(if (equal n 1) nil", "(if (equal n 2) nil"),
    ("kinds", "(car (field 'givens puzzle))", "nil"),
    ("kinds", "(field 'constraints puzzle)", "(cdr (field 'constraints puzzle))"),
    ("meaning", "(list (caar runs) (cdar runs) (cdar runs))", "(list (caar runs) 1 (cdar runs))"),
    ("meaning", "(list* :count (ones line) (ones line))", "(list* :count 0 (ones line))"),
    ("meaning", "(append (each-before (- n 1) lists)", "(append nil"),
    ("meaning", "(list nil)\n    (each-before", "nil\n    (each-before"),
    ("meaning", "(+ 1 (how-many-solve (cdr lists) problem))", "(how-many-solve (cdr lists) problem)"),
]

CHECKER = [
    ("word", "(and (<= lo 0) (+ 1 (nfix hi)))", "(and (< lo 0) (+ 1 (nfix hi)))"),
    ("word", "((equal v 0) e)", "((equal v 0) 1)"),
    ("machine", "(<= (nfix k) (ifix (tl (tl m))))", "(< (nfix k) (ifix (tl (tl m))))"),
    ("moves", "(join (single k) (tl (tl m)))", "(tl (tl m))"),
    ("moves", "(if (equal (meet values (others (single (cdr option)))) 0) 0 1)", "0"),
    ("moves", "(join (moved (meet set", "(meet (moved (meet set"),
    ("meanings", "(others (set-of d))", "(set-of d)"),
    ("meanings", "(meet (set-of d) (cell-mask (cdr items) cell))", "0"),
    ("sweep", "(cond ((equal set 0) t)", "(cond ((equal set 1) t)"),
    ("sweep", "((<= last place) nil)", "((<= last place) t)"),
    ("clauses", "(equal (meet (set-of (car items)) (tl (car clause))) 0)", "t"),
    ("clauses", "((atom items) nil)", "((atom items) t)"),
    ("clauses", "(cond ((atom formula) t)", "(cond ((consp formula) t)"),
    ("refuted", "(meet (single value) (car domains))", "(meet (single 0) (car domains))"),
    ("claims", "(no-duplicatesp-equal pictures)\n       (check", "t\n       (check"),
    ("claims", "(and (all-solve pictures problem)\n       (no-dup", "(and t\n       (no-dup"),
    ("claims", "(others (single (car values)))", "(single (car values))"),
    ("givens", "(no-duplicatesp-equal all)", "t"),
    ("givens", "(list* :count 0 most)", "(list* :count 1 most)"),
    ("givens", "problem all (- (len cells) 1))", "problem all (- (len cells) 2))"),
    ("givens", "(all-solve pictures problem)\n         (no-dup", "t\n         (no-dup"),
    ("repair", "(<= (len changes) 2)", "t"),
    ("repair", "(not (equal another changed))\n", "t\n"),
    ("repair", "(equal (nth cell values) (- size 1))", "(equal 0 (- size 1))"),
    ("tries", "((equal value (cdr option)) 1)", "((equal value (cdr option)) 0)"),
    ("tries", "(branch rest (trie (+ 1", "(branch nil (trie (+ 1"),
    ("tries", "(and (final m k) t)", "t"),
    ("ways", "(cond ((not (among cell cells)) trie)", "(cond ((not (among cell cells)) t)"),
    ("ways", "                ((atom cells) rest)\n", ""),
    ("ways", "(if (not trie)\n          :none", "(if (not trie)\n          nil"),
    ("ways", "(no-duplicatesp-equal (values-of-first schedule))", "t"),
    ("ways", "(within (entries-of-first schedule) (cells-of schedule))", "t"),
    ("count", "(all-done (left-over order entries))", "t"),
    ("count", "(covered 0 seen order)", "t"),
    ("count", "(seen-p seen sizes)\n", "t\n"),
    ("count", "(given-seen (second problem) seen)", "t"),
    ("count", "(all-solve pictures problem)\n         (seen", "t\n         (seen"),
    ("count", "(equal (counted schedule) number)", "t"),
    ("theorem", "(givens-checked problem pictures said formula table)", "t"),
]


EACH = 1 if os.environ.get("NONOSAT_MUTATIONS") else 6
"""All mistakes take minutes; by default, every sixth is tried."""


def mutated(book: str, old: str, new: str) -> str:
    text = acl2.sources()[f"{book}.lisp"].decode()
    assert old in text, (book, old)
    return text.replace(old, new, 1)


@pytest.mark.parametrize(("book", "old", "new"), SPECIFICATION[::EACH])
def test_a_mistake_in_the_specification_differs_from_brute_force(book: str, old: str, new: str) -> None:
    pages = {page: acl2.sources()[f"{page}.lisp"].decode() for page in PAGES} | {
        book: mutated(book, old, new)
    }
    text = "\n".join(pages.values())
    for page in PAGES:
        text = text.replace(f'(include-book "{page}")', "")
    compare = {"meaning": comparison_of_clues, "kinds": comparison_of_problems}.get(book, comparison)
    if "each-before" in old or "how-many" in old:
        compare = comparison_of_numbers
    if book == "problem" and re.search("automaton|step", old):
        compare = comparison_of_problems
    script = "\n".join(map(compare, range(400)))
    printed = acl2.run(f"{text}\n{AGREE}\n{ASKED}\n{script}", Clock())
    assert any("differs" in line or "Error" in line for line in printed)


@pytest.mark.parametrize(("book", "old", "new"), CHECKER[::EACH])
def test_a_mistake_in_the_checker_makes_a_proof_fail(book: str, old: str, new: str, tmp_path: Path) -> None:
    place = acl2.folder()
    text = re.sub(r'\(include-book "([a-z]+)"\)', rf'(include-book "{place}/\1")', mutated(book, old, new))
    path = tmp_path / book
    path.with_suffix(".lisp").write_text(text)
    acl2.run(f'(ld "{place}/cert.acl2")\n(certify-book "{path}" ? nil)', Clock())
    assert not path.with_suffix(".cert").exists()


def test_unchanged_books_would_pass(tmp_path: Path) -> None:
    """The two tests above could fail for any reason; here nothing is changed."""
    test = test_a_mistake_in_the_checker_makes_a_proof_fail
    with pytest.raises(AssertionError):
        test("sweep", "(defun sweep", "(defun sweep", tmp_path)
    for page, text in ("problem", "(defun runs"), ("kinds", "(defun stated"), ("meaning", "(defun changed"):
        with pytest.raises(AssertionError):
            test_a_mistake_in_the_specification_differs_from_brute_force(page, text, text)

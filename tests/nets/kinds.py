"""Random kinds: what is answered about their puzzles is what trying everything gives.

A page follows from its number (`tests.nets.pages`). Its solutions are the pictures in which the check that
reads the page by itself finds no fault; solvers, explanations and certificates only know constraints.
Questions that take long are put to some puzzles only.
"""

import json
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

import yaml

import nonosat
from nonosat import InputError, Picture
from nonosat.errors import LimitReached
from nonosat.formats import yaml_format
from nonosat.making.candidate import Missed
from nonosat.making.generate import batch
from nonosat.processes.alarm import alarm
from nonosat.puzzles.declared import Declared
from nonosat.reasons import CLASSES
from nonosat.reasons.steps import Step
from nonosat.toolkit import Order, Source
from tests.crossings.subjects import Subject
from tests.helpers.answers import explanation_agrees, givens_agree, solutions_agree
from tests.helpers.claims import MOST, claims_agree, questions_for
from tests.helpers.kinds import solutions_by_page
from tests.helpers.models import installed_cards
from tests.helpers.verdicts import card_agrees
from tests.nets.pages import Document, random_document, simpler

FEW = 400
"""The most solutions of a puzzle about which all is asked."""

QUICK_CARDS = ("auto", "kissat", "cadical", "order-minisat", "automaton-glucose", "cpsat-lines")
LONG = 40  # cells of a line on which patterns are tried
MAKING = 2.0  # seconds for making a puzzle of the kind, which may not exist
SOON = 3.0  # seconds for checking a few pictures
PATIENCE = 60.0  # seconds for one question
SIMPLEST = 60.0  # seconds for the search for a simpler puzzle with the same fault


class Asked(NamedTuple):
    """A puzzle with all its solutions, and the document that it was read from."""

    puzzle: Declared
    want: list[Picture]
    document: Document
    number: int


Question = Callable[[Asked], None]
"""Asserts what must hold."""


def verdict_agrees(asked: Asked) -> None:
    """Assert that the verdict is right, and so is each picture with it."""
    puzzle, want, *_ = asked
    answer = nonosat.solve(puzzle)
    assert answer.verdict.value == ("none", "unique", "multiple")[min(len(want), 2)], answer.verdict
    assert {*answer.solutions} <= {*want}, answer.solutions
    assert not (want and puzzle.obstacle()), puzzle.obstacle()
    values = {puzzle.values(picture) for picture in want}
    for permutation in puzzle.symmetries():
        assert values == {tuple(one[cell] for cell in permutation) for one in values}, permutation


def pictures_agree(asked: Asked) -> None:
    """Assert that random pictures are solutions or not as they should be."""
    puzzle, want, _, number = asked
    rng, cells = Random(number), len(puzzle.cell_sizes)
    for _ in range(10):
        picture = puzzle.picture([rng.randrange(len(puzzle.palette)) for _ in range(cells)])
        fault = puzzle.fault(picture)
        assert (fault is None) == (picture in want), (picture, fault)


def patterns_end(asked: Asked) -> None:
    """Assert that a picture is checked soon where the page's patterns are those of a long line."""
    rng, rules = Random(asked.number), asked.document["rules"]
    chars = "".join(colour.char for colour in asked.puzzle.palette)
    for pattern in [rule["follow"] for rule in rules["rules"] if "follow" in rule]:
        page = {key: rules[key] for key in ("explained", "values") if key in rules}
        page |= {"gives": {"cells": {"symbols": "!"}}, "rules": [{"each": "row", "follow": pattern}]}
        try:
            puzzle = nonosat.load({"kind": "own", "rules": page, "cells": ["." * LONG]})
        except InputError:
            continue  # it has too many states
        assert isinstance(puzzle, Declared)
        with alarm(SOON):
            for _ in range(5):
                puzzle.fault(("".join(rng.choice(chars) for _ in range(LONG)),))


def document_agrees(asked: Asked) -> None:
    """Assert that the puzzle is the same after it was written and read."""
    written = yaml_format.write([asked.puzzle], whole=asked.number % 2 > 0)
    assert list(yaml_format.read(Source("it", written.encode()))) == [asked.puzzle]


def answers_agree(asked: Asked) -> None:
    """Assert that the number, the list and the certain cells are right."""
    solutions_agree(asked.puzzle)


def steps_agree(asked: Asked) -> None:
    """Assert that each step is true, and that the explanation is verified and goes as far as it can."""
    for step in nonosat.explain(asked.puzzle).steps:
        _is_true(step, asked.puzzle, asked.want)
    explanation_agrees(asked.puzzle, asked.want)


def hints_agree(asked: Asked) -> None:
    """Assert that hints are true, with nothing on the board and with some cells of a solution."""
    puzzle, want, _, number = asked
    rng = Random(number)
    basis = rng.choice(want) if want else puzzle.picture([0] * len(puzzle.cell_sizes))
    state = tuple("".join(rng.choice((char, "?")) for char in row) for row in basis)
    left = [
        one for one in want if all(a in ("?", b) for a, b in zip("".join(state), "".join(one), strict=True))
    ]
    for start, agreeing in ((None, want), (state, left)):
        told = nonosat.hint(puzzle, start)
        assert told.done, told
        assert not (told.wrong and agreeing), told.wrong
        for step in (told.step, *told.alternatives):
            if step and agreeing:
                _is_true(step, puzzle, agreeing)


def _is_true(step: Step, puzzle: Declared, want: list[Picture]) -> None:
    every = [puzzle.values(picture) for picture in want]
    for cell, mask in step.sets:
        assert all(mask >> values[cell] & 1 for values in every), step
    assert step.sets or not every, step


def least_givens_agree(asked: Asked) -> None:
    """Assert that the givens are the fewest."""
    if len(asked.want) <= MOST:
        givens_agree(asked.puzzle)


def orientations_agree(asked: Asked) -> None:
    """Assert that the puzzle is as hard in all orientations, unless some of them are the same puzzle."""
    keys = [key for key, _ in asked.puzzle.orientations()]
    if keys.count(min(keys)) > 1:
        return
    every = [nonosat.rate(turned).result() for turned, _ in Subject(asked.puzzle).turns]
    rated = {json.dumps([one["class"], one["effort"], one["numbers"]]) for one in every}
    assert len(rated) == 1, rated


def certificates_agree(asked: Asked) -> None:
    """Assert that certificates are verified and true."""
    with TemporaryDirectory() as folder:
        _, certificate = nonosat.prove(asked.puzzle, f"{folder}/verdict")
        checked = nonosat.verify(f"{folder}/verdict")
        assert certificate and certificate.verdict == ("none", "unique", "multiple")[min(len(asked.want), 2)]
        assert checked.verified, checked.failure
        if asked.number % 44 == 0:
            claims_agree(asked.puzzle, Path(folder), questions_for(asked.puzzle))


def cards_agree(asked: Asked) -> None:
    """Assert that six cards give the right verdict."""
    for card in installed_cards():
        if card.name in QUICK_CARDS:
            card_agrees(asked.puzzle, card, asked.want)


def making_agrees(asked: Asked) -> None:
    """Assert that a puzzle of the kind that is made has exactly one solution, by trying everything."""
    with TemporaryDirectory() as folder:
        page = Path(folder) / "own.yaml"
        page.write_text(yaml.safe_dump(asked.document["rules"], sort_keys=False), encoding="utf-8")
        order = Order(width=3, height=3, kind=str(page), levels=CLASSES, seed=asked.number)
        try:
            found = batch(order, [0], MAKING)
        except InputError as error:
            assert "\n" not in str(error), error
            return
        except LimitReached:
            return
    for made in found:
        if not isinstance(made, Missed):
            assert isinstance(made.puzzle, Declared)
            assert len([*solutions_by_page(made.puzzle)]) == 1, made.puzzle


QUESTIONS: Mapping[Question, int] = {
    verdict_agrees: 1,
    pictures_agree: 1,
    patterns_end: 1,
    document_agrees: 1,
    answers_agree: 2,
    steps_agree: 2,
    hints_agree: 3,
    orientations_agree: 3,
    least_givens_agree: 7,
    cards_agree: 7,
    certificates_agree: 11,
    making_agrees: 29,
}
"""What must hold, and of every how many puzzles it is asked."""

OF_MANY = (verdict_agrees, pictures_agree, document_agrees)
"""What is asked where solutions are many, too."""


def faults(number: int) -> list[str]:
    """Return what is wrong with the answers about puzzle `number`, each with the simplest such puzzle."""
    document = random_document(number)
    every = {
        _sort(error): (question, error) for question, error in wrong(document, number, QUESTIONS).items()
    }
    return [_told(document, number, question, error) for question, error in every.values()]


def wrong(document: Document, number: int, questions: Iterable[Question] = QUESTIONS) -> dict[Question, str]:
    """Return the errors in the answers to some questions; one in reading the puzzle is one in the first."""
    found: dict[Question, str] = {}
    asked = None
    for question in questions:
        if number % QUESTIONS[question]:
            continue
        try:
            with alarm(PATIENCE):
                asked = asked or _read(document, number)
                if len(asked.want) <= FEW or question in OF_MANY:
                    question(asked)
        except InputError as error:
            return {question: f"an error that is not a line: {error}"} if "\n" in str(error) else {}
        except LimitReached:
            found[question] = "it took too long"
        except Exception:
            found[question] = traceback.format_exc()
        if asked is None:
            break
    return found


def _read(document: Document, number: int) -> Asked:
    puzzle = nonosat.load(document)
    assert isinstance(puzzle, Declared)
    return Asked(puzzle, [*solutions_by_page(puzzle, document["rules"])], document, number)


def _sort(error: str) -> str:
    """Return what errors with the same cause have in common: where they are raised."""
    places = [line.strip() for line in error.splitlines() if line.startswith("  File ")]
    return (places or [error])[-1]


def _told(document: Document, number: int, question: Question, error: str) -> str:
    """Return the error with the simplest puzzle that has it, as a file."""
    left, end = simpler(document), time.monotonic() + SIMPLEST
    while time.monotonic() < end and (smaller := next(left, None)):
        same = wrong(smaller, number, [question]).get(question, "")
        if _sort(same) == _sort(error):
            document, error, left = smaller, same, simpler(smaller)
    shown = yaml.safe_dump(document, sort_keys=False, allow_unicode=True)
    return f"{question.__name__}\n{shown}\n{error}"

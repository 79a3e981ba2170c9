"""Forged certificates and proofs: none is believed, unless what it claims is true by brute force.

    python -m bench.hunt --only forgeries

A forgery follows from its number alone. It is made of a genuine certificate of a random small puzzle
(`tests.brute`), with all claims: one thing is changed, and then nothing else, the hashes, or
all that goes with it. Every eighth is an LRAT proof instead, whose hints point forward, to deleted clauses,
or anywhere; where ACL2 is installed, its verified checker reads these, too.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from nonosat import InputError, Puzzle, prove, verify
from nonosat.proofs.checkers import CHECKERS
from nonosat.proofs.claims import CLAIMS
from nonosat.puzzles.families import n_dom
from nonosat.toolkit import prove_answer
from tests.brute import random_puzzle
from tests.helpers import lrat
from tests.helpers.claims import MOST, QUESTIONS, is_true, questions_for, solved
from tests.helpers.forged_certificates import FITTING, FORGERS
from tests.helpers.forgery import PROOF, Forgery, again
from tests.helpers.programs import missing
from tests.helpers.proofs import Clauses, has_model, lrat_of, steps_of

COUNT = 3000
EACH = 8  # forgeries of each genuine certificate
CHOICES = [*FORGERS, *["claim.json", "a row of the table"] * 3]
HINTS = "a hint of LRAT"
DIGEST = "a digest"
"""Of this, nothing is made to fit."""


class Result(NamedTuple):
    """What was forged of which claim, and the outcome: unreadable, refused, true or BELIEVED."""

    forged: str
    claim: str
    outcome: str


@lru_cache(maxsize=16)
def genuine(number: int) -> Forgery:
    """Return a certificate; each claim has its turn."""
    rng = Random(f"genuine {number}")
    claim = [*CLAIMS][number % len(CLAIMS)]
    while True:
        puzzle = n_dom(3) if claim == "unique" and rng.random() < 0.3 else random_puzzle(rng.randrange(10**6))
        if not _may_have(puzzle, claim):
            continue
        with TemporaryDirectory() as folder:
            path = Path(folder) / "genuine"
            if claim in (*QUESTIONS, "conflict"):
                _, certificate = prove_answer(puzzle, claim, path)
            else:
                most = MOST if claim == "all" else 1
                _, certificate = prove(puzzle, path, all_up_to=most)
            if certificate is not None and certificate.verdict == claim:
                return Forgery.read(path)


def _may_have(puzzle: Puzzle, claim: str) -> bool:
    number = len(solved(puzzle))
    match claim:
        case "none" | "unique":
            return number == ("none", "unique").index(claim)
        case "conflict":
            return number == 0
        case "repair":
            return claim in questions_for(puzzle) and number > 0
    return 1 < number <= MOST


def forged(number: int) -> tuple[str, Forgery, Forgery]:
    """Return forgery `number`: what was changed, the certificate before, and after."""
    before = genuine(number // EACH)
    other = genuine(number // EACH + 1)
    rng = Random(f"forgery {number}")
    name, done = "", False
    while not done:  # not every certificate has every part
        after, name = before.copy(), rng.choice(CHOICES)
        done = FORGERS[name](after, rng, other)
    if name == DIGEST:
        return name, before, after
    if name in FITTING or rng.random() < 0.4:
        return name, before, _resealed(after)
    if rng.random() < 0.7:
        return name, before, _refitted(after, rng)
    return name, before, after


def _resealed(forgery: Forgery) -> Forgery:
    try:
        return forgery.sealed()
    except (LookupError, TypeError, AttributeError):  # certificate.json itself says something impossible
        return forgery


def _refitted(forgery: Forgery, rng: Random) -> Forgery:
    try:
        return again(forgery, rng.choice((None, None, [b"0\n"])))
    except (LookupError, TypeError, AttributeError, InputError):
        return forgery


def check(number: int, checker: str = "") -> Result:
    """Verify a forgery; return the outcome."""
    if number % EACH == EACH - 1:
        return check_hints(number)
    name, before, after = forged(number)
    claim = before.manifest["verdict"]
    if after.files == before.files:
        return Result(name, claim, "unchanged")
    quick = [one for one in CHECKERS if one != "theorem" and not missing(one)]
    with TemporaryDirectory() as folder:
        try:
            report = verify(after.write(Path(folder)), checker or quick[number % len(quick)])
        except InputError:
            return Result(name, claim, "unreadable")
    if not report.verified:
        return Result(name, claim, "refused")
    assert report.puzzle is not None and report.certificate is not None
    true = is_true(report.puzzle, report.certificate, after.files)
    return Result(name, claim, "true" if true else "BELIEVED")


# LRAT.


def hints(number: int) -> tuple[str, Clauses, list[str]]:
    """Return forgery `number` of an LRAT proof: the claim, clauses, and the proof. Most often the clauses
    have a solution, since those that the claim adds are left out.
    """
    rng = Random(f"hints {number}")
    at = number // EACH
    while PROOF not in genuine(at).files:
        at += 1
    before = genuine(at)
    said = before.manifest
    clauses, most = before.clauses, said["formula"]["variables"] + said["proof"]["extension"]
    lines = lrat_of(most, clauses, list(steps_of([line[:-1] for line in before.proof], most)))
    for _ in range(rng.choice((0, 1, 1, 1, 2))):
        lines = lrat.forged(lines, len(clauses), rng)
    solutions = {"certain": 1, "unique": 1}.get(said["verdict"], rng.randrange(4))
    return said["verdict"], clauses[: len(clauses) - solutions], lines


def check_hints(number: int) -> Result:
    """Let the plain checker read a forged LRAT proof."""
    claim, clauses, lines = hints(number)
    return Result(HINTS, claim, _judged(lrat.holds(clauses, lines), clauses))


def check_by_acl2(numbers: Sequence[int]) -> list[Result]:
    """Let ACL2's verified checker read forged LRAT proofs."""
    every = [hints(number) for number in numbers]
    accepted = lrat.accepted_by_acl2([(clauses, lines) for _, clauses, lines in every])
    return [
        Result(f"{HINTS} (acl2)", claim, _judged(good, clauses))
        for (claim, clauses, _), good in zip(every, accepted, strict=True)
    ]


def _judged(accepted: bool, clauses: Clauses) -> str:
    if not accepted:
        return "refused"
    return "BELIEVED" if has_model(clauses) else "true"


def faults(number: int) -> list[str]:
    """Try a forgery; return what is wrong."""
    result = check(number)
    return [str(result)] if result.outcome.isupper() else []

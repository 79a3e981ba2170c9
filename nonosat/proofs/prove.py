"""Prove a verdict: find it by any means, then write a certificate that does not depend on them.

The certificate's clauses are the reference encoding of the puzzle as stated, and its proof is
written by a fresh solver: neither uses anything from the search that found the verdict. The proof is checked
as it is written, and a small certificate is verified as a whole before it is written.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from nonosat import backends
from nonosat.errors import InputError, InternalError
from nonosat.formats import AnyPuzzle, as_puzzle, yaml_format
from nonosat.installed import __version__, interpreted
from nonosat.processes.files import path_text
from nonosat.processes.limits import NO_LIMITS, Limits, within
from nonosat.proofs.archive import MANIFEST, check_new, new_folder
from nonosat.proofs.claims import CLAIMS, MOST_SOLUTIONS, Asked, Found, NotVerified, verdicts
from nonosat.proofs.manifest import (
    LARGE,
    MOST_COMPRESSED,
    PROOF,
    PUZZLE,
    Certificate,
    Stored,
    commands,
    digest,
    picture_text,
    read_puzzle,
    solution_name,
)
from nonosat.proofs.verify import verify
from nonosat.proofs.write import STEPS, ProofStep, write_shown
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.records import replace
from nonosat.solving.answer import Answer, Report
from nonosat.solving.card import DEFAULT, KISSAT_PROGRAM, Card
from nonosat.solving.cards import as_card
from nonosat.solving.run import Run

R = TypeVar("R", bound=Report)


class Proven(NamedTuple, Generic[R]):
    """An answer, and its certificate; None if a limit ended the work, or if there is no such answer."""

    answer: R
    certificate: Certificate | None


CHEAP = 100_000
"""Bytes of clauses, unpacked proof and all other files, up to which `prove` verifies what it has written."""


def prove(
    puzzle: AnyPuzzle,
    path: str | Path,
    model: str | Card = DEFAULT,
    limits: Limits = NO_LIMITS,
    all_up_to: int = 1,
    force: bool = False,
    *,
    time_limit: float | None = None,
) -> Proven[Answer]:
    """Find the verdict on a puzzle and write its certificate to `path`, a new folder or .zip; with `force` a
    .zip may exist.

        >>> import nonosat, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     proven = nonosat.prove("dom-3", f"{folder}/dom.zip")
        >>> proven.answer.verdict.value, proven.certificate.claim
        ('unique', 'exactly one solution')

    If there are several solutions, but at most `all_up_to`, the certificate says that these are all. If a
    limit ends the work, the answer has the `stop_reason`, and no certificate is written.

    Raises InputError if the path exists or cannot be written, InternalError if a check fails.
    """
    check_new(path_text(path), force)
    if all_up_to > MOST_SOLUTIONS:
        raise InputError(f"expected at most {MOST_SOLUTIONS} solutions, found {all_up_to}")
    asked = _ask(as_puzzle(puzzle), model, within(limits, time_limit), all_up_to)
    return _certify(asked, verdicts.find(asked), path, force)


def prove_answer(
    puzzle: Puzzle,
    question: str,
    path: str | Path,
    model: str | Card = DEFAULT,
    limits: Limits = NO_LIMITS,
    force: bool = False,
) -> Proven[Report]:
    """Answer a question about a puzzle, and write the certificate of the answer to `path`, as `prove` does.

    The question is `certain`, `givens`, `repair` or `count`.

        >>> import nonosat, tempfile
        >>> from nonosat import toolkit
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     _, certificate = toolkit.prove_answer(nonosat.load("switch"), "certain", f"{folder}/some.zip")
        >>> certificate.claim
        'exactly 32 of 36 cells are the same in all solutions'

    The claim may be another one that says as much: that there is no solution, or exactly one. If a limit ends
    the work, or the answer has no certificate, none is written: `stop_reason` and `basis` say why.

    Raises InputError if the question has no certificate, if the path exists or cannot be written,
    InternalError if a check fails.
    """
    check_new(str(path), force)
    asked = _ask(puzzle, model, limits)
    findings = CLAIMS.load(question).find(asked)
    return _certify(asked, findings, path, force)


def _ask(puzzle: Puzzle, model: str | Card, limits: Limits, all_up_to: int = 1) -> Asked:
    card = replace(as_card(model), goal="uniqueness")  # a first solution alone would be no verdict
    limits = limits.over(card.limits)
    return Asked(puzzle, card, limits, limits.clock(), all_up_to)


def _certify(asked: Asked, findings: Found[R], path: str | Path, force: bool) -> Proven[R]:
    """Write the certificate of what was found, if it is a claim."""
    report = findings.report
    if not findings.claim or findings.puzzle is None:
        return Proven(replace(report, basis=findings.reason or report.basis), None)
    run = Run(findings.puzzle, asked.card, asked.limits, clock=asked.clock)
    shown_by = findings.claim, findings.pictures, findings.found_by, findings.files
    certificate = certify(run, path, *shown_by, force=force)
    ending = run.ending(report.basis if certificate else "")
    ending["seconds"] = {**report.seconds, **ending["seconds"]}
    return Proven(replace(report, **ending), certificate)


def certify(
    run: Run,
    path: str | Path,
    claim: str,
    pictures: Sequence[Picture],
    found_by: Sequence[str],
    files: Mapping[str, bytes] = MappingProxyType({}),
    force: bool = False,
) -> Certificate | None:
    """Write the certificate of a claim on a Run's puzzle; None if a limit ended the work. The findings
    are not trusted. Raises InternalError if it does not show the claim.
    """
    with run.until_stopped(), run.time("proof", "writing the proof"), new_folder(str(path), force) as folder:
        for name, data in files.items():
            (folder / name).write_bytes(data)
        return _write(run, claim, pictures, folder, found_by)
    return None


def _write(
    run: Run,
    claim: str,
    pictures: Sequence[Picture],
    folder: Path,
    found_by: Sequence[str],
) -> Certificate:
    """Write all files of a certificate but the claim's own, which are there."""
    puzzle = run.puzzle
    text = yaml_format.write([puzzle], whole=True)
    if not read_puzzle(text.encode()).same_as(puzzle):
        raise InternalError(f"{puzzle.source}: the puzzle written as {PUZZLE} is read back as another one")
    (folder / PUZZLE).write_text(text, encoding="utf-8")
    for number, picture in enumerate(pictures, start=1):
        (folder / solution_name(number)).write_text(picture_text(picture), encoding="utf-8")
    values = [puzzle.values(picture) for picture in pictures]
    # The worker may have been started in another folder.
    work = claim, puzzle, values, str(folder.absolute()), run.clock.left, _steps(run.card, found_by)
    try:
        done = run.in_worker(write_shown, *work) if CLAIMS[claim].proof else write_shown(*work)
    except NotVerified as error:
        raise InternalError(f"{puzzle.source}: what was found does not show the claim: {error}") from None
    says, backend, formula, proof = done
    origin = {"nonosat": __version__, "python": platform.python_version(), "model": run.card.name}
    origin["found_by"] = ", ".join(found_by)
    if backend:
        info = backends.info(backend)
        origin["proved_by"] = backend
        origin["solvers"] = info.version if info else ""
    certificate = Certificate(
        verdict=claim,
        claim=says,
        solutions=len(pictures),
        files={file.name: _store(file) for file in sorted(folder.iterdir())},
        formula=formula,
        proof=proof,
        origin=origin,
        by_hand=commands(claim) if proof else (),
    )
    (folder / MANIFEST).write_text(certificate.text(), encoding="utf-8")
    _refuse_what_verify_would(certificate, folder)
    size = sum(file.bytes for file in certificate.files.values()) + (proof.bytes if proof else 0)
    if size <= CHEAP or (interpreted and backend.startswith("program")):
        report = verify(folder, puzzle=puzzle, limits=run.limits_left)
        if not report.verified:
            raise InternalError(f"{puzzle.source}: verify refuses the certificate: {report.failure}")
    return certificate


def _steps(card: Card, found_by: Sequence[str]) -> Sequence[ProofStep]:
    """Return how to prove: with the card's own program, if it writes proofs; with Kissat alone where only
    that has found the verdict.
    """
    if card.options.get("proof"):
        return [ProofStep(card.backend, None, card.options)]
    listed = tuple(found_by) == card.backends  # all that may have taken part
    return STEPS[-1:] if KISSAT_PROGRAM in found_by and not listed else STEPS


def _refuse_what_verify_would(certificate: Certificate, folder: Path) -> None:
    """Raise an error if `verify` would refuse the certificate as too large."""
    for name in (MANIFEST, PUZZLE, *map(solution_name, range(1, certificate.solutions + 1))):
        if (size := (folder / name).stat().st_size) > LARGE:
            raise InputError(f"{name} would be {size} bytes long: expected at most {LARGE}")
    proof = certificate.proof
    if proof is not None and proof.bytes > MOST_COMPRESSED * certificate.files[PROOF].bytes:
        raise InternalError(f"a proof of {proof.bytes} bytes compresses too well to be verified")


def _store(path: Path) -> Stored:
    with path.open("rb") as file:
        return digest(file)

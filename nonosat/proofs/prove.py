"""Prove a verdict: find it by any means, then write a certificate that does not depend on them.

The certificate's clauses are the reference encoding of the puzzle as stated, and its proof is
written by a fresh solver: neither uses anything from the search that found the verdict.
"""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from nonosat import backends
from nonosat._version import __version__
from nonosat.answer import Answer, Verdict
from nonosat.errors import InputError, InternalError
from nonosat.formats import yaml_format
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.proofs.archive import MANIFEST, check_new, new_folder
from nonosat.proofs.manifest import (
    LARGE,
    MOST_COMPRESSED,
    MOST_SOLUTIONS,
    PROOF,
    PUZZLE,
    Certificate,
    Stored,
    cnf_name,
    commands,
    picture_text,
    read_puzzle,
    same_puzzle,
    solution_name,
    stored,
)
from nonosat.proofs.write import write_refutation
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.questions.enumerate import solutions
from nonosat.questions.unique import solve
from nonosat.solving.cards import DEFAULT, Card, as_card
from nonosat.solving.run import Run

LINES = "lines alone"
"""The name of the backend if none was needed."""


def prove(
    puzzle: Puzzle,
    path: str | Path,
    model: str | Card = DEFAULT,
    limits: Limits = NO_LIMITS,
    all_up_to: int = 1,
) -> tuple[Answer, Certificate | None]:
    """Find the verdict on a puzzle and write its certificate to `path`, a new folder or .zip.

        >>> import nonosat, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     answer, certificate = nonosat.prove(nonosat.load("dom-3"), f"{folder}/dom.zip")
        >>> answer.verdict.value, certificate.claim
        ('unique', 'exactly one solution')

    If there are several solutions, but at most `all_up_to`, the certificate says that these are all. If a
    limit ends the work, the answer's `stop_reason` says so, and no certificate is written.

    Raises InputError if the path exists or cannot be written, InternalError if a check fails.
    """
    check_new(str(path))
    if all_up_to > MOST_SOLUTIONS:
        raise InputError(f"expected at most {MOST_SOLUTIONS} solutions, found {all_up_to}")
    card = replace(as_card(model), goal="uniqueness")  # a first solution alone would be no verdict
    limits = limits.over(card.limits)
    clock = limits.clock()
    answer = solve(puzzle, card, limits)
    if not answer.done:
        return answer, None
    found_by = answer.backends or (LINES,)
    pictures = answer.solutions
    verdict = answer.verdict.value
    if answer.verdict is Verdict.MULTIPLE and all_up_to > 1:
        found = solutions(puzzle, all_up_to + 1, card, limits.left(clock))
        every = tuple(found)
        report = found.report
        if not report.done:
            return replace(answer, stop_reason=report.stop_reason, basis=report.basis), None
        if found.complete and len(every) <= all_up_to:
            pictures, verdict, found_by = every, "all", card.backends
    run = Run(puzzle, card, limits, clock=clock)
    certificate = certify(run, path, verdict, pictures, found_by)
    ending = run.ending(answer.basis if certificate else "")
    ending["seconds"] = {**answer.seconds, **ending["seconds"]}
    return replace(answer, **ending), certificate


def certify(
    run: Run, path: str | Path, verdict: str, pictures: Sequence[Picture], found_by: Sequence[str]
) -> Certificate | None:
    """Write the certificate of a verdict on a Run's puzzle; None if a limit ended the work. The verdict is
    not trusted. Raises InternalError if it cannot be proved.
    """
    with run.until_stopped(), run.timed("proof", "writing the proof"), new_folder(str(path)) as folder:
        return _write(run, verdict, pictures, folder, found_by)
    return None


def _write(
    run: Run, verdict: str, pictures: Sequence[Picture], folder: Path, found_by: Sequence[str]
) -> Certificate:
    """Write all files of a certificate."""
    puzzle = run.puzzle
    text = yaml_format.write([puzzle])
    if not same_puzzle(read_puzzle(text.encode()), puzzle):
        raise InternalError(f"{puzzle.source}: the puzzle written as {PUZZLE} is read back as another one")
    (folder / PUZZLE).write_text(text, encoding="utf-8")
    for number, picture in enumerate(pictures, start=1):
        (folder / solution_name(number)).write_text(picture_text(picture), encoding="utf-8")
    origin = {"nonosat": __version__, "python": platform.python_version(), "model": run.card.name}
    origin["found_by"] = ", ".join(found_by)
    formula = proof = None
    if verdict != "multiple":
        problem = run.problem.without_symmetries()
        values = [puzzle.values(picture) for picture in pictures]
        # The worker may have been started in another folder.
        path = str(folder.absolute())
        backend, formula, proof = run.in_worker(write_refutation, problem, values, path, cnf_name(verdict))
        info = backends.info(backend)
        origin["proved_by"] = backend
        origin["solvers"] = info.version if info else ""
    certificate = Certificate(
        verdict=verdict,
        solutions=len(pictures),
        files={file.name: _stored(file) for file in sorted(folder.iterdir())},
        formula=formula,
        proof=proof,
        origin=origin,
        by_hand=commands(verdict) if proof else [],
    )
    (folder / MANIFEST).write_text(certificate.text(), encoding="utf-8")
    _refuse_what_verify_would(certificate, folder)
    return certificate


def _refuse_what_verify_would(certificate: Certificate, folder: Path) -> None:
    """Raise an error if `verify` would refuse the certificate as too large."""
    for name in (MANIFEST, PUZZLE, *map(solution_name, range(1, certificate.solutions + 1))):
        if (size := (folder / name).stat().st_size) > LARGE:
            raise InputError(f"{name} would be {size} bytes long: expected at most {LARGE}")
    proof = certificate.proof
    if proof is not None and proof.bytes > MOST_COMPRESSED * certificate.files[PROOF].bytes:
        raise InternalError(f"a proof of {proof.bytes} bytes compresses too well to be verified")


def _stored(path: Path) -> Stored:
    with path.open("rb") as file:
        return stored(file)

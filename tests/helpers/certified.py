"""Certificates that are verified as soon as they are written."""

from pathlib import Path

from nonosat import Answer, Puzzle, prove
from nonosat.proofs.manifest import Certificate
from nonosat.proofs.verify import Verification, verify
from nonosat.solving.card import DEFAULT, Card


def certified(
    puzzle: Puzzle, path: Path, model: str | Card = DEFAULT, all_up_to: int = 1
) -> tuple[Answer, Certificate, Verification]:
    """Prove the verdict on a puzzle, and let the project's own checker verify the certificate."""
    answer, certificate = prove(puzzle, path, model, all_up_to=all_up_to)
    assert certificate is not None
    report = verify(path, "own", puzzle)
    assert report.failure is None, (puzzle, report.failure)
    return answer, certificate, report

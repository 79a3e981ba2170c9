"""What commands that write certificates say of them."""

from __future__ import annotations

from typing import Any

from nonosat.answer import Answer
from nonosat.cli.common import ended
from nonosat.cli.output import Exit, complain, say
from nonosat.proofs.manifest import Certificate
from nonosat.words import bracketed, plural


def tell(answer: Answer, certificate: Certificate | None, path: str, quiet: bool) -> Exit:
    """Say where the certificate is, or why there is none; return the exit code that this means."""
    if certificate is None:
        complain(f"{path}: no certificate: {answer.stop_reason}{bracketed(answer.basis)}")
        return ended(answer.stop_reason)
    if not quiet:
        say(f"{path}: certificate: {certificate.claim}{_sizes(certificate)}.")
    return Exit.ANSWERED


def certificate_data(certificate: Certificate | None, path: str) -> dict[str, Any] | None:
    """Return what is to be known of a certificate as plain data."""
    if certificate is None:
        return None
    proof, formula = certificate.proof, certificate.formula
    return {
        "path": path,
        "claim": certificate.claim,
        "clauses": formula.clauses if formula else None,
        "proof_steps": proof.steps if proof else None,
        "proof_bytes": proof.bytes if proof else None,
        "proved_by": certificate.origin.get("proved_by"),
        "bytes": sum(file.bytes for file in certificate.files.values()),
    }


def _sizes(certificate: Certificate) -> str:
    if certificate.formula is None or certificate.proof is None:
        return ""
    return (
        f"; {certificate.formula.clauses} clauses, refuted in {plural(certificate.proof.steps, 'step')}"
        f" by {certificate.origin['proved_by']}"
    )

"""`nonosat prove dom-7 -o dom-7.zip`: the verdict on a puzzle, with a certificate."""

from __future__ import annotations

import argparse
from typing import Any

from nonosat.answer import Answer
from nonosat.cli import options
from nonosat.cli.output import Exit, complain, ended, say, show
from nonosat.formats import load
from nonosat.proofs.manifest import Certificate
from nonosat.proofs.prove import prove
from nonosat.words import bracketed, plural


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzle(parser)
    options.output(parser, "a new folder or .zip file", "DIR|ZIP", required=True)
    options.model(parser)
    about = "if there are at most N solutions: find all of them, and prove that there are no more"
    options.number(parser, "--all", about, options.positive, default=1)


def main(arguments: argparse.Namespace) -> Exit:
    """Find the verdict and write its certificate."""
    puzzle, path = load(arguments.file, arguments.format), arguments.output
    model, limits = options.card(arguments), options.limits_of(arguments)
    answer, certificate = prove(puzzle, path, model, limits, arguments.all)
    if arguments.json or certificate is None:
        more = {"question": "prove", "certificate": certificate_data(certificate, path)}
        show(arguments, answer, text=answer.sentence(), more=more)
    return tell(answer, certificate, path, arguments.json)


def tell(answer: Answer, certificate: Certificate | None, path: str, quiet: bool) -> Exit:
    """Print where the certificate is, or why there is none; return the exit code."""
    if certificate is None:
        complain(f"{path}: no certificate: {answer.stop_reason}{bracketed(answer.basis)}")
        return ended(answer.stop_reason)
    if not quiet:
        say(f"{path}: certificate: {certificate.claim}{_sizes(certificate)}.")
    return Exit.ANSWERED


def certificate_data(certificate: Certificate | None, path: str) -> dict[str, Any] | None:
    """Return the main facts of a certificate as plain data."""
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

"""`nonosat prove dom-7 -o dom-7.zip`: the verdict on a puzzle, or another answer, with a certificate.

A certificate of up to 100,000 bytes is verified before it is written.
"""

from __future__ import annotations

import argparse
from typing import Any

from nonosat import Report, prove
from nonosat.cli import options
from nonosat.cli.output import Exit, choose_exit, complain, hanging, say, show
from nonosat.proofs.claims import CLAIMS, MOST_SOLUTIONS
from nonosat.proofs.manifest import Certificate
from nonosat.toolkit import prove_answer
from nonosat.words import bracket, plural


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzle(parser)
    options.target(parser, "-o/--output", "a new folder or .zip file", "DIR|ZIP", required=True)
    options.model(parser)
    asked = {entry.option: entry.about for entry in CLAIMS.values() if entry.option}
    parser.epilog = "claims:\n" + "\n".join(hanging(f"  {name}", [text], 12) for name, text in asked.items())
    about = "the claim to prove; if it is false, what is true is proven instead"
    options.choice(parser, "--claim", about, asked, default="unique", metavar="CLAIM")


def main(arguments: argparse.Namespace) -> Exit:
    """Find the answer and write its certificate."""
    puzzle, path = options.puzzle_of(arguments), arguments.output
    model, limits = options.card(arguments), options.limits_of(arguments)
    question = next(name for name, entry in CLAIMS.items() if entry.option == arguments.claim)
    answer: Report
    if question not in ("unique", "all"):
        answer, certificate = prove_answer(puzzle, question, path, model, limits, force=arguments.force)
    else:
        most = MOST_SOLUTIONS if question == "all" else 1
        answer, certificate = prove(puzzle, path, model, limits, most, force=arguments.force)
    if arguments.json or certificate is None:
        show(arguments, answer, text=answer.sentence(), more={"certificate": _plain(certificate, path)})
    if certificate is None:
        why = "" if answer.done else str(answer.stop_reason)
        complain(f"{path}: no certificate: {why + bracket(answer.basis) if why else answer.basis}")
        return Exit.UNDECIDED if answer.done else choose_exit(answer.stop_reason)
    if not arguments.json:
        formula, proof, sizes = certificate.formula, certificate.proof, ""
        if formula and proof:
            steps, solver = plural(proof.steps, "step"), certificate.origin["proved_by"]
            sizes = f"; {formula.clauses} clauses, refuted in {steps} by {solver}"
        say(f"{path}: certificate: {certificate.claim}{sizes}.")
    return Exit.ANSWERED


def _plain(certificate: Certificate | None, path: str) -> dict[str, Any] | None:
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

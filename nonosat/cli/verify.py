"""`nonosat verify dom-7.zip`: checks certificates, explanations and campaigns; says what was checked and
what must be trusted.

Exit code 1: a certificate or an explanation does not prove its claim, or an answer in a journal has no proof.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from nonosat import InputError, LimitReached, Limits, Puzzle, StopReason, load
from nonosat.cli import options
from nonosat.cli.loop import each
from nonosat.cli.output import Exit, complain, hanging, say, say_json, width
from nonosat.formats import yaml_format
from nonosat.proofs.checkers import CHECKERS
from nonosat.proofs.verify import Verification, verify
from nonosat.reasons.verification import CheckedExplanation, is_explanation, verify_explanation
from nonosat.registry import Entry, Registry
from nonosat.solving.told import told
from nonosat.toolkit import Clock
from nonosat.words import printable

JOURNALS: Registry[Entry, Callable[[str, Limits], Verification]] = Registry(
    "journal",
    "nonosat",
    {"journal": Entry("comparison.verification:verify_campaign", "journals of campaigns")},
)
"""What checks a product's files, which this room knows by name alone."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    margin = max(map(len, CHECKERS)) + 4
    entries = (hanging(f"  {name}", [_about(name)], margin) for name in CHECKERS)
    parser.epilog = "\n".join(["checkers of proofs:", *entries])
    options.add(
        parser,
        "certificates",
        "written by nonosat prove, explain or compare",
        "DIR|ZIP|JSON|JOURNAL",
        nargs="+",
    )
    about = "the checker of proofs (default: own, or compiled if the proof is long)"
    options.add(parser, "--checker", about, "NAME")
    options.path(parser, "--puzzle", "check that the certificate is about this puzzle", "FILE")
    about = "write the proof to this file as LRAT, which verified checkers read"
    options.target(parser, "--lrat", about, "FILE")
    about = (
        "let ACL2 prove the theorem about this puzzle, and write it there as a book that anyone can certify"
    )
    options.target(parser, "--theorem", about, "DIR")
    options.limits(parser, "for each certificate")
    options.telling(parser, "one JSON object per certificate, one per line")


_JOURNAL = b'{"journal": '


def _about(name: str) -> str:
    checker = CHECKERS[name]
    return checker.about if checker.installed else f"{checker.about}; not installed: {checker.install}"


def main(arguments: argparse.Namespace) -> Exit:
    """Verify every certificate; return the most severe exit code."""
    puzzle = load(arguments.puzzle) if arguments.puzzle else None
    paths = arguments.certificates
    for option in ("lrat", "theorem"):
        if getattr(arguments, option) and len(paths) > 1:
            raise InputError(f"--{option}: expected one certificate, found {len(paths)}")
    if arguments.checker:
        CHECKERS.load(arguments.checker)  # explanations do not look at it
    return each(arguments, paths, len(paths), lambda path: _tell(arguments, path, puzzle), "certificates")


def _tell(arguments: argparse.Namespace, path: str, puzzle: Puzzle | None) -> Exit:
    """Verify a certificate or an explanation, and print the result."""
    clock = Clock()
    try:
        report = _verified(arguments, path, puzzle)
    except LimitReached as limit:
        if arguments.json:
            say_json(_data(Verification(path, str(limit)), clock, limit.stop_reason))
        else:
            complain(printable(f"{path}: undecided: {limit}"))
        return Exit.UNDECIDED
    if arguments.json:
        say_json(_data(report, clock))
    else:
        details = [] if arguments.quiet or not report.verified else _details(report)
        columns = (width() or 100) - 1
        parts = [hanging(f"  {name}", [text], 12, columns) for name, text in details]
        if not arguments.quiet and isinstance(report, Verification) and report.proven:
            if report.about_constraints and report.puzzle:
                what = f"the constraints as which nonosat states this page of the kind {report.puzzle.kind}"
                parts += [f"  The theorem is about {what}; compare them:"]
                parts += [f"    {line}" for line in yaml_format.write([report.puzzle], True).splitlines()]
            parts += ["  ACL2 has proven:", *(f"    {line}" for line in report.proven)]
        say("\n".join([report.sentence(), *parts]))
    return Exit.ANSWERED if report.verified else Exit.NO


def _verified(
    arguments: argparse.Namespace, path: str, puzzle: Puzzle | None
) -> Verification | CheckedExplanation:
    limits = options.limits_of(arguments)
    if not is_explanation(path):
        return verify(path, arguments.checker, puzzle, limits, arguments.lrat, arguments.theorem)
    with open(path, "rb") as file:
        is_journal = file.read(len(_JOURNAL)) == _JOURNAL
    if arguments.lrat or arguments.theorem or (is_journal and (puzzle or arguments.checker)):
        what = "a journal" if is_journal else "an explanation"
        raise InputError(f"this option is for certificates; this is {what}", path)
    return JOURNALS.load("journal")(path, limits) if is_journal else verify_explanation(path, puzzle, limits)


def _details(report: Verification | CheckedExplanation) -> list[tuple[str, str]]:
    """Return what was checked and how, and what must be trusted, with a name for each part."""
    found = list(report.checked.items())
    if report.checker:
        found.append(("checker", f"{report.checker}: {CHECKERS[report.checker].about}"))
    found.append(("trusted", f"{'; '.join(report.trusted)}."))
    if isinstance(report, Verification) and report.certificate is not None:
        said = "; ".join(f"{key}: {text}" for key, text in report.certificate.origin.items())
        found.append(("origin", f"{printable(said)} (as stated, not checked)"))
    return found


def _data(
    report: Verification | CheckedExplanation, clock: Clock, stop_reason: StopReason = StopReason.DONE
) -> dict[str, Any]:
    """Return a report as plain data."""
    result: dict[str, Any] = {
        "puzzle": None,
        "certificate": report.path,
        "verified": report.verified,
        "claim": report.claim or None,
        "verdict": report.verdict,
        "title": report.puzzle.title if report.puzzle else None,
        "failure": report.failure,
        "checked": report.checked,
        "checker": report.checker or None,
        "trusted": list(report.trusted),
        "proven": report.proven if isinstance(report, Verification) else [],
    }
    if isinstance(report, CheckedExplanation):
        result |= {"steps": report.steps, "step": report.step or None}
    return told("verify", result, report.puzzle, stop_reason, seconds={"total": clock.seconds})

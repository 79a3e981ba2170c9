"""`nonosat verify dom-7.zip`: checks certificates, explanations and campaigns; says what was checked and
what must be trusted.

Exit code 1: a certificate or an explanation does not prove its claim, or an answer in a journal has no proof.
"""

from __future__ import annotations

import argparse
from typing import Any

from nonosat import InputError, LimitReached, Puzzle, load
from nonosat.cli import PARTS, options
from nonosat.cli.loop import each
from nonosat.cli.output import Exit, hanging, say, say_json, width
from nonosat.formats import yaml_format
from nonosat.proofs.checkers import CHECKERS
from nonosat.proofs.verify import Verification, verify
from nonosat.reasons.verification import CheckedExplanation, is_explanation, verify_explanation
from nonosat.solving.told import shape_answer
from nonosat.toolkit import Clock
from nonosat.words import printable


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    margin = max(map(len, CHECKERS)) + 4
    lines = ["checkers of proofs:"]
    for name, checker in CHECKERS.items():
        more = "" if checker.installed else f"; not installed: {checker.install}"
        lines.append(hanging(f"  {name}", [checker.about + more], margin))
    parser.epilog = "\n".join(lines)
    about = "written by nonosat prove, explain or compare"
    options.add(parser, "certificates", about, "DIR|ZIP|JSON|JOURNAL", nargs="+")
    about = "the checker of proofs (default: own, or compiled if the proof is long)"
    options.add(parser, "--checker", about, "NAME")
    options.add(parser, "--puzzle", "check that the certificate is about this puzzle", "FILE")
    options.target(parser, "--lrat", "write the proof as LRAT, which verified checkers read", "FILE")
    about = "let ACL2 prove the theorem about this puzzle, and write it as a book that anyone can certify"
    options.target(parser, "--theorem", about, "DIR")
    options.limits(parser, "for each certificate")
    options.telling(parser, "one JSON object per certificate, one per line")


_JOURNAL = b'{"journal": '


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
        report = _verify(arguments, path, puzzle)
    except LimitReached as limit:
        raise LimitReached(limit.stop_reason, printable(f"{path}: undecided: {limit}")) from None
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


def _verify(
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
    return PARTS.load("journal")(path, limits) if is_journal else verify_explanation(path, puzzle, limits)


def _details(report: Verification | CheckedExplanation) -> list[tuple[str, str]]:
    """Return what was checked and how, and what must be trusted, with a name for each part."""
    details = list(report.checked.items())
    if report.checker:
        details.append(("checker", f"{report.checker}: {CHECKERS[report.checker].about}"))
    details.append(("trusted", f"{'; '.join(report.trusted)}."))
    if isinstance(report, Verification) and report.certificate is not None:
        said = "; ".join(f"{key}: {text}" for key, text in report.certificate.origin.items())
        details.append(("origin", f"{printable(said)} (as stated, not checked)"))
    return details


def _data(report: Verification | CheckedExplanation, clock: Clock) -> dict[str, Any]:
    """Return a report as plain data."""
    names = ("verified", "claim", "verdict", "failure", "checked", "checker", "trusted", "proven")
    result = {"puzzle": None, "certificate": report.path} | {n: getattr(report, n, []) for n in names}
    result |= {n: result[n] or None for n in ("claim", "checker")}
    result |= {"title": report.puzzle.title if report.puzzle else None, "trusted": list(report.trusted)}
    if isinstance(report, CheckedExplanation):
        result |= {"steps": report.steps, "step": report.step or None}
    return shape_answer("verify", result, report.puzzle, seconds={"total": clock.seconds})

"""`nonosat verify`: check certificates, and say what was checked and what had to be trusted."""

from __future__ import annotations

import argparse
import textwrap
from typing import Any

from nonosat.cli.asking import limit_seconds
from nonosat.cli.output import Exit, complain, say, say_json, width, worst
from nonosat.errors import InputError, LimitReached
from nonosat.formats import load
from nonosat.proofs.checkers import CHECKERS
from nonosat.proofs.verify import Report, verify


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("certificates", nargs="+", metavar="DIR|ZIP", help="what nonosat prove has written")
    parser.add_argument(
        "--checker",
        metavar="NAME",
        help=f"who checks the proof: {', '.join(checker.name for checker in CHECKERS)}"
        " (default: own, or the fastest that is installed if the proof is long)",
    )
    parser.add_argument("--puzzle", metavar="FILE", help="check that the certificate is about this puzzle")
    parser.add_argument("--time-limit", type=limit_seconds, metavar="SECONDS", help="for each certificate")
    parser.add_argument("--quiet", action="store_true", help="one line a certificate")
    parser.add_argument("--json", action="store_true", help="one JSON object a certificate and line")


def run(arguments: argparse.Namespace) -> Exit:
    """Verify every certificate; the worst exit code counts."""
    puzzle = load(arguments.puzzle) if arguments.puzzle else None
    result = Exit.ANSWERED
    for path in arguments.certificates:
        try:
            report = verify(path, arguments.checker, puzzle, arguments.time_limit)
        except InputError as error:
            complain(_plain(str(error)))
            result = worst(result, Exit.BAD_INPUT)
            continue
        except LimitReached as limit:
            complain(f"{path}: not decided: {limit}")
            result = worst(result, Exit.UNDECIDED)
            continue
        if arguments.json:
            say_json(report_data(report))
        else:
            say(_sentence(report) if arguments.quiet else report_text(report, width() or 100))
        result = worst(result, Exit.ANSWERED if report.verified else Exit.NO)
    return result


def report_text(report: Report, columns: int) -> str:
    """Write a report for people."""
    lines = [_sentence(report)]
    entries = [(f"{part}", text) for part, text in report.checked.items()]
    if report.checker is not None and report.verified:
        entries.append(("checker", f"{report.checker.name}: {report.checker.about}"))
    entries += [("trusted", f"{'; '.join(report.trusted)}.")] if report.verified else []
    for part, text in entries:
        lines += textwrap.wrap(
            text,
            columns - 1,
            initial_indent=f"  {part:9} ",
            subsequent_indent=" " * 12,
            break_on_hyphens=False,
        )
    return "\n".join(lines)


def report_data(report: Report) -> dict[str, Any]:
    """Return a report as plain data."""
    return {
        "certificate": report.path,
        "verified": report.verified,
        "claim": report.certificate.claim if report.certificate else None,
        "verdict": report.certificate.verdict if report.certificate else None,
        "title": report.puzzle.title if report.puzzle else None,
        "failure": report.failure,
        "checked": report.checked,
        "checker": report.checker.name if report.checker else None,
        "trusted": report.trusted,
    }


def _sentence(report: Report) -> str:
    claim = report.certificate.claim if report.certificate else "no claim"
    title = f" ({report.puzzle.title})" if report.puzzle and report.puzzle.title else ""
    if report.verified:
        return _plain(f"{report.path}: verified: {claim}{title}.")
    return _plain(f"{report.path}: NOT VERIFIED: {report.failure} (the claim was: {claim}{title}).")


def _plain(text: str) -> str:
    """Return a text without what could play tricks on a terminal: it may come from a forger."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)

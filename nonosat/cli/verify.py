"""`nonosat verify`: checks certificates and explanations; says what was checked and what must be trusted."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from nonosat.answer import told
from nonosat.cli.common import limit_seconds, telling_arguments
from nonosat.cli.output import Exit, complain, say, say_json, width, worst
from nonosat.errors import InputError, LimitReached, StopReason
from nonosat.formats import load
from nonosat.processes.limits import Clock, Limits
from nonosat.proofs.checkers import CHECKERS
from nonosat.proofs.verify import Verification, verify
from nonosat.puzzles import Puzzle
from nonosat.reasons.verification import is_explanation, verify_explanation
from nonosat.words import plural, printable

_EPILOG = ("checkers of proofs:",)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "\n".join([*_EPILOG, *_entries([(name, _about(name)) for name in CHECKERS], 79)])
    parser.add_argument(
        "certificates",
        nargs="+",
        metavar="DIR|ZIP|JSON",
        help="written by nonosat prove or nonosat explain",
    )
    parser.add_argument(
        "--checker",
        metavar="NAME",
        help="the checker of the proof (default: own, or the fastest installed one if the proof is long)",
    )
    parser.add_argument("--puzzle", metavar="FILE", help="check that the certificate is about this puzzle")
    parser.add_argument("--time-limit", type=limit_seconds, metavar="SECONDS", help="for each certificate")
    telling_arguments(parser, "one JSON object per certificate, one per line")


def _about(name: str) -> str:
    checker = CHECKERS[name]
    return checker.about if checker.installed else f"{checker.about}; not installed: {checker.install}"


def main(arguments: argparse.Namespace) -> Exit:
    """Verify every certificate; return the most severe exit code."""
    puzzle = load(arguments.puzzle) if arguments.puzzle else None
    result = Exit.ANSWERED
    for path in arguments.certificates:
        clock = Clock()
        try:
            if is_explanation(path):
                result = worst(result, _explanation(arguments, path, puzzle))
                continue
            report = verify(path, arguments.checker, puzzle, Limits(arguments.time_limit))
        except InputError as error:
            complain(str(error))
            result = worst(result, Exit.BAD_INPUT)
            continue
        except LimitReached as limit:
            if arguments.json:
                say_json(report_data(Verification(path, str(limit)), clock, limit.stop_reason))
            else:
                complain(printable(f"{path}: undecided: {limit}"))
            result = worst(result, Exit.UNDECIDED)
            continue
        if arguments.json:
            say_json(report_data(report, clock))
        else:
            say(_sentence(report) if arguments.quiet else report_text(report, width() or 100))
        result = worst(result, Exit.ANSWERED if report.verified else Exit.NO)
    return result


def _explanation(arguments: argparse.Namespace, path: str, puzzle: Puzzle | None) -> Exit:
    """Verify an explanation, which needs no checker of proofs."""
    if arguments.checker:
        raise InputError("--checker is for the proof of a certificate; this is an explanation", path)
    clock = Clock()
    report = verify_explanation(path, puzzle, Limits(arguments.time_limit))
    steps = f"{plural(report.steps, 'step')}, one after another, without a solver"
    checked = {"steps": steps} if report.verified else {}
    if arguments.json:
        result = {
            "certificate": report.path,
            "verified": report.verified,
            "claim": report.claim or None,
            "verdict": report.verdict,
            "title": report.puzzle.title,
            "failure": report.failure,
            "checked": checked,
            "checker": None,
            "trusted": list(report.trusted),
            "steps": report.steps,
            "step": report.step or None,
        }
        say_json(told("verify", result, report.puzzle, seconds={"total": clock.seconds}))
    else:
        entries = [*checked.items(), ("trusted", f"{'; '.join(report.trusted)}.")]
        shown = () if arguments.quiet or not report.verified else entries
        say("\n".join([report.sentence(), *_entries(shown, (width() or 100) - 1)]))
    return Exit.ANSWERED if report.verified else Exit.NO


def report_text(report: Verification, columns: int) -> str:
    """Return a report as text for people."""
    lines = [_sentence(report)]
    entries = list(report.checked.items())
    if report.verified:
        if report.checker:
            entries.append(("checker", f"{report.checker}: {CHECKERS[report.checker].about}"))
        entries.append(("trusted", f"{'; '.join(report.trusted)}."))
        if report.certificate is not None:
            said = "; ".join(f"{key}: {text}" for key, text in report.certificate.origin.items())
            entries.append(("origin", f"{printable(said)} (as stated, not checked)"))
    return "\n".join([*lines, *_entries(entries, columns - 1)])


def _entries(entries: Iterable[tuple[str, str]], columns: int) -> Iterator[str]:
    """Yield the lines of a table of names and texts, wrapped to these columns."""
    for name, text in entries:
        first, rest = f"  {name:9} ", " " * 12
        yield from textwrap.wrap(
            text, columns, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
        )


def report_data(
    report: Verification, clock: Clock, stop_reason: StopReason = StopReason.DONE
) -> dict[str, Any]:
    """Return a report as plain data."""
    result = {
        "certificate": report.path,
        "verified": report.verified,
        "claim": report.certificate.claim if report.certificate else None,
        "verdict": report.certificate.verdict if report.certificate else None,
        "title": report.puzzle.title if report.puzzle else None,
        "failure": report.failure,
        "checked": report.checked,
        "checker": report.checker or None,
        "trusted": report.trusted,
    }
    return told("verify", result, report.puzzle, stop_reason, seconds={"total": clock.seconds})


def _sentence(report: Verification) -> str:
    claim = report.certificate.claim if report.certificate else "no claim"
    title = f" ({report.puzzle.title})" if report.puzzle and report.puzzle.title else ""
    if report.verified:
        return printable(f"{report.path}: verified: {claim}{title}.")
    return printable(f"{report.path}: NOT VERIFIED: {report.failure} (the claim was: {claim}{title}).")

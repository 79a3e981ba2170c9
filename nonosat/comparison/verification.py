"""Checks a whole campaign again, on any machine, without a solver: its journal, and the certificates that are
in the folder beside it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from hashlib import sha256

from nonosat import InputError, Limits, Puzzle, load, verify
from nonosat.comparison.isolation import Entry
from nonosat.comparison.journal import file_of, load as load_journal
from nonosat.comparison.results import CERTIFICATE, CERTIFIED, REFUTED, TRUSTED, Record, judge
from nonosat.toolkit import Verification, progress, words


@dataclass(repr=False)
class CheckedCampaign(Verification):
    """The result of a check: `failure` is None if no answer is trusted, and every certificate holds."""

    claimed: str = ""

    @property
    def claim(self) -> str:
        """How many answers are certified, trusted and refuted; empty if that is unknown."""
        return self.claimed

    def sentence(self) -> str:
        """Return the result as a sentence."""
        return (
            f"{self.path}: {'verified' if self.verified else 'NOT VERIFIED'}: {self.failure or self.claim}."
        )


def verify_campaign(path: str, limits: Limits) -> CheckedCampaign:
    """Check a campaign's journal; the limits are for each certificate.

    Raises InputError if it is not a journal, LimitReached if a limit ended the work.
    """
    header, found = load_journal(path)
    report = CheckedCampaign(path)
    puzzles: dict[tuple[str, str], Puzzle] = {}
    for one in header["puzzles"]:
        if one["document"] is not None:
            puzzle = load(one["document"]).with_source(one["name"])
            if Entry(one["name"], puzzle).hash != one["hash"]:
                report.failure = f"{one['name']} does not have the hash in the header"
                return report
            puzzles[one["name"], one["hash"]] = puzzle
    pictures = sum(len(line["solutions"]) for line in found.lines)
    certificates = [line for line in found.lines if line.get(CERTIFICATE)]
    done = 0
    with progress.Stage("", lambda: f"{done} of {words.plural(len(certificates), 'certificate')}"):
        for line in found.lines:
            report.failure = _fault(path, line, puzzles.get((line["puzzle"], line["hash"])), limits)
            if report.failure:
                return report
            done += bool(line.get(CERTIFICATE))
    number = Counter(run["trust"] for run in judge(found.lines))
    counts = ", ".join(f"{number[trust]} {trust}" for trust in (CERTIFIED, TRUSTED, REFUTED))
    report.claimed = f"of {words.plural(number.total() - number[''], 'answer')}, {counts}"
    report.failure = report.claim if number[TRUSTED] else None
    report.checked = {
        "pictures": f"{words.plural(pictures, 'picture')}: each satisfies all clues and givens",
        "proofs": f"{words.plural(len(certificates), 'certificate')}, with the hashes in the journal",
    }
    report.trusted = [
        "what the journal says of times and memory, and of faults that left no picture",
        "the checks of pictures, clauses and proofs (verify names them for a single certificate)",
        "Python and this machine",
    ]
    return report


def _fault(journal: str, line: Record, puzzle: Puzzle | None, limits: Limits) -> str | None:
    """Return what is wrong with a journal's line: a picture, or the certificate that it is about."""
    if puzzle is None:
        return None if not line["solutions"] else f"{line['puzzle']} is not in the header"
    if not line["fault"]:  # what is refuted is not believed anyway
        for picture in line["solutions"]:
            if fault := puzzle.fault(tuple(picture)):
                return f"{line['puzzle']}: a picture is wrong: {fault}"
    if not line.get(CERTIFICATE):
        return None
    file = file_of(journal, line)
    try:
        if sha256(file.read_bytes()).hexdigest() != line[CERTIFICATE]:
            return f"{file} does not have the hash in the journal"
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", str(file)) from None
    report = verify(file, puzzle=puzzle, limits=limits)
    if report.verified and report.verdict != line["verdict"]:
        return f"{file} proves another verdict than {line['verdict']}"
    return None if report.verified else report.sentence()

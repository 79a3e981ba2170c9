"""Certificates of a campaign's verdicts: no `unique` or `none` rests on a solver's word, and a journal is
checked again on any machine, without a solver.

For every puzzle whose verdict no picture refutes, a certificate is made and verified, which all models share
that say the same; and another one by each model whose solver writes proofs. If there is none because the
verdict is wrong, the solutions that refute it are found instead. A journal has a line for each:

certificate   the SHA-256 sum of its file, which is its name in the folder beside the journal; or empty
puzzle, hash  what it is about, as in runs
model         whose solver wrote the proof; empty if it is one for all
verdict       what was to be proven
solutions     pictures that satisfy the clues: those of the verdict, or those that refute it
fault         what is wrong with the model's proof; empty if nothing is
basis         why there is no certificate; empty if there is one
wall, cpu     seconds for making and checking it
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from nonosat import Card, InputError, LimitReached, Limits, Picture, Puzzle, load, solve, verify
from nonosat.comparison.isolation import GRACE, Entry
from nonosat.comparison.journal import file_of, load as load_journal
from nonosat.comparison.results import CERTIFICATE, CERTIFIED, REFUTED, TRUSTED, Record, judge
from nonosat.toolkit import (
    InternalError,
    Run,
    Verification,
    WrongAnswerError,
    certify,
    load_card,
    measure,
    progress,
    words,
    worker,
)


@dataclass(frozen=True)
class Claim:
    """A verdict on a puzzle that is to be proven, by the solver of a card or, if that is None, by any."""

    entry: Entry
    verdict: str
    pictures: tuple[Picture, ...]
    found_by: tuple[str, ...]
    limits: Limits
    card: Card | None = None

    def __str__(self) -> str:
        return self.entry.source


def claims(entries: Iterable[Entry], cards: Iterable[Card], lines: Sequence[Record]) -> Iterator[Claim]:
    """Yield what is to be proven of a journal's runs, besides what was tried: each verdict once for all
    models, which may take as long as all runs that claim it; and each once by the solver that can prove it.
    """
    of = {entry.source: entry for entry in entries}
    writers = {card.name: card for card in cards if card.options.get("proof")}
    tried = {(line["puzzle"], line["model"]) for line in lines if CERTIFICATE in line}
    believed = [
        run
        for run in judge(lines)
        if run["trust"] == TRUSTED or (run["trust"] == CERTIFIED and run["verdict"] != "multiple")
    ]
    said = Counter(run["puzzle"] for run in believed)
    for run in believed:
        times = {"": said[run["puzzle"]]} | ({run["model"]: 1} if run["model"] in writers else {})
        for model, number in times.items():
            if (key := (run["puzzle"], model)) not in tried:
                tried.add(key)
                limits = Limits(**run["limits"])
                seconds, cpu = (one and one * number for one in (limits.time, limits.cpu))
                pictures, found_by = tuple(map(tuple, run["solutions"])), tuple(run["backends"])
                limits = replace(limits, time=seconds, cpu=cpu)
                yield Claim(of[run["puzzle"]], run["verdict"], pictures, found_by, limits, writers.get(model))


def prove(claim: Claim) -> tuple[Record, bytes]:
    """Prove a claim in a process of its own; return the journal's line and the certificate, if any."""
    try:
        (record, data), cost = worker.ask(claim.limits.bounds(0, GRACE), measure, _prove, claim)
    except LimitReached as limit:
        return record_unproven(claim, str(limit))
    except Exception as error:  # the worker died: the campaign continues
        return record_unproven(claim, f"{type(error).__name__}: {error}".strip().splitlines()[-1])
    line, _ = record_unproven(claim, "")
    digest = sha256(data).hexdigest() if data else ""
    return line | record | {CERTIFICATE: digest, "wall": cost.wall, "cpu": cost.cpu}, data


def record_unproven(claim: Claim, why: str) -> tuple[Record, bytes]:
    """Return the journal's line of a claim that was not proven."""
    return {
        CERTIFICATE: "",
        "puzzle": claim.entry.source,
        "hash": claim.entry.hash,
        "model": claim.card.name if claim.card else "",
        "verdict": claim.verdict,
        "solutions": list(claim.pictures),
        "fault": "",
        "basis": why,
        "wall": 0.0,
        "cpu": 0.0,
    }, b""


def _prove(claim: Claim) -> tuple[Record, bytes]:
    """Return what is known of the claim, and its certificate, if any."""
    puzzle = claim.entry.puzzle
    with TemporaryDirectory() as folder, Run(puzzle, claim.card or load_card("auto"), claim.limits) as run:
        path = Path(folder) / "certificate.zip"
        try:
            if certify(run, path, claim.verdict, claim.pictures, claim.found_by) is None:
                return {"basis": str(run.stop_reason)}, b""
        except (WrongAnswerError, InputError) as error:
            if claim.card:  # its solver contradicts itself, or wrote no proof, or a wrong one
                return {"fault": f"{claim.verdict}, but {error}"}, b""
            if isinstance(error, InputError):
                raise
            answer = solve(puzzle, limits=run.limits_left)
            return {"solutions": list(answer.solutions), "basis": str(error)}, b""
        if not claim.card:  # the clauses of the others are the same, and their proofs were checked, too
            report = verify(path, puzzle=puzzle, limits=run.limits_left)
            if not report.verified:
                raise InternalError(report.sentence())
        return {}, path.read_bytes()


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
    header, contents = load_journal(path)
    report = CheckedCampaign(path)
    puzzles: dict[tuple[str, str], Puzzle] = {}
    for one in header["puzzles"]:
        puzzle = load(one["document"]).with_source(one["name"])
        if Entry(one["name"], puzzle).hash != one["hash"]:
            report.failure = f"{one['name']} does not have the hash in the header"
            return report
        puzzles[one["name"], one["hash"]] = puzzle
    pictures = sum(len(line["solutions"]) for line in contents.lines)
    certificates = [line for line in contents.lines if line.get(CERTIFICATE)]
    done = 0
    with progress.Stage("", lambda: f"{done} of {words.plural(len(certificates), 'certificate')}"):
        for line in contents.lines:
            report.failure = _fault(path, line, puzzles.get((line["puzzle"], line["hash"])), limits)
            if report.failure:
                return report
            done += bool(line.get(CERTIFICATE))
    number = Counter(run["trust"] for run in judge(contents.lines))
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
        return f"{line['puzzle']} is not in the header"
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

"""Verify a certificate, trusting nothing in it and no solver that took part.

The claim is rebuilt from the puzzle and compared; the proof is checked step by step.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path

from nonosat.encodings import dimacs, drat, reference
from nonosat.errors import InputError, writing
from nonosat.formats import AnyPuzzle, as_puzzle
from nonosat.problem import Problem
from nonosat.problem.automaton import clue_automaton
from nonosat.processes import worker
from nonosat.processes.clock import Clock
from nonosat.processes.files import path_text
from nonosat.processes.limits import NO_LIMITS, Limits, within
from nonosat.processes.progress import Stage
from nonosat.proofs import archive, checkers, manifest
from nonosat.proofs.check_clauses import ClauseCheck, Compared, Different, ExcludesSolution
from nonosat.proofs.checkers import CHECKERS, THEOREMS, Theorem
from nonosat.proofs.claims import CLAIMS, NotVerified, Refutation, Stated
from nonosat.proofs.manifest import Certificate
from nonosat.puzzles import Puzzle
from nonosat.records import dataclass, field, replace
from nonosat.words import bracket, first_line, plural, printable


@dataclass(repr=False)
class Verification:
    """The result of a check: `failure` is None if the certificate is verified.

    `checked` says in words, part by part, what was checked; `trusted` lists what still has to be trusted.
    `same_as` is the address of the puzzle that was compared with the one in the certificate; `proven` has the
    lines in which ACL2 says what it has proven, if it was asked.
    """

    path: str
    failure: str | None = None
    certificate: Certificate | None = None
    puzzle: Puzzle | None = None
    checker: str = ""
    checked: dict[str, str] = field(default_factory=dict)
    trusted: list[str] = field(default_factory=list)
    same_as: str = ""
    proven: list[str] = field(default_factory=list)

    @property
    def verified(self) -> bool:
        """Whether the claim is proven."""
        return self.failure is None

    @property
    def about_constraints(self) -> bool:
        """Whether ACL2 has proven the claim of constraints that a page of a declared kind became."""
        return self.puzzle is not None and self.puzzle.is_declared and self.proven[:1] == ["kind: problem"]

    @property
    def claim(self) -> str:
        """What the certificate claims; empty if that is unknown."""
        return self.certificate.claim if self.certificate else ""

    @property
    def verdict(self) -> str | None:
        """The verdict that it claims."""
        return self.certificate.verdict if self.certificate else None

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {first_line(self.sentence())}>"

    def sentence(self) -> str:
        """Return the result as a sentence."""
        if not self.verified:
            said = f"NOT VERIFIED: {self.failure} (the claim was: {self.claim or 'no claim'})"
        elif self.same_as:
            said = f"verified: {self.claim} (the puzzle is {self.same_as})"
        else:  # anybody can give a puzzle any title
            title = self.puzzle.title if self.puzzle else ""
            said = f"verified: {self.claim}{bracket(title and f'the puzzle in it calls itself {title!r}')}"
        return printable(f"{self.path}: {said}.")


def verify(
    path: str | Path,
    checker: str | None = None,
    puzzle: AnyPuzzle | None = None,
    limits: Limits = NO_LIMITS,
    lrat: str | Path | None = None,
    book: str | Path | None = None,
    *,
    time_limit: float | None = None,
) -> Verification:
    """Check a certificate, a folder or a .zip; with `puzzle`, also that it is about this puzzle.

        >>> import nonosat, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     _ = nonosat.prove("dom-3", f"{folder}/dom.zip")
        ...     report = nonosat.verify(f"{folder}/dom.zip", puzzle="dom-3")
        >>> report.verified, report.certificate.claim
        (True, 'exactly one solution')

    `checker` names the checker of the proof (see `nonosat.proofs.checkers`). With `lrat`, the checker
    `compiled` writes the proof to this file as LRAT, for other checkers. With `book`, the checker `theorem`
    writes the theorem about this puzzle to a new folder, as a book for ACL2.

    Raises InputError if the files are not a certificate at all, LimitReached if a limit ended the work.
    """
    limits = within(limits, time_limit)
    clock = limits.clock()
    puzzle = None if puzzle is None else as_puzzle(puzzle)
    if lrat is not None:
        if checker not in (None, "compiled"):
            raise InputError(f"LRAT is written by the checker compiled, not by {checker}")
        checker, lrat = "compiled", str(Path(lrat).absolute())
    if book is not None:
        if checker not in (None, "theorem"):
            raise InputError(f"a theorem is proven by the checker theorem, not by {checker}")
        archive.check_new(str(book))
        checker, book = "theorem", str(Path(book).absolute())
    if checker:
        CHECKERS.load(checker)  # an unknown name is refused before any work
    # A worker may have been started in another folder.
    report, place = Verification(path_text(path)), str(Path(path).absolute())
    if limits == NO_LIMITS:
        report = check_certificate(report, place, checker or "", puzzle, None, lrat, book)
    else:
        # Not every checker can look at a clock, and a forger can make any part of it slow.
        work = report, place, checker or "", puzzle, clock.left, lrat, book
        report = worker.ask(clock.bounds(limits.memory_bytes), check_certificate, *work)
    if report.failure and report.checker and (why := checkers.missing(report.checker)):
        raise InputError(why, str(path))  # a program that refuses everything has refuted nothing
    return report


def check_certificate(
    report: Verification,
    place: str,
    checker: str,
    puzzle: Puzzle | None,
    seconds: float | None,
    lrat: str | None = None,
    book: str | None = None,
) -> Verification:
    """Do the work of `verify`, in a worker if there are limits; return the completed report."""
    try:
        with archive.open_archive(place) as files, Stage(report.path):
            _Verifying(files, report, checker, Clock(seconds), lrat, book).all(puzzle)
    except (NotVerified, drat.ProofError) as reason:
        report.failure = str(reason)
    except InputError as error:
        raise InputError(str(error), report.path) from None
    return report


@dataclass
class _Verifying:
    files: archive.Archive
    report: Verification
    checker: str
    clock: Clock
    lrat: str | None
    book: str | None
    theorem: Theorem | None = None

    def all(self, wanted: Puzzle | None) -> None:
        """Check part by part. Raises NotVerified or ProofError if one fails."""
        report = self.report
        claimed = report.certificate = manifest.read(self._whole(archive.MANIFEST))
        self._check_files(claimed)
        puzzle = report.puzzle = manifest.read_puzzle(self._whole(manifest.PUZZLE))
        if wanted is not None:
            _expect(puzzle.same_as(wanted), f"the certificate is not about {wanted.source}")
            report.same_as = wanted.source
            report.checked["puzzle"] = f"the same as {wanted.source}"
        else:
            report.trusted.append(f"that {manifest.PUZZLE} is the puzzle you mean (or name it with --puzzle)")
        problem = puzzle.problem()
        solutions = self._check_solutions(claimed, puzzle, problem)
        said = Stated(puzzle, problem, solutions, self.files.open, self.clock)
        shown = CLAIMS.load(claimed.verdict).show(said)
        if self.checker in THEOREMS:
            self.theorem = THEOREMS.load(self.checker)(claimed.verdict, said, self.book)
        report.checked |= shown.checked
        report.trusted += shown.trusted
        _expect(shown.says == claimed.claim, f"{archive.MANIFEST} has the wrong claim: it is {shown.says}")
        if shown.refutation is not None and claimed.formula is not None and claimed.proof is not None:
            formula, clauses = self._check_clauses(claimed, claimed.formula, shown.refutation)
            if self.theorem:
                self.theorem.about(shown.refutation.problem, formula)
            self._check_proof(claimed, claimed.proof, formula.variables, clauses)
        elif self.lrat is not None:
            raise InputError("has no proof to be written as LRAT")
        elif self.theorem:
            self.theorem.prove(self.clock)
        if claimed.by_hand != (manifest.commands(claimed.verdict) if claimed.proof else ()):
            report.checked["by_hand"] = "differs from what nonosat would write: do not run it unread"
        report.trusted.append("Python and this machine")
        if self.theorem:
            report.checker, report.proven = self.checker, [*self.theorem.proven]
            page = report.about_constraints
            report.trusted = [
                *["that the constraints, as printed, say what the kind's page states"] * page,
                *self.theorem.trusted,
            ]

    def _check_files(self, claimed: Certificate) -> None:
        files = self.files
        expected = {archive.MANIFEST, *claimed.expected_files}
        for name in sorted(files.sizes.keys() ^ expected):
            raise NotVerified(f"{name} is {'missing' if name in expected else 'not part of the claim'}")
        for name, said in claimed.files.items():
            _expect(files.sizes[name] == said.bytes, f"{name} is not as long as {archive.MANIFEST} says")
            with files.open(name) as file:
                _expect(manifest.digest(file) == said, f"{name} does not have the hash in {archive.MANIFEST}")
        count = plural(len(claimed.files), "file")
        self.report.checked["files"] = f"{count}, with the lengths and hashes listed"

    def _check_solutions(
        self, claimed: Certificate, puzzle: Puzzle, problem: Problem
    ) -> list[tuple[int, ...]]:
        """Check the pictures against the puzzle's own rules; return them as values of the cells."""
        solutions: list[tuple[int, ...]] = []
        keys: dict[tuple[int, ...], str] = {}
        for number in range(1, claimed.solutions + 1):
            name = manifest.solution_name(number)
            try:
                text = self._whole(name).decode("utf-8")
            except UnicodeDecodeError:
                raise NotVerified(f"{name} is not text") from None
            picture = tuple(text.removesuffix("\n").split("\n"))
            fault = puzzle.fault(picture)
            _expect(fault is None, f"{name} is not a solution: {fault}")
            values = puzzle.values(picture)
            drawn = manifest.picture_text(puzzle.picture(values))
            _expect(drawn == text, f"{name} is not in the form of a picture")
            key = tuple([values[cell] for cell in problem.answer_key])
            _expect(key not in keys, f"{name} is the same solution as {keys.get(key)}")
            keys[key] = name
            solutions.append(values)
        if solutions:
            more = ", all different: each" if len(solutions) > 1 else ", which"
            count = plural(len(solutions), "picture")
            self.report.checked["pictures"] = f"{count}{more} satisfies all clues and givens"
            self.report.trusted.append(
                f"the check of a picture against its clues ({type(puzzle).__module__})"
            )
        return solutions

    def _check_clauses(
        self, claimed: Certificate, said: manifest.FormulaSize, refutation: Refutation
    ) -> tuple[reference.Formula, Compared]:
        """Write the clauses again and compare; return the ones written here."""
        problem = replace(refutation.problem, possible=())  # as stated, whatever was narrowed
        name = manifest.cnf_name(claimed.verdict)
        # Each variable is in some clause, and those of a cell with several colours are in as many clauses as
        # it has colours. Most numbers have as many digits as the largest. So this bounds the work for a
        # forged puzzle.
        literals = max(said.variables, sum(size * size for size in problem.sizes if size != 2))
        room = literals * (len(str(said.variables)) - 1)
        _expect(room <= claimed.files[name].bytes, f"{name} has fewer variables")
        header = dimacs.header(said.variables, said.clauses)
        try:
            with self.files.open(name) as file:
                clauses = Compared(file, header, len(problem.sizes), self.clock)
                formula = reference.encode(problem, (), said.variables, clauses.keep)
                clauses.source, own = "the claim", len(clauses)
                for clause in refutation.added(formula.literals):
                    formula.add(*clause)
                clauses.end()
        except reference.TooManyVariables:
            raise NotVerified(f"the puzzle takes more than {said.variables} variables") from None
        except Different as difference:
            raise NotVerified(f"{name}: {difference}") from None
        size = manifest.FormulaSize(reference.NAME, formula.variables, len(clauses))
        _expect(size == said, _wrong_fields(said, size))
        with self.files.open(manifest.CELLS) as file:
            cells = manifest.cells_text(problem, formula).encode()
            _expect(file.read(len(cells) + 1) == cells, f"{manifest.CELLS} does not fit the clauses")
        more = f"; {refutation.adds}" if refutation.adds else ""
        count = plural(len(clauses), "clause")
        self.report.checked["clauses"] = f"{count}, the same as {reference.NAME} gives for the puzzle{more}"
        self._check_encoding(name, problem, formula, clauses, own)
        return formula, clauses

    def _check_encoding(
        self, name: str, problem: Problem, formula: reference.Formula, clauses: Compared, own: int
    ) -> None:
        """Check each clause of the Problem, those before number `own`, so that the encoding need not be
        trusted.
        """
        check = ClauseCheck(problem, formula.literals, formula.meanings)
        with Stage("checking the clauses", lambda: f"{check.checked} of {plural(own, 'clause')}"):
            try:
                check.check(islice(clauses, own), self.clock)
            except ExcludesSolution as error:
                raise NotVerified(f"{name}: {error}") from None
        self.report.checked["encoding"] = (
            "each clause holds for every arrangement of a line or count, whatever the encoding"
        )
        puzzle, automaton = type(self.report.puzzle).__module__, clue_automaton.__module__
        self.report.trusted += [
            f"how the rules are stated as constraints ({puzzle}), and a clue's automaton ({automaton})",
            f"the check of clauses against them ({ClauseCheck.__module__})",
        ]

    def _check_proof(
        self, claimed: Certificate, said: manifest.Proof, variables: int, clauses: Compared
    ) -> None:
        compressed = claimed.files[manifest.PROOF].bytes
        if said.bytes > manifest.MOST_COMPRESSED * compressed:
            raise InputError(f"{manifest.PROOF} claims to hold {said.bytes} bytes in {compressed}")
        most = variables + said.extension
        _expect(said.extension <= said.steps, f"{manifest.PROOF} has fewer new variables")
        checker = self.report.checker = self.checker or checkers.best(said)
        with self.files.open(manifest.PROOF) as file:
            text = drat.Unpacked(file, said.bytes)
            steps = _Counted(drat.steps(io.BufferedReader(text), most), variables, most, self.clock)
            with Stage("checking the proof", lambda: f"{steps.count} of {plural(said.steps, 'step')}"):
                if self.lrat is None:
                    check = self.theorem.check if self.theorem else CHECKERS.load(checker)
                    check(most, clauses, steps, self.clock)
                else:
                    from nonosat.proofs.check_long import write_lrat

                    with writing(self.lrat):
                        write_lrat(self.lrat, most, clauses, steps, self.clock)
                for _ in steps:  # a checker may stop at the first conflict: read the rest of the text, too
                    pass
        proof = manifest.Proof(steps.count, text.length, text.digest.hexdigest(), steps.largest - variables)
        _expect(proof == said, f"{manifest.PROOF}: {_wrong_fields(said, proof)}")
        self.report.checked["proof"] = (
            f"{plural(said.steps, 'step')} ({said.bytes} bytes): each lemma follows from the"
            " clauses before it, and the last is the empty clause"
        )
        self.report.trusted.append(f"the checker {checker}: {CHECKERS[checker].about}")

    def _whole(self, name: str) -> bytes:
        """Read a whole file, one that is small in every certificate."""
        if name not in self.files.sizes:
            raise InputError(f"{name} is missing: this is not a certificate")
        if self.files.sizes[name] > manifest.LARGE:
            raise InputError(f"{name} is {self.files.sizes[name]} bytes long, too long for a certificate")
        with self.files.open(name) as file:
            return file.read(manifest.LARGE + 1)


class _Counted(Iterator[drat.Step]):
    """Counts steps, finds the largest variable from `variables` to `most`, and raises LimitReached once the
    clock's deadline has passed.
    """

    def __init__(self, steps: Iterator[drat.Step], variables: int, most: int, clock: Clock) -> None:
        self._steps = steps
        self._clock = clock
        self._most = most
        self.largest = variables
        self.count = 0

    def __next__(self) -> drat.Step:
        if self.count % 64 == 0:
            self._clock.check()
        step = next(self._steps)
        self.count += 1
        if self.largest < self._most and step[1]:
            self.largest = max(self.largest, *map(abs, step[1]))
        return step


def _expect(good: bool, otherwise: str) -> None:
    if not good:
        raise NotVerified(otherwise)


def _wrong_fields(said: object, counted: object) -> str:
    """Return a text with the fields that are wrong in certificate.json; both are of the same dataclass."""
    wrong = [name for name, value in asdict(counted).items() if getattr(said, name) != value]  # type: ignore[call-overload]
    return f"{archive.MANIFEST} has the wrong {' and '.join(wrong)}"

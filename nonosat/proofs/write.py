"""The worker's side of `prove`: the clauses, and their refutation by a fresh solver.

Called through a Worker, so that limits and Ctrl-C hold. A proof is never in memory as a whole: it is checked
as it is read from the solver's file, and what its end needs is written to the certificate's.
"""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from nonosat import backends
from nonosat.backends.proving import Prover
from nonosat.encodings import dimacs, drat, reference
from nonosat.encodings.model import Options
from nonosat.errors import LimitReached, StopReason, WrongAnswerError
from nonosat.installed import interpreted
from nonosat.problem import Values
from nonosat.processes.clock import Clock
from nonosat.processes.reports import report
from nonosat.proofs import archive
from nonosat.proofs.claims import CLAIMS, Refutation, Stated
from nonosat.proofs.manifest import (
    CELLS,
    PROOF,
    FormulaSize,
    Proof,
    cells_text,
    cnf_lines,
    cnf_name,
)
from nonosat.puzzles import Puzzle
from nonosat.records import replace
from nonosat.solving.card import GLUCOSE, KISSAT_PROGRAM

if TYPE_CHECKING:
    from nonosat.proofs.sums import Counted


class ProofStep(NamedTuple):
    """A backend that writes proofs, the conflicts after which the next one starts over (None: no limit), its
    options, and whether it gets sums, if there are any.
    """

    backend: str
    conflicts: int | None = None
    options: Options = {}  # noqa: RUF012 - nobody changes it
    sums: bool = False


# Glucose's proofs are shorter, and so faster to check, than those of Kissat, which refutes clauses that are
# hard for Glucose. Proofs with sums have new variables, which not all checkers know.
STEPS: tuple[ProofStep, ...] = (
    ProofStep(GLUCOSE, 20_000),
    ProofStep(GLUCOSE, 200_000, sums=True),
    ProofStep(KISSAT_PROGRAM, sums=True),
)


PIECE = 20_000
"""The conflicts after which a solver pauses for a report. CaDiCaL then begins its phases anew, which made it
no slower where it was tried.
"""

_STEPS = 10_000  # between two reports

_PRESET = 1  # xz level: higher ones take longer than the solver does, and save little


def write_refutation(
    refutation: Refutation,
    folder: str,
    cnf_name: str,
    steps: Iterable[ProofStep] = STEPS,
) -> tuple[str, FormulaSize, Proof]:
    """Write the clauses that are to be refuted, and their refutation, into a folder.

    Returns the backend that refuted them, and the formula and proof.
    """
    problem = refutation.problem
    formula = reference.encode(problem)
    for clause in refutation.added(formula.literals):
        formula.add(*clause)
    with (Path(folder) / cnf_name).open("w", encoding="ascii") as file:
        file.writelines(line + "\n" for line in cnf_lines(formula, refutation.adds))
    (Path(folder) / CELLS).write_text(cells_text(problem, formula), encoding="ascii")
    size = FormulaSize(reference.NAME, formula.variables, len(formula.clauses))
    counted: Counted | None = None
    for backend, conflicts, options, sums in map(_usable, steps):
        if sums and counted is None:
            from nonosat.proofs.sums import count_sums  # few proofs come as far

            counted = count_sums(problem, formula)
        told = counted if sums else None
        clauses = [*formula.clauses, *told.facts] if told else formula.clauses
        with closing(backends.prover(backend, clauses, options)) as solver:
            answer = _solve(solver, backend, conflicts)
            if answer:
                raise WrongAnswerError(f"{backend} finds a solution of what was to be refuted")
            if answer is not None:
                return backend, size, _store(solver, backend, formula, told, Path(folder) / PROOF)
    raise LimitReached(StopReason.TIME_LIMIT, f"{backend} gave up")


def _usable(step: ProofStep) -> ProofStep:
    """Return the step with the options of Kissat's card, or CaDiCaL in its place if there is no Kissat."""
    if step.backend != KISSAT_PROGRAM or step.options:
        return step
    from nonosat.solving.card_files import kissat  # few proofs come as far

    card = kissat()
    there = card.backend == KISSAT_PROGRAM
    return step._replace(options=card.options) if there else step._replace(backend="pysat:cadical195")


def _solve(solver: Prover, backend: str, conflicts: int | None) -> bool | None:
    """Let the solver search, up to a number of conflicts, and report how far it has come."""
    info = backends.info(backend)
    if info is None or not info.budget:
        return solver.solve(conflicts)
    answer, done, most = None, 0, inf if conflicts is None else conflicts
    while answer is None and done < most:
        report(f"{backend}: {done:,} conflicts, {solver.written / 1e6:.0f} MB of proof")
        piece = int(min(PIECE, most - done))
        answer, done = solver.solve(piece), done + piece
    return answer


def write_shown(
    claim: str,
    puzzle: Puzzle,
    solutions: Sequence[Values],
    folder: str,
    seconds: float | None,
    steps: Iterable[ProofStep] = STEPS,
) -> tuple[str, str, FormulaSize | None, Proof | None]:
    """Check what a claim shows in a folder, and write the refutation that it needs.

    Returns the claim in words, the backend that refuted the clauses, and the formula and proof, if any.
    """
    with closing(archive.Folder(folder)) as files:
        shown = CLAIMS.load(claim).show(
            Stated(puzzle, puzzle.problem(), solutions, files.open, Clock(seconds))
        )
    if shown.refutation is None:
        return shown.says, "", None, None
    return shown.says, *write_refutation(shown.refutation, folder, cnf_name(claim), steps)


def _store(
    solver: Prover, backend: str, formula: reference.Formula, told: Counted | None, path: Path
) -> Proof:
    """Write the proof: without what its end does not need, and checked by the way, if that is compiled."""
    new = told.new_variables if told else 0

    def lines() -> Iterator[bytes]:
        yield from (dimacs.step_line(step).encode() for step in (told.steps if told else ()))
        yield from solver.lines()

    if interpreted:
        return _pack(drat.pieces(lines()), new, path)
    from nonosat.proofs.check_long import Notes, check

    variables, number = formula.variables + new, 0

    def steps() -> Iterator[drat.Step]:
        nonlocal number
        step: drat.Step = True, []
        for number, step in enumerate(drat.steps_of(lines(), variables), start=1):
            if number % _STEPS == 1:
                report(f"checking: {number:,} steps of the proof")
            yield step
        if step != (False, []):
            raise drat.ProofError("it does not end with the empty clause")

    with Notes(len(formula.clauses)) as notes:
        try:
            check(variables, formula.clauses, steps(), note=notes.keep)
        except drat.ProofError as error:
            raise WrongAnswerError(f"{backend} gave a wrong proof: {error}") from None
        proof = _pack(notes.pieces(), 0, path)
    if not number:  # units alone refute the formula
        return _pack([b"0\n"], 0, path)
    if number < proof.steps:
        return _pack(drat.pieces(lines()), new, path)  # a short one, which unit lemmas make longer
    return replace(proof, extension=max(0, notes.largest - formula.variables))


def _pack(pieces: Iterable[bytes], extension: int, path: Path) -> Proof:
    digest = hashlib.sha256()
    steps = size = 0
    with lzma.open(path, "wb", preset=_PRESET) as file:
        for piece in pieces:
            file.write(piece)
            digest.update(piece)
            steps += piece.count(b"\n")
            size += len(piece)
            report(f"packing: {size / 1e6:.0f} MB of proof")
    return Proof(steps, size, digest.hexdigest(), extension)

"""Programs that check proofs: one registry, the project's own checker first.

A checker gets clauses that were written again from the puzzle, never those of a certificate, and
the proof's steps as they are read. It returns if the proof holds and raises ProofError if not.
For external programs, only the line with the verdict counts: some always exit with 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from nonosat.encodings import dimacs
from nonosat.encodings.dimacs import Clauses
from nonosat.encodings.drat import ProofError, Step
from nonosat.errors import InputError, LimitReached, StopReason
from nonosat.installed import interpreted
from nonosat.processes import programs
from nonosat.processes.clock import Clock
from nonosat.processes.trials import SECONDS, try_call
from nonosat.proofs.manifest import ACL2_BOOK, Proof
from nonosat.registry import Entry, Registry
from nonosat.registry.programs import program_path
from nonosat.words import bracket

if TYPE_CHECKING:
    from nonosat.encodings.reference import Formula
    from nonosat.problem import Problem
    from nonosat.proofs.claims import Stated

_SHORT = 200_000  # bytes of proof that plain Python checks in a second or two
_NO_MEMORY = ("c MEMOUT", "CakeML heap space exhausted", "CakeML stack space exhausted")


class Check(Protocol):
    """A way to check proofs."""

    def __call__(self, variables: int, clauses: Clauses, steps: Iterable[Step], clock: Clock, /) -> None:
        """Return if the steps refute the clauses, else raise ProofError."""
        ...


class Theorem(Protocol):
    """A claim about a puzzle, from the clues to the verdict, for a program to prove. `proven` has the lines
    in which it prints what it has proven; `trusted` says what is left to be trusted.
    """

    trusted: Sequence[str]
    proven: Sequence[str]

    def about(self, problem: Problem, formula: Formula) -> None:
        """Say what is refuted: the clauses of this Problem, with these meanings, and what the claim adds."""
        ...

    def check(self, variables: int, clauses: Clauses, steps: Iterable[Step], clock: Clock, /) -> None:
        """Prove the claim from a refutation (see Check). Raises ProofError if that fails."""
        ...

    def prove(self, clock: Clock) -> None:
        """Prove a claim that the pictures alone show."""
        ...


class State(Protocol):
    """States a claim, by its name and what a certificate has to show it, as a Theorem, which is also written
    to the new folder `book`, if there is one.
    """

    def __call__(self, verdict: str, stated: Stated, book: str | None, /) -> Theorem:
        """Return the Theorem."""
        ...


CHECKERS: Registry[Entry, Check] = Registry(
    "checker",
    __package__,
    {
        "own": Entry(
            "checkers:own", "the built-in checker, plain Python, written to be read (proofs/check.py)"
        ),
        "compiled": Entry(
            "checkers:by_machine_code",
            "the built-in checker for long proofs, in machine code (proofs/check_long.py)",
        ),
        "drat-trim": Entry(
            "checkers:by_drat_trim",
            "the checker of the SAT competitions",
            install="from a package, or built from https://github.com/marijnheule/drat-trim, on the PATH",
            programs=("drat-trim",),
        ),
        "cake_lpr": Entry(
            "checkers:by_cake_lpr",
            "a checker that is itself verified, down to its machine code; `compiled` writes its hints",
            install="built from https://github.com/tanyongkiam/cake_lpr, on the PATH",
            programs=("cake_lpr",),
        ),
        "theorem": Entry(
            "checkers:by_acl2",
            "ACL2 proves the claim, from the clues to the verdict; `compiled` writes its hints",
            install="Debian: apt-get install acl2 acl2-books",
            programs=("acl2",),
        ),
    },
)

THEOREMS: Registry[Entry, State] = Registry(
    "theorem", "nonosat", {"theorem": Entry("theorem.statement:Theorem", "what ACL2 proves")}
)
"""The checkers that prove a claim, and not only that clauses are refuted."""


def missing(name: str) -> str:
    """Say why a checker cannot be used, and how to install it; empty if it can. A program is tried."""
    entry = CHECKERS[name]
    if why := CHECKERS.missing(name):
        return why
    files = tuple(filter(None, map(program_path, entry.programs)))
    fault = try_call(files, judge_two_proofs, name).fault if files else ""
    return f"the checker {name} does not answer: {fault}{bracket(entry.install)}" if fault else ""


def judge_two_proofs(name: str) -> None:
    """Let a checker accept a proof and refuse another. Raises InputError if it does not."""
    clauses = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
    for some, holds in (clauses, True), (clauses[1:], False):
        try:
            CHECKERS.load(name)(2, some, iter([(False, [2]), (False, [])]), Clock(SECONDS))
            accepted, why = True, "it accepts a proof that does not hold"
        except ProofError as error:
            accepted, why = False, str(error)
        if accepted != holds:
            raise InputError(why)


def best(proof: Proof) -> str:
    """Return the checker for a proof of this length: the one to be read, or the fast one if it is long."""
    return "own" if proof.bytes <= _SHORT or interpreted else "compiled"


def own(variables: int, clauses: Clauses, steps: Iterable[Step], _clock: Clock) -> None:
    """Check by `nonosat.proofs.check`; the iterator of the steps checks the clock."""
    from nonosat.proofs.check import check

    check(variables, clauses, steps)


def by_machine_code(variables: int, clauses: Clauses, steps: Iterable[Step], clock: Clock) -> None:
    """Check by `nonosat.proofs.check_long`."""
    from nonosat.proofs.check_long import check

    check(variables, clauses, steps, clock)


def by_drat_trim(variables: int, clauses: Clauses, steps: Iterable[Step], clock: Clock) -> None:
    """Check by drat-trim."""
    with _folder() as folder:
        write_lines(folder / "cnf", dimacs.lines(variables, clauses))
        write_lines(folder / "drat", map(dimacs.step_line, steps))
        # Without -t it stops after some hours.
        seconds = "1000000000" if clock.left is None else str(int(clock.left) + 1)
        _expect("s VERIFIED", clock, ["drat-trim", folder / "cnf", folder / "drat", "-t", seconds])


def by_cake_lpr(variables: int, clauses: Clauses, steps: Iterable[Step], clock: Clock) -> None:
    """Check by cake_lpr, which is itself verified."""
    with _folder() as folder:
        files = _write_lrat(folder, variables, clauses, steps, clock)
        _expect("s VERIFIED UNSAT", clock, ["cake_lpr", *files])


def by_acl2(variables: int, clauses: Clauses, steps: Iterable[Step], clock: Clock) -> None:
    """Check by the LRAT checker of ACL2's books (Heule, Hunt, Kaufmann, Wetzler 2017), which is verified.

    It proves only that the clauses are refuted; for what that says about a puzzle, see `theorem`.
    """
    with _folder() as folder:
        cnf, lrat = _write_lrat(folder, variables, clauses, steps, clock)
        script = f'{ACL2_BOOK}\n(lrat::lrat-check "{cnf}" "{lrat}")\n'
        _expect("s VERIFIED", clock, ["acl2"], script)


def _write_lrat(
    folder: Path, variables: int, clauses: Clauses, steps: Iterable[Step], clock: Clock
) -> tuple[Path, Path]:
    """Write the clauses, and the proof as LRAT."""
    from nonosat.proofs.check_long import write_lrat

    write_lines(folder / "cnf", dimacs.lines(variables, clauses))
    write_lrat(folder / "lrat", variables, clauses, steps, clock)
    return folder / "cnf", folder / "lrat"


@contextmanager
def _folder() -> Iterator[Path]:
    """Yield a folder for a program's files; errors with them are not the certificate's fault."""
    try:
        with programs.folder() as folder:
            yield folder
    except OSError as error:
        raise InputError(f"the checker's files cannot be written: {error.strerror or error}") from None


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines, which are ASCII."""
    with path.open("w", encoding="ascii") as file:
        file.writelines(line + "\n" for line in lines)


def _expect(line: str, clock: Clock, command: Sequence[str | Path], script: str = "") -> None:
    """Run a program. Raises ProofError unless it prints this line, but not if it did not get to the end."""
    name, *files = map(str, command)
    ended = programs.run([program_path(name) or name, *files], clock.deadline, script=script)
    said = [text.strip() for text in (ended.output + "\n" + ended.errors).splitlines()]
    if line in said:
        return
    if "s TIMEOUT" in said:
        raise LimitReached(StopReason.TIME_LIMIT)
    if any(text.startswith(_NO_MEMORY) for text in said):
        raise LimitReached(StopReason.MEMORY_LIMIT, f"{name} ended, most likely because memory ran out")
    if ended.code < 0:
        raise InputError(f"{name} {ended.how}")
    if any("( INCLUDE-BOOK" in text and "Error" in text for text in said):
        raise InputError(f"{name} does not find its books ({CHECKERS['theorem'].install})")
    last = next((text for text in reversed(said) if text and not text.startswith("ACL2 !>")), "nothing")
    raise ProofError(f"{name} did not print {line!r}; its last line was: {last[:80]}")

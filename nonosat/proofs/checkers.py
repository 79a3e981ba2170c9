"""Who can check a proof: one registry, the project's own checker first.

A checker gets clauses that were written again from the puzzle, never those of a certificate, and
the proof's steps as they are read. It returns if the proof holds and raises ProofError if not.
Other people's programs are believed only for the line that says so: some exit with 0 whatever they
have found.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from nonosat import backends
from nonosat.clauses import dimacs
from nonosat.clauses.drat import ProofError, Step, shown
from nonosat.errors import InputError, LimitReached
from nonosat.processes.limits import Clock

Clauses = Sequence[Sequence[int]]
Check = Callable[[int, Clauses, Iterable[Step], Clock], None]

_MINISAT = "pysat:minisat22"
_SHORT = 200_000  # bytes of proof that plain Python checks in a second or two
_DEAD = 1000  # lemmas that MiniSat drags along before it is begun anew
_LONG = 5_000_000  # bytes of proof from which on numba makes good the second that it takes to start


@dataclass(frozen=True, slots=True)
class Checker:
    """A way to check proofs: `check(variables, clauses, steps, clock)`."""

    name: str
    about: str
    get: str  # how to get what it needs
    here: Callable[[], bool]
    check: Check
    solver: str = ""  # the backend that it drives, if it does


def named(name: str) -> Checker:
    """Return the checker of a name; InputError if there is none, or if what it needs is not here."""
    found = next((checker for checker in CHECKERS if checker.name == name), None)
    if found is None:
        names = ", ".join(checker.name for checker in CHECKERS)
        raise InputError(f"no checker {name!r}; the checkers are {names}")
    if not found.here():
        raise InputError(f"the checker {name} is not installed: {found.get}")
    return found


def best(proof_bytes: int, took_part: Iterable[str]) -> Checker:
    """Return the checker for a proof of this length: the own one, or the fastest if it is long.

    What drives a solver that took part in what is to be checked is left out.
    """
    fast = ["numba", "minisat"] if proof_bytes >= _LONG else ["minisat", "numba"]
    names = ["own"] if proof_bytes <= _SHORT else [*fast, "own"]
    by_name = {checker.name: checker for checker in CHECKERS}
    here = [by_name[name] for name in names if by_name[name].here()]
    return next(checker for checker in here if checker.solver not in took_part)


def _own(variables: int, clauses: Clauses, steps: Iterable[Step], clock: Clock) -> None:
    from nonosat.proofs.check import check

    check(variables, clauses, steps)


def _numba(variables: int, clauses: Clauses, steps: Iterable[Step], clock: Clock) -> None:
    from nonosat.proofs.compiled import check

    check(variables, clauses, steps)


def _by_propagation(variables: int, clauses: Clauses, steps: Iterable[Step], clock: Clock) -> None:
    """Let MiniSat propagate each lemma's negation, which is quicker than Python could.

    MiniSat takes no clause back. Instead it is begun anew when most of its lemmas are dead.
    """
    live: dict[tuple[int, ...], int] = {}  # lemma -> how often
    dead = 0
    propagator = backends.propagator(_MINISAT, clauses)
    try:
        for number, (deletion, literals) in enumerate(steps, start=1):
            key = tuple(sorted(literals))
            if deletion:
                if len(key) > 1 and key in live:  # what a unit clause says stays true
                    live[key] -= 1
                    dead += 1
                    if not live[key]:
                        del live[key]
                continue
            if not propagator.conflicts([-literal for literal in literals]):
                raise ProofError(
                    f"step {number} does not follow by unit propagation: {shown(literals)}"
                    " (RAT steps are for the checker own)"
                )
            if dead > len(live) + _DEAD:
                propagator.close()
                propagator = backends.propagator(_MINISAT, [*clauses, *live])
                dead = 0
            live[key] = live.get(key, 0) + 1
            propagator.add(literals)
    finally:
        propagator.close()


def _dratify(variables: int, clauses: Clauses, steps: Iterable[Step], clock: Clock) -> None:
    import dratify

    formula = dratify.parse_dimacs("\n".join(dimacs.lines(variables, clauses)))
    # Its RAT check forgets what propagation has made true: with it, dratify 0.1.10 accepts a refutation
    # of -1 2, -2 (delete -1 2; add 1).
    result = dratify.check_proof(formula, "\n".join(map(dimacs.step_line, steps)), check_rat=False)
    if not (result.ok and result.reached_empty):
        raise ProofError(f"dratify says: {result.reason}")


def _drat_trim(variables: int, clauses: Clauses, steps: Iterable[Step], clock: Clock) -> None:
    with tempfile.TemporaryDirectory() as folder:
        _run_drat_trim(Path(folder), variables, clauses, steps, clock)


def _cake_lpr(variables: int, clauses: Clauses, steps: Iterable[Step], clock: Clock) -> None:
    """cake_lpr, itself verified, reads LRAT, which drat-trim makes of DRAT."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _run_drat_trim(folder, variables, clauses, steps, clock, "-L", folder / "lrat")
        _expect("s VERIFIED UNSAT", clock, "cake_lpr", folder / "cnf", folder / "lrat")


def _run_drat_trim(
    folder: Path, variables: int, clauses: Clauses, steps: Iterable[Step], clock: Clock, *more: str | Path
) -> None:
    _write(folder / "cnf", dimacs.lines(variables, clauses))
    _write(folder / "drat", map(dimacs.step_line, steps))
    # Without -t it stops after some hours by itself.
    seconds = "1000000000" if clock.left is None else str(int(clock.left) + 1)
    _expect("s VERIFIED", clock, "drat-trim", folder / "cnf", folder / "drat", "-t", seconds, *more)


def _write(path: Path, lines: Iterable[str]) -> None:
    with path.open("w", encoding="ascii") as file:
        file.writelines(line + "\n" for line in lines)


def _expect(line: str, clock: Clock, *command: str | Path) -> None:
    """Run a program; ProofError unless one of the lines it prints is this one."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=clock.left,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise LimitReached("time limit") from None
    said = done.stdout.decode("utf-8", "replace").splitlines()
    if line not in map(str.strip, said):
        last = next((text for text in reversed(said) if text.strip()), "nothing")
        raise ProofError(f"{command[0]} did not say {line!r}; it said last: {last.strip()[:80]}")


def _on_path(*programs: str) -> Callable[[], bool]:
    return lambda: all(shutil.which(program) for program in programs)


def _module(name: str) -> Callable[[], bool]:
    return lambda: find_spec(name) is not None


CHECKERS = (
    Checker("own", "plain Python, written to be read (nonosat/proofs/check.py)", "", lambda: True, _own),
    Checker(
        "numba", "the own one, compiled by numba", 'pip install "nonosat[fast]"', _module("numba"), _numba
    ),
    Checker(
        "minisat",
        "MiniSat's unit propagation",
        'pip install "python-sat>=1.9.dev16"',
        lambda: backends.installed("pysat"),
        _by_propagation,
        solver=_MINISAT,
    ),
    Checker("dratify", "a pure Python one by others", "pip install dratify", _module("dratify"), _dratify),
    Checker(
        "drat-trim",
        "the checker of the SAT competitions",
        "from a package, or built from https://github.com/marijnheule/drat-trim, on the PATH",
        _on_path("drat-trim"),
        _drat_trim,
    ),
    Checker(
        "cake_lpr",
        "a checker that is itself verified, down to its machine code; with drat-trim before it",
        "built from https://github.com/tanyongkiam/cake_lpr, and drat-trim, on the PATH",
        _on_path("cake_lpr", "drat-trim"),
        _cake_lpr,
    ),
)

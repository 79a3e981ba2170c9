"""Any SAT solver that is a program and keeps to the rules of the SAT competitions; one-shot.

The program reads DIMACS, and prints a line `s SATISFIABLE` and lines `v 1 -2 ... 0`, or writes a file as
MiniSat does. Nothing that it says is trusted: every solution is checked against the clues, and its proofs by
`nonosat.proofs`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

from nonosat.backends import Engine
from nonosat.backends.proving import Prover
from nonosat.encodings import dimacs, drat
from nonosat.encodings.dimacs import Clauses
from nonosat.encodings.model import Cnf, Info, Model, Options
from nonosat.errors import InputError, LimitReached, StopReason
from nonosat.problem import CellValues
from nonosat.processes import programs
from nonosat.registry.programs import program_path

OPTIONS: Options = {
    "command": "",  # with {cnf}, and perhaps {proof} and {answer}, where the files' names go
    "proof": "",  # the form of the file {proof}: drat, as text or binary
    "time": 0,  # give up after this many seconds; 0: never
    "install": "",  # how to install the program
}

_PROOFS = ("", "drat")
_GAVE_UP = ("s UNKNOWN", "INDET")  # the latter by MiniSat
_SATISFIABLE, _UNSATISFIABLE = 10, 20  # exit codes of the SAT competitions
_PER_VARIABLE = 64  # bytes of output, besides comments
_COMMENTS = 1 << 24


def info(solver: str) -> Info | None:
    """Describe a program; the part after `program:` is only a name for it."""
    return Info(
        f"program:{solver}" if solver else "program",
        "",
        ("cnf",),
        incremental=False,
        proof=True,
        options=OPTIONS,
        fault=fault,
        missing=missing,
        files=files,
    )


def solvers() -> list[Info]:
    """Return the one entry that stands for all programs."""
    return [one] if (one := info("")) else []


def fault(options: Options) -> str:
    """Say what is wrong with a card's options."""
    try:
        command = programs.words(str(options.get("command", "")))
    except InputError as error:
        return error.what
    text = " ".join(command)
    if "{cnf}" not in text or "{cnf}" in command[0]:
        return "a program needs options: {command: ...}, where {cnf} stands for the file of clauses"
    proof = str(options.get("proof", ""))
    if proof not in _PROOFS:
        return f"proof: expected drat, found {proof!r}"
    if bool(proof) != ("{proof}" in text):
        return "proof: drat and {proof} in the command go together"
    return ""


def missing(options: Options) -> str:
    """Say which program is not installed, and how to install it."""
    name = next(iter(programs.words(str(options.get("command", "")))), "")
    if not name or program_path(name):
        return ""
    install = str(options.get("install", "")) or "there is no such program on the PATH"
    return f"the program {name} is not installed: {install}"


def files(options: Options) -> tuple[str, ...]:
    """Return the paths of the program that a card's command runs, and of the files that the command names."""
    name, *others = programs.words(str(options.get("command", ""))) or [""]
    return tuple(filter(None, [program_path(name), *filter(os.path.isfile, others)]))


def start(_solver: str, model: Model, options: Options) -> _Engine:
    """Load clauses, which the program gets with every call."""
    if not isinstance(model, Cnf):
        raise TypeError("programs read clauses")
    return _Engine(model, {**OPTIONS, **options})


def prover(_solver: str, clauses: Clauses, options: Options) -> _Prover:
    """Return the program as one that writes a proof."""
    return _Prover(options, clauses)


class _Engine(Engine):
    def __init__(self, model: Cnf, options: Options) -> None:
        self._model = model
        self._options = options
        self._added: list[list[int]] = []
        self._true: set[int] = set()

    def add_clause(self, options: CellValues) -> None:
        self._add(self._model.clause(options))

    def add_blocking_clause(self, options: CellValues) -> None:
        self._add(self._model.blocking_clause(options))

    def _add(self, clause: list[int] | None) -> None:
        if clause is not None:
            self._added.append(clause)

    def solve(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> bool | None:
        units = self._model.assumptions(assumptions)
        some = None if any_of is None else self._model.clause(any_of)
        if units is None:
            return False
        more = self._added + [[literal] for literal in units] + ([] if some is None else [some])
        if [] in more or [] in self._model.clauses:
            return False
        with _Call(self._options, self._model.variables, self._model.clauses + more) as call:
            satisfiable, true = call.answer()
        self._true = true or set()
        return satisfiable

    def values(self) -> bytes:
        # A variable that the program leaves out may have any value.
        return self._model.values(lambda lit: lit in self._true or (lit < 0 and -lit not in self._true))


class _Prover(Prover):
    def __init__(self, options: Options, clauses: Clauses) -> None:
        variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
        self._files = ExitStack()
        self._call = self._files.enter_context(_Call(options, variables, clauses, proof=True))

    def solve(self, conflicts: int | None) -> bool | None:
        return self._call.answer().satisfiable

    def lines(self) -> Iterator[bytes]:
        if not self._call.proof.exists():
            raise InputError("the program wrote no proof")
        return drat.lines_of_file(self._call.proof)

    def close(self) -> None:
        self._files.close()


class _Call:
    """One call of the program, and the folder with its files."""

    def __init__(self, options: Options, variables: int, clauses: Clauses, proof: bool = False) -> None:
        self._options = {**OPTIONS, **options}
        self._variables = variables
        self._clauses = clauses
        self._with_proof = proof
        self._most = _COMMENTS + _PER_VARIABLE * variables
        self._stack = ExitStack()

    def __enter__(self) -> _Call:
        folder = self._stack.enter_context(programs.folder())
        self._cnf, self._result, self.proof = folder / "x.cnf", folder / "answer", folder / "proof"
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def answer(self) -> dimacs.SolverAnswer:
        """Run the program. Raises InputError if it gives no answer, or contradicts itself."""
        _write(self._cnf, dimacs.lines(self._variables, self._clauses))
        seconds = int(self._options["time"])
        deadline = time.monotonic() + seconds if seconds else None
        try:
            ended = programs.run(self._command(), deadline, self._most)
        except LimitReached as limit:
            if limit.stop_reason is StopReason.TIME_LIMIT:
                return dimacs.SolverAnswer(None, None)
            raise
        name = Path(self._command()[0]).name
        if ended.code not in (0, _SATISFIABLE, _UNSATISFIABLE):
            raise InputError(f"{name} {ended.how}; its last line was: {ended.last_words}")
        text = self._read_file() or ended.output
        read = dimacs.read_answer(text, self._variables, f"the answer of {name}")
        if ended.code and read.satisfiable is not (ended.code == _SATISFIABLE):
            raise InputError(f"{name} {ended.how}, but its answer does not match: {ended.last_words}")
        if read.satisfiable and read.true is None:
            raise InputError(f"{name} says SATISFIABLE, but lists no values (a line `v 1 -2 ... 0`)")
        if read.satisfiable is None and not any(word in text for word in _GAVE_UP):
            raise InputError(f"{name} gave no answer; its last line was: {ended.last_words}")
        return read

    def _read_file(self) -> str:
        """Return what the program has written to its file {answer}, if anything."""
        if not self._result.exists():
            return ""
        with self._result.open("rb") as file:
            return file.read(self._most).decode("utf-8", "replace")

    def _command(self) -> list[str]:
        """Return the command with the files' names; without a proof, the words that name it are left out."""
        words = []
        for word in programs.words(str(self._options["command"])):
            if "{proof}" in word and not self._with_proof:
                continue
            for key, path in (("{cnf}", self._cnf), ("{proof}", self.proof), ("{answer}", self._result)):
                word = word.replace(key, str(path))
            words.append(word)
        return [program_path(words[0]) or words[0], *words[1:]]


def _write(path: Path, lines: Iterable[str]) -> None:
    with path.open("w", encoding="ascii") as file:
        file.writelines(line + "\n" for line in lines)

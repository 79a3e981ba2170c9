"""Cases that cover what may be combined, how a case is tried, and the shortest one that shows a fault."""

import json
import re
import shlex
import tempfile
import traceback
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

from nonosat import InputError, Puzzle
from nonosat.cli.output import Exit
from nonosat.formats import FORMATS, format_of
from nonosat.formats.writing import write
from nonosat.proofs.checkers import CHECKERS
from nonosat.toolkit import CellPuzzle
from tests.crossings import judges, pairs
from tests.crossings.features import Asked, Command, Value, commands
from tests.crossings.modes import MODES, Mode, Said
from tests.crossings.subjects import Subject, odd

MOST_OPTIONS = 3
"""The most options of a case: with more, one that is refused hides what the others do."""

LATE = 2.0  # seconds that a busy machine may add to a limit
LIMITS_PARTS = ("compare", "audit")
"""Commands whose limit is for each of several parts of their work."""

TURNS = 12  # of a triddler, the most of all kinds
_SUBJECT, _TURN, _FORM, _MODE = range(4)  # the dimensions before those of the options


@dataclass(frozen=True)
class Case:
    """A command with options about a subject in one of its orientations, in a file of a format, in a mode."""

    subject: Subject
    turn: int
    form: str
    mode: str
    command: Command
    given: Mapping[str, Value]

    @property
    def file(self) -> str:
        """The name of the puzzle's file."""
        suffix = next(iter(FORMATS[self.form].suffixes), f".{self.form}")
        return f"puzzle{suffix}"


def all_cases(subjects: Sequence[Subject], rng: Random, names: Sequence[str] = ()) -> list[Case]:
    """Return cases in which every two things that can be combined meet: in each command its options, with one
    another and with everything else; in some command the ways in which the puzzle gets there.
    """
    covered: set[pairs.Pair] = set()
    chosen = [command for command in commands() if not names or command.name in names]
    return [case for command in chosen for case in _cases(command, subjects, rng, covered)]


def _cases(
    command: Command, subjects: Sequence[Subject], rng: Random, covered: set[pairs.Pair]
) -> Iterator[Case]:
    if not command.about_a_puzzle:
        subjects = subjects[:1]
    forms = list(FORMATS) if command.about_a_puzzle else ["yaml"]
    turns = list(range(TURNS)) if command.about_a_puzzle else [0]
    options = list(command.options)
    dimensions: list[Sequence[Any]] = [
        subjects,
        turns,
        forms,
        list(MODES),
        *(list(command.options[o]) for o in options),
    ]
    free = {at for at, option in enumerate(options, _MODE + 1) if option not in command.required}
    groups = [{options.index(o) + _MODE + 1 for o in some if o in options} for some in command.alternatives]

    @cache
    def held(subject: int | None, turn: int, form: int | None) -> bool:
        """Whether a subject, or any, has an orientation, and a file of a format can hold it."""
        some = subjects if subject is None else [subjects[subject]]
        return any(turn < len(s.turns) and (form is None or forms[form] in _forms(s.puzzle)) for s in some)

    def fits(row: pairs.Row) -> bool:
        if not held(row.get(_SUBJECT), row.get(_TURN, 0), row.get(_FORM)):
            return False
        given = {at for at in free & row.keys() if row[at]}
        return len(given) <= MOST_OPTIONS and all(len(given & some) <= 1 for some in groups)

    compared = command.name in judges.FACTS  # so that every subject is turned in every way
    elsewhere = {pair for pair in covered if not (compared and pair[1][0] == _TURN)}
    for row in pairs.rows([len(one) for one in dimensions], fits, rng, elsewhere):
        if command.about_a_puzzle:
            covered |= {*combinations(enumerate(row[: _MODE + 1]), 2)}
        subject, turn, form, mode, *values = (d[at] for d, at in zip(dimensions, row, strict=True))
        given = {o: value for o, value in zip(options, values, strict=True) if value}
        yield Case(subject, turn, form, mode, command, given)


@cache
def _forms(puzzle: Puzzle) -> frozenset[str]:
    """Return the formats that can hold a puzzle."""
    found = set()
    for name, entry in FORMATS.items():
        try:
            if entry.writes and write([puzzle], name):
                found.add(name)
        except InputError:
            pass
    return frozenset(found)


class Bench:
    """The modes' processes, and the trials in them."""

    def __init__(self) -> None:
        self._modes = {name: Mode(name) for name in MODES}
        self._facts: dict[Any, list[Any]] = {}

    def close(self) -> list[str]:
        """End the processes; return what they left behind."""
        return [name for mode in self._modes.values() for name in mode.end()]

    def faults(self, case: Case) -> list[str]:
        """Try a case; return what is wrong."""
        with tempfile.TemporaryDirectory() as folder:
            found: list[str] = []
            try:
                found.extend(self._trial(case, Path(folder)))
            except Exception:  # what was printed is not what the judges expect
                found.append(f"it cannot be judged: {traceback.format_exc()}")
            return found

    def _trial(self, case: Case, folder: Path) -> Iterator[str]:
        asked, words = prepared(case, folder)
        before = {path.name for path in folder.iterdir()}
        mode = self._modes[case.mode]
        said = mode.run(folder, words)
        yield from _ended(said, words)
        limit = case.given.get("--time-limit")
        if limit and case.command.name not in LIMITS_PARTS and said.seconds > _seconds(limit.name) + LATE:
            yield f"took {said.seconds:.1f} s"
        new = sorted({path.name for path in folder.iterdir()} - before)
        for name in new:
            if name.endswith(".certificates"):  # of a journal, with which they are verified
                continue
            if name not in words:
                yield f"left {name} behind"
            yield from self._written(case, words, folder / name, said)
        refused = "--json" in words and any("error" in one for one in said.records)
        if said.code not in (Exit.BAD_INPUT, None) and not refused:
            yield from self._printed(case, asked, said)

    def _printed(self, case: Case, asked: Asked, said: Said) -> Iterator[str]:
        """Judge what was printed."""
        command, given = case.command.name, case.given
        if case.turn and command in judges.FACTS and not given.keys() & {"--order", "--move", "--csv"}:
            yield from self._turned(case)
        if "--json" in given:
            yield from _schema_faults(command, said.records)
            yield from judges.faults(command, asked, given, said.records)
        elif command in ("solve", "solutions") and asked.subject.verdict == "unique":
            listed = {"--list", "--limit"} & given.keys()
            if listed if command == "solutions" else "--quiet" not in given:
                yield from self._graded(case, asked, said)
        elif command == "convert" and given.get("--to") and given["--to"].name == "link":
            yield from self._opened(case, asked, said)
        elif command == "convert" and given.get("--to") and given["--to"].name == "cnf":
            yield from self._imported(case, asked, said)

    def _graded(self, case: Case, asked: Asked, said: Said) -> Iterator[str]:
        """Give what is printed as an answer."""
        if said.code == Exit.ANSWERED and isinstance(asked.puzzle, CellPuzzle):
            for what, text in (("drawn", said.out), ("listed", json.dumps(asked.solutions[0]))):
                words = ["check", case.file, "--answer", "-"]
                reply = self._modes[case.mode].run(asked.folder, words, text)
                if reply.code != Exit.ANSWERED:
                    said_so = f"{reply.out}{reply.err}"
                    yield f"{shlex.join(words)} does not find right what is {what}: {text!r}: {said_so}"

    def _opened(self, case: Case, asked: Asked, said: Said) -> Iterator[str]:
        """Open the link that is printed."""
        link = (said.out.split() or [""])[-1]
        reply = self._modes[case.mode].run(asked.folder, ["check", link, "--json"])
        if [record["verdict"] for record in reply.records] != [asked.subject.verdict]:
            yield f"nonosat check '{link}': {reply.out}{reply.err}"

    def _imported(self, case: Case, asked: Asked, said: Said) -> Iterator[str]:
        """Solve the clauses that were written, and read the solver's answer."""
        from pysat.formula import CNF
        from pysat.solvers import Solver

        text = said.out
        clauses = CNF(from_string=text).clauses
        variables = re.search(r"^p cnf (\d+)", text, re.MULTILINE)  # those in no clause get a value as well
        assert variables
        with Solver("minisat22", bootstrap_with=[clause for clause in clauses if clause]) as solver:
            solved = [] not in clauses and solver.solve()
            model = solver.get_model() if solved else []
            model = [*model, *range(len(model) + 1, int(variables[1]) + 1)]
            values = f"s SATISFIABLE\nv {' '.join(map(str, model))} 0\n" if solved else ""
        words = ["convert", case.file, "-", "--values", "-"]
        reply = self._modes[case.mode].run(asked.folder, words, values or "s UNSATISFIABLE\n")
        if reply.code != (Exit.ANSWERED if asked.solutions else Exit.BAD_INPUT):
            yield f"{shlex.join(words)} ends with {reply.code}: {reply.out}{reply.err}"

    def _turned(self, case: Case) -> Iterator[str]:
        """Compare with the puzzle as it stands. One that is its own mirror image has equal cells, of which an
        explanation settles one first: what each takes depends on which comes first.
        """
        puzzle: Any = case.subject.puzzle
        keys = [key for key, _ in puzzle.orientations()] if "--cell" in case.given else []
        if keys and keys.count(min(keys)) > 1:
            return
        straight = replace(case, turn=0, form="yaml")
        key = case.subject, case.command.name, case.mode, tuple((o, v.name) for o, v in case.given.items())
        if key not in self._facts:
            self._facts[key] = self._asked(straight)
        have, want = self._asked(case), self._facts[key]
        if have and want and have != want:
            yield f"{_TURNED}it says {have}; as it stands, {want}"

    def _asked(self, case: Case) -> list[Any]:
        """Return the facts that a command prints as JSON."""
        with tempfile.TemporaryDirectory() as folder:
            _, words = prepared(case, Path(folder))
            said = self._modes[case.mode].run(Path(folder), [*words, "--json"])
            return judges.facts(case.command.name, said.records)

    def _written(self, case: Case, words: Sequence[str], path: Path, said: Said) -> Iterator[str]:
        """Read what was written back, as anyone would."""
        name, mode = path.name, self._modes[case.mode]
        about = case.command.about_a_puzzle and case.command.name != "audit"

        def asks(*words: str, fine: Sequence[int] = (Exit.ANSWERED,)) -> Iterator[str]:
            reply = mode.run(path.parent, list(words))
            if reply.code not in fine:
                yield f"{shlex.join(['nonosat', *words])} ends with {reply.code}: {reply.out}{reply.err}"

        to = "--to" in case.given
        suffix = f".{case.given['--to'].name}" if to else path.suffix
        if path.is_dir() and case.command.name in ("generate", "audit"):
            for one in sorted(path.iterdir()):
                yield from asks("verify", str(one))
        elif (path / "certificate.json").exists() or suffix == ".zip":
            # Other checkers are programs, which a browser does not have.
            checkers = (
                [n for n, entry in CHECKERS.items() if entry.installed] if case.mode != "alone" else ["own"]
            )
            if (
                case.given.get("--claim") and case.given["--claim"].name == "number"
            ):  # the theorem does not cover groups that are listed
                checkers = [one for one in checkers if one != "theorem"]
            yield from asks("verify", name, "--checker", checkers[len(said.out) % len(checkers)])
            if about:
                yield from asks("verify", name, "--puzzle", case.file)
        elif name == "explanation.json":
            yield from asks("verify", name)
        elif name.startswith("runs"):
            yield from asks("report", name, fine=(Exit.ANSWERED, Exit.NO))
            if "--certify" in case.given:
                yield from asks("verify", name, fine=(Exit.ANSWERED, Exit.NO))
        elif name.startswith("journal"):
            yield from asks(*words, "--resume", fine=(Exit.ANSWERED, Exit.NO, Exit.UNDECIDED))
        elif suffix in READERS:
            try:
                READERS[suffix](path)
            except Exception as error:
                yield f"{name} cannot be read: {type(error).__name__}: {error}"
            if format_of(f"x{suffix}") and case.command.name == "fix":
                yield from asks("check", name, "--quiet", fine=(Exit.ANSWERED, Exit.NO))
        elif format_of(f"x{suffix}") and path.stat().st_size:
            unique = case.command.name == "fix" and "leaves several" not in said.out
            yield from asks("check", name, "--quiet", fine=(Exit.ANSWERED, *([] if unique else [Exit.NO])))

    def shortest(self, case: Case, wrong: str) -> tuple[Case, str]:
        """Return the simplest case that still has such a fault, and the fault."""
        sort = wrong[:12]
        for simplify in _simpler(case):
            smaller = simplify(case)
            still = [one for one in self.faults(smaller) if one[:12] == sort] if smaller else []
            if smaller and still:
                case, wrong = smaller, still[0]
        return case, wrong


def _simpler(case: Case) -> Iterator[Callable[[Case], Case | None]]:
    """Yield ways to make a case simpler."""

    def without(option: str) -> Callable[[Case], Case | None]:
        return lambda case: (
            None
            if option in case.command.required
            else replace(case, given={o: v for o, v in case.given.items() if o != option})
        )

    yield from map(without, case.given)
    yield lambda case: replace(case, mode="compiled")
    yield lambda case: replace(case, turn=0)
    yield lambda case: replace(case, form="yaml")
    if case.subject not in odd():
        for subject in odd():
            if subject.puzzle.kind == case.subject.puzzle.kind:
                yield lambda case, subject=subject: replace(case, subject=subject, turn=0)  # type: ignore[misc]


def prepared(case: Case, folder: Path) -> tuple[Asked, list[str]]:
    """Write a case's files into a folder; return what is asked, and the words of the command."""
    asked = Asked(case.subject, case.turn, folder)
    content = write([asked.puzzle], case.form)
    path = folder / case.file
    path.write_bytes(content) if isinstance(content, bytes) else path.write_text(content, encoding="utf-8")
    words = case.command.words(case.file, case.given, asked)
    return asked, words


def told(case: Case, wrong: str) -> str:
    """Return a shell script that shows a fault, and what is wrong."""
    said = [f"#   {line}" for line in wrong.splitlines()]
    if not wrong.startswith(_TURNED):
        return "\n".join([*_script(case), *said])
    straight = replace(case, turn=0)
    return "\n".join([*_script(straight, " --json"), *_script(case, " --json"), *said])


def _script(case: Case, more: str = "") -> list[str]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _, words = prepared(case, folder)
        files = [
            f"cat > {path.name} <<'END'\n{path.read_text(encoding='utf-8', errors='replace').rstrip()}\nEND"
            for path in sorted(folder.iterdir())
        ]
    where = {"interpreted": "NONOSAT_INTERPRETED=1 ", "alone": "# in one process, as in a browser:\n"}
    return [*files, where.get(case.mode, "") + shlex.join(["nonosat", *words]) + more]


_TURNED = "turned, "


def _ended(said: Said, words: Sequence[str]) -> Iterator[str]:
    if said.code not in {Exit.ANSWERED, Exit.NO, Exit.BAD_INPUT, Exit.UNDECIDED}:
        yield f"exit code {said.code}: {said.err[-1500:]}"
    if "Traceback" in said.err:
        yield said.err[-1500:]
    elif said.code == Exit.BAD_INPUT and not said.err.strip() and "--answer" not in words:
        yield "bad input, without a word"


def _seconds(text: str) -> float:
    return float(text.removesuffix("ms")) / 1000 if text.endswith("ms") else float(text)


def _schema_faults(command: str, records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    from tests.others.test_schemas import SCHEMAS, checked

    for record in records:
        if f"{command}.json" in SCHEMAS:
            try:
                checked(f"{command}.json", record)
            except Exception as error:
                yield f"the JSON does not fit its schema: {str(error)[:300]}"


def _read_html(path: Path) -> None:
    parser = HTMLParser()
    parser.feed(path.read_text(encoding="utf-8"))
    parser.close()


def _read_picture(path: Path) -> None:
    from PIL import Image

    Image.open(path).load()


def _read_pdf(path: Path) -> None:
    from pypdf import PdfReader

    assert PdfReader(path).pages


READERS: Mapping[str, Callable[[Path], object]] = {
    ".svg": ElementTree.parse,
    ".html": _read_html,
    ".png": _read_picture,
    ".gif": _read_picture,
    ".pdf": _read_pdf,
    ".zip": zipfile.ZipFile,
}

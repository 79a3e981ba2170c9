"""The calls of random programs, their puzzles, and what they are written with (see `tests.sequences`)."""

import io
import json
import re
import time
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from itertools import islice
from math import prod
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any, NamedTuple

import nonosat
from nonosat import Picture, Puzzle, toolkit
from nonosat.cli import main
from nonosat.learning.moves import Move, StepGrade, grade_step
from nonosat.toolkit import UNKNOWN, CellPuzzle, Source, fit_format
from tests import brute as random_puzzles
from tests.crossings.subjects import Subject, odd
from tests.helpers import kinds
from tests.helpers.sequence_judges import truth

MOST_FILLINGS = 5000

MOST_SIDE = 4

MOST_SOLUTIONS = 60

CARDS = ("auto", "order-minisat", "order-cadical", "automaton-glucose", "cpsat-lines", "order-beliefs")

LIMITS = (
    "time=0",
    "time=0.0005",
    "time=0.003",
    "time=0.02",
    "time=60",
    "cpu=0.001",
    "time=60, memory=2 << 30",
)

BOTH_WAYS = ("yaml", "json", "jsonl", "non", "nin", "mk", "cwd", "g", "nonogrid", "webpbn", "tournament",
             "springs", "link", "puzzlink", "penpa", "tatham", "grid", "pbm", "png")  # fmt: skip

CALLS: tuple[tuple[str, str], ...] = (
    ("solve", "r = nonosat.solve({q}{o})"),
    ("count", "r = nonosat.count({q}{o})"),
    ("count", "r = nonosat.count({q}, verify=True)"),
    ("list", "r = (s := nonosat.solutions({q}, {limit}{o}), list(s))"),
    ("go on", "r = go_on({i}, {p}, {few})"),
    ("go on", "r = go_on({i}, {p}, {few})"),
    ("certain", "r = nonosat.certain({p}{o})"),
    ("examine", "r = toolkit.examine({p}{l})"),
    ("givens", "r = toolkit.givens({p}{o})"),
    ("givens", "r = toolkit.givens({p}, any_solution=True{o})"),
    ("explain", "r = nonosat.explain({p}, state({p}, {n}){o})"),
    ("hint", "r = nonosat.hint({p}, state({p}, {n}){o})"),
    ("grade", "r = graded({p}, {n}{l})"),
    ("rate", "r = nonosat.rate({p}{o})"),
    ("trace", "r = toolkit.trace({p}{l})"),
    ("repair", "r = toolkit.repair({p}{o})"),
    ("prove", "r = prove({p}{o})"),
    ("prove", "r = prove({p}, {question!r}{o})"),
    ("verify", "r = verify({few}, {p})"),
    ("draw", "r = nonosat.draw({p}).text()"),
    ("draw", "r = nonosat.draw(nonosat.certain({p})).svg()"),
    ("write", "p[{k}] = r = written({p}, {format!r})"),
    ("write", "p[{k}] = r = written({p}, {format!r})"),
    ("turn", "p[{k}] = r = turned({p}, {n})"),
    ("change", "p[{k}] = r = given({p}, {n})"),
    ("change", "p[{k}] = r = {p}.without_givens()"),
    ("repair", "r = toolkit.repair({p}, level={level!r}{l})"),
    ("rate turned", "r = [nonosat.rate(one) for one in ({p}, turned({p}, {n}))]"),
    ("generate", "r = generated({kind!r}, {few}{l})"),
    ("command", "r = command({p}, {asked!r})"),
    ("together", "r = together({p}, p[{k}])"),
    ("end", "r = toolkit.worker.end_idle()"),
)
"""The judge of each call, and the call: `{p}` is a puzzle, as is `{q}`, at times rearranged; `{k}` is the
number of another one; `{o}` and `{l}` are options."""

OPTIONS = (
    re.compile(r", model='[^']*'()"),
    re.compile(r", limits=nonosat\.Limits\([^)]*\)()"),
    re.compile(r"nonosat\.rearrange\((p\[\d\])[^)]*\)"),
)
"""What may be left out of a call; the group stays."""


class Call(NamedTuple):
    """A statement, its judge, and the number of the puzzle that it is about."""

    code: str
    judge: str
    at: int

    @property
    def limited(self) -> bool:
        return "limits=" in self.code


def call_of(rng: Random, slots: int) -> Call:
    """Return a random call."""
    judge, code = rng.choice(CALLS)
    at = rng.randrange(slots)
    limits = f", limits=nonosat.Limits({rng.choice(LIMITS)})" if rng.random() < 0.3 else ""
    model = f", model={rng.choice(CARDS)!r}" if rng.random() < 0.4 else ""
    rearranged = f"toolkit.rearrange(p[{at}], {rng.randrange(8)}, {rng.randrange(9)})"
    words = {
        "p": f"p[{at}]",
        "q": rearranged if rng.random() < 0.2 else f"p[{at}]",
        "k": rng.randrange(slots),
        "o": model + limits,
        "l": limits,
        "n": rng.randrange(6),
        "i": rng.randrange(2),
        "level": rng.choice(("lines", "moderate")),
        "kind": rng.choice(("nonogram", "nonogram", "mosaic", "kakurasu")),
        "asked": rng.choice(("solve", "count", "certain")),
        "few": rng.randrange(4),
        "limit": rng.choice((None, None, 0, 1, 2)),
        "question": rng.choice(("certain", "count", "givens")),
        "format": rng.choice(BOTH_WAYS),
    }
    return Call(code.format(**words), judge, at)


def state(puzzle: Any, number: int) -> Picture | None:
    """Return parts of a solution, some of them wrong; None if cells of the kind are not filled in."""
    if not isinstance(puzzle, CellPuzzle):
        return None
    rng, pictures = Random(number), truth(puzzle)
    drawn = puzzle.chars(rng.choice(pictures) if pictures else puzzle.start)
    wrong, chars = rng.choice((0, 0, 0.1)), [colour.char for colour in puzzle.palette]
    marks = [
        (
            given
            if given != UNKNOWN or rng.random() < 0.5
            else rng.choice(chars)
            if rng.random() < wrong
            else char
        )
        for char, given in zip(drawn, puzzle.chars(puzzle.start), strict=True)
    ]
    return puzzle.cut("".join(marks))


def given(puzzle: Puzzle, number: int) -> Puzzle:
    """Return the puzzle with a state as its givens."""
    return puzzle.with_givens(state(puzzle, number) or ()) if isinstance(puzzle, CellPuzzle) else puzzle


def graded(puzzle: Any, number: int, **options: Any) -> tuple[Picture | None, StepGrade]:
    """Return a state, and the grade of a move from it."""
    rng, start = Random(number), state(puzzle, number)
    move = Move(rng.randrange(max(1, len(puzzle.problem().sizes))), rng.choice(puzzle.palette).char)
    return start, grade_step(puzzle, start, move, **options)


def turned(puzzle: Puzzle, number: int) -> Puzzle:
    """Return the puzzle turned or mirrored."""
    turns = Subject(puzzle).turns
    return turns[number % len(turns)][0]


def read(text: str | bytes, format_name: str = "yaml") -> Puzzle:
    """Read a puzzle."""
    source = Source("", text.encode() if isinstance(text, str) else text)
    return nonosat.load(source, format_name)


def written(puzzle: Puzzle, format_name: str) -> Puzzle:
    """Write what a format holds of a puzzle, and read it; givens that it cannot hold are refused."""
    fitted, lost = fit_format(puzzle, format_name)
    return read(toolkit.write(puzzle if "givens" in lost else fitted, format_name), format_name)


def generated(kind: str, seed: int, **options: Any) -> list[Puzzle]:
    """Return two new puzzles."""
    order = toolkit.Order(kind=kind, width=3, height=3, seed=seed, levels=("lines", "moderate"))
    return [made.puzzle for made in toolkit.make_each(order, 2, **options)]


COMMANDS = {"certain": "solutions"}
"""Commands that are not called as their function."""


def command(puzzle: Puzzle, name: str) -> Any:
    """Return what a command prints as JSON in this process, and what the function of its name answers."""
    out = io.StringIO()
    with TemporaryDirectory() as folder, redirect_stdout(out):
        path = Path(folder) / "puzzle.yaml"
        path.write_text(str(toolkit.write(puzzle, "yaml")), encoding="utf-8")
        main([COMMANDS.get(name, name), str(path), "--json"])
    return json.loads(out.getvalue()), getattr(nonosat, name)(puzzle)


def together(*puzzles: Puzzle) -> list[Any]:
    """Ask two questions about each puzzle in threads."""
    questions = (nonosat.certain, nonosat.count)
    with ThreadPoolExecutor(4) as threads:
        asked = [threads.submit(ask, puzzle) for puzzle in puzzles for ask in questions]
        return [one.result() for one in asked]


class Listing:
    """Solutions that are taken a few at a time, between other calls."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.seen, self.ended = puzzle, list[Picture](), False
        self._each = iter(nonosat.solutions(puzzle))

    def go_on(self, number: int) -> None:
        """Take some more."""
        taken = list(islice(self._each, number))
        self.seen += taken
        self.ended = self.ended or len(taken) < number


@dataclass
class World:
    """Where a program runs: its names, and what it has been answered so far."""

    folder: Path = field(default_factory=lambda: Path(mkdtemp()))
    facts: dict[Hashable, Any] = field(default_factory=dict)
    kept: list[tuple[Any, str]] = field(default_factory=list)
    proofs: list[tuple[Path, Puzzle]] = field(default_factory=list)
    listings: dict[int, Listing] = field(default_factory=dict)

    @property
    def names(self) -> dict[str, Any]:
        """The names that a program uses."""
        return {**globals(), "p": {}, "go_on": self.go_on, "prove": self.prove, "verify": self.verify}

    def prove(self, puzzle: Puzzle, *question: str, **options: Any) -> Any:
        """Prove an answer, and keep its certificate."""
        path = self.folder / f"proof-{len(self.proofs)}-{time.monotonic_ns()}"
        ask: Callable[..., Any] = toolkit.prove_answer if question else nonosat.prove
        answer, certificate = ask(puzzle, *question, path, **options)
        self.proofs += [(path, puzzle)] * (certificate is not None)
        return answer, certificate, path

    def go_on(self, number: int, puzzle: Puzzle, more: int) -> Listing:
        """Take some more solutions from a list that was begun before, perhaps of another puzzle."""
        listing = self.listings.setdefault(number, Listing(puzzle))
        listing.go_on(more)
        return listing

    def verify(self, number: int, puzzle: Puzzle) -> Any:
        """Verify an earlier certificate, as one about a puzzle."""
        if not self.proofs:
            return None
        path, proved = self.proofs[-1 - number % len(self.proofs)]
        return nonosat.verify(path, puzzle=puzzle), proved


def tiny(rng: Random) -> Puzzle:
    """Return a puzzle of any kind with at most four rows and columns, and not too many solutions."""
    while True:
        name = rng.choice(("", "", "", *kinds.BY_HAND))
        puzzle = (
            kinds.random_declared(rng, name) if name else random_puzzles.random_puzzle(rng.randrange(10**6))
        )
        puzzle = rng.choice(odd()).puzzle if rng.random() < 0.1 else puzzle
        if is_tiny(puzzle) and len(truth(puzzle)) <= MOST_SOLUTIONS:
            return puzzle


def is_tiny(puzzle: Puzzle) -> bool:
    """Whether brute force is quick."""
    small = prod(puzzle.problem().sizes) <= MOST_FILLINGS or puzzle.kind == "nonogram"
    return small and max(puzzle.grid or (0,)) <= MOST_SIDE


def smaller(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield simpler puzzles: without givens, without a row or column, others of the kind, one cell."""
    size = len(puzzle.problem().sizes)
    if puzzle.givens:
        yield puzzle.without_givens()
    if isinstance(puzzle, CellPuzzle) and puzzle.any_picture and puzzle.grid:
        for picture in truth(puzzle)[:2]:
            for r in range(len(picture) if len(picture) > 1 else 0):
                yield puzzle.from_grid(picture[:r] + picture[r + 1 :], puzzle.palette)
            for c in range(len(picture[0]) if len(picture[0]) > 1 else 0):
                yield puzzle.from_grid(tuple(row[:c] + row[c + 1 :] for row in picture), puzzle.palette)
    rng = Random(size)
    others = [one.puzzle for one in odd()] + [tiny(rng) for _ in range(30)]
    ours = [one for one in others if one.kind in (puzzle.kind, "nonogram")]
    yield from sorted(
        [one for one in ours if is_tiny(one) and len(one.problem().sizes) < size],
        key=lambda one: (one.kind != puzzle.kind, len(one.problem().sizes)),
    )

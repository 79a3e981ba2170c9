"""What certificates claim: one module per claim, one registry.

A claim is shown by pictures, by its own files, and by a proof that some clauses have no solution: those of a
Problem, and a few that the claim adds. `find` answers a question and collects what shows the answer; `show`
checks that, and says what is left to be refuted. `prove` and `verify` both call `show`, so a certificate is
made of what is checked. `show` uses no solver, and `find` imports what searches only when it is called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, Protocol, TypeVar

from nonosat.fields import parse
from nonosat.problem import Problem, Values
from nonosat.processes.clock import Clock
from nonosat.processes.limits import Limits
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.records import dataclass, field, replace
from nonosat.registry import Entry, Registry

if TYPE_CHECKING:
    from nonosat.solving.answer import Report
    from nonosat.solving.card import Card
    from nonosat.solving.run import Run

R = TypeVar("R", bound="Report")

MOST_SOLUTIONS = 50_000
"""The most pictures that a certificate may have."""

CLAIM = "claim.json"
"""The file of claims that say more than their pictures do."""

_LONGEST = 1 << 24  # bytes


class NotVerified(Exception):  # noqa: N818 - it is an outcome, not an error
    """The certificate does not prove its claim; the message says why."""


@dataclass(frozen=True)
class Asked:
    """A question about a puzzle, to be answered within limits that count from `clock`, and proved."""

    puzzle: Puzzle
    card: Card
    limits: Limits
    clock: Clock
    all_up_to: int = 1

    @property
    def left(self) -> Limits:
        """What is left of the limits."""
        return self.limits.deduct(self.clock)

    def run(self) -> Run:
        """Return a Run of the puzzle. It uses the worker that a proof needs, too."""
        from nonosat.solving.run import Run
        from nonosat.solving.session import Session

        opens = partial(Session, here=False)
        return Run(self.puzzle, self.card, self.limits, clock=self.clock, session=opens)


@dataclass(frozen=True)
class Found(Generic[R]):
    """The answer to a question, and what shows it: a claim on a puzzle, pictures, and the claim's own files.

    The claim is empty if there is none: a limit came first, or `reason` says why not.
    """

    report: R
    claim: str = ""
    puzzle: Puzzle | None = None
    pictures: Sequence[Picture] = ()
    found_by: Sequence[str] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    reason: str = ""


def unless_stopped(run: Run, report: R, collect: Callable[[], Found[R]]) -> Found[R]:
    """Return what shows an answer, or only the answer with its stop reason if a limit ends the collecting."""
    with run.until_stopped():
        return collect()
    return Found(replace(report, stop_reason=run.stop_reason, basis=run.detail))


@dataclass(frozen=True)
class Stated:
    """The evidence in a certificate: a puzzle, its Problem, and different solutions of it, already
    checked; `open` opens the claim's own files.
    """

    puzzle: Puzzle
    problem: Problem
    solutions: Sequence[Values]
    open: Callable[[str], BinaryIO]
    clock: Clock


AddedClauses = Callable[[Sequence[Sequence[int]]], Iterable[Sequence[int]]]
"""Yields clauses, given `literals[cell][value]`: the literal that says that a cell has a value."""


@dataclass(frozen=True)
class Refutation:
    """Clauses without a solution, if the claim is true: those of a Problem, and then what the claim adds.

    `adds` says in words what that is.
    """

    problem: Problem
    added: AddedClauses
    adds: str


@dataclass(frozen=True)
class Shown:
    """A claim in words, and the refutation that it still needs.

    `checked` says what was checked besides the pictures, `trusted` lists what had to be trusted for that.
    """

    says: str
    refutation: Refutation | None
    checked: Mapping[str, str] = field(default_factory=dict)
    trusted: Sequence[str] = ()


class Claim(Protocol):
    """The interface of a claim's module."""

    def find(self, asked: Asked) -> Found[Report]:
        """Answer the question, and collect what shows the answer, or another claim that holds instead."""
        ...

    def show(self, stated: Stated) -> Shown:
        """Check what is stated, up to the refutation. Raises NotVerified if it does not show the claim."""
        ...


@dataclass(frozen=True)
class ClaimEntry(Entry):
    """A claim: how many pictures its certificate has, at least and at most (None: as many as files are
    listed), whether it needs a proof, and its own files.
    `option` is its name for people who ask for it.
    """

    least: int = 0
    most: int | None = None
    proof: bool = True
    files: tuple[str, ...] = ()
    option: str = ""


CLAIMS: Registry[ClaimEntry, Claim] = Registry(
    "claim",
    __name__,
    {
        "unique": ClaimEntry("verdicts:UNIQUE", "exactly one solution", least=1, most=1, option="unique"),
        "none": ClaimEntry("verdicts:NONE", "no solution", most=0),
        "all": ClaimEntry("verdicts:ALL", "exactly N solutions, all listed", least=2, option="all"),
        "multiple": ClaimEntry("verdicts:MULTIPLE", "more than one solution", least=2, most=2, proof=False),
        "certain": ClaimEntry(
            "certain", "which cells are the same in all solutions", least=1, option="certain"
        ),
        "count": ClaimEntry(
            "count",
            "exactly N solutions, counted by tables instead of listed",
            least=2,
            files=("claim.json", "table.txt.xz"),
            option="number",
        ),
        "givens": ClaimEntry(
            "givens",
            "the fewest givens that leave one solution",
            least=2,
            files=("claim.json",),
            option="givens",
        ),
        "conflict": ClaimEntry(
            "conflict",
            "a smallest set of clues that contradict each other, if there is no solution",
            most=0,
            files=("claim.json",),
            option="conflict",
        ),
        "repair": ClaimEntry(
            "repair",
            "the fewest changes of the picture, at most 2, that leave one solution",
            least=1,
            most=1,
            files=("claim.json",),
            option="changes",
        ),
    },
)


def read_claim(stated: Stated, *keys: str) -> Any:
    """Return what the file says: a map with exactly these keys; the value of the key, if there is one key.

    Raises NotVerified if it is anything else.
    """
    with stated.open(CLAIM) as file:
        data = file.read(_LONGEST + 1)
    expect(len(data) <= _LONGEST, "is too long")
    try:
        claim = parse(data)
    except ValueError:
        raise NotVerified(f"{CLAIM} is not JSON") from None
    expect(isinstance(claim, dict) and claim.keys() == set(keys), f"has other keys than {', '.join(keys)}")
    return claim[keys[0]] if len(keys) == 1 else claim


def whole_numbers(value: object, end: int) -> list[int]:
    """Return a list of different whole numbers from 0 to `end` - 1, in order. Raises NotVerified if it is
    anything else.
    """
    if not isinstance(value, list) or any(type(number) is not int for number in value):
        raise NotVerified(f"{CLAIM} has something else than whole numbers")
    expect(all(0 <= number < end for number in value), f"has a number that is not from 0 to {end - 1}")
    expect(value == sorted(set(value)), "has numbers that are not in order")
    return value


def expect(good: object, otherwise: str) -> None:
    """Raise NotVerified unless it is good."""
    if not good:
        raise NotVerified(f"{CLAIM} {otherwise}")

"""Verifies an explanation's file: is every step right, and what does it prove?"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import ClassVar

from nonosat.automata import arrangements
from nonosat.errors import InputError
from nonosat.problem import is_single
from nonosat.processes import worker
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.processes.progress import Stage
from nonosat.puzzles import Puzzle
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.cells import cell_name
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.reasons import check as check_module, document
from nonosat.reasons.check import Checker, Wrong
from nonosat.reasons.document import Content
from nonosat.reasons.marks import add_givens
from nonosat.records import dataclass, replace
from nonosat.words import first_line, plural, printable

ONE, NO = "exactly one solution", "no solution"

_TRUSTED = (
    "the reader of puzzles and explanations, and the puzzle's statement of its rules",
    f"what a constraint leaves ({arrangements.__name__})",
    f"the check of steps ({check_module.__name__})",
    "Python and this machine",
)


@dataclass(frozen=True, repr=False)
class CheckedExplanation:
    """The result of a check: `failure` is None if the explanation is verified; `claim` is what it proves.

    `step` is the number of the wrong step; 0 if there is none.
    `trusted` lists in words what still has to be trusted; `same_as` is the address of the puzzle that was
    compared with the one in the file.
    """

    path: str
    puzzle: CellPuzzle
    steps: int
    failure: str | None = None
    step: int = 0
    claim: str = ""
    trusted: tuple[str, ...] = ()
    same_as: str = ""

    checker: ClassVar[str] = ""  # of a proof: an explanation has none

    @property
    def verified(self) -> bool:
        """Whether every step was checked and follows."""
        return self.failure is None

    @property
    def verdict(self) -> str | None:
        """The verdict proven for the puzzle with its givens: `unique`, `none`, or None."""
        return {ONE: "unique", NO: "none"}.get(self.claim)

    @property
    def checked(self) -> dict[str, str]:
        """What was checked, in words; empty if it is not verified."""
        steps = f"{plural(self.steps, 'step')}, one after another, without a solver"
        puzzle = {"puzzle": f"the same as {self.same_as}"} if self.same_as else {}
        return puzzle | {"steps": steps} if self.verified else {}

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {first_line(self.sentence())}>"

    def sentence(self) -> str:
        """Return the result as a sentence."""
        steps = plural(self.steps, "step")
        what = f"verified: {self.claim} ({steps})" if self.verified else f"NOT VERIFIED: {self.failure}"
        return printable(f"{self.path}: {what}.")


def is_explanation(path: str) -> bool:
    """Whether a file looks like an explanation (JSON); certificates are folders or zip files."""
    try:
        with open(path, "rb") as file:
            return file.read(1) == b"{"
    except OSError:
        return False


def verify_explanation(
    path: str | Path, puzzle: Puzzle | None = None, limits: Limits = NO_LIMITS
) -> CheckedExplanation:
    """Check every step of an explanation's file, without a solver; with `puzzle`, also that it is about that.

        >>> import nonosat, pathlib, tempfile
        >>> from nonosat import toolkit
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "teapot.json")
        ...     _ = path.write_text(nonosat.explain(nonosat.load("teapot")).file())
        ...     toolkit.verify_explanation(path).claim
        'exactly one solution'

    Raises InputError if the file is not an explanation, LimitReached if a limit ended the work.
    """
    place = str(Path(path).absolute())  # a worker may have been started in another folder
    if limits == NO_LIMITS:
        checked = check_steps(place, str(path))
    else:
        # In a worker, which can be stopped: a forged step can be slow without checking the clock.
        checked = worker.ask(limits.bounds(), check_steps, place, str(path))
    if puzzle is None:
        meant = "that the puzzle in the file is the puzzle you mean (or name it with --puzzle)"
        return replace(checked, trusted=(meant, *checked.trusted))
    if not checked.puzzle.same_as(puzzle):
        return replace(checked, failure=f"the explanation is not about {puzzle.source}", step=0, claim="")
    return replace(checked, same_as=puzzle.source)


def check_steps(place: str, path: str) -> CheckedExplanation:
    """Do the work of `verify_explanation`; with limits, this runs in a worker."""
    with Stage(path):
        try:
            claimed = document.read(place)
        except InputError as error:
            raise InputError(error.what, path, error.line) from None
        return replace(check(claimed), path=path)


def check(claimed: Content) -> CheckedExplanation:
    """Check the content of a file."""
    puzzle = claimed.puzzle
    checked = CheckedExplanation("", puzzle, len(claimed.steps), trusted=_TRUSTED)
    checker = Checker(puzzle.problem(), _masks(puzzle, claimed.start), partial(cell_name, puzzle))
    for number, step in enumerate(claimed.steps, start=1):
        try:
            checker.take(step)
        except Wrong as wrong:
            return replace(checked, failure=f"step {number}: {wrong}", step=number)
    if puzzle.draw_known(checker.known) != claimed.end:
        return replace(checked, failure="the end is not the result of the steps")
    if fault := _solutions_fault(claimed, checker):
        return replace(checked, failure=fault)
    return replace(checked, claim=_claim(claimed, checker))


def _masks(puzzle: CellPuzzle, picture: Picture) -> list[int]:
    """Return the masks of the values that a picture allows, by cell."""
    masks = {colour.char: 1 << value for value, colour in enumerate(puzzle.palette)}
    every = (1 << max(2, len(puzzle.palette))) - 1
    return [masks.get(char, every) for char in puzzle.chars(picture)]


def _solutions_fault(claimed: Content, checker: Checker) -> str | None:
    """Return what is wrong with the solutions that prove open cells undetermined, or None."""
    puzzle = claimed.puzzle
    if not claimed.solutions:
        return None
    seen = [0] * len(checker.known)
    for number, picture in enumerate(claimed.solutions, start=1):
        if fault := puzzle.fault(picture):
            return f"solution {number} does not solve the puzzle: {fault}"
        pairs = zip(puzzle.chars(picture), puzzle.chars(claimed.start), strict=True)
        if any(start not in (UNKNOWN, char) for char, start in pairs):
            return f"solution {number} does not agree with the start"
        masks = _masks(puzzle, picture)
        seen = [a | b for a, b in zip(seen, masks, strict=True)]
    if checker.ended or any(known & ~has for known, has in zip(checker.known, seen, strict=True)):
        return "the solutions do not prove that the cells open at the end are undetermined"
    return None


def _claim(claimed: Content, checker: Checker) -> str:
    """Return what the steps prove."""
    puzzle = claimed.puzzle
    given = add_givens(puzzle, None)
    marked = "" if claimed.start == given else " from this start"
    if checker.ended:
        return f"{NO}{marked}"
    open_cells = sum(not is_single(mask) for mask in checker.known)
    if not open_cells:
        return f"{NO if puzzle.fault(claimed.end) else ONE}{marked}"
    known = f"{len(checker.known) - open_cells} of {plural(len(checker.known), 'cell')} follow{marked}"
    return f"{known}; the others are open" if claimed.solutions else known

"""The difficulty of a puzzle: its class, with the hardest step as the witness, and its effort."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from nonosat.errors import StopReason
from nonosat.formats import AnyPuzzle, as_puzzle
from nonosat.problem import CellValue, values_of
from nonosat.processes.limits import NO_LIMITS, Limits, within
from nonosat.puzzles import require_cells
from nonosat.puzzles.picture import Picture
from nonosat.reasons import GUESSING
from nonosat.reasons.difficulty import ABOUT, Difficulty, Rater
from nonosat.reasons.rungs import RUNGS
from nonosat.reasons.rungs.lines import BOTTLENECK
from nonosat.reasons.weights import Weights
from nonosat.records import dataclass, field, replace
from nonosat.solving.answer import Panel, Report, Verdict
from nonosat.solving.card import DEFAULT, Card
from nonosat.solving.decision import Decision
from nonosat.solving.run import Run
from nonosat.words import bracket, plural

SEVERAL, NONE, UNKNOWN = "multiple", "none", "unknown"


@dataclass(frozen=True, kw_only=True, repr=False)
class Rating(Report):
    """How hard a puzzle is: `difficulty` is its class (one of `toolkit.CLASSES`); `details` has the witness
    and numbers.

    Without exactly one solution there are no `details`. Then `difficulty` is `multiple`, with two
    `solutions`; `none`; or `unknown`, if a limit ended the work.
    """

    question: ClassVar[str] = "rate"

    difficulty: str
    details: Difficulty | None = None
    solutions: tuple[Picture, ...] = ()
    techniques: Mapping[str, int] = field(default_factory=dict)

    @property
    def effort(self) -> float | None:
        """The effort of all steps, if they are known."""
        return self.details.effort if self.details else None

    def result(self) -> dict[str, Any]:
        """Return class, witness and numbers as plain data."""
        details = self.details
        witness = details.witness.data() if details and details.witness else None
        if self.difficulty == SEVERAL:
            witness = {"kind": "solutions", "solutions": [list(picture) for picture in self.solutions]}
        return {
            "class": self.difficulty,
            "at_least": bool(details and details.at_least),
            "witness": witness,
            "effort": self.effort,
            "numbers": dict(details.numbers) if details else {},
            **({"techniques": dict(self.techniques)} if self.techniques else {}),
        }

    def row(self) -> dict[str, object]:
        """Return it as a flat row, with the same columns for every puzzle; None for missing values."""
        details = self.details
        numbers = dict.fromkeys(ABOUT) | (dict(details.numbers) if details else {})
        place = numbers.pop("bottleneck") or dict.fromkeys(BOTTLENECK)
        return {
            "puzzle": self.name,
            "class": self.difficulty,
            "at_least": details.at_least if details else None,
            "effort": self.effort,
            **numbers,
            **{f"bottleneck_{part}": number for part, number in place.items()},
        }

    def sentence(self) -> str:
        """Return the result in one line."""
        details = self.details
        if details is None:
            why = self.basis or ("" if self.done else self.stop_reason)
            return f"{self.name}: {self.difficulty}{bracket(why)}"
        why = bracket(details.witness.sentence() if details.witness else "")
        more = "more than " if details.numbers["open"] else ""
        return f"{self.name}: {details.words}, effort {more}{details.effort:.0f}{why}"

    def drawings(self) -> Sequence[Panel]:
        """Return two solutions if there are several."""
        return [(self.puzzle, *self.solutions)] if len(self.solutions) == 2 else ()

    def text(self, width: int | None = None, colour: bool = False) -> str:
        """Return the sentence, without a drawing."""
        return self.sentence()

    def explain(self) -> str:
        """Return the line and, below it, all numbers."""
        lines = [self.sentence()]
        for name, value in self.details.numbers.items() if self.details else ():
            if isinstance(value, dict):
                value = f"{value['lines']} of {value['of_unfinished']}, {value['cells_known']} cells known"
            lines.append(f"  {ABOUT[name]:<56}{value if value is not None else '-'}")
        lines += [f"  steps by {name:<47}{number}" for name, number in self.techniques.items()]
        return "\n".join(lines)


def rate(
    puzzle: AnyPuzzle,
    model: str | Card = DEFAULT,
    limits: Limits = NO_LIMITS,
    *,
    rungs: Iterable[str] = RUNGS,
    techniques: bool = False,
    weights: Weights | None = None,
    time_limit: float | None = None,
) -> Rating:
    """Rate the difficulty of a puzzle whose cells are filled in.

        >>> import nonosat
        >>> nonosat.rate("gchq").difficulty
        'lines'

    If lines do not decide the puzzle, the model decides whether the solution is unique. Only these `rungs`
    are used. With `techniques`, the steps of lines are counted by their names, which takes longer.

    Raises InputError for other kinds, and if a rung is unknown.
    """
    asked = require_cells(as_puzzle(puzzle), "rate works")
    with Run(asked, model, within(limits, time_limit)) as run:
        decision = Decision(run)

        def find_excluded() -> list[CellValue]:
            """Return the options left that are not in the solution."""
            left = enumerate(rater.walk.state.possible)
            values = decision.solutions[0].values
            return [
                (cell, value) for cell, mask in left for value in values_of(mask) if value != values[cell]
            ]

        rater = Rater(asked, run.clock, rungs, find_excluded, weights)
        counted: dict[str, int] = {}
        unique = False
        with run.until_stopped():
            unique = decision.decide() is Verdict.UNIQUE
            if unique:
                with run.time("steps", "walking through the puzzle", lambda: plural(rater.taken, "move")):
                    rater.go()
                counted = rater.techniques() if techniques else {}
        if not unique or not rater.begun:
            several = decision.verdict is Verdict.MULTIPLE
            return Rating(
                puzzle=asked,
                **run.ending("" if unique else decision.basis),
                difficulty=UNKNOWN if unique else decision.verdict.value,
                solutions=tuple([one.picture for one in decision.solutions]) if several else (),
            )
        rated = rater.difficulty(at_least=run.stop_reason is not StopReason.DONE)
        basis = f"{rater.used} leave {plural(rated.numbers['open'], 'cell')} open" if rater.stuck else ""
        if rated.level == GUESSING:
            rated = replace(rated, at_least=rated.witness is None)
        return Rating(
            puzzle=asked, **run.ending(basis), difficulty=rated.level, details=rated, techniques=counted
        )

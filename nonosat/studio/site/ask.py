"""The questions of the start page: each answer has words and a drawing, and perhaps a new puzzle.

Loading takes long in a browser, so modules and packages that few questions need are loaded on demand.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import invalidate_caches
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec
from itertools import count
from random import Random
from types import ModuleType
from typing import Any, TypeVar

import nonosat
from nonosat import InputError, toolkit
from nonosat.studio.site.ruled import levels_of, read_ruled

P = TypeVar("P")

Found = dict[str, Any]
"""An answer to the page: `said`, `svg`, `verdict`, `steps`, the `puzzle` to go on with, or a `problem`."""

_LIMITS = nonosat.Limits(time=60)
_COLUMNS = 25  # of a photo that has no number of its own
_SIDES = 10, 15, 20
_CLASSES = "lines", "moderate"


def ask(question: str, name: str, data: bytes | None, number: Any = 0) -> str:
    """Return the answer about the first puzzle of a file, or about the instance of this name, as JSON;
    `number` is that of a step, or the columns (0: its own) and the threshold of a photo.
    """
    content = None if data is None else bytes(data)
    try:
        if question == "page":
            answer = _page(toolkit.Source(name, content or b""))
        elif question == "photo":
            answer = _photo(toolkit.Source(name, content or b""), *number)
        else:
            puzzle, noted = _puzzle(name, content)
            answer = _QUESTIONS[question](puzzle, number)
            if noted and "about" in answer:
                answer = {**answer, "about": f"{answer['about']}. {noted}"}
    except (nonosat.InputError, nonosat.LimitReached, toolkit.InternalError) as error:
        answer = {"problem": str(error)}
    return json.dumps(answer)


def _page(source: toolkit.Source) -> Found:
    """Read the numbers of a printed puzzle on a PPM; without one, or without numpy, it is a photo."""
    if not (find_spec("numpy") or _load("numpy.zip")):
        return {"said": "", "photo": True}
    import numpy as np

    _, size, _, body = source.data.split(b"\n", 3)
    width, height = map(int, size.split())
    pixels = np.frombuffer(body, np.uint8).reshape(height, width, 3)
    puzzle, said = _read_noting(source.path, lambda: toolkit.read_page(source, pixels))
    return _new(puzzle, said) if puzzle else {"said": "", "photo": True}


def _photo(source: toolkit.Source, columns: int, level: int) -> Found:
    """Make a puzzle of a photo with this many columns, 0 for its own number, and this threshold."""
    photo = toolkit.Photo(source)
    if not columns and not photo.own_size and (rows := read_ruled(levels_of(source.data))):
        size = len(rows[0]), len(rows)
        grid = f"A printed grid of {size[0]} x {size[1]} cells"
        if not any("#" in row for row in rows):
            blank = "\n".join(" / ".join("0" * count) for count in reversed(size))
            said = f"{grid}, none of them filled. Its numbers are not read here: type the clues."
            return {"said": said, "typed": blank, "columns": size[0]}
        said = f"{grid}: the filled ones are the picture. Numbers are not read."
        return {**_new(nonosat.Nonogram.from_picture(rows), said), "columns": size[0]}
    size = (columns, 0) if columns else photo.own_size or (_COLUMNS, 0)
    puzzle, noted = _read_noting(source.path, lambda: photo.puzzle(size, threshold=level or None))
    return {**_new(puzzle, noted), "columns": size[0]}


def _read_noting(name: str, read: Callable[[], P]) -> tuple[P, str]:
    """Read a puzzle; return it with the warnings as sentences without its name."""
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always", nonosat.InputWarning)
        puzzle = read()
    said = " ".join(f"{note.message}.".removeprefix(f"{name}: ") for note in notes)
    return puzzle, said[:1].upper() + said[1:]


@lru_cache(maxsize=1)
def _puzzle(name: str, data: bytes | None) -> tuple[nonosat.Puzzle, str]:
    source = name if data is None else toolkit.Source(name, data)
    return _read_noting(name, lambda: nonosat.load_all(source)[0])


@lru_cache(maxsize=1)
def _find_explanation(puzzle: nonosat.Puzzle) -> Any:
    return nonosat.explain(puzzle, limits=_LIMITS)


def _show(puzzle: Any, drawn: int) -> Found:
    size = getattr(puzzle, "size", "")
    return {
        "title": puzzle.title,
        "about": f"{puzzle.kind}, {size}" if size else puzzle.kind,
        **_draw(puzzle, *[puzzle.goal] * drawn),
    }


def _verdict(puzzle: Any, drawn: int) -> Found:
    """Say whether the solution is unique; if not, draw the cells that vary, or leave the picture `drawn`. If
    there is none, say which clues contradict each other.
    """
    with toolkit.Run(puzzle, "auto", _LIMITS) as run:
        answer = toolkit.Decision(run, puzzle.values(puzzle.goal) if drawn else None).answer()
    if answer.verdict is nonosat.Verdict.NONE:
        why = toolkit.conflicts(puzzle, limits=_LIMITS, smallest=False).conflicts
        said = f"No solution: {'; '.join(one.says() for one in why)}." if why else _words(answer)
        return {**_tell(answer), "said": said}
    if drawn or answer.verdict is not nonosat.Verdict.MULTIPLE:
        return _tell(answer)
    return {**_tell(answer), **_report(nonosat.certain(puzzle, limits=_LIMITS))}


def _solve(puzzle: nonosat.Puzzle, _: int) -> Found:
    answer = nonosat.solve(puzzle, limits=_LIMITS)
    return _tell(answer) | _draw(answer)


def _tell(answer: nonosat.Answer) -> Found:
    return {"verdict": answer.verdict.value, "said": _words(answer)}


def _step(puzzle: nonosat.Puzzle, number: int) -> Found:
    """Draw a step of the explanation: what it sets is marked."""
    hints = _find_explanation(puzzle)
    if number >= len(hints.steps):
        return {**_report(hints), "last": True}
    before, after = hints.frames()[number][0], hints.frames()[number + 1][0]
    return {"said": hints.words.hint(hints.steps[number], "why"), **_draw(puzzle, after, before=before)}


def _explain(puzzle: nonosat.Puzzle, _: int) -> Found:
    hints = _find_explanation(puzzle)
    return {**_report(hints), "steps": [hints.words.sentence(step) for step in hints.steps]}


def _make(_puzzle: nonosat.Puzzle, _: int) -> Found:
    """Make a new puzzle at random."""
    random = Random()
    side = random.choice(_SIDES)
    order = toolkit.Order(
        width=side,
        height=side,
        smooth=True,
        symmetry=random.choice(("", "h")),
        levels=(random.choice(_CLASSES),),
        density=0.5,
        seed=random.randrange(10**6),
    )
    clock = toolkit.Clock(_LIMITS.time)
    tries = (toolkit.make(order, number, clock) for number in count())
    made = next(one for one in tries if isinstance(one, toolkit.Made))
    return _new(made.puzzle, f"A new puzzle of class {made.difficulty.level}.")


def _mend(puzzle: nonosat.Puzzle, _: int) -> Found:
    """Change a few cells until the solution is unique; if there is none, correct the likeliest misprint."""
    repaired = toolkit.repair(puzzle, limits=_LIMITS)
    if repaired.repaired:
        return _new(repaired.repaired, _words(repaired))
    for fix in nonosat.fix(puzzle, "misprint", limits=_LIMITS).fixes:
        return _new(fix.puzzle, f"{fix.says[:1].upper()}{fix.says[1:]}.")
    return {"said": _words(repaired)}


def _new(puzzle: toolkit.CellPuzzle, said: str) -> Found:
    return {"puzzle": toolkit.write(puzzle, "yaml"), "said": said}


def _report(report: nonosat.Report) -> Found:
    return {"said": _words(report), **_draw(report)}


def _words(report: nonosat.Report) -> str:
    """Return the sentence without the puzzle's name, which the page shows."""
    said = report.sentence().removeprefix(f"{report.name}: ")
    return said[:1].upper() + said[1:]


def _draw(drawn: nonosat.Puzzle | nonosat.Report, *picture: Any, **options: Any) -> Found:
    return {"svg": nonosat.draw(drawn, *picture, **options).svg()}


_QUESTIONS: dict[str, Callable[[Any, int], Found]] = {
    "shown": _show,
    "verdict": _verdict,
    "solve": _solve,
    "certain": lambda puzzle, _: _report(nonosat.certain(puzzle, limits=_LIMITS)),
    "rate": lambda puzzle, _: _report(nonosat.rate(puzzle, limits=_LIMITS)),
    "step": _step,
    "explain": _explain,
    "make": _make,
    "mend": _mend,
}


LATE = ("fpdf", "anyascii", "fontTools")
"""What writes PDF."""


def _load(_: str) -> bool:
    """Load an archive of packages; return whether that was possible. A browser's page sets it."""
    return False


class Late(MetaPathFinder):
    """Finds these packages after it has loaded them."""

    _loaded = False

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the place of one of the packages; None for all others."""
        if self._loaded or name not in LATE:
            return None
        if not _load("pdf.zip"):
            raise InputError("what writes PDF is not loaded yet: that needs a network, once")
        self._loaded = True
        invalidate_caches()
        return PathFinder.find_spec(name, path, target)


def find_late(load: Callable[[str], bool]) -> None:
    """Load what writes PDF when it is imported, and numpy for the first picture."""
    globals()["_load"] = load
    sys.meta_path.append(Late())

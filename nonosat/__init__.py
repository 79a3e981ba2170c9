"""nonosat solves nonograms and related grid puzzles with SAT and CP solvers, and proves whether the
solution is unique.

    >>> import nonosat
    >>> nonosat.solve("gchq").verdict
    <Verdict.UNIQUE: 'unique'>

`docs/python.md` has ten tasks; programs built on nonosat find more names in `nonosat.toolkit`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import nonosat.installed  # decides how hot files are imported
from nonosat.lazy import importer, places

if TYPE_CHECKING:
    from nonosat import toolkit as toolkit
    from nonosat.comparison.compared import compare as compare
    from nonosat.errors import (
        InputError as InputError,
        InputWarning as InputWarning,
        LimitReached as LimitReached,
        StopReason as StopReason,
    )
    from nonosat.formats import load as load
    from nonosat.formats.folders import load_all as load_all
    from nonosat.formats.writing import save as save
    from nonosat.installed import __version__ as __version__, list_shipped as list_shipped
    from nonosat.learning.audit import audit as audit
    from nonosat.making.fix import fix as fix
    from nonosat.making.generate import generate as generate
    from nonosat.pages.drawing import draw as draw
    from nonosat.processes.limits import Limits as Limits
    from nonosat.proofs.prove import prove as prove
    from nonosat.proofs.verify import verify as verify
    from nonosat.puzzles import Puzzle as Puzzle
    from nonosat.puzzles.nonogram import Nonogram as Nonogram
    from nonosat.puzzles.picture import Picture as Picture
    from nonosat.reasons.explain import explain as explain
    from nonosat.reasons.hint import hint as hint
    from nonosat.reasons.rating import rate as rate
    from nonosat.solving.answer import Answer as Answer, Report as Report, Verdict as Verdict
    from nonosat.solving.card import Card as Card
    from nonosat.solving.questions.certain import certain as certain
    from nonosat.solving.questions.count import count as count
    from nonosat.solving.questions.enumerate import solutions as solutions
    from nonosat.solving.questions.unique import solve as solve

# Imported when first used, so that `import nonosat` is quick and starts no solver. The block above says the
# same to type checkers; a test compares the two.
_PUBLIC: dict[str, tuple[str, ...]] = {
    "formats": ("load",),
    "formats.folders": ("load_all",),
    "formats.writing": ("save",),
    "installed": ("list_shipped", "__version__"),
    "puzzles": ("Puzzle",),
    "puzzles.nonogram": ("Nonogram",),
    "puzzles.picture": ("Picture",),
    "solving.questions.unique": ("solve",),
    "solving.questions.count": ("count",),
    "solving.questions.enumerate": ("solutions",),
    "solving.questions.certain": ("certain",),
    "reasons.hint": ("hint",),
    "reasons.explain": ("explain",),
    "reasons.rating": ("rate",),
    "making.generate": ("generate",),
    "making.fix": ("fix",),
    "pages.drawing": ("draw",),
    "proofs.prove": ("prove",),
    "proofs.verify": ("verify",),
    "comparison.compared": ("compare",),
    "learning.audit": ("audit",),
    "solving.answer": ("Answer", "Verdict", "Report"),
    "processes.limits": ("Limits",),
    "solving.card": ("Card",),
    "errors": ("InputError", "InputWarning", "LimitReached", "StopReason"),
    "toolkit": (".",),
}

__all__ = [*places(_PUBLIC)]
__getattr__ = importer(__name__, _PUBLIC)


def _read_page(*given: Any) -> Any:
    from nonosat.reading.settle import read_page  # takes numpy and solvers

    return read_page(*given)


nonosat.installed.drawer = lambda puzzle: __getattr__("draw")(puzzle).svg()
nonosat.installed.page_reader = _read_page


def __dir__() -> list[str]:
    return sorted(__all__)

"""nonosat solves nonograms and related grid puzzles with SAT and CP solvers, and proves whether the
solution is unique.

    >>> import nonosat
    >>> answer = nonosat.solve(nonosat.load("gchq",))
    >>> answer.verdict
    <Verdict.UNIQUE: 'unique'>

The public names, in groups:

puzzles   what a puzzle is made of: kinds, clues, colours, pictures
files     read and write: `load` takes addresses, the content of files, and plain data
decide    none, one or several solutions: `solve`, by a model card, within limits
ask       further questions: how many, which cells are certain, what makes the solution unique
explain   for people: steps, hints, difficulty
make      puzzles to order, of pictures, and the fewest changes that make one unique
prove     certificates, and their verification
draw      `draw` draws puzzles, pictures and answers in every form; pages to play and to step through
run       limits, and work in processes that can be stopped
errors    what is raised, and why work stops

A question returns an answer of a type of its own, beside it in its module. Some names, such as `fields`,
`files`, `formats` and `worker`, are modules for programs that are built on nonosat. Such are
`nonosat.compare`, `nonosat.learning` and `nonosat.studio`, which use public names alone.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import nonosat.installed  # decides how hot files are imported
from nonosat.installed import __version__ as __version__

if TYPE_CHECKING:
    from nonosat import fields as fields, formats as formats, words as words
    from nonosat.errors import (
        InputError as InputError,
        InputWarning as InputWarning,
        InternalError as InternalError,
        LimitReached as LimitReached,
        StopReason as StopReason,
        WrongAnswerError as WrongAnswerError,
    )
    from nonosat.formats import Source as Source, load as load, load_all as load_all
    from nonosat.formats.folders import load_each as load_each
    from nonosat.formats.writing import fit_format as fit_format, format_for as format_for, write as write
    from nonosat.installed import shipped as shipped
    from nonosat.making import neat as neat
    from nonosat.making.candidate import Made as Made, make as make
    from nonosat.making.fix import fix as fix
    from nonosat.making.generate import generate as generate
    from nonosat.making.order import Order as Order
    from nonosat.making.photo import Photo as Photo
    from nonosat.making.repair import repair as repair
    from nonosat.pages import board as board, templates as templates
    from nonosat.pages.drawing import Drawing as Drawing, draw as draw, draw_book as draw_book
    from nonosat.pages.play import write_player as write_player
    from nonosat.pages.tables import Table as Table
    from nonosat.pictures.qr import draw_qr as draw_qr
    from nonosat.problem.blocks import Block as Block
    from nonosat.processes import files as files, progress as progress, worker as worker
    from nonosat.processes.clock import Clock as Clock
    from nonosat.processes.limits import NO_LIMITS as NO_LIMITS, Limits as Limits
    from nonosat.processes.measure import measure as measure
    from nonosat.processes.pool import Pool as Pool, stream as stream
    from nonosat.proofs.prove import prove as prove, prove_answer as prove_answer
    from nonosat.proofs.verify import verify as verify
    from nonosat.puzzles import (
        KINDS as KINDS,
        CellPuzzle as CellPuzzle,
        Puzzle as Puzzle,
        colours as colours,
        require_cells as require_cells,
        symmetry as symmetry,
        triangles as triangles,
    )
    from nonosat.puzzles.cells import cell_at as cell_at, cell_name as cell_name, position as position
    from nonosat.puzzles.clues import read_clue as read_clue
    from nonosat.puzzles.nonogram import Nonogram as Nonogram
    from nonosat.puzzles.picture import (
        BLACK_AND_WHITE as BLACK_AND_WHITE,
        UNKNOWN as UNKNOWN,
        Colour as Colour,
        Palette as Palette,
        Picture as Picture,
        colour_char as colour_char,
    )
    from nonosat.puzzles.rearranged import rearrange as rearrange
    from nonosat.reasons import CLASSES as CLASSES, difficulty as difficulty
    from nonosat.reasons.explain import Explanation as Explanation, explain as explain
    from nonosat.reasons.forcing import forcing as forcing
    from nonosat.reasons.hint import hint as hint
    from nonosat.reasons.marks import started as started
    from nonosat.reasons.rating import Rating as Rating, rate as rate
    from nonosat.reasons.trace import trace as trace
    from nonosat.reasons.verification import verify_explanation as verify_explanation
    from nonosat.solving.answer import Answer as Answer, Report as Report, Verdict as Verdict
    from nonosat.solving.card import Card as Card
    from nonosat.solving.cards import load_card as load_card
    from nonosat.solving.questions.certain import certain as certain
    from nonosat.solving.questions.count import count as count
    from nonosat.solving.questions.enumerate import solutions as solutions
    from nonosat.solving.questions.examine import Examined as Examined, examine as examine
    from nonosat.solving.questions.givens import Givens as Givens, givens as givens
    from nonosat.solving.questions.unique import Decision as Decision, solve as solve
    from nonosat.solving.run import Run as Run

# Group -> module (`""`: this one) -> its public names, or none if the module itself is one: imported when
# first used, so that `import nonosat` is quick and starts no solver. The block above says the same to type
# checkers; a test compares the two.
_PUBLIC: dict[str, dict[str, tuple[str, ...]]] = {
    "puzzles": {
        "puzzles": ("Puzzle", "CellPuzzle", "KINDS", "require_cells"),
        "puzzles.nonogram": ("Nonogram",),
        "puzzles.cells": ("cell_at", "cell_name", "position"),
        "puzzles.clues": ("read_clue",),
        "puzzles.colours": (),
        "puzzles.symmetry": (),
        "puzzles.triangles": (),
        "puzzles.picture": ("Picture", "Palette", "Colour", "UNKNOWN", "BLACK_AND_WHITE", "colour_char"),
        "puzzles.rearranged": ("rearrange",),
        "problem.blocks": ("Block",),
    },
    "files": {
        "": ("formats",),
        "formats": ("load", "load_all", "Source"),
        "formats.writing": ("write", "format_for", "fit_format"),
        "formats.folders": ("load_each",),
        "installed": ("shipped",),
    },
    "decide": {
        "solving.questions.unique": ("solve", "Decision"),
        "solving.answer": ("Answer", "Verdict", "Report"),
        "solving.card": ("Card",),
        "solving.cards": ("load_card",),
    },
    "ask": {
        "solving.questions.count": ("count",),
        "solving.questions.enumerate": ("solutions",),
        "solving.questions.certain": ("certain",),
        "solving.questions.examine": ("examine", "Examined"),
        "solving.questions.givens": ("givens", "Givens"),
    },
    "explain": {
        "reasons.explain": ("explain", "Explanation"),
        "reasons.hint": ("hint",),
        "reasons.rating": ("rate", "Rating"),
        "reasons": ("CLASSES",),
        "reasons.difficulty": (),
        "reasons.trace": ("trace",),
        "reasons.forcing": ("forcing",),
        "reasons.marks": ("started",),
    },
    "make": {
        "making.generate": ("generate",),
        "making.order": ("Order",),
        "making.candidate": ("make", "Made"),
        "making.photo": ("Photo",),
        "making.repair": ("repair",),
        "making.fix": ("fix",),
        "making.neat": (),
    },
    "prove": {
        "proofs.prove": ("prove", "prove_answer"),
        "proofs.verify": ("verify",),
        "reasons.verification": ("verify_explanation",),
    },
    "draw": {
        "pages.drawing": ("draw", "Drawing", "draw_book"),
        "pages.play": ("write_player",),
        "pictures.qr": ("draw_qr",),
        "pages.tables": ("Table",),
        "pages.board": (),
        "pages.templates": (),
    },
    "run": {
        "processes.limits": ("Limits", "NO_LIMITS"),
        "processes.clock": ("Clock",),
        "solving.run": ("Run",),
        "processes.pool": ("Pool", "stream"),
        "processes.measure": ("measure",),
        "processes.worker": (),
        "processes.progress": (),
        "processes.files": (),
    },
    "errors": {
        "errors": (
            "InputError",
            "InputWarning",
            "LimitReached",
            "StopReason",
            "InternalError",
            "WrongAnswerError",
        ),
        "fields": (),
        "words": (),
    },
}
# Name -> the module that defines it, and whether the name is that module's own.
_NAMES = {
    name: (module or name, not (module and names))
    for group in _PUBLIC.values()
    for module, names in group.items()
    for name in names or (module.rpartition(".")[2],)
}

__all__ = [*_NAMES, "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    place, is_module = _NAMES[name]
    module = import_module(f"{__name__}.{place}")
    return module if is_module else getattr(module, name)


nonosat.installed.drawer = lambda puzzle: __getattr__("draw")(puzzle).svg()


def __dir__() -> list[str]:
    return sorted(__all__)

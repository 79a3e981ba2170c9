"""What programs built on nonosat use beyond its public names, as its studio, comparisons and audits do.

files     `Source`, `write`, `format_for`, `fit_format`, `read_plain`, `count_of`; `formats`, `layouts`,
          `files`
puzzles   `KINDS`, `CellPuzzle`, colours, clues, names of cells; `colours`, `symmetry`, `triangles`
decide    `Run` and `Decision`: one puzzle under one card, and its verdict; `examine`, `givens`, `load_card`
people    `forcing`, `add_givens`, `trace`, `verify_explanation`; `difficulty`
make      `Order`, `make`, `make_each`, `Made`, `example`, `Photo`, `read_page`, `repair`;
          `neat`
pages     `draw_book`, `draw_qr`, `write_player`, `Table`; `board`, `templates`
run       `Clock`, `Pool`, `stream`, `count_steps`, `measure`, `NO_LIMITS`; `worker`, `progress`
prove     `prove_answer`, `certify`
answers   the types that public functions return: `Count`, `Solutions`, `Certain`, `Hint`, `Explanation`,
          `Rating`, `Fixes`, `Drawing`, `Proven`, `Certificate`, `Verification`, `Comparison`, `Audit`
errors    `InternalError`, `WrongAnswerError`; `fields`, `words`

Modules follow a semicolon. All of this is typed and tested like the public names, but may change in
a minor version.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.lazy import importer, places

if TYPE_CHECKING:
    from nonosat import fields as fields, formats as formats, words as words
    from nonosat.comparison.compared import Comparison as Comparison
    from nonosat.errors import InternalError as InternalError, WrongAnswerError as WrongAnswerError
    from nonosat.formats import Source as Source, layouts as layouts
    from nonosat.formats.jsonl import count_of as count_of, read_plain as read_plain
    from nonosat.formats.writing import fit_format as fit_format, format_for as format_for, write as write
    from nonosat.learning.audit import Audit as Audit
    from nonosat.making import neat as neat
    from nonosat.making.candidate import Made as Made, make as make
    from nonosat.making.fix import Fix as Fix, Fixes as Fixes
    from nonosat.making.framed import example as example
    from nonosat.making.generate import make_each as make_each
    from nonosat.making.order import Order as Order
    from nonosat.making.photo import Photo as Photo
    from nonosat.making.repair import repair as repair
    from nonosat.misprints.doubts import (
        Doubtful as Doubtful,
        Priced as Priced,
        Reading as Reading,
        Settled as Settled,
        settle as settle,
    )
    from nonosat.pages import board as board, templates as templates
    from nonosat.pages.drawing import Drawing as Drawing, draw_book as draw_book
    from nonosat.pages.play import write_player as write_player
    from nonosat.pages.tables import Table as Table
    from nonosat.pictures.qr import draw_qr as draw_qr
    from nonosat.problem.blocks import Block as Block
    from nonosat.processes import files as files, progress as progress, worker as worker
    from nonosat.processes.clock import Clock as Clock
    from nonosat.processes.files import path_text as path_text
    from nonosat.processes.limits import NO_LIMITS as NO_LIMITS, within as within
    from nonosat.processes.measure import measure as measure
    from nonosat.processes.pool import Pool as Pool, stream as stream
    from nonosat.processes.steps import count_steps as count_steps
    from nonosat.proofs.manifest import Certificate as Certificate
    from nonosat.proofs.prove import Proven as Proven, certify as certify, prove_answer as prove_answer
    from nonosat.proofs.verify import Verification as Verification
    from nonosat.puzzles import (
        KINDS as KINDS,
        CellPuzzle as CellPuzzle,
        colours as colours,
        require_cells as require_cells,
        symmetry as symmetry,
        triangles as triangles,
    )
    from nonosat.puzzles.cells import cell_at as cell_at, cell_name as cell_name, position as position
    from nonosat.puzzles.clues import read_clue as read_clue
    from nonosat.puzzles.picture import (
        BLACK_AND_WHITE as BLACK_AND_WHITE,
        UNKNOWN as UNKNOWN,
        Colour as Colour,
        Palette as Palette,
        colour_char as colour_char,
    )
    from nonosat.puzzles.rearranged import rearrange as rearrange
    from nonosat.reading.settle import read_page as read_page
    from nonosat.reasons import CLASSES as CLASSES, difficulty as difficulty
    from nonosat.reasons.explain import Explanation as Explanation
    from nonosat.reasons.forcing import forcing as forcing
    from nonosat.reasons.hint import Hint as Hint
    from nonosat.reasons.marks import add_givens as add_givens
    from nonosat.reasons.rating import Rating as Rating
    from nonosat.reasons.trace import trace as trace
    from nonosat.reasons.verification import verify_explanation as verify_explanation
    from nonosat.solving.cards import load_card as load_card
    from nonosat.solving.decision import Decision as Decision
    from nonosat.solving.questions.certain import Certain as Certain
    from nonosat.solving.questions.conflicts import Conflicts as Conflicts, conflicts as conflicts
    from nonosat.solving.questions.count import Count as Count
    from nonosat.solving.questions.enumerate import Enumeration as Enumeration, Solutions as Solutions
    from nonosat.solving.questions.examine import Examined as Examined, examine as examine
    from nonosat.solving.questions.givens import Givens as Givens, givens as givens
    from nonosat.solving.run import Run as Run

_PUBLIC: dict[str, tuple[str, ...]] = {
    "formats": (".", "Source"),
    "formats.jsonl": ("read_plain", "count_of"),
    "formats.layouts": (".",),
    "formats.writing": ("write", "format_for", "fit_format"),
    "processes.files": (".", "path_text"),
    "puzzles": ("CellPuzzle", "KINDS", "require_cells"),
    "puzzles.cells": ("cell_at", "cell_name", "position"),
    "puzzles.clues": ("read_clue",),
    "puzzles.picture": ("Palette", "Colour", "UNKNOWN", "BLACK_AND_WHITE", "colour_char"),
    "puzzles.rearranged": ("rearrange",),
    "puzzles.colours": (".",),
    "puzzles.symmetry": (".",),
    "puzzles.triangles": (".",),
    "problem.blocks": ("Block",),
    "solving.run": ("Run",),
    "solving.cards": ("load_card",),
    "solving.decision": ("Decision",),
    "solving.questions.conflicts": ("conflicts", "Conflicts"),
    "solving.questions.examine": ("examine", "Examined"),
    "solving.questions.givens": ("givens", "Givens"),
    "solving.questions.certain": ("Certain",),
    "solving.questions.count": ("Count",),
    "solving.questions.enumerate": ("Enumeration", "Solutions"),
    "reasons.hint": ("Hint",),
    "reasons": ("CLASSES",),
    "reasons.difficulty": (".",),
    "reasons.explain": ("Explanation",),
    "reasons.rating": ("Rating",),
    "reasons.trace": ("trace",),
    "reasons.forcing": ("forcing",),
    "reasons.marks": ("add_givens",),
    "reasons.verification": ("verify_explanation",),
    "making.generate": ("make_each",),
    "making.fix": ("Fix", "Fixes"),
    "making.order": ("Order",),
    "making.candidate": ("make", "Made"),
    "making.framed": ("example",),
    "making.photo": ("Photo",),
    "making.repair": ("repair",),
    "misprints.doubts": ("Doubtful", "Priced", "Reading", "Settled", "settle"),
    "making.neat": (".",),
    "reading.settle": ("read_page",),
    "proofs.prove": ("Proven", "prove_answer", "certify"),
    "proofs.verify": ("Verification",),
    "proofs.manifest": ("Certificate",),
    "pages.drawing": ("Drawing", "draw_book"),
    "pages.play": ("write_player",),
    "pages.tables": ("Table",),
    "pages.board": (".",),
    "pages.templates": (".",),
    "pictures.qr": ("draw_qr",),
    "processes.limits": ("NO_LIMITS", "within"),
    "processes.clock": ("Clock",),
    "processes.pool": ("Pool", "stream"),
    "processes.measure": ("measure",),
    "processes.steps": ("count_steps",),
    "processes.worker": (".",),
    "processes.progress": (".",),
    "comparison.compared": ("Comparison",),
    "learning.audit": ("Audit",),
    "errors": ("InternalError", "WrongAnswerError"),
    "fields": (".",),
    "words": (".",),
}

__all__ = [*places(_PUBLIC)]
__getattr__ = importer(__name__, _PUBLIC)


def __dir__() -> list[str]:
    return sorted(__all__)

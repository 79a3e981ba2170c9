"""A puzzle as one self-contained page on which to solve it by mouse, touch and keyboard.

The page is `play.html`, with the board of `shared/`. `play_state.js` has the state, `play_input.js` handles
mouse, touch and keys, `hints.js` finds hints and `play_hints.js` shows them; `play_link.js` opens links. The
page has the clues and the givens: any picture that satisfies them counts as solved. With hints it also
contains an explanation, which is compressed so that neither the page's source nor its size reveals much.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from itertools import starmap

from nonosat.formats.link import pack
from nonosat.pages.board import KINDS, board_parts, check_shown, plain_puzzle, rules_of
from nonosat.pages.drawing import draw
from nonosat.pages.stepwise import plain_steps
from nonosat.pages.templates import fill_page, script, script_json, template
from nonosat.processes.effort import Effort
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.puzzles import CellPuzzle, Puzzle, require_cells
from nonosat.reasons.explain import Explanation, explain
from nonosat.reasons.steps import Technique
from nonosat.reasons.words import HINTS
from nonosat.solving.card import DEFAULT, Card

_PAGE = "a playable page"

_DOTS = ": a dot is a simple technique, two are cases, three more than that"

_WORDS = {
    "sentences": HINTS,
    "levels": {name: 1 + (name == Technique.CASES) + 2 * (name == Technique.ALL) for name in Technique},
}
"""What the scripts say, and how hard steps of one line are to find, by their techniques."""


_EFFORT = 2_000_000
"""Divided by the number of lines, the clock checks for hints without a limit: one to three seconds."""

_SECONDS = 5.0
"""The time limit of these hints, whatever the effort."""


def explain_for_page(puzzle: Puzzle, model: str | Card = DEFAULT, limits: Limits = NO_LIMITS) -> Explanation:
    """Return an explanation for `write_player`: without a time limit, what is found with little effort."""
    check_shown(puzzle, _PAGE)
    lengths = [len(one.cells) for one in puzzle.problem().constraints]
    lines = sum(lengths) // max([1, *lengths]) or 1  # many small rules are as few long lines
    clock = None if limits.time else Effort(_EFFORT // lines, _SECONDS)
    return explain(puzzle, model=model, limits=limits, clock=clock)


def write_player(
    puzzle: Puzzle | None = None,
    hints: Explanation | None = None,
    offered: Mapping[str, Puzzle] | None = None,
    gallery: str = "",
) -> str:
    """Return a page on which to solve a puzzle, with a button for hints if there is an explanation, which may
    be incomplete; without a puzzle, the page that plays the one in the fragment of its own address, and
    without that is a gallery of those that are `offered`, by their addresses. `gallery` is the address of
    such a page, to which this one leads in the end.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> puzzle = nonosat.load("cat")
        >>> page = toolkit.write_player(puzzle, hints=nonosat.explain(puzzle))

    Raises InputError if pages do not show the kind of puzzle, or if it has too many cells.
    """
    if puzzle is None:
        return _page_for_links(offered or {})
    shown = check_shown(puzzle, _PAGE)
    heading, kind = _heading(shown), _kind(shown)
    about = ["" if heading == kind else kind, shown.size, shown.author and f"by {shown.author}"]
    data = {
        **plain_puzzle(shown),
        "hash": _drawer(shown),
        "title": shown.title,
        "next": {"all": gallery} if gallery else {},
    }
    parts = {
        "title": escape(heading),
        "about": escape(", ".join(filter(None, about))),
        "rules": escape(rules_of(shown)),
        "puzzle": script_json(data),
    }
    return _page(parts, "play_hints" if hints else "play_input", write_hints(hints) if hints else "")


def _heading(puzzle: CellPuzzle) -> str:
    """Return what stands over a puzzle: of a picture its kind, since the title, which comes at the end, would
    tell it.
    """
    return _kind(puzzle) if puzzle.kind in KINDS else puzzle.title or _kind(puzzle)


def _kind(puzzle: CellPuzzle) -> str:
    return puzzle.kind.replace("-", " ").capitalize()


def _drawer(puzzle: CellPuzzle) -> str:
    """Return the name under which the state is saved: a hash of the clues, so that it survives a change of
    title or address.
    """
    return sha256(json.dumps(plain_puzzle(puzzle)).encode()).hexdigest()[:16]


def _page_for_links(offered: Mapping[str, Puzzle]) -> str:
    """Return the page for links; see `formats.link`. Its hints are about single lines, since it has no
    explanation.
    """
    rules = (f'<span data-kind="{name}">{kind.rules}</span>' for name, kind in KINDS.items())
    start = script("pages/play_link.js")
    parts = {"title": "A puzzle", "about": "", "rules": "\n".join(rules), "puzzle": ""}
    cards = "\n".join(starmap(_offer, offered.items()))
    offer = f'<main id="offered" hidden><h1>Puzzles to play</h1>\n<ul>{cards}</ul></main>'
    page = _page(parts, "play_hints", "").replace("<main>", f'{offer}\n<main id="played">', 1)
    # The program runs when the puzzle is there; what starts it has a scope of its own.
    page = page.replace("<script>\n", '<script type="text/plain" id="program">\n', 1)
    return page.replace("</body>", f'<script type="module">\n{start}\n</script>\n</body>', 1)


def _offer(address: str, puzzle: Puzzle) -> str:
    """Return a card of the gallery: the unsolved puzzle, its kind and its size, which give nothing away."""
    shown = require_cells(puzzle, _PAGE)
    _, _, linked = address.partition("#1.")
    blank = shown.with_goal(()) if shown.goal else shown
    drawing = draw(blank).svg().partition("<svg")[2]
    return (
        f'<li data-hash="{escape(linked or _drawer(shown))}" data-title="{escape(shown.title)}">'
        f'<a href="{escape(address)}"><svg aria-hidden="true"{drawing}<b>{escape(_heading(shown))}</b>'
        f" <span>{escape(shown.size)}</span></a></li>"
    )


def write_hints(hints: Explanation) -> str:
    """Return an explanation in the form that the page unpacks."""
    return pack(json.dumps(plain_steps(hints, hints=True), separators=(",", ":")))


def _page(parts: Mapping[str, str], entry: str, explanation: str) -> str:
    """Fill the template; with the script `play_hints` there is a button for hints."""
    hints = entry == "play_hints"
    hint = template(__package__, "play_hint.html").replace("{{words}}", script_json(_WORDS))
    return fill_page(
        __package__,
        "play",
        {
            **board_parts(entry),
            "hint-button": template(__package__, "play_hint_button.html") if hints else "",
            "hint": hint if hints else "",
            "dots": _DOTS if hints else "",
            "hints": f'<script type="text/plain" id="packed">{explanation}</script>' if hints else "",
            **parts,
        },
    )

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

from nonosat.formats.link import packed
from nonosat.pages.board import KINDS, board_parts, check_shown, plain_puzzle
from nonosat.pages.steps import plain_steps
from nonosat.pages.templates import filled, script, script_json, template
from nonosat.puzzles.base import CellPuzzle
from nonosat.reasons.explain import Explanation


def play(puzzle: CellPuzzle, hints: Explanation | None = None) -> str:
    """Return the page, with a button for hints if there is an explanation, which may be incomplete."""
    check_shown(puzzle, "a page to play")
    about = [puzzle.size, puzzle.author and f"by {puzzle.author}"]
    asked = plain_puzzle(puzzle)
    # The state is saved under a hash of the clues, so that it survives a change of title or address.
    drawer = sha256(json.dumps(asked).encode()).hexdigest()[:16]
    parts = {
        "title": escape(puzzle.title or puzzle.kind.capitalize()),
        "about": escape(", ".join(filter(None, about))),
        "rules": KINDS[puzzle.kind].rules,
        "puzzle": script_json({**asked, "hash": drawer}),
    }
    return _page(parts, "play_hints" if hints else "play_input", explained(hints) if hints else "")


def page_for_links() -> str:
    """Return a page that plays the puzzle in the fragment of its own address; see `formats.link`.

    Its hints are about single lines, since it has no explanation.
    """
    rules = (f'<span data-kind="{name}">{kind.rules}</span>' for name, kind in KINDS.items())
    start = script("pages/play_link.js")
    parts = {"title": "A puzzle", "about": "", "rules": "\n".join(rules), "puzzle": ""}
    page = _page(parts, "play_hints", "")
    # The program runs when the puzzle is there; what starts it has a scope of its own.
    page = page.replace("<script>\n", '<script type="text/plain" id="program">\n', 1)
    return page.replace("</body>", f'<script type="module">\n{start}\n</script>\n</body>', 1)


def explained(hints: Explanation) -> str:
    """Return an explanation in the form that the page unpacks."""
    return packed(json.dumps(plain_steps(hints, hints=True), separators=(",", ":")))


def _page(parts: Mapping[str, str], entry: str, explanation: str) -> str:
    """Fill the template; with the script `play_hints` there is a button for hints."""
    hints = entry == "play_hints"
    return filled(
        __package__,
        "play",
        {
            **board_parts(entry),
            "hint-button": template(__package__, "play_hint_button.html") if hints else "",
            "hint": template(__package__, "play_hint.html") if hints else "",
            "hints": f'<script type="text/plain" id="packed">{explanation}</script>' if hints else "",
            **parts,
        },
    )

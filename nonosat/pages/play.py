"""A puzzle as one self-contained page on which to solve it by mouse, touch and keyboard.

The page is `play.html`, with the board of `shared/`. `play_state.js` has the state, `play_input.js` handles
mouse, touch and keys, `hints.js` finds hints and `play_hints.js` shows them. The page has the clues and the
givens: any picture that satisfies them counts as solved. With hints it also contains an explanation, which is
compressed so that neither the page's source nor its size reveals much.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from hashlib import sha256
from html import escape

from nonosat.pages.board import KINDS, board_parts, check_shown, plain_puzzle
from nonosat.pages.steps import plain_steps
from nonosat.pages.templates import filled, script_json, template
from nonosat.puzzles.base import CellPuzzle
from nonosat.reasons.explain import Explanation


def play(puzzle: CellPuzzle, hints: Explanation | None = None) -> str:
    """Return the page, with a button for hints if there is an explanation, which may be incomplete."""
    check_shown(puzzle, "a page to play")
    about = [puzzle.size, puzzle.author and f"by {puzzle.author}"]
    asked = plain_puzzle(puzzle)
    # The state is saved under a hash of the clues, so that it survives a change of title or address.
    drawer = sha256(json.dumps(asked).encode()).hexdigest()[:16]
    coloured = len(puzzle.palette) > 2
    parts = {
        "title": escape(puzzle.title or puzzle.kind.capitalize()),
        "about": escape(", ".join(filter(None, about))),
        **board_parts("play_hints" if hints else "play_input"),
        "hint-button": template(__package__, "play_hint_button.html") if hints else "",
        "hint": template(__package__, "play_hint.html") if hints else "",
        "rules": KINDS[puzzle.kind].rules,
        "colour-keys": " (digits and letters choose a colour)" if coloured else "",
        "puzzle": script_json({**asked, "hash": drawer}),
        "hints": f'<script type="text/plain" id="packed">{packed(hints)}</script>' if hints else "",
    }
    return filled(__package__, "play.html", parts)


def packed(hints: Explanation) -> str:
    """Return an explanation in the form that the page unpacks: JSON, deflated, in base64."""
    squeeze = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    plain = json.dumps(plain_steps(hints), separators=(",", ":")).encode()
    return b64encode(squeeze.compress(plain) + squeeze.flush()).decode()

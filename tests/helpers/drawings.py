"""Drawings for the studio's tests: a kite, and random ones."""

import random
from dataclasses import replace

from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour
from nonosat.studio.drawing import Drawing, costs_text, drawing_of

COLOURS = (*BLACK_AND_WHITE, Colour("r", "red", "#d81b1b"))
KITE = ("..#..", ".###.", "#####", "..#..", ".#.#.")


def drawn(seed: int) -> Drawing:
    """Return a random drawing: of a picture or with clues as text, with givens or without."""
    rng = random.Random(seed)
    width, height = rng.randint(1, 6), rng.randint(1, 6)
    palette = rng.choice((BLACK_AND_WHITE, COLOURS))
    picture = "".join(rng.choice([c.char for c in palette]) for _ in range(width * height))
    givens = "".join(char if rng.random() < 0.2 else "?" for char in picture) if rng.random() < 0.5 else ""
    found = Drawing(width, height, palette, picture, givens, title="Ä <b>" if seed % 2 else "")
    if rng.random() < 0.5:
        found = replace(drawing_of(found.puzzle().with_goal(())), picture=rng.choice(("", picture)))
    costs = costs_text([rng.randint(1, 256) for _ in picture])
    return replace(found, costs=rng.choice(("", costs)))

"""The parts of a puzzle, besides its clues, that a format can store."""

from __future__ import annotations

from nonosat.formats.documents.clues import ABOUT

SEVERAL = "several puzzles"
BLOTTED, OPEN = "blotted clues", "clues with *"
TRIANGLES = "split cells"
FEATURES = (*ABOUT, "colours", "givens", "goal", BLOTTED, OPEN, SEVERAL, TRIANGLES)
"""What a format may support besides plain clues."""

EVERYTHING = frozenset(FEATURES)

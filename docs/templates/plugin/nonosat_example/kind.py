"""A kind of puzzle: Star Battle. Its page, `stars.yaml` beside this file, says all: see docs/kinds.md.

Copy to nonosat/puzzles/stars.py and add to KINDS in nonosat/puzzles/__init__.py:

        "stars": KindEntry("stars:STARS", "a star in every row, column and region"),
"""

from __future__ import annotations

from pathlib import Path

from nonosat.puzzles.declared import kind_at

STARS = kind_at(Path(__file__).with_name("stars.yaml"))

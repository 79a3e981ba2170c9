"""How many solutions a puzzle has."""

from __future__ import annotations

from enum import Enum


class Verdict(Enum):
    """None, one, several, or not known (yet)."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"

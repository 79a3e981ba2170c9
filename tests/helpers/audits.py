"""Audits by the command."""

import json
from typing import Any

from nonosat.cli import main
from tests.helpers.fixtures import Capture


def audited(capsys: Capture, *words: object, code: int = 1) -> list[dict[str, Any]]:
    """Return the objects that `audit --json` prints: one for each puzzle, and one for the set."""
    capsys.readouterr()
    assert main(["audit", *map(str, words), "--json", "--quiet"]) == code
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def kinds(puzzles: list[dict[str, Any]]) -> list[tuple[str, list[str]]]:
    """Return the place and the kinds of defects of each puzzle."""
    return [(one["puzzle"].rpartition("/")[2], [d["kind"] for d in one["defects"]]) for one in puzzles[:-1]]

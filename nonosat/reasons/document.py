"""The file format of explanations: JSON with everything needed to check one. See docs/explanations.md.

Any other file is refused. `steps` says how a step is written and read.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import chain, islice
from pathlib import Path
from typing import Any

from nonosat.errors import InputError, reading
from nonosat.fields import check_at, check_map, items, parse, show, text as text_of
from nonosat.formats import documents
from nonosat.formats.source import content
from nonosat.installed import __version__
from nonosat.puzzles import CellPuzzle, require_cells
from nonosat.puzzles.json_node import node_of
from nonosat.puzzles.node import MAX_DEPTH
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.reasons.fields import Pages
from nonosat.reasons.marks import add_givens
from nonosat.reasons.steps import TRACE, Step
from nonosat.records import dataclass

WHAT = "nonosat explanation"
SCHEMA = 2
MOST_BYTES = 8_000_000
_KEYS = ("what", "schema", "version", "puzzle", "start", "steps", "end", "solutions")
_MOST_SOLUTIONS = 1000
_LONGEST = 1 << 20  # texts, and lists of rows: more than any puzzle has


@dataclass(frozen=True, kw_only=True)
class Content:
    """The content of a file. `solutions` prove that cells open at the end do not follow from the clues."""

    version: str = __version__
    puzzle: CellPuzzle
    start: Picture
    steps: tuple[Step, ...]
    end: Picture
    solutions: tuple[Picture, ...]


def plain(content: Content, pages: Pages) -> dict[str, Any]:
    """Write an explanation as plain data."""
    return {
        "what": WHAT,
        "schema": SCHEMA,
        "version": content.version,
        "puzzle": documents.plain(content.puzzle),
        "start": list(content.start),
        "steps": TRACE.write(pages, content.steps),
        "end": list(content.end),
        "solutions": [list(picture) for picture in content.solutions],
    }


def text(document: dict[str, Any]) -> str:
    """Return the text of a document's file, with one step per line."""
    head = {key: value for key, value in document.items() if key not in ("steps", "end", "solutions")}
    rest = {key: document[key] for key in ("end", "solutions")}

    def entries(part: dict[str, Any]) -> list[str]:
        return [f"{_json(key)}: {_json(value)}" for key, value in part.items()]

    steps = ",\n ".join(_json(step) for step in document["steps"])
    body = ",\n".join([*entries(head), f'"steps": [\n {steps}]', *entries(rest)])
    return f"{{{body}}}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def read(path: str) -> Content:
    """Read a file; raise InputError, with the fault and its place, if it is not an explanation."""
    with reading(path):
        size = Path(path).stat().st_size
    if size > MOST_BYTES:
        raise InputError(f"an explanation has at most {MOST_BYTES} bytes", path)
    try:
        return read_text(content(Path(path), path).data.decode("utf-8"))
    except UnicodeDecodeError:
        raise InputError("not UTF-8", path) from None
    except InputError as error:
        raise error.at(path) from None


def read_text(text: str) -> Content:
    """Read a file's text."""
    data = parse(text)
    _require_flat(data)
    if not isinstance(data, dict) or data.get("what") != WHAT:
        raise InputError(f"not an explanation: expected the key `what` with {WHAT!r}")
    if data.get("schema") != SCHEMA or isinstance(data["schema"], bool):
        what = f"schema: expected {SCHEMA}, found {show(data.get('schema'))}"
        raise InputError(f"{what}: `nonosat explain` makes a file of this version")
    data = check_map(dict.fromkeys(_KEYS, lambda value: value), data, "an explanation")
    puzzle = check_at("puzzle", _puzzle, data["puzzle"])
    constraints = enumerate(puzzle.problem().constraints, start=1)
    pages = Pages(puzzle, [one.label or f"constraint {number}" for number, one in constraints])
    start = check_at("start", _picture(puzzle, {*pages.chars, UNKNOWN}), data["start"])
    if add_givens(puzzle, start) != start:
        raise InputError("start: a given is missing")
    return Content(
        version=check_at("version", text_of(_LONGEST), data["version"]),
        puzzle=puzzle,
        start=start,
        steps=TRACE.read(pages, data["steps"]),
        end=check_at("end", _picture(puzzle, {*pages.chars, UNKNOWN}), data["end"]),
        solutions=check_at(
            "solutions", items(_MOST_SOLUTIONS, _picture(puzzle, set(pages.chars))), data["solutions"]
        ),
    )


def _require_flat(data: object) -> None:
    """Refuse what is nested more deeply than steps are read."""
    level: list[Any] = [[data]]
    for _ in range(MAX_DEPTH + 1):
        inner = chain.from_iterable(one.values() if isinstance(one, dict) else one for one in level)
        level = [one for one in inner if isinstance(one, dict | list)]
        if not level:
            return
    raise InputError(f"nested more than {MAX_DEPTH} levels deep")


def _puzzle(entry: object) -> CellPuzzle:
    puzzles = list(islice(documents.read(node_of(entry)), 2))
    if len(puzzles) != 1:
        raise InputError("expected one puzzle")
    return require_cells(puzzles[0], "explain works")


def _picture(puzzle: CellPuzzle, chars: set[str]) -> Callable[[Any], Picture]:
    """Accept a picture of the puzzle's size in these characters."""
    rows_of = items(_LONGEST, text_of(_LONGEST), "row")

    def check(value: object) -> Picture:
        rows = rows_of(value)
        if fault := puzzle.size_fault(rows):
            raise InputError(fault.replace("not", "expected", 1))
        if odd := set(puzzle.chars(rows)) - chars:
            raise InputError(f"{min(odd)!r} is not a colour of the puzzle")
        return rows

    return check

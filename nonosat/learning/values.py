"""Finds which values of a record are its clues, its picture and so on, by their usual names or given paths;
and reads clues and pictures in the forms that sets use: lists, texts, maps, numbers, booleans.

The dots of a path, such as `clues.rows`, lead through nested maps; a text with a JSON object is a map too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from itertools import chain, islice
from typing import Any, cast

from nonosat import Block, InputError, Nonogram, Picture, load, words
from nonosat.learning.grids import UNSEEN, meanings
from nonosat.learning.records import FaultError, Record, map_or_text

Clue = tuple[Block, ...]

Sides = tuple[tuple[Clue, ...], tuple[Clue, ...]]
"""The clues of the rows and of the columns."""

_LINES = re.compile(r"\n|;|\||/")
_ITEMS = re.compile(r"[\s,:+]+|(?<=\d)[.-](?=\d)")
_LABELLED = re.compile(
    r"^[^\w\n]*+(row|col(?:umn)?)s?\W*(\d+)?[^\S\n]*[:=]?[^\S\n]*(.*)$", re.IGNORECASE | re.MULTILINE
)
_PYTHON = {"(": "[", ")": "]", "'": '"', "True": "true", "False": "false"}
_REPR = re.compile("[()']|True|False")
_NUMBER = re.compile(r"\d+")


def line_clues(value: Any, what: str) -> tuple[Clue, ...]:
    """Read the clues of all rows or of all columns; `what` is `row` or `column`."""
    value = _unpacked(value)
    lines = _parts(value)
    if isinstance(value, str):
        lines = [text.strip() for text in _LINES.split(value.strip("\n;|/"))]
    if not lines:
        raise FaultError("broken", f"the clues of the {what}s are {_shape(value)}")
    return tuple([_clue(line, what, k) for k, line in enumerate(lines, start=1)])


def both_clues(value: Any) -> Sides:
    """Read the clues of rows and columns from one value.

    It is a text of lines such as `Row 1: 2 1` and `Column 1: 3`, or one list for rows and columns.
    """
    value = _unpacked(value)
    sides = _parts(value) or ()
    if isinstance(value, str):
        found = [(side[0].lower(), text) for side, number, text in _LABELLED.findall(value) if number]
        sides = [[text for side, text in found if side == one] for one in "rc"]
        if not all(sides):
            sides = [part.strip() for part in re.split(r"\n\s*\n|#", value) if part.strip()]
    elif sides and not any(isinstance(side, (Sequence, Mapping)) for side in sides):
        side, numbers = _square(len(sides))
        lines = [sides[at : at + numbers] for at in range(0, len(sides), numbers)]
        sides = lines[:side], lines[side:]
    elif len(sides) > 2 and len(sides) % 2 == 0:
        sides = sides[: len(sides) // 2], sides[len(sides) // 2 :]
    elif not all(isinstance(side, Mapping | str) or _is_nested(side) for side in sides):
        sides = ()
    if len(sides) != 2:
        raise FaultError("broken", "cannot separate the clues of the rows from those of the columns")
    return line_clues(sides[0], "row"), line_clues(sides[1], "column")


def _square(count: int) -> tuple[int, int]:
    """Return the side of a square, and the numbers per clue, for an array of `count` numbers."""
    for side in range(1, 100):
        numbers = (side + 1) // 2
        if 2 * side * numbers == count:
            return side, numbers
    raise FaultError("broken", f"{count} numbers are not the clues of a square")


def picture(value: Any, size: tuple[int, int] | None = None) -> Picture:
    """Read a picture in black and white, as `#` and `.`.

    `size` applies to a flat sequence of cells; a rectangular picture is returned whatever its size.
    """
    value = _unpacked(value)
    if isinstance(value, str):
        lines = [part for part in _LINES.split(value.strip("\n")) if part.strip()]
        value = _symbols(lines[0]) if len(lines) == 1 else lines
    value = _parts(value) or value
    if not isinstance(value, Sequence) or not value:
        raise FaultError("picture", f"the stored picture is {_shape(value)}")
    if size != (len(value), 1) and not any(isinstance(item, Sequence) and len(item) > 1 for item in value):
        cells = _symbols(value)
        height, width = size or (round(len(cells) ** 0.5),) * 2
        if height * width != len(cells) or not cells:
            what = f"the stored picture has {len(cells)} cells, expected {height} x {width}"
            raise FaultError("size", what)
        lines = [cells[at : at + width] for at in range(0, len(cells), width)]
    else:
        lines = [*map(_symbols, value)]
    if len({*map(len, lines)}) > 1 or not lines[0]:
        raise FaultError("size", "the rows of the stored picture differ in length")
    return _decoded(lines)


def _symbols(row: Any) -> str:
    """Return one character per cell of a row; spaces or commas may separate those of a text."""
    if isinstance(row, str):
        text = row.translate(UNSEEN)
        words = text.replace(",", " ").split()
        return "".join(words) if len(words) > 1 and all(len(word) == 1 for word in words) else text
    if not isinstance(row, Sequence):
        raise FaultError("picture", f"the stored picture has {_shape(row)} for a row")
    try:
        return "".join([_SYMBOLS[item] for item in row])  # fast for the common case
    except (KeyError, TypeError):
        return "".join(map(_symbol, row))


_SYMBOLS: dict[Any, str] = {0: "0", 1: "1", 255: "1", "0": "0", "1": "1", "#": "#", ".": "."}


def _symbol(item: Any) -> str:
    if isinstance(item, (int, float, str)) and item in _SYMBOLS:
        return _SYMBOLS[item]
    if isinstance(item, str) and len(item) == 1:
        return item
    raise FaultError("picture", f"the stored picture has the cell {words.shown(str(item))}")


def _decoded(lines: Sequence[str]) -> Picture:
    used = set().union(*lines)
    if used <= {"0", "1"}:
        chars: Mapping[str, str] | None = {"0": ".", "1": "#"}
    else:
        chars = meanings(used)
    if chars is None:
        raise FaultError("picture", f"the stored picture has the cells {words.shown(''.join(sorted(used)))}")
    table = str.maketrans(dict(chars))
    return tuple([line.translate(table) for line in lines])


def _unpacked(value: Any) -> Any:
    """Parse a text of JSON or of Python literals; return other values unchanged."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("[", "(", "{"):
        return value
    for text in (value, _REPR.sub(lambda found: _PYTHON[found[0]], value)):
        if not isinstance(found := map_or_text(text), str):
            return found
    return value


def _is_nested(value: Any) -> bool:
    return isinstance(value, Sequence) and any(isinstance(item, (Sequence, Mapping)) for item in value)


def _parts(value: Any) -> Sequence[Any] | None:
    """Return the items of a list, or those of a map by the numbers in its keys; None for anything else."""
    if not isinstance(value, Mapping):
        return value if isinstance(value, Sequence) and not isinstance(value, str) else None
    numbers = [_NUMBER.findall(str(key)[:40]) for key in value]
    order = [int(found[0]) for found in numbers if found]
    items = list(value.values())
    return [items[k] for k in sorted(range(len(items)), key=order.__getitem__)] if all(numbers) else items


def _clue(line: Any, what: str, number: int) -> Clue:
    if line is None:
        return ()
    parts = _parts(line)
    if isinstance(line, str):
        parts = [item for item in _ITEMS.split(line.strip(" \t[](){}\"'")) if item]
    try:
        return _blocks(*([line] if parts is None else parts))
    except TypeError:  # a list or a map, which has no hash
        raise FaultError("clue", f"{what} {number}: {words.shown(str(line))} is not a clue") from None
    except FaultError as fault:
        raise FaultError(fault.kind, f"{what} {number}: {fault.what}") from None


@lru_cache(maxsize=1 << 16, typed=True)  # a set has few clues, and True is not 1
def _blocks(*items: Any) -> Clue:
    """Return the blocks of clue numbers; zeros around them pad arrays."""
    blocks = [_block(item) for item in items]
    while blocks and not blocks[-1]:
        blocks.pop()
    first = next((k for k, one in enumerate(blocks) if one), 0)
    found = tuple([one for one in blocks[first:] if one])
    if len(found) < len(blocks) - first:
        raise FaultError("clue", "0 is between other clue numbers")
    return found


def _block(item: Any) -> Block | None:
    """Return the block of a clue number, or of `?` or `*`, as nonosat writes them; None for 0."""
    if item in ("?", "*"):
        return _written(item)
    if isinstance(item, str) and item.isascii() and item.strip().isdecimal() and len(item) < 20:
        item = int(item)
    if isinstance(item, bool) or not isinstance(item, (int, float)) or not item >= 0 or item % 1:
        raise FaultError("clue", f"{words.shown(str(item))} is not a clue number")
    if item > _written("?").high:
        raise FaultError("line", f"no line is as long as {words.shown(str(item))}")
    return Block(1, int(item), int(item)) if item else None


@cache
def _written(item: str) -> Block:
    return cast(Nonogram, load({"rows": [item], "columns": [item]})).rows[0][0]


def _shape(value: Any) -> str:
    """Say what a value is that is not what was expected."""
    if value is None:
        return "missing"
    if isinstance(value, Mapping):
        return "a map"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "a list" if value else "an empty list"
    return words.shown(str(value))


Paths = Mapping[str, tuple[str, ...]]
"""The meaning of a value -> its path."""

Say = Callable[[str], object]

USUAL = {
    "rows": "rows row_clues row_hints row_constraints row_numbers left horizontal row",
    "columns": "columns cols column_clues col_clues column_hints col_hints column_constraints "
    "col_constraints col_numbers top vertical column col",
    "clues": "clues hints constraints canonical puzzle question problem prompt input x",
    "solution": "solution picture goal grid target answer board image pixels matrix label expected output y",
    "givens": "givens",
    "id": "id puzzle_id uid uuid name key index idx hash",
}
"""The meaning of a value -> its usual names, the likeliest first."""

PUZZLE = ("rows", "columns", "clues", "solution", "givens", "id")

_SAMPLES = 50
_DEEP = 4


class UnrecognisedError(InputError):
    """It is not known which values of the records are meant."""

    def __init__(self, what: str, records: Sequence[Record], path: str) -> None:
        names = list(dict.fromkeys(name for record in records[:3] for name in record.values))
        some = ", ".join(map(words.shown, names[:8])) + ", ..." * (len(names) > 8)
        super().__init__(f"no {what} recognised" + (f"; the names are {some}" if names else ""), path)


def sampled(records: Iterator[Record]) -> tuple[list[Record], Iterator[Record]]:
    """Return the first records, by which names are recognised, and all of them."""
    first = list(islice(records, _SAMPLES))
    return first, chain(first, records)


def recognised(samples: Sequence[Record], given: Mapping[str, str], known: Sequence[str]) -> Paths:
    """Return the paths that have usual names in most samples; those `given` take precedence."""
    values = [record.values for record in samples if record.values]
    found = {name: tuple(path.split(".")) for name, path in given.items()}
    for name in known:
        if name in found or (name == "clues" and {"rows", "columns"} & found.keys()):
            continue
        fits = _FITS.get(name, lambda _: True)
        order = {_plain(usual): k for k, usual in enumerate(USUAL[name].split())}
        votes = Counter(
            path
            for path, value in chain.from_iterable(map(_walk, values))
            if _plain(path[-1]) in order and path not in found.values() and fits(value)
        )
        if votes:
            found[name] = max(votes, key=lambda path: (votes[path], -order[_plain(path[-1])], -len(path)))
    if ("rows" in found) != ("columns" in found):  # one alone is something else
        found = {name: path for name, path in found.items() if name in given or name not in PUZZLE[:2]}
    return found


def by_content(samples: Sequence[Record]) -> dict[str, tuple[str, ...]]:
    """Return the names of arrays that look like clues or pictures, whatever their names."""
    found: dict[str, tuple[str, ...]] = {}
    for name in ("solution", "clues"):
        for path in samples[0].values:
            if (path,) not in found.values() and all(_FITS[name](record.values[path]) for record in samples):
                found.setdefault(name, (path,))
    return found


def value_at(record: Mapping[str, Any], path: Sequence[str]) -> Any:
    """Return the value at a path, or None if there is none.

    Raises FaultError if the path leads through a text in which a key appears twice.
    """
    value: Any = record
    for step in path:
        value = _map_of(value).get(step)
    return value


def described(paths: Paths) -> str:
    """Describe the paths.

    >>> described({"rows": ("clues", "rows"), "id": ("name",)})
    'rows = clues.rows, id = name'
    """
    return ", ".join(f"{name} = {'.'.join(path)}" for name, path in paths.items())


def _plain(name: str) -> str:
    """Return a name in a form for comparison, in which `rowClues` equals `row_clues`."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _walk(value: Mapping[str, Any], before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, inner in value.items():
        path = (*before, name)
        yield path, inner
        if len(path) < _DEEP:
            try:
                yield from _walk(_map_of(inner), path)
            except FaultError:  # told where the record is read
                continue


def _map_of(value: Any) -> Mapping[str, Any]:
    """Return a map, or that in a text of JSON; an empty one for any other value."""
    if isinstance(value, str) and value[:1] == "{":
        value = map_or_text(value)
    return value if isinstance(value, dict) else {}


def _reads(read: Callable[[Any], object], value: Any) -> bool:
    if not isinstance(value, (list, str, dict)) or not value:
        return False
    try:
        read(value)
    except FaultError as fault:
        return fault.kind not in ("broken", "picture")
    return True


_FITS: dict[str, Callable[[Any], bool]] = {
    "rows": partial(_reads, partial(line_clues, what="row")),
    "columns": partial(_reads, partial(line_clues, what="column")),
    "clues": partial(_reads, both_clues),
    "solution": partial(_reads, picture),
}
"""Whether a value may have a meaning; any other value may have the other ones."""

"""Whatever people type for a nonogram: lists of clues, tables and pictures. It is read after all other
formats have declined; a warning says what was read, and an error how to type what is not.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Sized
from contextlib import suppress
from pathlib import Path

from nonosat.errors import InputError, InputWarning
from nonosat.formats import clue_lists
from nonosat.formats.clue_items import Clues, Item, Pair
from nonosat.formats.layouts import UNSEEN
from nonosat.formats.markup import strip_tags
from nonosat.formats.sketches import read_letters, read_sketch
from nonosat.formats.source import Source
from nonosat.formats.yaml_format import read as read_document
from nonosat.problem import Block, Clue
from nonosat.puzzles import Puzzle
from nonosat.puzzles.clues import ANY_LENGTH, block
from nonosat.puzzles.nonogram import MAX_SIDE, Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE
from nonosat.words import plural, shorten

_LONGEST = 2_000_000
_PAGE = r"\s*https?://\S+\s*"
_KEYS = re.compile(r"^[\[{\- \t]*\"?(?:rows|columns)\"?[ \t]*:", re.MULTILINE)


_FENCED = r"(?ms)^[ \t]*(?:```|~~~)\w*[ \t]*\n(.*?)^[ \t]*(?:```|~~~)[ \t]*$"
_EXAMPLE = (((2, ""),), ((4, ""),), ((1, ""),), ()), (((1, ""),), ((3, ""),), ((2, ""),), ((1, ""),))


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle, or those of documents without a kind."""
    puzzles, said = reading(source)
    if said:
        warnings.warn(f"{source.path}: {said}", InputWarning, stacklevel=2)
    yield from puzzles


def reading(source: Source) -> tuple[list[Puzzle], str]:
    """Return the puzzles, and how a single nonogram was read."""
    text = strip_tags(source.text.translate(UNSEEN))
    if re.fullmatch(_PAGE, text):
        what = "holds no puzzle, and web pages are not fetched: save the puzzle's file, and give its name"
        raise source.wrong(what, 1)
    if len(text) > _LONGEST:
        raise source.wrong("not recognised, and too long to be typed", 1)
    puzzle: Nonogram | None = None
    first = False
    if _KEYS.search(text):
        with suppress(InputError):
            document, *more = read_document(source)
            if more or not isinstance(document, Nonogram):
                return [document, *more], ""
            puzzle = document
    if not puzzle:
        fenced = re.findall(_FENCED, text)
        inside = _within(source, fenced[0]) if len(fenced) == 1 else (None, False)
        puzzle, first = inside if inside[0] else _within(source, text)
    if not puzzle and _is_typed(source):
        pairs = (one for tier in clue_lists.tiers(text) for one in tier)
        if pair := next((one for one in pairs if one.plain and one.almost_fits()), None):
            puzzle, first = _puzzle(pair, text), pair.first
    if not puzzle:
        raise _unread(source, text)
    order = ": the first list has the rows" if first else ""
    return [puzzle], f"read as {_size(puzzle.rows, puzzle.columns)}{order}"


def _within(source: Source, text: str) -> tuple[Nonogram | None, bool]:
    """Return the puzzle of a text or of a part without other clues, and whether only the order of the lists
    says which has the rows.
    """
    if puzzle := read_sketch(text, whole=True):
        return puzzle, False
    puzzle, first = _read_lists(source, text)
    if puzzle and not first:
        return puzzle, False
    drawing = read_sketch(text, whole=False)
    if puzzle and drawing and all(block.low < 2 for clue in puzzle.rows + puzzle.columns for block in clue):
        readings = [(_items(one.rows), _items(one.columns)) for one in (drawing, puzzle)]
        if readings[0] != readings[1]:
            raise _ambiguous(source, readings)
    return (puzzle, first) if puzzle else (drawing if drawing and drawing.height > 2 else None, False)


def _items(clues: Iterable[Clue]) -> Clues:
    """Return the clues of a puzzle in black and white."""
    return tuple(tuple((block.low, "") for block in clue) for clue in clues)


def _read_lists(source: Source, text: str) -> tuple[Nonogram | None, bool]:
    """Return the puzzle of the lists of clues in a text, and whether it is their order that says which has
    the rows. Raises InputError if there are several.
    """
    plain: Pair | None = None
    for tier in clue_lists.tiers(text):
        puzzles = {(one.rows, one.columns): one for one in tier if one.agrees()}
        if len(puzzles) > 1:
            raise _ambiguous(source, puzzles)
        plain = plain or next((one for one in tier if one.plain and one.fits()), None)
        for pair in puzzles.values():
            return _puzzle(pair, text), pair.first
    return (_puzzle(plain, text), plain.first) if plain and _is_typed(source) else (None, False)


def _is_typed(source: Source) -> bool:
    return Path(source.path).suffix.lower() in ("", ".txt")


def _ambiguous(source: Source, readings: Iterable[tuple[Clues, Clues]]) -> InputError:
    """Return the error of a text with several readings."""
    (rows, columns), *others = readings
    sizes = dict.fromkeys(_size(*sides) for sides in ((rows, columns), *others))
    what = "may be " + (", or ".join([*sizes][:3]) if len(sizes) > 1 else f"read in {len(others) + 1} ways")
    return source.wrong(f"{what}: write 0 for an empty line, and {_advice(rows, columns)}", 1)


def _size(rows: Sized, columns: Sized) -> str:
    return f"{plural(len(rows), 'row')} and {plural(len(columns), 'column')}"


def _advice(rows: Clues, columns: Clues) -> str:
    lines = " and ".join(f"`{shorten(_write(side))}`" for side in (rows, columns))
    return f"type rows on one line and columns on the next: {lines}"


def _write(clues: Clues) -> str:
    """Return clues as a line that can be typed."""
    return " / ".join(" ".join(f"{n or '?'}{name}" for n, name in one) or "0" for one in clues)


def _unread(source: Source, text: str) -> InputError:
    """Return the error of a text that is not read; it shows lines that would be."""
    pairs = [one for tier in clue_lists.tiers(text) for one in tier]
    why = ""
    example: tuple[Clues, Clues] = _EXAMPLE
    if pair := next((one for one in pairs if one.fits()), None):
        rows, columns = (sum(number for one in side for number, _ in one) for side in pair[:2])
        why = f": {plural(rows, 'black cell')} in rows, {columns} in columns" if rows != columns else ""
        example = pair.rows, pair.columns
    elif pair := next((one for one in pairs if one.plain), None):
        why = f": clues that do not fit into {_size(pair.rows, pair.columns)}"
    return source.wrong(f"not recognised{why}; {_advice(*example)}; or a picture of `#` and `.`", 1)


def _puzzle(pair: Pair, text: str) -> Nonogram | None:
    names = dict.fromkeys(name for side in pair[:2] for one in side for _, name in one)
    colours = BLACK_AND_WHITE
    if any(names):
        lettered = read_letters([*names], text)
        if not lettered:
            return None
        colours = lettered
    values = dict(zip(names, range(1, len(names) + 1), strict=True))

    def clue(items: tuple[Item, ...]) -> Clue:
        return tuple(block(values[c], n) if n else Block(values[c], 1, ANY_LENGTH) for n, c in items)

    if max(len(pair.rows), len(pair.columns)) > MAX_SIDE:
        return None
    return Nonogram(tuple(map(clue, pair.rows)), tuple(map(clue, pair.columns)), palette=colours)

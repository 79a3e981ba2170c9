"""Whatever people type for a nonogram: lists of clues, tables and pictures. It is read after all other
formats have declined; a warning says what was read, and an error how to type what is not.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from pathlib import Path

from nonosat.errors import InputError, InputWarning
from nonosat.formats import clue_lists
from nonosat.formats.clue_lists import Clues, Pair, written
from nonosat.formats.layouts import UNSEEN
from nonosat.formats.sketches import drawn, lettered
from nonosat.formats.source import Source
from nonosat.formats.yaml_format import read as read_document
from nonosat.problem import Block, Clue
from nonosat.puzzles import Puzzle
from nonosat.puzzles.clues import ANY_LENGTH, block
from nonosat.puzzles.nonogram import MAX_SIDE, Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE
from nonosat.words import plural, shortened

_LONGEST = 2_000_000
_PAGE = r"\s*https?://\S+\s*"
_KEYS = re.compile(r"^[\[{\- \t]*\"?(?:rows|columns)\"?[ \t]*:", re.MULTILINE)


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle, or those of documents without a kind."""
    text = source.text.translate(UNSEEN)
    if re.fullmatch(_PAGE, text):
        raise source.wrong(
            "holds no puzzle, and web pages are not fetched: save the puzzle's file, and give its name", 1
        )
    if len(text) > _LONGEST:
        raise source.wrong("not recognised, and too long to be typed", 1)
    if _KEYS.search(text):
        try:
            yield from (documents := list(read_document(source)))
        except InputError:
            documents = []
        if documents:
            return
    puzzle = drawn(text, whole=True) or _listed(source, text) or drawn(text, whole=False)
    if not puzzle:
        raise _unread(source, text)
    size = f"read as {plural(puzzle.height, 'row')} and {plural(puzzle.width, 'column')}"
    warnings.warn(f"{source.path}: {size}", InputWarning, stacklevel=2)
    yield puzzle


def _listed(source: Source, text: str) -> Nonogram | None:
    """Return the puzzle of the lists of clues in a text. Raises InputError if there are several."""
    plain: Pair | None = None
    for tier in clue_lists.tiers(text):
        found = {(one.rows, one.columns): one for one in tier if one.agrees()}
        if len(found) > 1:
            one, other = [*found][:2]
            what = f"may be {_size(*one)}, or {_size(*other)}"
            raise source.wrong(f"{what}: write 0 for an empty line, and {_advice(*one)}", 1)
        plain = plain or next((one for one in tier if one.plain and one.fits()), None)
        for one in found.values():
            return _puzzle(one, text)
    typed = Path(source.path).suffix.lower() in ("", ".txt")
    return _puzzle(plain, text) if plain and typed else None


def _size(rows: Clues, columns: Clues) -> str:
    return f"{plural(len(rows), 'row')} and {plural(len(columns), 'column')}"


def _advice(rows: Clues, columns: Clues) -> str:
    lines = " and ".join(f"`{shortened(written(side))}`" for side in (rows, columns))
    return f"type rows on one line and columns on the next: {lines}"


def _unread(source: Source, text: str) -> InputError:
    """Return the error of a text that is not read; it shows lines that would be."""
    tried = next((one for tier in clue_lists.tiers(text) for one in tier if one.fits()), None)
    if tried:
        rows, columns = (sum(n for clue in side for n, _ in clue) for side in (tried.rows, tried.columns))
        why = f": {plural(rows, 'black cell')} in rows, {columns} in columns" if rows != columns else ""
        example = tried.rows, tried.columns
    else:
        why, example = "", ((((2, ""),), ((4, ""),), ((1, ""),)), (((1, ""),), ((3, ""),), ((2, ""),)))
    return source.wrong(f"not recognised{why}; {_advice(*example)}; or a picture of `#` and `.`", 1)


def _puzzle(pair: Pair, text: str) -> Nonogram | None:
    names = dict.fromkeys(name for side in pair[:2] for one in side for _, name in one)
    colours = BLACK_AND_WHITE
    if any(names):
        found = lettered([*names], text)
        if not found:
            return None
        colours = found
    values = dict(zip(names, range(1, len(names) + 1), strict=True))

    def clue(items: tuple[clue_lists.Item, ...]) -> Clue:
        return tuple(block(values[c], n) if n else Block(values[c], 1, ANY_LENGTH) for n, c in items)

    if max(len(pair.rows), len(pair.columns)) > MAX_SIDE:
        return None
    return Nonogram(tuple(map(clue, pair.rows)), tuple(map(clue, pair.columns)), palette=colours)

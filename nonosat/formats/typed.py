"""Whatever people type for a nonogram: lists of clues, tables and pictures. It is read after all other
formats have declined; a warning says what was read, and an error how to type what is not.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from pathlib import Path

from nonosat.errors import InputError, InputWarning
from nonosat.formats import clue_lists, grid
from nonosat.formats.clue_lists import Clues, Pair, written
from nonosat.formats.layouts import BLANKS, LABEL, RANK, UNFRAMED, UNSEEN, lines_of, meanings, together
from nonosat.formats.palettes import palette
from nonosat.formats.source import Source
from nonosat.formats.yaml_format import read as read_document
from nonosat.problem import Block, Clue
from nonosat.puzzles import Puzzle
from nonosat.puzzles.clues import ANY_LENGTH, block
from nonosat.puzzles.colours import colour
from nonosat.puzzles.nonogram import MAX_SIDE, Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour, Palette
from nonosat.words import plural, shortened

_LONGEST = 2_000_000
_PAGE = r"\s*https?://\S+\s*"
_KEYS = re.compile(r"^[\[{\- \t]*\"?(?:rows|columns)\"?[ \t]*:", re.MULTILINE)
_DECLARED = re.compile(r"(?<!\w)[\"']?([A-Za-z])[\"']?[ \t]*[:=][ \t]*[\"']?(#[0-9a-fA-F]{6}|[A-Za-z]{3,})")
_LETTERS = dict(
    zip(
        "rgbyopkcmnwvt#",
        "red green blue yellow orange purple black cyan magenta brown white violet teal black".split(),
        strict=True,
    )
)

_LIGHT = frozenset(".-_ 0·,~'`□⬜◻◽▢▫⚪○◯☐░🔲" + BLANKS)
_DARK = frozenset("#1█■⬛◼◾▪⚫●▓▒Xx@*%&$+✓✔✗✘✕❌✅★☆◆oO")


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
    puzzle = _drawn(text, whole=True) or _listed(source, text) or _drawn(text, whole=False)
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
        plain = plain or next((one for one in tier if one.plain), None)
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
    tried = next((one for tier in clue_lists.tiers(text) for one in tier), None)
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
        found = _palette([*names], text)
        if not found:
            return None
        colours = found
    values = dict(zip(names, range(1, len(names) + 1), strict=True))

    def clue(items: tuple[clue_lists.Item, ...]) -> Clue:
        return tuple(block(values[c], n) if n else Block(values[c], 1, ANY_LENGTH) for n, c in items)

    if max(len(pair.rows), len(pair.columns)) > MAX_SIDE:
        return None
    return Nonogram(tuple(map(clue, pair.rows)), tuple(map(clue, pair.columns)), palette=colours)


def _palette(names: list[str], text: str) -> Palette | None:
    """Return the palette of colours that have names or letters; None if one is unknown."""
    letters = _LETTERS | {char.lower(): name for char, name in _DECLARED.findall(text) if colour(char, name)}
    found = []
    for name in names:
        one = colour(name if len(name) == 1 else "", letters.get(name or "#", name))
        if one is None:
            return None
        found.append(one)
    return palette(BLACK_AND_WHITE[0], found) if len({one.rgb for one in found}) == len(found) else None


def _drawn(text: str, whole: bool) -> Nonogram | None:
    """Return the puzzle of the largest picture in a text; with `whole`, of one that is all of the text."""
    lines = lines_of(text)
    filled = sum(1 for line in lines if line.strip())
    best: Nonogram | None = None
    for rows in _pictures(lines):
        spaced = len(rows) == 2 and whole and " " in text.strip()  # two lines of clues, rather
        if (whole and len(rows) < filled) or spaced or (best and len(rows) <= best.height):
            continue
        best = _meant(rows) or best
    return best


def _pictures(lines: list[str]) -> Iterator[list[str]]:
    """Yield the blocks of rows of one length: in a drawing, between frames, and with blanks for white."""
    drawn, framed = list[str](), list[str]()
    for line in lines:
        cells = line.partition("│")[2].rstrip("│") if line.rstrip().endswith("│") else ""
        pairs = cells[::2] == cells[1::2]
        drawn.append(cells[::2] if pairs else "")
        labelled = [line[label.end() :]] if (label := LABEL.match(line)) else []
        forms = (form.translate(UNFRAMED) for form in (*labelled, line))
        framed.append(next(filter(_is_row, forms), ""))
    for rows in (drawn, framed):
        for some in together(rows, lambda one, after: len(one) == len(after)):
            if len(some[0]) > 1:
                yield some
    bare = [line.strip("|\r").rstrip() for line in "\n".join(lines).strip("\n").split("\n")]
    width = max(map(len, bare))
    if len(bare) > 1 and width <= MAX_SIDE and all(_is_row(row) for row in bare if row):
        if all(row.startswith("    ") for row in bare if row):
            bare, width = [row[4:] for row in bare], width - 4  # as in Markdown
        rows = [row.ljust(width) for row in bare]
        apart = width > 4 and not any(row[1::2].strip() for row in rows)
        yield [row[::2] for row in rows] if apart else rows


def _is_row(text: str) -> bool:
    """Whether a text may be the cells of a row."""
    return 0 < len(text) <= MAX_SIDE and not re.search(r"[2-9\\<>{}()\[\]\"=:;/^]", text)


def _meant(rows: list[str]) -> Nonogram | None:
    """Return the puzzle of a picture whose symbols are known; None if they are not."""
    used = set("".join(rows))
    if len(rows) > MAX_SIDE:
        return None
    if not used - grid.SQUARES.keys():
        (puzzle,) = grid.read(Source("", "\n".join(rows).encode()))
        assert isinstance(puzzle, Nonogram)
        return puzzle
    light, others = used & _LIGHT, sorted(used - _LIGHT)
    chars = dict(meanings(used) or {})
    colours: Palette = BLACK_AND_WHITE
    if len(light) == 1 and len(others) == 1:
        chars = (
            {light.pop(): ".", others[0]: "#"}
            if others[0] in _DARK or others[0].isalpha() or not others[0].isalnum()
            else {}
        )
    elif not chars and len(light) == 1 and (found := _palette(others, "")):
        colours = found
        chars = {light.pop(): "."} | {char: one.char for char, one in zip(others, found[1:], strict=True)}
    if not chars or "#" not in chars.values() and colours is BLACK_AND_WHITE or "." not in chars.values():
        return None
    return Nonogram.from_picture(tuple("".join(map(chars.__getitem__, row)) for row in rows), colours)

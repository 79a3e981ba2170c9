"""Reading and writing puzzles: one file per format, one registry.

A format is a module that satisfies `Format`; its entry describes it without importing it.
A puzzle's address is its file's path, `path#7` for the seventh puzzle of a file, the name of an instance
that ships with the project, `-` for standard input, or a link that holds a puzzle.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Any, Protocol

from nonosat.errors import InputError, InputWarning
from nonosat.formats.capabilities import BLOTTED, EVERYTHING, OPEN, SEVERAL, TRIANGLES
from nonosat.formats.documents.clues import ABOUT
from nonosat.formats.source import UTF_8, Source as Source, content, locate as locate, name_address, suffix_of
from nonosat.puzzles import KINDS, Puzzle
from nonosat.records import dataclass
from nonosat.registry import Entry, Registry
from nonosat.words import plural, quote


@dataclass(frozen=True)
class FormatEntry(Entry):
    """Describes a format without importing it. `suffixes` are in lower case; `supports` lists what it can
    write besides clues, in the words of `capabilities.FEATURES`. `looks_like` says whether content is
    unmistakably of this format, whatever the file's name: a function of `recognition`, by its name, or of
    another package; it raises InputError if it needs text and the content is not. A file of a `picture`
    format holds the goal, from which the clues follow, or shows a printed puzzle.
    """

    suffixes: tuple[str, ...] = ()
    supports: frozenset[str] = frozenset()
    looks_like: str | Callable[[Source], bool] = "never"
    writes: bool = True
    kinds: Collection[str] = ("nonogram",)
    picture: bool = False


class Format(Protocol):
    """The interface of a format's module."""

    def read(self, source: Source) -> Iterator[Puzzle]:
        """Yield the puzzles lazily; `each` gives them their addresses."""
        ...

    def write(self, puzzles: Sequence[Any]) -> str | bytes:
        """Return a file with these puzzles, which the entry supports; exists only if the entry `writes`."""
        ...


Reader = Callable[[str, Source], Iterator[Puzzle]]
"""Reads the puzzles of a file in the format of this name."""

Readable = str | os.PathLike[str] | Source | Mapping[str, Any]
"""An address, what a file has, or a puzzle's document as plain data."""

AnyPuzzle = Puzzle | Readable
"""What every question takes: a puzzle, or what `load` reads as one."""


TEXT = ".txt"
"""The suffix of the formats that have none of their own."""

_LINES = ("nonogram", "triddler")
_LINKED = "nonogram star-battle norinori akari tents aquarium tilepaint magnets"


def _picture(name: str, about: str, *supports: str) -> FormatEntry:
    return FormatEntry(
        name,
        f"{about}: the goal, from which the clues follow",
        suffixes=() if name == "grid" else (f".{name}",),
        supports=frozenset({"goal", *supports}),
        looks_like=f"is_{name}",
        kinds=_LINES if name == "grid" else ("nonogram",),
        picture=True,
    )


def _address(name: str, about: str, kinds: str, *supports: str) -> FormatEntry:
    return FormatEntry(
        name, about, supports=frozenset(supports), looks_like=f"is_{name}", kinds=kinds.split()
    )


FORMATS: Registry[FormatEntry, Format] = Registry(
    "format",
    __name__,
    {
        "yaml": FormatEntry(
            "yaml_format",
            "YAML documents: every kind of puzzle, and everything about it",
            suffixes=(".yaml", ".yml"),
            supports=EVERYTHING,
            looks_like="is_document",
            kinds=KINDS,
        ),
        "json": FormatEntry(
            "json_format",
            "JSON documents: every kind of puzzle, and everything about it",
            suffixes=(".json",),
            supports=EVERYTHING,  # `yaml` recognises JSON content, too, and reads it
            kinds=KINDS,
        ),
        "jsonl": FormatEntry(
            "jsonl",
            "JSON Lines: a puzzle per line, as generated; unknown keys are ignored",
            suffixes=(".jsonl",),
            supports=EVERYTHING,
            looks_like="is_record",
            kinds=KINDS,
        ),
        "non": FormatEntry(
            "non",
            "Simpson's text format, with nonogram-db's colours, goals and bundles",
            suffixes=(".non",),
            supports=EVERYTHING - {BLOTTED, OPEN, TRIANGLES},
            looks_like="is_non",
        ),
        "nin": FormatEntry("nin", "Wilk's: WIDTH HEIGHT, then the rows, the columns", suffixes=(".nin",)),
        "mk": FormatEntry("mk", "Olsak's: HEIGHT WIDTH, the rows, a line #, the columns", suffixes=(".mk",)),
        "cwd": FormatEntry("cwd", "QNonograms': height, width, rows, a blank, columns", suffixes=(".cwd",)),
        "g": FormatEntry(
            "g",
            "Olsak's colour format: #d, or #t for triddlers, and the colours, then the clues",
            suffixes=(".g",),
            supports=frozenset({"colours", TRIANGLES}),
            looks_like="is_g",
            kinds=_LINES,
        ),
        "nonogrid": FormatEntry(
            "nonogrid",
            "nonogrid's TOML: clues as strings, colours by name and character",
            suffixes=(".toml",),
            supports=frozenset({"colours"}),
            looks_like="is_nonogrid",
        ),
        "webpbn": FormatEntry(
            "webpbn",
            "webpbn's XML: also triddlers; goals, saved grids as givens, blotted clues",
            suffixes=(".xml",),
            supports=EVERYTHING - {OPEN, TRIANGLES},
            looks_like="is_xml",
            kinds=_LINES,
        ),
        "tournament": FormatEntry(
            "tournament",
            "tournament text: $1, then the clues of the columns and of the rows, split by tabs",
            supports=frozenset({SEVERAL}),
            looks_like="is_tournament",
        ),
        "springs": FormatEntry(
            "springs",
            "springs: a pattern of # . ? and the groups' lengths, one row per line",
            supports=frozenset({SEVERAL}),
            looks_like="is_springs",
            kinds=("springs",),
        ),
        "link": FormatEntry(
            "link",
            "a link to a playable page, or its fragment, which holds the puzzle without its goal",
            supports=EVERYTHING - {"goal", OPEN, SEVERAL},
            looks_like="is_link",
            kinds=KINDS,
        ),
        "puzzlink": _address("puzzlink", "addresses of puzz.link and pzpr", _LINKED),
        "penpa": _address("penpa", "addresses of Penpa", f"{_LINKED} mosaic takuzu", BLOTTED),
        "tatham": _address("tatham", "games of Simon Tatham's", "nonogram mosaic akari tents magnets takuzu"),
        "grid": _picture("grid", "the picture as text, # or . per cell", SEVERAL),
        "pbm": _picture("pbm", "PBM pictures, black and white"),
        "pgm": _picture("pgm", "PGM pictures, in greys", "colours"),
        "ppm": _picture("ppm", "PPM pictures, in colour", "colours"),
        "png": _picture("png", "PNG pictures, one pixel per cell", "colours", *ABOUT),
        "gif": _picture("gif", "GIF pictures, one pixel per cell", "colours"),
        "jpeg": FormatEntry(
            "jpeg",
            "JPEG photos: printed puzzles are read; convert --size 40x30 makes a puzzle of another",
            suffixes=(".jpg", ".jpeg"),
            supports=frozenset({"goal", "colours"}),
            looks_like="is_jpeg",
            picture=True,
            writes=False,
        ),
        "printed": FormatEntry(
            "printed",
            "a printed puzzle in a picture, also WebP, HEIC and PDF: its numbers are read",
            suffixes=(".webp", ".heic", ".heif", ".pdf"),
            supports=frozenset({"colours"}),
            looks_like="is_page",
            picture=True,
            writes=False,
        ),
        "filled": FormatEntry("filled", "the filled cells of a printed grid", writes=False, picture=True),
        "typed": FormatEntry("typed", "clues and pictures, as typed", looks_like="is_typed", writes=False),
    },
    plugins=True,
)
"""The formats, in the order in which content is tested for them."""


def format_of(path: str | os.PathLike[str]) -> str | None:
    """Return the name of the format for a file's suffix, or None.

    >>> import nonosat
    >>> format_of("cat.pbm"), format_of("cat.txt")
    ('pbm', None)
    """
    return _of_suffix(suffix_of(path))


_of_suffix = lru_cache(maxsize=64)(
    lambda suffix: next((name for name, entry in FORMATS.items() if suffix in entry.suffixes), None)
)


def detect(source: Source) -> str:
    """Return the name of the format by suffix, otherwise by content."""
    return format_of(source.path) or _recognise(source)


def _recognise(source: Source, otherwise: str = "") -> str:
    from nonosat.formats.recognition import by_content  # most files are known by their suffix

    return by_content(source, FORMATS, otherwise)


def each(given: Readable, format_name: str | None = None, reader: Reader | None = None) -> Iterator[Puzzle]:
    """Yield the puzzles of a file lazily, or the one that `path#7` names.

    `reader` reads them instead of the format's module, if it is given. Raises TypeError for anything else.
    """
    if not isinstance(given, str | os.PathLike | Source | Mapping):
        what = "a Puzzle, a path, a shipped name, a link, a text or a dict"
        raise TypeError(f"puzzle: expected {what}, found {quote(repr(given))}")
    if isinstance(given, str) and "\n" in given and "\33" not in given and not os.path.exists(given):
        given = Source("typed", given.encode())
    if isinstance(given, Mapping):
        from nonosat.formats.jsonl import of_record

        yield from of_record(given, Source("", b""))
        return
    if isinstance(given, Source):
        address = given.path
        puzzles = _read(given, format_name, reader)
    else:
        address = str(given)
        file, number = locate(address)
        if number is not None:
            yield _nth(file, number, address, format_name, reader)
            return
        puzzles = _read(content(file, address), format_name, reader, file)
        address = name_address(address) if file is None else address
    # An address has a number only if the file has several puzzles, so one puzzle is read ahead.
    first, second = next(puzzles), None
    try:
        second = next(puzzles, None)
    except InputError:
        yield first.with_source(f"{address}#1")
        raise
    if second is None:
        yield first.with_source(address)
        return
    for k, puzzle in enumerate(chain((first, second), puzzles), start=1):
        yield puzzle.with_source(f"{address}#{k}")


def load(path: Readable, format_name: str | None = None) -> Puzzle:
    """Return the one puzzle of a file, or the one that `path#7` names.

        >>> import nonosat
        >>> nonosat.load("cat").title, nonosat.load("springs#2").groups
        ('Cat', (1, 1, 3))
        >>> nonosat.load({"rows": [[1], [2]], "columns": [[1], [2]]}).size
        '2 x 2'

    `path` may also be the name of a puzzle that ships with nonosat, a link or a text that holds a puzzle, a
    `toolkit.Source` with what a file has, or a record of JSON Lines as plain data.

    Raises InputError if there is no such file, if it is not a puzzle, or if it has several.
    """
    puzzles = list(each(path, format_name))
    if len(puzzles) > 1:
        address = puzzles[0].source.removesuffix("#1")
        raise InputError(f"file contains {len(puzzles)} puzzles; choose one, e.g. {address}#1", address)
    return puzzles[0]


def as_puzzle(asked: AnyPuzzle) -> Puzzle:
    """Return the puzzle that a question is about."""
    return asked if isinstance(asked, Puzzle) else load(asked)


def _read(
    source: Source, format_name: str | None, reader: Reader | None, file: str | None = None
) -> Iterator[Puzzle]:
    """Yield a file's puzzles without addresses. Raises InputError if there are none.

    The suffix (of an instance, that of its `file`) may lie: what its format cannot read, another may.
    """
    chosen = format_name or format_of(file or source.path) or _recognise(source)
    empty = True
    try:
        if not FORMATS[chosen].picture and source.charset != UTF_8:
            what = f"{source.path}: not UTF-8; read as {source.charset}"
            warnings.warn(what, InputWarning, stacklevel=2)
        for puzzle in reader(chosen, source) if reader else FORMATS.load(chosen).read(source):
            empty = False
            yield puzzle
        if empty:
            raise source.wrong("empty: expected a puzzle", 1)
    except InputError:
        if format_name or not empty or (other := _recognise(source, chosen)) == chosen:
            raise
        yield from _read(source, other, reader)


def _nth(
    file: str | None, number: int, address: str, format_name: str | None, reader: Reader | None
) -> Puzzle:
    base, count = address.rpartition("#")[0], 0
    puzzles = _read(content(file, base), format_name, reader, file)
    for count, puzzle in enumerate(islice(puzzles, number), start=1):
        if count == number:
            return puzzle.with_source(address)
    raise InputError(f"file contains {plural(count, 'puzzle')}: there is no number {number}", base)

"""Links: a puzzle in the fragment of an address, from which a playable page opens (docs/sharing.md).

A fragment is `#1.`, which has the version, and the puzzle's JSON document: deflated, in base64 for addresses.
Browsers do not send fragments to servers, so a puzzle stays between those who have the link.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence

from nonosat.errors import InputError
from nonosat.formats import yaml_format
from nonosat.formats.documents import plain
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import BLACK_AND_WHITE
from nonosat.words import quote

VERSION = 1
"""The version of fragments: it increases when an older page would misunderstand one."""

MOST_CHARACTERS = 30_000
"""The longest fragment: browsers accept more, but not all programs that pass on links do."""

_MOST_BYTES = 500_000  # of a document; it has at most 40,000 cells if a page shows it
_FRAGMENT = re.compile(r"\S*#(\d{1,9})\.([\w-]+)", re.ASCII)


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle of a link or of its fragment."""
    text = source.text.strip()
    match = _FRAGMENT.fullmatch(text)
    if not match:
        raise source.wrong(f"expected a link that ends in #{VERSION}. and a puzzle, found {quote(text)}", 1)
    if int(match[1]) != VERSION:
        raise source.wrong(f"a link of version {match[1]}: expected version {VERSION}", 1)
    try:
        if len(match[2]) > MOST_CHARACTERS:
            raise ValueError("too long")
        document = unpack(match[2], _MOST_BYTES)
        puzzles = list(yaml_format.read(Source(source.path, document)))
    except ValueError as error:  # also an InputError, whose place would be that in the document
        why = error.what if isinstance(error, InputError) else str(error)
        raise source.wrong(f"the link is damaged or cut off: {why}", 1) from None
    if len(puzzles) != 1:
        raise source.wrong(f"a link with {len(puzzles)} puzzles: expected one", 1)
    yield puzzles[0]


def write(puzzles: Sequence[Puzzle]) -> str:
    """Return the fragment of the one puzzle."""
    return fragment(puzzles[0]) + "\n"


def fragment(puzzle: Puzzle) -> str:
    """Return what follows the address of a playable page. Raises InputError if it would be too long.

    The goal is left out, since the link is for those who solve the puzzle. Colours are written in full, so
    that pages need no list of names.
    """
    document = plain(puzzle)
    document.pop("goal", None)
    if puzzle.palette != BLACK_AND_WHITE and not puzzle.is_declared:  # a kind's page has its colours
        document["palette"] = {c.char: {"name": c.name, "rgb": c.paint} for c in puzzle.palette}
    packed = pack(json.dumps(document, separators=(",", ":")))
    if len(packed) > MOST_CHARACTERS:
        what = f"too large for a link: {len(packed)} characters, expected at most {MOST_CHARACTERS}"
        raise InputError(what, puzzle.source)
    return f"#{VERSION}.{packed}"


def pack(text: str) -> str:
    """Return a text, deflated, in base64 with the characters of addresses; pages unpack it."""
    squeeze = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    return urlsafe_b64encode(squeeze.compress(text.encode()) + squeeze.flush()).decode().rstrip("=")


def unpack(text: str, most: int) -> bytes:
    """Return what was packed. Raises ValueError if it is damaged, or has more than this many bytes."""
    expand = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
    try:
        data = expand.decompress(urlsafe_b64decode(text + "=" * (-len(text) % 4)), most)
    except zlib.error:
        raise ValueError("not deflated") from None
    if expand.unconsumed_tail:
        raise ValueError("too large")
    if not expand.eof or expand.unused_data:
        raise ValueError("not deflated")
    return data

"""Recognises formats by unmistakable content, without importing their modules.

Each function takes time linear in the length of the file. If it needs text and the file is not text, it
raises InputError.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from nonosat.formats.source import Source

READ = "type lines such as `3 1 / 2 / / 1` for rows and columns, or a picture with lines such as `#..#`"
"""What anyone can write who has a file that is not recognised."""

_KIND = re.compile(r'^[\[{\- \t]*"?kind"?[ \t]*:', re.MULTILINE)
_COLOURS = re.compile(r"^#[dDtT]", re.MULTILINE)
_WIDTH = re.compile(r"^width[ \t]+[0-9]", re.MULTILINE)
_ROWS = re.compile(r"^rows[ \t]*$", re.MULTILINE)
_CLUES = re.compile(r"^[ \t]*\[[ \t]*clues[ \t]*\]", re.MULTILINE)
_HEADING = re.compile(r"\$[0-9]")
_SPRINGS = re.compile(r"[.#?]+\s+[0-9]+(\s*,\s*[0-9]+)*")
_LINK = re.compile(r"\s*\S*#\d{1,9}\.[\w-]+\s*", re.ASCII)
_PUZZLINK = re.compile(r"\s*(https?://[^\s?#]+\?[a-z]+(_edit)?/([a-z]+/)?\d+/\d|pzprv3)", re.ASCII)
_TATHAM = re.compile(r"\s*(https?://[^\s?#]+/)?[a-z]+(\.html)?#\d+x\w+:", re.ASCII)
_PENPA = re.compile(r"\s*(https?://\S+[#?])?m=\w+&p=", re.ASCII)
_CELLS = re.compile(r"[.#]+|[/\\][.#]+[/\\]|[⬛⬜🟥🟧🟨🟩🟦🟪🟫◢◣◤◥\ufe0f ]+")
_TYPED = re.compile(r"(rows|columns)?:?[ \t\d,/]*/[ \t\d,/]*")
LIST = re.compile(r"[ \t]*([1-9]\d{0,3})[ \t]+([1-9]\d{0,3})[ \t]*\n[\d\s,]*\Z", re.ASCII)
_QUOTED = re.compile(r'"[\d, ]*"([,;]"[\d, ]*")*,?')


def never(source: Source) -> bool:
    """Return False: only the suffix or the user selects this format."""
    return False


def is_record(source: Source) -> bool:
    """Whether the first line is a complete JSON object with the key `rows`, but not the only document."""
    first, _, more = source.text.lstrip().partition("\n")
    is_object = first.startswith("{") and first.rstrip().endswith("}") and '"rows"' in first
    return is_object and ('"kind"' not in first or more.lstrip().startswith("{"))


def is_document(source: Source) -> bool:
    """Whether some line has the key `kind:`."""
    return bool(_KIND.search(source.text))


def is_non(source: Source) -> bool:
    """Whether there are lines `width 5` and `rows`."""
    return bool(_WIDTH.search(source.text) and _ROWS.search(source.text))


def is_g(source: Source) -> bool:
    """Whether a line `#d` or `#t` is followed by one that begins with `:`."""
    declared = _COLOURS.search(source.text)
    return declared is not None and "\n:" in source.text[declared.end() :]


def is_nonogrid(source: Source) -> bool:
    """Whether there is the heading `[clues]` of a TOML table."""
    return bool(_CLUES.search(source.text))


def is_xml(source: Source) -> bool:
    """Whether the file is XML: no other format begins with `<`."""
    return source.text.lstrip().startswith("<")


def is_tournament(source: Source) -> bool:
    """Whether the first line is a heading such as `$1`."""
    return bool(_HEADING.match(source.text.lstrip()))


def is_springs(source: Source) -> bool:
    """Whether at least half of the lines look like rows; the others are then faulty rows."""
    lines = _filled(source)
    return 2 * sum(bool(_SPRINGS.fullmatch(text)) for text in lines) >= len(lines)


def is_link(source: Source) -> bool:
    """Whether the text is an address whose fragment begins with a version."""
    return bool(_LINK.fullmatch(source.text))


def is_typed(source: Source) -> bool:
    """Whether there are two lines of clues, between slashes or in quotes, or a size and a list of clues."""
    lines, size = _filled(source), LIST.match(source.text)
    if size and int(size[1]) + int(size[2]) + 1 in (len(lines), len(source.lines)):
        return True
    fits = all(map(_TYPED.fullmatch, lines)) or all(map(_QUOTED.fullmatch, lines))
    return len(lines) == 2 and fits


def is_puzzlink(source: Source) -> bool:
    """Whether the text is an address whose query is a name and two sizes, or the file of such a program."""
    return bool(_PUZZLINK.match(source.text))


def is_tatham(source: Source) -> bool:
    """Whether the text is the address of a game, or its name, with the game's ID after a `#`."""
    return bool(_TATHAM.match(source.text))


def is_penpa(source: Source) -> bool:
    """Whether the text is an address, or the end of one, that names a mode and a board."""
    return bool(_PENPA.match(source.text))


def is_grid(source: Source) -> bool:
    """Whether all lines consist of cells."""
    return all(map(_CELLS.fullmatch, _filled(source)))


def begins(*signatures: bytes) -> Callable[[Source], bool]:
    """Return a function that tests whether the bytes begin with one of these signatures."""
    return lambda source: source.data.startswith(signatures)


def netpbm(plain: bytes, raw: bytes) -> Callable[[Source], bool]:
    """Return a function that tests whether the bytes begin with one of two magic numbers."""
    return lambda source: source.data[:2] in (plain, raw) and source.data[2:3].isspace()


def _filled(source: Source) -> list[str]:
    """Return the lines that are not blank, without surrounding space."""
    return [text for line in source.lines if (text := line.strip())]

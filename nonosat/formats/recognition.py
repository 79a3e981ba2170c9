"""Recognises formats by unmistakable content, without importing their modules.

Each function takes time linear in the length of the file. If it needs text and the file is not text, it
raises InputError.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from nonosat.errors import InputError
from nonosat.formats.source import Source

# Patterns are compiled when they are first used: most files are known by their suffix.
_SPRINGS = r"[.#?]+\s+[0-9]+(\s*,\s*[0-9]+)*"
_CELLS = r"[.#]+|[/\\][.#]+[/\\]|[⬛⬜🟥🟧🟨🟩🟦🟪🟫◢◣◤◥\ufe0f ]+"


def by_content(source: Source, formats: Mapping[str, Any], otherwise: str = "") -> str:
    """Return the name of the first of these formats whose content this is; if there is none, `otherwise`.
    Raises InputError if that is empty.
    """
    wrong = source.wrong("not recognised")
    for name, entry in sorted(formats.items(), key=lambda one: one[0] == "typed"):  # which takes much
        looks_like = entry.looks_like
        try:
            if (globals()[looks_like] if isinstance(looks_like, str) else looks_like)(source):
                return name
        except InputError as error:
            wrong = error  # formats of pictures need no text
    if otherwise:
        return otherwise
    raise wrong


def never(source: Source) -> bool:
    """Return False: only the suffix or the user selects this format."""
    return False


def has(pattern: str) -> Callable[[Source], bool]:
    """Return a function that tests whether the text has this."""
    return lambda source: bool(re.search(pattern, source.text, re.MULTILINE))


is_document = has(r'^[\[{\- \t]*"?kind"?[ \t]*:')  # a key
is_nonogrid = has(r"^[ \t]*\[[ \t]*clues[ \t]*\]")  # the heading of a TOML table
is_tournament = has(r"\A\s*\$[0-9]")
is_link = has(r"(?a)\A\s*\S*#\d{1,9}\.[\w-]+\s*\Z")  # an address that ends in a version and a puzzle
is_puzzlink = has(r"(?a)\A\s*(https?://[^\s?#]+\?[a-z]+(_edit)?/([a-z]+/)?\d+/\d|pzprv3)")
is_penpa = has(r"(?a)\A\s*(https?://\S+[#?])?m=\w+&p=")
is_tatham = has(r"(?a)\A\s*((https?://[^\s?#]+/)?[a-z]+(\.html)?#\d+x\w+:|\d+x\d+:[\d./]+\s*\Z)")


def is_xml(source: Source) -> bool:
    """Whether this is XML whose root, if there is one, is webpbn's."""
    begins = re.match(r"\s*<(\?xml|!DOCTYPE pbn|puzzleset|solution)\b", source.text)
    return bool(begins) and bool(
        re.search(r"<(puzzleset|solution)\b", source.text) or not re.search(r"<\w", source.text)
    )


def is_record(source: Source) -> bool:
    """Whether the first line is a complete JSON object with the key `rows`, but not the only document."""
    first, _, more = source.text.lstrip().partition("\n")
    is_object = first.startswith("{") and first.rstrip().endswith("}") and '"rows"' in first
    if '"kind"' not in first:
        plain = re.match(
            r'\{[^{}]*"rows"\s*:\s*\[(?!\s*\{|\s*\[\s*[\[{])', first
        )  # others have clues somewhere
        undeclared = '"palette"' not in first and re.search(r'"\d+ ?[A-Za-z]', first)
        return is_object and bool(plain and not undeclared and re.search(r'"columns"[ \t]*:[ \t]*\[', first))
    return is_object and more.lstrip().startswith("{")


_has_width, _has_rows = has(r"^width[ \t]+[0-9]"), has(r"^rows[ \t]*$")


def is_non(source: Source) -> bool:
    """Whether there are lines `width 5` and `rows`."""
    return _has_width(source) and _has_rows(source)


def is_g(source: Source) -> bool:
    """Whether a line `#d` or `#t` is followed by one that begins with `:`."""
    declared = re.search(r"^#[dDtT]", source.text, re.MULTILINE)
    return declared is not None and "\n:" in source.text[declared.end() :]


def is_springs(source: Source) -> bool:
    """Whether at least half of the lines look like rows; the others are then faulty rows."""
    lines = _strip_lines(source)
    return 2 * sum(bool(re.fullmatch(_SPRINGS, text)) for text in lines) >= len(lines)


def is_typed(source: Source) -> bool:
    """Return True, or raise the InputError of a text that is none of a puzzle: reading it is the test."""
    from nonosat.formats.typed import reading  # after all others have declined

    return bool(reading(source))


def is_grid(source: Source) -> bool:
    """Whether all lines consist of cells, none of which is a blank."""
    lines = _strip_lines(source)
    return all(re.fullmatch(_CELLS, line) for line in lines) and (
        len({*map(len, lines)}) == 1 or not re.search(r"^[ \t]", source.text, re.MULTILINE)
    )


def _strip_lines(source: Source) -> list[str]:
    """Return the lines that are not blank, without surrounding space."""
    return [text for line in source.lines if (text := line.strip())]


def begins(*signatures: bytes) -> Callable[[Source], bool]:
    """Return a function that tests whether the bytes begin with one of these signatures."""
    return lambda source: source.data.startswith(signatures)


def netpbm(plain: bytes, raw: bytes) -> Callable[[Source], bool]:
    """Return a function that tests whether the bytes begin with one of two magic numbers."""
    return lambda source: source.data[:2] in (plain, raw) and source.data[2:3].isspace()


is_png, is_gif = begins(b"\x89PNG\r\n\x1a\n"), begins(b"GIF87a", b"GIF89a")
is_jpeg = begins(b"\xff\xd8\xff")


is_pdf = begins(b"%PDF-")


def is_heic(source: Source) -> bool:
    """Whether the bytes begin as those of a HEIC photo."""
    return source.data[4:8] == b"ftyp" and source.data[8:12] in (b"heic", b"heix", b"heim", b"heis", b"mif1")


def is_page(source: Source) -> bool:
    """Whether the bytes begin as those of a PDF, or of a HEIC or WebP picture."""
    return is_pdf(source) or is_heic(source) or source.data[8:12] == b"WEBP"


is_pbm, is_pgm, is_ppm = netpbm(b"P1", b"P4"), netpbm(b"P2", b"P5"), netpbm(b"P3", b"P6")

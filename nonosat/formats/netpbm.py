"""Shared by PBM, PGM and PPM: https://netpbm.sourceforge.net/doc/."""

from __future__ import annotations

import re

from nonosat.formats.goals import check_size
from nonosat.formats.recognition import netpbm
from nonosat.formats.source import Source

_NUMBER = re.compile(rb"(?:\s|#[^\n]*\n)*([0-9]{1,9})(?![0-9])")
_COMMENT = re.compile(rb"#[^\n]*")
_NO_BIT = re.compile(rb"#[^\n]*|([^\s01])")
_NO_LEVEL = re.compile(rb"#[^\n]*|([0-9]{6}|[^\s0-9])")

Rows = list[list[int]]


def read_pbm(source: Source) -> Rows:
    """Return the bits of a PBM, 1 for black."""
    (width, height), body = _header(source, b"P1", b"P4", 2)
    if source.data[:2] == b"P1":  # the digits need no space between them
        _check(source, body, _NO_BIT, "0 or 1")
        digits = b"".join(_COMMENT.sub(b"", source.data[body:]).split())
        return _cut(source, [digit - ord("0") for digit in digits], width, height)
    bytes_a_row = -(-width // 8)
    packed = _cut(source, list(_raw(source, body)), bytes_a_row, height)
    return [[row[c // 8] >> (7 - c % 8) & 1 for c in range(width)] for row in packed]


def read_levels(source: Source, plain: bytes, raw: bytes, each: int = 1) -> Rows:
    """Return the levels of a PGM or PPM, 0 for black and 255 for white; `each` is how many a cell has."""
    (width, height, top), body = _header(source, plain, raw, 3)
    if not 1 <= top < 0x10000:
        raise source.wrong(f"the highest level: expected a number from 1 to 65535, found {top}")
    if source.data[:2] == plain:
        _check(source, body, _NO_LEVEL, f"numbers from 0 to {top}")
        levels = list(map(int, _COMMENT.sub(b"", source.data[body:]).split()))
    else:
        data = _raw(source, body)
        # Levels above 255 take two bytes, the high one first.
        levels = (
            list(data) if top < 256 else [a << 8 | b for a, b in zip(data[::2], data[1::2], strict=False)]
        )
    if max(levels, default=0) > top:
        raise source.wrong(f"the level {max(levels)} is beyond the highest, {top}")
    return _cut(source, [round(255 * level / top) for level in levels], each * width, height)


def _header(source: Source, plain: bytes, raw: bytes, count: int) -> tuple[list[int], int]:
    """Return the `count` numbers after the magic number, sides first, and the offset at which they end."""
    if not netpbm(plain, raw)(source):
        expected = f"{plain.decode()} or {raw.decode()}"
        raise source.wrong(f"expected a picture that begins with {expected}")
    numbers: list[int] = []
    at = 2
    for _ in range(count):
        match = _NUMBER.match(source.data, at)
        if not match:
            what = f"expected {count} numbers of up to 9 digits in the head, found {len(numbers)}"
            raise source.wrong(what, _line(source, at))
        numbers.append(int(match[1]))
        at = match.end()
    check_size(source, numbers[0], numbers[1])
    return numbers, at


def _check(source: Source, body: int, other: re.Pattern[bytes], what: str) -> None:
    """Check that all text below the head is cells and comments; the pattern's group finds what is `other`."""
    for match in other.finditer(source.data, body):
        if match[1]:
            raise source.wrong(f"expected the cells to be {what}", _line(source, match.start()))


def _line(source: Source, at: int) -> int:
    return source.data.count(b"\n", 0, at) + 1


def _raw(source: Source, body: int) -> bytes:
    """Return the bytes after the one space that ends the head."""
    return source.data[body + 1 :]


def _cut(source: Source, cells: list[int], width: int, height: int) -> Rows:
    if len(cells) != width * height:
        raise source.wrong(f"expected {width * height} numbers below the head, found {len(cells)}")
    return [cells[start : start + width] for start in range(0, len(cells), width)]

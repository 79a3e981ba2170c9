"""The input of a format (bytes with their address and text), and the resolution of addresses.

Files should be UTF-8, or UTF-16 with a byte-order mark. Files with NUL characters are not text, and neither
are files with control characters that are not UTF-8.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
from functools import cached_property

from nonosat.errors import InputError, NotTextError, reading
from nonosat.installed import folder, list_shipped
from nonosat.records import dataclass
from nonosat.words import is_number, nearest

UTF_8 = "UTF-8"
_MARKS = {codecs.BOM_UTF8: UTF_8, codecs.BOM_UTF16_LE: "UTF-16", codecs.BOM_UTF16_BE: "UTF-16"}


def decode(data: bytes) -> tuple[str, str]:
    """Return the text and its charset. Raises NotTextError if the bytes are not text."""
    marked = _MARKS.get(data[:3]) or _MARKS.get(data[:2], "")
    if not marked and 0 in data:
        raise NotTextError("has NUL bytes", data.index(0))
    try:
        text = data.decode("utf-16" if marked == "UTF-16" else "utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        if marked:
            raise NotTextError(f"not {marked}, as its byte-order mark says", error.start) from None
        from nonosat.formats.charsets import decode_otherwise  # rarely needed

        return decode_otherwise(data, error.start)
    if "\0" in text:
        raise NotTextError("has NUL characters", len(text[: text.index("\0")].encode("utf-16")))
    return text, marked or UTF_8


@dataclass(frozen=True)
class Source:
    r"""A file's bytes, which `load` takes in place of its path.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> nonosat.load(toolkit.Source("mine.nin", b"2 1\n2\n1\n1\n")).size
        '2 x 1'

    `path` is the file as the user named it; every error begins with it. `of` is what it
    should hold.
    """

    path: str
    data: bytes
    of: str = "a puzzle"

    @property
    def charset(self) -> str:
        """The charset of the text, usually `UTF-8`."""
        return self._decoded[1]

    @cached_property
    def text(self) -> str:
        """The text without a byte-order mark, with plain newlines."""
        text, _ = self._decoded
        if not text.strip():
            raise self.wrong(f"empty: expected {self.of}", 1)
        return text.replace("\r\n", "\n").replace("\r", "\n")

    @cached_property
    def lines(self) -> list[str]:
        """The text's lines; line k is `lines[k - 1]`."""
        return self.text.removesuffix("\n").split("\n")

    def wrong(self, what: str, line: int | None = None) -> InputError:
        """Return an error with its place."""
        return InputError(what, self.path, line)

    @cached_property
    def _decoded(self) -> tuple[str, str]:
        try:
            return decode(self.data)
        except NotTextError as error:
            raise self.wrong(f"not a text: {error}", self.data.count(b"\n", 0, error.offset) + 1) from None


def locate(address: str) -> tuple[str | None, int | None]:
    """Return the file (None for standard input and links), and the puzzle's number if the address has one.

        >>> from nonosat import toolkit
        >>> file, number = toolkit.formats.locate("springs#2")
        >>> file.endswith("springs.yaml"), number
        (True, 2)

    Raises InputError if there is no such file.
    """
    if path := _file(address):
        return path, None
    base, mark, number = address.rpartition("#")
    if mark and is_number(number) and (base == "-" or _file(base)):
        if number.startswith("0"):
            example = f"{os.path.basename(base)}#1"
            raise InputError(f"puzzles are counted from 1: expected an address such as {example}", address)
        if len(number) > 9:
            raise InputError("no file has as many puzzles", address)
        return _file(base), int(number)
    if address == "-" or _link(address):
        return None, None
    if os.path.isdir(address):
        raise InputError("expected a file, found a folder", address)
    name, known = base or address, list_shipped("instances")
    hint = "" if suffix_of(name) else ", and no instance of that name" + nearest(name, known)
    raise InputError(f"there is no such file{hint}", address or '""')


def suffix_of(path: str | os.PathLike[str]) -> str:
    """Return the suffix of a path, in small letters."""
    return os.path.splitext(os.fspath(path))[1].lower()


def _file(name: str) -> str | None:
    """Return the existing file of this name, or else the file of the instance of this name."""
    if os.path.isfile(name) or (os.path.exists(name) and not os.path.isdir(name)):
        return name
    if suffix_of(name) or os.path.basename(name) != name:
        return None
    file = f"{folder('instances')}/{name}.yaml"
    return file if os.path.isfile(file) else None


def _link(address: str) -> re.Match[str] | None:
    return re.fullmatch(
        r"(?:(?:https?|file)://[^\s#]+)?#\d{1,9}\.[\w-]+|https?://\S+|m=\w+&p=\S+|pzprv3\S*/.*|[a-z]+#\d+x\w+:\S*"
        r"|[^\n\d#X]*[\d#X][^\n]*\n[\s\S]*|(?=.*\d )[\d ,;/|.\[\]\"'-]+",  # as people type
        address,
        re.ASCII,
    )


def name_address(address: str) -> str:
    """Return what messages call an address: a link by its end, because it is long and all begin alike."""
    if not _link(address) or _file(address):
        return address
    if re.search(r"\s", address):
        return "typed"
    own = re.search(r"#\d{1,9}\.([\w-]+)$", address, re.ASCII)
    return f"#...{own[1][-8:]}" if own else "link " + re.sub(r"\W", "", address)[-8:]  # without a suffix


def content(file: str | os.PathLike[str] | None, address: str, of: str = "a puzzle") -> Source:
    """Read a file, or standard input or a link (None)."""
    if "\0" in address:
        raise InputError("cannot be read: its name has a null character", address)
    if file is None and address != "-":
        return Source(name_address(address), address.encode())
    with reading(address):
        if file is None:
            return Source(address, sys.stdin.buffer.read(), of)
        with open(file, "rb", buffering=0) as opened:  # read at once: a buffer takes time
            return Source(address, opened.read(), of)

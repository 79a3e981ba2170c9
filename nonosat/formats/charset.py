"""Decodes a file's bytes, whatever their encoding.

Files should be UTF-8, or UTF-16 with a byte-order mark. Any other file may declare its encoding in its first
two lines, as XML (`encoding="ISO-8859-2"`) and editors (`coding: koi8-r`) do; otherwise it is read as
Windows-1252, the encoding of most older text files. Files with NUL characters are not text, and neither are
files with control characters that are not UTF-8.
"""

from __future__ import annotations

import codecs
import re

UTF_8 = "UTF-8"
_MARKS = {codecs.BOM_UTF8: UTF_8, codecs.BOM_UTF16_LE: "UTF-16", codecs.BOM_UTF16_BE: "UTF-16"}
_DECLARED = re.compile(rb"coding[ \t]*[:=][ \t]*[\"']?([A-Za-z][\w.-]*)")
_HEAD = 1000  # bytes that are searched for a declaration
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f]")
# Python's other codecs are compressions, escapes, and encodings that do not contain ASCII.
_KNOWN = ("iso8859", "cp12", "koi8", "mac", "shift_jis", "euc_", "gb", "big5")


class NotTextError(ValueError):
    """The bytes are not text; `offset` is the place of the first byte that shows it."""

    def __init__(self, what: str, offset: int) -> None:
        super().__init__(what)
        self.offset = offset


def decoded(data: bytes) -> tuple[str, str]:
    """Return the text and its charset. Raises NotTextError if the bytes are not text."""
    marked = next((charset for mark, charset in _MARKS.items() if data.startswith(mark)), "")
    if not marked and 0 in data:
        raise NotTextError("has NUL bytes", data.index(0))
    try:
        text = data.decode("utf-16" if marked == "UTF-16" else "utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        if marked:
            raise NotTextError(f"not {marked}, as its byte-order mark says", error.start) from None
        return _decoded_otherwise(data, error.start)
    if "\0" in text:
        raise NotTextError("has NUL characters", len(text[: text.index("\0")].encode("utf-16")))
    return text, marked or UTF_8


def _decoded_otherwise(data: bytes, offset: int) -> tuple[str, str]:
    """Decode bytes that are not UTF-8; the offset is that of the first error."""
    if found := _CONTROL.search(data):
        raise NotTextError("not UTF-8, and has control characters", found.start())
    for charset in (*_declared(data), "Windows-1252"):
        try:
            return data.decode(charset), charset
        except UnicodeDecodeError as error:
            offset = error.start
    raise NotTextError("neither UTF-8 nor Windows-1252", offset)


def _declared(data: bytes) -> list[str]:
    """Return the charset that a file declares, if it is a known text encoding."""
    found = _DECLARED.search(b"\n".join(data[:_HEAD].split(b"\n")[:2]))
    if not found:
        return []
    name = found[1].decode()
    try:
        return [name] if codecs.lookup(name).name.startswith(_KNOWN) else []
    except LookupError:
        return []

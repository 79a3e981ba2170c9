"""Text that is not UTF-8.

A file may declare its encoding in its first two lines, as XML (`encoding="ISO-8859-2"`) and editors
(`coding: koi8-r`) do; otherwise it is read as Windows-1252, the encoding of most older text files.
"""

from __future__ import annotations

import codecs
import re

from nonosat.errors import NotTextError

_DECLARED = rb"coding[ \t]*[:=][ \t]*[\"']?([A-Za-z][\w.-]*)"
_HEAD = 1000  # bytes that are searched for a declaration
_CONTROL = rb"[\x00-\x08\x0e-\x1f]"
# Python's other codecs are compressions, escapes, and encodings that do not contain ASCII.
_KNOWN = ("iso8859", "cp12", "koi8", "mac", "shift_jis", "euc_", "gb", "big5")


def decode_otherwise(data: bytes, offset: int) -> tuple[str, str]:
    """Decode bytes that are not UTF-8; the offset is that of the first error."""
    if match := re.search(_CONTROL, data):
        raise NotTextError("not UTF-8, and has control characters", match.start())
    for charset in (*_find_declared(data), "Windows-1252"):
        try:
            return data.decode(charset), charset
        except UnicodeDecodeError as error:
            offset = error.start
    raise NotTextError("neither UTF-8 nor Windows-1252", offset)


def _find_declared(data: bytes) -> list[str]:
    """Return the charset that a file declares, if it is a known text encoding."""
    match = re.search(_DECLARED, b"\n".join(data[:_HEAD].split(b"\n")[:2]))
    if not match:
        return []
    name = match[1].decode()
    try:
        return [name] if codecs.lookup(name).name.startswith(_KNOWN) else []
    except LookupError:
        return []

"""What a format reads: bytes with their address, and the text in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from nonosat.errors import InputError
from nonosat.formats.charset import NotTextError, decoded


@dataclass(frozen=True)
class Source:
    """A file's bytes. `path` is the file as the user named it; every error begins with it."""

    path: str
    data: bytes

    @property
    def charset(self) -> str:
        """What the text is written in, `UTF-8` where all is well."""
        return self._decoded[1]

    @cached_property
    def text(self) -> str:
        """The text without a byte-order mark, lines ended by a plain newline."""
        text, _ = self._decoded
        if not text.strip():
            raise self.wrong("empty: expected a puzzle", 1)
        return text.replace("\r\n", "\n").replace("\r", "\n")

    @cached_property
    def lines(self) -> list[str]:
        """The text's lines; line k is `lines[k - 1]`."""
        return self.text.removesuffix("\n").split("\n")

    def wrong(self, what: str, line: int | None = None) -> InputError:
        """Return the error that says what is wrong, and where."""
        return InputError(what, self.path, line)

    @cached_property
    def _decoded(self) -> tuple[str, str]:
        try:
            return decoded(self.data)
        except NotTextError as error:
            raise self.wrong(f"not a text: {error}", self.data.count(b"\n", 0, error.offset) + 1) from None

"""What a format reads: bytes with their address, and the text in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from nonosat.errors import InputError


@dataclass(frozen=True)
class Source:
    """A file's bytes. `path` is the file as the user named it; every error begins with it."""

    path: str
    data: bytes

    @cached_property
    def text(self) -> str:
        """The text, UTF-8 with or without its mark, lines ended by a plain newline."""
        if 0 in self.data:
            raise self._not_text("has NUL bytes", self.data.index(0))
        try:
            text = self.data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise self._not_text("not UTF-8", error.start) from None
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

    def _not_text(self, what: str, offset: int) -> InputError:
        return self.wrong(f"not a text: {what}", self.data.count(b"\n", 0, offset) + 1)

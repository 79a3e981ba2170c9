"""Exceptions by cause, and the reasons why work stops.

`InputError`     the user's input is wrong: one line says where and what was expected; exit code 2
`InputWarning`   the user's input is odd, but was accepted: one line says how
`LimitReached`   a limit ended the work: this is a stop reason, never a verdict
`InternalError`  an internal check failed, so no answer is given; exit code 70
`WorkerError`    an InternalError: a worker process failed or died without an answer
`WrongAnswerError`  an InternalError: what a solver gave as a solution is none
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from nonosat.words import printable


class StopReason(StrEnum):
    """Why the work on a question stopped."""

    DONE = "done"
    TIME_LIMIT = "time limit"
    MEMORY_LIMIT = "memory limit"
    INTERRUPTED = "interrupted"
    ERROR = "error"


class InputError(ValueError):
    """Bad input, with its place. `str()` is the one line that the user sees: `path:line: what`.

    >>> import nonosat
    >>> try:
    ...     nonosat.load("no-such-file.yaml")
    ... except nonosat.InputError as error:
    ...     print(error)
    no-such-file.yaml: there is no such file
    """

    def __init__(self, what: str, path: str = "", line: int | None = None) -> None:
        super().__init__(what, path, line)
        self.what = what
        self.path = path
        self.line = line

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.path, self.line) if part not in ("", None))
        return printable(f"{place}: {self.what}" if place else self.what)

    def at(self, path: str, line: int | None = None) -> InputError:
        """Return the same error with this place added."""
        return InputError(self.what, self.path or path, self.line if self.line is not None else line)


class NotTextError(ValueError):
    """The bytes are not text; `offset` is the place of the first byte that shows it."""

    def __init__(self, what: str, offset: int) -> None:
        super().__init__(what)
        self.offset = offset


class InputWarning(UserWarning):
    """Something is odd, but the work continues; the one line says what."""


class LimitReached(Exception):  # noqa: N818 - reaching a limit is an outcome, not an error
    """A limit ended the work; `detail` may say more.

    Questions do not raise it: they return an answer with the stop reason and the results so far.

        >>> print(LimitReached(StopReason.MEMORY_LIMIT, "4 GB"))
        memory limit: 4 GB
    """

    def __init__(self, stop_reason: StopReason, detail: str = "") -> None:
        super().__init__(stop_reason, detail)
        self.stop_reason = stop_reason
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.stop_reason}: {self.detail}" if self.detail else str(self.stop_reason)


class InternalError(RuntimeError):
    """An internal check failed, so no answer is given."""


class WorkerError(InternalError):
    """A worker process failed or died without an answer."""


class WrongAnswerError(InternalError):
    """A solver's solution is wrong."""


@contextmanager
def reading(name: str | os.PathLike[str] = "") -> Iterator[None]:
    """Turn an error in reading a file or a folder, which is called `name`, into an InputError."""
    try:
        yield
    except FileNotFoundError:
        raise InputError("there is no such file", str(name)) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", str(name)) from None


@contextmanager
def writing(name: str | os.PathLike[str]) -> Iterator[None]:
    """Turn an error in writing a file or a folder, which is called `name`, into an InputError."""
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", str(name)) from None

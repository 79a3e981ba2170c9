"""What can go wrong, sorted by whose doing it is.

`InputError`     the user's: says in one line where and what was expected; exit code 2
`LimitReached`   nobody's: a limit ended the work; the reason a run ended, never a verdict
`InternalError`  ours: a wrong answer was caught before it got out; exit code 70
`WorkerError`    an InternalError of which a worker process died, without any answer
"""

from __future__ import annotations


class InputError(ValueError):
    """Bad input, with its place. `str()` is the one line the user sees: `path:line: what`."""

    def __init__(self, what: str, path: str = "", line: int | None = None) -> None:
        super().__init__(what, path, line)
        self.what = what
        self.path = path
        self.line = line

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.path, self.line) if part not in ("", None))
        return f"{place}: {self.what}" if place else self.what

    def at(self, path: str, line: int | None = None) -> InputError:
        """Return the same error with a place, for code that knew only what was wrong."""
        return InputError(self.what, self.path or path, self.line if self.line is not None else line)


class LimitReached(Exception):  # noqa: N818 - reaching a limit is an outcome, not an error
    """A limit ended the work. `reason` is "time limit", "memory limit" or "interrupted"."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.reason}: {self.detail}" if self.detail else self.reason


class InternalError(RuntimeError):
    """The project's own mistake: loud, never a wrong answer."""


class WorkerError(InternalError):
    """A worker process failed or died at its work; no answer of it was wrong."""

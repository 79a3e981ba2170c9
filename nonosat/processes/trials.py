"""Other people's programs are tried before they are relied on: one that is on the PATH may lack its files, be
another program of that name, or never answer.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, ParamSpec, TypeVar, cast

from nonosat.errors import InputError, LimitReached, StopReason, WorkerError, WrongAnswerError
from nonosat.processes import worker
from nonosat.processes.calls import message
from nonosat.processes.clock import Bounds

P = ParamSpec("P")
T = TypeVar("T")

SECONDS = 10.0
"""How long a program may take for its trial: on a busy machine some take a few to start."""

_MEMORY = 1 << 30  # bytes

_known: dict[object, Trial[object]] = {}


class Trial(NamedTuple, Generic[T]):
    """The result of a function, or None and the error."""

    result: T | None
    fault: str


def try_call(
    files: Iterable[str], function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs
) -> Trial[T]:
    """Call a function that runs programs, in a worker that ends whatever they leave.

    The function raises InputError if a program does not do what it should. It is not called again until one
    of the files changes.
    """
    stamps = tuple((file, os.stat(file).st_mtime_ns) for file in files)
    key = stamps, message(function, arguments, options)
    if key not in _known:
        _known[key] = _try(function, *arguments, **options)
    return cast(Trial[T], _known[key])


def _try(function: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> Trial[T]:
    with worker.borrow() as held:
        held.call(Bounds(), time.monotonic)  # it has started: this takes longer than most trials
        try:
            bounds = Bounds(time.monotonic() + SECONDS, _MEMORY)
            return Trial(held.call(bounds, function, *arguments, **options), "")
        except LimitReached as limit:
            late = limit.stop_reason is StopReason.TIME_LIMIT
            return Trial(None, f"it gave no answer within {SECONDS:g} s" if late else str(limit))
        except (InputError, WrongAnswerError, WorkerError) as error:
            return Trial(None, str(error).splitlines()[-1])

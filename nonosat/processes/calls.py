"""Calls of functions by name: how a call, its answers and its errors pass from one process to another."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Generator, Iterator
from importlib import import_module
from typing import Any

from nonosat.errors import (
    InputError,
    LimitReached,
    StopReason,
    WorkerError,
    WrongAnswerError,
    is_the_machines,
)

NO_MEMORY = "the solver's process ran out of memory"

kept: dict[str, Any] = {}
"""What the functions that are called keep from one call to the next: each worker has its own."""


def message(function: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]) -> bytes:
    """Pack a call; the function is passed by name, and the worker imports its module."""
    target = function.__module__, function.__qualname__
    return pickle.dumps((target, arguments, options), pickle.HIGHEST_PROTOCOL)


def result_of(answer: str, result: Any) -> Any:
    """Return the result of a call, or raise its error."""
    if answer == "ok":
        return result
    if answer == "limit":
        raise LimitReached(*result)
    if answer == "input":
        raise InputError(*result)
    if answer == "file":
        raise OSError(*result)
    if answer == "wrong":
        raise WrongAnswerError(result)
    raise WorkerError(f"in the worker: {result}")


def answers(
    target: tuple[str, str], arguments: tuple[Any, ...], options: dict[str, Any]
) -> Iterator[tuple[str, Any]]:
    """Yield the items of a generator, if it is one; then the result of the call, or its error."""
    module, name = target
    try:
        result = getattr(import_module(module), name)(*arguments, **options)
        if isinstance(result, Generator):
            for item in result:
                yield "item", item
            result = None
        yield "ok", result
    except MemoryError:
        yield "limit", (StopReason.MEMORY_LIMIT, NO_MEMORY)
    except LimitReached as limit:
        yield "limit", (limit.stop_reason, limit.detail)
    except InputError as error:
        yield "input", (error.what, error.path, error.line)
    except WrongAnswerError as error:
        yield "wrong", str(error)
    except OSError as error:
        if is_the_machines(error):
            yield "file", (error.errno, error.strerror, error.filename)
        else:
            yield "error", _trace()
    except Exception:
        yield "error", _trace()


def _trace() -> str:
    import traceback  # slow to import, and rarely used

    return traceback.format_exc()

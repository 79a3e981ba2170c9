"""Calls of functions by name: how a call, its answers and its errors pass from one process to another."""

from __future__ import annotations

import pickle
import struct
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import Any, ParamSpec, TypeVar

from nonosat.processes.clock import Bounds

P = ParamSpec("P")
T = TypeVar("T")

Call = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]
Answers = Generator[tuple[str, Any], None, None]

FOLDER = "NONOSAT_FOLDER"
"""The environment variable that names a worker's folder for files; its parent removes the folder."""

LENGTH = struct.Struct("!Q")
"""How the length of a message is packed."""

NO_MEMORY = "the solver's process ran out of memory"

kept: dict[str, Any] = {}
"""Data that called functions keep from one call to the next; each worker has its own."""


class Worker(ABC):
    """Calls functions of modules, one after another: a process or, where there can be none, this one (see
    `in_process`).

    `thread` has leased it; `fact` says how far its work has come. With its children, it uses `memory` bytes,
    and has used at most `peak` bytes, and `cpu` seconds of processor time, as last seen.
    """

    def __init__(self) -> None:
        self.thread = threading.get_ident()
        self.fact, self.memory, self.peak, self.cpu = "", 0, 0, 0.0

    @property
    @abstractmethod
    def alive(self) -> bool:
        """Whether it can be called."""

    def call(self, bounds: Bounds, function: Callable[P, T], /, *arguments: P.args, **options: P.kwargs) -> T:
        """Call a function and return its result. Beyond the bounds, or if the wait is interrupted, a process
        is killed; beyond the bounds, this raises LimitReached.
        """
        *_, (answer, result) = self._answers(bounds, (function, arguments, options))
        value: T = result_of(answer, result)
        return value

    def stream(
        self, bounds: Bounds, function: Callable[P, Iterator[T]], /, *arguments: P.args, **options: P.kwargs
    ) -> Iterator[T]:
        """Call a generator and yield its items, while a process computes the next one; it is killed, too, if
        the caller leaves the stream before its end.
        """
        last: tuple[str, Any] = "ok", None
        with closing(self._answers(bounds, (function, arguments, options))) as answers:
            for last in answers:
                if last[0] == "item":
                    yield last[1]
        result_of(*last)

    @abstractmethod
    def _answers(self, bounds: Bounds, asked: Call) -> Answers:
        """Call a function, and yield what `serving.answers` does."""

    @abstractmethod
    def kill(self) -> None:
        """End it, and everything that it has started, at once."""

    @abstractmethod
    def stop(self) -> None:
        """End its work; the thread that waits for its answer cleans up."""


def pack(message: bytes) -> bytes:
    """Return a message with its length before it."""
    return LENGTH.pack(len(message)) + message


def message(function: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]) -> bytes:
    """Pack a call; the function is passed by name, and the worker imports its module."""
    target = function.__module__, function.__qualname__
    return pickle.dumps((target, arguments, options), pickle.HIGHEST_PROTOCOL)


def result_of(answer: str, result: Any) -> Any:
    """Return the result of a call, or raise its error."""
    if answer == "error":
        raise result
    return result

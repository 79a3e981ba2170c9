"""The worker's side: calls are answered until the parent ends."""

from __future__ import annotations

import os
import pickle
import select
import socket
import tempfile
from collections.abc import Generator, Iterator
from importlib import import_module
from typing import Any

from nonosat import installed
from nonosat.errors import InputError, LimitReached, StopReason, WorkerError, WrongAnswerError
from nonosat.processes.calls import LENGTH, NO_MEMORY, pack
from nonosat.processes.faults import is_the_machines
from nonosat.processes.reports import report_to


def serve(talk: int, lifeline: int, temporary: str) -> None:
    """Answer calls until the parent closes its end."""
    _die_with_parent(lifeline)
    tempfile.tempdir = temporary  # Python would try to write a file there, and a killed worker leave it
    installed.tell(None)  # the parent says it
    channel = socket.socket(fileno=talk).makefile("rwb")

    def send(answer: tuple[str, object]) -> None:
        channel.write(pack(pickle.dumps(answer, pickle.HIGHEST_PROTOCOL)))
        channel.flush()

    report_to(lambda fact: send(("fact", fact)))
    while head := channel.read(LENGTH.size):
        call = pickle.loads(channel.read(LENGTH.unpack(head)[0]))
        for answer in answers(*call):
            send(answer)
    os._exit(0)  # no clean-up needed, and solvers are slow to free


def _die_with_parent(lifeline: int) -> None:
    """Let the kernel end this process and its group when the parent's end of the pipe closes.

    The pipe is never written to. When its other end closes, the kernel sends SIGIO, whose default
    is to end a process - also while a solver holds the interpreter's lock, when no Python code
    could react.
    """
    import fcntl

    os.set_inheritable(lifeline, False)
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, -os.getpgrp())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, fcntl.fcntl(lifeline, fcntl.F_GETFL) | os.O_ASYNC)
    if select.select([lifeline], [], [], 0)[0]:  # it closed before we looked
        os._exit(1)


def answers(
    target: tuple[str, str], arguments: tuple[Any, ...], options: dict[str, Any]
) -> Iterator[tuple[str, Any]]:
    """Yield the items of a generator, if it is one; then the result of the call, or its error, of a type that
    every process can read.
    """
    module, name = target
    try:
        result = getattr(import_module(module), name)(*arguments, **options)
        if isinstance(result, Generator):
            for item in result:
                yield "item", item
            result = None
        yield "ok", result
    except MemoryError:
        yield "error", LimitReached(StopReason.MEMORY_LIMIT, NO_MEMORY)
    except InputError as error:
        yield "error", InputError(error.what, error.path, error.line)
    except (LimitReached, WrongAnswerError) as error:
        yield "error", error
    except Exception as error:
        import traceback  # slow to import, and rarely used

        machines = isinstance(error, OSError) and is_the_machines(error)
        yield "error", error if machines else WorkerError(f"in the worker: {traceback.format_exc()}")

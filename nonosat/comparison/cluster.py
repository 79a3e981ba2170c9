"""The workers of a Dask cluster as an executor: Dask's own, with one-line errors."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from nonosat import InputError, __version__
from nonosat.toolkit import InternalError

CONNECT = 5.0  # seconds in which the scheduler must answer


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Yield an executor on the workers of the scheduler at this address; on exit, drop what is not done.

    Raises InputError if there is no scheduler, if it or a worker has another version, or if it is lost.
    """
    try:
        dask: Any = import_module("distributed")  # its types are partial
    except ImportError:
        what = "a cluster needs Dask, which is not installed: pip install 'nonosat[dask]'"
        raise InputError(what) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)  # its errors are raised instead
    try:
        client = dask.Client(address, timeout=CONNECT, set_as_default=False)
    except (OSError, TypeError, ValueError) as error:
        raise InputError(f"no Dask scheduler answers: {error}", address) from None
    with client:
        versions = client.get_versions(packages=["nonosat"])
        for one in (versions["scheduler"], *versions["workers"].values()):
            if (other := one["packages"]["nonosat"]) != __version__:
                raise InputError(f"the cluster has nonosat {other}, expected {__version__}", address)
        executor = client.get_executor(retries=2, pure=False)
        try:
            yield executor
        except CancelledError:
            raise InputError("lost connection to the Dask scheduler", address) from None
        finally:
            executor.shutdown(wait=False)


def deaths() -> tuple[type[Exception], ...]:
    """Return the errors of a job that ended every worker that tried it."""
    dask = sys.modules.get("distributed")
    return (InternalError, dask.KilledWorker) if dask else (InternalError,)

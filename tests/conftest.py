from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from nonosat import backends, worker

# A first example pays for imports and workers; and the machine may be busy. No test is timed.
settings.register_profile("nonosat", deadline=None)
settings.load_profile("nonosat")

QUICK = ["pysat:cadical195", "pysat:minisat22", "pysat:kissat404", "cpsat"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--backend",
        action="append",
        default=[],
        metavar="NAME",
        help="backends for the conformance suite; quick: one of each kind; default: all",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "backend" in metafunc.fixturenames:
        chosen: list[str] = metafunc.config.getoption("--backend")
        if chosen == ["quick"]:
            chosen = QUICK
        metafunc.parametrize(
            "backend", chosen or [info.name for info in backends.every() if info.solve and info.complete]
        )


@pytest.fixture(scope="session", autouse=True)
def no_worker_outlives_the_tests() -> Iterator[None]:
    yield
    worker.end_idle()

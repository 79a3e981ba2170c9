from __future__ import annotations

import pytest

from nonosat import backends

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
        metafunc.parametrize("backend", chosen or [info.name for info in backends.every()])

"""CPMpy: solvers that it does not find, that give up, and that raise errors of their own."""

from pathlib import Path
from typing import Any

import pytest

from nonosat import InputError, backends
from nonosat.encodings import ENCODINGS
from nonosat.problem import Problem
from nonosat.toolkit import load_card
from tests.helpers.fixtures import Patch
from tests.helpers.programs import needs


@pytest.fixture(autouse=True)
def choco() -> None:
    needs("cpmpy:choco")


def engine() -> backends.Engine:
    model = ENCODINGS.load("cpsat-automaton").encode(Problem((2, 2), (), (0, 1)))
    return backends.start("cpmpy:choco", model, {})


def test_a_solver_that_cpmpy_does_not_find(tmp_path: Path) -> None:
    (tmp_path / "card.yaml").write_text("name: x\nbackend: cpmpy:nobody\n")
    with pytest.raises(InputError, match=r"CPMpy finds no solver 'nobody' here; it finds .*choco"):
        load_card(str(tmp_path / "card.yaml"))


def test_a_solver_that_gives_up_proves_nothing(monkeypatch: Patch) -> None:
    from cpmpy.solvers.choco import CPM_choco

    monkeypatch.setattr(CPM_choco, "solve", lambda _self: False)
    assert engine().solve() is None


def test_what_a_solver_raises_is_told_in_one_line(monkeypatch: Patch) -> None:
    from cpmpy.solvers.choco import CPM_choco

    def solve(_self: Any) -> bool:
        raise RuntimeError("too large\nfor the licence")

    monkeypatch.setattr(CPM_choco, "solve", solve)
    with pytest.raises(InputError, match=r"^cpmpy:choco failed: too large for the licence$"):
        engine().solve()


def test_memory_that_runs_out_stays_an_error_of_the_machine(monkeypatch: Patch) -> None:
    from cpmpy.solvers.choco import CPM_choco

    def solve(_self: Any) -> bool:
        raise MemoryError

    monkeypatch.setattr(CPM_choco, "solve", solve)
    with pytest.raises(MemoryError):
        engine().solve()

"""Pages driven at random do what their models do; a case that fails is made shorter."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.driven import Action, Driver
from tests.helpers.browser import Browser
from tests.helpers.samples import some
from tests.helpers.studio import Server


@pytest.mark.parametrize("seed", some(range(12), 3))
def test_pages_driven_at_random(seed: int, chromium: Browser, page_server: Server, tmp_path: Path) -> None:
    assert Driver(chromium, page_server, tmp_path).case(seed, 25) == ""


class Breaking(Driver):
    """Fails at the second `undo` after a `turn`."""

    def fault(self, seed: int, actions: Sequence[Action]) -> tuple[str, list[str]]:
        done: list[str] = []
        for kind, _ in actions:
            done.append(kind)
            if kind == "undo" and "turn" in done and done[done.index("turn") :].count("undo") == 2:
                return "broken", done
        return "", done


def test_a_case_is_made_shorter() -> None:
    kinds = ("pencil", "undo", "turn", "pencil", "undo", "keys", "reload", "undo", "pencil")
    breaking = Breaking(None, None, Path())  # type: ignore[arg-type]
    actions = breaking.shortened(0, [(kind, at) for at, kind in enumerate(kinds)])
    assert actions == [("turn", 2), ("undo", 4), ("undo", 7)]

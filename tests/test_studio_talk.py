"""What the studio's page asks of its server, asked without a browser."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.studio import Server, serving

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from nonosat.puzzles.mosaic import Mosaic
from nonosat.studio.drawing import drawing_of, read_drawing
from nonosat.studio.open_puzzle import KEEP_AFTER
from tests.helpers.drawings import KITE
from tests.helpers.studio_client import EMPTY, change, heard, say, welcomed

SWITCH = {**EMPTY, "height": 2, "picture": "#..#"}
CLUES = {**EMPTY, "picture": "", "clues": ["1", "1", "0"]}


def told(page: Any, what: str) -> dict[str, Any]:
    """Return the next fact of this name."""
    while (said := heard(page, "told"))["what"] != what:
        pass
    found: dict[str, Any] = said["data"]
    return found


def test_the_fewest_givens_are_told_when_asked_for(server: Server) -> None:
    with welcomed(server) as page:
        say(page, "new", drawing=SWITCH)
        heard(page, "told")
        say(page, "ask", question="givens")
        assert "one solution; fewer are not enough" in told(page, "givens")["says"]


def test_questions_are_stopped(server: Server) -> None:
    with welcomed(server) as page:
        say(page, "new", drawing=SWITCH)
        heard(page, "told")
        say(page, "stop")
        assert told(page, "stopped") == {"question": "verdict", "why": "on request"}


def test_a_clue_that_cannot_be_read_is_named(server: Server) -> None:
    with welcomed(server) as page:
        say(page, "new", drawing=CLUES)
        heard(page, "told")
        change(page, 1, "clue", "nonogram 2x1 .# clues", index=0, text="x")
        assert told(page, "wrong")["why"].startswith("row 1: ")
        change(page, 2, "clue", "nonogram 2x1 .# clues", index=9, text="1")
        assert "a line whose clue is written" in heard(page, "refused")["why"]


def test_a_file_that_is_not_there_yet_is_made_by_saving_it(tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    with serving(tmp_path) as server, welcomed(server) as page:
        say(page, "open", puzzle="new.foo")
        assert "unknown suffix .foo" in heard(page, "problem")["what"]
        say(page, "open", puzzle="new.json")
        assert heard(page, "puzzle")["notes"] == ["there is no such file yet: saving creates it"]
        shape, painted = "nonogram 5x5 .# picture", {"layer": "picture", "chars": "#"}
        change(page, 1, "paint", shape, cells=[1], **painted)
        say(page, "stop")
        told(page, "stopped")  # by now it waits before it keeps the change
        say(page, "save")
        heard(page, "saved")
        time.sleep(2 * KEEP_AFTER)  # what was to be kept is saved by then
        assert not [*tmp_path.glob(".new*")]
        path.write_text("another program's")
        change(page, 2, "paint", shape, cells=[2], **painted)
        say(page, "save")
        heard(page, "conflict")
    assert path.read_text() == "another program's"


def test_the_numbers_of_a_mosaic_are_hidden_or_written() -> None:
    hidden = Mosaic.from_picture(KITE).without_clues((3,))
    drawing = drawing_of(hidden)
    assert drawing.hidden[3] == "#" and drawing.hidden.count("#") == 1
    assert drawing.puzzle() == hidden
    written = read_drawing({**drawing.plain(), "hidden": "", "clues": list(hidden.rows)})
    assert written.puzzle() == hidden

"""The studio without a server, as on the site: messages instead of HTTP and the WebSocket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.fixtures import Patch

pytest.importorskip("starlette")

from nonosat.studio.browser import Here
from nonosat.studio.messages import VERSION


def talked(folder: Path, *messages: dict[str, Any], until: Callable[[dict[str, Any]], bool]) -> list[Any]:
    """Say these after the greeting; return what the studio says until one message is as wanted."""
    told: list[dict[str, Any]] = []

    async def go() -> None:
        here = Here(str(folder), lambda text: told.append(json.loads(text)), "")
        here.connect()
        hello = {"type": "hello", "version": VERSION, "token": "", "client": "me", "puzzle": ""}
        for message in (hello, *messages):
            here.hear(json.dumps(message))
        async with asyncio.timeout(60):
            while not any(map(until, told)):
                await asyncio.sleep(0.01)

    asyncio.run(go())
    return told


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_a_conversation_is_that_of_a_websocket(tmp_path: Path) -> None:
    told = talked(tmp_path / "puzzles", {"type": "files"}, until=lambda said: said["type"] == "files")
    assert [said["type"] for said in told if said["type"] in ("puzzle", "files")] == ["puzzle", "files"]
    answers = talked(tmp_path / "puzzles", until=lambda said: said.get("what") == "assumptions")
    assert answers[-1]["data"]["verdict"] == "unique"


def test_requests_are_answered_as_by_the_server(tmp_path: Path) -> None:
    file = b"width 2\nheight 1\nrows\n1\ncolumns\n1\n0\n"

    async def go() -> None:
        here = Here(str(tmp_path), lambda _: None, "")
        status, _, body = await here.request("POST", "/open", "name=a.non", file)
        drawing = json.loads(body)["drawing"]
        assert (status, drawing["width"]) == (200, 2)
        asked = json.dumps({"form": "non", "drawing": drawing}).encode()
        status, headers, body = await here.request("POST", "/download", "", asked)
        assert status == 200 and headers["x-lost"] == "" and b"width 2" in body
        status, _, body = await here.request("POST", "/open", "name=a.non", b"width")
        assert status == 400 and "problem" in json.loads(body)
        assert (await here.request("GET", "/shown/none", "", b""))[0] == 404

    asyncio.run(go())

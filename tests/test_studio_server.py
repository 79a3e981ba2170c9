"""The studio's server: requests it cannot fulfil, the files it may touch, its workers, its shutdown."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import struct
import subprocess
import zlib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.helpers.commands import COMMAND
from tests.helpers.fixtures import Patch
from tests.helpers.processes import children_of, gone, until
from tests.helpers.studio import Server, serving

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from nonosat.errors import InputError
from nonosat.studio.drawing import MOST_TEXT
from nonosat.studio.open_puzzles import OpenPuzzles
from nonosat.studio.serve import Start
from nonosat.studio.workers import Workers
from tests.helpers.samples import some
from tests.helpers.studio_client import EMPTY, LARGE, allowed, ask, change, heard, say, welcomed

LINE = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"


def test_an_upload_has_an_end(server: Server) -> None:
    status, _, body = ask(server, "POST", "/open?name=x.non", b" " * ((20 << 20) + 1), **allowed(server))
    assert status == 400 and b"20 MB" in body


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/show", {"page": "certificate", "drawing": EMPTY}),
        ("/show", {"page": "play", "drawing": {**EMPTY, "picture": "#"}}),
        ("/show", {"page": "play", "drawing": LARGE}),
        ("/download", {"form": "none", "drawing": EMPTY}),
        ("/picture?conversion={}", "not a picture"),
        ('/picture?conversion={"side":9,"colours":2}', "not a picture"),
        ('/picture?conversion={"side":501,"colours":2}', "not a picture"),
        ('/picture?conversion={"side":9,"colours":2,"threshold":"x"}', "not a picture"),
    ],
)
def test_what_cannot_be_made_is_refused_in_one_line(server: Server, path: str, body: object) -> None:
    status, _, said = ask(server, "POST", path, json.dumps(body).encode(), **allowed(server))
    assert status == 400
    problem = json.loads(said)["problem"]
    assert problem and "\n" not in problem and len(problem) < 300


def test_a_picture_of_too_many_pixels_is_refused_undecoded(server: Server) -> None:
    pytest.importorskip("PIL")
    head = b"IHDR" + struct.pack("!IIBBBBB", 10_000, 10_000, 8, 2, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + struct.pack("!I", 13) + head + struct.pack("!I", zlib.crc32(head))
    bomb += struct.pack("!I", 0) + b"IDAT" + struct.pack("!I", zlib.crc32(b"IDAT"))
    path = '/picture?conversion={"side":9,"colours":2}'
    status, _, said = ask(server, "POST", path, bomb, **allowed(server))
    assert status == 400 and "at most 50 million pixels" in json.loads(said)["problem"]


def test_who_waits_no_more_ends_the_work(server: Server) -> None:
    noise = "".join(Random(3).choices(".#", k=60 * 60))
    drawing = {**EMPTY, "width": 60, "height": 60, "picture": noise}
    body = json.dumps({"page": "explanation", "drawing": drawing}).encode()
    before = set(children_of(server.process.pid))
    connection = http.client.HTTPConnection("127.0.0.1", server.port)
    connection.request("POST", "/show", body, {"Host": server.host, **allowed(server)})
    until(lambda: set(children_of(server.process.pid)) - before)
    begun = set(children_of(server.process.pid)) - before
    connection.close()
    assert all(gone(process) for process in begun)


def test_uploaded_html_is_never_served(server: Server) -> None:
    evil = b"<html><script>alert(1)</script>"
    for name in ("x.html", "x.svg", "x.non"):
        status, headers, body = ask(server, "POST", f"/open?name={name}", evil, **allowed(server))
        assert status == 400 and headers["content-type"] == "application/json"
        assert json.loads(body)["problem"].startswith(name)


def test_nothing_outside_the_folder_is_read_or_written(server: Server) -> None:
    outside = server.folder.parent / "outside.non"
    outside.write_text(LINE)
    (server.folder / "link.non").symlink_to(outside)
    with welcomed(server) as page:
        for name in ("../outside.non", "link.non", str(outside)):
            for kind, fields in (("open", {"puzzle": name}), ("save", {"file": name})):
                say(page, kind, **fields)
                assert heard(page, "problem")["what"].startswith(f"{Path(name).name}: ")
    assert outside.read_text() == LINE


@pytest.mark.parametrize("number", some([signal.SIGINT, signal.SIGTERM], 1))
def test_ctrl_c_ends_it_with_its_workers(number: int, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with welcomed(server) as page:
            drawn = {**EMPTY, "width": 30, "height": 30, "picture": "#....#.#.." * 90}
            change(page, 1, "whole", "nonogram 10x10 .# picture", drawing=drawn)
            while json.loads(page.recv(timeout=30)).get("what") not in ("asking", "done"):
                pass
            assert children_of(server.process.pid)
            assert server.end(number) == 0
    finally:
        server.end()
    assert not children_of(server.process.pid)
    assert kept_drawing(tmp_path, "untitled-1")["width"] == 30


def kept_drawing(folder: Path, name: str) -> dict[str, Any]:
    (kept,) = (folder / ".state").rglob(f"{name}.json")
    found: dict[str, Any] = json.loads(kept.read_text())["drawing"]
    return found


def test_ctrl_c_ends_a_worker_that_is_still_starting(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        until(lambda: children_of(server.process.pid))
        assert server.end() == 0
    finally:
        server.end()
    assert not children_of(server.process.pid)


def test_no_more_than_sixteen_puzzles_are_open_and_none_is_lost(tmp_path: Path) -> None:
    with serving(tmp_path) as server, welcomed(server) as page:
        names = []
        for number in range(20):
            say(page, "new", drawing={**EMPTY, "title": f"{number}"})
            names.append(heard(page, "puzzle")["name"])
            if number >= 14:  # only what is kept makes room for another
                heard(page, "kept")
        files = Path(f"/proc/{server.process.pid}/fd").iterdir()
        assert sum(file.resolve().suffix == ".lock" for file in files) <= 17  # with that of the run
        for number, name in enumerate(names):
            say(page, "open", puzzle=name)
            assert heard(page, "puzzle")["drawing"]["title"] == str(number)
        say(page, "discard", puzzle=names[0])
        assert names[0] not in [file["name"] for file in heard(page, "files")["unsaved"]]
        say(page, "discard", puzzle=names[-1])
        assert "is open" in heard(page, "problem")["what"]


def test_texts_that_would_become_too_long_are_refused_and_nothing_is_lost(server: Server) -> None:
    with welcomed(server) as page:
        say(page, "new", drawing={**EMPTY, "title": "kept"})
        heard(page, "kept")
        for seq, key in enumerate(("title", "author"), start=1):
            change(page, seq, "about", key=key, text="x" * (MOST_TEXT // 2))
        assert "characters together" in heard(page, "refused")["why"]
        assert heard(page, "puzzle")["drawing"]["title"] == "x" * (MOST_TEXT // 2)
        assert heard(page, "kept")["seq"] == 2


def test_a_worker_has_a_memory_limit(tmp_path: Path) -> None:
    with serving(tmp_path, "--memory-limit", "1M") as server, welcomed(server) as page:
        noise = "".join(Random(1).choices(".#", k=100 * 100))
        say(page, "new", drawing={**EMPTY, "width": 100, "height": 100, "picture": noise})
        while (said := heard(page, "told"))["what"] != "stopped":
            pass
        assert "memory limit" in said["data"]["why"]
        say(page, "files")
        heard(page, "files")


def test_a_busy_port_is_said_and_another_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with serving(tmp_path, port=port) as server:
            assert server.port != port
            assert f"port {port} is busy: serving on {server.port}" in server.said


def test_the_same_file_is_open_in_one_studio_at_a_time(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / ".state"))
    (tmp_path / "a.non").write_text(LINE)
    start = Start(str(tmp_path / "a.non"))
    first, second = (OpenPuzzles(start.folder, Workers(1 << 30)) for _ in range(2))
    puzzle = start.open_in(first)
    with pytest.raises(InputError, match=r"^a\.non: is open in another studio$"):
        start.open_in(second)
    puzzle.place.lock.free()
    start.open_in(second).place.lock.free()


def test_a_new_file_needs_a_known_suffix(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"^x\.foo: unknown suffix \.foo: expected one such as \.yaml"):
        Start("x.foo")
    with pytest.raises(InputError, match=r"^x\.foo#2: there is no such file$"):
        Start("x.foo#2")
    assert Start("x.yaml").name == "x.yaml"


def test_kinds_that_are_not_drawn_are_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text("kind: springs\nrows: ['??# 1']\n")
    command = [*COMMAND, "studio", "--no-browser", "m.yaml"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "of kind springs" in done.stderr

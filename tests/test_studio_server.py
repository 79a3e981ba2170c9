"""The studio's server: requests it cannot fulfil, the files it may touch, its workers, its shutdown."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import struct
import subprocess
import time
import zlib
from pathlib import Path
from random import Random

import pytest

from tests.helpers.commands import COMMAND
from tests.helpers.processes import children_of, gone, until
from tests.helpers.studio import Server, serving

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from websockets.sync.client import ClientConnection

from nonosat.errors import InputError
from nonosat.formats import write
from nonosat.puzzles.nonogram import Nonogram
from nonosat.studio.app import FORBIDDEN
from nonosat.studio.drawing import MOST_TEXT
from nonosat.studio.messages import MOST_HELLO
from nonosat.studio.serve import Start
from tests.helpers.studio_client import EMPTY, LARGE, allowed, ask, closed, heard, hello, talk

BUSY = 10.0  # seconds more, as the machine that tests may have other work


def test_an_upload_has_an_end(server: Server) -> None:
    status, _, body = ask(server, "POST", "/open?name=x.non", b" " * ((20 << 20) + 1), **allowed(server))
    assert status == 400 and b"20 MB" in body


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/show", {"page": "certificate", "drawing": EMPTY}),
        ("/show", {"page": "play", "drawing": {**EMPTY, "picture": "#"}}),
        (
            "/show",
            {"page": "play", "drawing": LARGE},
        ),
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


@pytest.mark.parametrize(
    "name",
    [
        "../x.non",
        "/etc/passwd",
        "..",
        "a/b.non",
        "a\\b.non",
        ".hidden.non",
        "link.non",
        "x.html",
        "x",
        "dir.non",
    ],
)
def test_nothing_outside_the_folder_is_read_or_written(server: Server, name: str) -> None:
    outside = server.folder.parent / "outside.non"
    outside.write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    link = server.folder / "link.non"
    if not link.is_symlink():
        link.symlink_to(outside)
        (server.folder / "dir.non").mkdir()
    before = outside.read_bytes()
    with talk(server) as page:
        page.send(hello(server))
        assert json.loads(page.recv(timeout=20))["type"] == "puzzle"
        for message in ({"type": "open", "puzzle": name}, {"type": "save", "file": name}):
            page.send(json.dumps(message))
            while (said := json.loads(page.recv(timeout=20)))["type"] in ("told", "applied", "kept"):
                pass
            assert said["type"] == "problem"
    assert outside.read_bytes() == before
    assert not (server.folder.parent / "x.non").exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_it_with_its_workers(number: int, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with talk(server) as page:
            page.send(hello(server))
            drawn = {**EMPTY, "width": 30, "height": 30, "picture": "#....#.#.." * 90}
            change = {"kind": "whole", "drawing": drawn}
            page.send(json.dumps({"type": "change", "seq": 1, "shape": "10x10 .# picture", "change": change}))
            until_asking(page)
            assert children_of(server.process.pid)
            begin = time.monotonic()
            assert server.end(number) == 0
            assert time.monotonic() - begin < 5 + BUSY
    finally:
        server.end()
    assert not children_of(server.process.pid)
    assert (
        json.loads(next((tmp_path / ".state").rglob("untitled-1.json")).read_text())["drawing"]["width"] == 30
    )


def test_ctrl_c_does_not_wait_for_a_worker_that_is_still_starting(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        until(lambda: children_of(server.process.pid))
        begin = time.monotonic()
        assert server.end() == 0
        assert time.monotonic() - begin < 5 + BUSY
    finally:
        server.end()


def until_asking(page: ClientConnection) -> None:
    while json.loads(page.recv(timeout=30)).get("what") not in ("asking", "done"):
        pass


def test_no_more_than_sixteen_puzzles_are_open_and_none_is_lost(tmp_path: Path) -> None:
    with serving(tmp_path) as server, talk(server) as page:
        page.send(hello(server))
        heard(page, "puzzle")
        names = []
        for number in range(20):
            page.send(json.dumps({"type": "new", "drawing": {**EMPTY, "title": f"{number}"}}))
            names.append(heard(page, "puzzle")["name"])
            if number >= 14:  # only what is kept makes room for another
                heard(page, "kept")
        locks = len(list((tmp_path / ".state").rglob("*.lock")))
        assert locks >= 20
        held = [
            fd for fd in Path(f"/proc/{server.process.pid}/fd").iterdir() if fd.resolve().suffix == ".lock"
        ]
        assert len(held) <= 17  # those of the puzzles, and that of the run
        for number, name in enumerate(names):
            page.send(json.dumps({"type": "open", "puzzle": name}))
            assert heard(page, "puzzle")["drawing"]["title"] == str(number)
        page.send(json.dumps({"type": "discard", "puzzle": names[0]}))
        assert names[0] not in heard(page, "files")["unnamed"]
        page.send(json.dumps({"type": "discard", "puzzle": names[-1]}))
        assert "is open" in heard(page, "problem")["what"]


def test_a_stroke_is_kept_within_two_seconds(server: Server) -> None:
    with talk(server) as page:
        page.send(hello(server))
        heard(page, "puzzle")
        page.send(json.dumps({"type": "new", "drawing": EMPTY}))
        name = heard(page, "puzzle")["name"]
        heard(page, "kept")
        change = {"kind": "paint", "layer": "picture", "cells": [1], "chars": "#"}
        begin = time.monotonic()
        page.send(json.dumps({"type": "change", "seq": 1, "shape": "2x1 .# picture", "change": change}))
        assert heard(page, "kept")["seq"] == 1
        assert time.monotonic() - begin < 2 + BUSY
        (kept,) = (server.folder / ".state").rglob(f"{name}.json")
        assert json.loads(kept.read_text())["drawing"]["picture"] == ".#"


def test_work_on_a_file_with_unusual_texts_survives_a_kill(tmp_path: Path) -> None:
    puzzle = Nonogram.from_picture(("#.",), title="one\rtwo\x01", description="x" * 20_000)
    content = write([puzzle], "json")
    assert isinstance(content, str)
    (tmp_path / "a.json").write_text(content)
    server = Server(tmp_path, "a.json")
    with talk(server) as page:
        page.send(hello(server))
        shape = "2x1 .# picture"
        for seq, change in enumerate(
            (
                {"kind": "paint", "layer": "picture", "cells": [1], "chars": "#"},
                {"kind": "about", "key": "author", "text": "three\rfour\0" * 2000},
            ),
            start=1,
        ):
            page.send(json.dumps({"type": "change", "seq": seq, "shape": shape, "change": change}))
        while heard(page, "kept")["seq"] < 2:
            pass
        server.kill()
    with serving(tmp_path, "a.json") as again, talk(again) as page:
        page.send(hello(again))
        found = heard(page, "puzzle")
    assert found["restored"] and not found["aside"]
    drawing = found["drawing"]
    assert (drawing["picture"], drawing["title"], drawing["author"], drawing["description"]) == (
        "##",
        puzzle.title,
        "three\rfour\0" * 2000,
        puzzle.description,
    )


def test_texts_that_would_become_too_long_are_refused_and_nothing_is_lost(server: Server) -> None:
    with talk(server) as page:
        page.send(hello(server))
        page.send(json.dumps({"type": "new", "drawing": {**EMPTY, "title": "kept"}}))
        heard(page, "kept")
        for seq, key in enumerate(("title", "author"), start=1):
            change = {"kind": "about", "key": key, "text": "x" * (MOST_TEXT // 2)}
            said = {"type": "change", "seq": seq, "shape": "2x1 .# picture", "change": change}
            page.send(json.dumps(said))
        assert "characters together" in heard(page, "refused")["why"]
        assert heard(page, "puzzle")["drawing"]["title"] == "x" * (MOST_TEXT // 2)
        assert heard(page, "kept")["seq"] == 2


def test_the_first_message_is_short(server: Server) -> None:
    with talk(server) as page:
        page.send(hello(server, puzzle="x" * MOST_HELLO))
        assert closed(page) == FORBIDDEN


def test_a_worker_has_a_memory_limit(tmp_path: Path) -> None:
    with serving(tmp_path, "--memory-limit", "1M") as server, talk(server) as page:
        page.send(hello(server))
        heard(page, "puzzle")
        noise = "".join(Random(1).choices(".#", k=100 * 100))
        drawing = {**EMPTY, "width": 100, "height": 100, "picture": noise}
        page.send(json.dumps({"type": "new", "drawing": drawing}))
        while (said := heard(page, "told"))["what"] != "stopped":
            pass
        assert "memory limit" in said["data"]["why"]
        page.send(json.dumps({"type": "files"}))
        heard(page, "files")


def test_a_busy_port_is_said_and_another_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with serving(tmp_path, port=port) as server:
            assert server.port != port
            assert f"port {port} is busy: serving on {server.port}" in server.said


def test_the_same_file_is_open_in_one_studio_at_a_time(tmp_path: Path) -> None:
    (tmp_path / "a.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    with serving(tmp_path, "a.non"):
        state = {**os.environ, "XDG_STATE_HOME": str(tmp_path / ".state")}
        command = [*COMMAND, "studio", "--no-browser", "a.non"]
        done = subprocess.run(
            command, cwd=tmp_path, env=state, capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 2
        assert done.stderr.strip() == "a.non: is open in another studio"


def test_a_new_file_needs_a_known_suffix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"^x\.foo: unknown suffix \.foo: expected one such as \.yaml"):
        Start("x.foo")
    with pytest.raises(InputError, match=r"^x\.foo#2: there is no such file$"):
        Start("x.foo#2")
    assert Start("x.yaml").name == "x.yaml"


def test_kinds_that_are_not_drawn_are_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "m.yaml").write_text("kind: mosaic\nrows: ['4?', '??']\n")
    command = [*COMMAND, "studio", "--no-browser", "m.yaml"]
    state = {**os.environ, "XDG_STATE_HOME": str(tmp_path / ".state")}
    done = subprocess.run(
        command, cwd=tmp_path, env=state, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "nonograms only" in done.stderr

"""The studio's server: requests it cannot fulfil, the files it may touch, its workers, its shutdown."""

import http.client
import json
import os
import signal
import socket
import struct
import subprocess
import zlib
from pathlib import Path
from random import Random

import pytest

from tests.helpers.commands import COMMAND
from tests.helpers.fixtures import Patch
from tests.helpers.processes import children_of, gone, until
from tests.helpers.studio import Server, serving

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from nonosat.errors import InputError
from nonosat.studio.folder import read_upload
from nonosat.studio.serve import Run, Start
from tests.helpers.samples import some
from tests.helpers.studio_client import EMPTY, LARGE, Question, allowed, ask, do, problem

LINE = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"


def test_an_upload_has_an_end(server: Server) -> None:
    assert "20 MB" in problem(server, "make/drawing", b" " * ((20 << 20) + 1), name="x.non")


@pytest.mark.parametrize(
    ("work", "body", "options"),
    [
        ("make/file", EMPTY, {"form": "none"}),
        ("make/file", {**EMPTY, "picture": "#"}, {"form": "play"}),
        ("make/file", LARGE, {"form": "play"}),
        ("make/none", EMPTY, {}),
        ("file/none", EMPTY, {}),
        ("ask/none", EMPTY, {}),
        ("ask/drawing", {**EMPTY, "picture": "x"}, {}),
        ("make/picture", b"not a picture", {"conversion": "{}"}),
        ("make/picture", b"not a picture", {"conversion": '{"side":9,"colours":2}'}),
        ("make/picture", b"not a picture", {"conversion": '{"side":501,"colours":2}'}),
        ("make/picture", b"not a picture", {"conversion": '{"side":9,"colours":2,"threshold":"x"}'}),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(
    server: Server, work: str, body: object, options: dict[str, str]
) -> None:
    said = problem(server, work, body, **options)
    assert said and "\n" not in said and len(said) < 300


@pytest.mark.parametrize("said", [b"nonsense", b"[" * 100_000, b"1" * 100_000, b"\x00\xff", b'"x"', b"[1]"])
def test_garbage_is_refused_and_nothing_else_happens(server: Server, said: bytes) -> None:
    for work in ("ask/drawing", "make/grid", "make/file", "make/book", "file/write"):
        assert "\n" not in problem(server, work, said)
    assert Question(server, "drawing", EMPTY).heard("lines")["known"] == ".."


def test_a_page_of_another_version_is_told_to_reload(server: Server) -> None:
    for path in ("/ask/drawing", "/make/link", "/file/read"):
        headers = {**allowed(server), "X-Version": "1.0.0 another"}
        status, _, said = ask(server, "POST", path, json.dumps(EMPTY).encode(), **headers)
        assert status == 426 and "reload the page" in json.loads(said)["problem"]


def test_a_picture_of_too_many_pixels_is_refused_undecoded(server: Server) -> None:
    pytest.importorskip("PIL")
    head = b"IHDR" + struct.pack("!IIBBBBB", 10_000, 10_000, 8, 2, 0, 0, 0)
    bomb = b"\x89PNG\r\n\x1a\n" + struct.pack("!I", 13) + head + struct.pack("!I", zlib.crc32(head))
    bomb += struct.pack("!I", 0) + b"IDAT" + struct.pack("!I", zlib.crc32(b"IDAT"))
    said = problem(server, "make/picture", bomb, conversion='{"side":9,"colours":2}')
    assert "at most 50 million pixels" in said


NOISE = "".join(Random(3).choices(".#", k=60 * 60))
HARD = {**EMPTY, "width": 60, "height": 60, "picture": NOISE}


@pytest.mark.parametrize("path", ["/make/file?form=explanation", "/ask/drawing"])
def test_who_listens_no_more_ends_the_work(path: str, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        for _ in Question(server, "drawing", EMPTY):  # the worker that all share has started
            pass
        before = set(children_of(server.process.pid))
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        connection.request("POST", path, json.dumps(HARD).encode(), {"Host": server.host, **allowed(server)})
        if path.startswith("/ask"):
            answers = connection.getresponse()
            while json.loads(answers.readline())["what"] != "trying":
                pass
            begun = set(children_of(server.process.pid)) - {min(before)}
            answers.close()
        else:
            until(lambda: set(children_of(server.process.pid)) - before)
            begun = set(children_of(server.process.pid)) - before
        connection.close()
        assert begun and all(gone(process) for process in begun)


def test_uploaded_html_is_never_served(server: Server) -> None:
    evil = b"<html><script>alert(1)</script>"
    for name in ("x.html", "x.svg", "x.non"):
        status, headers, body = ask(server, "POST", f"/make/drawing?name={name}", evil, **allowed(server))
        assert status == 400 and headers["content-type"] == "application/json"
        assert json.loads(body)["problem"].startswith(name)


def test_nothing_outside_the_folder_is_read_or_written(server: Server) -> None:
    outside = server.folder.parent / "outside.non"
    outside.write_text(LINE)
    (server.folder / "link.non").symlink_to(outside)
    for name in ("../outside.non", "link.non", str(outside)):
        for work in ("file/read", "file/write", "file/photo"):
            assert problem(server, work, EMPTY, name=name).startswith(f"{Path(name).name}: ")
    assert outside.read_text() == LINE


def test_a_document_names_no_file_outside_the_folder(server: Server) -> None:
    outside = server.folder.parent / "outside.yaml"
    outside.write_text("secret: words\n")
    (server.folder / "page.yaml").symlink_to(outside)
    document = "kind: own\nrules: {}\n"
    for rules in ("page.yaml", "../outside.yaml", str(outside)):
        (server.folder / "one.yaml").write_text(document.format(rules))
        said = problem(server, "file/read", name="one.yaml")
        assert "in the same folder" in said and "secret" not in said and "words" not in said


def test_an_upload_names_no_file(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.yaml").write_text("secret: words\n")
    document = b"kind: own\nrules: page.yaml\n"
    (tmp_path / "one.yaml").write_bytes(document)
    with pytest.raises(InputError, match="in the same folder"):
        read_upload("one.yaml", document)


SLOW = """
import re
from nonosat.studio.drawing import Drawing

def puzzle(self):
    return re.match("(.|#|_*)*#$", 60 * ".")  # holds the interpreter's lock for longer than a test

Drawing.puzzle = puzzle
"""


def test_a_slow_check_stops_neither_others_nor_the_end(tmp_path: Path, monkeypatch: Patch) -> None:
    planted, folder = tmp_path / "planted", tmp_path / "folder"
    planted.mkdir()
    folder.mkdir()
    (planted / "sitecustomize.py").write_text(SLOW)
    monkeypatch.setenv("PYTHONPATH", str(planted))
    server = Server(folder)
    try:
        asked = [Question(server, what, EMPTY) for what in ("drawing", "heat")]
        with socket.create_connection(("127.0.0.1", server.port)) as waiting:
            head = "".join(f"{name}: {value}\r\n" for name, value in allowed(server).items())
            body = json.dumps(EMPTY).encode()
            first = f"POST /file/write?name=a.non HTTP/1.1\r\nHost: {server.host}\r\n{head}"
            waiting.sendall(f"{first}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            assert do(server, "make/new", width="3", height="3", kind="takuzu")[0] == 200
            assert ask(server, "GET", f"/?token={server.token}")[0] == 200
            server.process.send_signal(signal.SIGTERM)
            server.process.wait(timeout=5)  # a second, and what a busy machine adds
        for question in asked:
            question.close()
    finally:
        server.kill()
    assert not children_of(server.process.pid)


def test_a_busy_thread_does_not_keep_the_server_from_ending(tmp_path: Path, monkeypatch: Patch) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    server = Server(tmp_path)
    try:
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(timeout=5) == 0
    finally:
        server.kill()


@pytest.mark.parametrize("number", some([signal.SIGINT, signal.SIGTERM], 1))
def test_ctrl_c_ends_it_with_its_workers(number: int, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        question = Question(server, "drawing", HARD)
        question.heard("asking")
        assert children_of(server.process.pid)
        assert server.end(number) == 0
        question.close()
    finally:
        server.end()
    assert not children_of(server.process.pid)


def test_ctrl_c_ends_a_worker_that_is_still_starting(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        until(lambda: children_of(server.process.pid))
        assert server.end() == 0
    finally:
        server.end()
    assert not children_of(server.process.pid)


def test_a_worker_has_a_memory_limit(tmp_path: Path) -> None:
    with serving(tmp_path, "--memory-limit", "1M") as server:
        noise = "".join(Random(1).choices(".#", k=100 * 100))
        drawing = {**EMPTY, "width": 100, "height": 100, "picture": noise}
        assert "memory limit" in Question(server, "drawing", drawing).heard("stopped")["why"]
        Question(server, "folder").heard("files")


def test_a_busy_port_is_said_and_another_taken(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with serving(tmp_path, port=port) as server:
            assert server.port != port
            assert f"port {port} is busy: serving on {server.port}" in server.said


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


def test_what_a_change_would_do_and_the_verdict_are_answered_at_the_same_time(server: Server) -> None:
    switch = {**EMPTY, "height": 2, "picture": "#..#"}
    verdict, heat = Question(server, "drawing", switch), Question(server, "heat", switch)
    assert max(heat.heard("heat")["cells"]) > 0
    found = dict(verdict)
    assert "one solution; fewer are not enough" in found["givens"]["says"]
    assert found["assumptions"]["verdict"] == "multiple" and "suggestions" in found
    assert [*found][-1] == "done"


def test_a_clue_that_cannot_be_read_is_named(server: Server) -> None:
    clues = {**EMPTY, "picture": "", "clues": ["x", "1", "0"]}
    assert Question(server, "drawing", clues).heard("wrong")["why"].startswith("row 1: ")


def test_a_file_is_read_and_written_by_its_version(server: Server) -> None:
    path = server.folder / "new.json"
    assert "unknown suffix .foo" in problem(server, "file/read", name="new.foo")
    status, said = do(server, "file/read", name="new.json")
    opened = json.loads(said)
    assert status == 200 and (opened["file"], opened["version"]) == ("new.json", "")
    assert opened["notes"] == ["there is no such file yet: saving creates it"]
    status, said = do(server, "file/write", EMPTY, name="new.json", version="")
    written = json.loads(said)
    assert status == 200 and written["key"] == opened["key"] and written["lost"] == []
    assert json.loads(do(server, "file/read", name="new.json")[1])["version"] == written["version"]
    path.write_text("another program's")
    status, said = do(server, "file/write", EMPTY, name="new.json", version=written["version"])
    assert status == 409 and "changed on the disk" in json.loads(said)["problem"]
    assert path.read_text() == "another program's"
    version = json.loads(said)["version"]
    assert do(server, "file/write", EMPTY, name="new.json", version=version)[0] == 200


@pytest.fixture
def state(tmp_path: Path, monkeypatch: Patch) -> Path:
    """Return a state folder of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def token(started: str) -> str:
    """Return the token of a run that ends at once."""
    run = Run(started)
    run.end()
    return run.token


@pytest.mark.usefixtures("state")
def test_the_token_of_a_run_is_the_next_one_s_too() -> None:
    run = Run("a")
    others = {Run("a").token, token("b")}  # one that runs at the same time, one of something else
    assert run.token not in others and len(others) == 2
    assert len(run.token) == 22  # 16 bytes


def test_a_token_that_others_may_know_is_not_taken(state: Path) -> None:
    first = token("a")
    assert token("a") == first
    (path,) = (state / "nonosat" / "studio").glob("*.token")
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700
    path.chmod(0o644)
    second = token("a")
    assert second != first
    os.utime(path, (0, 0))
    assert token("a") != second

"""Which requests the studio's server answers, and which not: tested from outside, with raw sockets."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.helpers.fixtures import Call
from tests.helpers.processes import until
from tests.helpers.studio import Server, serving

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from tests.helpers.studio_client import EMPTY, allowed, ask, do


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/?a&b&c&d&e", "/?token=&token=;&&&=%00", "/?token=", "/?token=wrong", "/ask/drawing"),
        *("/make/file", "/file/read", "/shown/x", "/none", "/../x"),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "HEAD", "PUT", "DELETE"])
def test_without_the_token_every_address_answers_403(server: Server, method: str, path: str) -> None:
    status, headers, body = ask(server, method, path, Origin=f"http://{server.host}")
    assert status == 403
    assert server.token.encode() not in body
    assert headers["cache-control"] == "no-store"


def test_a_wrong_token_in_a_header_is_refused(server: Server) -> None:
    for given in (f"Bearer {server.token}x", f"Basic {server.token}", "Bearer ", server.token, "Bearer \xe9"):
        assert ask(server, "POST", "/make/file", **{**allowed(server), "Authorization": given})[0] == 403


def test_what_is_not_there_is_404_and_nothing_breaks(server: Server) -> None:
    for method, path in (("GET", "/shown/x"), ("GET", "/shown/%00"), ("GET", "/x"), ("POST", "/shown/x/y")):
        status, _, body = ask(server, method, path, **allowed(server))
        assert status == 404 and b"Traceback" not in body


def test_a_token_in_the_address_opens_the_page_alone(server: Server) -> None:
    assert ask(server, "GET", f"/?token={server.token}")[0] == 200
    assert ask(server, "POST", f"/make/file?token={server.token}", Origin=f"http://{server.host}")[0] == 403
    other_site = {"Sec_Fetch_Site": "cross-site"}
    assert ask(server, "GET", f"/?token={server.token}", **other_site)[0] == 403


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "[::1]:1",
        "127.0.0.1.nip.io:{port}",
        "@127.0.0.1:{port}",
    ],
)
def test_another_host_is_refused(server: Server, host: str) -> None:
    """Also the rebound name of another site, which has our address."""
    name = host.format(port=server.port)
    assert ask(server, "GET", f"/?token={server.token}", Host=name)[0] == 403
    headers = {**allowed(server), "Host": name, "Origin": f"http://{name}"}
    assert ask(server, "POST", "/ask/drawing", b"{}", **headers)[0] == 403


@pytest.mark.parametrize("host", ["localhost:{port}", "[::1]:{port}", "127.0.0.1:{port}"])
def test_the_hosts_of_this_machine_are_ours(server: Server, host: str) -> None:
    assert ask(server, "GET", f"/?token={server.token}", Host=host.format(port=server.port))[0] == 200


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://evil.example",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1:1",
        "http://localhost:{port}",
    ],
)
def test_another_origin_is_refused(server: Server, origin: str | None) -> None:
    given = origin and origin.format(port=server.port)
    headers = {**allowed(server), "Origin": given or ""}
    for path in ("/make/drawing", "/ask/drawing", "/file/read"):
        assert ask(server, "POST", path, b"#.\n.#\n", **headers)[0] == 403


def test_every_response_says_what_a_browser_may_do(server: Server) -> None:
    responses = [
        ask(server, "GET", f"/?token={server.token}"),
        ask(server, "GET", "/"),
        ask(server, "GET", "/", Host="evil.example"),
        ask(server, "GET", "/none", **allowed(server)),
        ask(server, "POST", "/make/drawing?name=x.non", b"nonsense", **allowed(server)),
        ask(server, "POST", "/ask/drawing", json.dumps(EMPTY).encode(), **allowed(server)),
        ask(server, "POST", "/make/file?form=non", json.dumps(EMPTY).encode(), **allowed(server)),
    ]
    assert [status for status, _, _ in responses] == [200, 403, 403, 404, 400, 200, 200]
    for _, headers, _ in responses:
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy and "*" not in policy
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert "server" not in headers
    assert responses[-1][1]["content-disposition"] == "attachment"
    assert responses[-1][1]["content-type"] == "application/octet-stream"


def test_the_page_has_no_token_in_it(server: Server) -> None:
    body = ask(server, "GET", f"/?token={server.token}")[2]
    assert server.token.encode() not in body
    assert b"http://" not in body.replace(b"http://www.w3.org", b"") and b"https://" not in body.replace(
        b"https://example.org", b""
    )


def test_a_page_is_shown_once_and_apart_from_the_studio(server: Server) -> None:
    drawing = {**EMPTY, "title": "<b>&"}
    status, body = do(server, "make/file", drawing, form="play", show="1")
    assert status == 200
    address = json.loads(body)["address"]
    for refused in ({"Sec_Fetch_Dest": "document"}, {"Sec_Fetch_Site": "cross-site"}):
        assert ask(server, "GET", address, **refused)[0] == 403
    status, headers, page = ask(server, "GET", address)
    assert status == 200 and b"<b>&" not in page and b"\\u003cb>" in page
    policy = headers["content-security-policy"]
    assert "sandbox allow-scripts;" in policy and "same-origin" not in policy
    assert "default-src 'none'" in policy and "connect-src" not in policy
    assert ask(server, "GET", address)[0] == 403


def test_another_address_needs_insecure(call: Call, tmp_path: Path) -> None:
    for host in ("0.0.0.0", "192.0.2.1", "::", "example.org"):
        said = call(f"studio --host {host} --no-browser", code=2).err
        assert said.count("\n") == 1 and "--insecure" in said and "other machines" in said
    with serving(tmp_path, "--host", "0.0.0.0", "--insecure") as server:
        good, bad = f"192.0.2.1:{server.port}", f"evil.example:{server.port}"
        assert ask(server, "GET", f"/?token={server.token}", Host=good)[0] == 200
        assert ask(server, "GET", f"/?token={server.token}", Host=bad)[0] == 403


def test_the_token_is_nowhere_that_others_read(server: Server) -> None:
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert server.token not in listed
    kept = [path for path in (server.folder / ".state").rglob("*") if path.is_file()]
    tokens = [path for path in kept if server.token in path.read_text()]
    assert len(tokens) == 1
    assert all(path.stat().st_mode & 0o077 == 0 for path in kept)
    assert tokens[0].parent.stat().st_mode & 0o077 == 0


def test_the_browser_is_opened_through_a_file_that_only_the_user_reads(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    script = f"""\
#!/bin/sh
echo "$1" > {seen}
python3 -c 'import os, sys; print(oct(os.stat(sys.argv[1]).st_mode)[-3:])' "${{1#file://}}" >> {seen}
cat "${{1#file://}}" >> {seen}
"""
    browser.write_text(script)
    browser.chmod(0o755)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BROWSER", f"{browser} %s")
        patch.setenv("DISPLAY", ":9")
        server = Server(tmp_path, browser=True)
    try:
        until(lambda: seen.exists() and server.token in seen.read_text())
        opened, mode, page = seen.read_text().split("\n", 2)
        assert opened.startswith("file:///") and server.token not in opened
        assert mode == "600" and server.address in page
    finally:
        server.end()
    assert not Path(opened.removeprefix("file://")).exists()

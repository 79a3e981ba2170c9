"""The site in Chromium: from a folder, answers and certificates are those of an installed nonosat."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from nonosat.cli import main
from nonosat.formats import write
from nonosat.making.generate import generate
from tests.helpers import everywhere
from tests.helpers.browser import PROGRAM, Browser
from tests.helpers.site import PYODIDE, loaded, run, served

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not PYODIDE, reason="NONOSAT_PYODIDE names no folder with Pyodide (docs/site.md)"),
    pytest.mark.skipif(PROGRAM is None, reason="needs Chromium"),
    pytest.mark.xdist_group("site"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("site") / "public"
    assert main(["site", str(made), "--pyodide", PYODIDE]) == 0
    return made


@pytest.fixture(scope="module")
def browser(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with served(folder) as address, Browser(tmp_path_factory.mktemp("profile")) as window:
        window.open(address)
        loaded(window)
        yield window
        assert not window.complaints
        assert all(asked.startswith((address, "blob:")) for asked in window.requests), window.requests


def test_every_file_is_listed_with_its_hash(folder: Path) -> None:
    listed = dict(reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text().splitlines())
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    del files["SHA256SUMS"]
    assert listed == {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}


@pytest.mark.parametrize("command", everywhere.COMMANDS)
def test_answers_are_the_installed_ones(
    command: str, browser: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    words = everywhere.words(command)
    code, printed, _, _ = run(browser, words)
    assert (main(words), everywhere.facts(capsys.readouterr().out)) == (code, everywhere.facts(printed))


def test_larger_puzzles_are_decided(browser: Browser, tmp_path: Path) -> None:
    from nonosat import Order

    puzzles = generate(Order(width=25, height=25, count=10, seed=1))
    assert puzzles
    text = write(puzzles, "non")
    code, printed, _, seconds = run(browser, ["check", "set.non"], {"set.non": text.encode()})
    print(code, printed, seconds)


def test_certificates_are_valid_on_either_side(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "here.zip"
    assert main(["prove", "dom-7", "-o", str(path), "--quiet"]) == 0
    code, printed, _, _ = run(browser, ["verify", "here.zip"], {"here.zip": path.read_bytes()})
    assert code == 0, printed
    code, printed, files, _ = run(browser, ["prove", "dom-7", "-o", "there.zip"])
    assert code == 0, printed
    (tmp_path / "there.zip").write_bytes(files["there.zip"])
    assert main(["verify", str(tmp_path / "there.zip")]) == 0


def test_a_reader_solves_what_is_pasted_and_gets_files(browser: Browser) -> None:
    browser.value('text.value = "2 2\\n1 1\\n1 1\\n"; text.dispatchEvent(new Event("input")); 0')
    browser.value("document.querySelector('[data-command=\"solve FILE\"]').click()")
    browser.until("/exit code/.test(printed.textContent)")
    assert "two solutions" in browser.value("printed.textContent")
    browser.value("document.querySelector('[data-command^=\"draw FILE -o puzzle.svg\"]').click()")
    browser.until("document.querySelector('#written img')?.naturalWidth")
    assert browser.value("document.querySelector('#written a').download") == "puzzle.svg"


def test_the_site_works_without_its_server(folder: Path, tmp_path: Path) -> None:
    with Browser(tmp_path / "profile") as window:
        with served(folder) as address:
            window.open(address)
            loaded(window)
            window.value("navigator.serviceWorker.ready.then(() => { window.kept = true; })")
            window.until("window.kept")
        window.reload()
        loaded(window)
        code, printed, _, seconds = run(window, ["check", "gchq"])
        assert (code, printed.strip()) == (0, "gchq: unique")
        assert json.dumps(seconds)

"""The site in Chromium: from a folder, answers and certificates are those of an installed nonosat."""

import hashlib
import json
import random
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from nonosat import InputError, Nonogram, __version__, list_shipped, solve
from nonosat.cli import main
from nonosat.studio.site.build import PYODIDE as FILES, archive, numpy_of
from tests.browser.test_accessible import AXE, objections
from tests.helpers import everywhere
from tests.helpers.browser import Browser
from tests.helpers.fixtures import Capture
from tests.helpers.programs import needs
from tests.helpers.samples import share, some
from tests.helpers.site import PYODIDE, SiteStudio, kept, loaded, run, served
from tests.helpers.studio import READY, draw_stroke, random_strokes


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not PYODIDE:
        pytest.skip("NONOSAT_PYODIDE names no folder with Pyodide (docs/site.md)")
    needs("browser")
    made = tmp_path_factory.mktemp("site") / "public"
    assert main(["studio", "--site", str(made), "--pyodide", PYODIDE]) == 0
    return made


@pytest.fixture(scope="module")
def browser(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with served(folder) as address, Browser(tmp_path_factory.mktemp("profile")) as window:
        window.open(address)
        loaded(window)
        yield window
        assert not window.complaints
        assert all(asked.startswith((address, "blob:", "data:")) for asked in window.requests), (
            window.requests
        )


def test_the_folder_has_all_that_its_pages_load(tmp_path: Path) -> None:
    """Built from empty files instead of Pyodide's, which are not needed for this."""
    source, made = tmp_path / "source", tmp_path / "public"
    (source / "package").mkdir(parents=True)
    for name in FILES:
        (source / "package" / name).write_bytes(b"")
    with zipfile.ZipFile(source / "python_sat-1-cp314-cp314-pyemscripten_2026_0_wasm32.whl", "w") as wheel:
        wheel.writestr("pysat/__init__.py", "")
    assert main(["studio", "--site", str(made), "--pyodide", str(source)]) == 0
    sums = [line.split("  ") for line in (made / "SHA256SUMS").read_text().splitlines()]
    files = {path.relative_to(made).as_posix(): path for path in made.rglob("*") if path.is_file()}
    del files["SHA256SUMS"]
    hashes = {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}
    assert {name: digest for digest, name in sums} == hashes
    with zipfile.ZipFile(made / "python.zip") as archive:
        names = set(archive.namelist())
    assert {f"nonosat/data/instances/{name}.yaml" for name in list_shipped("instances")} <= names
    assert {"nonosat/pages/play.html", "pysat/__init__.py", "yaml/__init__.py"} <= names
    assert not [name for name in names if name.endswith((".so", ".pxd", ".pyc"))]
    offline = (made / "offline.js").read_text()
    on_demand = "pdf.zip"
    assert {name for name in files if f'"{name}"' in offline} == {*files} - {"offline.js", on_demand}
    assert "{{" not in (made / "index.html").read_text()
    assert 'id="picture-open" data-elsewhere="index.html#open"' in (made / "studio.html").read_text()


def test_a_wheel_of_nonosat_for_the_browser_is_used(tmp_path: Path) -> None:
    wheels = {}
    for name, version in (("python_sat", "1"), ("nonosat", __version__), ("nonosat", "0.1")):
        path = wheels[name, version] = (
            tmp_path / f"{name}-{version}-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
        )
        with zipfile.ZipFile(path, "w") as wheel:
            wheel.writestr(f"{name}/hot.so", "")
    pysat = wheels["python_sat", "1"]
    with zipfile.ZipFile(BytesIO(archive(pysat, wheels["nonosat", __version__]))) as made:
        names = {name for name in made.namelist() if name.startswith("nonosat/")}
    assert names == {"nonosat/hot.so"}
    with pytest.raises(InputError, match=f"expected the wheel of nonosat {__version__}"):
        archive(pysat, wheels["nonosat", "0.1"])


def test_numpy_is_loaded_on_demand_if_it_is_the_one_that_pyodide_knows(tmp_path: Path) -> None:
    path = tmp_path / "numpy-2-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr("numpy/core.so", "code")
    lock, digest = tmp_path / "pyodide-lock.json", hashlib.sha256(path.read_bytes()).hexdigest()
    lock.write_text(json.dumps({"packages": {"numpy": {"sha256": digest}}}))
    with zipfile.ZipFile(BytesIO(numpy_of(tmp_path)["numpy.zip"])) as made:
        assert made.read("numpy/core.so") == b"code"
    lock.write_text(json.dumps({"packages": {"numpy": {"sha256": "0"}}}))
    with pytest.raises(InputError, match="the wheel whose sum is in pyodide-lock"):
        numpy_of(tmp_path)
    path.unlink()
    assert numpy_of(tmp_path) == {}


@pytest.mark.parametrize("missing", [*FILES, "wheel"])
def test_what_is_missing_is_named(missing: str, tmp_path: Path, capsys: Capture) -> None:
    for name in {*FILES, "python_sat-1-wasm32.whl"} - {
        missing,
        "python_sat-1-wasm32.whl" * (missing == "wheel"),
    }:
        (tmp_path / name).write_bytes(b"")
    assert main(["studio", "--site", str(tmp_path / "public"), "--pyodide", str(tmp_path)]) == 2
    assert f"{'python_sat' if missing == 'wheel' else missing}" in capsys.readouterr().err
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "of").touch()
    assert main(["studio", "--site", str(tmp_path / "full"), "--pyodide", str(tmp_path)]) == 2


@pytest.mark.parametrize("command", some(everywhere.COMMANDS, 0))
def test_answers_are_the_installed_ones(command: str, browser: Browser, capsys: Capture) -> None:
    words = everywhere.words(command, sorted(list_shipped("instances"))[::3])
    code, printed, _ = run(browser, words)
    assert (main(words), everywhere.facts(capsys.readouterr().out)) == (code, everywhere.facts(printed))


@pytest.mark.more
def test_larger_puzzles_are_decided(browser: Browser, tmp_path: Path, capsys: Capture) -> None:
    """Ten random pictures of 25x25, as those of solver tournaments."""
    rng = random.Random(34)
    pictures = (("".join(rng.choice("#.") for _ in range(25)) for _ in range(25)) for _ in range(10))
    text = "\n\n".join("\n".join(rows) for rows in pictures) + "\n"
    path = tmp_path / "set.txt"
    path.write_text(text)
    assert main(["check", str(path)]) == 1
    expected = [line.rpartition(": ")[2] for line in capsys.readouterr().out.splitlines()]
    code, printed, _ = run(browser, ["check", "set.txt"], {"set.txt": text.encode()})
    assert [line.rpartition(": ")[2] for line in printed.splitlines()] == expected and len(expected) == 10
    assert code == 1


@pytest.mark.more
def test_certificates_are_valid_on_either_side(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "here.zip"
    assert main(["prove", "dom-7", "-o", str(path), "--quiet"]) == 0
    code, printed, _ = run(browser, ["verify", "here.zip"], {"here.zip": path.read_bytes()})
    assert code == 0, printed
    code, printed, files = run(browser, ["prove", "dom-7", "-o", "there.zip"])
    assert code == 0, printed
    (tmp_path / "there.zip").write_bytes(files["there.zip"])
    assert main(["verify", str(tmp_path / "there.zip")]) == 0


def asked(browser: Browser, expression: str) -> None:
    """Wait for what the page promises."""
    browser.value(f"window.asked = false; Promise.resolve({expression}).then(() => {{ asked = true; }}); 0")
    browser.until("asked", 300)


def picture(side: int, colour: str, kind: str) -> str:
    """Return what hands the page a square whose top left quarter has a colour."""
    return f"""(() => {{
        const pen = new OffscreenCanvas({side}, {side}).getContext("2d");
        for (const [fill, size] of [["#fff", {side}], ["{colour}", {side // 2}]]) {{
          pen.fillStyle = fill;
          pen.fillRect(0, 0, size, size);
        }}
        return pen.canvas.convertToBlob({{ type: "{kind}" }}).then((blob) => take(new File([blob], "photo")));
    }})()"""


@pytest.mark.more
def test_a_visitor_asks_by_buttons(browser: Browser) -> None:
    """Answers are drawn in place; axe-core finds nothing to object to."""
    asked(browser, "show('switch')")
    assert browser.value("verdict.textContent") == "More than one solution"
    assert "32 of 36 cells are certain" in browser.value("said.textContent")
    browser.value("document.querySelector('details').open = true; read.click()")
    browser.until("/nonogram, 5 x 4/.test(about.textContent) && verdict.textContent")
    asked(browser, "show('sums-differ')")
    assert "the columns for 6; rows 1, 3 and column 3 contradict" in browser.value("said.textContent")
    asked(browser, "ask('mend')")
    assert "Row 1: 1 1 should be 1 (a number too many)" in browser.value("said.textContent")
    asked(browser, "show('cat')")
    asked(browser, "ask('explain')")
    assert browser.value("steps.children.length") > 20
    for _ in range(2):
        asked(browser, "hint()")
    assert "simple boxes" in browser.value("said.textContent")
    asked(browser, "ask('make')")
    assert "A new puzzle" in browser.value("said.textContent")
    asked(browser, "command('draw FILE -o puzzle.svg')")
    names = "Array.from(document.querySelectorAll('#written a'), (link) => link.download).join()"
    assert browser.value(names) == "puzzle.svg,puzzle.png"
    if AXE.exists():
        assert objections(browser) == []
    code, printed, files = run(browser, ["draw", "dom-5", "-o", "puzzle.pdf"])
    assert (code, printed, files["puzzle.pdf"][:5]) == (0, "", b"%PDF-")


@pytest.mark.more
@pytest.mark.parametrize(
    ("side", "colour", "kind"), [(8, "#ff0000", "image/png"), (400, "#222222", "image/jpeg")]
)
def test_a_picture_is_decoded_by_the_browser(side: int, colour: str, kind: str, browser: Browser) -> None:
    """A small one has a cell for each pixel; of a photo, the darker part is black."""
    asked(browser, picture(side, colour, kind))
    assert browser.value("about.textContent") == ("nonogram, 8 x 8" if side == 8 else "nonogram, 25 x 25")
    assert browser.value("verdict.textContent") == "Exactly one solution"
    assert browser.value("picture.firstChild.outerHTML").count(colour if side == 8 else 'fill="#000') > 0
    assert browser.value("byId('photo').hidden") == (side == 8)
    asked(browser, "show('switch')")
    assert browser.value("byId('photo').hidden")


PRINTED = """(() => {
    const pen = new OffscreenCanvas(500, 500).getContext("2d");
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, 500, 500);
    for (let k = 0; k <= 10; k += 1) {
      pen.strokeRect(90 + 40 * k, 90, 0, 400);
      pen.strokeRect(90, 90 + 40 * k, 400, 0);
      pen.strokeText("3", 60, 112 + 40 * k);
    }
    return pen.canvas.convertToBlob({ type: "image/png" }).then((blob) => take(new File([blob], "photo")));
})()"""


@pytest.mark.more
def test_numbers_of_a_printed_puzzle_are_typed_beside_it(browser: Browser) -> None:
    """No verdict is given on a picture of lines."""
    asked(browser, PRINTED)
    assert "10 x 10 cells, none of them filled" in browser.value("said.textContent")
    assert browser.value("verdict.dataset.verdict") == ""
    assert browser.value("document.activeElement.id") == "text"


@pytest.mark.more
def test_the_site_works_without_its_server(folder: Path, tmp_path: Path) -> None:
    with Browser(tmp_path / "profile") as window:
        with served(folder) as address:
            kept(window, address)
        window.reload()
        loaded(window)
        assert run(window, ["check", "gchq"])[:2] == (0, "gchq: unique\n")


@pytest.mark.more
def test_a_command_can_be_stopped(browser: Browser) -> None:
    browser.value("command('solve dom-9 --model order-glucose'); 0")
    browser.until("!stop.hidden")
    browser.value("document.getElementById('stop').click()")
    browser.until("/Stopped/.test(said.textContent)")
    assert run(browser, ["check", "dom-3"])[:2] == (0, "dom-3: unique\n")


@pytest.mark.more
def test_the_studio_draws_and_keeps_and_says_what_the_installed_one_does(
    folder: Path, tmp_path: Path
) -> None:
    """Strokes by mouse, and a second tab, which takes the saved drawing over; without a server."""
    side = 20
    drawn = [["."] * side for _ in range(side)]
    with Browser(tmp_path / "profile") as window:
        with served(folder) as address:
            kept(window, address)
        studio = SiteStudio(window, address)
        studio.new(side, side)
        studio.value("takeTool('pencil'), takeColour(1)")
        strokes = random_strokes(share(60), side)
        for number, cells in enumerate(strokes, start=1):
            draw_stroke(drawn, cells)
            studio.drag(*cells)
            if number % 20 == 0 or number == len(strokes):
                picture = ["".join(row) for row in drawn]
                assert studio.picture == picture
                assert studio.settled() == solve(Nonogram.from_picture(tuple(picture))).verdict.value
        studio.kept()
        for form in ("non", "picture.png"):
            studio.value(f"say(''), download('{form}')")
            studio.until("/Downloaded/.test(said.textContent)")
        studio.click("#show-play")
        studio.until("document.querySelector('#show-frame iframe')?.src.startsWith('blob:')")
        studio.value("save('mine.yaml'); 0")
        studio.until("/^Saved as mine.yaml/.test(said.textContent)")
        with window.another_window(tab=True):
            SiteStudio(window, address)
            studio.value("openFile('mine.yaml'); 0")
            studio.until("byId('elsewhere-dialog').open")
            studio.click("#take-over")
            studio.until(f"!byId('elsewhere-dialog').open && {READY}")
            assert studio.picture == picture
        studio.until("byId('elsewhere-dialog').open")
        assert not window.complaints


@pytest.mark.more
def test_a_long_job_that_is_closed_does_not_keep_the_studio_waiting(folder: Path, tmp_path: Path) -> None:
    with served(folder) as address, Browser(tmp_path / "profile") as window:
        window.open(address)
        studio = SiteStudio(window, address)
        rng = random.Random(5)
        noise = "".join(rng.choice("#.") for _ in range(45 * 45))
        begin = "begin({{kind: 'nonogram', width: {0}, height: {0}, outline: [], picture: '{1}'}})"
        studio.value(begin.format(45, noise))
        studio.until("!byId('stop').hidden")
        window.requests.clear()
        studio.value("byId('show-explanation').click()")
        studio.until("byId('show-busy').textContent")
        window.soon("false", 2)  # it has begun
        studio.value("document.querySelector('#show-dialog [data-close]').click()")
        studio.value(begin.format(3, "###......"))
        studio.until("verdict.said === 'unique'")
        workers = [asked for asked in window.requests if asked.endswith("/worker.js")]
        assert len(workers) == 1  # Python was started anew
        assert not window.complaints

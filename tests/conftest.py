import faulthandler
import os
import shlex
import signal
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from nonosat import installed
from nonosat.cli import main
from nonosat.toolkit import worker, write_player
from tests.helpers import samples
from tests.helpers.browser import Browser, Show
from tests.helpers.fixtures import Call, Capture, Printed
from tests.helpers.models import QUICK_BACKENDS, default_backends, tested_backends
from tests.helpers.playing import Opener
from tests.helpers.programs import needs
from tests.helpers.studio import Server, Studio, on_page, serving

ROOT = Path(__file__).parents[1]

# A solver's package may bring a top-level package `tests`, too: processes that tests start find ours first.
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))

# A shell makes background processes ignore Ctrl-C, and so would all processes that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests start hundreds of processes. Where Python keeps no bytecode, each would compile the package anew.
if sys.dont_write_bytecode and os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    os.environ["PYTHONPYCACHEPREFIX"] = str(ROOT / "build/bytecode")

# What runs by default: the tests in core, and these, which go through commands, pages and programs.
CHOSEN = frozenset((Path(__file__).parent / "chosen.txt").read_text(encoding="utf-8").split())
CHOSEN_FILES = {test.partition("::")[0] for test in CHOSEN}
FOLDERS = ("system", "browser", "others")

PATIENCE = 300
"""Seconds after which a test hangs: its process ends, with what its threads were doing."""

STDERR = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--backend",
        action="append",
        default=[],
        metavar="NAME",
        help="backends for the conformance suite; quick: without extras; default: one of each",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to test what runs interpreted by accident."""
    config.stash[STDERR] = os.dup(2)  # later it is captured
    chosen = config.getoption("markexpr")
    samples.everything = not chosen
    samples.most = {"": 1, "more": samples.MORE}.get(chosen, samples.ONE_IN)
    if installed.interpreted and not os.environ.get(installed.SWITCH):
        raise pytest.UsageError(f"{installed.interpreted}; or set {installed.SWITCH}=1")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    faulthandler.dump_traceback_later(PATIENCE, exit=True, file=item.config.stash[STDERR])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "backend" in metafunc.fixturenames:
        chosen: list[str] = metafunc.config.getoption("--backend")
        chosen = QUICK_BACKENDS if chosen == ["quick"] else chosen
        default = chosen or default_backends()
        marks = {name: [] if name in default else [pytest.mark.more] for name in chosen or tested_backends()}
        metafunc.parametrize(
            "backend", [pytest.param(name, marks=marks[name]) for name in marks], indirect=True
        )


def chooses(config: pytest.Config) -> bool:
    """Whether this is `pytest` alone: no mark is asked for, and no file or folder is named."""
    return bool(config.getoption("markexpr") == "not more" and config.args == config.getini("testpaths"))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Read no file of which nothing is chosen."""
    folder, name = collection_path.parent.name, collection_path.name
    return (
        chooses(config)
        and folder in FOLDERS
        and name.startswith("test_")
        and f"{folder}/{name}" not in CHOSEN_FILES
    ) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what `pytest` leaves out; each test is in one of the two runs of `.ci/run`."""
    more = config.getoption("markexpr") == "more"
    for item in items:
        folder, name = item.path.parent.name, item.nodeid.partition("[")[0].removeprefix("tests/")
        needing = folder in FOLDERS and name not in CHOSEN
        again = more and folder in ("browser", "others")  # those that are chosen may have skipped themselves
        if again or (needing and (more or chooses(config))):
            item.add_marker(pytest.mark.more)


@pytest.fixture
def backend(request: pytest.FixtureRequest) -> str:
    """A backend that answers."""
    needs(request.param)
    return str(request.param)


@pytest.fixture(scope="session", autouse=True)
def no_worker_outlives_the_tests() -> Iterator[None]:
    yield
    worker.end_idle()


@pytest.fixture
def call(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Run a command in this process, check its exit code, and return what was printed since the last call."""
    monkeypatch.setattr("nonosat.cli.progress.EVERY", 3600.0)  # however busy the machine is

    def called(words: str, *more: object, code: int = 0) -> Printed:
        ended, printed = main([*shlex.split(words), *map(str, more)]), Printed(*capsys.readouterr())
        assert ended == code, printed.err
        return printed

    return called


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    needs("browser")
    with Browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A studio's server to which no page is connected."""
    with serving(tmp_path_factory.mktemp("studio")) as found:
        yield found


@pytest.fixture(scope="session")
def page_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("studio")) as found:
        yield found


@pytest.fixture
def studio(chromium: Browser, page_server: Server) -> Iterator[Studio]:
    """The studio's page, with an empty puzzle; nothing goes wrong in it."""
    with on_page(chromium, page_server) as page:
        yield page


@pytest.fixture
def show(chromium: Browser, tmp_path: Path) -> Iterator[Show]:
    """Open a page; nothing is fetched, and nothing goes wrong in it."""

    def open_page(text: str) -> Browser:
        file = tmp_path / "page.html"
        file.write_text(text, encoding="utf-8")
        chromium.open(file)
        assert chromium.requests == [file.as_uri()]
        return chromium

    yield open_page
    assert chromium.complaints == []
    assert all(url.startswith(("file:", "data:")) for url in chromium.requests)


@pytest.fixture
def opened(show: Show) -> Opener:
    """Open the page to play of a puzzle, with hints or without."""
    return lambda puzzle, hints=None: show(write_player(puzzle, hints))

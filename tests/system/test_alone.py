"""The way of platforms without worker processes, tried on this one: of a browser, which has no threads, numpy
and OR-tools either, and of Windows, which lacks modules and names of the system.
"""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from nonosat.cli import COMMANDS, main
from nonosat.formats import yaml_format
from nonosat.installed import list_shipped
from nonosat.puzzles.families import n_dom
from tests.helpers import everywhere
from tests.helpers.commands import EACH, Answered, answered
from tests.helpers.fixtures import Capture, Patch
from tests.helpers.samples import part
from tests.helpers.sources import FILES, ROOT

_BROWSER = """\
import contextlib, io, json, sys, threading, time

def refused(*_, **__):
    raise OSError("there is no such thing here")

import asyncio, os, socket, subprocess
loop = asyncio.new_event_loop()  # it needs a pair of sockets
sys.platform, os.environ["PATH"] = "emscripten", ""
absent = "numpy ortools pandas pyganak resource PIL uvicorn websockets"
sys.modules |= dict.fromkeys(absent.split())
threading.Thread.start = subprocess.Popen = socket.socketpair = os.fork = os.nice = refused
"""
_WINDOWS = """\
import contextlib, io, json, sys, threading, time

def refused(*_, **__):
    raise OSError("there is no such thing here")

# These look at the platform, and have to find the true one.
import asyncio, concurrent.futures, importlib.util, multiprocessing, os, platform, shutil, signal, socket
import subprocess, tempfile, types, zipfile
if importlib.util.find_spec("pandas"):
    import pandas
asyncio.ProactorEventLoop = asyncio.SelectorEventLoop
shutil._winapi = types.SimpleNamespace(NeedCurrentDirectoryForExePath=lambda _: False)
gone = "fork forkpty register_at_fork killpg getpgrp getpgid setpgid setsid sysconf nice getuid WNOHANG"
for name in (*gone.split(), "sched_getaffinity", "sched_setaffinity", "O_NOFOLLOW", "O_CLOEXEC"):
    vars(os).pop(name, None)
for name in ("SIGALRM", "SIGHUP", "SIGKILL", "SIGCHLD", "setitimer", "ITIMER_REAL"):
    vars(signal).pop(name, None)
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=lambda *_: None)
sys.modules |= dict.fromkeys(["fcntl", "resource", "termios", "pwd", "grp"])
sys.platform, subprocess.Popen = "win32", refused
"""


def alone(*commands: list[str], platform: str = _BROWSER) -> list[Answered]:
    """Run commands on such a platform."""
    return answered(run_alone(EACH, json.dumps(commands), platform=platform))


def run_alone(program: str, *words: str, platform: str = _BROWSER) -> str:
    """Run a program on such a platform; return what it prints."""
    told = subprocess.run(
        [sys.executable, "-c", platform + program, *words], capture_output=True, text=True, timeout=300
    )
    assert told.returncode == 0, told.stderr
    return told.stdout


@pytest.mark.parametrize("command", everywhere.COMMANDS)
def test_answers_are_those_of_worker_processes(command: str, capsys: Capture) -> None:
    words = everywhere.words(command, part(sorted(list_shipped("instances"))))
    [(code, _, printed, _)] = alone(words)
    assert (main(words), everywhere.facts(capsys.readouterr().out)) == (code, everywhere.facts(printed))


def test_solvers_are_used_and_questions_share_this_process(capsys: Capture) -> None:
    asked = (
        "solve dom-9 sums-differ",
        "count switch",
        "fix permutation-8 --by givens",
        "fix switch --by changes",
    )
    commands = [[*words.split(), "--json"] for words in (*asked, "check --jobs 2 dom-3 switch")]
    found = alone(*commands)
    first = json.loads(found[0].out.splitlines()[0])
    assert first["backends"] and all(name.startswith("pysat:") for name in first["backends"])
    for words, (code, _, printed, _) in zip(commands, found, strict=True):
        assert main(words) == code, printed
        here, there = (everywhere.facts(text) for text in (capsys.readouterr().out, printed))
        assert [_numbers(one) for one in here] == [_numbers(one) for one in there]


def _numbers(facts: dict[str, object]) -> dict[str, object]:
    """Keep what no choice of a solver changes."""
    return {key: facts.get(key) for key in ("verdict", "number", "solutions", "changes") if key in facts}


def test_limits_hold_in_the_middle_of_a_solver(tmp_path: Path) -> None:
    path = tmp_path / "dom.yaml"
    path.write_text(yaml_format.write([n_dom(30)]))  # without sums, a solver would take hours
    [(code, seconds, printed, _)] = alone(
        ["solve", str(path), "--model", "order-glucose", "--time-limit", "1", "--json"]
    )
    assert code == 3 and json.loads(printed)["stop_reason"] == "time limit", printed
    assert seconds < 2.5, printed


def test_limits_hold_while_a_puzzle_is_made() -> None:
    words = ["generate", "--kind", "norinori", "--size", "12x12", "--time-limit", "1", "--quiet"]
    [(code, seconds, _, said)] = alone(words)
    assert code == 3 and "time limit" in said
    assert seconds < 2, said


def test_certificates_are_written_and_verified_on_either_side(tmp_path: Path) -> None:
    there, here = tmp_path / "there.zip", tmp_path / "here.zip"
    assert main(["prove", "dom-7", "-o", str(here), "--quiet"]) == 0
    found = alone(["prove", "dom-7", "-o", str(there)], ["verify", str(here)], ["verify", str(there)])
    assert [one.code for one in found] == [0, 0, 0], found
    assert main(["verify", str(there)]) == 0


def test_windows_answers_within_limits_and_measures(tmp_path: Path) -> None:
    certificate, runs = str(tmp_path / "dom.zip"), str(tmp_path / "runs.jsonl")
    (tmp_path / "dom.yaml").write_text(yaml_format.write([n_dom(30)]))
    slow = ["solve", str(tmp_path / "dom.yaml"), "--model", "order-glucose", "--time-limit", "1"]
    compared = ["compare", "cat", "dom-3", "--models", "order-cadical", "order-glucose", "-o", runs]
    words = ["check gchq dom-5 switch", "count switch", f"prove dom-5 -o {certificate}"]
    commands = [*map(str.split, [*words, f"verify {certificate}"]), slow, compared]
    found = alone(*commands, platform=_WINDOWS)
    assert [one.code for one in found] == [1, 0, 0, 0, 3, 0], found
    assert found[4].cpu < 2.5 and found[0].out.splitlines()[:2] == ["gchq: unique", "dom-5: unique"]
    again = alone([*compared, "--resume"], platform=_WINDOWS)[0]
    assert again.code == 0 and again.out.splitlines()[0] == found[5].out.splitlines()[0]


def test_what_is_absent_is_said() -> None:
    (models,) = alone(["list", "models", "--json"])
    missing = [one["name"] for one in map(json.loads, models.out.splitlines()) if "not installed" in str(one)]
    assert {"cpsat", "ganak"} <= set(missing) and "auto" not in missing


@pytest.mark.more
@pytest.mark.parametrize("platform", [_BROWSER, _WINDOWS], ids=["browser", "Windows"])
def test_every_command_answers_or_says_why_it_cannot(
    platform: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    """The example of each, where the puzzles and pictures that some of them name do not exist."""
    monkeypatch.chdir(tmp_path)
    examples = [words for entry in COMMANDS.values() if ">>" not in (words := shlex.split(entry.example)[1:])]
    if platform == _WINDOWS:  # where the studio serves
        examples = [words for words in examples if words[0] != "studio"]
    said = {}
    for words, one in zip(examples, alone(*examples, platform=platform), strict=True):
        said[words[0]] = one.err
        assert one.code in (0, 1, 2, 3), (words, one.err)
        assert one.code != 2 or one.err, (words, one.err)
        assert all("no such file" in line for line in one.err.splitlines()[1:] if one.code == 2), words
    if platform == _WINDOWS:
        assert not any("needs the module" in one for one in said.values()), said
    else:
        assert said["compare"] == "nonosat compare needs the module pandas, which is not installed here\n"


_STUDIO = """\
from nonosat.toolkit import KINDS
from nonosat.studio.browser import Here

async def main():
    here = Here(sys.argv[1] + "/puzzles", "")

    def ask(number, what, body):
        told = []
        tell = lambda line: told.append(json.loads(line or "null"))
        here.ask(number, what, json.dumps(body).encode(), tell)
        return told

    async def heard(told, fits):
        while not any(said and fits(**said) for said in told):
            await asyncio.sleep(0.01)
        return next(said["data"] for said in told if said and fits(**said))

    async def do(work, body, **options):
        status, _, _, content = await here.do(work, options, json.dumps(body).encode())
        assert status == 200, (work, content)
        return content

    drawing = json.loads(await do("file/read", None, name="switch.yaml"))["drawing"]
    drawing |= dict(width=2, height=2, picture="#..#")
    answers = ask(1, "drawing", drawing)
    found = await heard(answers, lambda what, data: what == "suggestions")
    here.close(1)
    while answers[-1] is not None:
        await asyncio.sleep(0.01)
    await do("file/write", drawing, name="switch.yaml", version="")
    status, *_ = await here.do("file/write", dict(name="switch.yaml"), json.dumps(drawing).encode())
    assert status == 409
    await heard(ask(2, "folder", None), lambda what, data: what == "looked" and data["name"] == "switch.yaml")
    await do("make/grid", dict(how="turn", drawing=drawing))
    for form in ("picture.svg", "certificate", "play"):
        await do("make/file", drawing, form=form)
    await do("make/link", drawing)
    await heard(ask(3, "drawing", dict(drawing, picture="x")), lambda what, data: what == "stopped")
    for kind in (name for name, entry in KINDS.items() if entry.framed):
        new = json.loads(await do("make/new", None, kind=kind, width="4", height="4"))["drawing"]
        if new["rules"]:
            assert json.loads(await do("make/board", new))["gives"] == new["gives"]
            await heard(ask(4, "drawing", new), lambda what, data: what == "done")
    print(json.dumps(found["suggestions"]))

loop.run_until_complete(asyncio.wait_for(main(), 200))
"""


def test_the_studio_answers_every_request(tmp_path: Path) -> None:
    """A switch drawn, mended, saved, listed and judged; and all that the page asks for besides."""
    suggestions = json.loads(run_alone(_STUDIO, str(tmp_path)))
    assert suggestions[0]["cells"] and any("one solution" in one["says"] for one in suggestions)


def test_few_files_know_of_threads_and_platforms() -> None:
    """What the others call works everywhere."""
    words = re.compile(r"to_thread|run_in_executor|ThreadPoolExecutor|Thread\(|Timer\(|\bALONE\b|emscripten")
    found = {path.relative_to(ROOT).as_posix() for path in FILES if words.search(path.read_text("utf-8"))}
    known = {
        "solving/auto.py",
        "solving/card_files.py",
        "solving/session.py",
        "studio/workers.py",
        "studio/serve.py",
    }
    assert {name for name in found if not name.startswith("processes/")} == known

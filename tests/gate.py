"""The sdist and the wheel as packagers and users get them: `python -m tests.gate FOLDER`, where both are.

The wheel is installed by the steps of the Dockerfile, then for each other Python that is here; the newest one
runs the tests in core, from the sdist. The sdist is installed where no compiler is on the PATH, and where
none works.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

OLDEST = (3, 11)
VERSION = "import sys; print(*sys.version_info[:2])"
CORE = ["-m", "pytest", "-o", "addopts=-q --strict-markers -m 'not more'", "tests/core"]
ALONE = ["-n", "0", "--last-failed", "--last-failed-no-failures", "none"]  # what fails on a busy machine


def say(*words: object) -> None:
    print(*words, flush=True)


def run(*words: object, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program, which has to end well."""
    command, full = list(map(str, words)), {**os.environ, **environment}
    done = subprocess.run(command, env=full, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}\nexit code {done.returncode}")
    return done


def environment(folder: Path, python: str = sys.executable) -> Path:
    """Make an empty environment; return its folder of programs."""
    run(python, "-m", "venv", folder)
    return folder / "bin"


def others() -> Iterator[tuple[tuple[int, ...], str]]:
    """Yield the other versions of Python, the newest first. A name on the PATH may be a shim for none."""
    folders = [*map(Path, os.get_exec_path()), *Path.home().glob(".pyenv/versions/*/bin")]
    versions: dict[tuple[int, ...], str] = {}
    for path in (path for folder in folders for path in folder.glob("python3.*")):
        if re.fullmatch(r"python3\.\d+", path.name):
            done = subprocess.run([path, "-c", VERSION], capture_output=True, text=True, check=False)
            if version := tuple(map(int, done.stdout.split())):
                versions.setdefault(version, str(path))
    found = sorted(versions.items(), reverse=True)
    yield from ((version, path) for version, path in found if OLDEST <= version != sys.version_info[:2])


def try_others(wheel: Path, source: Path, place: Path) -> None:
    """Install the wheel for each other Python. The newest one that can runs the tests in core."""
    tested = False
    for version, python in others():
        name = ".".join(map(str, version))
        here = environment(place / f"python-{name}", python)
        tools = [] if tested else ["pytest", "pytest-xdist", "pillow", "distributed"]
        words = [str(here / "pip"), "install", "-q", str(wheel), *tools]
        if subprocess.run(words, check=False, cwd=place).returncode:
            say(f"not available: what nonosat needs, for Python {name}")
            continue
        run(here / "nonosat", "check", "gchq", cwd=place)
        if not tested and version > sys.version_info[:2]:
            package = run(here / "python", "-P", "-c", "import nonosat; print(*nonosat.__path__)", cwd=place)
            shutil.rmtree(source / "nonosat")
            (source / "nonosat").symlink_to(package.stdout.strip())  # the tests run with what is installed
            say(f"Python {name}: the tests in core")
            if subprocess.run([here / "python", *CORE, "-n", "2"], check=False, cwd=source).returncode:
                run(here / "python", *CORE, *ALONE, cwd=source)
        else:
            say(f"Python {name}: installed, and solves")
        tested = True


def try_sdist(sdist: Path, here: Path) -> None:
    """Install the sdist over the wheel: where pip brings a compiler, and where none works."""
    again = [here / "pip", "install", "-q", "--no-deps", "--force-reinstall", "--no-cache-dir"]
    if sys.platform == "linux":
        say("the sdist, where no compiler is on the PATH: pip brings one")
        run(*again, sdist, cwd=here, PATH=str(here))
        assert run(here / "nonosat", "check", "gchq", "dom-5", cwd=here).stderr == ""
    say("the sdist, where it cannot be compiled: one line reports it")
    for way in ({"NONOSAT_PURE": "1"}, {"CFLAGS": "--no-such-option"}):
        run(*again, sdist, cwd=here, **way)
        said = run(here / "nonosat", "check", "gchq", "dom-5", cwd=here).stderr.splitlines()
        assert len(said) == 1 and said[0].startswith("nonosat runs interpreted"), said


def main(folder: Path, place: Path) -> None:
    """Try both files, in a folder of its own: the wheel, and at once the sdist and other Pythons."""
    (sdist,), (wheel,) = folder.glob("nonosat-*.tar.gz"), folder.glob("nonosat-*-cp311-abi3-*.whl")
    with tarfile.open(sdist) as archive:
        archive.extractall(place)  # our own; Python up to 3.11.3 knows no filter
    (source,) = place.glob("nonosat-*")
    here = environment(place / "plain")
    needs = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    say("the wheel, by the steps of the Dockerfile")
    run(here / "pip", "install", "-q", *needs)
    run(here / "pip", "install", "-q", "--no-deps", wheel)
    run(here / "pip", "check")
    for command in ("solve gchq", "solve gchq-no-givens --model cpsat-automaton --quiet", "list models"):
        run(here / "nonosat", *command.split(), cwd=place)
    with ThreadPoolExecutor() as pool:
        for tried in [pool.submit(try_sdist, sdist, here), pool.submit(try_others, wheel, source, place)]:
            tried.result()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        main(Path(sys.argv[1]).resolve(), Path(place))

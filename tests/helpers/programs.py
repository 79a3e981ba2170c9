"""The programs that nonosat and its tests look for: which of them answer, and decoys in their place.

`python -m tests.helpers.programs FOLDER` writes a decoy of each into a folder, to be put on the PATH.
"""

import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from nonosat import backends
from nonosat.backends import BACKENDS
from nonosat.proofs import checkers
from nonosat.proofs.checkers import CHECKERS
from nonosat.solving.card_files import all_cards
from tests.helpers.models import options_of

_BLANK = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --dump-dom about:blank"

BROWSERS = ("chromium", "chromium-browser", "google-chrome")

TRIALS = {
    **dict.fromkeys(BROWSERS, (_BLANK, "<body>")),
    "node": ("-e 'console.log(6 * 7)'", "42"),
    "uv": ("--version", "uv "),
    "xz": ("--version", "XZ Utils"),
    "fish": ("--no-config -c 'echo a=1'", "a=1"),
    "zsh": ("-f -c 'echo a=1'", "a=1"),
}
"""What the tests themselves run: words for it, and what it says to them."""

DECOYS = {
    "fails": "echo 'cannot open display' >&2; exit 1",
    "hangs": "exec sleep 600",
    "babbles": "echo 's VERY WELL'; echo '{}'; echo '<hr>'; exit 0",
}
"""Programs of the right name and of no use, as shell scripts."""

_PATIENCE = 20.0


def needs(*names: str) -> None:
    """Skip the test if one of these cannot be used, and say why: a program on the PATH may not answer."""
    if why := next(filter(None, map(missing, names)), ""):
        pytest.skip(why)


@cache
def missing(name: str) -> str:
    """Say why a checker, a backend, `browser` or a program of the tests cannot be used; empty if it can."""
    if name in CHECKERS:
        return checkers.missing(name)
    if name in TRIALS:
        return _fault(name)
    if name == "browser":
        whys = list(map(_fault, BROWSERS))
        return "" if "" in whys else f"{', '.join(whys)} (Debian: apt-get install chromium)"
    return backends.missing(name, options_of(name))


def browser() -> str:
    """Return the name of the browser, if one is not missing."""
    return next(name for name in BROWSERS if not missing(name))


def _fault(name: str) -> str:
    words, says = TRIALS[name]
    path = shutil.which(name)
    if path is None:
        return f"{name} is not installed"
    try:
        done = subprocess.run(
            [path, *shlex.split(words)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{name} does not answer: {error}"
    return "" if says in done.stdout else f"{name} does not answer: {done.stderr[-80:].strip()}"


def looked_for() -> Iterator[str]:
    """Yield the names of all programs that nonosat or its tests look for."""
    for entry in (*BACKENDS.values(), *CHECKERS.values()):
        yield from entry.programs
    for command in (str(card.options.get("command", "")) for card in all_cards()):
        yield from command.split()[:1]
    yield from TRIALS


def put(folder: Path, name: str, script: str) -> Path:
    """Write a shell script as a program into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def main() -> None:
    """Write the decoys, of each sort about as many."""
    for number, name in enumerate(sorted(set(looked_for()))):
        put(Path(sys.argv[1]), name, list(DECOYS.values())[number % len(DECOYS)])


if __name__ == "__main__":
    main()

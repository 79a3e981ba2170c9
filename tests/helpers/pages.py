"""The examples in the documentation are run, page by page, from top to bottom.

```console   commands after `$ `, and what they print; `…` stands for what is left out
```python    is run, or, where it has `>>>`, run as a doctest; a page's blocks share their names
<!-- file: kite.yaml --> on the line before a block of any language: it is written to that file
```sh        is shown and not run: what needs a cluster, a network or another machine
```py        is shown and not run: a contract, as it stands in the package
"""

import doctest
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from nonosat.cli import main
from nonosat.proofs.checkers import CHECKERS
from tests.helpers.fixtures import Capture
from tests.helpers.programs import TRIALS, missing

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs/contributing").glob("*.md")),
]

NOT_RUN = {"sh", "lisp", "text", "json", "toml", "py"}
NEEDS = {"gif": "PIL", "png": "PIL", "pdf": "fpdf", "cactus": "matplotlib"}
"""What is written, or an option -> the package that it takes."""

_FENCE = re.compile(
    r"(?ms)^(?:<!-- file: (?P<file>[\w.-]+) -->\n)?```(?P<language>[a-z]+)\n(?P<text>.*?)^```$"
)


@dataclass
class Block:
    """A fenced block of a page, the line on which it begins, and the file that it is, if any."""

    page: str
    line: int
    language: str
    file: str
    text: str

    @property
    def place(self) -> str:
        return f"{self.page}:{self.line}"


def blocks(path: Path) -> list[Block]:
    """Return the fenced blocks of a page, without directives."""
    text = path.read_text(encoding="utf-8")
    return [
        Block(
            path.name,
            text.count("\n", 0, found.start()) + 1,
            found["language"],
            found["file"] or "",
            found["text"],
        )
        for found in _FENCE.finditer(text)
    ]


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """Yield each command of a console block with the output that is shown below it."""
    for part in re.split(r"(?m)^\$ ", block.text)[1:]:
        while re.match(r"[^\n]*\\\n", part):
            part = re.sub(r"\\\n\s*", "", part, count=1)
        command, _, shown = part.partition("\n")
        yield command, shown.strip("\n")


def skip_unless_installed(page: list[Block]) -> None:
    """Skip the test if a page needs an extra that is not installed."""
    for block in page:
        if block.language == "python" and "import pandas" in block.text:
            pytest.importorskip("pandas")
        for command, _ in commands(block) if block.language == "console" else ():
            for word, package in NEEDS.items():
                if re.search(rf"--{word}\b|\.{word}\b", command):
                    pytest.importorskip(package)


@dataclass
class Reader:
    """A reader who follows a page in the current folder."""

    capture: Capture
    names: dict[str, Any] = field(default_factory=dict)

    def follow(self, block: Block) -> None:
        """Do what a block shows."""
        if block.file:
            Path(block.file).write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            for command, shown in commands(block):
                self.run(command, shown, block.place)
        elif block.language == "python" and ">>>" in block.text:
            self._doctest(block)
        elif block.language == "python":
            exec(compile(block.text, block.place, "exec"), self.names)  # a page of our own
        else:
            assert block.language in NOT_RUN, block.place

    def run(self, command: str, shown: str, place: str) -> None:
        """Run a command, and compare what it prints with what is shown."""
        self.capture.readouterr()
        program, *words = shlex.split(command)
        if program == "nonosat" and not {"|", ">"} & set(words):
            code = main(words)
            out, err = self.capture.readouterr()
        else:
            if program in (*CHECKERS, *TRIALS) and missing(program):
                return  # such as drat-trim, which is rarely installed
            ours = {"nonosat": f"{sys.executable} -m nonosat", "python": sys.executable}
            line = ours.get(program, program) + command.removeprefix(program)
            shell = ["bash", "-o", "pipefail", "-c", line]
            done = subprocess.run(shell, capture_output=True, text=True, check=False)
            code, out, err = done.returncode, done.stdout, done.stderr
        assert code in (0, 1, 10), f"{place}: {command}: exit code {code}: {err}"
        same(_lines(shown), _lines(out), f"{place}: {command}")

    def _doctest(self, block: Block) -> None:
        parser = doctest.DocTestParser()
        test = parser.get_doctest(block.text, self.names, block.place, block.page, block.line)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        assert runner.run(test, clear_globs=False).failed == 0, block.place
        self.names.update(test.globs)


def same(shown: list[str], printed: list[str], what: str) -> None:
    """Compare what is shown with what was printed; `…` is anything, on a line of its own any lines."""
    if not shown:
        return
    lines = [".*?" if line == "…" else re.escape(line).replace("…", "[^\n]*") + "\n" for line in shown]
    text = "".join(line + "\n" for line in printed)
    found = re.fullmatch("".join(lines), text, re.DOTALL)
    assert found, "\n".join([what, "shown:", *shown, "printed:", *printed])


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines() if line.strip()]

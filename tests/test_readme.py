"""What the README says was run: every command in it, and what it shows of the output."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest

from nonosat.cli import main

README = Path(__file__).parents[1] / "README.md"


def commands() -> list[tuple[str, list[str]]]:
    """Return each command with the lines that the README shows after it."""
    found: list[tuple[str, list[str]]] = []
    shown: list[str] | None = None
    for line in README.read_text(encoding="utf-8").splitlines():
        if line.startswith("    $ "):
            shown = []
            found.append((line[6:], shown))
        elif shown is not None and (line.startswith("    ") or not line.strip()):
            shown.append(line[4:])
        else:
            shown = None
    return found


COMMANDS = commands()
TABLE = re.findall(r"(?m)^\| the .*\| `nonosat (.*)` \|$", README.read_text(encoding="utf-8"))


def needs(words: str) -> None:
    """Skip the test if a command needs an extra that is not installed."""
    for extra, package in (("qr", "zxingcpp"), ("gif", "PIL"), ("png", "PIL"), ("pdf", "fpdf")):
        if re.search(rf"--{extra}\b|\.{extra}\b", words):
            pytest.importorskip(package)


def test_there_are_commands() -> None:
    assert len(COMMANDS) > 10
    assert len(TABLE) == 5


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("number", range(len(COMMANDS)), ids=[command for command, _ in COMMANDS])
def test_every_command_does_what_is_written(
    number: int, folder: None, capsys: pytest.CaptureFixture[str]
) -> None:
    command, shown = COMMANDS[number]
    needs(command)
    prepared(command, [before for before, _ in COMMANDS[:number]])
    capsys.readouterr()
    program, *words = shlex.split(command)
    assert program == "nonosat"
    assert main(words) in (0, 1)
    out = capsys.readouterr().out.rstrip().splitlines()
    parts = [part.strip("\n") for part in re.split(r"(?m)^…$", "\n".join(shown))]
    text = "\n".join(line.rstrip() for line in out)
    at = 0
    for part in parts:
        want = "\n".join(line.rstrip() for line in part.splitlines())
        assert want in text[at:]
        at = text.index(want, at) + len(want)
    if shown and "…" not in shown:
        assert [line for line in shown if line.strip()] == [line for line in out if line.strip()]


def prepared(command: str, earlier: Sequence[str]) -> None:
    """Run those of the earlier commands that write a file which this one reads."""
    for other in earlier:
        written = re.search(r"(?:-o|--output) (\S+)|convert .* (\S+)$", other)
        path = written and (written[1] or written[2])
        if path and path in command.split():
            main(shlex.split(other)[1:])


@pytest.mark.parametrize("words", TABLE)
def test_the_commands_of_the_table_run(words: str, folder: None, capsys: pytest.CaptureFixture[str]) -> None:
    needs(words)
    assert main(shlex.split(words)) == 0
    assert capsys.readouterr().out


def test_the_python_example_runs() -> None:
    (example,) = re.findall(r"(?s)```python\n(.*?)```", README.read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    exec(example, names)
    assert str(names["answer"]).endswith("4 shaded cells.")


def test_the_yaml_example_is_a_puzzle(tmp_path: Path) -> None:
    import nonosat

    (example,) = re.findall(r"(?s)```yaml\n(.*?)```", README.read_text(encoding="utf-8"))
    (tmp_path / "kite.yaml").write_text(example)
    assert nonosat.solve(nonosat.load(str(tmp_path / "kite.yaml"))).verdict is nonosat.Verdict.UNIQUE

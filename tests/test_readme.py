"""What the README says was run: every command in it, and what it shows of the output."""

from __future__ import annotations

import re
import shlex
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


def test_every_command_does_what_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("zxingcpp")
    monkeypatch.chdir(tmp_path)
    assert len(commands()) > 10
    for command, shown in commands():
        program, *words = shlex.split(command)
        assert program == "nonosat"
        assert main(words) in (0, 1), command
        out = capsys.readouterr().out.rstrip().splitlines()
        parts = [part.strip("\n") for part in re.split(r"(?m)^…$", "\n".join(shown))]
        text = "\n".join(line.rstrip() for line in out)
        at = 0
        for part in parts:
            want = "\n".join(line.rstrip() for line in part.splitlines())
            assert want in text[at:], command
            at = text.index(want, at) + len(want)
        if shown and "…" not in shown:
            assert [line for line in shown if line.strip()] == [line for line in out if line.strip()], command


def test_the_commands_of_the_table_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("PIL")
    monkeypatch.chdir(tmp_path)
    listed = re.findall(r"(?m)^\| the .*\| `nonosat (.*)` \|$", README.read_text(encoding="utf-8"))
    assert len(listed) == 5
    for words in listed:
        assert main(shlex.split(words)) == 0, words
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

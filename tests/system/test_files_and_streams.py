"""Full disks, streams that are closed or cannot encode the text, names in other encodings."""

import json
import os
import subprocess
from pathlib import Path

import pytest

import nonosat
from nonosat import InputError, prove, verify
from nonosat.cli.output import write_file
from nonosat.puzzles.families import n_dom
from nonosat.toolkit import write
from tests.helpers.commands import COMMAND
from tests.helpers.fixtures import Call, Patch
from tests.helpers.programs import needs

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")

WRITES = {
    "convert": ["convert", "gchq", "out.xml"],
    "draw": ["draw", "cat", "-o", "out.svg"],
    "export": ["convert", "cat", "out.cnf"],
    "trace": ["explain", "--passes", "cat", "-o", "out.html"],
    "prove": ["prove", "dom-5", "-o", "out.zip"],
}


def shell(script: str, folder: Path, **environment: str) -> tuple[int, str, list[str]]:
    """Run a shell's script in a folder, `nonosat` in it; return its exit code, stdout, lines of stderr."""
    command = " ".join(f"'{word}'" for word in COMMAND)
    root = str(Path(nonosat.__file__).parents[1])
    done = subprocess.run(
        ["bash", "-c", f'nonosat() {{ {command} "$@"; }}; {script}'],
        cwd=folder,
        capture_output=True,
        # On a full disk, Python would keep half of a module's bytecode, and fail to read it ever after.
        env=os.environ | {"PYTHONPATH": root, "PYTHONDONTWRITEBYTECODE": "1"} | environment,
        check=False,
    )
    said = done.stderr.decode("utf-8", "surrogateescape")
    assert "Traceback" not in said, said
    return done.returncode, done.stdout.decode("utf-8", "replace"), said.splitlines()


@pytest.mark.parametrize("command", WRITES)
def test_a_full_disk_is_one_line_and_leaves_nothing(command: str, tmp_path: Path) -> None:
    script = f"ulimit -f 1; nonosat {' '.join(WRITES[command])} > /dev/null"
    code, _, said = shell(script, tmp_path)
    assert code == 2
    (line,) = said
    assert line.endswith("cannot be written: File too large")
    assert list(tmp_path.iterdir()) == []


def test_what_was_there_before_stays_if_the_disk_is_full(tmp_path: Path) -> None:
    (tmp_path / "out.svg").write_text("old")
    (tmp_path / "link.svg").symlink_to("out.svg")
    assert shell("ulimit -f 1; nonosat draw cat -o link.svg --force", tmp_path)[0] == 2
    assert (tmp_path / "out.svg").read_text() == "old"
    (tmp_path / "out.svg").chmod(0o600)
    assert shell("nonosat draw cat -o link.svg --force", tmp_path)[0] == 0
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "out.svg").read_text().startswith("<svg")
    assert (tmp_path / "out.svg").stat().st_mode & 0o777 == 0o600
    assert len(list(tmp_path.iterdir())) == 2


@needs_full
def test_a_device_is_written_itself() -> None:
    with pytest.raises(InputError, match="/dev/full: cannot be written: No space left"):
        write_file("/dev/full", "text")
    write_file(os.devnull, "text")


@needs_full
@pytest.mark.parametrize("words", ["solve gchq", "check gchq dom-5", "draw cat -o - --to png", "list models"])
def test_an_output_that_is_full(words: str, tmp_path: Path) -> None:
    code, _, said = shell(f"nonosat {words} > /dev/full", tmp_path)
    assert (code, said) == (2, ["standard output: cannot be written: No space left on device"])


def test_streams_that_are_closed(tmp_path: Path) -> None:
    code, _, said = shell("nonosat solve gchq >&-", tmp_path)
    assert (code, said) == (2, ["standard output: cannot be written: Bad file descriptor"])
    assert shell("nonosat convert cat out.non >&- 2>&- <&-", tmp_path)[0] == 0
    assert (tmp_path / "out.non").read_text().strip()
    assert shell("nonosat solve nope 2>&-", tmp_path) == (2, "", [])
    assert shell("nonosat solve - <&-", tmp_path)[2] == ["-:1: empty: expected a puzzle"]


@pytest.mark.parametrize("words", ["draw cat", "solve teapot", "solve teapot --json"])
def test_an_output_that_cannot_take_the_text(words: str, tmp_path: Path) -> None:
    plain = shell(f"nonosat {words}", tmp_path, PYTHONIOENCODING="utf-8")[1]
    for name in ("ascii", "latin-1"):
        code, out, said = shell(f"nonosat {words}", tmp_path, PYTHONIOENCODING=name)
        assert (code, said) == (0, [])
        assert len(out.splitlines()) == len(plain.splitlines())
        if "--json" in words:
            assert json.loads(out)["solutions"] == json.loads(plain)["solutions"]


@pytest.mark.more
def test_names_in_other_encodings_and_with_control_characters(tmp_path: Path) -> None:
    text = str(write([n_dom(3)], "yaml"))
    for raw in (b"n\xffm.yaml", b"line\nend\x1b[2J.yaml"):
        (tmp_path / os.fsdecode(raw)).write_text(text)
    for words in ("check", "solve --json", "count", "draw", "explain --passes --quiet"):
        for name in ("$'n\\xffm.yaml'", "$'line\\nend\\x1b[2J.yaml'"):
            code, _, said = shell(f"nonosat {words} {name}", tmp_path)
            assert (code, said) == (0, []), words
    code, _, said = shell("nonosat check $'no\\n\\x1b[2Jthing.yaml' $'n\\xfft.yaml'", tmp_path)
    assert code == 2
    assert said[0].startswith(r"no\n\x1b[2Jthing.yaml: ")
    assert len(said) == 2


def test_a_temporary_folder_that_is_full(tmp_path: Path) -> None:
    code, _, said = shell(
        "nonosat solve dom-9 --model order-glucose", tmp_path, TMPDIR=str(tmp_path / "none")
    )
    assert code in (0, 2)  # Python looks for another folder
    assert len(said) <= 1


def test_the_files_of_a_checker_are_no_fault_of_the_certificate(tmp_path: Path, monkeypatch: Patch) -> None:
    needs("drat-trim")
    path = tmp_path / "dom.zip"
    prove(n_dom(5), path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    with pytest.raises(InputError, match="the checker's files cannot be written: No such file"):
        verify(path, "drat-trim")


def test_a_command_says_of_other_files_what_is_wrong(monkeypatch: Patch, call: Call) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "/tmp/x")

    monkeypatch.setattr("nonosat.cli.loop.card", full)
    assert call("solve gchq", code=2).err == "/tmp/x: No space left on device\n"


def test_an_error_of_a_file_that_nobody_named_is_ours(monkeypatch: Patch, call: Call) -> None:
    def lost(*_: object) -> None:
        raise FileNotFoundError(2, "No such file or directory", "own.html")

    monkeypatch.setattr("nonosat.cli.loop.card", lost)
    assert "please report this" in call("solve gchq", code=70).err
    assert call("solve own.html", code=2).err == "own.html: No such file or directory\n"

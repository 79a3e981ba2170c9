"""A command whose output is kept, for a site."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path

from nonosat.cli import main


def capture(words: Sequence[str], files: Mapping[str, bytes]) -> tuple[int, str, list[tuple[str, bytes]]]:
    """Run a command in a new folder that has these files; return its exit code, what it has printed, and the
    files that it has written, with their names.
    """
    printed, before = StringIO(), Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, content in files.items():
            (folder / Path(file).name).write_bytes(bytes(content))
        os.chdir(folder)
        try:
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
                code = main(list(words))
            written = sorted(path for path in folder.iterdir() if path.is_file() and path.name not in files)
            contents = [(path.name, path.read_bytes()) for path in written]
        finally:
            os.chdir(before)
    said = printed.getvalue()
    if "pip install" in said:
        said += "A site installs nothing; an installed nonosat can do this.\n"
    return code, said, contents

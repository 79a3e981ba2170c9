"""`python -m bench.published PAGE OUT [--with NAME=VALUE ...]` runs a page's commands that make figures.

These are in its blocks of shell commands. What one prints goes to a file in OUT, after a line with the
versions and the machine; a block that has its file is not run again. `--with FOLDER=puzzles` gives a word
of the page a value.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

from bench.__main__ import machine


def blocks(page: str, values: dict[str, str]) -> list[str]:
    """Return the shell commands of a page, block by block, with these values for words."""
    found = re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    return [re.sub(r"\b[A-Z]+\b", lambda word: values.get(word[0], word[0]), block) for block in found]


def main(words: list[str] | None = None) -> int:
    """Run what is missing; return how many blocks failed."""
    parser = argparse.ArgumentParser(prog="python -m bench.published", description=__doc__)
    parser.add_argument("page", type=Path, help="such as docs/results.md")
    parser.add_argument("out", type=Path)
    parser.add_argument("--with", nargs="+", default=[], dest="values", metavar="NAME=VALUE")
    arguments = parser.parse_args(words)
    arguments.out.mkdir(parents=True, exist_ok=True)
    values = dict(one.split("=", 1) for one in arguments.values)
    failed = 0
    for number, block in enumerate(blocks(arguments.page.read_text(encoding="utf-8"), values), 1):
        kept = arguments.out / f"{number}.txt"
        if kept.exists():
            continue
        ended = subprocess.run(["bash", "-ec", block], capture_output=True, text=True, check=False)
        told = f"{'; '.join(machine().values())}\n\n{block}\n{ended.stdout}{ended.stderr}"
        kept.with_suffix(".failed" if ended.returncode else ".txt").write_text(told, encoding="utf-8")
        failed += bool(ended.returncode)
    return failed


if __name__ == "__main__":
    sys.exit(main())

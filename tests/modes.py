"""Compares answers of the hot files compiled and interpreted: they must be the same, to the last byte.

    python -m tests.modes FILE...              # `solve`, `certain` and `rate`, times aside
    python -m tests.modes --ask solve FILE...

Where belief propagation took part in an answer, only the verdicts are compared.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from nonosat import installed

QUESTIONS = ("solve", "solutions", "rate")
_ASIDE = ("seconds", "peak_memory")


def told(question: str, files: Sequence[str], interpreted: bool) -> Iterator[dict[str, Any]]:
    """Yield what a command says about puzzles, as plain data."""
    environment = {**os.environ, installed.SWITCH: "1" if interpreted else ""}
    command = [sys.executable, "-m", "nonosat", question, "--json", *files]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if not done.stdout:
        raise SystemExit(f"{question}: {done.stderr}")  # some kinds have no answer to some questions
    for line in done.stdout.splitlines():
        yield {key: value for key, value in json.loads(line).items() if key not in _ASIDE}


def differences(question: str, files: Sequence[str]) -> list[str]:
    """Return the puzzles about which the two modes say different things."""
    both = (list(told(question, files, interpreted)) for interpreted in (False, True))
    return [one["puzzle"] for one, other in zip(*both, strict=True) if _compared(one) != _compared(other)]


def _compared(answer: dict[str, Any]) -> Any:
    if "reinforced-bp" in answer.get("backends", ()):
        return answer["verdict"]
    return json.dumps(answer)


def main() -> None:
    """Compare, and print what differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--ask", choices=QUESTIONS, action="append", help="default: all of them")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    found = 0
    for question in arguments.ask or QUESTIONS:
        different = differences(question, arguments.files)
        found += len(different)
        print(f"{question}: {len(different)} differ", *different)
    sys.exit(found > 0)


if __name__ == "__main__":
    main()

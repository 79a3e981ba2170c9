"""Hostile input that coverage leads to: one target of `tests.fuzz`, with atheris, which is installed by hand.

    pip install atheris
    python -m tests.guided yaml -max_total_time=600         # a target and libFuzzer's own options

It begins with the generator's first cases and those that once failed. A case that fails is written where
libFuzzer says, and goes to `data/fuzz/` as TARGET-what once it is mended.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random

SEEDS = 40
LONGEST = 4096  # bytes of a case: short ones show as much, and run more often


def main(words: list[str]) -> None:
    """Run until a case fails, or as long as libFuzzer was told to."""
    import atheris

    with atheris.instrument_imports(include=["nonosat"]):
        from tests import fuzz
    if not words or words[0] not in fuzz.TARGETS:
        sys.exit(
            f"usage: python -m tests.guided TARGET [OPTION...]; the targets are {', '.join(fuzz.TARGETS)}"
        )
    target, *options = words

    def attempt(data: bytes) -> None:
        wrong = fuzz.attempt(target, data)[1]
        if wrong:
            raise AssertionError(wrong)

    with tempfile.TemporaryDirectory() as folder:
        for number in range(SEEDS):
            case = fuzz.TARGETS[target][0](Random(f"{target} {number}"))
            Path(folder, str(number)).write_bytes(case)
        for of, path in fuzz.corpus():
            if of == target:
                Path(folder, path.name).write_bytes(path.read_bytes())
        # What libFuzzer finds goes to the first folder, which is gone in the end as well.
        atheris.Setup([sys.argv[0], f"-max_len={LONGEST}", *options, folder], attempt)
        atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])

"""The rows that other solvers publish, each verdict with a certificate: `python -m bench.rows FOLDER`.

FOLDER has puzzles of other people, which do not ship with nonosat: each folder in it is a set, of any format.
A row names the set and has the SHA-256 of its puzzles as nonosat writes them, so that others can see whether
theirs are the same; a set that is not there has a row, too. 5,000 random pictures of 30x30 at 50% are made
here. `--first N` takes only so many puzzles of each set, `--limit` is for each puzzle.

A verdict is certified if its certificate is verified, or if it is two checked pictures. Seconds are of
processor time: to the verdicts, and then to the certificates.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from pathlib import Path

import nonosat
from bench.__main__ import machine
from bench.setting import progress
from nonosat import Limits, Puzzle, Verdict
from nonosat.puzzles.families import random_puzzle
from nonosat.toolkit import measure, write

AT_HAND = ("survey", "tournament", "hard")
"""Sets of which rivals publish rows. Those of the folder that are not named follow."""

HEADINGS = (
    *("set", "SHA-256", "puzzles", "unique", "multiple", "none", "open"),
    *("certified", "s", "slowest", "certificates, s"),
)


@dataclass
class Row:
    """What is known of a set."""

    name: str
    limits: Limits
    digest: str = ""
    verdicts: Counter[str] = field(default_factory=Counter)
    certified: int = 0
    seconds: list[float] = field(default_factory=list)
    to_certify: float = 0.0

    def add(self, puzzle: Puzzle) -> None:
        """Decide a puzzle, and certify the verdict."""
        text = write(puzzle, "json")
        assert isinstance(text, str)
        self.digest = sha256((self.digest + text).encode()).hexdigest()
        answer, cost = measure(nonosat.solve, puzzle, "auto", self.limits)
        self.verdicts[answer.verdict.value] += 1
        self.seconds.append(cost.cpu)
        if answer.verdict is Verdict.MULTIPLE:
            self.certified += len(set(answer.solutions)) > 1 and not any(map(puzzle.fault, answer.solutions))
        elif answer.verdict is not Verdict.UNKNOWN:
            certified, cost = measure(self._certify, puzzle)
            self.certified += certified == answer.verdict.value
            self.to_certify += cost.cpu

    def _certify(self, puzzle: Puzzle) -> str | None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "it.zip")
            nonosat.prove(puzzle, path, limits=self.limits)
            if not path.exists():
                return None
            found = nonosat.verify(path, puzzle=puzzle)
            return found.verdict if found.verified else None

    def cells(self) -> Iterator[object]:
        """Yield the row's cells, under HEADINGS."""
        yield from (self.name, self.digest[:12] or "not at hand", len(self.seconds))
        yield from (self.verdicts[verdict] for verdict in ("unique", "multiple", "none", "unknown"))
        yield self.certified
        for seconds in (sum(self.seconds), max(self.seconds, default=0.0), self.to_certify):
            yield f"{seconds:.3g}"


def sets(folder: Path) -> Iterator[tuple[str, Iterable[Puzzle]]]:
    """Yield the sets by name: what is made here, those that rivals have, and the others of the folder."""
    yield "random 30x30, 50%", (random_puzzle(30, 30, 0.5, seed) for seed in range(5000))
    others = sorted(one.name for one in folder.iterdir() if one.is_dir() and one.name not in AT_HAND)
    for name in (*AT_HAND, *others):
        yield name, nonosat.load_all(folder / name, errors="skip") if (folder / name).is_dir() else ()


def main(words: list[str] | None = None) -> None:
    """Print a row for each set."""
    parser = argparse.ArgumentParser(prog="python -m bench.rows", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, metavar="N")
    parser.add_argument("--limit", type=float, default=600.0, metavar="SECONDS")
    given = parser.parse_args(words)
    print(
        "; ".join(machine().values()),
        "",
        f"| {' | '.join(HEADINGS)} |",
        "|---" * len(HEADINGS) + "|",
        sep="\n",
    )
    for name, puzzles in sets(given.folder):
        row = Row(name, Limits(given.limit))
        for number, puzzle in enumerate(islice(puzzles, given.first), 1):
            progress(f"{name}: {number}")
            row.add(puzzle)
        progress("")
        print(f"| {' | '.join(map(str, row.cells()))} |", flush=True)


if __name__ == "__main__":
    main()

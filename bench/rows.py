"""The rows that other solvers publish, each verdict with a certificate: `python -m bench.rows FOLDER`.

FOLDER has puzzles of other people, which do not ship with nonosat: each folder in it is a set, of any format.
A row names the set and has the SHA-256 of its puzzles as nonosat writes them, so that others can see whether
theirs are the same; a set that is not there has a row, too. 5,000 random pictures of 30x30 at 50% are made
here. `--only NAME` takes some of the sets, `--first N` so many puzzles of each, `--limit` is for each puzzle,
and `--checker` names the checker of certificates. `--each` prints a row for each puzzle, too.

A verdict is certified if its certificate is verified, and is about this puzzle and this verdict. Seconds are
of processor time: to decide the puzzles, then to prove and to verify; steps are those of the longest proof.
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

TOURNAMENTS = {
    "icga": (2016, 2017, 2018, 2019, 2020, 2021, 2022, 2023),
    "taai": (2011, 2013, 2014, 2015, 2016, 2017, 2018, 2019, 2020, 2021, 2022),
    "tcga": (2012, 2013, 2014, 2015, 2016, 2017, 2019, 2020, 2021, 2022, 2023),
}

RANDOM = "random 30x30, 50%"

RIVALS = {
    RANDOM: 5000,
    "survey": 31,
    "hard": 13,
    **{f"{series}{year}": 1000 for series, years in TOURNAMENTS.items() for year in years},
}
"""Sets of which rivals publish rows, and their puzzles: Wolter's survey (webpbn.com/survey), the hardest of
webpbn (3867, 13480, 16900, 19080, 25385, 25820, 27174, 30509, 30532, 30654, 30681, 32013 and 32291), and the
tournaments of 25x25 (github.com/zxkyjimmy/NonogramRecord). Other sets of the folder follow.
"""

HEADINGS = (
    *("set", "SHA-256", "puzzles", "unique", "multiple", "none", "open"),
    *("certified", "s", "slowest", "steps", "prove, s", "verify, s"),
)


@dataclass
class Row:
    """What is known of the puzzles of a set."""

    name: str
    digest: str = ""
    verdicts: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    certified: int = 0
    steps: int = 0
    prove: float = 0.0
    verify: float = 0.0

    def add(self, other: Row) -> None:
        """Add the puzzles of another row."""
        self.digest = sha256((self.digest + other.digest).encode()).hexdigest()
        self.verdicts += other.verdicts
        self.seconds += other.seconds
        self.certified += other.certified
        self.steps = max(self.steps, other.steps)
        self.prove += other.prove
        self.verify += other.verify

    def cells(self) -> Iterator[object]:
        """Yield the row's cells, under HEADINGS."""
        number, expected = len(self.seconds), RIVALS.get(self.name)
        yield from (self.name, self.digest[:12] or "not at hand")
        yield number if expected in (None, number) else f"{number} of {expected}"
        yield from (self.verdicts[verdict] for verdict in ("unique", "multiple", "none", "unknown"))
        yield from (self.certified, f"{sum(self.seconds):.3g}", f"{max(self.seconds, default=0.0):.3g}")
        yield from (self.steps, f"{self.prove:.3g}", f"{self.verify:.3g}")

    def show(self) -> None:
        """Print the row."""
        print(f"| {' | '.join(map(str, self.cells()))} |", flush=True)


def decide(name: str, puzzle: Puzzle, limits: Limits, checker: str | None) -> Row:
    """Decide a puzzle, and certify the verdict."""
    text = write(puzzle, "json")
    assert isinstance(text, str)
    answer, cost = measure(nonosat.solve, puzzle, "auto", limits)
    row = Row(name, sha256(text.encode()).hexdigest(), Counter([answer.verdict.value]), [cost.cpu])
    if answer.verdict is Verdict.UNKNOWN:
        return row
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "it.zip")
        _, cost = measure(nonosat.prove, puzzle, path, limits=limits)
        row.prove = cost.cpu
        if path.exists():
            checked, cost = measure(nonosat.verify, path, checker, puzzle)
            row.verify = cost.cpu
            row.certified = int(checked.verified and checked.verdict == answer.verdict.value)
            if checked.certificate and checked.certificate.proof:
                row.steps = checked.certificate.proof.steps
    return row


def sets(folder: Path) -> Iterator[tuple[str, Iterable[Puzzle]]]:
    """Yield the sets by name: what is made here, those that rivals have, and the others of the folder."""
    there = {one.name: one for one in sorted(folder.iterdir()) if one.is_dir()}
    for name in dict.fromkeys((*RIVALS, *there)):
        if name == RANDOM:
            yield name, (random_puzzle(30, 30, 0.5, seed) for seed in range(5000))
        else:
            yield name, nonosat.load_all(there[name], errors="skip") if name in there else ()


def main(words: list[str] | None = None) -> None:
    """Print a row for each set."""
    parser = argparse.ArgumentParser(prog="python -m bench.rows", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--first", type=int, metavar="N")
    parser.add_argument("--limit", type=float, default=600.0, metavar="SECONDS")
    parser.add_argument("--checker", metavar="NAME")
    parser.add_argument("--each", action="store_true")
    given = parser.parse_args(words)
    if not given.folder.is_dir():
        parser.error(f"{given.folder}: there is no such folder")
    print("; ".join(machine().values()), "", sep="\n")
    print(f"| {' | '.join(HEADINGS)} |", "|---" * len(HEADINGS) + "|", sep="\n", flush=True)
    for name, puzzles in sets(given.folder):
        if given.only and name not in given.only:
            continue
        row = Row(name)
        for number, puzzle in enumerate(islice(puzzles, given.first), 1):
            progress(f"{name}: {number}")
            file = Path(puzzle.source or str(number)).name
            one = decide(f"{name}, {file}", puzzle, Limits(given.limit), given.checker)
            row.add(one)
            if given.each:
                one.show()
        progress("")
        row.show()


if __name__ == "__main__":
    main()

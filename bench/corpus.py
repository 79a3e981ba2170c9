"""`python -m bench.corpus corpus.jsonl.gz`: 2,000 nonograms, each with one solution, always the same ones.

A fifth each is trivial, lines, moderate, deep and guessing. `summing` is missing: pictures that sums solve,
and nothing easier, are rare.
A record is that of `nonosat generate` with `steps`, the steps of lines and refutations of its rating, and
`certificate`, the SHA-256 of the hashes of the puzzle, the solution and the clauses in the certificate that
`nonosat prove` writes of it; its proof is another one with each version of a solver.

What is done is in FILE.part: a run that is stopped goes on from there.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import nonosat
from nonosat import toolkit
from nonosat.making.candidate import record
from nonosat.making.order import SYMMETRIES

SEED = 2026
COUNT = 2000
SIDES = 10, 12, 15, 18, 20, 25, 30
FEWER = {"trivial": SIDES[:3], "deep": SIDES[:5], "guessing": SIDES[:5]}
"""The sides of classes that take long to find in larger grids."""

FOURTHS = 1600  # puzzles that are not guessing

DENSITIES = {
    "trivial": (0.65, 0.8),
    "lines": (0.45, 0.65),
    "moderate": (0.35, 0.5),
    "deep": (0.33, 0.4),
    "guessing": (0.33, 0.4),
}
"""The shares of coloured cells at which pictures of a class are not rare."""

COLOURS = {"guessing": (1, 1, 1, 1, 2)}
"""The numbers of colours to choose from: many make it rare that lines are not enough."""

PLAIN = 225
"""The most cells of a picture that is not smooth, which takes long to mend if it is large and sparse."""

TRIES = 12  # candidates of an order, before another one is drawn
_LEFT_OUT = ("version", "seed", "number", "title", "author", "layers", "made")


def order(slot: int, draw: int) -> toolkit.Order:
    """Draw what the puzzle in a slot looks like; the classes take turns."""
    turn, place = divmod(slot, len(DENSITIES))
    level = list(DENSITIES)[place]
    slot = FOURTHS + turn if level == "guessing" else 4 * turn + place  # as when there were four classes
    random = Random(f"{SEED} {slot} {draw}")
    sides = FEWER.get(level, SIDES)
    width, height = random.choice(sides), random.choice(sides)
    if random.random() < 0.5:
        height = width
    symmetric = random.random() < (0.8 if level == "trivial" else 0.5)
    return toolkit.Order(
        width=width,
        height=height,
        density=round(random.uniform(*DENSITIES[level]), 2),
        smooth=width * height > PLAIN or random.random() < 0.7,
        symmetry=random.choice(list(SYMMETRIES)) if symmetric else "",
        colours=random.choice(COLOURS.get(level, (1, 1, 1, 2, 3))),
        levels=(level,),
        seed=SEED * 2000 + slot,
        named_by_class=True,
    )


def candidates(slot: int) -> Iterator[toolkit.Made]:
    """Yield puzzles for a slot."""
    for draw in count():
        asked = order(slot, draw)
        for number in range(draw * TRIES, (draw + 1) * TRIES):
            made = toolkit.make(asked, number)
            if isinstance(made, toolkit.Made):
                yield made


def certificate(puzzle: nonosat.Puzzle) -> str:
    """Return the hash of a certificate, without what says where it was made."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "certificate.zip")
        nonosat.prove(puzzle, path)
        with zipfile.ZipFile(path) as file:
            found = json.loads(file.read("certificate.json"))
    hashes = [found["files"][name]["sha256"] for name in ("puzzle.yaml", "solution-1.txt", "unique.cnf")]
    return sha256(" ".join(hashes).encode()).hexdigest()


def line(made: toolkit.Made) -> dict[str, Any]:
    """Return the record of a puzzle."""
    plain = {key: value for key, value in record(made).items() if key not in _LEFT_OUT}
    numbers = made.difficulty.numbers
    steps = sum(numbers[name] for name in ("line_steps", "differences", "refutations"))
    text = json.dumps({"kind": "nonogram", **plain, "licence": "CC0-1.0", "steps": steps})
    (puzzle,) = nonosat.load_all(toolkit.Source("corpus.jsonl", text.encode()))  # as anyone reads it
    return {**json.loads(text), "certificate": certificate(puzzle)}


def main() -> int:
    """Make the corpus, or what is missing of it."""
    parser = argparse.ArgumentParser(prog="python -m bench.corpus", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--count", type=int, default=COUNT, help="only the first of them")
    arguments = parser.parse_args()
    part = arguments.file.with_name(arguments.file.name + ".part")
    lines = part.read_text().splitlines(keepends=True) if part.exists() else []
    if lines and not lines[-1].endswith("\n"):
        lines.pop()
    seen = {json.loads(one)["hash"] for one in lines}
    with part.open("w") as file:
        file.writelines(lines)
        for slot in range(len(lines), arguments.count):
            made = next(one for one in candidates(slot) if record(one)["hash"] not in seen)
            lines.append(json.dumps(line(made), separators=(",", ":")) + "\n")
            seen.add(record(made)["hash"])
            file.write(lines[-1])
            file.flush()
            if slot % 100 == 99:
                print(f"{slot + 1} of {arguments.count}", file=sys.stderr)
    arguments.file.write_bytes(gzip.compress("".join(lines).encode(), 9, mtime=0))
    part.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""`python -m bench.misprints corpus.jsonl.gz --number 300`: which misprints are found, and how fast.

A mistake is made at random in each puzzle: a number misread or off by one, one missing, one too many, two run
together, one torn apart, or two lines swapped. Where exactly one solution remains, nobody can tell: those are
counted apart. The place of the true puzzle counts all that are as likely before it.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from tempfile import NamedTemporaryFile

import nonosat
from nonosat.misprints.search import MisprintSearch
from nonosat.misprints.slips import ALIKE
from nonosat.problem import Block, Clue
from nonosat.processes.limits import Limits
from nonosat.puzzles.clues import block
from nonosat.solving.run import Run

SORTS = ("misread", "missing", "extra", "joined", "torn", "swapped")


def mistaken(puzzle: nonosat.Nonogram, sort: str, rng: Random) -> nonosat.Nonogram | None:
    """Return the puzzle with a mistake of a sort, or None if the place that was drawn has none."""
    clues = list(puzzle.clues)
    line = rng.randrange(len(clues))
    clue = clues[line]
    if sort == "swapped":
        some = puzzle.directions[line >= puzzle.height]
        other = rng.choice(some)
        clues[line], clues[other] = clues[other], clue
    else:
        changed = _slip(clue, sort, rng)
        if changed is None:
            return None
        clues[line] = changed
    return puzzle.with_clues(clues) if tuple(clues) != puzzle.clues else None


def _slip(clue: Clue, sort: str, rng: Random) -> Clue | None:
    if not clue:
        return None
    k = rng.randrange(len(clue))
    before, (colour, number, _), after = clue[:k], clue[k], clue[k + 1 :]

    def blocks(*numbers: int) -> Sequence[Block]:
        return [block(colour, one) for one in numbers]

    match sort:
        case "misread":
            pairs = [pair for pair in ALIKE if str(number)[-1] in pair]
            other = number + rng.choice((-1, 1))
            if pairs and rng.random() < 0.5:
                last = rng.choice(pairs).replace(str(number)[-1], "")
                other = int(str(number)[:-1] + last)
            return (*before, *blocks(other), *after) if other > 0 else None
        case "missing":
            return (*before, *after)
        case "extra":
            return (*before, *blocks(rng.randint(1, 9)), *clue[k:])
        case "joined":
            if not after or after[0].colour != colour:
                return None
            return (*before, *blocks(int(f"{number}{after[0].low}")), *after[1:])
        case _:
            if number > 9:
                return (*before, *blocks(*map(int, str(number))), *after) if number % 10 else None
            part = rng.randint(1, max(1, number - 1))
            return (*before, *blocks(part, number - part), *after) if number > 1 else None


def cases(
    path: str, number: int, seed: int, mistakes: int
) -> Iterator[tuple[str, str, nonosat.Nonogram, nonosat.Nonogram]]:
    """Yield the class of each puzzle, the sort of mistake, the puzzle, and the one with the mistakes."""
    rng = Random(seed)
    with gzip.open(path, "rt", encoding="utf-8") as file, NamedTemporaryFile("w", suffix=".jsonl") as plain:
        text = file.read()
        plain.write(text)
        plain.flush()
        found = nonosat.load_all(plain.name)
    levels = [json.loads(line)["class"] for line in text.splitlines()]
    puzzles = list(zip(levels, found, strict=True))
    rng.shuffle(puzzles)
    for n, (level, puzzle) in enumerate(puzzles[:number]):
        assert isinstance(puzzle, nonosat.Nonogram)
        sort, wrong = SORTS[n % len(SORTS)], puzzle
        for _ in range(mistakes):
            new = None
            while new is None:
                new = mistaken(wrong, sort, rng)
                sort = sort if new or rng.random() < 0.9 else rng.choice(SORTS)
            wrong = new
            if mistakes > 1:
                sort = rng.choice(SORTS)
        yield level, sort, puzzle, wrong


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus")
    parser.add_argument("--number", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mistakes", type=int, default=1)
    parser.add_argument("--limit", type=float, default=10.0)
    arguments = parser.parse_args()
    places: dict[str, list[int]] = defaultdict(list)
    seconds, apart = list[float](), Counter[str]()
    every = cases(arguments.corpus, arguments.number, arguments.seed, arguments.mistakes)
    for level, sort, puzzle, wrong in every:
        verdict = nonosat.solve(wrong).verdict.value
        if verdict != "none":
            apart[verdict] += 1
            continue
        begin = time.process_time()
        with Run(wrong, "auto", Limits(time=arguments.limit)) as run:
            search = MisprintSearch(run, solvable=False)
            with run.until_stopped():
                search.find()
        took = time.process_time() - begin
        seconds.append(took)
        mine = next((one for one in search.found if one.puzzle.same_as(puzzle)), None)
        place = sum(one.price <= mine.price + 1e-9 for one in search.found) if mine else 0
        ease = "to moderate" if level in ("trivial", "lines", "moderate") else "beyond"
        for group in ("all", level, sort, ease):
            places[group].append(place)
    for group, some in places.items():
        first, three, listed = (sum(0 < place <= most for place in some) for most in (1, 3, 10**6))
        n = len(some)
        print(f"{group:12} {n:4}: first {first / n:.0%}, in three {three / n:.0%}, listed {listed / n:.0%}")
    seconds.sort()
    most = seconds[int(len(seconds) * 0.95)]
    print(f"CPU s: median {median(seconds):.3f}, 95 of 100 {most:.3f}; not impossible: {dict(apart)}")


if __name__ == "__main__":
    main()

"""`python -m bench.misprints --corpus FILE --coloured 500`: which misprints are found, and how fast.

A mistake of each sort is made in turn, from a seed. Where exactly one solution remains, nobody can tell:
those are counted apart. The place of the true puzzle counts all that are as likely as it is.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from gzip import decompress
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import nonosat
from nonosat import toolkit
from nonosat.misprints.search import Misprint, MisprintSearch
from nonosat.misprints.slips import ALIKE
from nonosat.problem import Clue
from nonosat.processes.limits import Limits
from nonosat.puzzles.clues import block
from nonosat.solving.run import Run

SORTS = ("off by one", "misread", "missing", "too many", "merged", "torn", "lines swapped")
MORE = ("neighbours swapped", "line skipped", "line repeated", "row and column exchanged")
_WAIT = 4  # times the processor time of the limit, at most, on a busy machine
_SAME = 1e-9  # what prices may differ by
EASY = ("trivial", "lines", "moderate")

Case = tuple[str, nonosat.Nonogram]
"""A class and a puzzle."""


def mistaken(puzzle: nonosat.Nonogram, sort: str, rng: Random) -> nonosat.Nonogram | None:
    """Return the puzzle with a mistake of a sort, or None if the place that was drawn has none."""
    clues = list(puzzle.clues)
    line = rng.randrange(len(clues))
    row = line < puzzle.height
    match sort:
        case "line skipped" | "line repeated":
            name = "rows" if row else "columns"
            some = list(getattr(puzzle, name))
            at = line if row else line - puzzle.height
            some[at : at + 1] = [] if sort == "line skipped" else [some[at]] * 2
            changed: dict[str, Any] = {name: tuple(some)}
            return replace(puzzle, **changed)
        case "lines swapped":
            other = rng.choice(puzzle.directions[not row])
        case "row and column exchanged":
            other = rng.choice(puzzle.directions[row])
        case _:
            clue = _slip(clues[line], sort, rng)
            if clue is None:
                return None
            clues[line] = clue
            other = line
    clues[line], clues[other] = clues[other], clues[line]
    return puzzle.with_clues(clues) if tuple(clues) != puzzle.clues else None


def _slip(clue: Clue, sort: str, rng: Random) -> Clue | None:
    if not clue:
        return None
    k = rng.randrange(len(clue))
    before, (colour, number, _), after = clue[:k], clue[k], clue[k + 1 :]
    numbers: list[int] = []
    text = str(number)
    match sort:
        case "off by one":
            numbers = [number + rng.choice((-1, 1))]
        case "misread":
            place = rng.randrange(len(text))
            alike = [pair.replace(text[place], "") for pair in ALIKE if text[place] in pair]
            numbers = [int(text[:place] + rng.choice(alike) + text[place + 1 :])]
        case "too many":
            numbers = [rng.randint(1, 9), number]
        case "merged" if after and after[0].colour == colour:
            other = after[0].low
            numbers, after = [number + other if rng.random() < 0.3 else int(f"{number}{other}")], after[1:]
        case "torn" if number > 9 and number % 10:
            numbers = [*map(int, text)]
        case "torn" if 1 < number < 10:
            part = rng.randrange(1, number)
            numbers = [part, number - part]
        case "neighbours swapped" if after:
            return (*before, after[0], clue[k], *after[1:])
    if not all(numbers) or not (numbers or sort == "missing"):
        return None
    return (*before, *[block(colour, one) for one in numbers], *after)


def turn_randomly(puzzle: nonosat.Nonogram, rng: Random) -> nonosat.Nonogram:
    """Return a puzzle, mirrored or turned at random, without its goal."""
    rows, columns = puzzle.rows, puzzle.columns
    for _ in range(rng.randrange(4)):  # quarter turns
        rows, columns = columns[::-1], tuple([clue[::-1] for clue in rows])
    if rng.random() < 0.5:
        rows, columns = columns, rows
    return replace(puzzle, rows=rows, columns=columns, goal=())


def corpus(path: Path, number: int | None, rng: Random) -> Iterator[Case]:
    """Yield puzzles of a corpus in random order."""
    text = decompress(path.read_bytes())
    levels = [json.loads(line)["class"] for line in text.splitlines()]
    puzzles = list(zip(levels, nonosat.load_all(toolkit.Source("corpus.jsonl", text)), strict=True))
    rng.shuffle(puzzles)
    yield from ((level, puzzle) for level, puzzle in puzzles[:number] if isinstance(puzzle, nonosat.Nonogram))


def make_coloured(number: int, seed: int) -> Iterator[Case]:
    """Yield puzzles in colours, made from a seed."""
    for n in range(number):
        rng = Random(f"{seed} {n}")
        order = toolkit.Order(
            width=rng.choice((10, 15, 20)),
            height=rng.choice((10, 15, 20)),
            density=rng.uniform(0.4, 0.7),
            colours=rng.randint(2, 4),
            levels=EASY,
            smooth=rng.random() < 0.5,
            seed=seed,
        )
        made = next(filter(None, (_make(order, 1000 * n + k) for k in range(1000))))
        assert isinstance(made.puzzle, nonosat.Nonogram)
        yield made.difficulty.level, made.puzzle


def _make(order: toolkit.Order, number: int) -> toolkit.Made | None:
    made = toolkit.make(order, number)
    return made if isinstance(made, toolkit.Made) else None


def find_misprints(wrong: nonosat.Nonogram, limit: float) -> tuple[list[Misprint], float, bool]:
    """Return the misprints that are found, the CPU time, and whether the search came to its end."""
    begin = time.process_time()
    with Run(wrong, "auto", Limits(time=_WAIT * limit, cpu=limit)) as run:
        search = MisprintSearch(run, toolkit.conflicts(wrong, "auto", run.limits_left, smallest=False))
        with run.until_stopped():
            search.find()
        return search.found, time.process_time() - begin, run.stop_reason is nonosat.StopReason.DONE


def why_missed(misprints: list[Misprint], mine: Misprint | None) -> str:
    """Say why the true puzzle is not the first: others with exactly one solution are likelier, or as likely;
    or there are none, so that it should be.
    """
    others = [one for one in misprints if one is not mine and one.only]
    assert all(nonosat.solve(one.puzzle).verdict is nonosat.Verdict.UNIQUE for one in others[:3])
    if not others or (mine and others[0].price > mine.price + _SAME):
        return "not ambiguous"
    return "likelier" if not mine or others[0].price < mine.price - _SAME else "as likely"


def main() -> None:
    """Print the table, and each puzzle that is not listed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--number", type=int, help="of the corpus, only so many")
    parser.add_argument("--coloured", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mistakes", type=int, default=1)
    parser.add_argument("--more", action="store_true", help="sorts that are rarer")
    parser.add_argument("--several", action="store_true", help="those after which several solutions remain")
    parser.add_argument("--limit", type=float, default=5.0)
    parser.add_argument("--minutes", type=float, help="measure only what this time allows")
    asked = parser.parse_args()
    until = asked.minutes and time.monotonic() + 60 * asked.minutes
    rng, sorts = Random(asked.seed), MORE if asked.more else SORTS
    places: dict[str, list[int]] = defaultdict(list)
    seconds, apart, misses, late = list[float](), Counter[str](), Counter[str](), 0
    black = corpus(asked.corpus, asked.number, rng) if asked.corpus else ()
    cases = chain(black, make_coloured(asked.coloured, asked.seed))
    for n, (level, puzzle) in enumerate(cases):
        if until and time.monotonic() > until:
            break
        puzzle = turn_randomly(puzzle, rng)
        wrong, made = puzzle, list[str]()
        while len(made) < asked.mistakes:
            sort = sorts[n % len(sorts)] if not made else rng.choice(sorts)
            new = next(filter(None, (mistaken(wrong, sort, rng) for _ in range(200))), None)
            if new is None:
                break
            wrong = new
            made.append(sort)
        verdict = nonosat.solve(wrong).verdict.value if made else "no such place"
        if verdict != ("multiple" if asked.several else "none"):
            apart[verdict] += 1
            continue
        misprints, took, done = find_misprints(wrong, asked.limit)
        seconds.append(took)
        late += not done
        mine = next((one for one in misprints if one.puzzle.same_as(puzzle)), None)
        place = sum(one.price <= mine.price + _SAME for one in misprints) if mine else 0
        if place != 1:
            misses[why_missed(misprints, mine)] += 1
        groups = ["all", *made[:1], level, "trivial to moderate" if level in EASY else "harder"]
        for group in groups:
            places[group].append(place)
        if not place or place > 3:
            size = f"{puzzle.width}x{puzzle.height}"
            says = (
                f"{', '.join(made)}, {level}, {size}, {puzzle.source}: {place or 'not'} of {len(misprints)}"
            )
            price = f"{misprints[0].price:.2f}" if misprints else "-"
            print(f"  {n}: {says}, {price}/{mine.price if mine else 0:.2f}, {took:.2f} s", flush=True)
    print(f"\n{'':25} {'n':>5} {'first':>7} {'three':>7} {'listed':>7}")
    for group, some in places.items():
        shares = (sum(0 < place <= most for place in some) / len(some) for most in (1, 3, 20))
        print(f"{group:25} {len(some):5} " + " ".join(f"{share:7.1%}" for share in shares))
    seconds.sort()
    median, most = (seconds[int(len(seconds) * share)] for share in (0.5, 0.95))
    print(f"CPU s: median {median:.3f}, 95 of 100 within {most:.3f}; stopped by the limit: {late}")
    print(f"counted apart: {dict(apart)}; misses, by the other puzzles with one solution: {dict(misses)}")


if __name__ == "__main__":
    main()

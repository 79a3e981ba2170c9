"""`python -m bench.study FOLDER`: which solvers suit nonograms, and why; bench/notes/study.md.

It generates the sets of puzzles, runs every card whose solver is installed on all of them with `nonosat
compare`, for a solution and for uniqueness, and writes FOLDER/page.md with tables and plots. An interrupted
study continues where it stopped. The sets are sized for two hours on one core.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from itertools import count, islice
from pathlib import Path

from bench import study_page
from bench.sizes import blobs
from bench.strength import strengths
from nonosat import InputError, Nonogram, Puzzle, list_shipped, load_all
from nonosat.cli import main as nonosat
from nonosat.cli.options import limit_seconds, positive
from nonosat.puzzles.families import mandelbrot, n_dom, random_puzzle
from nonosat.toolkit import Made, Order, load_card, make, write

LIMIT = 10.0  # seconds of a run
ORIENTATIONS = 2  # of each puzzle: as it is, and upside down

CARDS = {
    "minisat": ("SAT, 2003", "order", "pysat:minisat22", ""),
    "glucose": ("SAT, 2014", "order", "pysat:glucose4", ""),
    "cadical": ("SAT, 2023", "order", "pysat:cadical195", ""),
    "cadical-automaton": ("SAT, 2023", "automaton", "pysat:cadical195", ""),
    "beliefs": ("SAT with belief propagation", "order", "pysat:cadical153", "phases: beliefs\n"),
    "cp-sat": ("CP-SAT", "cpsat-automaton", "cpsat", "options: {workers: 1}\n"),
    "gecode": ("CP", "", "minizinc:gecode", ""),
    "chuffed": ("CP, lazy clauses", "", "minizinc:chuffed", ""),
    "choco": ("CP", "", "cpmpy:choco", ""),
    "pumpkin": ("CP, lazy clauses", "", "cpmpy:pumpkin", ""),
    "clingo": ("answer sets", "", "clingo", ""),
    "z3": ("SMT", "", "z3", ""),
    "highs": ("MIP", "", "highs", ""),
}
"""Name -> paradigm, encoding (or the backend's own), backend, and what else its card says.

All get the whole puzzle: nothing is narrowed before, and second solutions are not looked for elsewhere.
"""

DEFAULT = "auto"
"""The card that is run besides, as it is: what they can be combined to."""


@dataclass(frozen=True)
class PuzzleSet:
    """A set: its puzzles are endless, or as many as there are, and `size` of them are taken."""

    name: str
    about: str
    puzzles: Callable[[], Iterator[Puzzle]]
    size: int


def random_set(density: float) -> Callable[[], Iterator[Puzzle]]:
    """Return a set of random pictures, of three sizes in turn."""

    def puzzles() -> Iterator[Puzzle]:
        for seed in count():
            side = (15, 30, 50)[seed % 3]
            yield random_puzzle(side, side, density, seed)

    return puzzles


def to_order(level: str, side: int, density: float = 0.5) -> Callable[[], Iterator[Puzzle]]:
    """Return a set of puzzles with one solution, of a class of difficulty."""
    order = Order(width=side, height=side, density=density, levels=(level,))

    def puzzles() -> Iterator[Puzzle]:
        for number in count():
            made = make(order, number)
            if isinstance(made, Made):
                yield made.puzzle

    return puzzles


def instances() -> Iterator[Puzzle]:
    """Yield the nonograms that ship with nonosat."""
    for name in list_shipped("instances"):
        yield from (one for one in load_all(name) if isinstance(one, Nonogram))


SETS = (
    PuzzleSet("sparse", "random, 15x15 to 50x50, 30% black: very many solutions", random_set(0.3), 6),
    PuzzleSet("half", "random, 15x15 to 50x50, 50% black: many solutions", random_set(0.5), 6),
    PuzzleSet("dense", "random, 15x15 to 50x50, 70% black", random_set(0.7), 6),
    PuzzleSet("smooth", "smooth blobs, 40x40", lambda: (blobs(40, seed) for seed in count()), 6),
    PuzzleSet("bands", "bands around Mandelbrot's set", lambda: map(mandelbrot, range(20, 60, 10)), 4),
    PuzzleSet("lines", "one solution, lines suffice, 25x25", to_order("lines", 25), 6),
    PuzzleSet("moderate", "one solution, single assumptions suffice, 20x20", to_order("moderate", 20), 6),
    PuzzleSet("deep", "one solution, nested assumptions are needed, 15x15", to_order("deep", 15), 6),
    PuzzleSet("n-dom", "n-Dom, one solution, n from 3 to 14", lambda: map(n_dom, range(3, 15)), 12),
    PuzzleSet("instances", "the nonograms that ship with nonosat", instances, 20),
)

GOALS = {"uniqueness": "Uniqueness decided", "solution": "A first solution found"}


def puzzle_files(folder: Path, size: int | None) -> list[str]:
    """Write the sets that are missing, one file per puzzle; return the addresses of all."""
    found: list[str] = []
    for one in SETS:
        place = folder / "sets" / one.name
        place.mkdir(parents=True, exist_ok=True)
        wanted = min(one.size, size or one.size)
        files = sorted(place.glob("*.yaml"))[:wanted]
        if len(files) < wanted:
            files = []
            for number, puzzle in enumerate(islice(one.puzzles(), wanted), start=1):
                files.append(place / f"{one.name}-{number:02}.yaml")
                files[-1].write_text(str(write([puzzle], "yaml")), encoding="utf-8")
        found += map(str, files)
    return found


def card_files(folder: Path, goal: str, names: list[str]) -> tuple[list[str], list[str]]:
    """Write the cards for a goal; return the paths of those that can be used, and why others cannot."""
    usable, missing = [], []
    (folder / "cards").mkdir(parents=True, exist_ok=True)
    for name in names:
        paradigm, encoding, backend, more = CARDS[name]
        text = f"name: {name}\ndescription: {paradigm}\nbackend: {backend}\n{more}"
        text += f"encoding: {encoding}\n" if encoding else ""
        path = folder / "cards" / f"{name}-{goal}.yaml"
        path.write_text(f"{text}narrow: false\nswitches: false\ngoal: {goal}\n", encoding="utf-8")
        try:
            load_card(str(path))
            usable.append(str(path))
        except InputError as error:
            missing.append(f"{name}: {error.what}")
    return usable, missing


def run(arguments: argparse.Namespace) -> None:
    """Measure what is missing."""
    folder: Path = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    strong = folder / "strength.json"
    if not strong.exists():
        strong.write_text(json.dumps(strengths(arguments.lines), indent=1) + "\n", encoding="utf-8")
    if arguments.strength:
        return
    files = puzzle_files(folder, arguments.size)
    ratings = folder / "ratings.csv"
    if not ratings.exists():
        with redirect_stdout(StringIO()) as rated:
            nonosat(["rate", *files, "--csv", "--time-limit", str(arguments.limit), "--quiet"])
        ratings.write_text(rated.getvalue(), encoding="utf-8")
    words = ["--dask", arguments.dask] if arguments.dask else ["-j", str(arguments.jobs)]
    for goal in GOALS:
        cards, missing = card_files(folder, goal, arguments.cards)
        (folder / "missing.json").write_text(json.dumps(missing, indent=1) + "\n", encoding="utf-8")
        cards += [DEFAULT] * (goal == "uniqueness")
        more = ["--orient", str(arguments.orient)]
        journal = str(folder / f"{goal}.jsonl")
        asked = ["compare", *files, "--models", *cards, "--time-limit", str(arguments.limit), *more, *words]
        nonosat([*asked, "--resume", "--quiet", "-o", journal])


def main(words: list[str] | None = None) -> int:
    """Run the study, and write its page."""
    parser = argparse.ArgumentParser(prog="python -m bench.study", description=__doc__)
    parser.add_argument("folder", type=Path, help="for sets, cards, journals, plots and page.md")
    parser.add_argument("--limit", type=limit_seconds, default=LIMIT, help="for each run")
    parser.add_argument("-j", "--jobs", type=positive, default=2, help="runs at a time (default: 2)")
    parser.add_argument("--dask", metavar="ADDRESS", help="do the runs on the cluster of this scheduler")
    parser.add_argument("--orient", type=positive, default=ORIENTATIONS, help="orientations of each puzzle")
    parser.add_argument(
        "--size", type=positive, help="take at most this many puzzles of each set, for a trial"
    )
    parser.add_argument(
        "--lines", type=positive, default=2000, help="single lines for the propagation strength"
    )
    parser.add_argument("--cards", nargs="+", choices=CARDS, default=list(CARDS), metavar="CARD")
    parser.add_argument("--strength", action="store_true", help="measure only the propagation strength")
    parser.add_argument("--page", type=Path, help="also write the page here, such as bench/notes/study.md")
    arguments = parser.parse_args(words)
    run(arguments)
    study_page.make(arguments.folder, arguments.page, SETS, CARDS, GOALS)
    return 0


if __name__ == "__main__":
    sys.exit(main())

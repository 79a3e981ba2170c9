"""Instances for the competitions of solvers: `python -m bench.families FOLDER`.

All of them come from seeds, so that the folder can be made again, byte by byte: a file for each instance,
and `manifest.json`, which says what it is. With `--measure`, MiniSat gets a minute and CaDiCaL an hour of
processor time for each formula of the SAT competition, and the manifest keeps what they found; what it has
is not measured again. bench/notes/families.md describes the families.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from bench.generated import smooth
from nonosat.backends.exports import export
from nonosat.encodings import dimacs, reference
from nonosat.processes.files import put_file
from nonosat.processes.programs import run
from nonosat.puzzles.families import corners, n_dom, permutation, random_puzzle
from nonosat.puzzles.nonogram import Nonogram

SOLVERS = {"minisat": ["minisat", "-verb=0", "-cpu-lim=60"], "cadical": ["cadical", "-q", "-n", "-t", "3600"]}
"""Those by which the call for benchmarks says what is too easy and what is too hard."""

VERDICTS = {10: "satisfiable", 20: "unsatisfiable"}


@dataclass(frozen=True)
class Instance:
    """A puzzle of a family; `another`: is there a solution other than the picture that it was made from?"""

    name: str
    made: Callable[[], Nonogram]
    another: bool = False


def smooth_ones() -> Iterator[Instance]:
    """Blurred noise: lines say much about it, but not all."""
    for seed, side in enumerate(range(60, 81, 10)):
        yield Instance(f"smooth-{side}", partial(_smooth, side, seed), another=True)


def _smooth(side: int, seed: int) -> Nonogram:
    rng, title = np.random.default_rng(seed), f"Smooth {side}x{side}, seed {seed}"
    return smooth(rng, (side, side), (0.5, 0.8), (0.4, 0.55), title)


def doms() -> Iterator[Instance]:
    """n-Dom: one solution, and clauses that do not count need long proofs of it."""
    for n in (10, *range(20, 24)):
        yield Instance(f"dom-{n}", partial(n_dom, n), another=True)


def longer_corners() -> Iterator[Instance]:
    """n-Dom with longer arms: the same argument, with more cells that could be elsewhere."""
    for arm, numbers in (4, (16, 17, 18)), (5, (14, 15, 16)), (6, (13, 14)):
        for n in numbers:
            yield Instance(f"corners-{arm}-{n}", partial(corners, n, arm), another=True)


def giants() -> Iterator[Instance]:
    """Random pictures: lines say next to nothing; any of very many solutions will do."""
    for seed, side in enumerate(range(42, 50, 2), 1):
        yield Instance(f"giant-{side}", partial(random_puzzle, side, side, 0.45, seed))


def permutations() -> Iterator[Instance]:
    """Every clue is 1: n! solutions."""
    for n in range(8, 18):
        yield Instance(f"permutation-{n}", partial(permutation, n))


def dense() -> Iterator[Instance]:
    """Random pictures, two thirds black: from a few solutions to very many."""
    for seed, side in enumerate(range(20, 40, 2)):
        yield Instance(f"dense-{side}", partial(random_puzzle, side, side, 0.66, seed))


def clauses(instance: Instance, *about: str) -> str:
    """Return the clauses of an instance, as text; each solution is one model. `about` are first lines."""
    puzzle = instance.made()
    excluded = [puzzle.values(puzzle.goal)] if instance.another else []
    formula = reference.encode(puzzle.problem(), excluded)
    asked = "a solution other than its picture" if instance.another else "any solution"
    lines = [*about, f"c {puzzle.title}: a nonogram as clauses ({reference.NAME}); {asked}"]
    return "".join(f"{line}\n" for line in (*lines, *dimacs.lines(formula.variables, formula.clauses)))


def _export(form: str, instance: Instance) -> str:
    return export(instance.made(), form)


@dataclass(frozen=True)
class Track:
    """What a competition gets: instances of some families, each written as a file."""

    suffix: str
    families: Sequence[Callable[[], Iterator[Instance]]]
    write: Callable[[Instance], str]


SEARCH = (smooth_ones, doms, longer_corners, giants)
TRACKS = {
    "sat": Track("cnf", SEARCH, clauses),
    "counting": Track("cnf", (permutations, dense), lambda instance: clauses(instance, "c t mc")),
    "minizinc": Track("mzn", SEARCH, partial(_export, "minizinc")),
}


def main(words: list[str] | None = None) -> int:
    """Write the tracks that are asked for; measure the formulas if that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.families", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--track", action="append", choices=TRACKS, help="default: all")
    parser.add_argument("--only", default="", metavar="NAME", help="instances whose names begin so")
    parser.add_argument("--measure", action="store_true", help="run the solvers: takes hours")
    arguments = parser.parse_args(words)
    path = arguments.folder / "manifest.json"
    manifest: dict[str, dict[str, Any]] = json.loads(path.read_text()) if path.exists() else {}
    for track in arguments.track or TRACKS:
        for file, about in _write(arguments.folder, track, arguments.only):
            if manifest.get(file, {}).get("sha256") != about["sha256"]:
                manifest[file] = {**about, "measured": {}}
            measured = manifest[file]["measured"]
            for solver in SOLVERS if arguments.measure and track == "sat" else ():
                measured[solver] = measured.get(solver) or _measure(solver, arguments.folder / file)
                _keep(path, manifest)
    _keep(path, manifest)
    return 0


def _write(folder: Path, name: str, only: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Write the files of a track; yield the path of each within the folder, and what it is."""
    track = TRACKS[name]
    (folder / name).mkdir(parents=True, exist_ok=True)
    for instance in chain.from_iterable(family() for family in track.families):
        if instance.name.startswith(only):
            file = f"{name}/{instance.name}.{track.suffix}"
            print(file, file=sys.stderr)
            content = track.write(instance).encode()
            put_file(folder / file, content)
            yield file, {"title": instance.made().title, "sha256": sha256(content).hexdigest()}


def _measure(solver: str, file: Path) -> dict[str, object]:
    """Return what a solver found within its time, and the seconds of processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = run([*SOLVERS[solver], str(file)])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"verdict": VERDICTS.get(ended.code, "unknown"), "seconds": round(seconds, 1)}


def _keep(path: Path, manifest: dict[str, dict[str, Any]]) -> None:
    put_file(path, (json.dumps(manifest, indent=1) + "\n").encode())


if __name__ == "__main__":
    sys.exit(main())

"""A puzzle that is too hard for one machine: cut into cubes, each proven on its own, and one claim from all.

pip install 'nonosat[dask]'
python open_puzzle.py cut puzzle.yaml work --cubes 64
python open_puzzle.py prove work --dask tcp://host:8786   # without --dask, here; it goes on where it was
python open_puzzle.py verify work

A cube is the puzzle with some cells given. `work` has the puzzle, the cubes and a certificate for each.
`verify` checks that the cubes leave nothing out, and every certificate; it trusts nothing but the puzzle.
"""

import argparse
import json
import os
import sys
import tempfile
import zipfile
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import nonosat
from nonosat import toolkit


def with_cells(puzzle, cells):
    """Return the puzzle with cells (row, column, character), counted from 1, given as well."""
    rows = [list(row) for row in puzzle.start]
    for row, column, char in cells:
        if rows[row - 1][column - 1] not in (toolkit.UNKNOWN, char):
            raise ValueError(f"row {row}, column {column} is a given of the puzzle")
        rows[row - 1][column - 1] = char
    return puzzle.with_givens(tuple(map("".join, rows)))


def narrow(puzzle):
    """Return what follows line by line; None if nothing fits."""
    trace = toolkit.trace(puzzle)
    return None if trace.contradiction else trace.states[-1]


def best_cell(puzzle):
    """Return the cell whose colours decide most, line by line: the least progress counts, then the sum."""
    known, best = narrow(puzzle), None
    if known is None or not any(toolkit.UNKNOWN in row for row in known):
        return None
    before = sum(row.count(toolkit.UNKNOWN) for row in known)
    for row, chars in enumerate(known, 1):
        for column, char in enumerate(chars, 1):
            if char == toolkit.UNKNOWN and beside(known, row - 1, column - 1):
                ends = [narrow(with_cells(puzzle, [(row, column, one.char)])) for one in puzzle.palette]
                won = [before - sum(one.count(toolkit.UNKNOWN) for one in end or ()) for end in ends]
                best = max(best or ((-1,),), ((min(won), sum(won)), row, column))
    return best[1:]


def beside(known, row, column):
    """Say whether a neighbour of a cell is known, or an edge: elsewhere little follows from a cell."""
    places = (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)
    inside = [(y, x) for y, x in places if 0 <= y < len(known) and 0 <= x < len(known[0])]
    return len(inside) < 4 or any(known[y][x] != toolkit.UNKNOWN for y, x in inside)


def cut(puzzle, number):
    """Return at least so many cubes, if the puzzle has as many: each is split at its own best cell."""
    cubes, whole = [()], []
    while cubes and len(cubes) + len(whole) < number:
        cube = cubes.pop(0)
        cell = best_cell(with_cells(puzzle, cube))
        if cell is None:  # lines decide it
            whole.append(cube)
        else:
            cubes += [(*cube, (*cell, one.char)) for one in puzzle.palette]
    return sorted([*cubes, *whole])


def covered(puzzle, cubes):
    """Say whether the cubes leave out no picture: at each cell they part, all colours go on."""
    if () in cubes:
        return len(cubes) == 1
    cell = cubes[0][0][:2]
    parts = {one.char: [cube[1:] for cube in cubes if cube[0] == (*cell, one.char)] for one in puzzle.palette}
    return sum(map(len, parts.values())) == len(cubes) and all(
        part and covered(puzzle, part) for part in parts.values()
    )


def prove(puzzle, cube):
    """Prove a cube, wherever this runs; return its certificate, a zip file."""
    with tempfile.TemporaryDirectory() as folder:
        nonosat.prove(with_cells(puzzle, cube), path := Path(folder, "cube.zip"))
        return path.read_bytes()


def compose(puzzle, cubes, folder):
    """Return the verdict on the puzzle, and its pictures: of certificates that are checked here."""
    if not cubes or not covered(puzzle, cubes):
        sys.exit("the cubes leave something out")
    pictures = []
    for number, cube in enumerate(cubes):
        found = nonosat.verify(folder / f"{number}.zip", puzzle=with_cells(puzzle, cube))
        if not found.verified:
            sys.exit(str(found))
        with zipfile.ZipFile(folder / f"{number}.zip") as files:
            names = [f"solution-{one}.txt" for one in range(1, found.certificate.solutions + 1)]
            pictures += [files.read(name).decode() for name in names]
    return ("none", "unique", "multiple")[min(len(pictures), 2)], pictures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("action", choices=("cut", "prove", "verify"))
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--cubes", type=int, default=64)
    parser.add_argument("--dask", metavar="ADDRESS")
    given = parser.parse_args()
    work = given.paths[-1]
    if given.action == "cut":
        puzzle = nonosat.load(given.paths[0])
        work.mkdir()
        nonosat.save(puzzle, work / "puzzle.yaml")
        (work / "cubes.json").write_text(json.dumps(cut(puzzle, given.cubes)))
    puzzle = nonosat.load(work / "puzzle.yaml")
    cubes = [tuple(map(tuple, cube)) for cube in json.loads((work / "cubes.json").read_text())]
    if given.action == "prove":
        with executor(given.dask) as workers:
            left = {n for n in range(len(cubes)) if not (work / f"{n}.zip").exists()}
            jobs = {workers.submit(prove, puzzle, cubes[number]): number for number in left}
            for done in as_completed(jobs):
                part = work / f"{jobs[done]}.part"
                part.write_bytes(done.result())
                os.replace(part, work / f"{jobs[done]}.zip")
    if given.action == "verify":
        verdict, pictures = compose(puzzle, cubes, work)
        print(f"{verdict}, by {len(cubes)} certificates")
        print(*pictures[:2], sep="\n")
    else:
        print(f"{len(cubes)} cubes, {len(list(work.glob('*.zip')))} proven")


def executor(address):
    """Return what runs jobs: this machine's cores, or a cluster's."""
    if address is None:
        return ProcessPoolExecutor()
    from distributed import Client  # an extra

    return Client(address).get_executor(pure=False)


if __name__ == "__main__":
    main()

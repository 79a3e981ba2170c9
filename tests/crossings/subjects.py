"""The puzzles that commands are asked about, and all their solutions by trying everything."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from nonosat import InputError, Nonogram, Picture, Puzzle, list_shipped, load, load_all
from nonosat.puzzles.declared import Declared
from nonosat.puzzles.symmetry import MOVES, Move
from nonosat.puzzles.triangles import moves as triangle_moves
from nonosat.puzzles.triddler import Triddler
from nonosat.toolkit import KINDS, CellPuzzle
from tests import brute as random_puzzles
from tests.helpers import brute
from tests.nets.pages import meetings, random_document

ODD = Path(__file__).with_name("odd.yaml")
MOST_CELLS = 16  # of a shipped puzzle that stands for a kind which has no other
PAGES = 1000  # random ones, in which every two keys of rules meet
NEW = (32, 8, 1)  # pairs of keys that a page must bring: at first many, so that pages are few
MOST_SOLUTIONS = 150  # of a random puzzle: more take long to list in every command

Turn = tuple[Puzzle, tuple[int, ...]]
"""A puzzle turned or mirrored, and the number that each of its cells has in the puzzle itself."""


@dataclass(frozen=True)
class Subject:
    """A puzzle with its solutions."""

    puzzle: Puzzle

    @cached_property
    def solutions(self) -> tuple[Picture, ...]:
        """All solutions."""
        return _solved(self.puzzle)

    @cached_property
    def fillings(self) -> tuple[tuple[int, ...], ...]:
        """The values of the cells in each solution."""
        return tuple(self.puzzle.values(picture) for picture in self.solutions)

    @property
    def verdict(self) -> str:
        return ("none", "unique", "multiple")[min(2, len(self.solutions))]

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The puzzle in all its orientations, its own first."""
        every = range(len(self.puzzle.problem().sizes))
        puzzle: Any = self.puzzle
        turn: Any = _turned_declared if puzzle.is_declared and puzzle.turns else TURNS.get(puzzle.kind)
        return ((self.puzzle, tuple(every)), *(turn(self.puzzle) if turn else ()))


def _turned_nonogram(puzzle: Nonogram) -> Iterator[Turn]:
    cells = [range(r * puzzle.width, (r + 1) * puzzle.width) for r in range(puzzle.height)]
    for move in MOVES[1:]:
        rows, columns = move.clues(puzzle.rows, puzzle.columns)
        palette = puzzle.palette
        if any(colour.halves for colour in palette):
            return  # a turned triangle is another colour
        turned = replace(puzzle, rows=rows, columns=columns, givens=_moved(move, puzzle.givens), goal=())
        yield turned, tuple(cell for row in move(cells) for cell in row)


def _turned_declared(puzzle: Declared) -> Iterator[Turn]:
    cells = [range(r * puzzle.width, (r + 1) * puzzle.width) for r in range(puzzle.height)]
    for move in MOVES[1:]:
        data = tuple(
            (name, _moved(move, one) if isinstance(one, tuple) else one) for name, one in puzzle.data
        )
        turned = replace(puzzle, data=data, givens=_moved(move, puzzle.givens), goal=())
        yield turned, tuple(c for row in move(cells) for c in row)


def _turned_triddler(puzzle: Triddler) -> Iterator[Turn]:
    for move in triangle_moves(puzzle.outline)[1:]:
        yield puzzle.apply_move(move), move.cells


def _moved(move: Move, picture: Picture) -> Picture:
    return move(picture) if picture else ()


TURNS: Mapping[str, Callable[[Any], Iterator[Turn]]] = {
    "nonogram": _turned_nonogram,
    "triddler": _turned_triddler,
}
"""How the puzzles of a kind are turned and mirrored with their clues; those of other kinds are not."""


@cache
def _solved(puzzle: Puzzle) -> tuple[Picture, ...]:
    try:
        return tuple(brute.solutions(puzzle))
    except TypeError:  # a kind of another package: every assignment of its Problem, judged by its own check
        drawn = dict.fromkeys(map(puzzle.picture, brute.assignments(puzzle.problem())))
        return tuple(picture for picture in drawn if puzzle.fault(picture) is None)


@cache
def odd() -> tuple[Subject, ...]:
    """Return the puzzles of `odd.yaml`, and a small one of every other kind that is registered."""
    found = [Subject(puzzle) for puzzle in load_all(ODD)]
    have = {subject.puzzle.kind for subject in found}
    return (*found, *(_small(kind) for kind in KINDS if kind not in have))


def _small(kind: str) -> Subject:
    """Return a small puzzle of a kind: made of a picture, or one that ships."""
    if KINDS[kind].made:
        cls = KINDS.load(kind)
        assert issubclass(cls, CellPuzzle)
        return Subject(replace(cls.from_grid((".#.", "##.", "#..")), title=f"a small {kind}"))
    for name in list_shipped("instances"):
        for puzzle in load_all(name):
            if puzzle.kind == kind and len(puzzle.problem().sizes) <= MOST_CELLS:
                return Subject(replace(puzzle, title=f"a small {kind}"))
    raise LookupError(f"no puzzle of kind {kind} with at most {MOST_CELLS} cells: add one to {ODD.name}")


def drawn(rng: Random) -> Subject:
    """Return a random puzzle with few solutions."""
    while True:
        number = rng.randrange(10**9)
        subject = Subject(replace(random_puzzles.random_puzzle(number), title=f"random {number}"))
        if len(subject.solutions) <= MOST_SOLUTIONS:
            return subject


def keyed(first: int = 0) -> Iterator[Subject]:
    """Yield puzzles of random pages, from number `first` on: each with two keys of rules that meet in none
    before.
    """
    met = set[tuple[str, ...]]()
    for least, number in product(NEW, range(first, first + PAGES)):
        document = random_document(number)
        new = meetings(document) - met
        if len(new) >= least:
            with suppress(InputError):
                subject = Subject(load({**document, "title": f"page {number}"}))
                if len(subject.solutions) <= MOST_SOLUTIONS:
                    met |= new
                    yield subject

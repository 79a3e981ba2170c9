"""Triddlers: geometry against walking over pictures, small ones by trying every picture, certificates."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from nonosat.encodings import reference
from nonosat.errors import InputError
from nonosat.problem import Problem, Runs
from nonosat.proofs.claims import CLAIMS
from nonosat.proofs.manifest import cnf_name
from nonosat.puzzles.picture import UNKNOWN
from nonosat.puzzles.triangles import Outline, frame, grid_of, moves, outline_of
from nonosat.puzzles.triddler import SIDES, Triddler
from tests.helpers import order1
from tests.helpers.certified import certified
from tests.helpers.claims import is_true
from tests.helpers.forgery import Forgery
from tests.helpers.properties import given
from tests.helpers.samples import part, some
from tests.helpers.strategies import problems
from tests.helpers.triddlers import SMALL, outlines, picture, random_triddler, reads, solutions, three_ways

LETTERS = ("/ABCDE\\", "/FGHIJK/", "\\LMNOP/")


def blank(outline: Outline) -> tuple[str, ...]:
    return frame("?" * sum(outline.row_lengths), outline)


# Geometry


def test_lines_run_in_three_directions() -> None:
    outline = outline_of(LETTERS)
    assert outline == Outline(topleft=2, bottomleft=1, top=2, topright=1, bottom=2, bottomright=2)
    text = "".join(row[1:-1] for row in LETTERS)
    read = ["".join(text[cell] for cell in line) for line in grid_of(outline).lines]
    assert read == ["ABCDE", "FGHIJK", "LMNOP", "BAGFL", "DCIHNM", "EKJPO", "FLM", "AGHNO", "BCIJP", "DEK"]


def test_outlines_are_those_of_their_pictures() -> None:
    for outline in outlines(60, 4):
        assert outline_of(blank(outline)) == outline
        assert [list(line) for line in grid_of(outline).lines] == three_ways(blank(outline))
        assert len(grid_of(outline).names) == sum(outline)


def test_no_other_sides_are_an_outline() -> None:
    """Of all pictures with slashes, those that are read have the outline that is drawn for them."""
    rng = Random(1)
    read = 0
    for _ in range(3000):
        rows = [
            rng.choice("/\\") + "." * rng.randint(1, 5) + rng.choice("/\\") for _ in range(rng.randint(1, 3))
        ]
        try:
            outline = outline_of(tuple(rows))
        except ValueError:
            continue
        read += 1
        assert frame("." * sum(outline.row_lengths), outline) == tuple(rows)
    assert read > 100


@pytest.mark.parametrize("outline", part(SMALL[::7]))
def test_moves_keep_lines_together(outline: Outline) -> None:
    found = moves(outline)
    assert len(found) == 12
    assert found[0].cells == tuple(range(sum(outline.row_lengths)))
    for move in found:
        lines = zip(grid_of(move.outline).lines, move.lines, strict=True)
        for line, (number, back) in lines:
            old = grid_of(outline).lines[number]
            assert tuple(move.cells[cell] for cell in line) == (old[::-1] if back else old)


def test_a_regular_hexagon_has_twelve_moves() -> None:
    found = moves(Outline(2, 2, 2, 2, 2, 2))
    assert len({move.cells for move in found}) == 12
    assert {move.outline for move in found} == {Outline(2, 2, 2, 2, 2, 2)}


# Rules


@pytest.mark.parametrize("seed", part(range(60)))
def test_the_clues_are_those_of_the_picture(seed: int) -> None:
    rng = Random(seed)
    drawn = picture(rng.choice(SMALL), rng)
    puzzle = Triddler.from_picture(drawn)
    assert puzzle.fault(drawn) is None
    assert reads(puzzle, drawn)
    cell = rng.randrange(sum(puzzle.row_lengths))
    text = puzzle.chars(drawn)
    other = puzzle.cut(text[:cell] + ".#"[text[cell] == "."] + text[cell + 1 :])
    assert (puzzle.fault(other) is None) == reads(puzzle, other)


@pytest.mark.parametrize("seed", part(range(30)))
def test_symmetries_map_solutions_to_solutions(seed: int) -> None:
    rng = Random(f"symmetries {seed}")
    outline = rng.choice([Outline(1, 1, 1, 1, 1, 1), Outline(2, 1, 1, 2, 2, 1), Outline(1, 2, 2, 1, 1, 2)])
    if outline.fault:
        outline = Outline(2, 2, 2, 2, 2, 2)
    move = rng.choice([move for move in moves(outline)[1:] if move.outline == outline])
    text = [rng.choice(".#") for _ in move.cells]
    for cell, source in enumerate(move.cells):
        text[cell] = text[source]
    puzzle = Triddler.from_picture(frame("".join(text), outline))
    if not sum(puzzle.row_lengths) <= 24:
        return
    want = {puzzle.values(solution) for solution in solutions(puzzle)}
    for symmetry in puzzle.symmetries():
        assert {tuple(values[cell] for cell in symmetry) for values in want} == want


@pytest.mark.parametrize(
    ("sides", "what"),
    [
        ((1, 1, 1, 1, 1, 0), "the left sides have 2 lines together, the right ones 1"),
        ((1, 1, 2, 1, 1, 1), "top left and top have 3 lines together, bottom and bottom right 2"),
        ((0, 0, 1, 1, 1, 1), "each of the three directions needs a line"),
        ((500, 0, 0, 500, 500, 0), "500 lines from the top left: expected at most 400"),
    ],
)
def test_other_sides_are_refused(sides: tuple[int, ...], what: str) -> None:
    with pytest.raises(InputError, match=what):
        Triddler(**{side: ((),) * length for side, length in zip(SIDES, sides, strict=True)})  # type: ignore[arg-type]


def test_names_are_those_on_paper() -> None:
    puzzle = Triddler.from_picture(("/#.#\\", "\\##./"))
    assert puzzle.fault(("/#.#\\", "\\#.#/")) == "line 1 from the bottom left reads #.#, its clue is 2"
    assert (
        puzzle.fault(("/#.#/", "\\##./")) == "the picture is not rows between slashes such as /???\\ \\???/"
    )


CERTIFIED, AT_A_TIME = 160, 40


def walked(puzzle: Triddler) -> Problem:
    """State a triddler without the package's coordinates."""
    text = "".join(row[1:-1] for row in puzzle.givens)
    colours = [colour.char for colour in puzzle.palette]
    givens = tuple((cell, colours.index(char)) for cell, char in enumerate(text) if char != UNKNOWN)
    ways = three_ways(puzzle.cut(UNKNOWN * sum(puzzle.row_lengths)))
    lines = (Runs(tuple(way), clue) for way, clue in zip(ways, puzzle.clues, strict=True))
    number = sum(puzzle.row_lengths)
    return Problem((len(colours),) * number, tuple(lines), tuple(range(number)), givens)


@pytest.mark.parametrize("first", some(range(0, CERTIFIED, AT_A_TIME), 1))
def test_they_are_verified_and_true_and_have_the_clauses_of_their_lines(first: int, tmp_path: Path) -> None:
    verdicts = Counter[str]()
    for seed in range(first, first + AT_A_TIME):
        puzzle = random_triddler(Random(f"certificate {seed}"))
        path = tmp_path / str(seed)
        _, certificate, _ = certified(puzzle, path, all_up_to=20)
        verdicts[certificate.verdict] += 1
        files = Forgery.read(path)
        assert is_true(puzzle, certificate, files.files)
        if CLAIMS[certificate.verdict].proof:
            pictures = [
                puzzle.values(tuple(files.files[f"solution-{n}.txt"].decode().splitlines()))
                for n in range(1, certificate.solutions + 1)
            ]
            assert cnf_name(certificate.verdict) in files.files
            assert list(map(frozenset, files.clauses)) == order1.clauses(walked(puzzle), pictures)
    assert verdicts["unique"] and len(verdicts) > 1


@given(problems)
def test_the_clauses_of_any_lines_are_those_of_the_page(problem: Problem) -> None:
    lines = tuple(line for line in problem.constraints if isinstance(line, Runs))
    some_lines = Problem(problem.sizes, lines, problem.answer_key, problem.givens)
    assert list(map(frozenset, reference.encode(some_lines).clauses)) == order1.clauses(some_lines)

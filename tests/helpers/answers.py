"""What each question must answer for a puzzle whose solutions are all known, and how minima are found."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import chain, combinations, product
from math import inf, prod

import nonosat
from nonosat import Nonogram, Picture, Puzzle, toolkit
from nonosat.reasons.document import read_text
from nonosat.reasons.verification import check
from nonosat.solving.card import DEFAULT, Card
from nonosat.solving.questions.count import TURNS, CountSearch, Turns
from nonosat.toolkit import BLACK_AND_WHITE, CellPuzzle, Givens, Palette, Run
from tests.helpers.brute import clue_of, common, picture, solutions
from tests.helpers.layers import closed

Filling = Sequence[int]
Values = tuple[int, ...]


def solutions_agree(puzzle: Puzzle, model: str | Card = DEFAULT, turns: Turns = TURNS) -> None:
    """Assert that count, enumerate and certain give what trying everything gives.

    `turns` are those of `CountSearch`; with none, the solutions are counted one by one.
    """
    want = list(solutions(puzzle))
    with Run(puzzle, model) as run:
        counted = CountSearch(run, turns).answer(verify=True)
    assert (counted.count, counted.exact, counted.stop_reason) == (len(want), True, "done")
    assert counted.verified

    listing = nonosat.solutions(puzzle, model=model)
    pictures = list(listing)
    assert sorted(pictures) == sorted(want)
    assert (listing.found, listing.complete, listing.report.stop_reason) == (len(want), True, "done")

    found = nonosat.certain(puzzle, model)
    assert (found.solvable, found.stop_reason) == (bool(want), "done")
    if want:
        fillings = [puzzle.values(picture) for picture in want]
        assert found.solution in want
        if puzzle.grid:
            assert found.picture == common(want)
        assert [mask.bit_count() for mask in found.possible] == [
            len(set(values)) for values in zip(*fillings, strict=True)
        ]
        shown = [{tuple(values[cell] for cell in cells) for values in fillings} for cells in found.indices]
        assert prod(map(len, shown)) == len(want), "the groups vary independently"


def explanation_agrees(puzzle: CellPuzzle, want: Sequence[Picture]) -> None:
    """Assert that it goes as far as cells are certain and is verified; and that the class fits."""
    found = nonosat.explain(puzzle)
    report = check(read_text(found.file()))
    assert found.done and report.verified, report
    assert found.contradiction == (not want)
    if want:
        assert found.end == puzzle.draw_known(certain_of(puzzle, want))
        assert (len(want) == 1) == report.claim.startswith("exactly one solution")
    level = nonosat.rate(puzzle).difficulty
    assert level == "none" if not want else (level == "multiple") == (len(want) > 1)


def certain_of(puzzle: Puzzle, want: Sequence[Picture]) -> list[int]:
    """Return for each cell the mask of its values in all solutions."""
    return [sum(1 << v for v in {*some}) for some in zip(*map(puzzle.values, want), strict=True)]


def enough(cells: Iterable[int], wanted: Filling, fillings: Sequence[Filling]) -> bool:
    """Whether these givens leave only the wanted filling."""
    return sum(all(filling[cell] == wanted[cell] for cell in cells) for filling in fillings) == 1


def fewest_givens(wanted: Filling, fillings: Sequence[Filling], among: Iterable[int] = ()) -> int:
    """Return the size of a smallest sufficient set of cells, by trying all."""
    free = [cell for cell, values in enumerate(zip(*fillings, strict=True)) if len(set(values)) > 1]
    free = [cell for cell in free if cell in among] if among else free
    return next(
        size
        for size in range(len(free) + 1)
        if any(enough(cells, wanted, fillings) for cells in combinations(free, size))
    )


def givens_agree(puzzle: Puzzle, model: str | Card = DEFAULT) -> None:
    """Assert that the givens found are enough, and that no smaller set is."""
    want = list(solutions(puzzle))
    found = toolkit.givens(puzzle, model=model)
    assert (found.solvable, found.stop_reason) == (bool(want), "done")
    if not want:
        assert (found.solution, found.indices) == (None, ())
        return
    fillings = [puzzle.values(picture) for picture in want]
    proven(found, fillings)
    assert found.solution is not None
    assert found.least == fewest_givens(puzzle.values(found.solution), fillings)
    chosen = toolkit.givens(puzzle, want[-1], model)
    assert chosen.solution == want[-1]
    proven(chosen, fillings)
    assert chosen.least == fewest_givens(fillings[-1], fillings)
    whichever = toolkit.givens(puzzle, model=model, any_solution=True)
    proven(whichever, fillings)
    assert whichever.least == min(fewest_givens(filling, fillings) for filling in fillings)


def proven(found: Givens, fillings: Sequence[Filling]) -> None:
    """Assert that givens are said to be the fewest, and are enough."""
    assert found.smallest
    assert found.solution is not None
    assert enough(found.indices, found.puzzle.values(found.solution), fillings)


def _grid(values: Values, width: int) -> list[Values]:
    return [values[at : at + width] for at in range(0, len(values), width)]


def drawn(values: Values, width: int, palette: Palette = BLACK_AND_WHITE) -> Picture:
    """Draw a grid of this width."""
    return picture(_grid(values, width), palette)


def _clues(values: Values, width: int) -> object:
    rows = _grid(values, width)
    return tuple(map(clue_of, rows)), tuple(map(clue_of, zip(*rows, strict=True)))


@cache
def alone(width: int, height: int, colours: int) -> frozenset[Values]:
    """Return every picture of a size that is the only one with its clues."""
    every = list(product(range(colours), repeat=width * height))
    asked = [_clues(values, width) for values in every]
    number = Counter(asked)
    return frozenset(values for values, clue in zip(every, asked, strict=True) if number[clue] == 1)


LAYERS = {"lines": 0, "moderate": 3}


@cache
def follows(values: Values, width: int, palette: Palette, level: str) -> bool:
    """Whether the puzzle of a picture is of a class that `repair` aims at."""
    if level == "unique":
        return values in alone(width, len(values) // width, len(palette))
    return closed(Nonogram.from_picture(drawn(values, width, palette), palette), LAYERS[level])


def least_cost(
    values: Values,
    colours: int,
    costs: Sequence[int],
    keep: Sequence[int],
    good: Callable[[Values], bool],
    most: int,
) -> float:
    """Return the least cost of changes that lead to a good picture, by trying all of up to `most` cells."""
    best = inf
    free = [cell for cell in range(len(values)) if cell not in keep]
    for cells in chain.from_iterable(combinations(free, number) for number in range(most + 1)):
        cost = sum(costs[cell] for cell in cells)
        others = ([v for v in range(colours) if v != values[cell]] for cell in cells)
        for new in product(*others) if cost < best else ():
            changed = dict(enumerate(values)) | dict(zip(cells, new, strict=True))
            if good(tuple(changed.values())):
                best = cost
                break
    return best


def repair_agrees(
    values: Values,
    width: int,
    palette: Palette,
    keep: Sequence[int] = (),
    model: str | Card = DEFAULT,
    level: str = "unique",
    costs: Sequence[int] = (),
    most: int = 3,
) -> None:
    """Assert that a picture is repaired as cheaply as trying all changes of up to `most` cells says."""

    def good(changed: Values) -> bool:
        return follows(changed, width, palette, level)

    want = least_cost(values, len(palette), costs or [1] * len(values), keep, good, most)
    puzzle = Nonogram.from_picture(drawn(values, width, palette), palette)
    found = toolkit.repair(puzzle, most, keep, model, level=level, costs=costs)
    assert (found.stop_reason, found.before, found.proven) == ("done", puzzle.goal, True)
    if want == inf:
        assert (found.after, found.repaired, found.cost, found.tried) == (None, None, None, most)
        return
    assert found.after is not None
    assert found.repaired is not None
    assert found.cost == want
    assert not set(found.indices) & set(keep)
    assert good(tuple(puzzle.values(found.after)))
    assert nonosat.solve(found.repaired).solution == found.after
    difference = [a != b for a, b in zip("".join(found.after), "".join(puzzle.goal), strict=True)]
    assert [cell for cell, differs in enumerate(difference) if differs] == list(found.indices)
    if not costs:
        assert found.tried == len(found.indices) - 1

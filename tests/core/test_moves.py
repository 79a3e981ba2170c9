"""A move is judged as brute force does."""

from random import Random

from nonosat.learning.moves import Standing, grade_step, read_move
from tests.helpers import brute
from tests.helpers.brute import solutions
from tests.helpers.properties import given, settings, st
from tests.helpers.strategies import small_rows


@settings(max_examples=40)
@given(values=small_rows(), seed=st.integers(0, 2**32))
def test_a_move_is_judged_as_brute_force_does(values: list[list[int]], seed: int) -> None:
    puzzle, rng = brute.nonogram(values), Random(seed)
    found = list(solutions(puzzle))
    base = rng.choice(found)
    state = tuple("".join(char if rng.random() < 0.3 else "?" for char in row) for row in base)
    cell = rng.randrange(puzzle.width * puzzle.height)
    row, column = divmod(cell, puzzle.width)
    move = read_move(f"r{row + 1}c{column + 1}={rng.choice('#.')}", puzzle)
    judged = grade_step(puzzle, state, move)
    known, cells = state[row][column], "".join(state)
    cells = f"{cells[:cell]}?{cells[cell + 1 :]}"
    agree = [s for s in found if all(w in ("?", h) for w, h in zip(cells, "".join(s), strict=True))]
    have = {s[row][column] for s in agree}
    if move.char not in have:
        assert judged.standing is Standing.CONTRADICTS
    elif known == move.char:
        assert judged.standing is Standing.KNOWN
    elif len(have) == 2:
        assert judged.standing is Standing.CONSISTENT
    else:
        assert judged.standing in (Standing.FORCED, Standing.NOT_YET)
        across, down = cells[row * puzzle.width :][: puzzle.width], cells[column :: puzzle.width]
        lines = [(across, puzzle.rows[row], column), (down, puzzle.columns[column], row)]
        alone = any(
            all(
                line[place] == int(move.char == "#")
                for line in brute.lines(clue, len(known))
                if all(c == "?" or int(c == "#") == v for c, v in zip(known, line, strict=True))
            )
            for known, clue, place in lines
        )
        assert (judged.rung == 1) == alone

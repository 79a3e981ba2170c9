"""Texts that are easily misread: empty clues, pictures of 0 and 1, facts."""

import random
from collections.abc import Iterator

import pytest

from nonosat import InputError, Nonogram
from tests.core.test_typed import same, typed
from tests.helpers.samples import share
from tests.helpers.typed_forms import Lists, side


def ways(rows: Lists, columns: Lists, picture: tuple[str, ...]) -> Iterator[str]:
    """Yield texts in which an empty clue is nothing, facts, and pictures of 0 and 1."""
    for mark in (" / ", ", ", " | "):
        yield f"rows: {side(rows, mark, nothing='')}\ncolumns: {side(columns, mark, nothing='')}"
    cells = [row.replace("#", "1").replace(".", "0") for row in picture]
    for size in ("", f"{len(columns)} {len(rows)}\n", f"{len(columns)}x{len(rows)}\n"):
        for mark in (" ", ",", ", ", "\t"):
            yield size + "\n".join(map(mark.join, cells))
    lines = [f"[{', '.join(row)}]" for row in cells]
    yield from (f"[{', '.join(lines)}]", f"grid = [{', '.join(lines)}]", "[" + ",\n".join(lines) + "]")
    sides = (("row", rows), ("col", columns))
    for place in (True, False):
        sizes = f"#const rows={len(rows)}.\n#const cols={len(columns)}.\n"
        yield sizes + "".join(
            f"{name}({k}, {f'{i}, ' * place}{n}).\n"
            for name, clues in sides
            for k, clue in enumerate(clues, 1)
            for i, n in enumerate(clue, 1)
        )


@pytest.mark.parametrize("seed", range(share(40)))
def test_what_is_read_is_what_was_meant(seed: int) -> None:
    rng = random.Random(seed)
    height, width = rng.randrange(2, 8), rng.randrange(2, 8)
    drawn = [rng.choices(rng.choice((".#", ".##", "..#")), k=width) for _ in range(height)]
    for _ in range(rng.randrange(3)):  # an edge without black cells
        row, column = rng.choice(((0, None), (-1, None), (None, 0), (None, -1)))
        for r in range(height) if row is None else (row,):
            for c in range(width) if column is None else (column,):
                drawn[r][c] = "."
    drawn[height // 2][width // 2] = "#"
    puzzle = Nonogram.from_picture(tuple(map("".join, drawn)))
    rows, columns = ([[b.low for b in clue] for clue in some] for some in (puzzle.rows, puzzle.columns))
    read = 0
    for text in ways(rows, columns, puzzle.goal):
        try:
            assert same(typed(text), puzzle), text
            read += 1
        except InputError as error:
            assert "may be" in str(error) or "not recognised" in str(error), text
    assert read > 2

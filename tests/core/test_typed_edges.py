"""Texts that are easily misread: empty lines at the edges, pictures of 0 and 1, facts, comments."""

import random
from collections.abc import Iterator

import pytest

from nonosat import InputError, Nonogram
from tests.core.test_typed import HEART, same, typed
from tests.helpers.samples import share
from tests.helpers.typed_forms import Lists, side

HEARTS = {
    "numbered lines below headings": "Row clues:\n- Row 1: 2, 2\n- Row 2: 7\n- Row 3: 7\n- Row 4: 5\n- Row 5: 3\n"
    "- Row 6: 1\n\nColumn clues:\n- Column 1: 2\n- Column 2: 4\n- Column 3: 5\n- Column 4: 5\n- Column 5: 5\n"
    "- Column 6: 4\n- Column 7: 2\n",
    "lists that an ampersand ends": "* rows\n2 2\n7\n7\n5\n3\n1\n&\n* columns\n2\n4\n5\n5\n5\n4\n2\n&\n",
    "comments behind lists": "2 2\n7\n7\n5\n3\n1 # rows\n\n2\n4\n5\n5\n5\n4\n2 // columns\n",
    "lists filled up with zeros": "2,2\n7,0\n7,0\n5,0\n3,0\n1,0\n\n2,0\n4,0\n5,0\n5,0\n5,0\n4,0\n2,0\n",
    "a semicolon behind each clue": "2 2;7;7;5;3;1;\n2;4;5;5;5;4;2;\n",
}

REFUSED = {
    "slashes behind both lists": "2 2 / 7 / 7 / 5 / 3 / 1 /\n2 / 4 / 5 / 5 / 5 / 4 / 2 /\n",
    "a blank line before one list": "Rows:\n\n2 2\n7\n7\n5\n3\n1\nColumns:\n2\n4\n5\n5\n5\n4\n2\n",
    "two blank lines between lists": "2 2\n7\n7\n5\n3\n1\n\n\n2\n4\n5\n5\n5\n4\n2\n",
    "lists of 0 and 1, two cells wide": "grid = [[0, 1], [0, 0], [1, 0], [1, 1], [0, 0], [0, 0]]",
    "two lines of 0 and 1": "0 0 0 0 0\n0 0 1 0 1\n",
    "the number of the first list alone": "2\n2\n1\n1\n2\n",
}


@pytest.mark.parametrize("way", HEARTS)
def test_a_heart_is_read(way: str) -> None:
    assert same(typed(HEARTS[way]), HEART)


@pytest.mark.parametrize("way", REFUSED)
def test_a_text_with_two_readings_is_answered_with_lines_that_are_read(way: str) -> None:
    with pytest.raises(InputError, match=r"may be .*write 0 for an empty line, and type rows on") as caught:
        typed(REFUSED[way])
    rows, columns = str(caught.value).split("`")[1::2]
    assert typed(f"{rows}\n{columns}\n").height == rows.count("/") + 1


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

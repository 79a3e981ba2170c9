"""Whatever people type is read, or answered by a line that shows how to type it."""

import random
import re
import warnings

import pytest

from nonosat import InputError, InputWarning, Nonogram
from nonosat.formats import Source, load
from tests.helpers.fixtures import Call
from tests.helpers.samples import share

HEART = Nonogram.from_picture((".##.##.", "#######", "#######", ".#####.", "..###..", "...#..."))
"""7 columns, 6 rows."""

BOAT = Nonogram.from_picture(("..#..", "..##.", ".....", "#####", ".###."))
"""It has an empty row."""

FLAG = (("2", "2"), "rrbb", "rrbb")

SLASHES = "2 2 / 7 / 7 / 5 / 3 / 1\n2 / 4 / 5 / 5 / 5 / 4 / 2\n"
ROWS, COLUMNS = "2 2\n7\n7\n5\n3\n1", "2\n4\n5\n5\n5\n4\n2"

HEARTS = {
    "two lines with slashes": SLASHES,
    "headings and lists": f"Rows:\n{ROWS}\n\nColumns:\n{COLUMNS}\n",
    "a blank line between": f"{ROWS}\n\n{COLUMNS}\n",
    "lists with commas": "rows: 2 2, 7, 7, 5, 3, 1\ncolumns: 2, 4, 5, 5, 5, 4, 2\n",
    "two lines with commas": "2 2, 7, 7, 5, 3, 1\n2, 4, 5, 5, 5, 4, 2\n",
    "JSON without a kind": '{"rows": [[2,2],[7],[7],[5],[3],[1]], "columns": [[2],[4],[5],[5],[5],[4],[2]]}',
    "JSON on lines": '{\n "rows": [[2,2],[7],[7],[5],[3],[1]],\n "columns": [[2],[4],[5],[5],[5],[4],[2]]\n}\n',
    "YAML without a kind": "rows: [2 2, 7, 7, 5, 3, 1]\ncolumns: [2, 4, 5, 5, 5, 4, 2]\n",
    "a picture of X and .": ".XX.XX.\nXXXXXXX\nXXXXXXX\n.XXXXX.\n..XXX..\n...X...\n",
    "a picture of 0 and 1": "0110110\n1111111\n1111111\n0111110\n0011100\n0001000\n",
    "a picture with blanks": " ## ##\n#######\n#######\n #####\n  ###\n   #\n",
    "size and list": f"7 6\n{ROWS}\n{COLUMNS}\n",
    "slashes in one line": "2 2 / 7 / 7 / 5 / 3 / 1 | 2 / 4 / 5 / 5 / 5 / 4 / 2",
    "height, width, list": f"6 7\n{ROWS}\n\n{COLUMNS}\n",
    "lists of lists": "[[2,2],[7],[7],[5],[3],[1]]\n[[2],[4],[5],[5],[5],[4],[2]]\n",
    "one list of two": "[[[2,2],[7],[7],[5],[3],[1]],[[2],[4],[5],[5],[5],[4],[2]]]",
    "lists of texts": '["2 2","7","7","5","3","1"]\n["2","4","5","5","5","4","2"]\n',
    "Python": "rows = [[2, 2], [7], [7], [5], [3], [1]]\ncols = [[2], [4], [5], [5], [5], [4], [2]]\nsolve(rows, cols)\n",
    "Python on lines": "ROWS = [\n    (2, 2),  # top\n    (7,),\n    (7,),\n    (5,),\n    (3,),\n    (1,),\n]\nCOLS = [\n    (2,), (4,), (5,),\n    (5,), (5,), (4,), (2,),\n]\n",
    "Python in one line": "rows = [[2,2],[7],[7],[5],[3],[1]]; cols = [[2],[4],[5],[5],[5],[4],[2]]",
    "JavaScript": "const puzzle = {\n  rowHints: [[2, 2], [7], [7], [5], [3], [1]],\n  columnHints: [[2], [4], [5], [5], [5], [4], [2]],\n};\n",
    "C": "int rows[6][2] = {{2,2},{7},{7},{5},{3},{1}};\nint cols[7][2] = {{2},{4},{5},{5},{5},{4},{2}};\n",
    "other keys": '{"width": 7, "height": 6, "clues": {"row": ["2 2","7","7","5","3","1"], "col": ["2","4","5","5","5","4","2"]}, "name": "heart"}',
    "numbered rows": "R1: 2 2\nR2: 7\nR3: 7\nR4: 5\nR5: 3\nR6: 1\nC1: 2\nC2: 4\nC3: 5\nC4: 5\nC5: 5\nC6: 4\nC7: 2\n",
    "numbered in words": "Row 1 - 2,2\nRow 2 - 7\nRow 3 - 7\nRow 4 - 5\nRow 5 - 3\nRow 6 - 1\nColumn 1 - 2\nColumn 2 - 4\nColumn 3 - 5\nColumn 4 - 5\nColumn 5 - 5\nColumn 6 - 4\nColumn 7 - 2\n",
    "across and down": "Across: 2-2 7 7 5 3 1\nDown: 2 4 5 5 5 4 2\n",
    "columns first, by name": "Columns: 2 4 5 5 5 4 2\nRows: 2,2 7 7 5 3 1\n",
    "row clues in a post": "Can anybody solve this 7x6 one?\n\n**Row clues (top to bottom):** 2 2; 7; 7; 5; 3; 1\n\n**Column clues (left to right):** 2; 4; 5; 5; 5; 4; 2\n\nThanks!\n",
    "a numbered list": "Rows\n1. 2 2\n2. 7\n3. 7\n4. 5\n5. 3\n6. 1\n\nColumns\n1. 2\n2. 4\n3. 5\n4. 5\n5. 5\n6. 4\n7. 2\n",
    "bullets": "### Rows\n\n- 2 2\n- 7\n- 7\n- 5\n- 3\n- 1\n\n### Columns\n\n- 2\n- 4\n- 5\n- 5\n- 5\n- 4\n- 2\n",
    "one list of clues": f"{ROWS}\n{COLUMNS}\n",
    "ruled": f"{ROWS}\n---\n{COLUMNS}\n",
    "a hash between": f"6 7\n{ROWS}\n#\n{COLUMNS}\n",
    "a spreadsheet": "\t\t2\t4\t5\t5\t5\t4\t2\n2\t2\t\t\t\t\t\t\t\n\t7\t\t\t\t\t\t\t\n\t7\n\t5\n\t3\n\t1\n",
    "a filled spreadsheet": "\t2\t4\t5\t5\t5\t4\t2\n2 2\t\tX\tX\t\tX\tX\t\n7\tX\tX\tX\tX\tX\tX\tX\n7\tX\tX\tX\tX\tX\tX\tX\n5\t\tX\tX\tX\tX\tX\n3\t\t\tX\tX\tX\n1\t\t\t\tX\n",
    "CSV": ",,2,4,5,5,5,4,2\n2,2,,,,,,,\n,7,,,,,,,\n,7,,,,,,,\n,5,,,,,,,\n,3,,,,,,,\n,1,,,,,,,\n",
    "a table in Markdown": "| | 2 | 4 | 5 | 5 | 5 | 4 | 2 |\n|---|---|---|---|---|---|---|---|\n| 2 2 | | | | | | | |\n| 7 | | | | | | | |\n| 7 | | | | | | | |\n| 5 | | | | | | | |\n| 3 | | | | | | | |\n| 1 | | | | | | | |\n",
    "emoji": "⬜⬛⬛⬜⬛⬛⬜\n⬛⬛⬛⬛⬛⬛⬛\n⬛⬛⬛⬛⬛⬛⬛\n⬜⬛⬛⬛⬛⬛⬜\n⬜⬜⬛⬛⬛⬜⬜\n⬜⬜⬜⬛⬜⬜⬜\n",
    "squares": "□■■□■■□\n■■■■■■■\n■■■■■■■\n□■■■■■□\n□□■■■□□\n□□□■□□□\n",
    "spaced cells": ". # # . # # .\n# # # # # # #\n# # # # # # #\n. # # # # # .\n. . # # # . .\n. . . # . . .\n",
    "o and -": "-oo-oo-\nooooooo\nooooooo\n-ooooo-\n--ooo--\n---o---\n",
    "stars": " ** **\n*******\n*******\n *****\n  ***\n   *\n",
    "rows of webpbn": "|.XX.XX.|\n|XXXXXXX|\n|XXXXXXX|\n|.XXXXX.|\n|..XXX..|\n|...X...|\n",
    "a file of webpbn": "<solution>\n<image>\n|.XX.XX.|\n|XXXXXXX|\n|XXXXXXX|\n|.XXXXX.|\n|..XXX..|\n|...X...|\n</image>\n</solution>\n",
    "a matrix": "[[0,1,1,0,1,1,0],\n [1,1,1,1,1,1,1],\n [1,1,1,1,1,1,1],\n [0,1,1,1,1,1,0],\n [0,0,1,1,1,0,0],\n [0,0,0,1,0,0,0]]\n",
    "a picture in a post": "Here is my logo:\n\n```\n@@.@@\n```\n\nno, this one:\n\n```\n.@@.@@.\n@@@@@@@\n@@@@@@@\n.@@@@@.\n..@@@..\n...@...\n```\nIs it unique?\n",
    "quoted": '"2,2","7","7","5","3","1"\n"2","4","5","5","5","4","2"\n',
    "semicolons": "2,2;7;7;5;3;1\n2;4;5;5;5;4;2\n",
    "r and c": "r = 2 2 / 7 / 7 / 5 / 3 / 1\nc = 2 / 4 / 5 / 5 / 5 / 4 / 2\n",
    "German": "Zeilen: 2 2, 7, 7, 5, 3, 1\nSpalten: 2, 4, 5, 5, 5, 4, 2\n",
    "headings in one line": "rows: 2 2 / 7 / 7 / 5 / 3 / 1; columns: 2 / 4 / 5 / 5 / 5 / 4 / 2",
}


BOATS = {
    "an empty clue": "1 / 2 / / 5 / 3\n1 / 2 / 2 2 / 1 2 / 1\n",
    "a zero": "Rows: 1, 2, 0, 5, 3\nCols: 1, 2, 2 2, 1 2, 1\n",
    "an empty list": "rows = [[1],[2],[],[5],[3]]\ncols = [[1],[2],[2,2],[1,2],[1]]\n",
    "zeros": "1\n2\n0\n5\n3\n\n1\n2\n2 2\n1 2\n1\n",
    "a numbered row": "Row 1: 1\nRow 2: 2\nRow 3:\nRow 4: 5\nRow 5: 3\nCol 1: 1\nCol 2: 2\nCol 3: 2 2\nCol 4: 1 2\nCol 5: 1\n",
    "a dash": "rows\n1\n2\n-\n5\n3\ncolumns\n1\n2\n2 2\n1 2\n1\n",
    "the word": "rows: 1; 2; none; 5; 3\ncolumns: 1; 2; 2 2; 1 2; 1",
    "a size": "5x5\n1\n2\n\n5\n3\n\n1\n2\n2 2\n1 2\n1\n",
    "a blank line": "rows:\n1\n2\n\n5\n3\ncolumns:\n1\n2\n2 2\n1 2\n1\nsize: 5x5\n",
    "an empty text": '"1","2","","5","3"\n"1","2","2,2","1,2","1"\n',
    "a picture": "__X__\n__XX_\n_____\nXXXXX\n_XXX_\n",
    "blanks": "  #\n  ##\n\n#####\n ###\n",
    "a table": "\t\t\t2\t1\n\t1\t2\t2\t2\t1\n1\t\t\t\t\t\n2\t\t\t\t\t\n0\t\t\t\t\t\n5\t\t\t\t\t\n3\t\t\t\t\t\n",
    "zeros in JSON": '{"rows": [[1],[2],[0],[5],[3]], "cols": [[1],[2],[2,2],[1,2],[1]]}',
    "nonosat's drawing": "       1 2 2 1 1\n  ┌──────────┐\n 1│    ██    │\n 2│    ████  │\n 0│          │\n 5│██████████│\n 3│  ██████  │\n  └──────────┘\n",
}

FLAGS = {
    "letters": "2r 2b / 2r 2b\n2r / 2r / 2b / 2b\n",
    "named": "Rows:\n2r 2b\n2r 2b\nColumns:\n2r\n2r\n2b\n2b\n",
    "words": "rows: 2 red 2 blue, 2 red 2 blue\ncolumns: 2 red, 2 red, 2 blue, 2 blue\n",
    "declared": "r = red\nb = blue\nrows = 2r 2b / 2r 2b\ncolumns = 2r / 2r / 2b / 2b\n",
    "lists": 'rows = [["2r","2b"],["2r","2b"]]\ncols = [["2r"],["2r"],["2b"],["2b"]]\n',
    "emoji": "🟥🟥🟦🟦\n🟥🟥🟦🟦\n",
}


def typed(text: str, path: str = "typed.txt") -> Nonogram:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        puzzle = load(Source(path, text.encode()))
    assert isinstance(puzzle, Nonogram)
    return puzzle


def same(puzzle: Nonogram, meant: Nonogram) -> bool:
    return (puzzle.rows, puzzle.columns) == (meant.rows, meant.columns)


@pytest.mark.parametrize("way", HEARTS)
def test_a_heart_is_read(way: str) -> None:
    assert same(typed(HEARTS[way]), HEART)


@pytest.mark.parametrize("way", BOATS)
def test_an_empty_row_is_read(way: str) -> None:
    assert same(typed(BOATS[way]), BOAT)


@pytest.mark.parametrize("way", FLAGS)
def test_colours_are_read(way: str) -> None:
    puzzle = typed(FLAGS[way])
    assert puzzle.size == "4 x 2"
    assert [[b.low for b in clue] for clue in puzzle.rows] == [[2, 2]] * 2
    assert {one.name for one in puzzle.palette} == {"white", "red", "blue"}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("heart.txt", HEARTS["JSON on lines"]),
        ("heart.json", HEARTS["YAML without a kind"]),
        ("heart.json", "width 7\nheight 6\nrows\n" + ROWS + "\ncolumns\n" + COLUMNS + "\n"),
        ("heart.non", HEARTS["a picture of X and ."]),
        ("heart.non", HEARTS["JSON without a kind"]),
        ("heart.xml", SLASHES),
        ("heart.png", HEARTS["emoji"]),
        ("heart.yaml", HEARTS["a file of webpbn"]),
        ("heart.jsonl", HEARTS["Python on lines"]),
        ("heart", HEARTS["CSV"]),
        ("heart.csv", HEARTS["CSV"]),
        ("heart.md", HEARTS["row clues in a post"]),
    ],
)
def test_a_suffix_may_lie(path: str, text: str) -> None:
    assert same(typed(text, path), HEART)


def test_what_was_read_is_said() -> None:
    with pytest.warns(
        InputWarning, match=r"^typed.txt: read as 6 rows and 7 columns: the first list has the rows$"
    ):
        load(Source("typed.txt", SLASHES.encode()))
    with pytest.warns(InputWarning, match=r"^typed.txt: read as 6 rows and 7 columns$"):
        load(Source("typed.txt", HEARTS["columns first, by name"].encode()))


REFUSED = {
    "one list that may be parted in several ways": ("1\n0\n0\n1\n", "may be 1 row and 3 columns, or 2 rows"),
    "a number that is wrong": (
        "2 2, 7, 7, 5, 3, 2 | 2, 4, 5, 5, 5, 4, 2",
        "28 black cells in rows, 27 in columns",
    ),
    "clues that do not fit": ("rows: 3 / 1\ncolumns: 2 / 2", "do not fit into 2 rows and 2 columns"),
    "prose": ("Once there were 3 bears, 2 of them small.\n", "not recognised; type rows on one line"),
    "a page": ("https://example.org/puzzles/12", "pages are not fetched: save the puzzle's file"),
    "several puzzles": ("rows: 1\ncolumns: 1\n\nrows: 1\ncolumns: 1\n", "not recognised"),
    "two unknown symbols": ("@%@\n%@%\n@@@\n", "not recognised"),
    "blank lines that may be clues": ("rows:\n1\n\n1\ncolumns:\n1\n\n1\n", "may be 2 rows and 2 columns, or"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused_is_answered_with_lines_that_are_read(what: str) -> None:
    text, says = REFUSED[what]
    with pytest.raises(InputError) as caught:
        typed(text)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    if "type rows" in str(caught.value):
        rows, columns = re.findall("`([^`]*)`", str(caught.value))[:2]
        assert typed(f"{rows}\n{columns}\n").height == rows.count("/") + 1


PIECES = [
    *"0123 ,;/|.#X-_[](){}:='\"rc\t",
    "\n",
    "\n\n",
    "rows:",
    "columns:",
    "row 1:",
    "2 2",
    "⬛",
    "│",
    "7x6",
    "r = red",
    "__",
]


def test_garbage_is_a_puzzle_or_an_error() -> None:
    rng, read = random.Random(61), 0
    for _ in range(share(6000)):
        text = "".join(rng.choices(PIECES, k=rng.randrange(1, 40)))
        try:
            puzzle = typed(text, rng.choice(("x", "x.txt", "x.json", "x.non", "x.md")))
        except InputError as error:
            assert "\n" not in str(error)
            assert len(str(error)) < 300
        else:
            read += puzzle.problem() is not None
    assert read


@pytest.mark.parametrize("seed", range(share(40)))
def test_any_puzzle_is_read_in_every_way(seed: int) -> None:
    """Whatever the puzzle, a way of typing it is read as it is meant, or refused."""
    rng = random.Random(seed)
    size = rng.randrange(2, 9), rng.randrange(2, 9)
    puzzle = Nonogram.from_picture(tuple("".join(rng.choices(".##", k=size[1])) for _ in range(size[0])))
    sides = [[puzzle.clue_text(clue) for clue in side] for side in (puzzle.rows, puzzle.columns)]
    rows, columns = sides
    lists = [[[int(n) for n in one.split() if n != "0"] for one in side] for side in sides]
    ways = [
        " / ".join(rows) + "\n" + " / ".join(columns),
        "Rows:\n" + "\n".join(rows) + "\nColumns:\n" + "\n".join(columns),
        "\n".join(rows) + "\n\n" + "\n".join(columns),
        f"{size[0]} {size[1]}\n" + "\n".join([*rows, *columns]),
        f"columns = {lists[1]}\nrows = {lists[0]}\n",
        f"{lists}",
        "rows: " + ", ".join(rows) + "\ncolumns: " + ", ".join(columns),
        "".join(f"R{k}: {one}\n" for k, one in enumerate(rows, 1))
        + "".join(f"C{k}: {one}\n" for k, one in enumerate(columns, 1)),
        "\t" + "\t".join(columns) + "\n" + "".join(f"{one}" + "\t" * size[1] + "\n" for one in rows),
        "\n".join([*rows, *columns]),
    ]
    refused = 0
    for text in ways:
        try:
            assert same(typed(text), puzzle), text
        except InputError as error:
            assert "may be" in str(error), text
            refused += 1
    assert refused <= 3


def test_clues_are_arguments(call: Call) -> None:
    rows, columns = SLASHES.splitlines()
    for words in (["--rows", rows, "--columns", columns], [SLASHES], [f"{rows} | {columns}"]):
        said, order = call("check", *words), "" if len(words) > 1 else ": the first list has the rows"
        assert said.out == "typed: unique\n"
        assert said.err == f"nonosat: typed: read as 6 rows and 7 columns{order}\n"
    assert "typed: unique" in call("check", "--rows", "2,2 7 7 5 3 1", "--columns", "2 4 5 5 5 4 2").out
    assert "expected FILE, or both" in call("check", "--rows", rows, code=2).err
    assert "expected FILE, or both" in call("check", "cat", "--rows", rows, "--columns", columns, code=2).err
    assert "required: FILE" in call("check", code=2).err
    assert "required: FILE" in call("hint", code=2).err

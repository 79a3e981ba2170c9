"""Whatever people type is read, or answered by a line that shows how to type it."""

import random
import re
import warnings

import pytest

import nonosat
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
    "JSON without a kind": '{"rows": [[2,2],[7],[7],[5],[3],[1]], "columns": [[2],[4],[5],[5],[5],[4],[2]]}',
    "JSON on lines": '{\n "rows": [[2,2],[7],[7],[5],[3],[1]],\n "columns": [[2],[4],[5],[5],[5],[4],[2]]\n}\n',
    "YAML without a kind": "rows: [2 2, 7, 7, 5, 3, 1]\ncolumns: [2, 4, 5, 5, 5, 4, 2]\n",
    "a picture of X and .": ".XX.XX.\nXXXXXXX\nXXXXXXX\n.XXXXX.\n..XXX..\n...X...\n",
    "slashes in one line": "2 2 / 7 / 7 / 5 / 3 / 1 | 2 / 4 / 5 / 5 / 5 / 4 / 2",
    "lists of texts": '["2 2","7","7","5","3","1"]\n["2","4","5","5","5","4","2"]\n',
    "Python on lines": "ROWS = [\n    (2, 2),  # top\n    (7,),\n    (7,),\n    (5,),\n    (3,),\n    (1,),\n]\nCOLS = [\n    (2,), (4,), (5,),\n    (5,), (5,), (4,), (2,),\n]\n",
    "Python in one line": "rows = [[2,2],[7],[7],[5],[3],[1]]; cols = [[2],[4],[5],[5],[5],[4],[2]]",
    "JavaScript": "const puzzle = {\n  rowHints: [[2, 2], [7], [7], [5], [3], [1]],\n  columnHints: [[2], [4], [5], [5], [5], [4], [2]],\n};\n",
    "other keys": '{"width": 7, "height": 6, "clues": {"row": ["2 2","7","7","5","3","1"], "col": ["2","4","5","5","5","4","2"]}, "name": "heart"}',
    "columns first, by name": "Columns: 2 4 5 5 5 4 2\nRows: 2,2 7 7 5 3 1\n",
    "row clues in a post": "Can anybody solve this 7x6 one?\n\n**Row clues (top to bottom):** 2 2; 7; 7; 5; 3; 1\n\n**Column clues (left to right):** 2; 4; 5; 5; 5; 4; 2\n\nThanks!\n",
    "bullets": "### Rows\n\n- 2 2\n- 7\n- 7\n- 5\n- 3\n- 1\n\n### Columns\n\n- 2\n- 4\n- 5\n- 5\n- 5\n- 4\n- 2\n",
    "ruled": f"{ROWS}\n---\n{COLUMNS}\n",
    "a hash between": f"6 7\n{ROWS}\n#\n{COLUMNS}\n",
    "CSV": ",,2,4,5,5,5,4,2\n2,2,,,,,,,\n,7,,,,,,,\n,7,,,,,,,\n,5,,,,,,,\n,3,,,,,,,\n,1,,,,,,,\n",
    "emoji": "⬜⬛⬛⬜⬛⬛⬜\n⬛⬛⬛⬛⬛⬛⬛\n⬛⬛⬛⬛⬛⬛⬛\n⬜⬛⬛⬛⬛⬛⬜\n⬜⬜⬛⬛⬛⬜⬜\n⬜⬜⬜⬛⬜⬜⬜\n",
    "spaced cells": ". # # . # # .\n# # # # # # #\n# # # # # # #\n. # # # # # .\n. . # # # . .\n. . . # . . .\n",
    "o and -": "-oo-oo-\nooooooo\nooooooo\n-ooooo-\n--ooo--\n---o---\n",
    "a file of webpbn": "<solution>\n<image>\n|.XX.XX.|\n|XXXXXXX|\n|XXXXXXX|\n|.XXXXX.|\n|..XXX..|\n|...X...|\n</image>\n</solution>\n",
    "a picture in a post": "Here is my logo:\n\n```\n@@.@@\n```\n\nno, this one:\n\n```\n.@@.@@.\n@@@@@@@\n@@@@@@@\n.@@@@@.\n..@@@..\n...@...\n```\nIs it unique?\n",
    "quoted": '"2,2","7","7","5","3","1"\n"2","4","5","5","5","4","2"\n',
    "r and c": "r = 2 2 / 7 / 7 / 5 / 3 / 1\nc = 2 / 4 / 5 / 5 / 5 / 4 / 2\n",
    "German": "Zeilen: 2 2, 7, 7, 5, 3, 1\nSpalten: 2, 4, 5, 5, 5, 4, 2\n",
    "headings in one line": "rows: 2 2 / 7 / 7 / 5 / 3 / 1; columns: 2 / 4 / 5 / 5 / 5 / 4 / 2",
    "spanish": "Filas: 2 2; 7; 7; 5; 3; 1\nColumnas: 2; 4; 5; 5; 5; 4; 2\n",
    "russian": "Строки: 2 2, 7, 7, 5, 3, 1\nСтолбцы: 2, 4, 5, 5, 5, 4, 2",
    "japanese": "行: 2 2, 7, 7, 5, 3, 1\n列: 2, 4, 5, 5, 5, 4, 2",
    "semicolon in clue": "2;2\n7\n7\n5\n3\n1\n\n2\n4\n5\n5\n5\n4\n2\n",
    "BOM": "\ufeff2 2 / 7 / 7 / 5 / 3 / 1\r\n2 / 4 / 5 / 5 / 5 / 4 / 2\r\n",
    "CR only": "2 2\r7\r7\r5\r3\r1\r\r2\r4\r5\r5\r5\r4\r2\r",
    "prolog problem": "problem(heart, [[2,2],[7],[7],[5],[3],[1]], [[2],[4],[5],[5],[5],[4],[2]]).",
    "js single quotes trailing": "var p = {\n  'rows': [\n    [2, 2,],\n    [7,],\n    [7,],\n    [5,],\n    [3,],\n    [1,],\n  ],\n  'cols': [[2,],[4,],[5,],[5,],[5,],[4,],[2,],],\n};",
    "ruby": "rows = [[2, 2], [7], [7], [5], [3], [1]]\ncolumns = %w(2 4 5 5 5 4 2)\n",
    "dzn comments": "% heart\nX = 6;\nx = [|2,2,\n     |0,7,\n     |0,7,\n     |0,5,\n     |0,3,\n     |0,1|];\nY = 7;\ny = [|2,|4,|5,|5,|5,|4,|2|];",
    "json objects": '{"rows":[{"clues":[2,2]},{"clues":[7]},{"clues":[7]},{"clues":[5]},{"clues":[3]},{"clues":[1]}],"columns":[{"clues":[2]},{"clues":[4]},{"clues":[5]},{"clues":[5]},{"clues":[5]},{"clues":[4]},{"clues":[2]}]}',
    "xml clues": "<puzzle><rows><row>2 2</row><row>7</row><row>7</row><row>5</row><row>3</row><row>1</row></rows><columns><column>2</column><column>4</column><column>5</column><column>5</column><column>5</column><column>4</column><column>2</column></columns></puzzle>",
    "md table cols": "| Rows | Columns |\n|---|---|\n| 2 2 | 2 |\n| 7 | 4 |\n| 7 | 5 |\n| 5 | 5 |\n| 3 | 5 |\n| 1 | 4 |\n|  | 2 |\n",
    "csv side label": "row,1,2 2\nrow,2,7\nrow,3,7\nrow,4,5\nrow,5,3\nrow,6,1\ncolumn,1,2\ncolumn,2,4\ncolumn,3,5\ncolumn,4,5\ncolumn,5,5\ncolumn,6,4\ncolumn,7,2\n",
    "r1= ": "r1=2,2 r2=7 r3=7 r4=5 r5=3 r6=1\nc1=2 c2=4 c3=5 c4=5 c5=5 c6=4 c7=2",
    "row 1: (2,2)": "Row 1: (2,2)\nRow 2: (7)\nRow 3: (7)\nRow 4: (5)\nRow 5: (3)\nRow 6: (1)\nCol 1: (2)\nCol 2: (4)\nCol 3: (5)\nCol 4: (5)\nCol 5: (5)\nCol 6: (4)\nCol 7: (2)",
    "1st row": "1st row: 2 2\n2nd row: 7\n3rd row: 7\n4th row: 5\n5th row: 3\n6th row: 1\n1st column: 2\n2nd column: 4\n3rd column: 5\n4th column: 5\n5th column: 5\n6th column: 4\n7th column: 2",
    "ascii grid with clues": "        2 4 5 5 5 4 2\n  2 2 | . # # . # # .\n    7 | # # # # # # #\n    7 | # # # # # # #\n    5 | . # # # # # .\n    3 | . . # # # . .\n    1 | . . . # . . .\n",
    "box grid with clues": "      2 4 5 5 5 4 2\n     +-+-+-+-+-+-+-+\n2 2  | | | | | | | |\n     +-+-+-+-+-+-+-+\n7    | | | | | | | |\n     +-+-+-+-+-+-+-+\n7    | | | | | | | |\n     +-+-+-+-+-+-+-+\n5    | | | | | | | |\n     +-+-+-+-+-+-+-+\n3    | | | | | | | |\n     +-+-+-+-+-+-+-+\n1    | | | | | | | |\n     +-+-+-+-+-+-+-+\n",
    "true false": "false true true false true true false\ntrue true true true true true true\ntrue true true true true true true\nfalse true true true true true false\nfalse false true true true false false\nfalse false false true false false false\n",
    "pic braces": "{0,1,1,0,1,1,0},\n{1,1,1,1,1,1,1},\n{1,1,1,1,1,1,1},\n{0,1,1,1,1,1,0},\n{0,0,1,1,1,0,0},\n{0,0,0,1,0,0,0}",
    "pic # space": "  # #   # #  \n# # # # # # #\n# # # # # # #\n  # # # # #  \n    # # #    \n      #      \n",
    "pic emoji hearts": "⬜🟥🟥⬜🟥🟥⬜\n🟥🟥🟥🟥🟥🟥🟥\n🟥🟥🟥🟥🟥🟥🟥\n⬜🟥🟥🟥🟥🟥⬜\n⬜⬜🟥🟥🟥⬜⬜\n⬜⬜⬜🟥⬜⬜⬜\n",
    "pic quote python": 'grid = """\n.##.##.\n#######\n#######\n.#####.\n..###..\n...#...\n"""',
    "row,col in one para": "Rows are 2 2, 7, 7, 5, 3, 1 and columns are 2, 4, 5, 5, 5, 4, 2.",
    "by commas trailing": "2 2,\n7,\n7,\n5,\n3,\n1,\n\n2,\n4,\n5,\n5,\n5,\n4,\n2,\n",
    "paren lists": "(2 2) (7) (7) (5) (3) (1)\n(2) (4) (5) (5) (5) (4) (2)",
    "brackets no commas": "[2 2] [7] [7] [5] [3] [1]\n[2] [4] [5] [5] [5] [4] [2]",
    "webpbn xml": '<?xml version="1.0"?>\n<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">\n<puzzleset><puzzle type="grid"><clues type="columns"><line><count>2</count></line><line><count>4</count></line><line><count>5</count></line><line><count>5</count></line><line><count>5</count></line><line><count>4</count></line><line><count>2</count></line></clues><clues type="rows"><line><count>2</count><count>2</count></line><line><count>7</count></line><line><count>7</count></line><line><count>5</count></line><line><count>3</count></line><line><count>1</count></line></clues></puzzle></puzzleset>',
    "stacked columns": "    2 4 5 5 5 4 2\n2 2\n7\n7\n5\n3\n1\n",
    "number in title": "Puzzle 12\nRows: 2 2, 7, 7, 5, 3, 1\nColumns: 2, 4, 5, 5, 5, 4, 2\n",
    "number title para": "Puzzle 12\n2 2\n7\n7\n5\n3\n1\n\n2\n4\n5\n5\n5\n4\n2\n",
    "rows: 6 columns: 7": "rows: 6\ncolumns: 7\n2 2\n7\n7\n5\n3\n1\n2\n4\n5\n5\n5\n4\n2\n",
    "6 rows, 7 columns": "6 rows, 7 columns\n2 2\n7\n7\n5\n3\n1\n2\n4\n5\n5\n5\n4\n2\n",
    "dict": "rows = {1: [2,2], 2: [7], 3: [7], 4: [5], 5: [3], 6: [1]}\ncols = {1: [2], 2: [4], 3: [5], 4: [5], 5: [5], 6: [4], 7: [2]}",
    "csharp": "var rows = new List<List<int>> { new() {2,2}, new() {7}, new() {7}, new() {5}, new() {3}, new() {1} };\nvar cols = new List<List<int>> { new() {2}, new() {4}, new() {5}, new() {5}, new() {5}, new() {4}, new() {2} };",
    "kotlin": "val rows = listOf(listOf(2,2), listOf(7), listOf(7), listOf(5), listOf(3), listOf(1))\nval cols = listOf(listOf(2), listOf(4), listOf(5), listOf(5), listOf(5), listOf(4), listOf(2))",
    "swift split": 'rows = "2 2,7,7,5,3,1".split(",")\ncols = "2,4,5,5,5,4,2".split(",")',
    "matlab": "rows = {[2 2],[7],[7],[5],[3],[1]};\ncols = {[2],[4],[5],[5],[5],[4],[2]};",
    "csv quoted cells": '"","2","4","5","5","5","4","2"\n"2 2","","","","","","",""\n"7"\n"7"\n"5"\n"3"\n"1"\n',
    "numbered lines below headings": "Row clues:\n- Row 1: 2, 2\n- Row 2: 7\n- Row 3: 7\n- Row 4: 5\n- Row 5: 3\n"
    "- Row 6: 1\n\nColumn clues:\n- Column 1: 2\n- Column 2: 4\n- Column 3: 5\n- Column 4: 5\n- Column 5: 5\n"
    "- Column 6: 4\n- Column 7: 2\n",
    "lists that an ampersand ends": "* rows\n2 2\n7\n7\n5\n3\n1\n&\n* columns\n2\n4\n5\n5\n5\n4\n2\n&\n",
    "comments behind lists": "2 2\n7\n7\n5\n3\n1 # rows\n\n2\n4\n5\n5\n5\n4\n2 // columns\n",
    "lists filled up with zeros": "2,2\n7,0\n7,0\n5,0\n3,0\n1,0\n\n2,0\n4,0\n5,0\n5,0\n5,0\n4,0\n2,0\n",
    "a semicolon behind each clue": "2 2;7;7;5;3;1;\n2;4;5;5;5;4;2;\n",
}


BOATS = {
    "an empty clue": "1 / 2 / / 5 / 3\n1 / 2 / 2 2 / 1 2 / 1\n",
    "a numbered row": "Row 1: 1\nRow 2: 2\nRow 3:\nRow 4: 5\nRow 5: 3\nCol 1: 1\nCol 2: 2\nCol 3: 2 2\nCol 4: 1 2\nCol 5: 1\n",
    "a size": "5x5\n1\n2\n\n5\n3\n\n1\n2\n2 2\n1 2\n1\n",
    "a blank line": "rows:\n1\n2\n\n5\n3\ncolumns:\n1\n2\n2 2\n1 2\n1\nsize: 5x5\n",
    "an empty text": '"1","2","","5","3"\n"1","2","2,2","1,2","1"\n',
    "a picture": "__X__\n__XX_\n_____\nXXXXX\n_XXX_\n",
    "blanks": "  #\n  ##\n\n#####\n ###\n",
    "a table": "\t\t\t2\t1\n\t1\t2\t2\t2\t1\n1\t\t\t\t\t\n2\t\t\t\t\t\n0\t\t\t\t\t\n5\t\t\t\t\t\n3\t\t\t\t\t\n",
    "nonosat's drawing": "       1 2 2 1 1\n  ┌──────────┐\n 1│    ██    │\n 2│    ████  │\n 0│          │\n 5│██████████│\n 3│  ██████  │\n  └──────────┘\n",
    "(empty)": "Rows: 1, 2, (empty), 5, 3\nColumns: 1, 2, 2 2, 1 2, 1",
    "blank": "rows: 1, 2, blank, 5, 3\ncolumns: 1, 2, 2 2, 1 2, 1",
    "None": "rows = [[1],[2],None,[5],[3]]\ncols = [[1],[2],[2,2],[1,2],[1]]",
    "null": '{"rows":[[1],[2],null,[5],[3]],"cols":[[1],[2],[2,2],[1,2],[1]]}',
    "two commas": "rows: 1, 2, , 5, 3\ncolumns: 1, 2, 2 2, 1 2, 1",
    "emdash": "rows: 1 / 2 / — / 5 / 3\ncolumns: 1 / 2 / 2 2 / 1 2 / 1",
    "zeros padded": "rows: 0 1, 0 2, 0 0, 0 5, 0 3\ncolumns: 0 1, 0 2, 2 2, 1 2, 0 1",
}

FLAGS = {
    "letters": "2r 2b / 2r 2b\n2r / 2r / 2b / 2b\n",
    "words": "rows: 2 red 2 blue, 2 red 2 blue\ncolumns: 2 red, 2 red, 2 blue, 2 blue\n",
    "declared": "r = red\nb = blue\nrows = 2r 2b / 2r 2b\ncolumns = 2r / 2r / 2b / 2b\n",
    "emoji": "🟥🟥🟦🟦\n🟥🟥🟦🟦\n",
    "3r.2b": "Rows:\n2r.2b\n2r.2b\nColumns:\n2r\n2r\n2b\n2b",
    "2(r) 2(b)": "Rows: 2(r) 2(b), 2(r) 2(b)\nColumns: 2(r), 2(r), 2(b), 2(b)",
    "2R2B": "2R2B / 2R2B\n2R / 2R / 2B / 2B",
    "2-red 2-blue": "rows: 2-red 2-blue, 2-red 2-blue\ncolumns: 2-red, 2-red, 2-blue, 2-blue",
    "2xred": "rows: 2xred 2xblue / 2xred 2xblue\ncolumns: 2xred / 2xred / 2xblue / 2xblue",
    "tuples": 'rows = [[(2,"red"),(2,"blue")],[(2,"red"),(2,"blue")]]\ncols = [[(2,"red")],[(2,"red")],[(2,"blue")],[(2,"blue")]]',
    "r2": "rows: r2 b2 / r2 b2\ncolumns: r2 / r2 / b2 / b2",
    "red 2": "rows: red 2 blue 2; red 2 blue 2\ncolumns: red 2; red 2; blue 2; blue 2",
    "r:2": "r:2 b:2, r:2 b:2\nr:2, r:2, b:2, b:2",
    "2[r]": "2[r] 2[b]\n2[r] 2[b]\n\n2[r]\n2[r]\n2[b]\n2[b]",
    "2/red": "Rows:\n2/red 2/blue\n2/red 2/blue\nColumns:\n2/red\n2/red\n2/blue\n2/blue",
    "2 reds": "rows: 2 reds 2 blues, 2 reds 2 blues\ncolumns: 2 reds, 2 reds, 2 blues, 2 blues",
    "2 and an emoji": "rows: 2🟥 2🟦 / 2🟥 2🟦\ncolumns: 2🟥 / 2🟥 / 2🟦 / 2🟦",
    "2#ff0000": "2#ff0000 2#0000ff / 2#ff0000 2#0000ff\n2#ff0000 / 2#ff0000 / 2#0000ff / 2#0000ff",
    "bare tuples": "rows = [[(2, R), (2, B)], [(2, R), (2, B)]]\ncols = [[(2, R)], [(2, R)], [(2, B)], [(2, B)]]",
    "pairs": '{"rows": [[[2, "red"], [2, "blue"]], [[2, "red"], [2, "blue"]]], "columns": [[[2, "red"]], [[2, "red"]], [[2, "blue"]], [[2, "blue"]]]}',
    "objects": '{"rows": [[{"n": 2, "color": "red"}, {"n": 2, "color": "blue"}], ["2red", "2blue"]], "cols": [[{"color": "red", "n": 2}], ["2red"], ["2blue"], ["2 blue"]]}',
    "JSON texts": '{"rows": [["2r", "2b"], ["2r", "2b"]], "columns": [["2r"], ["2r"], ["2b"], ["2b"]]}',
    "round emoji": "🔴🔴🔵🔵\n🔴🔴🔵🔵\n",
    "letters of one's own": "X = red, Y = blue\nrows: 2X 2Y / 2X 2Y\ncolumns: 2X / 2X / 2Y / 2Y",
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
    assert [puzzle.palette[clue[0].colour].name for clue in puzzle.columns] == ["red"] * 2 + ["blue"] * 2
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


def test_a_number_too_long_for_its_line_is_a_misprint() -> None:
    puzzle = typed("2 2\n7\n7\n51\n3\n1\n\n2\n4\n5\n5\n5\n4\n2\n")
    likeliest = nonosat.fix(puzzle).misprints[0]
    assert likeliest.says.startswith("row 4: 51 should be 5 (")
    assert isinstance(likeliest.puzzle, Nonogram) and same(likeliest.puzzle, HEART)


ZERO = "write 0 for an empty line, and type rows on"
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
    "x": ("1\n2\nx\n5\n3\n\n1\n2\n2 2\n1 2\n1\n", "type rows on one line and columns on the next: `"),
    "numbers run together": ("22\n7\n7\n5\n3\n1\n\n2\n4\n5\n5\n5\n4\n2\n", "do not fit into 6 rows"),
    "a picture of letters without white": (
        "rrbb\nrrbb\n",
        "type rows on one line and columns on the next: `",
    ),
    "two puzzles": (
        "rows: 1\ncolumns: 1\n\nrows: 1\ncolumns: 1\n",
        "type rows on one line and columns on the next: `",
    ),
    "slashes behind both lists": ("2 2 / 7 / 7 / 5 / 3 / 1 /\n2 / 4 / 5 / 5 / 5 / 4 / 2 /\n", ZERO),
    "a blank line before one list": ("Rows:\n\n2 2\n7\n7\n5\n3\n1\nColumns:\n2\n4\n5\n5\n5\n4\n2\n", ZERO),
    "two blank lines between lists": ("2 2\n7\n7\n5\n3\n1\n\n\n2\n4\n5\n5\n5\n4\n2\n", ZERO),
    "lists of 0 and 1, two cells wide": ("grid = [[0, 1], [0, 0], [1, 0], [1, 1], [0, 0], [0, 0]]", ZERO),
    "two lines of 0 and 1": ("0 0 0 0 0\n0 0 1 0 1\n", ZERO),
    "the number of the first list alone": ("2\n2\n1\n1\n2\n", ZERO),
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

"""More ways in which people post a puzzle: program text, tables, quotes, other languages."""

import pytest

from nonosat import InputError
from tests.core.test_typed import BOAT, HEART, same, typed

HEARTS = {
    "horizontal/vertical": "Horizontal: 2 2, 7, 7, 5, 3, 1\nVertical: 2, 4, 5, 5, 5, 4, 2",
    "left/top": "Left: 2 2 / 7 / 7 / 5 / 3 / 1\nTop: 2 / 4 / 5 / 5 / 5 / 4 / 2",
    "top first then left": "Top:\n2\n4\n5\n5\n5\n4\n2\n\nLeft side:\n2 2\n7\n7\n5\n3\n1\n",
    "spanish": "Filas: 2 2; 7; 7; 5; 3; 1\nColumnas: 2; 4; 5; 5; 5; 4; 2\n",
    "russian": "Строки: 2 2, 7, 7, 5, 3, 1\nСтолбцы: 2, 4, 5, 5, 5, 4, 2",
    "japanese": "行: 2 2, 7, 7, 5, 3, 1\n列: 2, 4, 5, 5, 5, 4, 2",
    "row clues:= hints": "ROW HINTS\n2 2\n7\n7\n5\n3\n1\nCOLUMN HINTS\n2\n4\n5\n5\n5\n4\n2\n",
    "dots in clues": "Rows: 2.2 7 7 5 3 1\nColumns: 2 4 5 5 5 4 2",
    "dashes": "rows: 2-2, 7, 7, 5, 3, 1\ncolumns: 2, 4, 5, 5, 5, 4, 2",
    "en dash": "2–2\n7\n7\n5\n3\n1\n\n2\n4\n5\n5\n5\n4\n2\n",
    "plus": "2+2\n7\n7\n5\n3\n1\n\n2\n4\n5\n5\n5\n4\n2\n",
    "semicolon in clue": "2;2\n7\n7\n5\n3\n1\n\n2\n4\n5\n5\n5\n4\n2\n",
    "BOM": "\ufeff2 2 / 7 / 7 / 5 / 3 / 1\r\n2 / 4 / 5 / 5 / 5 / 4 / 2\r\n",
    "CR only": "2 2\r7\r7\r5\r3\r1\r\r2\r4\r5\r5\r5\r4\r2\r",
    "prolog": "rows([[2,2],[7],[7],[5],[3],[1]]).\ncols([[2],[4],[5],[5],[5],[4],[2]]).\n",
    "prolog problem": "problem(heart, [[2,2],[7],[7],[5],[3],[1]], [[2],[4],[5],[5],[5],[4],[2]]).",
    "js unquoted": "{rows: [[2,2],[7],[7],[5],[3],[1]], cols: [[2],[4],[5],[5],[5],[4],[2]]}",
    "js single quotes trailing": "var p = {\n  'rows': [\n    [2, 2,],\n    [7,],\n    [7,],\n    [5,],\n    [3,],\n    [1,],\n  ],\n  'cols': [[2,],[4,],[5,],[5,],[5,],[4,],[2,],],\n};",
    "java": "int[][] rowClues = new int[][] {{2, 2}, {7}, {7}, {5}, {3}, {1}};\nint[][] colClues = new int[][] {{2}, {4}, {5}, {5}, {5}, {4}, {2}};",
    "rust": "let rows = vec![vec![2, 2], vec![7], vec![7], vec![5], vec![3], vec![1]];\nlet cols = vec![vec![2], vec![4], vec![5], vec![5], vec![5], vec![4], vec![2]];",
    "ruby": "rows = [[2, 2], [7], [7], [5], [3], [1]]\ncolumns = %w(2 4 5 5 5 4 2)\n",
    "numpy": "row_clues = np.array([[2,2],[7,0],[7,0],[5,0],[3,0],[1,0]])\ncol_clues = np.array([[2],[4],[5],[5],[5],[4],[2]])",
    "minizinc": "rows = [|2,2|7,0|7,0|5,0|3,0|1,0|];\ncols = [|2|4|5|5|5|4|2|];",
    "dzn comments": "% heart\nX = 6;\nx = [|2,2,\n     |0,7,\n     |0,7,\n     |0,5,\n     |0,3,\n     |0,1|];\nY = 7;\ny = [|2,|4,|5,|5,|5,|4,|2|];",
    "json strings comma": '{"rows": ["2,2","7","7","5","3","1"], "columns": ["2","4","5","5","5","4","2"]}',
    "json nested clues": '{"clues": {"rows": [[2,2],[7],[7],[5],[3],[1]], "columns": [[2],[4],[5],[5],[5],[4],[2]]}}',
    "json left top": '{"left": [[2,2],[7],[7],[5],[3],[1]], "top": [[2],[4],[5],[5],[5],[4],[2]]}',
    "json objects": '{"rows":[{"clues":[2,2]},{"clues":[7]},{"clues":[7]},{"clues":[5]},{"clues":[3]},{"clues":[1]}],"columns":[{"clues":[2]},{"clues":[4]},{"clues":[5]},{"clues":[5]},{"clues":[5]},{"clues":[4]},{"clues":[2]}]}',
    "ini": "[rows]\n2 2\n7\n7\n5\n3\n1\n[columns]\n2\n4\n5\n5\n5\n4\n2\n",
    "yaml top-level size": "width: 7\nheight: 6\nrows:\n- 2 2\n- 7\n- 7\n- 5\n- 3\n- 1\ncolumns:\n- 2\n- 4\n- 5\n- 5\n- 5\n- 4\n- 2\n",
    "xml clues": "<puzzle><rows><row>2 2</row><row>7</row><row>7</row><row>5</row><row>3</row><row>1</row></rows><columns><column>2</column><column>4</column><column>5</column><column>5</column><column>5</column><column>4</column><column>2</column></columns></puzzle>",
    "md table cols": "| Rows | Columns |\n|---|---|\n| 2 2 | 2 |\n| 7 | 4 |\n| 7 | 5 |\n| 5 | 5 |\n| 3 | 5 |\n| 1 | 4 |\n|  | 2 |\n",
    "tsv two columns": "rows\tcolumns\n2 2\t2\n7\t4\n7\t5\n5\t5\n3\t5\n1\t4\n\t2\n",
    "csv per line": "2,2\n7\n7\n5\n3\n1\n\n2\n4\n5\n5\n5\n4\n2\n",
    "csv side label": "row,1,2 2\nrow,2,7\nrow,3,7\nrow,4,5\nrow,5,3\nrow,6,1\ncolumn,1,2\ncolumn,2,4\ncolumn,3,5\ncolumn,4,5\ncolumn,5,5\ncolumn,6,4\ncolumn,7,2\n",
    "R1 no colon": "R1 2 2\nR2 7\nR3 7\nR4 5\nR5 3\nR6 1\nC1 2\nC2 4\nC3 5\nC4 5\nC5 5\nC6 4\nC7 2\n",
    "r1= ": "r1=2,2 r2=7 r3=7 r4=5 r5=3 r6=1\nc1=2 c2=4 c3=5 c4=5 c5=5 c6=4 c7=2",
    "row 1: (2,2)": "Row 1: (2,2)\nRow 2: (7)\nRow 3: (7)\nRow 4: (5)\nRow 5: (3)\nRow 6: (1)\nCol 1: (2)\nCol 2: (4)\nCol 3: (5)\nCol 4: (5)\nCol 5: (5)\nCol 6: (4)\nCol 7: (2)",
    "1st row": "1st row: 2 2\n2nd row: 7\n3rd row: 7\n4th row: 5\n5th row: 3\n6th row: 1\n1st column: 2\n2nd column: 4\n3rd column: 5\n4th column: 5\n5th column: 5\n6th column: 4\n7th column: 2",
    "ascii grid with clues": "        2 4 5 5 5 4 2\n  2 2 | . # # . # # .\n    7 | # # # # # # #\n    7 | # # # # # # #\n    5 | . # # # # # .\n    3 | . . # # # . .\n    1 | . . . # . . .\n",
    "box grid with clues": "      2 4 5 5 5 4 2\n     +-+-+-+-+-+-+-+\n2 2  | | | | | | | |\n     +-+-+-+-+-+-+-+\n7    | | | | | | | |\n     +-+-+-+-+-+-+-+\n7    | | | | | | | |\n     +-+-+-+-+-+-+-+\n5    | | | | | | | |\n     +-+-+-+-+-+-+-+\n3    | | | | | | | |\n     +-+-+-+-+-+-+-+\n1    | | | | | | | |\n     +-+-+-+-+-+-+-+\n",
    "true false": "false true true false true true false\ntrue true true true true true true\ntrue true true true true true true\nfalse true true true true true false\nfalse false true true true false false\nfalse false false true false false false\n",
    "csv 01": "0,1,1,0,1,1,0\n1,1,1,1,1,1,1\n1,1,1,1,1,1,1\n0,1,1,1,1,1,0\n0,0,1,1,1,0,0\n0,0,0,1,0,0,0\n",
    "pic array strings": '["0110110","1111111","1111111","0111110","0011100","0001000"]',
    "pic braces": "{0,1,1,0,1,1,0},\n{1,1,1,1,1,1,1},\n{1,1,1,1,1,1,1},\n{0,1,1,1,1,1,0},\n{0,0,1,1,1,0,0},\n{0,0,0,1,0,0,0}",
    "pic # space": "  # #   # #  \n# # # # # # #\n# # # # # # #\n  # # # # #  \n    # # #    \n      #      \n",
    "pic X O": "OXXOXXO\nXXXXXXX\nXXXXXXX\nOXXXXXO\nOOXXXOO\nOOOXOOO\n",
    "pic emoji hearts": "⬜🟥🟥⬜🟥🟥⬜\n🟥🟥🟥🟥🟥🟥🟥\n🟥🟥🟥🟥🟥🟥🟥\n⬜🟥🟥🟥🟥🟥⬜\n⬜⬜🟥🟥🟥⬜⬜\n⬜⬜⬜🟥⬜⬜⬜\n",
    "pic 1 and dot": ".11.11.\n1111111\n1111111\n.11111.\n..111..\n...1...\n",
    "pic numbered rows": "1 .##.##.\n2 #######\n3 #######\n4 .#####.\n5 ..###..\n6 ...#...\n",
    "pic quote python": 'grid = """\n.##.##.\n#######\n#######\n.#####.\n..###..\n...#...\n"""',
    "email quote": "> Rows: 2 2 / 7 / 7 / 5 / 3 / 1\n> Columns: 2 / 4 / 5 / 5 / 5 / 4 / 2\n",
    "code fence": "```\n2 2\n7\n7\n5\n3\n1\n\n2\n4\n5\n5\n5\n4\n2\n```\n",
    "colons": "2 2:7:7:5:3:1\n2:4:5:5:5:4:2",
    "bars": "2 2|7|7|5|3|1\n2|4|5|5|5|4|2\n",
    "row,col in one para": "Rows are 2 2, 7, 7, 5, 3, 1 and columns are 2, 4, 5, 5, 5, 4, 2.",
    "spaces double": "2 2  7  7  5  3  1\n2  4  5  5  5  4  2",
    "by commas trailing": "2 2,\n7,\n7,\n5,\n3,\n1,\n\n2,\n4,\n5,\n5,\n5,\n4,\n2,\n",
    "paren lists": "(2 2) (7) (7) (5) (3) (1)\n(2) (4) (5) (5) (5) (4) (2)",
    "lisp": "((2 2) (7) (7) (5) (3) (1))\n((2) (4) (5) (5) (5) (4) (2))",
    "brackets no commas": "[2 2] [7] [7] [5] [3] [1]\n[2] [4] [5] [5] [5] [4] [2]",
    "html table": "<table><tr><td></td><td>2</td><td>4</td><td>5</td><td>5</td><td>5</td><td>4</td><td>2</td></tr><tr><td>2 2</td></tr><tr><td>7</td></tr><tr><td>7</td></tr><tr><td>5</td></tr><tr><td>3</td></tr><tr><td>1</td></tr></table>",
    "rows/cols keys yaml str": 'rows: "2 2, 7, 7, 5, 3, 1"\ncols: "2, 4, 5, 5, 5, 4, 2"',
    "webpbn xml": '<?xml version="1.0"?>\n<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">\n<puzzleset><puzzle type="grid"><clues type="columns"><line><count>2</count></line><line><count>4</count></line><line><count>5</count></line><line><count>5</count></line><line><count>5</count></line><line><count>4</count></line><line><count>2</count></line></clues><clues type="rows"><line><count>2</count><count>2</count></line><line><count>7</count></line><line><count>7</count></line><line><count>5</count></line><line><count>3</count></line><line><count>1</count></line></clues></puzzle></puzzleset>',
    "stacked columns": "    2 4 5 5 5 4 2\n2 2\n7\n7\n5\n3\n1\n",
    "title first": "My heart puzzle\nby me\n\n2 2\n7\n7\n5\n3\n1\n\n2\n4\n5\n5\n5\n4\n2\n",
    "number in title": "Puzzle 12\nRows: 2 2, 7, 7, 5, 3, 1\nColumns: 2, 4, 5, 5, 5, 4, 2\n",
    "number title para": "Puzzle 12\n2 2\n7\n7\n5\n3\n1\n\n2\n4\n5\n5\n5\n4\n2\n",
    "rows: 6 columns: 7": "rows: 6\ncolumns: 7\n2 2\n7\n7\n5\n3\n1\n2\n4\n5\n5\n5\n4\n2\n",
    "6 rows, 7 columns": "6 rows, 7 columns\n2 2\n7\n7\n5\n3\n1\n2\n4\n5\n5\n5\n4\n2\n",
    "rows <= cols interleaved": "Row 1: 2 2, Row 2: 7, Row 3: 7, Row 4: 5, Row 5: 3, Row 6: 1\nColumn 1: 2, Column 2: 4, Column 3: 5, Column 4: 5, Column 5: 5, Column 6: 4, Column 7: 2",
    "dict": "rows = {1: [2,2], 2: [7], 3: [7], 4: [5], 5: [3], 6: [1]}\ncols = {1: [2], 2: [4], 3: [5], 4: [5], 5: [5], 6: [4], 7: [2]}",
    "json hints up/left": '{"hints":{"left":["2 2","7","7","5","3","1"],"up":["2","4","5","5","5","4","2"]}}',
    "json ver hor": '{"ver":[[2],[4],[5],[5],[5],[4],[2]],"hor":[[2,2],[7],[7],[5],[3],[1]]}',
    "csharp": "var rows = new List<List<int>> { new() {2,2}, new() {7}, new() {7}, new() {5}, new() {3}, new() {1} };\nvar cols = new List<List<int>> { new() {2}, new() {4}, new() {5}, new() {5}, new() {5}, new() {4}, new() {2} };",
    "kotlin": "val rows = listOf(listOf(2,2), listOf(7), listOf(7), listOf(5), listOf(3), listOf(1))\nval cols = listOf(listOf(2), listOf(4), listOf(5), listOf(5), listOf(5), listOf(4), listOf(2))",
    "swift split": 'rows = "2 2,7,7,5,3,1".split(",")\ncols = "2,4,5,5,5,4,2".split(",")',
    "matlab": "rows = {[2 2],[7],[7],[5],[3],[1]};\ncols = {[2],[4],[5],[5],[5],[4],[2]};",
    "across 1.": "ACROSS\n1. 2-2\n2. 7\n3. 7\n4. 5\n5. 3\n6. 1\nDOWN\n1. 2\n2. 4\n3. 5\n4. 5\n5. 5\n6. 4\n7. 2\n",
    "sheet ;": ";;2;4;5;5;5;4;2\n2;2;;;;;;;\n;7;;;;;;;\n;7;;;;;;;\n;5;;;;;;;\n;3;;;;;;;\n;1;;;;;;;\n",
    "csv quoted cells": '"","2","4","5","5","5","4","2"\n"2 2","","","","","","",""\n"7"\n"7"\n"5"\n"3"\n"1"\n',
    "ocr": "2  2\n 7\n7 \n 5\n3\n1\n \n2\n4\n5\n5\n5\n4\n2",
    "superscript bullets": "• 2 2\n• 7\n• 7\n• 5\n• 3\n• 1\n\n• 2\n• 4\n• 5\n• 5\n• 5\n• 4\n• 2",
}

BOATS = {
    "(empty)": "Rows: 1, 2, (empty), 5, 3\nColumns: 1, 2, 2 2, 1 2, 1",
    "blank": "rows: 1, 2, blank, 5, 3\ncolumns: 1, 2, 2 2, 1 2, 1",
    "None": "rows = [[1],[2],None,[5],[3]]\ncols = [[1],[2],[2,2],[1,2],[1]]",
    "null": '{"rows":[[1],[2],null,[5],[3]],"cols":[[1],[2],[2,2],[1,2],[1]]}',
    "quotes": 'rows = ["1", "2", "", "5", "3"]\ncols = ["1","2","2 2","1 2","1"]',
    "two commas": "rows: 1, 2, , 5, 3\ncolumns: 1, 2, 2 2, 1 2, 1",
    "semis": "1;2;;5;3\n1;2;2 2;1 2;1",
    "emdash": "rows: 1 / 2 / — / 5 / 3\ncolumns: 1 / 2 / 2 2 / 1 2 / 1",
    "tab": "1\t2\t0\t5\t3\n1\t2\t2 2\t1 2\t1",
    "zeros padded": "rows: 0 1, 0 2, 0 0, 0 5, 0 3\ncolumns: 0 1, 0 2, 2 2, 1 2, 0 1",
}

FLAGS = {
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


REFUSED = {
    "x": "1\n2\nx\n5\n3\n\n1\n2\n2 2\n1 2\n1\n",
    "numbers run together": "22\n7\n7\n5\n3\n1\n\n2\n4\n5\n5\n5\n4\n2\n",
    "a picture of letters without white": "rrbb\nrrbb\n",
    "two puzzles": "rows: 1\ncolumns: 1\n\nrows: 1\ncolumns: 1\n",
}


@pytest.mark.parametrize("way", HEARTS)
def test_a_heart(way: str) -> None:
    assert same(typed(HEARTS[way]), HEART)


@pytest.mark.parametrize("way", BOATS)
def test_an_empty_row(way: str) -> None:
    assert same(typed(BOATS[way]), BOAT)


@pytest.mark.parametrize("way", FLAGS)
def test_colours(way: str) -> None:
    puzzle = typed(FLAGS[way])
    assert [[b.low for b in clue] for clue in puzzle.rows] == [[2, 2]] * 2
    assert [puzzle.palette[clue[0].colour].name for clue in puzzle.columns] == ["red"] * 2 + ["blue"] * 2
    assert {one.name for one in puzzle.palette} == {"white", "red", "blue"}


@pytest.mark.parametrize("way", REFUSED)
def test_what_is_refused_shows_what_is_read(way: str) -> None:
    with pytest.raises(InputError, match="type rows on one line and columns on the next: `"):
        typed(REFUSED[way])

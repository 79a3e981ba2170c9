"""Ways to type any puzzle, each tried on a wide one, a high one with an empty row and numbers of two digits,
and a square one, whose rows and columns cannot be told apart by their number.
"""

import json
from collections.abc import Iterator
from itertools import zip_longest

import pytest

from nonosat import InputError, Nonogram
from tests.core.test_typed import BOAT, HEART, same, typed
from tests.helpers.typed_forms import Lists, Ways, cells, counted, filled, nest, one, sheet, side

DRAWN = """
...##..... ..####.... .######... ########## .########. ..#....#.. ..........
....#..... ....##.... ....##.... #...##...# #...##..## #.######.# ##.......#
"""
LAMP = Nonogram.from_picture(tuple(DRAWN.split()))
PUZZLES = {"heart": HEART, "lamp": LAMP, "boat": BOAT}


def lists(rows: Lists, columns: Lists, picture: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the ways to type lists with headings, and then without."""
    heads = ["Row hints:/Column hints:", "ROWS/COLS", "**Rows**/**Columns**", "## Rows/## Columns"]
    heads += [
        "# rows/# cols",
        "; rows/; cols",
        "[rows]/[columns]",
        "Across:/Down:",
        "Side:/Top:",
        "Left/Above",
    ]
    heads += ["Reihen:/Spalten:", "Lignes :/Colonnes :", "Rader:/Kolumner:"]
    for head in [*heads, "Rows (top to bottom)/Columns (left to right)"]:
        r, c = head.split("/")
        yield (head, f"{r}\n{side(rows)}\n\n{c}\n{side(columns)}\n")
        yield (head[::-1], f"{c}\n{side(columns)}\n{r}\n{side(rows)}\n")
    for mark in (" / ", "/", "; ", " | ", ", ", "、", " : ", " \\ ", "  ", "\t", " • ", " // "):
        yield (f"{mark!r} between", f"{side(rows, mark)}\n{side(columns, mark)}\n")
        yield (
            f"{mark!r} between, in order of the headings",
            f"Columns: {side(columns, mark)}\nRows: {side(rows, mark)}\n",
        )
        yield (
            f"{mark!r} between, dots within",
            f"Rows: {side(rows, mark, '.')}\nColumns: {side(columns, mark, '.')}",
        )
    for mark in (",", ", ", ".", "-", "–", "·", "+", "_", "\t", "\xa0", "，", " & ", " and "):
        yield (f"{mark!r} within", f"{side(rows, within=mark)}\n\n{side(columns, within=mark)}")
    for form in ("R{}: {}\n", "Row {} = {}\n", "row #{}: {}\n", "row_{}: {}\n", "Row {} - {}\n"):
        other = form.replace("R{", "C{").replace("Row", "Column").replace("row", "column")
        yield (form, counted(columns, other) + counted(rows, form))
    yield ("from 0", counted(rows, "row {}: {}\n", 0) + counted(columns, "col {}: {}\n", 0))
    for form in ("{}. {}\n", "{}) {}\n", "{}: {}\n", "{:02}. {}\n", "{} - {}\n", "{}={}\n"):
        yield (form, f"Rows:\n{counted(rows, form)}\nColumns:\n{counted(columns, form)}")
    yield (
        "downwards",
        "".join(f"Row {k}: {one(rows[k - 1])}\n" for k in range(len(rows), 0, -1))
        + counted(columns, "Column {}: {}\n"),
    )
    for word in ("empty", "none", "-", "(none)", "nothing", "00"):
        yield (word, f"Rows:\n{side(rows, nothing=word)}\nColumns:\n{side(columns, nothing=word)}")
    yield ("hyphens and commas", f"{side(rows, ',', '-')}\n{side(columns, ',', '-')}")
    yield ("fences", f"Rows:\n```\n{side(rows)}\n```\nColumns:\n```\n{side(columns)}\n```\n")
    yield ("after the heading of the rows", f"Rows:\n{side(rows)}\n\n{side(columns)}\n")
    yield ("after the heading of the columns", f"Columns:\n{side(columns)}\n\n{side(rows)}\n")
    yield ("before a heading", f"{side(columns)}\nRows:\n{side(rows)}\n")
    yield (
        "a sentence",
        f"The rows are {side(rows, '; ')} and the columns are {side(columns, '; ')}. Thanks!",
    )
    yield ("the numbers of both", f"{len(rows)} {len(columns)}\n" + counted(rows + columns, "{1}\n"))
    yield (
        "counts in headings",
        f"{len(rows)} rows: {side(rows, ', ')}\n{len(columns)} columns: {side(columns, ', ')}",
    )
    yield (
        "a quotation",
        "> Rows:\n" + counted(rows, "> {1}\n") + "> Columns:\n" + counted(columns, "> {1}\n"),
    )
    yield (
        "any digits",
        f"Rows: {side(rows, ', ')}\nColumns: {side(columns, ', ')}".translate(
            {48 + k: 1632 + k for k in range(10)}
        ),
    )
    yield (
        "circled numbers",
        "\n".join(
            (
                f"{name}: " + " / ".join(("".join((chr(9311 + n) for n in clue)) or "0" for clue in some))
                for name, some in (("Rows", rows), ("Columns", columns))
            )
        ),
    )
    yield ("options", f"./solve --cols '{side(columns, ';')}' --rows '{side(rows, ';')}'")


def programs(rows: Lists, columns: Lists, picture: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the ways in which programs and data have clues, most with the columns first."""
    forms = [
        "cols = {c}\nrows = {r}",
        "f({r}, {c})",
        "solve(columns={c}, rows={r})",
        "let cols: Vec<Vec<u8>> = {c};\nlet rows: Vec<Vec<u8>> = {r};",
    ]
    forms += [
        "columns: number[][] = {c};\nrows: number[][] = {r};",
        "cols :: [[Int]]\ncols = {c}\nrows :: [[Int]]\nrows = {r}",
    ]
    forms += [
        "cols({c}).\nrows({r}).",
        "{{'cols': {c}, 'rows': {r}}}",
        "data = {{'num_rows': {h}, 'num_cols': {w}, 'cols': {c}, 'rows': {r}}}",
    ]
    forms += [
        "width = {w}\nheight = {h}\nvertical = {c}\nhorizontal = {r}",
        "{{:columns => {c}, :rows => {r}}}",
    ]
    for form in forms:
        yield (form, form.format(r=nest(rows), c=nest(columns), h=len(rows), w=len(columns)))
    braces = [
        "int cols[9][9] = {c};\nint rows[9][9] = {r};",
        "cols := [][]int{c}\nrows := [][]int{r}",
        "vector<vector<int>> cols{c};\nvector<vector<int>> rows{r};",
    ]
    braces += [
        "int[][] colClues = new int[][] {c};\nint[][] rowClues = {r};",
        "local columns = {c}\nlocal rows = {r}",
    ]
    for form in braces:
        yield (form, form.replace("{c}", nest(columns, "{}", "{}")).replace("{r}", nest(rows, "{}", "{}")))
    for call in (
        "c(",
        "array(",
        "List.of(",
        "Arrays.asList(",
        "listOf(",
        "intArrayOf(",
        "vec![",
        "&[",
        "new[] {",
    ):
        end = {"(": ")", "[": "]", "{": "}"}[call[-1]]
        yield (
            call,
            f"cols = {nest(columns, call + end, call + end)};\nrows = {nest(rows, call + end, call + end)};",
        )
    yield (
        "Lisp",
        f"(define cols '{nest(columns, '()', '()', ' ')})\n(define rows '{nest(rows, '()', '()', ' ')})",
    )
    yield ("OCaml", f"let rows = {nest(rows, mark='; ')}\nlet cols = {nest(columns, mark='; ')}")
    yield (
        "F#",
        "\n".join(
            (
                f"let {name} = [| " + "; ".join((f"[| {one(clue, '; ', '')} |]" for clue in some)) + " |]"
                for name, some in (("cols", columns), ("rows", rows))
            )
        ),
    )
    for left in (True, False):
        yield (f"filled up, {left}", f"cols = {filled(columns, left)}\nrows = {filled(rows, left)}")
    yield (
        "MiniZinc",
        "".join(
            (
                f"{name}s = {len(some)};\n{name}_rules = array2d(1..{name}s, 1..{len(filled(some)[0])}, [\n"
                + ",\n".join((one(clue, ",") for clue in filled(some)))
                + "]);\n"
                for name, some in (("row", rows), ("col", columns))
            )
        ),
    )
    keys = [
        "columns/rows",
        "cols/rows",
        "Columns/Rows",
        "colClues/rowClues",
        "col_hints/row_hints",
        "top/left",
        "down/across",
        "vertical/horizontal",
    ]
    for key in keys:
        c, r = key.split("/")
        yield (f"JSON: {key}", json.dumps({"width": len(columns), c: columns, r: rows}))
    yield ("JSON in JSON", json.dumps({"id": 7, "clues": {"cols": columns, "rows": rows}}))
    yield ("JSON texts", json.dumps({"cols": [*map(one, columns)], "rows": [*map(one, rows)]}))
    yield ("JSON text", json.dumps({"columns": side(columns, "/"), "rows": side(rows, "/")}))
    yield ("JSON maps", json.dumps({"cols": dict(enumerate(columns, 1)), "rows": dict(enumerate(rows, 1))}))
    yield (
        "JSON objects",
        json.dumps(
            {
                k: [{"index": n, "hints": x} for n, x in enumerate(s)]
                for k, s in (("cols", columns), ("rows", rows))
            }
        ),
    )
    yield (
        "JSON with a solution",
        json.dumps(
            {"rows": rows, "columns": columns, "solution": [[int(c == "#") for c in row] for row in picture]}
        ),
    )
    yield ("TOML", f"[puzzle]\ncolumns = {columns}\nrows = {rows}\n")
    yield (
        "YAML",
        "clues:\n  columns:\n" + counted(columns, "    - {1}\n") + "  rows:\n" + counted(rows, "    - {1}\n"),
    )
    yield (
        "YAML blocks",
        "columns: |\n" + counted(columns, "  {1}\n") + "rows: |\n" + counted(rows, "  {1}\n"),
    )
    yield (
        "XML",
        "<puzzle><columns>"
        + counted(columns, "<c>{1}</c>")
        + "</columns><rows>"
        + counted(rows, "<r>{1}</r>")
        + "</rows></puzzle>",
    )
    yield (
        "HTML lists",
        "<h2>Columns</h2><ul>"
        + counted(columns, "<li>{1}</li>")
        + "</ul><h2>Rows</h2><ul>"
        + counted(rows, "<li>{1}</li>")
        + "</ul>",
    )
    yield ("a game of Tatham's", f"{len(columns)}x{len(rows)}:{side(columns + rows, '/', '.', '')}")
    yield (
        "counted clues",
        f"{len(rows)} {len(columns)}\n"
        + "".join(f"{len(clue)} {one(clue, nothing='')}\n" for clue in rows + columns),
    )
    yield (
        "ended clues",
        f"{len(rows)} {len(columns)}\n" + "".join(one([*clue, 0]) + "\n" for clue in rows + columns),
    )


def tables(rows: Lists, columns: Lists, picture: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the ways to type tables."""
    for mark in ("\t", ",", ";"):
        yield (f"{mark!r} sheet", sheet(rows, columns, mark, lambda *_: ""))
        yield (
            f"{mark!r} solved",
            sheet(rows, columns, mark, lambda r, c: "x" if picture[r][c] == "#" else ""),
        )
        yield (f"{mark!r} corner", sheet(rows, columns, mark, lambda *_: "", "#"))
    yield ("a title", "My puzzle\n\n" + sheet(rows, columns, "\t", lambda *_: ""))
    yield (
        "beside each other",
        "No.\tColumns\tRows\n"
        + "".join(
            (
                f"{k}\t{c}\t{r}\n"
                for k, (c, r) in enumerate(zip_longest(map(one, columns), map(one, rows), fillvalue=""), 1)
            )
        ),
    )
    yield (
        "Markdown",
        f"| |{side(columns, '|')}|\n|{'-|' * (len(columns) + 1)}\n"
        + counted(rows, "| **{1}** |" + "  |" * len(columns) + "\n"),
    )
    yield (
        "Markdown, one below the other",
        "| Columns |\n|---|\n"
        + counted(columns, "| {1} |\n")
        + "\n| Rows |\n|---|\n"
        + counted(rows, "| {1} |\n"),
    )
    yield (
        "HTML",
        f"<table><tr><td></td><td class='t'>{side(columns, '</td><td>', '<br>')}</td></tr>"
        + counted(rows, "<tr><td><span>{1}</span></td>" + "<td></td>" * len(columns) + "</tr>")
        + "</table>",
    )
    yield (
        "TeX",
        "\\begin{tabular}{c|c}"
        + f"\n & {side(columns, ' & ')} \\\\ \\hline\n"
        + counted(rows, "{1} & \\\\\n")
        + "\\end{tabular}",
    )


def pictures(rows: Lists, columns: Lists, picture: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield the ways to draw a picture."""
    for pair in (
        "#.",
        "#-",
        "X ",
        "10",
        "@.",
        "*_",
        "█░",
        "■□",
        "●○",
        "⬛⬜",
        "🟦⬜",
        "🟨⬛",
        "🖤🤍",
        "YN",
        "TF",
        "bw",
        "#~",
        "XO",
    ):
        yield (pair, cells(picture, *pair))
    for form in (
        "{1:2} {0}\n",
        "{1:2}|{0}|\n",
        "|{0}|\n",
        '"{0}",\n',
        "> {0}\n",
        "    {0}\n",
        "Row {1}: {0}\n",
        "\t{0}  \n",
    ):
        yield (form, cells(picture, "#", ".", form=form))
    for black, white, mark, form in (
        ("[X]", "[ ]", "", "{}\n"),
        ("1", "0", ",", "[{}],\n"),
        ("1.", "0.", " ", " [{}]\n"),
        ("1", "-1", " ", "{}\n"),
        ("x", "", ",", "{}\n"),
        ("True", "False", ", ", "[{}],\n"),
        ("<td>X</td>", "<td></td>", "", "<tr>{}</tr>"),
        (" █ ", "   ", "│", "│{}│\n"),
        ("#", " ", "|", "|{}|\n"),
    ):
        yield (black + form, cells(picture, *(black, white, mark, form)))
    yield (
        "with numbers",
        "   "
        + "".join(str(k % 10) for k in range(len(columns)))
        + "\n"
        + cells(picture, "#", ".", form="{1:2} {0}\n"),
    )
    yield (
        "in a frame",
        f"+{'-' * len(columns)}+\n{cells(picture, '#', ' ', form='|{}|' + chr(10))}+{'-' * len(columns)}+\n",
    )
    yield (
        "in boxes",
        "".join(f"{'+-' * len(columns)}+\n|{'|'.join(row)}|\n" for row in picture).replace(".", " ")
        + "+-" * len(columns)
        + "+\n",
    )
    yield ("in a fence", f"My logo:\n```\n{cells(picture, '#', ' ')}```\nIs it unique?\n")
    yield (
        "with clues",
        "".join((f"{' '.join(row)}  {one(clue)}\n" for row, clue in zip(picture, rows, strict=True))),
    )


@pytest.mark.parametrize("name", PUZZLES)
@pytest.mark.parametrize("ways", [lists, programs, tables, pictures])
def test_a_puzzle_is_read_as_it_is_meant(ways: Ways, name: str) -> None:
    meant = PUZZLES[name]
    rows, columns = ([[b.low for b in clue] for clue in some] for some in (meant.rows, meant.columns))
    other = []
    for about, text in ways(rows, columns, meant.goal):
        try:
            other += [] if same(typed(text), meant) else [f"{about}: another"]
        except InputError as error:
            other.append(f"{about}: {error}")
    assert not other

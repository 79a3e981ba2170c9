"""The layouts in which people and models write pictures."""

import json
from collections.abc import Callable

from nonosat.learning import answers
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Palette, Picture


def read_answer(
    text: str, height: int, width: int, palette: Palette = BLACK_AND_WHITE, clock: Clock = NO_CLOCK
) -> answers.Reading:
    """Read the last complete grid of this size."""
    return answers.read_answer(text, (UNKNOWN * width,) * height, palette, clock)


def table(filled: str, empty: str) -> dict[int, str]:
    return str.maketrans({"#": filled, ".": empty})


def rows(filled: str, empty: str, joint: str = "") -> Callable[[Picture], str]:
    chars = table(filled, empty)
    return lambda picture: "\n".join(joint.join(char.translate(chars) for char in row) for row in picture)


def values(picture: Picture) -> list[list[int]]:
    return [[int(char == "#") for char in row] for row in picture]


def tex(picture: Picture, filled: str, empty: str, end: str) -> str:
    lines = end.join(" & ".join(char.translate(table(filled, empty)) for char in row) for row in picture)
    return r"$\begin{bmatrix} " + lines + r" \end{bmatrix}$"


def numbered_table(picture: Picture) -> str:
    width = len(picture[0])
    heads = ["|   | " + " | ".join(map(str, range(1, width + 1))) + " |", "|---" * (width + 1) + "|"]
    lines = [f"| {k} | " + " | ".join(row.replace(".", " ")) + " |" for k, row in enumerate(picture, 1)]
    return "\n".join(heads + lines)


def cells(form: str, joint: str) -> Callable[[Picture], str]:
    def listed(picture: Picture) -> str:
        filled = [(r, c) for r, row in enumerate(picture, 1) for c, char in enumerate(row, 1) if char == "#"]
        return "Filled cells:" + joint.lstrip(",;") + joint.join(form.format(r, c) for r, c in filled)

    return listed


LAYOUTS: dict[str, Callable[[Picture], str]] = {
    "#.": rows("#", "."),
    "01": rows("1", "0"),
    "X_": rows("X", "_"),
    "emoji": rows("⬛", "⬜"),
    "small emoji with selectors": rows("◼\ufe0f", "◻\ufe0f"),
    "blocks": rows("█", "░"),
    "spaces between": rows("#", ".", " "),
    "commas between": rows("1", "0", ", "),
    "numbered": lambda p: "\n".join(f"Row {k}: {row}" for k, row in enumerate(p, 1)),
    "counted": lambda p: "\n".join(f"{k}. {row}" for k, row in enumerate(p, 1)),
    "framed": lambda p: "\n".join(f"│{row}│" for row in p),
    "a table": lambda p: "\n".join("| " + " | ".join(row) + " |" for row in p),
    "fenced": lambda p: "```text\n" + "\n".join(p) + "\n```",
    "tagged": lambda p: "<answer>\n" + "\n".join(p) + "\n</answer>",
    "lists": lambda p: json.dumps(values(p)),
    "indented lists": lambda p: json.dumps({"solution": values(p)}, indent=2),
    "booleans": lambda p: json.dumps([[bool(v) for v in row] for row in values(p)]),
    "Python": lambda p: f"solution = {[[bool(v) for v in row] for row in values(p)]}",
    "texts in a list": lambda p: json.dumps(list(p)),
    "a text in JSON": lambda p: json.dumps({"grid": "\n".join(p)}),
    "bold labels": lambda p: "\n".join(f"**`Row {k}`**: {' '.join(row)}" for k, row in enumerate(p, 1)),
    "bold labels, cells as code": lambda p: "\n".join(
        f"- **Row {k}:** `{row}`" for k, row in enumerate(p, 1)
    ),
    "TeX": lambda p: tex(p, "1", "0", " \\\\ "),
    "TeX, squares": lambda p: tex(p, r"\blacksquare", r"\square", "\\\\\n"),
    "words": rows("filled", "empty", " "),
    "labelled words": lambda p: "\n".join(
        f"Row {k}: " + ", ".join("Black" if char == "#" else "White" for char in row)
        for k, row in enumerate(p, 1)
    ),
    "lists of words": lambda p: json.dumps(
        [["shaded" if char == "#" else "unshaded" for char in row] for row in p], indent=1
    ),
    "a table of words": lambda p: "\n".join(
        "| " + " | ".join("filled" if char == "#" else "empty" for char in row) + " |" for row in p
    ),
    "NumPy": lambda p: "[" + "\n ".join("[" + " ".join(map(str, row)) + "]" for row in values(p)) + "]",
}
FLAT: dict[str, Callable[[Picture], str]] = {
    "one text": lambda p: "".join(p).translate(table("1", "0")),
    "slashes": lambda p: "/".join(p),
}
LARGE: dict[str, Callable[[Picture], str]] = {
    "a table with numbers and blanks": numbered_table,
    "blocks and dots": rows("██", ".."),
    "framed blocks and blanks": lambda p: "\n".join(f"│{row}│" for row in rows("██", "  ")(p).split("\n")),
    "pairs of numbers": cells("({}, {})", ", "),
    "a list of pairs": cells("({},{})", "\n- "),
    "coordinates": cells("r{}c{}", ", "),
    "coordinates in words": cells("row {}, column {}", "; "),
}
"""What can be told from other layouts only if the picture is not too small."""

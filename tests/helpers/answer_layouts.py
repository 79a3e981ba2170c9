"""The layouts in which people and models write pictures."""

import json
from collections.abc import Callable

from nonosat.learning import answers
from nonosat.processes.clock import NO_CLOCK, Clock
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
    "between bars": lambda p: "\n".join("| " + " | ".join(row) + " |" for row in p),
    "fenced": lambda p: "```text\n" + "\n".join(p) + "\n```",
    "tagged": lambda p: "<answer>\n" + "\n".join(p) + "\n</answer>",
    "lists": lambda p: json.dumps(values(p)),
    "indented lists": lambda p: json.dumps({"solution": values(p)}, indent=2),
    "booleans": lambda p: json.dumps([[bool(v) for v in row] for row in values(p)]),
    "Python": lambda p: f"solution = {[[bool(v) for v in row] for row in values(p)]}",
    "texts in a list": lambda p: json.dumps(list(p)),
    "a text in JSON": lambda p: json.dumps({"grid": "\n".join(p)}),
    "NumPy": lambda p: "[" + "\n ".join("[" + " ".join(map(str, row)) + "]" for row in values(p)) + "]",
}
FLAT: dict[str, Callable[[Picture], str]] = {
    "one text": lambda p: "".join(p).translate(table("1", "0")),
    "slashes": lambda p: "/".join(p),
}
LARGE: dict[str, Callable[[Picture], str]] = {
    "as nonosat draws": lambda p: "\n".join(f"│{row}│" for row in rows("██", "  ")(p).split("\n")),
    "pairs of numbers": cells("({}, {})", ", "),
    "a list of pairs": cells("({},{})", "\n- "),
    "coordinates": cells("r{}c{}", ", "),
}
"""What can be told from other layouts only if the picture is not too small."""

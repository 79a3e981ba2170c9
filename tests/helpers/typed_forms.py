"""How people type a list of clues, a list of lists, a sheet of cells, a picture."""

from collections.abc import Callable, Iterator

Lists = list[list[int]]
Way = Callable[[Lists, Lists, tuple[str, ...]], str]
"How the clues of rows and of columns, or the picture, are typed."


Ways = Callable[[Lists, Lists, tuple[str, ...]], Iterator[tuple[str, str]]]
"""Names of ways, and what is typed for the clues of rows and of columns, or for a picture."""


def one(clue: list[int], mark: str = " ", nothing: str = "0") -> str:
    return mark.join(map(str, clue)) or nothing


def side(clues: Lists, mark: str = "\n", within: str = " ", nothing: str = "0") -> str:
    return mark.join(one(clue, within, nothing) for clue in clues)


def counted(clues: Lists, form: str, first: int = 1) -> str:
    return "".join((form.format(k, one(clue)) for k, clue in enumerate(clues, first)))


def nest(clues: Lists, outer: str = "[]", inner: str = "[]", mark: str = ", ", before: str = "") -> str:
    """Return a list of lists in some language."""
    lists = mark.join(f"{before}{inner[:-1]}{mark.join(map(str, clue))}{inner[-1]}" for clue in clues)
    return f"{outer[:-1]}{lists}{outer[-1]}"


def filled(clues: Lists, left: bool = True) -> Lists:
    most = max(map(len, clues))
    return [[0] * (most - len(clue)) * left + clue + [0] * (most - len(clue)) * (not left) for clue in clues]


def sheet(rows: Lists, columns: Lists, mark: str, cell: Callable[[int, int], str], corner: str = "") -> str:
    left, top = (max(map(len, rows)), max(map(len, columns)))
    heads = [[""] * (top - len(clue or [0])) + [*map(str, clue or [0])] for clue in columns]
    lines = [[corner] * left + [head[k] for head in heads] for k in range(top)]
    for r, clue in enumerate(rows):
        own = clue or [0]
        cells = [cell(r, c) for c in range(len(columns))]
        lines.append([""] * (left - len(own)) + [*map(str, own)] + cells)
    return "".join(mark.join(line) + "\n" for line in lines)


def cells(picture: tuple[str, ...], black: str, white: str, mark: str = "", form: str = "{}\n") -> str:
    return "".join(
        (
            form.format(mark.join((black if c == "#" else white for c in row)), k)
            for k, row in enumerate(picture, 1)
        )
    )

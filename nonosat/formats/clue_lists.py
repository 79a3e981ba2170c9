"""Finds two lists of clues in a text that a person has typed, in whatever way they are set apart.

A reading is made in each way that the text allows; those whose rows and columns have as many cells of each
colour, and fit into each other, are meant. Work is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, islice, pairwise, product
from typing import Any, NamedTuple

from nonosat.formats.headings import BRIEF_HEAD, HEADS, NTH, SIDES, side_of
from nonosat.formats.markup import plain_text
from nonosat.puzzles.colours import NAMED

Item = tuple[int, str]
"""A number, or 0 for `?`, and the name of its colour."""

Clues = tuple[tuple[Item, ...], ...]

_NOTHING = frozenset(("", "0", "-", "none", "empty", "blank", "null", "n/a", "leer", "vide"))
_ITEM = re.compile(r"(?<!\d)(?:(\d{1,4})(?!\d) ?([A-Za-z]+|#(?!\w))?|\?)", re.ASCII)
_WITHIN = " \t\n,.;-_+&/|:"
_AROUND = _WITHIN + "\"'`[](){}<>"

_KEY = re.compile(r"[A-Za-z_]\w+[\"']?[ \t]*[:=]")
_SIZE = re.compile(
    r"[^\w\n]*(?:(?:size|dimensions?|grid|puzzle|nonogram)\W*)?(\d{1,4}) ?(?:x|by) ?(\d{1,4})[^\w\n]*",
    re.IGNORECASE,
)
_WORD = re.compile(r"(?<![A-Za-z\d])[A-Za-z]|[A-Za-z]{2,}")
_TOKEN = re.compile(r"""[\[({]|[\])}]|"([^"\n]*)"|'([^'\n]*)'|(?<!\d)\d{1,7} ?[A-Za-z]*(?!\w)|\?""")
_IS_KEY = re.compile(r"\s*:")
_COMMENT = re.compile(r"(?:^|(?<=[ \t]))(?:#|//).*$", re.MULTILINE)


_JOINING = re.compile(r"(?<![ ,.;])(?:[ ,.;]{1,9}(?:and|the|while|with)){1,4} {0,9}$")
_QUOTED = r"\"([^\"\n]*)\"|'([^'\n]*)'"


_NUMBER = re.compile(r"[\s|]*(\d{1,4})(?:[.)]\s|:|\s*[|,\t])")
_ZERO = (-1, "")


class Pair(NamedTuple):
    """A reading of rows and columns. `plain` says that the text leaves no choice where they are parted."""

    rows: Clues
    columns: Clues
    plain: bool

    def agrees(self) -> bool:
        """Whether both sides fit, and have as many cells of each colour, and some unless this is plain."""
        cells = _cells(self.rows), _cells(self.columns)
        alike = cells[0] == cells[1] or (self.plain and self.is_open())
        return alike and (self.plain or any(cells[0].values())) and self.fits()

    def fits(self) -> bool:
        """Whether each clue fits into its line."""
        sides = (self.rows, len(self.columns)), (self.columns, len(self.rows))
        return all(_need(clue) <= length for clues, length in sides for clue in clues)

    def is_open(self) -> bool:
        """Whether a number is unknown."""
        return any(not number for clue in (*self.rows, *self.columns) for number, _ in clue)


def tiers(text: str) -> Iterator[list[Pair]]:
    """Yield the readings of a text, the plainest first; within a tier all are as likely."""
    lines, sizes = [], []
    for line in plain_text(text).split("\n"):
        if size := _SIZE.fullmatch(line):
            sizes.append({int(size[1]), int(size[2])})
        else:
            lines.append("" if _is_rule(line) else line)
        if re.fullmatch(r"\W*[A-Za-z]\W*", line):
            return  # neither a clue nor words around them
    ways: list[Callable[[list[str]], Iterable[Pair]]]
    ways = [_named, _beside, _tables, _nested, _parted, _counted, _listed]
    for way in ways:
        found = islice(way(lines), 200)
        yield [one for one in found if not sizes or {len(one.rows), len(one.columns)} in sizes]


def clue(text: str) -> tuple[Item, ...] | None:
    """Return the items of a text if it is a clue; a 0 after others is left in."""
    text = text.strip(_AROUND)
    if text.lower() in _NOTHING:
        return ()
    items, place = [], 0
    for found in _ITEM.finditer(text):
        number, name = found[1] or "", (found[2] or "").lower()
        padded = number[:1] == "0" != number
        if padded or text[place : found.start()].strip(_WITHIN) or not (len(name) < 2 or name in NAMED):
            return None
        items.append((-1 if number == "0" else int(number or 0), name))
        place = found.end()
    return None if text[place:].strip(_WITHIN) or not items else tuple(items)


def _is_rule(line: str) -> bool:
    """Whether a line only parts what stands above from what stands below."""
    return line.strip() == "#" or (not re.search(r"[^\W_]", line) and bool(re.search(r"[-=*#_~%]{3}", line)))


def _is_clues(line: str) -> bool:
    """Whether a line may have clues: it has no words but names of colours, unless in quotes."""
    bare = re.sub(_QUOTED, "0", line)
    words = (word.lower() for word in re.findall(r"[A-Za-z]{2,}", bare))
    has_any = re.search(r"[\d?]|^\W*-?\W*$", bare)
    return bool(has_any) and all(word in NAMED or word in _NOTHING for word in words)


def _need(one: tuple[Item, ...]) -> int:
    gaps = sum(1 for (_, name), (_, other) in pairwise(one) if name == other)
    return sum(max(1, number) for number, _ in one) + gaps


def _cells(clues: Clues) -> Counter[str]:
    cells = Counter[str]()
    for one in clues:
        for number, name in one:
            cells[name] += number
    return cells


def _clues(texts: Iterable[str]) -> Clues | None:
    """Return the clues of these texts; None if there are none, or if one is no clue."""
    found = []
    for text in texts:
        if (one := clue(text)) is None:
            return None
        found.append(one)
    ended = any(found) and all(one == () or one[-1] == _ZERO for one in found)
    if ended or (found and len({*map(len, found)}) == 1 < len(found[0])):  # lists that are filled up
        found = [one[:-1] if ended else _stripped(one) for one in found]
    return tuple(found) if found and all(number >= 0 for one in found for number, _ in one) else None


def _stripped(one: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return a clue without zeros at its ends."""
    filled = [k for k, item in enumerate(one) if item != _ZERO]
    return one[filled[0] : filled[-1] + 1] if filled else ()


def _pairs(rows: str | list[str], columns: str | list[str], plain: bool = True) -> Iterator[Pair]:
    for (one, sure), (other, also) in product(_side(rows), _side(columns)):
        yield Pair(one, other, plain and sure and also)


def _side(text: str | list[str]) -> Iterator[tuple[Clues, bool]]:
    """Yield the readings of one side, and whether the text leaves no choice."""
    for texts, plain in _cut(text if isinstance(text, list) else text.split("\n")):
        if (clues := _clues(texts)) and (any(clues) or not re.search("[1-9]", "".join(text))):
            yield clues, plain


def _cut(lines: list[str]) -> Iterator[tuple[list[str], bool]]:
    """Yield the ways to cut the text of a side into texts of clues."""
    text = "\n".join(lines).strip("\n")
    if re.search(r"[\[({]", text):
        if inner := _items(_tree(text)):
            yield inner, not _WORD.search(re.sub(_QUOTED, "", text))
        return
    if len(quoted := ["".join(one) for one in re.findall(_QUOTED, text)]) > 1:
        yield quoted, True
        return
    text = quoted[0] if quoted else text
    known = [line.strip(" ") for line in text.split("\n") if not line.strip() or _is_clues(line)]
    plain = len(known) == text.count("\n") + 1
    text = "\n".join(known).strip("\n")
    filled = [line for line in text.split("\n") if line.strip()]
    numbers = [number for line in filled if (number := _NUMBER.match(line))]
    if len(filled) > 2 and [int(number[1]) for number in numbers] == [*range(1, len(filled) + 1)]:
        yield [line[number.end() :] for line, number in zip(filled, numbers, strict=True)], plain
        if "," not in numbers[0][0]:
            return
    for mark in "/;|":
        within = len(filled) > 1 and not any(mark in line for line in (filled[-1], *_ended(filled, mark)))
        if mark in text and not within:
            parts = re.split(rf"{re.escape(mark)}[ \t]*\n|{re.escape(mark)}|\n", text)
            if len(parts) > 2 and not parts[-1].strip() and (mark == ";" or not parts[0].strip()):
                parts = parts[not parts[0].strip() : -1]
            yield parts, plain
            return
    lines = text.split("\n")
    if len(filled) > 1:
        yield filled, plain
        if len(filled) < len(lines):
            yield lines, plain
        if all(line.endswith(",") for line in filled[:-1]):
            yield " ".join(filled).strip(" ,").split(","), False
        return
    if "," in text:
        yield text.strip(" \t,").split(","), plain and (", " in text or not re.search(r"\d\s+\d", text))
    if re.search(r"\d(?:\t| {2,})\S", text):
        yield re.split(r"\t+|  +", text.strip()), False
    elif not re.search(r",\s", text):
        yield text.split(), plain
    yield [text], False


def _ended(lines: list[str], mark: str) -> list[str]:
    """Return the lines that end in a mark, which then parts the clues."""
    return [line for line in lines if line.rstrip().endswith(mark)]


def _tree(text: str) -> list[Any]:
    """Return the brackets of a text as lists of lists of texts, up to the end of the first list of lists."""
    root: list[Any] = []
    stack = [root]
    text = _COMMENT.sub("", text)
    for token in _TOKEN.finditer(text):
        if token[0] in "[({":
            stack.append([])
            stack[-2].append(stack[-1])
        elif token[0] in "])}":
            if len(stack) == 1:
                break
            node = stack.pop()
            if token[0] == "}" and len(node) == 1 and isinstance(node[0], list):
                stack[-1][-1] = node[0]  # the value of a key
        elif not _IS_KEY.match(text, token.end()):
            stack[-1].append(next((part for part in token.groups() if part is not None), token[0]))
    return root


def _inner(tree: list[Any]) -> list[Any]:
    """Return the clues in a tree, each a text or a list of texts, or else its lists of clues."""
    root = tree
    while True:
        lists = [node for node in tree if isinstance(node, list)]
        deep = [node for node in lists if any(isinstance(child, list) for child in node)]
        if len(deep) != 1:
            only = tree is root and len(lists) == 1
            return deep or (lists[0] if only else tree)
        tree = deep[0]


def _items(tree: list[Any]) -> list[str]:
    """Return the texts of the clues in a tree, or in its first list of clues."""
    tree = _inner(tree)
    if tree and any(isinstance(child, list) for child in tree[0]):
        return _items(tree[:1])
    if len(tree) == 1 and isinstance(tree[0], str):
        return next(_cut([tree[0]]), ([], False))[0]
    return [" ".join(node) if isinstance(node, list) else node for node in tree]


def _named(lines: list[str]) -> Iterator[Pair]:
    """Yield readings of a text that names its rows and columns, by headings or one by one."""
    parts: dict[str, list[str]] = {"rows": [], "columns": []}
    side = ""
    for line in lines:
        nth = next(((name, m.end()) for name, pattern in NTH.items() if (m := pattern.match(line))), None)
        if nth:
            parts[nth[0]].append(line[nth[1] :].strip() or "0")
            side = ""
            continue
        heads = [(m.start(), m.end(), name) for name in parts for m in HEADS[name].finditer(line)]
        heads = heads or [(m.start(), m.end(), SIDES[m[1].lower()]) for m in BRIEF_HEAD.finditer(line)]
        heads = [(0, 0, side), *sorted(heads), (len(line), 0, "")]
        for (_, end, name), (stop, _, _) in pairwise(heads):
            if end and name and any(one.strip() for one in parts[name]):
                return  # several puzzles
            side, piece = name, re.sub(_JOINING, "", line[end:stop])
            if side and (key := _KEY.search(piece)) and "{" not in piece[: key.start()]:
                piece, side = piece[: key.start()], ""
            if name and (piece.strip(" ,;\t*#") or len(heads) == 2):
                parts[name].append(piece)
    if all(any(map(str.strip, part)) for part in parts.values()):
        yield from _pairs(parts["rows"], parts["columns"])


def _beside(lines: list[str]) -> Iterator[Pair]:
    """Yield the reading of a table of two columns: the clues of the rows, and those of the columns."""
    filled = [line.strip(" ").removeprefix("|").removesuffix("|") for line in lines if line.strip(" |:-")]
    for mark in "\t|;,":
        heads = [[*map(str.strip, line.split(mark))] for line in filled]
        sides = [side_of(one) for one in heads[0]] if heads else []
        if sorted(sides) == ["columns", "rows"]:
            found = {side: [one[k] for one in heads[1:] if k < len(one)] for k, side in enumerate(sides)}
            ends = {
                side: max((k for k, one in enumerate(some, 1) if one), default=0)
                for side, some in found.items()
            }
            rows, columns = (_clues(found[side][: ends[side]]) for side in ("rows", "columns"))
            if rows and columns:
                yield Pair(rows, columns, False)


def _tables(lines: list[str]) -> Iterator[Pair]:
    """Yield readings of a table whose first columns and first rows have the clues, beside a grid."""
    filled = [line for line in lines if line.strip(" |+-:")]
    first = filled[0].lstrip(" \"'") if filled else ""
    led = [one for one in "|;," if first.startswith(one) or all(one in line for line in filled)]
    mark = led[0] if led and len(filled) > 1 else ""
    mark = "\t" if filled and "\t" in filled[0] else mark
    if mark != "\t":
        yield from _aligned(filled)
    if not mark:
        return
    edged = mark == "|" and all(line.strip().startswith("|") for line in filled)
    cells = [
        [one.strip(" \"'") for one in (line.strip().strip("|") if edged else line).split(mark)]
        for line in filled
    ]
    width = max(map(len, cells))
    lead = [next((k for k, one in enumerate(row) if one), width) for row in cells]
    most, left = width, [0] * (len(cells) + 1)
    for k in range(len(cells) - 1, 0, -1):
        left[k] = max(left[k + 1], lead[k] if lead[k] < width else 0)
    for top in range(1, min(len(cells), 100)):
        if not (most := min(most, lead[top - 1])):
            return
        if most < width and left[top] < most:
            rows = _clues(" ".join(row[:most]) for row in cells[top:])
            heads = [" ".join("".join(row[k : k + 1]) for row in cells[:top]) for k in range(most, width)]
            columns = _clues(heads)
            if rows and columns:
                yield Pair(rows, columns, False)


def _aligned(lines: list[str]) -> Iterator[Pair]:
    """Yield readings of a table whose columns are aligned by blanks."""
    bare = [re.sub(r"[|│┃┌┐└┘─]", " ", line) for line in lines if re.search(r"\d", line)]
    words = [[(one.end(), one[0]) for one in re.finditer(r"\S+", line)] for line in bare]
    lead = [len(line) - len(line.lstrip()) for line in bare]
    for top in range(1, min(len(bare), 100)):
        most, ends = min(lead[:top]), [end for end, _ in words[top - 1]]
        if most and max(lead[top:]) < most and all(end in ends for row in words[:top] for end, _ in row):
            rows = _clues(line[:most] for line in bare[top:])
            heads = [dict(row) for row in words[:top]]
            columns = _clues(" ".join(row.get(end, "") for row in heads) for end in ends)
            if rows and columns:
                yield Pair(rows, columns, False)


def _nested(lines: list[str]) -> Iterator[Pair]:
    """Yield the reading of a list of two lists of clues."""
    if not any("[" in line or "(" in line or "{" in line for line in lines):
        return
    tree = _inner(_tree("\n".join(lines)))
    if len(tree) == 2 and all(isinstance(node, list) and node for node in tree):
        rows, columns = (_clues(_items([node])) for node in tree)
        if rows and columns:
            yield Pair(rows, columns, any(isinstance(child, list) for node in tree for child in node))


def _counted(lines: list[str]) -> Iterator[Pair]:
    """Yield readings of a list after HEIGHT WIDTH or, if only then both sides agree, WIDTH HEIGHT."""
    filled = [line for line in lines if line.strip()]
    for heads in (1, 2):
        size, rest = [one for line in filled[:heads] for one in clue(line) or ()], filled[heads:]
        parted = heads == 1 or not all(map(str.strip, lines[: len(lines) - 1]))  # else these are clues, too
        if len(size) == 2 and parted and all(number > 0 and not name for number, name in size):
            if sum(number for number, _ in size) != len(rest):
                first = next((k for k, line in enumerate(lines) if line.strip()), 0)
                rest = lines[first + heads :]
            sides = [number for number, _ in size]
            if sum(sides) == len(rest) and (clues := _clues(rest)):
                ways = [Pair(clues[:rows], clues[rows:], True) for rows in sides]
                yield next((one for one in ways if one.agrees()), ways[0])


def _parted(lines: list[str]) -> Iterator[Pair]:
    """Yield readings of two paragraphs, of two lines, and of one line with one mark that stands out."""
    known = [line for line in lines if not line.strip() or _is_clues(line)]
    plain = len(known) == len(lines)
    known = "\n".join(known).strip("\n").split("\n")
    filled = [line for line in known if line.strip()]
    if len(filled) == 2:
        yield from _pairs(filled[0], filled[1], plain)
        return
    ends = [k for k in range(1, len(known)) if not known[k].strip() and known[k - 1].strip()]
    for end in ends[:8]:
        yield from _pairs(known[:end], known[end + 1 :], plain and len(ends) == 1)
    if len(filled) == 1:
        for mark in ("||", "//", "|", ";", "\t", "/", " - ", " x ", ":"):
            if filled[0].count(mark) == 1:
                rows, columns = filled[0].split(mark)
                yield from _pairs(rows, columns, False)


def _listed(lines: list[str]) -> Iterator[Pair]:
    """Yield the readings of one list, parted where both sides agree."""
    if re.search("[/;|]", "".join(lines)) and sum(map(bool, map(str.strip, lines))) > 1:
        return  # lists of lists
    for clues, _ in _side(lines):
        cells = [*accumulate((sum(n for n, _ in one) for one in clues), initial=0)]
        for rows in range(1, len(clues)):
            if 2 * cells[rows] == cells[-1] and len(clues) <= 2000:
                yield Pair(clues[:rows], clues[rows:], False)

"""Finds two lists of clues in a text that a person has typed, in whatever way they are set apart.

A reading is made in each way that the text allows; those whose rows and columns have as many cells of each
colour, and fit into each other, are meant. Work is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate, islice, pairwise, product
from typing import Any, NamedTuple

from nonosat.formats.clue_edges import blank, edges_of, trim_edges
from nonosat.formats.clue_items import NOTHING, Clues, Pair, clue, clues_of
from nonosat.formats.clue_tables import tables
from nonosat.formats.facts import facts
from nonosat.formats.headings import BRIEF_HEAD, HEADS, NAMES, NTH, SIDES, read_counts
from nonosat.formats.markup import plain_text
from nonosat.puzzles.colours import NAMED

_KEY = re.compile(r"(?<!\w)[A-Za-z_]\w+[\"']?[ \t]*[:=]")
_SIZE = re.compile(
    r"[^\w\n]*(?:(?:size|dimensions?|grid|puzzle|nonogram)\W*)?(\d{1,4}) ?(?:x|by) ?(\d{1,4})[^\w\n]*",
    re.IGNORECASE,
)
_WORD = re.compile(r"(?<![A-Za-z\d])[A-Za-z]|[A-Za-z]{2,}")
_TOKEN = re.compile(r"""[\[({]|[\])}]|"([^"\n]*)"|'([^'\n]*)'|(?<!\d)\d{1,7} ?[A-Za-z]*(?!\w)|\?""")
_IS_KEY = re.compile(r"\s*:")
_COMMENT = re.compile(r"(?:^|(?<=[ \t]))(?:#|//|--|;).*$", re.MULTILINE)
_JOINING = re.compile(r"(?<![ ,.;])(?:[ ,.;]{1,9}(?:and|the|while|with|my)){1,4} {0,9}$")
_SENTENCE = r"(?<=\d)[.!?]+\s+[A-Z]"
_QUOTED = r"\"([^\"\n]*)\"|'([^'\n]*)'"
_NUMBER = re.compile(r"[\s|]*(\d{1,4}|[A-Za-z](?=[.):]))(?:[.)]\s|:|\s-\s|\s*[|,\t=])")


class Cut(NamedTuple):
    """The clues of one side, the marks that part them, and whether the text leaves no choice."""

    clues: Clues
    marks: str
    plain: bool


def tiers(text: str) -> Iterator[list[Pair]]:
    """Yield the readings of a text, the plainest first; within a tier all are as likely."""
    text = plain_text(text)
    if not re.search(r"\d", text):
        return
    if fact_pairs := facts(text):
        yield fact_pairs
        return
    lines, sizes = [], []
    for line in text.split("\n"):
        if size := _SIZE.fullmatch(line):
            sizes.append({int(size[1]), int(size[2])})
        else:
            lines.append("" if _is_rule(line) else line)
        if re.fullmatch(r"\W*[A-Za-z]\W*", line):
            return  # neither a clue nor words around them
    most = sum(1 for number in re.findall(r"\d+", text) if number not in "01") // 2
    rest, sides = read_counts("\n".join(lines))
    for some, wanted in ((rest.split("\n"), sides), (lines, {})) if sides else ((lines, {}),):
        for way in (_read_named, tables, _read_nested, _read_parted, _read_counted, _read_listed):
            bare = some if way is tables else [line if line.strip(" ,;\t") else "" for line in some]
            pairs = (_turn(one._replace(first=way not in (_read_named, tables)), wanted) for one in way(bare))
            yield [
                one
                for one in islice(filter(None, pairs), 200)
                if (not sizes or {len(one.rows), len(one.columns)} in sizes)
                and (way is tables or sum(max(1, len(clue)) for side in one[:2] for clue in side) >= most)
            ]


def _turn(pair: Pair, sides: dict[str, int]) -> Pair | None:
    """Return a reading with the numbers of rows and columns that the text states, if it has any."""
    rows, columns = len(pair.rows), len(pair.columns)
    stated = sides.get("rows", rows), sides.get("columns", columns)
    if stated == (rows, columns):
        return pair._replace(first=pair.first and (len(sides) < 2 or rows == columns))
    if pair.first and (sides.get("rows", columns), sides.get("columns", rows)) == (columns, rows):
        return pair._replace(rows=pair.columns, columns=pair.rows, first=False)
    return None


def _is_rule(line: str) -> bool:
    """Whether a line only parts what stands above from what stands below."""
    return line.strip() in ("#", "&") or (
        not re.search(r"[^\W_]", line) and bool(re.search(r"[-=*#_~%]{2}", line))
    )


def _is_clues(line: str) -> bool:
    """Whether a line may have clues: it has no words but names of colours, unless in quotes."""
    if re.fullmatch(r"[\s;,]*[\])}][\s;,\])}]*", line):
        return False  # the end of a list
    bare = re.sub(_QUOTED, "0", line)
    words = (word.lower() for word in re.findall(r"[A-Za-z]{2,}", bare))
    has_any = re.search(r"[\d?]|^\W*-?\W*$", bare) or bare.strip(" ,;-()[].").lower() in NOTHING
    return bool(has_any) and all(word in NAMED or word in NOTHING for word in words)


def _drop_around(lines: list[str]) -> list[str] | None:
    """Return the lines without those around the clues that have none; None if one stands between two."""
    are = [not line.strip() or _is_clues(line) for line in lines]
    around = zip(lines, lines[2:], are, are[1:], are[2:], strict=False)
    if any(
        before and after and not known and one.strip() and other.strip()
        for one, other, before, known, after in around
    ):
        return None
    return [line.strip(" ") for line, known in zip(lines, are, strict=True) if known]


def _pairs(rows: str | list[str], columns: str | list[str], plain: bool = True) -> Iterator[Pair]:
    """Yield the readings of two sides; if any that parts both alike agrees, only such ones."""
    edges = isinstance(rows, list) and isinstance(columns, list) and edges_of(rows, columns)
    ways = []
    for one, other in product(_side(rows, edges), _side(columns, edges)):
        pair = Pair(one.clues, other.clues, plain and one.plain and other.plain)
        ways.append((one.marks if one.marks == other.marks else "", pair))
    if closed := [pair for marks, pair in ways if marks.endswith("closes") and pair.agrees()]:
        yield from closed
        return
    alike = any(same and pair.agrees() for same, pair in ways)
    yield from (pair for same, pair in ways if same or not alike)


def _side(text: str | list[str], edges: bool = False) -> Iterator[Cut]:
    """Yield the readings of one side; with `edges`, blank lines around it may be clues."""
    lines = text if isinstance(text, list) else text.split("\n")
    before, _, behind = blank(lines)
    for marks, texts, plain in _cut(lines):
        if (clues := clues_of(texts)) and (any(clues) or not re.search("[1-9]", "".join(text))):
            yield Cut(clues, marks, plain)
            if marks == "\n" and len(clues) > 2 and clues[0] == ((len(clues) - 1, ""),):
                yield Cut(clues[1:], "counted", False)
            if edges and (marks == "\n" or len(clues) == 1):
                for first, last in product({0, before}, {0, max(0, behind - 1), behind}):
                    if first + last:
                        yield Cut(((),) * first + clues + ((),) * last, marks, plain)
        if marks == "\n" and (bare := _drop_counts(texts)):
            yield Cut(bare, "each counted", False)


def _drop_counts(texts: list[str]) -> Clues | None:
    """Return clues that begin with how many numbers they have, without these."""
    clues = [clue(text) for text in texts]
    if not all(one == () or (one and len(one) - 1 == max(0, one[0][0])) for one in clues):
        return None
    return clues_of(" ".join(f"{n}{name}" for n, name in (one or ())[1:]) for one in clues)


def _cut(lines: list[str]) -> Iterator[tuple[str, list[str], bool]]:
    """Yield the ways to cut the text of a side into texts of clues: the marks, the texts, whether there is
    no choice.
    """
    text = "\n".join(lines).strip("\n")
    if (whole := re.fullmatch(r"\s*[\[({]([^\[\](){}]*)[\])}][\s,;.]*", text)) and re.search(
        "[/;|]", whole[1]
    ):
        text = whole[1]
    if re.search(r"[\[({]", text):
        if inner := _items(_tree(text)):
            yield "[", inner, not _WORD.search(re.sub(_QUOTED, "", text))
        return
    if len(quoted := ["".join(one) for one in re.findall(_QUOTED, text)]) > 1:
        yield '"', quoted, True
        return
    text = quoted[0] if quoted else text
    if (known := _drop_around(text.split("\n"))) is None:
        return
    plain = len(known) == text.count("\n") + 1
    text = "\n".join(known).strip("\n")
    filled = [line for line in text.split("\n") if line.strip()]
    numbers = [number for line in filled if (number := _NUMBER.match(line))]
    marked = all(number[0].rstrip()[-1] in ".):=" for number in numbers)
    if len(filled) > 1 - marked and len(numbers) == len(filled) and _is_counting([one[1] for one in numbers]):
        yield "1", [line[number.end() :] for line, number in zip(filled, numbers, strict=True)], plain
        if "," not in numbers[0][0] and len(filled) > 2 - marked:
            return
    lines = text.split("\n")
    if len(filled) > 1 and all(line.startswith("|") and line.endswith("|") for line in filled):
        text = text.replace("|\n|", "\n")[1:-1]
        lines = text.split("\n")
        filled = [line for line in lines if line.strip()]
    for mark in ("//", "/", ";", "|", " - ", ":"):
        ends = [line for line in lines if line.rstrip().endswith(mark.strip())]
        within = len(filled) > 1 and not any(mark in line for line in (filled[-1], *ends))
        if mark not in text or within:
            continue
        parts = re.split(rf"{re.escape(mark)}[ \t]*\n|{re.escape(mark)}|\n", text)
        yield from ((name, some, plain and mark != " - ") for name, some in trim_edges(parts, mark))
        if mark != " - " and (len(filled) < 2 or ends):
            if mark == "/" and "," in text and len(filled) < 2:
                yield ",", text.split(","), False
            return
    if len(filled) > 1:
        yield "\n", filled, plain
        if len(filled) < len(lines) and (
            len(filled) < 4 or any(map(str.strip, lines[1::2]))
        ):  # else each clue is a paragraph
            yield "\n", lines, plain
        if all(line.endswith(",") for line in filled[:-1]):
            yield ",\n", " ".join(filled).strip(" ,").split(","), False
        return
    if "," in text:
        spaced = ", " in text and re.search(r",\S", text)  # tight ones are within clues
        plain = plain and (", " in text or not re.search(r"\d\s+\d", text))
        parts = re.split(r",[ \t]+" if spaced else ",", text)
        yield from ((name, some, plain) for name, some in trim_edges(parts, ","))
        if spaced:
            return
    if re.search(r"\d(?:\t| {2,})\S", text):
        yield "  ", re.split(r"\t+|  +", text.strip()), False
    elif not re.search(r",\s", text):
        yield " ", text.split(), plain
    yield "", [text], False


def _is_counting(labels: list[str]) -> bool:
    """Whether labels are 1, 2, 3 ..., 0, 1, 2 ... or A, B, C ..."""
    if not labels[0].isdigit():
        return [label.upper() for label in labels] == [chr(ord("A") + k) for k in range(len(labels))]
    return (
        all(map(str.isdigit, labels))
        and [int(one) - int(labels[0]) for one in labels] == [*range(len(labels))]
        and int(labels[0]) < 2
    )


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
            lists = [child for child in node if isinstance(child, list)]
            if token[0] == "}" and len(lists) == 1:
                stack[-1][-1] = lists[0]  # the value of a key
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
        return next(_cut([tree[0]]), ("", [], False))[1]
    return [" ".join(node) if isinstance(node, list) else node for node in tree]


def _read_named(lines: list[str]) -> Iterator[Pair]:
    """Yield readings of a text that names its rows and columns, by headings or one by one."""
    parts: dict[str, list[str]] = {"rows": [], "columns": [], "": []}
    numbers: dict[str, list[int]] = {"rows": [], "columns": []}
    side = ""
    for line in lines:
        nth = next(((name, m) for name, pattern in NTH.items() if (m := pattern.match(line))), None)
        if nth:
            name, label = nth
            parts[name].append(line[label.end() :].strip() or "0")
            numbers[name] += map(int, re.findall(r"\d+", label[0]))
            side = ""
            continue
        heads = [(m.start(), m.end(), name) for name in NAMES for m in HEADS[name].finditer(line)]
        heads = heads or [(m.start(), m.end(), SIDES[m[1].lower()]) for m in BRIEF_HEAD.finditer(line)]
        heads = [(0, 0, side), *sorted(heads), (len(line), 0, "")]
        for (_, end, name), (stop, _, _) in pairwise(heads):
            if end and name:
                if any(re.search(r"[\d?]", one) for one in parts[name]):
                    return  # several puzzles
                parts[name].clear()
            side, piece = name, re.sub(_JOINING, "", re.split(_SENTENCE, line[end:stop])[0])
            if side and (key := _KEY.search(piece)) and "{" not in piece[: key.start()]:
                piece, side = piece[: key.start()], ""
            if piece.strip(" ,;\t*#|>\"'") or len(heads) == 2:
                parts[name].append(piece)
    for name, some in numbers.items():
        if sorted(some) in ([*range(len(parts[name]))], [*range(1, len(parts[name]) + 1)]):
            parts[name] = [
                part for _, part in sorted(zip(some, parts[name], strict=True), key=lambda one: one[0])
            ]
    named = [name for name in NAMES if any(map(str.strip, parts[name]))]
    if len(named) == 1:
        _share(parts, named[0], "columns" if named[0] == "rows" else "rows")
    if all(any(map(str.strip, parts[name])) for name in NAMES):
        yield from _pairs(parts["rows"], parts["columns"])


def _share(parts: dict[str, list[str]], named: str, other: str) -> None:
    """Give the side without a heading what stands before that of the other, or after a blank line below."""
    if any(re.search(r"\d", line) for line in parts[""] if _is_clues(line)):
        parts[other] = [line for line in parts[""] if _is_clues(line)]
        return
    text = "\n".join(parts[named]).strip("\n")
    mark = "\n\n" if "\n\n" in text else "\n" if text.count("\n") == 1 else text
    first, _, rest = text.partition(mark)
    parts[named], parts[other] = first.split("\n"), rest.split("\n")


def _read_nested(lines: list[str]) -> Iterator[Pair]:
    """Yield the reading of a list of two lists of clues."""
    text = _COMMENT.sub("", "\n".join(lines))
    if not re.search(r"[\[({]", text) or re.search(r"[\[({][^\[\](){}]*[;/|]", text):
        return
    tree = _inner(_tree(text))
    if len(tree) == 2 and all(isinstance(node, list) and node for node in tree):
        rows, columns = (clues_of(_items([node])) for node in tree)
        if rows and columns:
            yield Pair(rows, columns, any(isinstance(child, list) for node in tree for child in node))


def _read_counted(lines: list[str]) -> Iterator[Pair]:
    """Yield readings of a list after HEIGHT WIDTH or, if only then both sides agree, WIDTH HEIGHT."""
    filled = [line for line in lines if line.strip()]
    for heads in (1, 2):
        size, rest = [one for line in filled[:heads] for one in clue(line) or ()], filled[heads:]
        parted = heads == 1 or not all(map(str.strip, lines[: len(lines) - 1]))  # else these are clues, too
        parted = parted and not re.search("[/;|]", "".join(filled[:heads]))
        if len(size) == 2 and parted and all(number > 0 and not name for number, name in size):
            if sum(number for number, _ in size) != len(rest):
                first = next((k for k, line in enumerate(lines) if line.strip()), 0)
                rest = lines[first + heads :]
            sides = [number for number, _ in size]
            for clues in (clues_of(rest), _drop_counts(rest)) if sum(sides) == len(rest) else ():
                ways = [Pair(clues[:rows], clues[rows:], True) for rows in sides] if clues else []
                yield from [one for one in ways if one.agrees()] or ways[:1]


def _read_parted(lines: list[str]) -> Iterator[Pair]:
    """Yield readings of two paragraphs, of two lines, and of one line with one mark that stands out."""
    known = [line if not line.strip() or _is_clues(line) else "" for line in lines]
    plain = known == lines
    known = "\n".join(known).strip("\n").split("\n")
    filled = [line for line in known if line.strip()]
    if len(filled) == 2:
        yield from _pairs(filled[0], filled[1], plain)
        return
    ends = [k for k in range(1, len(known)) if not known[k].strip() and known[k - 1].strip()]
    before, _, behind = blank(lines) if len(ends) > 1 else (0, 0, 0)
    for end in ends[:8]:
        rows, columns = [*[""] * before, *known[:end]], [*known[end + 1 :], *[""] * behind]
        yield from _pairs(rows, columns, plain and len(ends) == 1)
    if len(filled) == 1:
        for mark in ("||", "//", "|", ";", "\t", "/", " - ", " x ", ":", "-"):
            if filled[0].count(mark) == 1:
                rows_text, columns_text = filled[0].split(mark)
                yield from _pairs(rows_text, columns_text, False)


def _read_listed(lines: list[str]) -> Iterator[Pair]:
    """Yield the readings of one list, parted where both sides agree."""
    filled = [line for line in lines if line.strip()]
    if re.search("[/;|]", "".join(lines)) and len(filled) > 1:
        return  # lists of lists
    within = blank(lines)[1]
    for clues, _, _ in _side(lines):
        cells = [*accumulate((sum(n for n, _ in one) for one in clues), initial=0)]
        for rows in range(1, len(clues)):
            parting = within and not (clues[rows - 1] and clues[rows])  # a blank line parts, or is a clue
            if 2 * cells[rows] == cells[-1] and len(clues) <= 2000 and not parting:
                yield Pair(clues[:rows], clues[rows:], False)
    lists = clues_of(filled) or ()
    one, other = (dict(enumerate(lists)).get(k, ()) for k in (0, 1))
    if len(one) == 1 and 0 < one[0][0] < len(lists) - 1:  # the size of the first list, of whichever side
        first, second = lists[1 : 1 + one[0][0]], lists[1 + one[0][0] :]
        yield from (Pair(first, second, False), Pair(second, first, False))
    if len(one) == len(other) == 1 and one[0][0] + other[0][0] == len(lists) - 2:  # both sizes first
        yield Pair(lists[2 : 2 + one[0][0]], lists[2 + one[0][0] :], False)
    height = one[0][0] if len(one) == 1 else 0
    if lists[height + 1 : height + 2] == (((len(lists) - height - 2, ""),),):  # each list after its length
        yield Pair(lists[1 : height + 1], lists[height + 2 :], False)

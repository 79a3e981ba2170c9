"""Random pages of kinds with a tiny puzzle each: every key and area, alone and together with the others."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import combinations, product
from random import Random
from typing import Any

from tests.helpers.grids import cut

Document = dict[str, Any]

WALL, MARK = "X", "T"
VALUES = (".#", ".#", ".#", ".ab", ".ab", ".12")
PAIRS = ("beside", "above", "neighbours", "diagonal")
ENDS = ("first row", "last row", "first column", "last column")
OTHERS = ("block", "block", "board", "region", "level", "stretch")
EACH = ("row", "row", "column", "column", "rows", "columns", *ENDS, *OTHERS, *PAIRS)
AREAS = ("here", "up", "down", "left", "right", "neighbours", "around", "seen")
DEMANDS = ("count", "count", "count", "count", "sum", "sum", "follow", "follow", "follow", "alike")
SIDES = {"rows": "left", "right": "right", "columns": "top", "below": "bottom"}
PICTURES = ("regions", "cells", "givens")


REPEATS = ("",) * 10 + ("*",) * 10 + ("**",)


def random_document(number: int) -> Document:
    """Return the document of puzzle `number`, with its page under `rules`."""
    return _Writer(Random(f"kind {number}")).document()


class _Writer:
    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._values = rng.choice(VALUES)
        most = 16 if len(self._values) == 2 else 9
        sizes = [size for size in product(range(1, 7), repeat=2) if size[0] * size[1] <= most]
        self._height, self._width = rng.choice(sizes)
        self._gives: dict[str, Any] = {}
        self._given: Document = {}
        self._symbols = self._walls = ""

    def _may(self, share: float) -> bool:
        return self._rng.random() < share

    def _some(self, chars: str) -> str:
        """Return one or more of some characters."""
        return "".join(self._rng.sample(chars, self._rng.randint(1, max(1, len(chars) - 1))))

    def document(self) -> Document:
        page: Document = {"explained": "It is random."}
        if self._values != ".#":
            page["values"] = dict(zip(self._values, ("white", "black", "red"), strict=False))
        page["gives"] = self._gives
        for name, side in SIDES.items():
            if self._may(0.3):
                self._gives[name], self._given[name] = side, self._numbers(side)
        if self._may(0.4):
            self._gives["regions"], self._given["regions"] = "letters", self._letters()
        if self._may(0.3):
            self._gives["stars"] = {"number": "0 to 9", "otherwise": self._rng.randrange(4)}
            if self._may(0.7):
                self._given["stars"] = self._rng.randrange(4)
        if self._may(0.6) or not (
            self._given.keys() & {"regions"} or {"rows", "columns"} <= self._given.keys()
        ):
            self._draw_symbols(page)
        page["rules"] = [self._rule() for _ in range(self._rng.choice((1, 1, 2, 2, 3)))]
        if self._may(0.15):
            self._given["givens"] = self._picture("???" + self._values)
        return {"kind": "own", "rules": page, **self._given}

    def _numbers(self, side: str) -> str:
        length = self._height if side in ("left", "right") else self._width
        return " ".join(self._rng.choice(("?", "0", "1", "1", "2", "3")) for _ in range(length))

    def _letters(self) -> list[str]:
        if self._may(0.3):  # in parts
            return self._picture("abc")
        return list(cut(self._height, self._width, self._rng))

    def _picture(self, chars: str) -> list[str]:
        return ["".join(self._rng.choice(chars) for _ in range(self._width)) for _ in range(self._height)]

    def _draw_symbols(self, page: Document) -> None:
        digits, shown = self._rng.choice(("", "0123")), self._rng.choice(("", self._values))
        shown = "" if set(shown) & set(digits) else shown
        self._symbols = digits + shown + self._rng.choice(("", WALL)) + self._rng.choice(("", MARK)) or MARK
        blank = "?" if "." in self._symbols else "."
        self._gives["cells"] = {"symbols": self._symbols} | (
            {"blank": blank} if blank == "?" or self._may(0.3) else {}
        )
        if WALL in self._symbols:
            self._walls = page["walls"] = WALL + (digits if self._may(0.4) else "")
        if shown:
            page["fixed"] = {char: char for char in shown}
        elif MARK in self._symbols and self._may(0.4):
            page["fixed"] = {MARK: self._rng.choice(self._values)}
        self._given["cells"] = self._picture(blank * len(self._symbols) + self._symbols)

    def _rule(self) -> Document:
        rule = self._cell_rule() if self._may(0.4) else self._place_rule()
        if self._may(0.1):
            rule["says"] = "it must be so"
        return rule

    def _place_rule(self) -> Document:
        rng = self._rng
        each = rng.choice(EACH)
        if each in ("region", "level") and "regions" not in self._gives:
            each = "row"
        if each == "block":
            each = f"{rng.randint(1, 3)} by {rng.randint(1, 3)}"
        rule: Document = {"each": each}
        length = {"row": self._width, "column": self._height, **dict.fromkeys(PAIRS, 2)}
        kinds = [*DEMANDS, *["differ"] * 5 * (each in ("rows", "columns"))]
        self._demand(rule, rng.choice(kinds), length.get(each))
        if "regions" in self._gives and self._may(0.4):
            rule["within"] = rng.choice(("one region", "two regions"))
        return rule

    def _cell_rule(self) -> Document:
        rng = self._rng
        rule: Document = {"each": "cell"}
        if self._symbols and self._may(0.4):
            blank = self._gives["cells"].get("blank", ".")
            rule["at"] = self._some(self._symbols + blank)
        if self._may(0.5):
            rule["when"] = self._some(self._values)
        length = 1
        if self._may(0.85):
            areas = rng.sample(AREAS, rng.choice((1, 1, 2, 2, 3)))
            rule["over"] = ", ".join(areas)
            length = len(areas) if {*areas} <= {*AREAS[:5]} else 0
        self._demand(rule, rng.choice(DEMANDS), length or None)
        if "over" in rule and "count" in rule and self._may(0.2):
            rule["over"] = {area: rng.choice(self._values) for area in rule["over"].split(", ")}
            rule.pop("of", None)
        return rule

    def _demand(self, rule: Document, kind: str, length: int | None) -> None:
        if kind == "follow":
            rule[kind] = self._pattern(length)
        elif kind in ("alike", "differ"):
            rule[kind] = "yes"
        else:
            rule[kind] = self._amount(rule["each"], 2 if kind == "sum" else 1)
            if self._may(0.4):
                rule["of"] = self._some(self._values)

    def _amount(self, each: str, scale: int) -> str | int:
        rng = self._rng
        names = [name for name, side in SIDES.items() if name in self._gives and each == _line(side)]
        names += ["stars"] * ("stars" in self._gives)
        number = rng.randrange(4) * rng.randint(1, scale)
        plain: list[str | int] = [number, f"{number} to {number + rng.randint(0, 3)}", f"{number} or more"]
        plain += ["half"] + ["walls"] * bool(self._walls)
        if each == "cell" and "0" in self._symbols:
            plain += ["shown"] * 4
        for name in names:
            plain += [name] * 3 + [f"{rng.randint(1, 3)} times {name}"]
        return rng.choice(plain)

    def _pattern(self, length: int | None) -> str:
        rng = self._rng
        if length and self._may(0.6):
            words = [
                "".join(rng.choice(self._values + "_") for _ in range(length))
                for _ in range(rng.randint(1, 4))
            ]
            return "|".join(words)
        return self._expression(3) + rng.choice(("", "", "_*"))

    def _expression(self, depth: int) -> str:
        rng = self._rng
        match rng.randrange(6) if depth else 0:
            case 1:
                return f"({self._expression(depth - 1)})*"
            case 2:
                return f"({self._expression(depth - 1)}|{self._expression(depth - 1)})"
            case 3:
                return f"({self._expression(depth - 1)}|)"
            case 4 | 5:
                return self._expression(depth - 1) + self._expression(depth - 1)
        return rng.choice(self._values + "__") + rng.choice(REPEATS)


def _line(side: str) -> str:
    return "row" if side in ("left", "right") else "column"


def keys(rule: Document) -> set[str]:
    """Return the keys of a rule, each area of `over` on its own."""
    each = "each cell" if rule["each"] == "cell" else "each place"
    over = rule.get("over", "")
    areas = over if isinstance(over, dict) else filter(None, over.split(", "))
    return {each, *rule.keys() - {"each", "over"}, *(f"over {area}" for area in areas)}


def meetings(document: Document) -> set[tuple[str, ...]]:
    """Return the pairs of keys that meet: in a rule, or in two rules of the page."""
    every = [keys(rule) for rule in document["rules"]["rules"]]
    inside = {("in a rule", *pair) for one in every for pair in combinations(sorted(one), 2)}
    across = {tuple(sorted(pair)) for two in combinations(every, 2) for pair in product(*two)}
    return inside | across


def simpler(document: Document) -> Iterator[Document]:
    """Yield documents that say less: without a rule, a key, something given, or a line of cells."""

    def changed(change: Callable[[Document], object]) -> Document:
        copy = deepcopy(document)
        change(copy)
        return copy

    page = document["rules"]
    for at, rule in enumerate(page["rules"]):
        if len(page["rules"]) > 1:
            yield changed(lambda new, at=at: new["rules"]["rules"].pop(at))  # type: ignore[misc]
        for key in rule.keys() - {"each"}:
            yield changed(lambda new, at=at, key=key: new["rules"]["rules"][at].pop(key))  # type: ignore[misc]
    for key in page.keys() & {"walls", "fixed", "values"}:
        yield changed(lambda new, key=key: new["rules"].pop(key))  # type: ignore[misc]
    for key in page["gives"]:
        yield changed(lambda new, key=key: (new["rules"]["gives"].pop(key), new.pop(key, None)))  # type: ignore[misc]
    for key in document.keys() - {"kind", "rules"} - page["gives"].keys():
        yield changed(lambda new, key=key: new.pop(key))  # type: ignore[misc]
    yield from _smaller(document)


def _smaller(document: Document) -> Iterator[Document]:
    """Yield documents with a row or a column of cells fewer."""
    shapes = [document[name] for name in PICTURES if name in document]
    height = len(shapes[0]) if shapes else len(document.get("rows", "").split())
    width = len(shapes[0][0]) if shapes else len(document.get("columns", "").split())
    for down, number in ((True, height), (False, width)):
        for at in range(number) if number > 1 else ():
            new = deepcopy(document)
            for name, given in document.items():
                if name in PICTURES:
                    new[name] = _without(given, at) if down else [_without(row, at) for row in given]
                elif name in SIDES and (SIDES[name] in ("left", "right")) == down:
                    new[name] = " ".join(_without(given.split(), at))
            yield new


def _without(line: Any, at: int) -> Any:
    return line[:at] + line[at + 1 :]
